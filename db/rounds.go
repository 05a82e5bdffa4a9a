package db

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/keys"
	"carteado/db/live"
	"carteado/db/results"
	"carteado/engine"
)

// RoundEnd returns a finished round to a member of the club: ErrOtherRules, ErrKeyLost,
// ErrUnwatched while the match goes on.
func (s *Store) RoundEnd(ctx context.Context, club, id int64, n int, viewer int64) (end RoundEnd, err error) {
	err = s.Read(ctx, "round end", func(ctx context.Context, conn *pgxpool.Conn) error {
		if end.Sheet, err = results.SelectSheet(ctx, conn, club, id, viewer); err != nil {
			return err
		}
		at := slices.IndexFunc(end.Scores, func(r engine.RoundScore) bool { return r.Number == n })
		if at < 0 {
			return base.ErrNotFound
		}
		end.Score = end.Scores[at]
		var final []byte
		var watched bool
		var secret live.StoredSecret
		err := conn.QueryRow(ctx, `SELECT r.final, m.seed, m.secret, `+base.WatchedBySQL("$3")+` FROM rounds r JOIN matches m
			ON m.id = r.match_id JOIN tables t ON t.id = m.table_id
			WHERE r.match_id = $1 AND r.number = $2`, id, n, viewer).Scan(&final, &secret.Plain, &secret.Sealed,
			&watched)
		if err != nil {
			return err
		}
		if !watched {
			return base.ErrUnwatched
		}
		game, err := s.GameBy(end.Game, end.Rules)
		if err != nil {
			return err
		}
		key, err := secret.Open(s.Keys, id)
		if err != nil {
			return err
		}
		if final, err = key.OpenJSON(keys.Final, final); err != nil {
			return err
		}
		round, err := game.Load(final)
		if err != nil {
			return err
		}
		end.View = round.View(end.Mine)
		return nil
	})
	return end, err
}

// A RoundEnd is how a finished round looked at its end.
type RoundEnd struct {
	results.Sheet
	Score engine.RoundScore
	View  any // the game's own view, for the viewer's seat
}
