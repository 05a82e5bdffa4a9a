package pairing

import "slices"

// A Reason is one sentence on a seating, as a key and what stands in it.
type Reason struct {
	Key     string  `json:"key"`
	Players []int64 `json:"players,omitempty"`
	N       int     `json:"n,omitempty"`
	To      int     `json:"to,omitempty"`
}

// The reasons of a table.
const (
	Unmet  = "unmet"  // nobody here has met another
	Again  = "again"  // these two have met N times, and it could not be avoided
	Equal  = "equal"  // all have N points
	Near   = "near"   // all have N to To points, and were to sit with others alike
	Spread = "spread" // from N to To points, because levels are mixed
)

// The reasons for sitting out.
const (
	OutFewest = "out_fewest" // has sat out N times, and nobody less often
	OutLowest = "out_lowest" // the same, and has the fewest points of those
	OutMet    = "out_met"    // has sat out as rarely as somebody with fewer points, who plays so that fewer meet again
	OutEach   = "out_each"   // everybody has sat out as often
)

// reasons say why a group sits together.
func (r Request) reasons(group []int) (list []Reason) {
	first := r.Players[group[0]].Points
	low, high := first, first
	for _, p := range group {
		low, high = min(low, r.Players[p].Points), max(high, r.Players[p].Points)
	}
	switch {
	case r.Level == Any:
	case low == high:
		list = append(list, Reason{Key: Equal, N: low})
	case r.Level == Alike:
		list = append(list, Reason{Key: Near, N: low, To: high})
	default:
		list = append(list, Reason{Key: Spread, N: low, To: high})
	}
	met := false
	for i, a := range group {
		for _, b := range group[:i] {
			pair := PairOf(r.Players[a].ID, r.Players[b].ID)
			if n := r.Met[pair]; n > 0 {
				met = true
				list = append(list, Reason{Key: Again, Players: pair[:], N: n})
			}
		}
	}
	if !met {
		list = append(list, Reason{Key: Unmet})
	}
	return list
}

// whyOut says why a player sits out; out are all who do.
func (r Request) whyOut(player int, out []int) Reason {
	p := r.Players[player]
	rarer, lower := false, false // somebody who plays has sat out more often, or as often and has fewer points
	for i, other := range r.Players {
		if !slices.Contains(out, i) {
			rarer = rarer || outs(other) > outs(p)
			lower = lower || outs(other) == outs(p) && other.Points < p.Points
		}
	}
	reason := Reason{Key: OutEach, Players: []int64{p.ID}, N: p.Outs}
	switch {
	case r.Lowest && lower:
		reason.Key = OutMet
	case r.Lowest:
		reason.Key = OutLowest
	case rarer:
		reason.Key = OutFewest
	}
	return reason
}
