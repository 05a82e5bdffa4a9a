package db_test

import (
	"testing"
)

// calls are how many are queued after a look at what waits to be told.
func (c club) calls(t *testing.T) int {
	t.Helper()
	must(t, c.exec(t, `UPDATE players SET seen_at = now() - interval '1 hour'`))
	must(t, c.QueueCalls(t.Context(), true))
	return c.count(t, `SELECT count(*) FROM river_job WHERE kind = 'call'`)
}

// What does not hold any more queues no call, however often the house looks.
func TestNoCallForWhatIsOver(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	must(t, c.TakeAddress(ctx, c.bento, "bento@exemplo.org"))
	_, err := c.Announce(ctx, c.id, c.ana, "hear, hear", "")
	must(t, err)
	must(t, c.exec(t, `UPDATE announcements SET hidden_at = now()`))
	if n := c.calls(t); n != 0 {
		t.Errorf("%d calls for an announcement that is hidden", n)
	}
	must(t, c.exec(t, `UPDATE announcements SET hidden_at = NULL`))
	if n := c.calls(t); n != 1 {
		t.Errorf("%d calls for an announcement", n)
	}
}
