package seed

import (
	"context"
	"fmt"
	"time"

	"carteado/db/nights"
	"carteado/engine/clock"
)

// nights are one to come, and many at which forty people sat down four times at ten tables with real cards. Two people
// meet again now and then, and everybody wins.
func (f *filler) nights(ctx context.Context) error {
	if f.size.Nights == 0 {
		return nil
	}
	starts := f.now.Add(48 * time.Hour).Truncate(time.Hour)
	next, err := f.store.PlanNight(ctx, f.club.ID, f.members[0], nights.Plan{
		Name: "Noite de quinta", Starts: starts, Ends: starts.Add(4 * time.Hour), AnswersUntil: starts, Places: 60,
	}, clock.Once, "")
	if err != nil {
		return err
	}
	for _, s := range []statement{
		{`INSERT INTO night_answers (night_id, player_id, answer, placed)
			SELECT $1, player, CASE n % 4 WHEN 0 THEN 'no' WHEN 1 THEN 'maybe' ELSE 'yes' END, n % 4 > 1
			FROM unnest($2::bigint[]) WITH ORDINALITY AS p (player, n) WHERE n <= 60`, []any{next, f.members}},
		{`INSERT INTO nights (club_id, planned_at, name, starts_at, ends_at, answers_until, place, address, says, games,
				places, created_by, created_at)
			SELECT club_id, at, name, at, at + interval '4 hours', at, place, address, says, games, places,
				created_by, at
			FROM nights, generate_series(1, $2) n,
				LATERAL (SELECT $3::timestamptz - n * $4 * interval '1 day' / $2 AS at) w
			WHERE id = $1`, []any{next, f.size.Nights, f.now, f.size.Days}},
		{`INSERT INTO arrivals (night_id, player_id, by_id, came_at, left_at)
			SELECT id, ($2::bigint[])[1 + (id * 7 + k) % cardinality($2::bigint[])], $3, starts_at, ends_at
			FROM nights, generate_series(0, 39) k WHERE club_id = $1 AND starts_at < $4
			ON CONFLICT DO NOTHING`, []any{f.club.ID, f.members, f.members[0], f.now}},
		{`INSERT INTO draws (night_id, number, game, level, lot, minutes, screens, drawn_by, drawn_at, opened_at, over_at)
			SELECT id, r, $2, 'mixed', r, 40, false, created_by, at, at, at + interval '40 minutes'
			FROM nights, generate_series(1, 4) r, LATERAL (SELECT starts_at + (r - 1) * interval '1 hour' AS at) w
			WHERE club_id = $1 AND starts_at < $3`, []any{f.club.ID, f.game.Info().Key, f.now}},
		{`INSERT INTO draw_tables (night_id, round, number, reasons, paper)
			SELECT night_id, d.number, n, '[]', true FROM draws d, generate_series(1, 10) n`, nil},
		// A factor without a divisor of forty sends no two people to one seat.
		{`INSERT INTO draw_seats (night_id, round, number, seat, arrival_id, place)
			SELECT night_id, r, 1 + q / 4, q % 4, id, 1 + (k + q) % 4
			FROM (SELECT id, night_id, r, k, (k * (ARRAY[1, 3, 7, 9])[r] + r) % 40 AS q FROM (
				SELECT id, night_id, (row_number() OVER (PARTITION BY night_id ORDER BY id) - 1)::integer AS k
				FROM arrivals) a, generate_series(1, 4) r) s`, nil},
	} {
		if _, err := f.conn.Exec(ctx, s.sql, s.args...); err != nil {
			return fmt.Errorf("%.40s: %w", s.sql, err)
		}
	}
	return nil
}
