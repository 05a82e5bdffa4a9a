package clock

import (
	"slices"
	"time"
)

// A Recurrence says when something comes again that has a date. The zero value is once.
type Recurrence string

// The recurrences: by weeks, or on the first, …, the last such day of the week in each month.
const (
	Once      Recurrence = ""
	Weekly    Recurrence = "weekly"
	Fortnight Recurrence = "fortnight"
	First     Recurrence = "first"
	Second    Recurrence = "second"
	Third     Recurrence = "third"
	Fourth    Recurrence = "fourth"
	Final     Recurrence = "last"
)

var monthly = []Recurrence{First, Second, Third, Fourth, Final}

// MonthlyAs is the recurrence by months that a day is one of: the fifth such day of the week is the last.
func MonthlyAs(t time.Time) Recurrence { return monthly[(t.Day()-1)/7] }

// On is r where it has t's day, and otherwise, if it comes by months, the recurrence that has.
func (r Recurrence) On(t time.Time) Recurrence {
	if last := t.AddDate(0, 0, 7).Month() != t.Month(); !slices.Contains(monthly, r) || r == Final && last {
		return r
	}
	return MonthlyAs(t)
}

// Next is the time after t, at the same time of day in t's time zone, whatever its clock has done meanwhile; zero for
// once. A time of day that a change of the clocks leaves out moves by as much.
func (r Recurrence) Next(t time.Time) time.Time {
	switch r {
	case Weekly:
		return t.AddDate(0, 0, 7)
	case Fortnight:
		return t.AddDate(0, 0, 14)
	}
	for n, which := range monthly {
		if r != which {
			continue
		}
		first := time.Date(t.Year(), t.Month()+1, 1, t.Hour(), t.Minute(), 0, 0, t.Location())
		until := (int(t.Weekday()) - int(first.Weekday()) + 7) % 7
		if r == Final {
			n = (time.Date(t.Year(), t.Month()+2, 0, 0, 0, 0, 0, time.UTC).Day() - 1 - until) / 7
		}
		return first.AddDate(0, 0, until+7*n)
	}
	return time.Time{}
}
