package scorebook

import (
	"fmt"
	"slices"
	"strings"
)

// close ends the open match: it is kept if all of its lines were read and it can be a result.
func (r *reader) close() {
	d := r.open
	if r.open = nil; d == nil {
		return
	}
	why := d.why(r)
	if why != "" {
		for _, line := range d.Lines {
			r.fault(line, why, "")
		}
		return
	}
	if !r.wish.Twice {
		key := d.Match.Key()
		if before := r.kept[key]; before > 0 {
			for _, line := range d.Lines {
				r.Faults = append(r.Faults, Fault{Line: line, Why: SameAgain, Before: before})
			}
			return
		}
		r.kept[key] = d.Line
	}
	r.Matches = append(r.Matches, d.Match)
}

// why says why a match is no result, and finds its places.
func (d *draft) why(r *reader) Why {
	switch {
	case d.faulty:
		return Broken
	case len(d.Seats) < 2:
		return Few
	case len(d.Seats) > maxSeats:
		return Many
	}
	for _, end := range d.Ends {
		if len(end) != len(d.Seats) {
			return Broken
		}
	}
	if d.places {
		for _, s := range d.Seats {
			if s.Place == 0 || !d.possible(s.Place) {
				return BadPlace
			}
		}
		return ""
	}
	low := r.wish.Better == Least
	if r.wish.Better == "" || r.wish.Better == ByGame {
		low = slices.ContainsFunc(r.games, func(g Game) bool { return g.Key == d.Game && g.Low })
	}
	for i := range d.Seats {
		d.Seats[i].Place = 1
		for _, other := range d.Seats {
			if own := *d.Seats[i].Points; low && *other.Points < own || !low && *other.Points > own {
				d.Seats[i].Place++
			}
		}
	}
	return ""
}

// possible reports that as many are ahead of a place as there have to be.
func (d *draft) possible(place int) bool {
	ahead := 1
	for _, s := range d.Seats {
		if s.Place < place {
			ahead++
		}
	}
	return ahead == place
}

// Key is equal for matches that tell the same: the same people on the same day at the same game with the same result.
func (m Match) Key() string {
	var people []string
	for _, s := range m.Seats {
		people = append(people, KeyOf(Fold(s.Name), s.Points, s.Place))
	}
	return MatchKey(m.Day.Format("2006-01-02"), m.Game, m.Label, people)
}

// KeyOf is what a match's key holds of somebody.
func KeyOf(who string, points *int, place int) string {
	if points == nil {
		return fmt.Sprintf("%s #%d", who, place)
	}
	return fmt.Sprintf("%s %d", who, *points)
}

// MatchKey puts a key together. The order of the people does not matter.
func MatchKey(day, game, label string, people []string) string {
	slices.Sort(people)
	return strings.Join(append([]string{day, game, label}, people...), "\n")
}
