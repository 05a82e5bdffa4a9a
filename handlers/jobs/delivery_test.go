package jobs

import (
	"testing"
	"time"

	"carteado/db/delivery"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// A letter that may have been taken is sent again ever later.
func TestLettersWaitLongerEachTime(t *testing.T) {
	now := time.Date(2026, time.November, 22, 20, 0, 0, 0, time.UTC)
	w := &sender[delivery.Delivery]{senders: &senders{now: func() time.Time { return now }}}
	var before time.Duration
	for attempt := 1; attempt <= 12; attempt++ {
		wait := w.NextRetry(&river.Job[delivery.Delivery]{JobRow: &rivertype.JobRow{Attempt: attempt}}).Sub(now)
		if wait < time.Minute || wait <= before && before < 4*time.Hour || wait > 4*time.Hour {
			t.Errorf("after attempt %d it waits %v, before that %v", attempt, wait, before)
		}
		before = wait
	}
}
