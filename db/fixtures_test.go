package db_test

import (
	"slices"
	"testing"

	"carteado/db/base"
	"carteado/db/competitions"
	"carteado/db/delivery"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/competition"
)

// drawn is the first table of a competition's last round, which is drawn and opened, and who has the bye.
func (c club) drawn(t *testing.T, id int64, after int) (table competitions.Table, bye int64) {
	t.Helper()
	must(t, c.DrawRound(t.Context(), c.id, c.ana, id, after))
	must(t, c.OpenCompetitionTables(t.Context(), c.id, c.ana, id))
	last := c.competition(t, id).Last()
	return last.Tables[0], last.Byes[0].Player
}

// The seats of a table of a competition are those who were drawn to it, whatever the one with the first seat presses;
// a table that a host has closed before it had a result can be opened anew.
func TestDrawnTablesWaitForTheirPlayers(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	id := c.compete(t, nil)
	table, bye := c.drawn(t, id, 0)
	first, second := table.Players[0], table.Players[1]
	refused(t, c.WithdrawTable(ctx, c.id, table.Table, first), base.ErrForbidden)
	refused(t, c.AddBot(ctx, c.id, table.Table, first, 1, bot.Club), base.ErrForbidden)
	refused(t, c.StartTable(ctx, c.id, table.Table, first), base.ErrForbidden)
	must(t, c.LeaveSeat(ctx, c.id, table.Table, first))
	refused(t, c.JoinTable(ctx, c.id, table.Table, bye), base.ErrFull)
	must(t, c.JoinTable(ctx, c.id, table.Table, first))
	must(t, c.CloseTable(ctx, c.id, table.Table, c.ana, "By mistake"))
	if got := c.competition(t, id).Rounds[0].Tables[0]; got.Table != 0 || got.Closed != table.Table || got.Begun {
		t.Errorf("a table that was closed: %+v", got)
	}
	for range 2 {
		must(t, c.OpenCompetitionTables(ctx, c.id, c.ana, id))
	}
	anew := c.competition(t, id).Rounds[0].Tables[0]
	if n := c.count(t, `SELECT count(*) FROM tables`); n != 2 || anew.Table == 0 || anew.Table == table.Table {
		t.Fatalf("%d tables, %+v", n, anew)
	}
	must(t, c.JoinTable(ctx, c.id, anew.Table, second))
	match := c.givesUp(t, anew.Table, first)
	if got := c.competition(t, id).Rounds[0].Tables[0]; got.Match != match || !slices.Equal(got.Placing, []int{2, 1}) {
		t.Errorf("the result of the second table: %+v", got)
	}
	must(t, c.WithdrawTable(ctx, c.id, anew.Table, first)) // it has been played
}

// A round that is taken back closes its tables, also that of the host who plays, and who has entered or withdrawn since
// is drawn, or not, when it is drawn again. Once somebody has moved, nothing of it happens.
func TestARoundIsTakenBack(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	must(t, c.exec(t, `INSERT INTO memberships (club_id, player_id, role) VALUES ($1, $2, 'member')`, c.id, c.davi))
	id := c.compete(t, func(charter *competition.Charter) { charter.Late = 3 })
	played, bye := c.drawn(t, id, 0)
	must(t, c.DecideTable(ctx, c.id, c.ana, id, 1, 1, map[int64]int{played.Players[0]: 1, played.Players[1]: 2}))
	table, _ := c.drawn(t, id, 1)
	must(t, c.JoinTable(ctx, c.id, table.Table, table.Players[1]))
	must(t, c.WithdrawEntrant(ctx, c.id, bye, id, bye))
	must(t, c.EnterCompetition(ctx, c.id, c.davi, id, c.davi))
	host := table.Players[0] // who plays, and is not to be hindered by that
	must(t, c.exec(t, `UPDATE memberships SET role = 'owner' WHERE player_id = $1`, host))
	must(t, c.TakeRoundBack(ctx, c.id, host, id, 2, "Drawn again"))
	view, err := c.TableOf(ctx, c.id, table.Table, c.ana)
	must(t, err)
	if one := c.competition(t, id); len(one.Rounds) != 1 || view.Status != live.TableClosed {
		t.Errorf("%d rounds, the table is %s", len(one.Rounds), view.Status)
	}
	must(t, c.DrawRound(ctx, c.id, c.ana, id, 1))
	var there []int64
	again := c.competition(t, id).Last()
	for _, table := range again.Tables {
		there = append(there, table.Players...)
	}
	for _, out := range again.Byes {
		there = append(there, out.Player)
	}
	if slices.Contains(there, bye) || !slices.Contains(there, c.davi) || len(there) != 3 {
		t.Errorf("drawn again are %v, without %d and with %d", there, bye, c.davi)
	}

	must(t, c.OpenCompetitionTables(ctx, c.id, c.ana, id))
	table = c.competition(t, id).Last().Tables[0]
	must(t, c.JoinTable(ctx, c.id, table.Table, table.Players[1]))
	board := c.board(t, table.Table, table.Players[0])
	mover := board.Table.Seats[board.Table.ToMove[0]].Player
	move := c.input(t, table.Table, mover, "first")
	move.Move = engine.Move{Verb: engine.VerbLeave}
	_, err = c.Play(ctx, move)
	must(t, err)
	refused(t, c.TakeRoundBack(ctx, c.id, c.ana, id, 2, "Too late"), base.ErrStale)
	if one := c.competition(t, id); len(one.Rounds) != 2 {
		t.Errorf("%d rounds", len(one.Rounds))
	}
}

// Of the first round, who has withdrawn since is not among the entrants any more.
func TestTheFirstRoundIsTakenBack(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	id := c.compete(t, nil)
	_, bye := c.drawn(t, id, 0)
	must(t, c.WithdrawEntrant(ctx, c.id, bye, id, bye))
	must(t, c.TakeRoundBack(ctx, c.id, c.ana, id, 1, "Drawn again"))
	if one := c.competition(t, id); len(one.Entrants) != 2 || len(one.Rounds) != 0 {
		t.Errorf("%+v", one)
	}
}

// All of a table are told of a round without an end, too: for the first of them the table is open already.
func TestARoundWithoutAnEndIsTold(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	id := c.compete(t, nil)
	must(t, c.WithdrawEntrant(ctx, c.id, c.ana, id, c.ana)) // who draws
	must(t, c.DrawRound(ctx, c.id, c.ana, id, 0))
	for _, player := range []int64{c.bento, c.celia} {
		notices, err := c.Notices(ctx, player)
		must(t, err)
		at := slices.IndexFunc(notices, func(n delivery.Notice) bool { return n.Competition == id })
		if at < 0 || notices[at].What != competitions.ToldOpened || !notices[at].Moment.IsZero() {
			t.Errorf("%d is told %+v", player, notices)
		}
	}
}
