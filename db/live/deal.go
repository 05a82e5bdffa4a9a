package live

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5/pgtype"

	"carteado/db/base"
	"carteado/db/keys"
	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/clock"
)

// newMatch begins a match at a table with the secret of a seal.
func (s *Tables) newMatch(ctx context.Context, tx *pg.Tx, t Table, v seal) error {
	game, err := s.game(t.Game)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO matches (id, club_id, table_id, rules_version, shuffle_version, seed, secret, commitment, sealed_at,
			dealt_as)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		v.Match, t.Club, t.ID, game.Info().Version, v.Version, v.Secret.Plain, v.Secret.Sealed, v.Commitment, v.Made,
		v.DealtAs)
	return err
}

// deal starts the waiting match of a table whose seats are all taken.
func (s *Tables) deal(ctx context.Context, tx *pg.Tx, t Table) error {
	game, err := s.game(t.Game)
	if err != nil {
		return err
	}
	p := MatchPosition{Club: t.Club, Table: t.ID}
	var held, shared bool
	err = tx.QueryRow(ctx, `
		SELECT m.id, m.shuffle_version, m.asides, t.pace, t.held, m.dealt_as IS NOT NULL
		FROM tables t JOIN matches m ON m.table_id = t.id AND m.status = 'waiting'
		WHERE t.id = $1 FOR UPDATE OF m`, t.ID).Scan(&p.Match, &p.Shuffle, &p.Asides, (*storedPace)(&p.Pace), &held,
		&shared)
	if err != nil {
		return err
	}
	if shared && !held {
		return base.ErrStale // the secret that it shared with other tables is known
	}
	if held { // the deals of all tables of a duplicate round follow from their secret alone
		forgetContributions(ctx, tx, t.ID)
	}
	seatMatch(ctx, tx, p.Match, t.ID, p.Shuffle)
	err = tx.QueryRow(ctx, `SELECT (`+playersBySeat+`), `+ShuffledSQL+` FROM matches m WHERE id = $1`, p.Match).
		Scan(append([]any{&p.Players}, p.Columns()...)...)
	if err != nil {
		return err
	}
	from, err := s.SourceOf(p.Match, &p.Shuffled)
	if err != nil {
		return err
	}
	match, err := engine.NewMatch(game, len(p.Players), t.Options, from)
	if err != nil {
		return err
	}
	state, err := json.Marshal(match)
	if err != nil {
		return err
	}
	p.Clock = clock.New(p.Pace, len(p.Players))
	if err := p.ReadNow(ctx, tx); err != nil {
		return err
	}
	if err := s.timed(ctx, tx, &p, match, engine.Nobody, false); err != nil {
		return err
	}
	tx.Do(ctx, `
		UPDATE matches SET status = 'playing', state = $2, to_move = $3, totals = $4, clock = $5, started_at = now(),
			changed_at = now()
		WHERE id = $1`, p.Match, p.Key.JSON(keys.Position, state), match.ToMove(), match.Totals(), p.Clock)
	if err := s.queueTick(ctx, tx, &p); err != nil {
		return err
	}
	tx.Do(ctx, `UPDATE tables SET status = 'playing', version = version + 1 WHERE id = $1`, t.ID)
	if err := s.dueBots(ctx, tx, &p, match, false); err != nil {
		return err
	}
	Notify(tx, t.ID)
	return nil
}

func (s *Tables) game(key string) (engine.Game, error) {
	game, known := s.games[key]
	if !known {
		return nil, fmt.Errorf("game %q is not among the games of this program", key)
	}
	return game, nil
}

// GameBy returns the game of a match that was begun under a version of its rules:
// ErrOtherRules for another version, which could find other moves legal or read
// other cards from the same position.
func (s *Tables) GameBy(key string, rules int) (engine.Game, error) {
	game, err := s.game(key)
	if err == nil && game.Info().Version != rules {
		err = fmt.Errorf("%s by rules %d, this program plays %d: %w", key, rules, game.Info().Version,
			base.ErrOtherRules)
	}
	return game, err
}

// playersBySeat are the players of the match m, 0 for a bot.
const playersBySeat = `SELECT array_agg(coalesce(player_id, 0) ORDER BY seat) FROM match_seats WHERE match_id = m.id`

// storedPace reads a pace from its column. One that is not known any more has no clock.
type storedPace clock.Pace

// ScanText is how pgx hands over text.
func (s *storedPace) ScanText(v pgtype.Text) error {
	p, err := clock.Parse(v.String)
	if err != nil {
		p = clock.Pace{}
	}
	*s = storedPace(p)
	return nil
}
