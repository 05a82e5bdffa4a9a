package db_test

import (
	"fmt"
	"strings"
	"testing"

	"carteado/db/base"
	"carteado/engine/role"
)

func TestAnnouncements(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	_, err := c.Announce(ctx, c.id, c.bento, "Hear me", "")
	refused(t, err, base.ErrForbidden)
	positions := map[string]bool{}
	see := func(body string) {
		t.Helper()
		home, err := c.homeOf(t, c.celia)
		must(t, err)
		if got := home.News; (len(got) == 0) != (body == "") || len(got) > 0 && got[0].Body != body {
			t.Errorf("got %+v, want %q", got, body)
		}
		positions[home.At] = true
	}
	see("")
	first, err := c.Announce(ctx, c.id, c.ana, "No evening on Thursday", "")
	must(t, err)
	see("No evening on Thursday")
	second, err := c.Announce(ctx, c.id, c.ana, "But on Friday", "")
	must(t, err)
	see("But on Friday")
	refused(t, c.HideAnnouncement(ctx, c.id, c.bento, second), base.ErrForbidden)
	refused(t, c.HideAnnouncement(ctx, c.id+1, c.ana, second), base.ErrNotFound)
	must(t, c.HideAnnouncement(ctx, c.id, c.ana, second))
	refused(t, c.HideAnnouncement(ctx, c.id, c.ana, second), base.ErrNotFound)
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
	refused(t, err, base.ErrNotFound)
}

// Its author changes an announcement, nobody else; one of a club is pinned above the others, at home, too.
func TestAnnouncementsChange(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	must(t, c.SetRole(ctx, c.id, c.ana, c.bento, role.Host))
	rules, err := c.Announce(ctx, c.id, c.ana, "Bring shoes", "")
	must(t, err)
	trip, err := c.Announce(ctx, c.id, c.bento, "A trip", "")
	must(t, err)
	positions := map[string]bool{}
	see := func(want string) {
		t.Helper()
		home, err := c.homeOf(t, c.celia)
		must(t, err)
		var got string
		for _, a := range home.News {
			got += fmt.Sprintf("%s, pinned %t, changed %t; ", a.Body, a.Pinned, !a.Changed.IsZero())
		}
		if positions[home.At] = true; got != want {
			t.Errorf("at home: %s", got)
		}
	}
	see("A trip, pinned false, changed false; ")
	refused(t, c.ChangeAnnouncement(ctx, c.id, c.bento, rules, "Bring money"), base.ErrNotFound)
	refused(t, c.ChangeAnnouncement(ctx, c.id, c.celia, rules, "Bring money"), base.ErrForbidden)
	refused(t, c.PinAnnouncement(ctx, c.id, c.celia, rules, true), base.ErrForbidden)
	must(t, c.PinAnnouncement(ctx, c.id, c.bento, rules, true))
	see("Bring shoes, pinned true, changed false; A trip, pinned false, changed false; ")
	must(t, c.ChangeAnnouncement(ctx, c.id, c.ana, rules, "Bring soft shoes"))
	must(t, c.ChangeAnnouncement(ctx, c.id, c.ana, rules, "Bring soft shoes")) // nothing to change
	see("Bring soft shoes, pinned true, changed true; A trip, pinned false, changed false; ")
	must(t, c.PinAnnouncement(ctx, c.id, c.ana, trip, true))
	must(t, c.PinAnnouncement(ctx, c.id, c.ana, trip, true))
	see("A trip, pinned true, changed false; ")
	must(t, c.PinAnnouncement(ctx, c.id, c.ana, trip, false))
	see("A trip, pinned false, changed false; ")
	must(t, c.HideAnnouncement(ctx, c.id, c.bento, rules))
	refused(t, c.PinAnnouncement(ctx, c.id, c.ana, rules, true), base.ErrNotFound)
	refused(t, c.ChangeAnnouncement(ctx, c.id, c.ana, rules, "x"), base.ErrNotFound)
	if len(positions) != 4 { // the last page is the first again
		t.Errorf("%d positions of the home, want 4", len(positions))
	}
	if n := c.count(t, `SELECT count(*) FROM audit WHERE action IN ('announcement_changed', 'announcement_pinned',
		'announcement_unpinned')`); n != 4 {
		t.Errorf("%d entries in the log", n)
	}
}
