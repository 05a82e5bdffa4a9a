package clock_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"carteado/engine/clock"
)

// Quiet hours end, within half a day or what a change of the clocks adds; until then all
// of it is quiet, and nothing outside of them is.
func TestQuietTill(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		now := moment(t, "now")
		c := calendar(t, now)
		c.Holidays = nil
		till := c.QuietTill(now)
		quiet := c.Elapsed(now, now.Add(time.Minute)) == 0
		switch {
		case till.IsZero():
			if c.Elapsed(now, now.Add(1)) == 0 {
				t.Fatal("quiet, and no end of it")
			}
		case !till.After(now), till.Sub(now) > 13*time.Hour:
			t.Fatalf("quiet from %v until %v", now, till)
		case c.Elapsed(now, till) != 0, till.Sub(now) >= time.Minute && !quiet:
			t.Fatal("loud before the end of the quiet hours")
		}
	})
}

// It was six in the evening at most a day ago, or an hour more where the clocks were put back.
func TestLastAt(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		now := moment(t, "now")
		c := calendar(t, now)
		last := c.LastAt(now, 18)
		zone, err := time.LoadLocation(c.Zone)
		if err != nil {
			zone = time.UTC
		}
		if h, m, s := last.In(zone).Clock(); h != 18 || m+s != 0 {
			t.Fatalf("%v is not six in the evening", last.In(zone))
		}
		if passed := now.Sub(last); passed < 0 || passed > 25*time.Hour {
			t.Fatalf("%v after it", passed)
		}
	})
}

// A day begins at midnight, and where a change of the clocks leaves that out, with the change, east of Greenwich and
// west of it.
func TestDayStart(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ zone, day, starts, ends string }{
		{"Europe/Lisbon", "2027-03-28", "2027-03-28 00:00", "2027-03-29 00:00"},
		{"Africa/Cairo", "2027-04-30", "2027-04-30 01:00", "2027-05-01 00:00"},
		{"Atlantic/Azores", "2027-03-27", "2027-03-27 00:00", "2027-03-28 01:00"},
		{"Atlantic/Azores", "2027-03-28", "2027-03-28 01:00", "2027-03-29 00:00"},
		{"America/Santiago", "2027-09-05", "2027-09-05 01:00", "2027-09-06 00:00"},
		{"America/Sao_Paulo", "2026-12-31", "2026-12-31 00:00", "2027-01-01 00:00"},
	} {
		day, err := time.Parse(time.DateOnly, c.day)
		if err != nil {
			t.Fatal(err)
		}
		starts := clock.DayStart(day, clock.Zone(c.zone))
		ends := clock.DayEnd(starts)
		const minutes = "2006-01-02 15:04"
		if starts.Format(minutes) != c.starts || ends.Format(minutes) != c.ends {
			t.Errorf("%s, %s: from %s until %s", c.zone, c.day, starts, ends)
		}
	}
}
