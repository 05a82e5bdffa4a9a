package db_test

import (
	"testing"

	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/role"
)

func TestHostsCloseTablesWithAReason(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	host := c.joins(t, "Dora")
	must(t, c.SetRole(ctx, c.id, c.ana, host, role.Host))
	c.table(t, nil)
	_, err := c.Play(ctx, c.input(t, 1, c.mover(t, 1), "one"))
	must(t, err)
	before := c.board(t, 1, c.ana).Table
	refused(t, c.CloseTable(ctx, c.id, 1, c.bento, "I am losing"), base.ErrForbidden)
	refused(t, c.CloseTable(ctx, c.id, 1, c.davi, "out of spite"), base.ErrNotFound)
	refused(t, c.CloseTable(ctx, c.id, 1, c.ana, "I am losing"), base.ErrOwnMatch) // she plays there
	for range 2 {
		must(t, c.CloseTable(ctx, c.id, 1, host, "the deck was short"))
	}
	board := c.board(t, 1, c.bento)
	if board.View.Outcome == nil || board.View.Outcome.How != engine.ByClose || board.Table.Status != live.TableClosed ||
		board.Table.MatchStatus != base.MatchOver || board.Table.At == before.At {
		t.Errorf("closed: %+v", board)
	}
	if got, want := board.Table.Closed,
		(base.Closing{By: host, Name: "Dora", Reason: "the deck was short"}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	sheet, err := c.Match(ctx, c.id, before.Match, c.celia)
	must(t, err)
	if sheet.Closed.Reason != "the deck was short" || sheet.Moves != 2 || sheet.Seed == "" {
		t.Errorf("sheet: %+v", sheet)
	}
	_, err = c.Replay(ctx, c.id, before.Match, sheet.Moves, c.celia)
	must(t, err)
	refused(t, c.Propose(ctx, c.id, 1, c.ana, before.Match, live.OfferRematch), base.ErrStale)
	log, err := c.AuditOf(ctx, c.id, c.celia, clubs.AuditRange{})
	must(t, err)
	if len(log.Entries) != 1 || log.Entries[0].Action != "table_closed_by_host" ||
		log.Entries[0].Details["reason"] != "the deck was short" {
		t.Errorf("log: %+v", log.Entries)
	}
	home, err := c.homeOf(t, c.ana)
	must(t, err)
	if len(home.Playing)+len(home.MyTurn)+len(home.Waiting)+len(home.Open) > 0 {
		t.Errorf("a closed table is at home: %+v", home)
	}

	// One that waits for players, and one between two matches.
	_, err = c.OpenTable(ctx, c.id, c.bento, live.NewTable{Game: "toy",
		Seats: []live.SeatChoice{{Kind: live.SeatOpen}}})
	must(t, err)
	must(t, c.CloseTable(ctx, c.id, 2, host, "nobody comes"))
	if view, err := c.TableOf(ctx, c.id, 2, c.celia); err != nil || view.Closed.Reason != "nobody comes" {
		t.Errorf("got %+v, %v", view, err)
	}
	c.table(t, nil)
	leave := c.input(t, 3, c.ana, "leave")
	leave.Move = engine.Move{Verb: engine.VerbLeave}
	_, err = c.Play(ctx, leave)
	must(t, err)
	must(t, c.CloseTable(ctx, c.id, 3, host, "closing time"))
	sheet, err = c.Match(ctx, c.id, leave.Match, c.celia)
	must(t, err)
	if sheet.Outcome.How != engine.ByLeft || sheet.Closed != (base.Closing{}) {
		t.Errorf("a match that was over before: %+v", sheet)
	}
}
