package competitions

import (
	"testing"
	"time"

	"carteado/engine/clock"
)

// A league's round ends with a day of the club's, also where the clocks are changed before it, or in that night.
func TestRoundsEndWithADay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		zone, drawn, due string
		hours            float64 // from the one to the other
	}{
		{"Europe/Lisbon", "2026-03-25 20:00", "2026-04-02 00:00", 171}, // an hour is left out
		{"Europe/Lisbon", "2026-10-21 20:00", "2026-10-29 00:00", 173}, // and comes twice
		{"Europe/Lisbon", "2026-06-10 20:00", "2026-06-18 00:00", 172},
		{"America/Sao_Paulo", "2026-02-27 23:59", "2026-03-07 00:00", 168 + 1.0/60},
		{"Africa/Cairo", "2026-04-16 20:00", "2026-04-24 01:00", 172}, // a night without midnight
		{"Atlantic/Azores", "2027-03-20 20:00", "2027-03-28 01:00", 172},
		{"America/Santiago", "2027-08-28 20:00", "2027-09-05 01:00", 172},
	} {
		zone := clock.Zone(c.zone)
		drawn, err := time.ParseInLocation("2006-01-02 15:04", c.drawn, zone)
		if err != nil {
			t.Fatal(err)
		}
		due := dueAfter(drawn, 7)
		if got := due.Format("2006-01-02 15:04"); got != c.due || due.Sub(drawn).Round(time.Second).Hours()-c.hours > 0.001 ||
			due.Sub(drawn).Round(time.Second).Hours()-c.hours < -0.001 {
			t.Errorf("%s: drawn at %s, due at %s, %v hours later; want %s, %v", c.zone, c.drawn, got,
				due.Sub(drawn).Hours(), c.due, c.hours)
		}
	}
}
