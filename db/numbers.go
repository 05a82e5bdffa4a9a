package db

import (
	"context"
	"log/slog"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/live"
	"carteado/db/pg"
	"carteado/db/results"
	"carteado/engine"
)

// countEnd counts a match whose end is queued in Last, which it sends: what its players did, as its moves say. It locks
// late, and waits for nobody.
func (s *Store) countEnd(ctx context.Context, tx *pg.Tx, club, match int64) error {
	if err := tx.Flush(ctx); err != nil {
		return err
	}
	var counts bool
	if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM uncounted WHERE match_id = $1)`, match).
		Scan(&counts); err != nil || !counts {
		return err
	}
	scores, features, err := s.featuresOf(ctx, tx, match)
	if err != nil {
		return err
	}
	if err := queueLuck(ctx, tx, match); err != nil {
		return err
	}
	return s.CountEnd(ctx, tx, club, match, scores, features)
}

// featuresOf are the totals of a match that is over, and what its game counts of its moves, by seat: nothing under
// rules that are not played here, and where its key is lost.
func (s *Store) featuresOf(ctx context.Context, q pg.Querier, id int64) ([]int, []map[string]engine.Tally, error) {
	var p live.MatchPosition
	var options engine.Options
	var scores []int
	var seats int
	err := q.QueryRow(ctx, `SELECT t.game, t.options, m.rules_version, m.totals,
			(SELECT count(*) FROM match_seats WHERE match_id = m.id), `+live.ShuffledSQL+`
		FROM matches m JOIN tables t ON t.id = m.table_id WHERE m.id = $1 AND m.status = 'over'`, id).
		Scan(append([]any{&p.Game, &options, &p.Rules, &scores, &seats}, p.Columns()...)...)
	if err != nil {
		return nil, nil, err
	}
	none := make([]map[string]engine.Tally, seats)
	for i := range none {
		none[i] = map[string]engine.Tally{}
	}
	if len(scores) != seats {
		scores = make([]int, seats)
	}
	if err := s.OpenKey(id, &p.Shuffled); err != nil {
		return scores, none, live.SkipLost(err)
	}
	var own []bool
	moves, err := pg.Collect(ctx, q, func(row pgx.CollectableRow) (m engine.Made, err error) {
		var text string
		var by *string
		if err := row.Scan(&m.Seat, &text, &by); err != nil {
			return m, err
		}
		own = append(own, by == nil)
		m.Move, err = live.OpenMove(p.Key, text)
		return m, err
	}, `SELECT seat, move, made FROM moves WHERE match_id = $1 ORDER BY version`, id)
	if pg.Code(err) != "" || ctx.Err() != nil {
		return nil, nil, err
	}
	var features []map[string]engine.Tally
	if err == nil {
		features, err = s.countMoves(id, p, options, seats, moves, own)
	}
	if err != nil { // of another version of the rules, or moves that cannot be read
		s.log.LogAttrs(ctx, slog.LevelInfo, "moves are not counted", slog.Int64("match", id),
			slog.String("error", err.Error()))
		return scores, none, nil
	}
	return scores, features, nil
}

func (s *Store) countMoves(id int64, p live.MatchPosition, options engine.Options, seats int, moves []engine.Made,
	own []bool) ([]map[string]engine.Tally, error) {
	match, err := s.Repeat(id, p, options, seats, nil)
	if err != nil {
		return nil, err
	}
	return engine.CountFeatures(match, moves, own)
}

// countedAtATime is how many matches a job counts before it asks for more.
const countedAtATime = 100

// CountMatches counts the moves of matches of a club that wait for it, and then the club. It goes on until stopped says
// so, and then there is more to do.
func (s *Store) CountMatches(ctx context.Context, job results.CountJob, stopped func() bool) (more bool, err error) {
	for {
		list, err := s.Uncounted(ctx, job.Club, countedAtATime)
		if err != nil {
			return false, err
		}
		if len(list) == 0 {
			return false, s.CountClub(ctx, job)
		}
		for _, match := range list {
			if stopped() {
				return true, nil
			}
			if err := s.countMatch(ctx, match); err != nil {
				return false, err
			}
		}
	}
}

func (s *Store) countMatch(ctx context.Context, match int64) error {
	var scores []int
	var features []map[string]engine.Tally
	err := s.Read(ctx, "count match", func(ctx context.Context, conn *pgxpool.Conn) (err error) {
		scores, features, err = s.featuresOf(ctx, conn, match)
		return err
	})
	if err != nil {
		return err
	}
	return s.KeepCounted(ctx, match, scores, features)
}
