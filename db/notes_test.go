package db_test

import (
	"bytes"
	"strings"
	"testing"

	"carteado/db/base"
)

// A note is its writer's alone: it moves no position, nobody else finds it, it is in the export, and goes with the
// account.
func TestNotesAreTheirWritersOwn(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	table := c.table(t, nil)
	before := c.board(t, table, c.ana)
	match := before.Table.Match
	number, err := c.SaveNote(ctx, c.id, match, c.bento, "Ana keeps kings")
	must(t, err)
	if number != table {
		t.Errorf("it leads back to table %d", number)
	}
	if after := c.board(t, table, c.ana); after.Table.At != before.Table.At {
		t.Errorf("a note moves the table to %s", after.Table.At)
	}
	note, err := c.NoteOf(ctx, c.id, match, c.ana)
	if must(t, err); note.Text != "" {
		t.Errorf("Ana reads %q", note.Text)
	}
	for _, other := range []int64{c.celia, c.davi} {
		_, err := c.NoteOf(ctx, c.id, match, other)
		refused(t, err, base.ErrNotFound)
		_, err = c.SaveNote(ctx, c.id, match, other, "x")
		refused(t, err, base.ErrNotFound)
	}
	_, err = c.SaveNote(ctx, c.id, match, c.bento, "Ana keeps queens")
	must(t, err)
	for player, has := range map[int64]bool{c.bento: true, c.ana: false} {
		var data bytes.Buffer
		must(t, c.ExportOf(ctx, player, &data, nil))
		if strings.Contains(data.String(), "Ana keeps queens") != has || strings.Contains(data.String(), "kings") {
			t.Errorf("the export of %d: %s", player, data.String())
		}
	}
	must(t, c.DeleteAccount(ctx, c.bento))
	if n := c.count(t, `SELECT count(*) FROM notes`); n != 0 {
		t.Errorf("%d notes outlive the account", n)
	}
	_, err = c.SaveNote(ctx, c.id, match, c.ana, "x")
	must(t, err)
	_, err = c.SaveNote(ctx, c.id, match, c.ana, "")
	must(t, err)
	if n := c.count(t, `SELECT count(*) FROM notes`); n != 0 {
		t.Error("an empty note is kept")
	}
}
