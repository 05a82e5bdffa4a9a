package db_test

import (
	"context"
	"fmt"
	"testing"

	"carteado/db"
	"carteado/db/base"
	"carteado/db/nights"
	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/bot"
)

// sitting counts who sits at each table of the last round, by its number.
func (c club) sitting(t *testing.T, night int64) map[int]int {
	t.Helper()
	list, draws := map[int]int{}, c.draws(t, night)
	for _, table := range draws[len(draws)-1].Tables {
		list[table.Number] = len(table.Seats)
	}
	return list
}

// arrivalOf is somebody who came, by name.
func (c club) arrivalOf(t *testing.T, night int64, name string) (id int64) {
	t.Helper()
	list, err := c.ArrivalsOf(t.Context(), c.id, c.ana, night)
	must(t, err)
	for _, a := range list {
		if a.Name == name {
			id = a.ID
		}
	}
	return id
}

// A latecomer is seated in where nobody has moved, by whichever host is faster, and once; two who wait have a table
// of their own. A player who goes home is taken out, and a table that is too small then leaves its others waiting.
func TestWhoComesLateIsSeatedIn(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	night, table := c.seatedAt(t, nights.PlayedOut)
	must(t, c.SetRole(ctx, c.id, c.ana, c.celia, "owner"))
	must(t, c.SetArrived(ctx, c.id, c.ana, night, c.ana, true))
	ana := c.arrivalOf(t, night, "Ana")
	in := func(host int64, number int, who int64) error {
		return c.SeatIn(ctx, c.id, host, night, 1, number, who, "Somebody came")
	}
	refused(t, in(c.bento, 1, ana), base.ErrForbidden)
	refused(t, in(c.ana, 0, 0), base.ErrFull) // one alone
	refused(t, in(c.ana, 2, ana), base.ErrStale)
	refused(t, in(c.ana, 1, 999_999), base.ErrStale)
	done := make(chan error)
	for _, host := range []int64{c.ana, c.celia} {
		go func() { done <- in(host, 1, ana) }()
	}
	must(t, ended(t, done))
	must(t, ended(t, done))
	got := c.draws(t, night)[0].Tables[0]
	if len(got.Seats) != 3 || got.Table == table.Table || got.Table == 0 {
		t.Fatalf("with who came late, the table is %+v", got)
	}
	if n := c.count(t, `SELECT count(*) FROM tables WHERE status <> 'closed'`); n != 1 {
		t.Errorf("%d tables are open", n)
	}
	for _, name := range []string{"Luís", "Rui", "Zé"} {
		must(t, c.AddGuest(ctx, c.id, c.ana, night, name))
	}
	must(t, in(c.ana, 1, c.arrivalOf(t, night, "Luís"))) // the fourth, and then it plays with real cards
	refused(t, in(c.ana, 1, c.arrivalOf(t, night, "Rui")), base.ErrFull)
	if got = c.draws(t, night)[0].Tables[0]; got.Table != 0 {
		t.Errorf("with a guest it is played at %d", got.Table)
	}
	must(t, in(c.ana, 0, 0))
	refused(t, in(c.ana, 2, ana), base.ErrStale) // who sits at another table
	if got := c.sitting(t, night); len(got) != 2 || got[1] != 4 || got[2] != 2 {
		t.Errorf("seated are %v", got)
	}
	rui, luis := c.arrivalOf(t, night, "Rui"), c.arrivalOf(t, night, "Luís")
	out := func(who int64) error { return c.SeatOut(ctx, c.id, c.ana, night, 1, who, "Somebody went") }
	refused(t, out(rui), base.ErrStale) // is here
	must(t, c.SetGuest(ctx, c.id, c.ana, night, rui, false))
	must(t, c.SetGuest(ctx, c.id, c.ana, night, luis, false))
	must(t, out(rui))
	must(t, out(rui))
	must(t, out(luis))
	d := c.draws(t, night)[0]
	if len(d.Tables) != 1 || len(d.Tables[0].Seats) != 3 || d.Tables[0].Table == 0 || len(d.Out) != 1 ||
		d.Out[0].Name != "Zé" {
		t.Errorf("after two have gone: %+v", d)
	}
	must(t, c.SetGuest(ctx, c.id, c.ana, night, rui, true)) // comes back
	must(t, in(c.ana, 1, rui))
	if got := c.sitting(t, night); got[1] != 4 {
		t.Errorf("who is back sits at %v", got)
	}
}

// A table that was dissolved and is seated again is another one.
func TestADissolvedTableIsOpenedAnew(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	night, table := c.seatedAt(t, nights.PlayedOut)
	goes := table.Seats[1]
	must(t, c.SetArrived(ctx, c.id, c.ana, night, goes.Player, false))
	must(t, c.SeatOut(ctx, c.id, c.ana, night, 1, goes.ID, "Somebody went"))
	must(t, c.SetArrived(ctx, c.id, c.ana, night, goes.Player, true))
	must(t, c.SeatIn(ctx, c.id, c.ana, night, 1, 0, 0, ""))
	got := c.draws(t, night)[0].Tables[0]
	if got.Number != table.Number || got.Table == 0 || got.Table == table.Table || c.count(t,
		`SELECT count(*) FROM tables WHERE status <> 'closed' AND id = $1`, got.Table) != 1 {
		t.Errorf("after table %d: %+v", table.Table, got)
	}
}

// A move that is made while a host seats somebody in counts: the table stays as it is.
func TestAMoveComesWhileSomebodyIsSeated(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	night, table := c.seatedAt(t, nights.PlayedOut)
	must(t, c.SetArrived(ctx, c.id, c.ana, night, c.ana, true))
	moves := 0
	at := func(context.Context, *pg.Tx, int, bool) (map[int64]int, error) { // the table is locked, and closed, after it
		moves++
		_, err := c.Play(ctx, c.input(t, table.Table, c.mover(t, table.Table), fmt.Sprint("move ", moves)))
		return nil, err
	}
	refused(t, c.Nights.SeatIn(ctx, c.id, c.ana, night, 1, 1, c.arrivalOf(t, night, "Ana"), at), base.ErrStale)
	if got := c.draws(t, night)[0].Tables[0]; moves != 1 || got.Table != table.Table || len(got.Seats) != 2 {
		t.Errorf("after %d moves the table is %+v", moves, got)
	}
}

// Once somebody has moved, a bot plays on for a player who goes home, until they are back; nobody is seated in there.
func TestABotPlaysOnForWhoGoesHome(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	night, table := c.seatedAt(t, nights.PlayedOut)
	first, second := table.Seats[0].Player, table.Seats[1].Player
	move := func(player int64, key string) {
		t.Helper()
		_, err := c.Play(ctx, c.input(t, table.Table, player, key))
		must(t, err)
	}
	for i := 0; c.mover(t, table.Table) != second || i == 0; i++ {
		move(c.mover(t, table.Table), string(rune('a'+i)))
	}
	must(t, c.SetArrived(ctx, c.id, c.ana, night, c.ana, true))
	refused(t, c.SeatIn(ctx, c.id, c.ana, night, 1, 1, c.arrivalOf(t, night, "Ana"), ""), base.ErrStale)
	must(t, c.SetArrived(ctx, c.id, c.ana, night, second, false))
	for range 2 {
		must(t, c.SeatOut(ctx, c.id, c.ana, night, 1, table.Seats[1].ID, ""))
	}
	if got := c.draws(t, night)[0].Tables[0]; !got.Seats[1].Kept || got.Seats[0].Kept || got.Table != table.Table {
		t.Fatalf("the table is %+v", got)
	}
	level := ""
	plays := func() {
		t.Helper()
		due := c.due.all()
		must(t, c.PlayBot(ctx, due[len(due)-1], func(_, l string, s bot.Sight) engine.Move {
			level = l
			return s.Legal[0]
		}))
	}
	plays()
	if level != bot.Club {
		t.Errorf("a bot of level %q plays", level)
	}
	for i := 0; c.mover(t, table.Table) == first; i++ { // the bot is told of its next turn
		move(first, string(rune('k'+i)))
	}
	version := c.board(t, table.Table, first).View.Version
	plays()
	if b := c.board(t, table.Table, first); b.View.Version == version || !b.Table.Clock.Seats[1].Kept {
		t.Errorf("after the bot's second turn: version %d of %d, %+v", b.View.Version, version, b.Table.Clock)
	}
	must(t, c.SetArrived(ctx, c.id, c.ana, night, second, true))
	must(t, c.RetakeSeat(ctx, c.id, table.Table, second))
	if c.draws(t, night)[0].Tables[0].Seats[1].Kept {
		t.Error("who is back plays not")
	}
	for i := 0; c.mover(t, table.Table) != first || i == 0; i++ { // no time runs for them
		move(c.mover(t, table.Table), string(rune('q'+i)))
	}
}

// A host who is suspended in the middle of an evening can do nothing more, is not drawn, and is seated out by another
// host; the evening goes on.
func TestAHostIsSuspendedInTheMiddle(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	must(t, c.SetRole(ctx, c.id, c.ana, c.celia, "host"))
	night, w := c.tonight(t), wish(0)
	w.Sizes, w.Screens = []int{3}, true
	must(t, c.DrawTables(ctx, c.id, c.celia, night, w))
	must(t, c.Suspend(ctx, c.id, c.ana, c.celia, db.NewSuspension{Reason: "Enough"}))
	for _, err := range []error{c.OpenRound(ctx, c.id, c.celia, night, 1), c.EndRound(ctx, c.id, c.celia, night, 1, ""),
		c.SetArrived(ctx, c.id, c.celia, night, c.celia, true)} {
		refused(t, err, base.ErrNotFound)
	}
	must(t, c.OpenRound(ctx, c.id, c.ana, night, 1))
	must(t, c.OpenDrawnTables(ctx, c.id, c.ana, night, 1)) // with nobody who may not play
	if d := c.draws(t, night)[0].Tables[0]; d.Table != 0 || len(d.Seats) != 3 {
		t.Fatalf("before somebody is seated out: %+v", d)
	}
	must(t, c.SeatOut(ctx, c.id, c.ana, night, 1, c.arrivalOf(t, night, "Célia"), ""))
	if d := c.draws(t, night)[0].Tables[0]; d.Table == 0 || len(d.Seats) != 2 {
		t.Errorf("without who is suspended: %+v", d)
	}
	must(t, c.EndRound(ctx, c.id, c.ana, night, 1, ""))
	refused(t, c.DrawTables(ctx, c.id, c.ana, night, w), base.ErrFull) // two are left
	must(t, c.DrawTables(ctx, c.id, c.ana, night, wish(1)))
}
