package part

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"carteado/views/i18n"
)

// A Goal is what a match is played to: a total, or a number of rounds.
type Goal struct {
	Unit    Unit
	Target  int  // a total that ends the match; 0: none
	Rounds  int  // so many rounds end it; 0: no limit
	LowWins bool // the lower total is the better one
}

// Single reports that one round that somebody wins is the whole match.
func (g Goal) Single() bool { return g.Unit == Wins && g.Target == 1 || g.Rounds == 1 }

// Text names the match: match to 100, match of 6 rounds.
func (g Goal) Text(ctx context.Context) string { return g.say(ctx, "goal.") }

// Short is the same in the fewest words: to 100, 6 rounds.
func (g Goal) Short(ctx context.Context) string { return g.say(ctx, "goal.short.") }

func (g Goal) say(ctx context.Context, key string) string {
	switch {
	case g.Single():
		return i18n.T(ctx, key+"single")
	case g.Rounds > 0:
		return i18n.T(ctx, key+"rounds", "n", g.Rounds)
	case g.Unit == Wins:
		return i18n.T(ctx, key+"wins", "n", g.Target)
	}
	return i18n.T(ctx, key+"points", "n", g.Target)
}

// Standings are how everybody stands in a match.
type Standings struct {
	People  []Person
	Totals  []int
	Goal    Goal
	Placing []int  // by seat, once the match is over
	Left    []bool // by seat: the player has left; nil while nobody has
}

// order is how the seats are listed: two as they sit, more by their place.
func (s Standings) order() []int {
	switch {
	case len(s.People) <= 2:
		order, _ := Goal{}.Ranking(make([]int, len(s.People)))
		return order
	case s.Placing != nil:
		return Placed(s.Placing)
	}
	order, _ := s.Goal.Ranking(s.Totals)
	return order
}

// place is that of a seat, 0 where it goes without saying.
func (s Standings) place(seat int) int {
	switch {
	case len(s.People) <= 2:
		return 0
	case s.Placing != nil:
		return s.Placing[seat]
	}
	_, places := s.Goal.Ranking(s.Totals)
	return places[seat]
}

func (s Standings) left(seat int) bool { return seat < len(s.Left) && s.Left[seat] }

func medal(place int) string { return "m" + strconv.Itoa(min(place, 4)) }

// Ranking orders seats by total, the better one first, those of equal totals as
// they sit, and gives each its place; equal totals share theirs.
func (g Goal) Ranking(totals []int) (order, places []int) {
	order, places = make([]int, len(totals)), make([]int, len(totals))
	for seat := range totals {
		order[seat], places[seat] = seat, 1
		for _, other := range totals {
			if g.better(other, totals[seat]) < 0 {
				places[seat]++
			}
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return g.better(totals[a], totals[b]) })
	return order, places
}

// better compares two totals: negative when the first is the better one.
func (g Goal) better(a, b int) int {
	if g.LowWins {
		return cmp.Compare(a, b)
	}
	return cmp.Compare(b, a)
}

// Placed is the same order where the match has given the places.
func Placed(placing []int) []int {
	order := make([]int, len(placing))
	for seat := range order {
		order[seat] = seat
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(placing[a], placing[b]) })
	return order
}
