package clock_test

import (
	"testing"
	"time"

	"carteado/engine/clock"
)

func TestWhatRecurs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		from string
		rule clock.Recurrence
		zone string
		want string
	}{
		{"2026-11-27 20:00", clock.Weekly, "America/Sao_Paulo", "2026-12-04 20:00"},
		{"2026-11-27 20:00", clock.Fortnight, "America/Sao_Paulo", "2026-12-11 20:00"},
		{"2026-10-23 20:00", clock.Weekly, "Europe/Lisbon", "2026-10-30 20:00"}, // the clocks go back between
		{"2026-12-04 20:00", clock.First, "America/Sao_Paulo", "2027-01-01 20:00"},
		{"2027-01-28 20:00", clock.Fourth, "Europe/Lisbon", "2027-02-25 20:00"},
		{"2027-01-29 20:00", clock.Final, "Europe/Lisbon", "2027-02-26 20:00"},
		{"2027-02-26 20:00", clock.Final, "Europe/Lisbon", "2027-03-26 20:00"},
		{"2027-03-26 20:00", clock.Final, "Europe/Lisbon", "2027-04-30 20:00"},
		{"2027-03-21 01:30", clock.Weekly, "Europe/Lisbon", "2027-03-28 02:30"}, // there is no half past one that night
		{"2026-11-27 20:00", clock.Once, "Europe/Lisbon", ""},
	} {
		zone, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		from, err := time.ParseInLocation("2006-01-02 15:04", c.from, zone)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if next := c.rule.Next(from); !next.IsZero() {
			got = next.Format("2006-01-02 15:04")
		}
		if got != c.want {
			t.Errorf("%s after %s: %s, want %s", c.rule, c.from, got, c.want)
		}
	}
	if got := clock.MonthlyAs(time.Date(2027, 1, 29, 20, 0, 0, 0, time.UTC)); got != clock.Final {
		t.Errorf("the fifth Friday is the %s", got)
	}
	if got := clock.MonthlyAs(time.Date(2026, 12, 4, 20, 0, 0, 0, time.UTC)); got != clock.First {
		t.Errorf("the fourth of the month is the %s", got)
	}
}

// A day that moves takes a monthly recurrence with it, unless it has that day anyway.
func TestWhatRecursOnAnotherDay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		day        int // of January 2027
		rule, want clock.Recurrence
	}{
		{15, clock.Weekly, clock.Weekly}, {15, clock.Second, clock.Third}, {14, clock.Second, clock.Second},
		{28, clock.Final, clock.Final}, {25, clock.Final, clock.Final}, {24, clock.Final, clock.Fourth},
		{28, clock.Fourth, clock.Fourth}, {29, clock.Fourth, clock.Final},
	} {
		if got := c.rule.On(time.Date(2027, 1, c.day, 20, 0, 0, 0, time.UTC)); got != c.want {
			t.Errorf("the %s on the %dth is the %s, want %s", c.rule, c.day, got, c.want)
		}
	}
}
