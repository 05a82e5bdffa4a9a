package chaos

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/db/live"
)

// The database's clock alone says what is due. So while nothing fails, the time of nobody's turn runs on and no bot
// stands still, however wrong the clocks of the instances are, and whichever of them leads the queue.

// wrong are clocks of the instances, five minutes apart: all behind, so that the queue's leader is behind, and all
// ahead.
var wrong = [][instances]time.Duration{{-5 * time.Minute, -10 * time.Minute}, {10 * time.Minute, 5 * time.Minute}}

const (
	// tooLate is how long after its time a move of the clock or of a bot is delayed. The queue's leader looks every
	// five seconds; one who has just ended is succeeded within fifteen.
	tooLate = 30 * time.Second

	quickest   = "live 10" // the pace whose turns are over soonest
	clockMoves = 4         // that are awaited at each table: two turns, of which an instance has queued the second
)

// punctual starts the instances again with wrong clocks, and judges when what is due is done at tables at which nobody
// plays.
func (s *storm) punctual(ctx context.Context, clocks [instances]time.Duration) error {
	for i, it := range s.sites {
		it.clock.Store(&clocks[i])
		if err := s.restart(ctx, it); err != nil {
			return err
		}
	}
	var numbers []int
	for _, rival := range []live.SeatChoice{{Kind: live.SeatOpen}, {Kind: live.SeatBot, Level: "club"}} {
		number, err := s.table(ctx, quickest, rival)
		if err != nil {
			return err
		}
		numbers = append(numbers, number)
	}
	conn, err := pgx.Connect(ctx, s.url)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	var worst time.Duration
	for moves := 0; moves < clockMoves; time.Sleep(rest) {
		var late time.Duration
		if err := conn.QueryRow(ctx, lateSQL, s.club.ID, numbers).Scan(&late, &moves); err != nil {
			return err
		}
		if worst = max(worst, late); worst > tooLate {
			var jobs string
			err := conn.QueryRow(ctx, waitingSQL).Scan(&jobs)
			return errors.Join(err, fmt.Errorf("with clocks %s off, a move is late by %s; queued are %s", clocks,
				late.Round(time.Second), jobs))
		}
	}
	s.counts(fmt.Sprintf("ms late with clocks %s off", clocks), int(worst.Milliseconds()))
	return nil
}

// lateSQL is for how long what is due at some tables has been so, and how many moves the clock has made at each at
// least.
const lateSQL = `
	SELECT coalesce(max(clock_timestamp() - CASE WHEN s.bot IS NOT NULL THEN m.changed_at
			ELSE (m.clock->'seats'->s.seat::int->>'due')::timestamptz END)
			FILTER (WHERE m.clock->>'paused' IS NULL AND s.seat = ANY (m.to_move)), '0'),
		coalesce(min((SELECT count(*) FROM moves WHERE match_id = m.id AND made = 'clock')), 0)
	FROM tables t JOIN matches m ON m.table_id = t.id JOIN match_seats s ON s.match_id = m.id
	WHERE t.club_id = $1 AND t.number = ANY ($2)`

// waitingSQL says which jobs wait, for how long yet, and why.
const waitingSQL = `SELECT coalesce(string_agg(concat_ws(' ', kind, state, scheduled_at - clock_timestamp(),
	errors[1]->>'error'), ', '), 'none') FROM river_job WHERE finalized_at IS NULL`

// restart stops an instance and waits until it is there again.
func (s *storm) restart(ctx context.Context, it *site) error {
	old := it.pid()
	it.told.Store(true)
	it.signal(syscall.SIGTERM)
	for end := time.Now().Add(timeout); ctx.Err() == nil; time.Sleep(pause) {
		if it.pid() != old && it.ready(ctx) == nil {
			return nil
		}
		if time.Now().After(end) {
			return errors.New("an instance does not come back")
		}
	}
	return nil // the run is over
}
