package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/keys"
	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/shuffle"
)

// A Contribution is what a player adds to the deals of a match by sitting down, or by agreeing to a rematch.
type Contribution struct {
	Seal string // the commitment that the form of a new table showed
	Text string // at most 64 characters, as its column says, no line break
	How  string // base.ByWord, base.ByBrowser or base.ByForm
}

// A seal is the secret of a match to come, to which the club has committed. It is drawn before anybody sits down: for
// each player that of the next table they open, for each table that of its next match.
type seal struct {
	Match      int64 // number
	Version    string
	Secret     StoredSecret
	Commitment string
	Made       time.Time
	DealtAs    *int64 // the number that the commitment names, where it is another
}

// takeSeal breaks the seal of a match that begins, and draws its owner's next one: ErrSeal unless it is the one that
// was shown. For a table any was.
func (s *Tables) takeSeal(ctx context.Context, tx *pg.Tx, of string, owner int64, shown string) (v seal, err error) {
	err = tx.QueryRow(ctx, `
		DELETE FROM seals WHERE `+of+` = $1 AND (commitment = $2 OR table_id IS NOT NULL)
		RETURNING match_id, shuffle_version, seed, secret, commitment, made_at`, owner, shown).
		Scan(&v.Match, &v.Version, &v.Secret.Plain, &v.Secret.Sealed, &v.Commitment, &v.Made)
	if errors.Is(err, pgx.ErrNoRows) {
		return v, fmt.Errorf("seal of %s %d: %w", of, owner, base.ErrSeal)
	}
	if err != nil {
		return v, err
	}
	return v, s.DrawSeals(ctx, tx, of, owner)
}

// breakSeal forgets the secret of a table's next match, which will not be.
func breakSeal(ctx context.Context, tx *pg.Tx, table int64) {
	tx.Do(ctx, `DELETE FROM seals WHERE table_id = $1`, table)
}

// resealed makes the seal that was missing, after a transaction failed by ErrSeal: the next try shows it.
func (s *Tables) resealed(ctx context.Context, of string, owner int64, err error) error {
	if !errors.Is(err, base.ErrSeal) {
		return err
	}
	return errors.Join(err, s.InTx(ctx, "make seal", func(ctx context.Context, tx *pg.Tx) error {
		return s.DrawSeals(ctx, tx, of, owner)
	}))
}

// SealOf is the commitment to the secret of the next table that a player opens; "" where there is none yet, and an
// attempt to open a table makes one.
func (s *Tables) SealOf(ctx context.Context, player int64) (commitment string, err error) {
	err = s.Read(ctx, "seal", func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `SELECT coalesce((SELECT commitment FROM seals WHERE player_id = $1), '')`, player).
			Scan(&commitment)
	})
	return commitment, err
}

// SealsAtOnce are made by one transaction.
const SealsAtOnce = 500

// MakeSeals draws the seals of all players and tables that have none: those that were there before there were seals,
// and those that a program of an earlier version has made.
func (s *Tables) MakeSeals(ctx context.Context) error {
	for _, missing := range []struct{ of, query string }{
		{base.SealOfPlayer, `SELECT id FROM players o WHERE deleted_at IS NULL AND NOT placeholder`},
		{base.SealOfTable, `SELECT id FROM tables o WHERE status <> 'closed'`},
	} {
		for more := true; more; {
			err := s.InTx(ctx, "make seals", func(ctx context.Context, tx *pg.Tx) error {
				owners, err := pg.Collect(ctx, tx, pgx.RowTo[int64], missing.query+` AND NOT EXISTS (SELECT FROM seals
					WHERE `+missing.of+` = o.id)
					ORDER BY id LIMIT $1`, SealsAtOnce)
				more = len(owners) == SealsAtOnce
				if err != nil || len(owners) == 0 {
					return err
				}
				return s.DrawSeals(ctx, tx, missing.of, owners...)
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// contribute notes what the player of a seat adds to the next deal at a table, in place of what was added there before;
// nothing where c is zero.
func contribute(ctx context.Context, tx *pg.Tx, table, player int64, c Contribution) {
	tx.Do(ctx, `UPDATE seats SET contribution = CASE WHEN $4 <> '' THEN $3 END, contribution_how = nullif($4, ''),
			contribution_at = CASE WHEN $4 <> '' THEN clock_timestamp() END
		WHERE table_id = $1 AND player_id = $2`, table, player, c.Text, c.How)
}

// seatMatch writes who plays a match that is dealt, and what each seat has added. A seat contributes once.
func seatMatch(ctx context.Context, tx *pg.Tx, match, table int64, version string) {
	tx.Do(ctx, `
		INSERT INTO match_seats (match_id, seat, player_id, bot, contribution, contribution_how, contribution_at)
		SELECT $1, seat, player_id, bot,
			CASE WHEN $3 THEN CASE WHEN bot IS NOT NULL THEN $4 ELSE coalesce(contribution, '') END END,
			CASE WHEN $3 THEN CASE WHEN bot IS NOT NULL THEN $5 ELSE coalesce(contribution_how, $6) END END,
			CASE WHEN $3 AND bot IS NULL THEN contribution_at END
		FROM seats WHERE table_id = $2`, match, table, version != shuffle.V1, shuffle.BotContribution, base.ByBot,
		base.ByNobody)
	forgetContributions(ctx, tx, table)
}

// forgetContributions takes back what players have added to the next deal at a table.
func forgetContributions(ctx context.Context, tx *pg.Tx, table int64) {
	tx.Do(ctx, `UPDATE seats SET contribution = NULL, contribution_how = NULL, contribution_at = NULL
		WHERE table_id = $1`, table)
}

// A Shuffled match has what its deals follow from.
type Shuffled struct {
	Secret        StoredSecret
	Number        int64       // by which the house that dealt it committed to the secret
	Shuffle       string      // the version of the method
	Contributions []string    // by seat
	Key           *keys.Match // once it is opened
}

// A StoredSecret is the secret of a match as a row keeps it: in plain when the match is over, or was dealt before there
// were keys.
type StoredSecret struct {
	engine.Hidden
	Plain, Sealed []byte
}

// Open decrypts a secret: ErrKeyLost.
func (v StoredSecret) Open(ring *keys.Ring, match int64) (*keys.Match, error) {
	if len(v.Plain) == len(engine.Seed{}) {
		return keys.Of(engine.Seed(v.Plain)), nil
	}
	secret, err := ring.Unseal(match, v.Sealed)
	if err != nil {
		return nil, err
	}
	return keys.Of(secret), nil
}

// ShuffledSQL is what Shuffled.Columns are read from, of the match m.
const ShuffledSQL = `m.seed, m.secret, coalesce(m.dealt_as, m.id), m.shuffle_version,
	(SELECT coalesce(array_agg(coalesce(contribution, '') ORDER BY seat), '{}') FROM match_seats WHERE match_id = m.id)`

// Columns are where the ShuffledSQL of a row goes.
func (v *Shuffled) Columns() []any {
	return []any{&v.Secret.Plain, &v.Secret.Sealed, &v.Number, &v.Shuffle, &v.Contributions}
}

// OpenKey decrypts the secret of a match, once: ErrKeyLost.
func (s *Tables) OpenKey(match int64, v *Shuffled) (err error) {
	if v.Key == nil {
		v.Key, err = v.Secret.Open(s.Keys, match)
	}
	return err
}

// SourceOf is what the deals of a match follow from: ErrKeyLost.
func (s *Tables) SourceOf(match int64, v *Shuffled) (engine.Source, error) {
	if err := s.OpenKey(match, v); err != nil {
		return nil, err
	}
	return shuffle.From(v.Shuffle, v.Key.Secret, strconv.FormatInt(cmp.Or(v.Number, match), 10), v.Contributions)
}
