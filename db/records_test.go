package db_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"carteado/db/base"
	"carteado/db/live"
	"carteado/db/results"
	"carteado/engine"
)

// Whatever happens in a club, what is kept of everybody's matches is what counting
// them says, and computing it anew changes nothing.
func TestRecordsAreKept(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			c := found(t)
			must(t, c.ChooseRatings(t.Context(), c.id, c.ana, results.RatingsAll))
			h := history{club: c, chance: rand.New(rand.NewPCG(seed, 8)), members: []int64{c.ana, c.bento, c.celia}}
			enough := func() bool {
				return c.count(t, `SELECT count(*) FROM tallies WHERE matches > 0`) > 1 &&
					c.count(t, `SELECT count(DISTINCT kind) FROM corrections`) == 3
			}
			for n := 0; n < 40 || n < 400 && !enough(); n++ {
				h.step(t)
			}
			c.recordsHold(t)
			c.ratingsHold(t)
			c.numbersHold(t)
			if !enough() {
				t.Error("hardly anything has happened")
			}
			// The check itself: each of these is seen, and put right.
			for _, sql := range []string{
				`UPDATE tallies SET wins = wins + 1 WHERE player_id = $1`, `DELETE FROM tallies WHERE player_id = $1`,
				`UPDATE encounters SET lost = lost + 1 WHERE player_id = $1`, `DELETE FROM results WHERE player_id = $1`,
			} {
				must(t, c.exec(t, sql, c.ana))
				if computed, changed, err := c.RecomputeRecords(t.Context()); err != nil || changed != 1 ||
					computed < 4 {
					t.Errorf("%s: %d of %d players had other records, %v", sql, changed, computed, err)
				}
				c.recordsHold(t)
			}
		})
	}
}

// A history is what happens in a club, by chance.
type history struct {
	club
	chance  *rand.Rand
	members []int64 // the owner first
	newest  int
}

// step does something; what the club refuses then is no matter.
func (h *history) step(t *testing.T) {
	t.Helper()
	ctx := t.Context()
	match := h.count(t, `SELECT coalesce((SELECT id FROM matches WHERE status = 'over' ORDER BY md5(id::text || $1)
		LIMIT 1), 0)`, fmt.Sprint(h.chance.Uint64()))
	correct := func(kind string, places []int) error {
		return h.Correct(ctx, h.id, h.ana, int64(match), results.Correction{Kind: kind, Places: places,
			Reason: "by chance"})
	}
	var err error
	switch n := h.chance.IntN(20); {
	case n < 9:
		h.plays(t)
	case n < 11:
		err = correct(results.CorrectVoid, nil)
	case n < 13:
		err = correct(results.CorrectPlaces, [][]int{{1, 2}, {2, 1}, {1, 1}, {1, 2, 3}, {3, 1, 1}, {2, 1, 2},
			{1, 1, 3}}[h.chance.IntN(7)])
	case n < 14:
		err = correct(results.CorrectRestore, nil)
	case n < 15 && h.newest > 0:
		err = h.CloseTable(ctx, h.id, h.newest, h.ana, "late")
	case n < 16:
		err = h.Suspend(ctx, h.id, h.ana, h.members[1], pause)
	case n < 17:
		err = h.Restore(ctx, h.id, h.ana, h.members[1])
	case n < 18:
		err = h.LeaveClub(ctx, h.id, h.celia)
	case n < 19:
		err = h.exec(t, `INSERT INTO memberships (club_id, player_id, role) VALUES ($1, $2, 'member')
			ON CONFLICT DO NOTHING`, h.id, h.celia)
	default:
		from := time.Duration(h.chance.IntN(3)-1) * time.Hour
		_, err = h.FoundSeason(ctx, h.id, h.ana, results.Season{Name: fmt.Sprint(h.chance.Uint32()),
			StartsAt: time.Now().Add(from), EndsAt: time.Now().Add(from + time.Hour)}, h.seasons(t)...)
	}
	for _, refusal := range []error{base.ErrNotFound, results.ErrPlaces, base.ErrStale, base.ErrForbidden,
		base.ErrOwnMatch} {
		if errors.Is(err, refusal) {
			err = nil
		}
	}
	must(t, err)
}

// plays opens a table of two or three, with a bot or for those invited at times,
// and, most times, ends its match.
func (h *history) plays(t *testing.T) {
	t.Helper()
	ctx := t.Context()
	others := slices.Clone(h.members)
	h.chance.Shuffle(len(others), func(i, j int) { others[i], others[j] = others[j], others[i] })
	n := live.NewTable{Game: "toy", Seats: []live.SeatChoice{{Kind: live.SeatMember, Player: others[1]}}}
	switch h.chance.IntN(4) {
	case 0:
		n.Seats = append(n.Seats, live.SeatChoice{Kind: live.SeatMember, Player: others[2]})
	case 1:
		n.Seats = append(n.Seats, live.SeatChoice{Kind: live.SeatBot, Level: "random"})
	case 2:
		n.Reach = live.ReachInvited
	}
	table, err := h.OpenTable(ctx, h.id, others[0], n)
	if err != nil {
		return // somebody is no member now
	}
	h.newest = table.Number
	for _, player := range others[1:] {
		_ = h.JoinTable(ctx, h.id, table.Number, player) // if a seat is kept for them
	}
	if h.chance.IntN(5) == 0 {
		return
	}
	for _, player := range others {
		board, err := h.Board(ctx, h.id, table.Number, player)
		if err == nil && board.Dealt && board.View.Outcome == nil && !slices.Contains(board.View.Left, true) {
			_, err = h.Play(ctx, live.PlayInput{
				Club: h.id, Table: table.Number, Match: board.Table.Match, Player: player, Version: board.View.Version,
				Idem: "leave", Move: engine.Move{Verb: engine.VerbLeave},
			})
			must(t, err)
		}
	}
}

// recordsHold compares what is kept with what the matches themselves say, counted
// here.
func (c club) recordsHold(t *testing.T) {
	t.Helper()
	type seat struct {
		Match          int64
		Player         int64
		Seat           int
		Game, Reach    string
		How            string
		Placing        []int
		Kind           string
		Places         []int
		Ended          time.Time
		placed, counts int // 0: none
	}
	rows, err := c.Pool().Query(t.Context(), `
		SELECT m.id, coalesce(s.player_id, 0), s.seat, t.game, t.reach, m.outcome->>'how', m.outcome->'placing',
			coalesce((SELECT kind FROM corrections WHERE match_id = m.id ORDER BY id DESC LIMIT 1), ''),
			(SELECT places FROM corrections WHERE match_id = m.id ORDER BY id DESC LIMIT 1), m.ended_at
		FROM matches m JOIN tables t ON t.id = m.table_id JOIN match_seats s ON s.match_id = m.id
			WHERE m.status = 'over'`)
	must(t, err)
	defer rows.Close()
	matches := map[int64][]seat{}
	for rows.Next() {
		var s seat
		must(t, rows.Scan(&s.Match, &s.Player, &s.Seat, &s.Game, &s.Reach, &s.How, &s.Placing, &s.Kind, &s.Places,
			&s.Ended))
		if s.How != engine.ByClose {
			s.placed = s.Placing[s.Seat]
			switch {
			case s.Reach != "club" || s.Kind == results.CorrectVoid:
			case s.Kind == results.CorrectPlaces:
				s.counts = s.Places[s.Seat]
			default:
				s.counts = s.placed
			}
		}
		if s.Player != 0 {
			matches[s.Match] = append(matches[s.Match], s)
		}
	}
	must(t, rows.Err())
	want := map[string][4]int{}
	add := func(key string, n ...bool) {
		sum := want[key]
		for i, yes := range append([]bool{true}, n...) {
			if yes {
				sum[i]++
			}
		}
		want[key] = sum
	}
	for _, seats := range matches {
		for _, a := range seats {
			add(fmt.Sprintf("player %d, %s", a.Player, a.Game), a.counts > 0, a.counts == 1)
			want[fmt.Sprintf("player %d, match %d, %v", a.Player, a.Match, a.Ended.UnixMicro())] = [4]int{
				a.placed, a.counts}
			for _, b := range seats {
				if a.Player != b.Player {
					met := fmt.Sprintf("player %d, rival %d, %s", a.Player, b.Player, a.Game)
					add(met, a.counts > 0, a.counts > 0 && a.counts < b.counts, a.counts > b.counts)
					want[met] = [4]int{0, want[met][1], want[met][2], want[met][3]}
				}
			}
		}
	}
	got := map[string][4]int{}
	for _, sql := range []string{
		`SELECT 'player ' || player_id || ', ' || game, ended, matches, wins, 0 FROM tallies`,
		`SELECT 'player ' || player_id || ', rival ' || rival_id || ', ' || game, 0, matches, won, lost
			FROM encounters`,
		`SELECT 'player ' || player_id || ', match ' || match_id || ', ' || (extract(epoch
			FROM ended_at) * 1000000)::bigint, coalesce(placed, 0), coalesce(place, 0), 0, 0 FROM results`,
	} {
		rows, err := c.Pool().Query(t.Context(), sql)
		must(t, err)
		for rows.Next() {
			var key string
			var n [4]int
			must(t, rows.Scan(&key, &n[0], &n[1], &n[2], &n[3]))
			got[key] = n
		}
		must(t, rows.Err())
	}
	if diff := cmp.Diff(want, maps.Clone(got)); diff != "" {
		t.Errorf("what is kept is not what was played (-played +kept):\n%s", diff)
	}
	if computed, changed, err := c.RecomputeRecords(t.Context()); err != nil || changed != 0 {
		t.Errorf("%d of %d players had other records, %v", changed, computed, err)
	}
}

// Matches of the same players that end at once are all counted.
func TestRecordsOfMatchesThatEndAtOnce(t *testing.T) {
	t.Parallel()
	c := found(t)
	var tables []int
	for range 12 {
		tables = append(tables, c.meets(t))
	}
	var wait sync.WaitGroup
	for i, table := range tables {
		player := []int64{c.ana, c.bento}[i%2]
		leave := c.input(t, table, player, "leave")
		leave.Move = engine.Move{Verb: engine.VerbLeave}
		wait.Go(func() {
			if _, err := c.Play(t.Context(), leave); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	c.recordsHold(t)
	c.numbersHold(t)
	record, err := c.RecordOf(t.Context(), c.id, c.celia, c.ana)
	must(t, err)
	if !slices.Equal(record.Games, []results.GameRecord{{Game: "toy", Matches: 12, Wins: 6}}) ||
		len(record.Rivals) != 1 || record.Rivals[0].Won != 6 || record.Rivals[0].Lost != 6 {
		t.Errorf("record %+v", record)
	}
}
