// Package pairing seats players at tables: who plays whom in a round, and who sits out. It is a pure function of what
// it is given, the lot included: the same request gives the same seating, on every machine.
//
// What counts, in this order: who sits out has done so less often than the others; as few players as possible meet
// again; levels are alike or mixed, as asked; the rest is decided by lot. Each outweighs all that come after it.
//
// For pairs the seating is the best there is, by a minimum-weight matching. For larger tables it is the best there is
// up to exact players; above, a search that is bounded in steps improves a seating drawn by lot.
package pairing

import (
	"cmp"
	"slices"

	"carteado/engine/shuffle"
)

// MaxPlayers is how many players can be seated at once.
const MaxPlayers = 256

// A Player is somebody who is there to play.
type Player struct {
	ID     int64
	Points int  // so far, or a level; only their order counts
	Outs   int  // rounds that the player has sat out
	Late   bool // came after the first round, and does not sit out before the others have
	Dealt  int  // rounds in which the player had the first seat
}

// A Level says how players of different points are seated.
type Level string

// The levels.
const (
	Any   Level = ""      // by lot
	Alike Level = "alike" // with others of the same points
	Mixed Level = "mixed" // tables are as strong as each other
)

// Levels lists them.
func Levels() []Level { return []Level{Any, Alike, Mixed} }

// A Pair is two players, the smaller number first.
type Pair [2]int64

// PairOf puts two players in order.
func PairOf(a, b int64) Pair { return Pair{min(a, b), max(a, b)} }

// A Request is what a seating is drawn from.
type Request struct {
	Players []Player // at most MaxPlayers
	Met     map[Pair]int
	Sizes   []int // of the tables; players who have no place at them sit out
	Level   Level
	Lowest  bool // of those who have sat out as rarely, the one with the fewest points sits out
	Lot     uint64
}

// A Seating is who sits where.
type Seating struct {
	Tables []Table
	Out    []Out
}

// A Table is players by seat, and why they sit together.
type Table struct {
	Players []int64
	Reasons []Reason
}

// An Out is a player who sits out, and why.
type Out struct {
	Player int64
	Reason Reason
}

// Seat draws a seating. Sizes without enough players are dropped from the end.
func Seat(r Request) Seating {
	players := slices.Clone(r.Players)
	slices.SortFunc(players, func(a, b Player) int { return cmp.Compare(a.ID, b.ID) })
	var sizes []int
	seats := 0
	for _, size := range r.Sizes {
		if seats+size <= len(players) {
			sizes = append(sizes, size)
			seats += size
		}
	}
	r.Players, r.Sizes = players, sizes
	c := weigh(r)
	var groups [][]int // players of each table, then those who sit out
	switch {
	case len(sizes) > 0 && slices.Max(sizes) == 2 && slices.Min(sizes) == 2:
		groups = c.pairs(len(sizes))
	case len(players) <= exact || len(sizes) == 0:
		groups = c.best(sizes)
	default:
		groups = c.search(sizes)
	}
	return r.seated(c, groups)
}

// seated writes groups as a seating.
func (r Request) seated(c *costs, groups [][]int) (s Seating) {
	tables := groups[:len(r.Sizes)]
	if r.Level == Alike { // the table of the strongest comes first
		slices.SortStableFunc(tables, func(a, b []int) int { return cmp.Compare(r.points(b), r.points(a)) })
	} else {
		shuffle.By(tables, c.chance)
		slices.SortStableFunc(tables, func(a, b []int) int { return cmp.Compare(len(b), len(a)) })
	}
	for _, group := range tables {
		shuffle.By(group, c.chance)
		slices.SortStableFunc(group, func(a, b int) int {
			return cmp.Compare(r.Players[a].Dealt, r.Players[b].Dealt)
		})
		shuffle.By(group[1:], c.chance)
		t := Table{Reasons: r.reasons(group)}
		for _, p := range group {
			t.Players = append(t.Players, r.Players[p].ID)
		}
		s.Tables = append(s.Tables, t)
	}
	out := groups[len(r.Sizes)]
	slices.Sort(out)
	for _, p := range out {
		s.Out = append(s.Out, Out{r.Players[p].ID, r.whyOut(p, out)})
	}
	return s
}

// points is the sum of a group's points, for groups of one size.
func (r Request) points(group []int) (sum int) {
	for _, p := range group {
		sum += r.Players[p].Points
	}
	return sum
}
