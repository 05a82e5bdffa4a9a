package clock

import (
	"slices"
	"time"
)

// A Calendar says when a player's time rests.
type Calendar struct {
	Zone     string `json:"zone,omitempty"` // IANA name; one that is not known, because it was renamed, counts as UTC
	From     int    `json:"from,omitempty"` // quiet hours, in minutes of the day; none where From and Till are equal
	Till     int    `json:"till,omitempty"`
	Holidays []Span `json:"holidays,omitempty"`
}

// A Span is the time from From until before Till.
type Span struct {
	From time.Time `json:"from"`
	Till time.Time `json:"till"`
}

const (
	day = 24 * 60 // minutes

	// MaxQuiet is the longest quiet time of a day in minutes: more would leave no
	// time to move. A longer one counts as none.
	MaxQuiet = 12 * 60
)

// Quiet is the length of the quiet hours in minutes, over midnight where Till comes
// before From; 0 where there are none.
func (c Calendar) Quiet() int {
	length := ((c.Till-c.From)%day + day) % day
	if c.From < 0 || c.From >= day || c.Till < 0 || c.Till >= day || length > MaxQuiet {
		return 0
	}
	return length
}

// QuietTill is the end of the quiet hours around a moment; zero outside of them.
func (c Calendar) QuietTill(now time.Time) time.Time {
	c.Holidays = nil
	return c.restTill(now)
}

// HolidayTill is the end of the holidays around a moment, at midnight of the calendar's zone; zero outside of them.
func (c Calendar) HolidayTill(now time.Time) time.Time {
	c.From, c.Till = 0, 0
	return c.restTill(now)
}

func (c Calendar) restTill(now time.Time) time.Time {
	for _, rest := range c.rests(c.location(), Span{now, now.Add(1)}) {
		return rest.Till
	}
	return time.Time{}
}

// Known reports that a time zone is known under this name here.
func Known(zone string) bool {
	_, err := time.LoadLocation(zone)
	return err == nil && zone != "Local"
}

// Zone is the time zone of a name, UTC where none is known by it any more.
func Zone(name string) *time.Location {
	if zone, err := time.LoadLocation(name); err == nil && name != "Local" {
		return zone
	}
	return time.UTC
}

// DayStart is when the day of a date begins in a time zone: at midnight or, where a change of the clocks leaves that
// out, with the change. Only the date of t counts.
func DayStart(t time.Time, zone *time.Location) time.Time {
	start := time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, zone)
	if start.Day() != t.Day() { // west of Greenwich a midnight that is left out counts as an hour before the change
		_, start = start.ZoneBounds()
	}
	return start
}

// DayEnd is when the day of t ends in t's time zone, which is when the next one begins.
func DayEnd(t time.Time) time.Time {
	return DayStart(time.Date(t.Year(), t.Month(), t.Day()+1, 0, 0, 0, 0, time.UTC), t.Location())
}

// LastAt is the last moment, not after now, at which the calendar's zone began that hour of a day.
func (c Calendar) LastAt(now time.Time, hour int) time.Time {
	now = now.In(c.location())
	last := time.Date(now.Year(), now.Month(), now.Day(), hour, 0, 0, 0, now.Location())
	if last.After(now) {
		last = last.AddDate(0, 0, -1)
	}
	return last
}

// Today is the day of a moment in the calendar's zone, as a date alone.
func (c Calendar) Today(now time.Time) time.Time {
	now = now.In(c.location())
	return time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
}

func (c Calendar) location() *time.Location { return Zone(c.Zone) }

// rests are the spans of rest that touch a span of days, in order and without overlap.
func (c Calendar) rests(zone *time.Location, span Span) []Span {
	var list []Span
	for _, h := range c.Holidays {
		if h.From.Before(h.Till) && h.From.Before(span.Till) && h.Till.After(span.From) {
			list = append(list, h)
		}
	}
	if length := c.Quiet(); length > 0 {
		first := span.From.In(zone)
		for n := -1; ; n++ {
			from := time.Date(first.Year(), first.Month(), first.Day()+n, 0, c.From, 0, 0, zone)
			if !from.Before(span.Till) {
				break
			}
			// A change of the clocks within them makes the quiet hours longer or shorter.
			till := time.Date(first.Year(), first.Month(), first.Day()+n, 0, c.From+length, 0, 0, zone)
			if from.Before(till) && till.After(span.From) {
				list = append(list, Span{from, till})
			}
		}
	}
	slices.SortFunc(list, func(a, b Span) int { return a.From.Compare(b.From) })
	var apart []Span
	for _, s := range list {
		if n := len(apart); n > 0 && !s.From.After(apart[n-1].Till) {
			if s.Till.After(apart[n-1].Till) {
				apart[n-1].Till = s.Till
			}
			continue
		}
		apart = append(apart, s)
	}
	return apart
}

// Elapsed is the time between two moments without the rests: never negative, and never
// more than passes.
func (c Calendar) Elapsed(from, till time.Time) time.Duration {
	if !from.Before(till) {
		return 0
	}
	counts := till.Sub(from)
	for _, s := range c.rests(c.location(), Span{from, till}) {
		if s.From.Before(from) {
			s.From = from
		}
		if s.Till.After(till) {
			s.Till = till
		}
		counts -= s.Till.Sub(s.From)
	}
	return counts
}

// farthest bounds how far ahead a deadline is looked for, should holidays never end.
const farthest = 400 * 24 * time.Hour

// Deadline is the first moment at which that much time has counted.
func (c Calendar) Deadline(from time.Time, left time.Duration) time.Time {
	if left <= 0 {
		return from
	}
	zone, now := c.location(), from
	for now.Sub(from) < farthest {
		ahead := now.Add(30 * 24 * time.Hour)
		for _, s := range c.rests(zone, Span{now, ahead}) {
			if counts := s.From.Sub(now); counts >= left {
				return now.Add(left)
			} else if counts > 0 {
				left -= counts
			}
			now = s.Till
		}
		if counts := ahead.Sub(now); counts >= left {
			return now.Add(left)
		} else if counts > 0 {
			left, now = left-counts, ahead
		}
	}
	return now
}
