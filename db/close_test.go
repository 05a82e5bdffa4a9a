package db_test

import (
	"strings"
	"testing"

	"carteado/db"
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
	refused(t, c.CloseTable(ctx, c.id, 1, c.bento, "I am losing"), db.ErrForbidden)
	refused(t, c.CloseTable(ctx, c.id, 1, c.davi, "out of spite"), db.ErrNotFound)
	for range 2 {
		must(t, c.CloseTable(ctx, c.id, 1, host, "the deck was short"))
	}
	board := c.board(t, 1, c.bento)
	if board.View.Outcome == nil || board.View.Outcome.How != engine.ByClose || board.Table.Status != db.TableClosed ||
		board.Table.MatchStatus != db.MatchOver || board.Table.At == before.At {
		t.Errorf("closed: %+v", board)
	}
	if got, want := board.Table.Closed, (db.Closing{By: host, Name: "Dora", Reason: "the deck was short"}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	sheet, err := c.Match(ctx, c.id, before.Match, c.celia)
	must(t, err)
	if sheet.Closed.Reason != "the deck was short" || sheet.Moves != 2 || sheet.Seed == "" {
		t.Errorf("sheet: %+v", sheet)
	}
	_, err = c.Replay(ctx, c.id, before.Match, sheet.Moves, c.celia)
	must(t, err)
	refused(t, c.Rematch(ctx, c.id, 1, c.ana, before.Match), db.ErrStale)
	log, err := c.AuditOf(ctx, c.id, c.celia, 1)
	must(t, err)
	if len(log.Entries) != 1 || log.Entries[0].Action != "table_closed_by_host" || log.Entries[0].Details["reason"] != "the deck was short" {
		t.Errorf("log: %+v", log.Entries)
	}
	home, err := c.HomeOf(ctx, c.id, c.ana)
	must(t, err)
	if len(home.Playing)+len(home.MyTurn)+len(home.Waiting)+len(home.Open) > 0 {
		t.Errorf("a closed table is at home: %+v", home)
	}

	// One that waits for players, and one between two matches.
	_, err = c.OpenTable(ctx, c.id, c.bento, db.NewTable{Game: "toy", Seats: []db.SeatChoice{{Kind: db.SeatOpen}}})
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
	if sheet.Outcome.How != engine.ByLeft || sheet.Closed != (db.Closing{}) {
		t.Errorf("a match that was over before: %+v", sheet)
	}
}

func TestPresetsAndAnnouncements(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	c.table(t, engine.Options{"turns": "3"})
	_, err := c.SavePreset(ctx, c.id, c.bento, 1, "Ours")
	refused(t, err, db.ErrForbidden)
	_, err = c.SavePreset(ctx, c.id, c.ana, 9, "Ours")
	refused(t, err, db.ErrNotFound)
	preset, err := c.SavePreset(ctx, c.id, c.ana, 1, "Ours")
	must(t, err)
	_, err = c.SavePreset(ctx, c.id, c.ana, 1, "OURS")
	refused(t, err, db.ErrTaken)
	list, err := c.Presets(ctx, c.id, c.bento)
	must(t, err)
	if len(list) != 1 || list[0].Options["turns"] != "3" || list[0].Seats != 2 || list[0].Name != "Ours" {
		t.Errorf("presets: %+v", list)
	}
	_, err = c.Presets(ctx, c.id, c.davi)
	refused(t, err, db.ErrNotFound)
	refused(t, c.RemovePreset(ctx, c.id, c.bento, preset.ID), db.ErrForbidden)
	refused(t, c.RemovePreset(ctx, c.id+1, c.ana, preset.ID), db.ErrNotFound)
	must(t, c.RemovePreset(ctx, c.id, c.ana, preset.ID))
	refused(t, c.RemovePreset(ctx, c.id, c.ana, preset.ID), db.ErrNotFound)

	_, err = c.Announce(ctx, c.id, c.bento, "Hear me")
	refused(t, err, db.ErrForbidden)
	positions := map[string]bool{}
	see := func(body string) {
		t.Helper()
		home, err := c.HomeOf(ctx, c.id, c.celia)
		must(t, err)
		if got := home.News; (got == nil) != (body == "") || got != nil && got.Body != body {
			t.Errorf("got %+v, want %q", got, body)
		}
		positions[home.At] = true
	}
	see("")
	first, err := c.Announce(ctx, c.id, c.ana, "No evening on Thursday")
	must(t, err)
	see("No evening on Thursday")
	second, err := c.Announce(ctx, c.id, c.ana, "But on Friday")
	must(t, err)
	see("But on Friday")
	refused(t, c.HideAnnouncement(ctx, c.id, c.bento, second), db.ErrForbidden)
	refused(t, c.HideAnnouncement(ctx, c.id+1, c.ana, second), db.ErrNotFound)
	must(t, c.HideAnnouncement(ctx, c.id, c.ana, second))
	refused(t, c.HideAnnouncement(ctx, c.id, c.ana, second), db.ErrNotFound)
	see("No evening on Thursday")
	if len(positions) != 3 {
		t.Errorf("%d positions of the home, want 3", len(positions))
	}
	news, err := c.Announcements(ctx, c.id, c.bento)
	must(t, err)
	if len(news) != 1 || news[0].ID != first || news[0].Name != "Ana" || strings.Contains(news[0].Body, "Friday") {
		t.Errorf("announcements: %+v", news)
	}
	_, err = c.Announcements(ctx, c.id, c.davi)
	refused(t, err, db.ErrNotFound)
}
