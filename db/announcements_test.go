package db_test

import (
	"strings"
	"testing"

	"carteado/db/base"
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
		if got := home.News; (got == nil) != (body == "") || got != nil && got.Body != body {
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
