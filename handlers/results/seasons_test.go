package results

import (
	"testing"
	"time"
)

// Three months end the day before the day that they began with, or with a month that has no such day.
func TestQuarter(t *testing.T) {
	t.Parallel()
	for from, want := range map[string]string{
		"2026-12-01": "2027-02-28", "2026-11-28": "2027-02-27", "2026-11-29": "2027-02-28", "2026-11-30": "2027-02-28",
		"2027-11-30": "2028-02-29", "2027-01-31": "2027-04-30", "2026-10-15": "2027-01-14",
	} {
		day, err := time.Parse(time.DateOnly, from)
		if err != nil {
			t.Fatal(err)
		}
		if got := quarter(day).Format(time.DateOnly); got != want {
			t.Errorf("from %s until %s, want %s", from, got, want)
		}
	}
}
