package db

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"

	"carteado/db/keys"
	"carteado/db/live"
	"carteado/db/pg"
	"carteado/engine"
)

// An ErrKeysLost says that keys by which running matches are encrypted are not where they should be.
type ErrKeysLost struct {
	Where *keys.Ring
	Lost  []keys.ID
}

func (e *ErrKeysLost) Error() string {
	return fmt.Sprintf("%s lacks the key of running matches %v: put the file back from its copy; if there is none, "+
		"`carteado admin deal-anew` deals these matches anew, and nothing else is lost", e.Where, e.Lost)
}

// CheckKeys refuses with *ErrKeysLost where a running match, or one to come, cannot be read.
func (s *Store) CheckKeys(ctx context.Context) error {
	lost, err := s.lostKeys(ctx)
	if err == nil && len(lost) > 0 {
		err = &ErrKeysLost{s.Keys, lost}
	}
	return err
}

func (s *Store) lostKeys(ctx context.Context) (lost []keys.ID, err error) {
	names, err := pg.Collect(ctx, s.Pool(), pgx.RowTo[[]byte], `SELECT DISTINCT substr(secret, 1, 8)
		FROM (SELECT secret FROM seals UNION ALL SELECT secret FROM daily_deals UNION ALL SELECT secret FROM duplicates
			UNION ALL SELECT secret FROM matches WHERE status <> 'over') s
		WHERE secret IS NOT NULL ORDER BY 1`)
	for _, name := range names {
		has, err := s.Keys.Has(keys.ID(name))
		if err != nil {
			return nil, err
		}
		if !has {
			lost = append(lost, keys.ID(name))
		}
	}
	return lost, err
}

// resealed at once are so many secrets.
const resealedAtOnce = 500

// RotateKey draws a new key, and encrypts by it the secrets of all matches that run or are to come. The older keys stay
// in the file.
func (s *Store) RotateKey(ctx context.Context) (resealed int, err error) {
	id, err := s.Keys.Add()
	if err != nil {
		return 0, err
	}
	for _, table := range []struct{ name, id, where string }{
		{"seals", "match_id", ""}, {"daily_deals", "match_id", ""}, {"duplicates", "match_id", ""},
		{"matches", "id", " AND status <> 'over'"},
	} {
		list := `SELECT ` + table.id + `, secret FROM ` + table.name + ` WHERE secret IS NOT NULL AND
			substr(secret, 1, 8) <> $1` + table.where + ` ORDER BY 1 LIMIT $2 FOR UPDATE`
		update := `UPDATE ` + table.name + ` SET secret = $2 WHERE ` + table.id + ` = $1`
		for n := resealedAtOnce; n == resealedAtOnce; resealed += n {
			if n, err = s.reseal(ctx, id, list, update); err != nil {
				return resealed, err
			}
		}
	}
	return resealed, s.RotateWebhooks(ctx)
}

// reseal encrypts some of the secrets that are not by the key, and says how many.
func (s *Store) reseal(ctx context.Context, by keys.ID, list, update string) (n int, err error) {
	err = s.InTx(ctx, "rotate key", func(ctx context.Context, tx *pg.Tx) error {
		rows, err := pg.Collect(ctx, tx, pgx.RowToStructByPos[struct {
			Match  int64
			Sealed []byte
		}], list, by[:], resealedAtOnce)
		if err != nil {
			return err
		}
		for _, r := range rows {
			secret, err := s.Keys.Unseal(r.Match, r.Sealed)
			if err != nil {
				return err
			}
			sealed, err := s.Keys.Seal(r.Match, secret)
			if err != nil {
				return err
			}
			tx.Do(ctx, update, r.Match, sealed)
		}
		n = len(rows)
		return tx.Err()
	})
	return n, err
}

// DealAnew is for keys that are lost: seals and waiting matches get another secret, and matches that were played end,
// count for nobody and are dealt anew to the players who sit there, who are told. It needs the owner of the tables.
func (s *Store) DealAnew(ctx context.Context) (dealt int, err error) {
	if _, err := s.Keys.Newest(); err != nil { // which makes it
		return 0, err
	}
	lost, err := s.lostKeys(ctx)
	if err != nil || len(lost) == 0 {
		return 0, err
	}
	var names [][]byte
	for _, id := range lost {
		names = append(names, id[:])
	}
	if err := s.InTx(ctx, "forget seals", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `DELETE FROM seals WHERE substr(secret, 1, 8) = ANY ($1)`, names)
		forgetDeals(ctx, tx, names)
		tx.Do(ctx, `WITH lost AS (UPDATE duplicates SET secret = NULL, released_at = clock_timestamp()
				WHERE substr(secret, 1, 8) = ANY ($1) RETURNING night_id, round)
			UPDATE tables SET held = false, version = version + 1 WHERE held AND id IN (
				SELECT table_id FROM draw_tables JOIN lost USING (night_id, round))`, names)
		return s.sealWaiting(ctx, tx, names)
	}); err != nil {
		return 0, err
	}
	if err := s.MakeSeals(ctx); err != nil {
		return 0, err
	}
	matches, err := pg.Collect(ctx, s.Pool(), pgx.RowTo[int64], `SELECT id FROM matches WHERE status = 'playing'
		AND substr(secret, 1, 8) = ANY ($1) ORDER BY id`, names)
	for _, match := range matches {
		if err := s.DealMatchAnew(ctx, match); err != nil {
			return dealt, err
		}
		dealt++
	}
	return dealt, err
}

// forgetDeals lets deals of the day be dealt anew: plays that had begun begin again, and of those that are over nobody
// can read the moves any more.
func forgetDeals(ctx context.Context, tx *pg.Tx, lost [][]byte) {
	tx.Do(ctx, `WITH d AS (DELETE FROM daily_deals WHERE substr(secret, 1, 8) = ANY ($1) RETURNING club_id, day, game),
		begun AS (DELETE FROM daily_plays p USING d WHERE (p.club_id, p.day, p.game) = (d.club_id, d.day, d.game)
			AND p.score IS NULL)
		UPDATE daily_plays p SET moves = '{}' FROM d WHERE (p.club_id, p.day, p.game) = (d.club_id, d.day, d.game)
			AND p.score IS NOT NULL`, lost)
}

// sealWaiting gives matches that wait for their players another secret, past the trigger that keeps a commitment.
func (s *Store) sealWaiting(ctx context.Context, tx *pg.Tx, lost [][]byte) error {
	waiting, err := pg.Collect(ctx, tx, pgx.RowToStructByPos[struct {
		ID      int64
		Version string
	}], `SELECT id, shuffle_version FROM matches WHERE status = 'waiting' AND substr(secret, 1, 8) = ANY ($1)
		FOR UPDATE`, lost)
	if err != nil || len(waiting) == 0 {
		return err
	}
	tx.Do(ctx, `ALTER TABLE matches DISABLE TRIGGER matches_seed_stays`)
	for _, m := range waiting {
		secret, sealed, err := s.DrawSecret(m.ID)
		if err != nil {
			return err
		}
		tx.Do(ctx, `UPDATE matches SET secret = $2, commitment = $3, sealed_at = clock_timestamp(), dealt_as = NULL
			WHERE id = $1`, m.ID, sealed, secret.Commit(m.Version, strconv.FormatInt(m.ID, 10)))
		tx.Do(ctx, `UPDATE tables SET version = version + 1 WHERE id = (SELECT table_id FROM matches WHERE id = $1)`,
			m.ID)
	}
	tx.Do(ctx, `ALTER TABLE matches ENABLE TRIGGER matches_seed_stays`)
	return tx.Err()
}

// SealRows encrypts what stands in plain of matches that run or are to come: those of a club from before there were
// keys, or of an older backup. It changes rows that are only ever inserted, once, and so needs the owner of the tables,
// whose URL it is given.
func (s *Store) SealRows(ctx context.Context, owner string) (err error) {
	seals, err := pg.Collect(ctx, s.Pool(), pgx.RowTo[int64], `SELECT match_id FROM seals WHERE seed IS NOT NULL
		ORDER BY 1`)
	if err != nil {
		return fmt.Errorf("seal rows: %w", err)
	}
	matches, err := pg.Collect(ctx, s.Pool(), pgx.RowTo[int64], `SELECT id FROM matches WHERE status <> 'over'
		AND seed IS NOT NULL ORDER BY 1`)
	if err != nil || len(seals)+len(matches) == 0 {
		return err
	}
	conn, err := pg.Connect(ctx, owner)
	if err != nil {
		return fmt.Errorf("seal rows: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	for batch := range slices.Chunk(seals, live.SealsAtOnce) {
		if err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
			for _, match := range batch {
				if _, err := s.sealSecret(ctx, tx, "seals", "match_id", match); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			return fmt.Errorf("seal rows: %w", err)
		}
	}
	for _, match := range matches {
		if err := pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return s.sealMatch(ctx, tx, match) }); err != nil {
			return fmt.Errorf("seal match %d: %w", match, err)
		}
	}
	return nil
}

// sealSecret encrypts the secret of a row; nil where another program was quicker.
func (s *Store) sealSecret(ctx context.Context, tx pgx.Tx, table, id string, match int64) (*keys.Match, error) {
	var seed []byte
	err := tx.QueryRow(ctx, `SELECT seed FROM `+table+` WHERE `+id+` = $1 AND seed IS NOT NULL FOR UPDATE`, match).
		Scan(&seed)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	sealed, err := s.Keys.Seal(match, engine.Seed(seed))
	if err == nil {
		_, err = tx.Exec(ctx, `UPDATE `+table+` SET seed = NULL, secret = $2 WHERE `+id+` = $1`, match, sealed)
	}
	return keys.Of(engine.Seed(seed)), err
}

// sealedColumns are those that tell the cards of a match; own names the rest of a row's key.
var sealedColumns = []struct {
	table, column, own, match string
	kind                      keys.Kind
	json                      bool
}{
	{"matches", "state", "id", "id", keys.Position, true},
	{"moves", "events", "version", "match_id", keys.Events, true},
	{"moves", "move", "version", "match_id", keys.Move, false},
	{"rounds", "final", "number", "match_id", keys.Final, true},
	{"hands", "cards", "seat", "match_id", keys.Hand, false},
	{"notes", "text", "player_id", "match_id", keys.Note, false},
}

func (s *Store) sealMatch(ctx context.Context, tx pgx.Tx, match int64) error {
	key, err := s.sealSecret(ctx, tx, "matches", "id", match)
	if key == nil || err != nil {
		return err
	}
	if _, err = tx.Exec(ctx, `DELETE FROM plans WHERE match_id = $1`, match); err != nil {
		return err // their players plan again
	}
	for _, c := range sealedColumns {
		type row struct {
			Own  int64
			Text string
		}
		rows, err := pg.Collect(ctx, tx, pgx.RowToStructByPos[row], `SELECT `+c.own+`, `+c.column+`::text
			FROM `+c.table+` WHERE `+c.match+` = $1 AND `+c.column+` IS NOT NULL`, match)
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			continue
		}
		if _, err := tx.Exec(ctx, `ALTER TABLE `+c.table+` DISABLE TRIGGER USER`); err != nil {
			return err
		}
		for _, r := range rows {
			text := string(key.JSON(c.kind, []byte(r.Text)))
			switch {
			case c.kind == keys.Move:
				move, err := engine.ParseMove(r.Text)
				if err != nil {
					return err
				}
				text = live.SealMove(key, move)
			case !c.json:
				text = key.Text(c.kind, r.Text)
			}
			cast := ""
			if c.json {
				cast = "::jsonb"
			}
			if _, err := tx.Exec(ctx, `UPDATE `+c.table+` SET `+c.column+` = $3`+cast+` WHERE `+c.match+` = $1
				AND `+c.own+` = $2`, match, r.Own, text); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(ctx, `ALTER TABLE `+c.table+` ENABLE TRIGGER USER`); err != nil {
			return err
		}
	}
	return nil
}
