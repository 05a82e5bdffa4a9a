package nights

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/pg"
	"carteado/engine/clock"
)

// ahead is how many nights of a series are made that have not begun.
const ahead = 4

// PlanNights adds the nights of all series that come next, each series by itself. It may run any number of times.
func (s *Nights) PlanNights(ctx context.Context) error {
	var due []int64
	const dueSQL = `SELECT s.id FROM night_series s JOIN clubs c ON c.id = s.club_id AND c.archived_at IS NULL
		WHERE s.ended_at IS NULL AND (
			SELECT count(*) FROM nights n WHERE n.series_id = s.id AND n.planned_at > now()) < $1`
	err := s.Read(ctx, "series to plan", func(ctx context.Context, conn *pgxpool.Conn) (err error) {
		due, err = pg.Collect(ctx, conn, pgx.RowTo[int64], dueSQL+` ORDER BY s.id`, ahead)
		return err
	})
	for _, series := range due {
		err = errors.Join(err, s.InTx(ctx, "plan nights", func(ctx context.Context, tx *pg.Tx) error {
			still, err := pg.Collect(ctx, tx, pgx.RowTo[int64], dueSQL+` AND s.id = $2
				FOR NO KEY UPDATE OF s SKIP LOCKED`, ahead, series)
			if err != nil || len(still) == 0 {
				return err
			}
			return extend(ctx, tx, series)
		}))
	}
	return err
}

// extend adds nights to a locked series, each like the last one that was not changed by itself.
func extend(ctx context.Context, tx *pg.Tx, series int64) error {
	var recurs clock.Recurrence
	var zone string
	var last, now time.Time
	var there int
	if err := tx.QueryRow(ctx, `
		SELECT s.recurs, c.time_zone, max(n.planned_at), count(*) FILTER (WHERE n.planned_at > now()), now()
		FROM night_series s JOIN clubs c ON c.id = s.club_id JOIN nights n ON n.series_id = s.id
		WHERE s.id = $1 GROUP BY s.id, c.id`, series).Scan(&recurs, &zone, &last, &there, &now); err != nil {
		return err
	}
	var pattern Night
	if err := tx.QueryRow(ctx, `SELECT id, starts_at, ends_at, answers_until FROM nights WHERE series_id = $1
		ORDER BY own, planned_at DESC LIMIT 1`, series).
		Scan(&pattern.ID, &pattern.Starts, &pattern.Ends, &pattern.AnswersUntil); err != nil {
		return err
	}
	for last = last.In(clock.Zone(zone)); there < ahead; {
		last = recurs.Next(last)
		if !last.After(now) { // the program did not run meanwhile
			continue
		}
		there++
		tx.Do(ctx, `
			INSERT INTO nights (club_id, series_id, planned_at, name, starts_at, ends_at, answers_until, place, address,
				says, games, places, created_by)
			SELECT club_id, series_id, $2, name, $2, $3, $4, place, address, says, games, places, created_by
			FROM nights WHERE id = $1
			ON CONFLICT DO NOTHING`, pattern.ID, last, after(last, pattern.Starts, pattern.Ends, zone),
			shifted(last, pattern.Starts, pattern.AnswersUntil, zone))
	}
	return tx.Err()
}

// onWall is what a clock on the wall of a time zone shows, as if of UTC.
func onWall(t time.Time, zone string) time.Time {
	t = t.In(clock.Zone(zone))
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), 0, 0, time.UTC)
}

// shifted moves t by the difference of two times, by the clock on the wall.
func shifted(t, from, to time.Time, zone string) time.Time {
	w := onWall(t, zone).Add(onWall(to, zone).Sub(onWall(from, zone)))
	return time.Date(w.Year(), w.Month(), w.Day(), w.Hour(), w.Minute(), 0, 0, clock.Zone(zone))
}

// after is shifted for an end: where the clocks leave its hour out, it stays as long after the beginning.
func after(starts, from, to time.Time, zone string) time.Time {
	if ends := shifted(starts, from, to, zone); ends.After(starts) {
		return ends
	}
	return starts.Add(to.Sub(from))
}
