package db_test

import (
	"testing"

	"carteado/db/base"
	"carteado/db/live"
)

// Before somebody sits down at a table by days they are told in how many of the last twenty such matches the others
// have missed turns, from the tenth match on and where the club wants it.
func TestMissedTurnsAreTold(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	waits := func(pace string) int {
		opened, err := c.OpenTable(ctx, c.id, c.bento, live.NewTable{
			Game: "toy", Pace: pace, Seats: []live.SeatChoice{{Kind: live.SeatOpen}},
		})
		must(t, err)
		return opened.Number
	}
	days, minutes := waits("slow 86400"), waits("relaxed 1200")
	told := func(table int) *base.Missed {
		t.Helper()
		return c.board(t, table, c.celia).Table.Seats[0].Missed
	}
	// Matches of Bento that are over: in every third the clock has moved for him.
	play := func(pace, reach string, from, to int) {
		t.Helper()
		for n := from; n < to; n++ {
			must(t, c.exec(t, `
				WITH p AS (INSERT INTO tables (club_id, number, game, options, host_id, status, pace, reach)
					SELECT club_id, $1, game, options, host_id, 'closed', $2, $3 FROM tables
					WHERE number = $4 RETURNING id, club_id),
				m AS (INSERT INTO matches (id, table_id, club_id, status, rules_version, shuffle_version, seed,
						commitment, started_at, ended_at, outcome)
					SELECT nextval('match_ids'), p.id, p.club_id, 'over', 1, 'x', sha256('x'), 'x', now(), now(),
						'{"how": "target", "placing": [1, 2]}' FROM p RETURNING id),
				s AS (INSERT INTO match_seats (match_id, seat, player_id) SELECT id, 1, $5 FROM m)
				INSERT INTO moves (match_id, version, seat, idem, move, events, made)
					SELECT id, 1, 1, 'k' || $1, 'ready', '[]', CASE WHEN $1 % 3 = 0 THEN 'clock' END FROM m`,
				n, pace, reach, days, c.bento))
		}
		must(t, c.exec(t, `INSERT INTO results SELECT * FROM outcomes ON CONFLICT DO NOTHING`))
	}
	play("slow 86400", "club", 100, 109)
	if m := told(days); m != nil {
		t.Errorf("after nine matches: %+v", m)
	}
	play("slow 86400", "club", 109, 115)
	play("relaxed 1200", "club", 200, 210)
	if m := told(days); m == nil || *m != (base.Missed{Matches: 15, Missed: 5}) {
		t.Errorf("after fifteen matches: %+v", m)
	}
	if m := told(minutes); m != nil {
		t.Errorf("at a table by minutes: %+v", m)
	}
	play("slow 86400", "club", 300, 330)
	if m := told(days); m == nil || m.Matches != 20 {
		t.Errorf("after many matches: %+v", m)
	}
	must(t, c.exec(t, `UPDATE clubs SET missed_told = false`))
	if m := told(days); m != nil {
		t.Errorf("where the club does not want it: %+v", m)
	}
}
