package delivery

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/db/pg"
	"carteado/engine/clock"
)

// newerThanSQL is how old a turn may be that is told: it began within 36 hours in which a program ran, so that one
// which began before a long outage is told after it.
const newerThanSQL = `(SELECT CASE WHEN back_at > now() - interval '36 hours' THEN back_at - gone ELSE now() END
	FROM heartbeat) - interval '36 hours'`

// Reminders at tables by days. The last comes when a sixth of the time is left, but not more than maxWarning nor
// less than minWarning before the end, and not when less than tooLate is left. Where a turn may take at least longMove,
// one comes when half of its time is over. Its time is that for a move and what is left of the reserve.
const (
	maxWarning = 4 * time.Hour
	minWarning = 30 * time.Minute
	tooLate    = 15 * time.Minute
	longMove   = 72 * time.Hour
)

// reminder is the reminder that a player is to have of a turn that ends at due, "" for none yet. Only the time that
// runs counts, so that somebody whose turn ends soon after their quiet hours hears of it before them.
func reminder(p clock.Pace, reserve time.Duration, rest clock.Calendar, now, due time.Time) string {
	left, whole := rest.Elapsed(now, due), p.Move+reserve
	switch {
	case due.Sub(now) < tooLate:
		return ""
	case left <= max(min(whole/6, maxWarning), minWarning):
		return "due"
	case whole >= longMove && left <= whole/2:
		return "half"
	}
	return ""
}

// remind makes the notices of reminder.
func remind(ctx context.Context, tx *pg.Tx) error {
	rows, err := tx.Query(ctx, `
		SELECT s.player_id, m.club_id, m.table_id, m.id, `+LastMoveSQL+`, t.pace, d.due, d.reserve,
			coalesce(nullif(p.zone, ''), c.time_zone), p.quiet_from, p.quiet_till, now()
		FROM (SELECT DISTINCT w.player_id FROM `+targetsSQL+`) away
		JOIN players p ON p.id = away.player_id JOIN match_seats s ON s.player_id = p.id JOIN matches m
			ON m.id = s.match_id
		JOIN members v ON v.club_id = m.club_id AND v.player_id = s.player_id
		JOIN tables t ON t.id = m.table_id JOIN clubs c ON c.id = m.club_id
		CROSS JOIN LATERAL (SELECT (at->>'due')::timestamptz AS due, coalesce((at->>'reserve')::bigint, 0) AS reserve
			FROM (SELECT m.clock->'seats'->s.seat::int AS at) c) d
		WHERE `+waitsSQL+` AND t.slow_move IS NOT NULL AND m.clock->>'paused' IS NULL AND d.due > now()
			AND (d.due <= now() + $2::interval + interval '12 hours' OR t.slow_move + d.reserve / 1000000000 >= $3)`,
		awayAfter,
		maxWarning, int64(longMove/time.Second))
	if err != nil {
		return err
	}
	type reminded struct {
		NewNotice
		player int64
	}
	var list []reminded
	one := reminded{NewNotice: NewNotice{Kind: NoticeTurn}}
	var pace string
	var rest clock.Calendar
	var due, now time.Time
	var reserve time.Duration
	_, err = pgx.ForEachRow(rows, []any{
		&one.player, &one.Club, &one.Table, &one.Match, &one.Subject, &pace, &due, &reserve, &rest.Zone, &rest.From,
		&rest.Till,
		&now,
	}, func() error {
		p, err := clock.Parse(pace)
		if one.What = reminder(p, reserve, rest, now, due); err == nil && one.What != "" {
			one.Key = fmt.Sprint(one.Match, one.Subject, " ", one.What)
			list = append(list, one)
		}
		return err
	})
	for _, one := range list {
		Tell(ctx, tx, one.NewNotice, one.player)
	}
	return err
}
