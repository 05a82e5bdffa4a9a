package bot

import (
	"testing"

	"carteado/engine"
)

// A candidate that is less than a standard error ahead replaces the base in the last round of a match, and not before.
func TestGuardOfARace(t *testing.T) {
	race := func(round int) *race {
		v := engine.MatchView{Seats: 2, Totals: make([]int, 2), Length: 4, Number: round}
		r := newRace(v, 1, make([]candidate, 2))
		for i := range 100 {
			if i%2 == 0 {
				r.last[1] = 1.9
			} else {
				r.last[1] = -1.7
			}
			r.count()
		}
		return r
	}
	if lead := race(3).lead(1, 0); lead < 0.5 || lead > 1 {
		t.Fatalf("the other is %.2f standard errors ahead", lead)
	}
	if race(3).best() != 0 {
		t.Error("noise replaces the base")
	}
	if race(4).best() != 1 {
		t.Error("in the last round the playouts are not believed")
	}
}
