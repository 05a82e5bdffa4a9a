package competition

import (
	"slices"

	"carteado/engine/standing"
)

// Standings are all entrants by what they have come to. In a knockout a point is a round that one has come through.
func Standings(c Charter, entrants []Entrant, rounds []Round) []standing.Line {
	charter := standing.Charter{Places: c.Places, Draw: c.Draw, Ties: c.Ties}
	bye := c.Bye
	if c.Format == Knockout {
		charter.Places, charter.Draw = slices.Repeat([]int{1}, max(c.Advance, 1)), -1
		charter.Ties, bye = []standing.Tie{standing.HeadToHead}, 1
	}
	d := drawOf(c, entrants, rounds)
	var results []standing.Result
	given := func(player int64, points int) {
		results = append(results, standing.Result{Players: []int64{player}, Given: []int{points}})
	}
	for _, e := range entrants {
		if c.LateBye && e.From > 1 && len(rounds) >= e.From {
			given(e.Player, bye*(e.From-1))
		} else {
			given(e.Player, 0)
		}
	}
	for n, r := range rounds {
		for i, t := range r.Tables {
			if t.Placing != nil {
				results = append(results, standing.Result{Match: int64(i), Ended: int64(n), Players: t.Players,
					Placing: d.counted(t)})
			}
		}
		for _, o := range r.Byes {
			given(o.Player, bye)
		}
	}
	return standing.Compute(charter, results)
}

// counted is the placing of a table as it counts: in a knockout nobody shares a place with somebody of another seed.
func (d draw) counted(t Table) []int {
	if d.Format != Knockout {
		return t.Placing
	}
	placing := slices.Clone(t.Placing)
	for i, p := range d.ranked(t) {
		if at := slices.Index(t.Players, p); t.Placing[at] <= len(t.Players) {
			placing[at] = i + 1
		}
	}
	return placing
}

// A Meeting is what two entrants have come to against each other: how often one was placed before the other.
type Meeting struct{ Met, Before, Behind int }

// Meetings are all entrants against each other, by player.
func Meetings(rounds []Round) map[[2]int64]Meeting {
	all := map[[2]int64]Meeting{}
	for _, r := range rounds {
		for _, t := range r.Tables {
			for i, a := range t.Players {
				for j, b := range t.Players {
					if i == j || t.Placing == nil {
						continue
					}
					m := all[[2]int64{a, b}]
					m.Met++
					if t.Placing[i] < t.Placing[j] {
						m.Before++
					} else if t.Placing[i] > t.Placing[j] {
						m.Behind++
					}
					all[[2]int64{a, b}] = m
				}
			}
		}
	}
	return all
}
