package competition

import (
	"slices"

	"carteado/engine/standing"
)

// Standings are all entrants by what they have come to. In a knockout a point is a round that one has come through, and
// the first place is for who came through the last one: where nobody did, or two and both have left, nobody has it.
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
		if c.LateBye && e.From > 1 && len(rounds) >= e.From && e.in(e.From) {
			given(e.Player, bye*(e.From-1))
		} else {
			given(e.Player, 0)
		}
	}
	for n, r := range rounds {
		for i, t := range r.Tables {
			if t.Placing != nil {
				results = append(results, standing.Result{Match: int64(i), Ended: int64(n), Players: t.Players,
					Placing: d.counted(r, t)})
			}
		}
		for _, o := range r.Byes {
			given(o.Player, bye)
		}
	}
	lines := standing.Compute(charter, results)
	if c.Format == Knockout && Over(c, entrants, rounds) && len(d.through()) != 1 {
		for i := range lines {
			lines[i].Place++
		}
	}
	return lines
}

// counted is the placing of a table as it counts. Who has not played is behind all places that have points, however few
// sit at the table. In a knockout so is who does not come through, and nobody shares a place with somebody of another
// seed.
func (d draw) counted(r Round, t Table) []int {
	placing, behind := slices.Clone(t.Placing), max(len(t.Players), len(d.Places), d.Advance)
	var through []int64
	if d.Format == Knockout {
		through = d.come(t, d.most(r, t))
	}
	for i, p := range d.ranked(t) {
		at := slices.Index(t.Players, p)
		switch {
		case t.Placing[at] > len(t.Players):
			placing[at] = behind + len(t.Players)
		case d.Format == Knockout && slices.Contains(through, p):
			placing[at] = i + 1
		case d.Format == Knockout:
			placing[at] = behind + i
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
