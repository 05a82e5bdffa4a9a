package db_test

import (
	"testing"
	"time"

	"carteado/db/base"
	"carteado/db/nights"
	"carteado/engine"
	"carteado/engine/clock"
	"carteado/engine/pairing"
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
	refused(t, c.UndoRound(ctx, c.id, c.ana, night, 1), base.ErrStale)
	must(t, c.EndRound(ctx, c.id, c.ana, night, 1))
	sat := c.draws(t, night)[0].Out[0].ID
	for round := 2; round <= 5; round++ { // everybody sits out once; each draw repeats the fewest
		must(t, c.DrawTables(ctx, c.id, c.ana, night, wish(2)))
		must(t, c.OpenRound(ctx, c.id, c.ana, night, round))
		c.firstSeatsWin(t, night, round)
		must(t, c.EndRound(ctx, c.id, c.ana, night, round))
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
			must(t, c.EndRound(ctx, c.id, c.ana, night, 1))
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
	must(t, <-done)
	must(t, <-done)
	must(t, c.exec(t, `UPDATE draw_tables SET table_id = NULL`)) // as if it had ended in the middle
	must(t, c.OpenDrawnTables(ctx, c.id, c.ana, night, 1))
	if n := c.count(t, `SELECT count(*) FROM tables`); n != 1 {
		t.Fatalf("%d tables were opened", n)
	}
	must(t, c.UndoDrawnRound(ctx, c.id, c.ana, night, 1, "Drawn again"))
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
	refused(t, c.UndoDrawnRound(ctx, c.id, c.ana, night, 1, "Drawn again"), base.ErrStale)
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
