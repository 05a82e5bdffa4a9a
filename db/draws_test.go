package db_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"carteado/db/base"
	"carteado/db/dbtest"
	"carteado/db/live"
	"carteado/db/nights"
	"carteado/db/results"
	"carteado/engine"
	"carteado/engine/clock"
	"carteado/engine/knock"
	"carteado/engine/pairing"
	"carteado/engine/standing"
)

// tonight is a night to which all members have come, and guests by these names.
func (c club) tonight(t *testing.T, guests ...string) int64 {
	t.Helper()
	ctx := t.Context()
	night, err := c.PlanNight(ctx, c.id, c.ana, nightPlan(time.Now().Add(time.Hour)), clock.Once, "")
	must(t, err)
	for _, player := range []int64{c.ana, c.bento, c.celia} {
		must(t, c.SetArrived(ctx, c.id, c.ana, night, player, true))
	}
	for _, name := range guests {
		must(t, c.AddGuest(ctx, c.id, c.ana, night, name))
	}
	return night
}

func (c club) draws(t *testing.T, night int64) []nights.Draw {
	t.Helper()
	list, err := c.DrawsOf(t.Context(), c.id, c.ana, night)
	must(t, err)
	return list
}

// wish is for tables of two of the toy.
func wish(tables int) nights.Wish {
	w := nights.Wish{Game: "toy", Minutes: 20, Level: pairing.Alike}
	for range tables {
		w.Sizes = append(w.Sizes, 2)
	}
	return w
}

func TestAnEveningIsDrawn(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	night := c.tonight(t, "Luís", "Rui")
	refused(t, c.DrawTables(ctx, c.id, c.bento, night, wish(2)), base.ErrForbidden)
	refused(t, c.DrawTables(ctx, c.id, c.ana, night, nights.Wish{Game: "toy", Minutes: 20, Sizes: []int{6}}),
		base.ErrFull)
	must(t, c.DrawTables(ctx, c.id, c.ana, night, wish(2)))
	must(t, c.DrawTables(ctx, c.id, c.ana, night, wish(2))) // again
	if list, err := c.DrawsOf(ctx, c.id, c.bento, night); err != nil || len(list) != 0 {
		t.Errorf("a member sees the proposal %v, %v", list, err)
	}
	d := c.draws(t, night)
	if len(d) != 1 || len(d[0].Tables) != 2 || len(d[0].Out) != 1 || d[0].Out[0].Reason == nil {
		t.Fatalf("drawn are %+v", d)
	}
	out, in := d[0].Out[0].ID, d[0].Tables[1].Seats[0].ID
	must(t, c.ExchangeSeats(ctx, c.id, c.ana, night, 1, out, in))
	refused(t, c.ExchangeSeats(ctx, c.id, c.ana, night, 1, out, 999_999), base.ErrStale)
	if d = c.draws(t, night); d[0].Out[0].ID != in || d[0].Tables[1].Seats[0].ID != out {
		t.Errorf("after an exchange: %+v", d)
	}
	must(t, c.OpenRound(ctx, c.id, c.ana, night, 1))
	must(t, c.OpenRound(ctx, c.id, c.ana, night, 1))
	refused(t, c.DrawTables(ctx, c.id, c.ana, night, wish(2)), base.ErrStale)
	refused(t, c.ExchangeSeats(ctx, c.id, c.ana, night, 1, out, in), base.ErrStale)
	c.firstSeatsWin(t, night, 1)
	refused(t, c.UndoRound(ctx, c.id, c.ana, night, 1, "Drawn again"), base.ErrStale)
	must(t, c.EndRound(ctx, c.id, c.ana, night, 1, ""))
	sat := c.draws(t, night)[0].Out[0].ID
	for round := 2; round <= 5; round++ { // everybody sits out once; each draw repeats the fewest
		must(t, c.DrawTables(ctx, c.id, c.ana, night, wish(2)))
		must(t, c.OpenRound(ctx, c.id, c.ana, night, round))
		c.firstSeatsWin(t, night, round)
		must(t, c.EndRound(ctx, c.id, c.ana, night, round, ""))
	}
	met, outs := map[pairing.Pair]int{}, map[int64]int{sat: 0}
	for _, d := range c.draws(t, night) {
		outs[d.Out[0].ID]++
		for _, table := range d.Tables {
			met[pairing.PairOf(table.Seats[0].ID, table.Seats[1].ID)]++
		}
	}
	// A draw does not look beyond its round: one lot in ten leaves two meetings of the fifth round to be repeats.
	if len(met) < 8 || len(outs) != 5 {
		t.Errorf("five rounds of five: %v met, %v sat out", met, outs)
	}
}

// firstSeatsWin writes down that the first seat wins, at each table of a round.
func (c club) firstSeatsWin(t *testing.T, night int64, round int) {
	t.Helper()
	for _, table := range c.draws(t, night)[round-1].Tables {
		must(t, c.SetPlaces(t.Context(), c.id, c.ana, night, round, table.Number, map[int64]int{
			table.Seats[0].ID: 1, table.Seats[1].ID: 2}))
	}
}

// Every page of those who are seated says where, until the round is over or they have gone.
func TestEverybodyIsToldTheirTable(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	night := c.tonight(t, "Luís")
	must(t, c.DrawTables(ctx, c.id, c.ana, night, wish(2)))
	for _, told := range []bool{false, true, false} {
		if told {
			must(t, c.OpenRound(ctx, c.id, c.ana, night, 1))
		}
		for _, player := range []int64{c.ana, c.bento, c.celia, c.davi} {
			marks, err := c.Marks(ctx, player)
			must(t, err)
			if want := told && player != c.davi; (marks.Seat != nil) != want ||
				want && (marks.Seat.Number == 0 || len(marks.Seat.Others) != 1) {
				t.Errorf("%d is told %+v", player, marks.Seat)
			}
		}
		if told {
			refused(t, c.SetPlaces(ctx, c.id, c.davi, night, 1, 1, nil), base.ErrNotFound)
			must(t, c.EndRound(ctx, c.id, c.ana, night, 1, ""))
		}
	}
}

// Tables without guests open here, once, even if the program ended before they were; their results come in by
// themselves.
func TestDrawnTablesOpenHere(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	night := c.tonight(t)
	w := wish(1)
	w.Screens = true
	must(t, c.DrawTables(ctx, c.id, c.ana, night, w))
	must(t, c.OpenDrawnTables(ctx, c.id, c.ana, night, 1)) // a proposal opens none
	must(t, c.OpenRound(ctx, c.id, c.ana, night, 1))
	done := make(chan error)
	for range 2 {
		go func() { done <- c.OpenDrawnTables(ctx, c.id, c.ana, night, 1) }()
	}
	must(t, ended(t, done))
	must(t, ended(t, done))
	must(t, c.exec(t, `UPDATE draw_tables SET table_id = NULL`)) // as if it had ended in the middle
	must(t, c.OpenDrawnTables(ctx, c.id, c.ana, night, 1))
	if n := c.count(t, `SELECT count(*) FROM tables`); n != 1 {
		t.Fatalf("%d tables were opened", n)
	}
	must(t, c.UndoRound(ctx, c.id, c.ana, night, 1, "Drawn again"))
	if n := c.count(t, `SELECT count(*) FROM tables WHERE status <> 'closed'`); n != 0 || len(c.draws(t, night)) != 0 {
		t.Errorf("%d tables are open after the round was taken back", n)
	}
	must(t, c.DrawTables(ctx, c.id, c.ana, night, w))
	must(t, c.OpenRound(ctx, c.id, c.ana, night, 1))
	must(t, c.OpenDrawnTables(ctx, c.id, c.ana, night, 1))
	table := c.draws(t, night)[0].Tables[0]
	must(t, c.JoinTable(ctx, c.id, table.Table, table.Seats[1].Player))
	leave := c.input(t, table.Table, table.Seats[0].Player, "leave")
	leave.Move = engine.Move{Verb: engine.VerbLeave}
	_, err := c.Play(ctx, leave)
	must(t, err)
	refused(t, c.UndoRound(ctx, c.id, c.ana, night, 1, "Drawn again"), base.ErrStale)
	if got := c.draws(t, night)[0].Tables[0]; got.Seats[0].Place != 2 || got.Seats[1].Place != 1 {
		t.Errorf("the result that came in is %+v", got)
	}
}

// The link of a television shows what a stranger may read, until it is taken away.
func TestTelevision(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	night := c.tonight(t)
	refused(t, c.SetScreen(ctx, c.id, c.bento, night, true), base.ErrForbidden)
	must(t, c.SetScreen(ctx, c.id, c.ana, night, true))
	token, err := c.ScreenOf(ctx, c.id, c.ana, night)
	must(t, err)
	must(t, c.DrawTables(ctx, c.id, c.ana, night, wish(1)))
	if shown, err := c.NightOnScreen(ctx, token); err != nil || len(shown.Draws) != 0 {
		t.Errorf("a proposal is shown: %+v, %v", shown, err)
	}
	must(t, c.OpenRound(ctx, c.id, c.ana, night, 1))
	if shown, err := c.NightOnScreen(ctx, token); err != nil || len(shown.Draws) != 1 {
		t.Errorf("shown is %+v, %v", shown, err)
	}
	must(t, c.SetScreen(ctx, c.id, c.ana, night, false))
	_, err = c.NightOnScreen(ctx, token)
	refused(t, err, base.ErrGone)
	_, err = c.NightOnScreen(ctx, "")
	refused(t, err, base.ErrGone)
}

// seatedAt is a night of Bento and Célia at one table on a screen, of which a match has begun.
func (c club) seatedAt(t *testing.T, atTime string) (night int64, table nights.DrawnTable) {
	t.Helper()
	ctx := t.Context()
	night = c.tonight(t)
	must(t, c.SetArrived(ctx, c.id, c.ana, night, c.ana, false))
	w := nights.Wish{Game: c.game.Info().Key, Minutes: 20, Sizes: []int{2}, Screens: true, AtTime: atTime}
	must(t, c.DrawTables(ctx, c.id, c.ana, night, w))
	must(t, c.OpenRound(ctx, c.id, c.ana, night, 1))
	must(t, c.OpenDrawnTables(ctx, c.id, c.ana, night, 1))
	table = c.draws(t, night)[0].Tables[0]
	must(t, c.JoinTable(ctx, c.id, table.Table, table.Seats[1].Player))
	return night, table
}

// playsARound plays until a round of a table is over.
func (c club) playsARound(t *testing.T, table int, players ...int64) {
	t.Helper()
	for i := 0; len(c.board(t, table, players[0]).View.Rounds) == 0; i++ {
		for _, player := range players {
			if len(c.board(t, table, player).Legal) > 0 {
				_, err := c.Play(t.Context(), c.input(t, table, player, fmt.Sprint("round ", i)))
				must(t, err)
				break
			}
		}
	}
}

// A table whose first player has opened too many holds up no other, and is opened once they may.
func TestAFullPlayerHoldsUpNoOtherTable(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	night := c.tonight(t)
	must(t, c.SetArrived(ctx, c.id, c.ana, night, c.joins(t, "Dora"), true))
	w := nights.Wish{Game: "toy", Minutes: 20, Sizes: []int{2, 2}, Screens: true, AtTime: nights.PlayedOut}
	must(t, c.DrawTables(ctx, c.id, c.ana, night, w))
	must(t, c.OpenRound(ctx, c.id, c.ana, night, 1))
	full := c.draws(t, night)[0].Tables[0].Seats[0].Player
	for range base.Quotas["tables"] {
		_, err := c.OpenTable(ctx, c.id, full, live.NewTable{Game: "toy",
			Seats: []live.SeatChoice{{Kind: live.SeatOpen}}})
		must(t, err)
	}
	must(t, c.OpenDrawnTables(ctx, c.id, c.ana, night, 1))
	if d := c.draws(t, night)[0]; d.Tables[0].Table != 0 || d.Tables[1].Table == 0 {
		t.Errorf("with one who has too many tables: %+v", d.Tables)
	}
	must(t, c.LeaveSeat(ctx, c.id, 1, full)) // which closes it
	must(t, c.OpenDrawnTables(ctx, c.id, c.ana, night, 1))
	if d := c.draws(t, night)[0]; d.Tables[0].Table == 0 {
		t.Errorf("with one table less: %+v", d.Tables)
	}
}

// A table whose players have gone is closed: void, or as it stands. A round that is scored so closes its tables
// itself, and the host's own.
func TestATableOfARoundIsClosed(t *testing.T) {
	t.Parallel()
	c := foundOn(t, dbtest.Store(t, knock.Game{}), knock.Game{})
	ctx := t.Context()
	night, _ := c.seatedAt(t, nights.PlayedOut)
	closing := func(by int64, stands bool) error {
		return c.CloseDrawnTable(ctx, c.id, by, night, 1, 1, stands, "They have gone")
	}
	refused(t, closing(c.bento, false), base.ErrForbidden)
	must(t, closing(c.ana, true)) // no round is over
	refused(t, closing(c.ana, true), base.ErrStale)
	if d := c.draws(t, night)[0]; d.Tables[0].Closed != nights.Void || d.Tables[0].Played() {
		t.Errorf("closed with nothing played, it is %+v", d.Tables[0])
	}
	if n := c.count(t, `SELECT count(*) FROM tables
		WHERE status = 'closed' AND closed_reason = 'They have gone'`); n != 1 {
		t.Errorf("%d tables are closed", n)
	}
	must(t, c.OpenDrawnTables(ctx, c.id, c.ana, night, 1)) // opens none again
	places := map[int64]int{}
	for place, seat := range c.draws(t, night)[0].Tables[0].Seats {
		places[seat.ID] = place + 1
	}
	refused(t, c.SetPlaces(ctx, c.id, c.ana, night, 1, 1, places), base.ErrStale) // it counts as the average
	must(t, c.EndRound(ctx, c.id, c.ana, night, 1, ""))
	if lines := standing.Evening(nights.Sittings(c.draws(t, night))); lines[0].Tenths != 30 || lines[1].Tenths != 30 {
		t.Errorf("void, it comes to %+v", lines)
	}

	night, table := c.seatedAt(t, nights.AsItStands)
	players := []int64{table.Seats[0].Player, table.Seats[1].Player}
	c.playsARound(t, table.Table, players...)
	view := c.board(t, table.Table, players[0]).View
	totals, want := view.Totals, []int{1, 2}
	if totals[1] < totals[0] == view.LowWins {
		want = []int{2, 1}
	}
	if totals[0] == totals[1] {
		want = []int{1, 1}
	}
	must(t, c.SetRole(ctx, c.id, c.ana, c.celia, "owner")) // who plays there
	refused(t, c.CloseDrawnTable(ctx, c.id, c.celia, night, 1, 1, true, ""), base.ErrOwnMatch)
	must(t, c.EndRound(ctx, c.id, c.celia, night, 1, "Time is over"))
	must(t, c.EndRound(ctx, c.id, c.celia, night, 1, "Time is over"))
	got := c.draws(t, night)[0].Tables[0]
	if places := []int{got.Seats[0].Place, got.Seats[1].Place}; !slices.Equal(places, want) ||
		got.Closed != nights.AsItStands {
		t.Errorf("with totals %v, the places are %v, want %v; closed %q", totals, places, want, got.Closed)
	}
	refused(t, c.CloseDrawnTable(ctx, c.id, c.ana, night, 1, 1, true, ""), base.ErrStale)
}

// A correction of a match that was played here changes the places of the night.
func TestACorrectionChangesTheNight(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	night, table := c.seatedAt(t, nights.PlayedOut)
	leave := c.input(t, table.Table, table.Seats[0].Player, "leave")
	leave.Move = engine.Move{Verb: engine.VerbLeave}
	_, err := c.Play(ctx, leave)
	must(t, err)
	must(t, c.EndRound(ctx, c.id, c.ana, night, 1, ""))
	said := func(want ...int) {
		t.Helper()
		seats := c.draws(t, night)[0].Tables[0].Seats
		if got := []int{seats[0].Place, seats[1].Place}; !slices.Equal(got, want) {
			t.Errorf("the places are %v, want %v", got, want)
		}
	}
	said(2, 1)
	match := int64(c.count(t, `SELECT id FROM matches`))
	correct := func(kind string, places ...int) {
		t.Helper()
		must(t, c.Correct(ctx, c.id, c.ana, match, results.Correction{Kind: kind, Places: places, Reason: kind}))
	}
	correct(results.CorrectPlaces, 1, 2)
	said(1, 2)
	correct(results.CorrectVoid)
	said(0, 0)
	correct(results.CorrectRestore)
	said(2, 1)
}

// Two hosts press at the same moment: there is one round, in which everybody has one seat. A result that comes after
// the next draw counts, and moves nobody; a player who has gone is not drawn, and one who is back is.
func TestTwoHostsDrawAtOnce(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	night := c.tonight(t, "Luís")
	must(t, c.SetRole(ctx, c.id, c.ana, c.celia, "owner"))
	atOnce := func(press func(host int64) error, stale int) {
		t.Helper()
		done, refusals := make(chan error), 0
		for _, host := range []int64{c.ana, c.celia} {
			go func() { done <- press(host) }()
		}
		for range 2 {
			if err := ended(t, done); err != nil {
				refused(t, err, base.ErrStale)
				refusals++
			}
		}
		if refusals > stale {
			t.Errorf("%d of two presses are refused", refusals)
		}
	}
	atOnce(func(host int64) error { return c.DrawTables(ctx, c.id, host, night, wish(2)) }, 0)
	atOnce(func(host int64) error { return c.OpenRound(ctx, c.id, host, night, 1) }, 0)
	atOnce(func(host int64) error { return c.EndRound(ctx, c.id, host, night, 1, "") }, 0)
	must(t, c.SetArrived(ctx, c.id, c.bento, night, c.bento, false))
	atOnce(func(host int64) error {
		if err := c.DrawTables(ctx, c.id, host, night, wish(1)); err != nil {
			return err
		}
		return c.OpenRound(ctx, c.id, host, night, 2)
	}, 1)
	d := c.draws(t, night)
	if len(d) != 2 || len(d[0].Tables) != 2 || len(d[1].Tables) != 1 || len(d[1].Out) != 1 {
		t.Fatalf("drawn are %+v", d)
	}
	c.firstSeatsWin(t, night, 1) // late
	lines := standing.Evening(nights.Sittings(c.draws(t, night)))
	if after := c.draws(t, night); lines[0].Tenths != 60 || !slices.EqualFunc(after[1].Tables[0].Seats,
		d[1].Tables[0].Seats, func(a, b nights.DrawnSeat) bool { return a.ID == b.ID }) {
		t.Errorf("after a late result: %+v, %+v", lines, after[1])
	}
	must(t, c.EndRound(ctx, c.id, c.ana, night, 2, ""))
	must(t, c.SetArrived(ctx, c.id, c.bento, night, c.bento, true))
	must(t, c.DrawTables(ctx, c.id, c.ana, night, wish(2)))
	if d = c.draws(t, night); len(d[2].Tables) != 2 || len(d[2].Out) != 0 {
		t.Errorf("with who is back: %+v", d[2])
	}
}
