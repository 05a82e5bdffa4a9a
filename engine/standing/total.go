package standing

import (
	"cmp"
	"slices"
)

// An Origin is what a match was played for, if it was not just played.
type Origin string

// The origins.
const (
	OfNights       Origin = "nights"
	OfCompetitions Origin = "competitions"
)

// Origins lists them.
func Origins() []Origin { return []Origin{OfNights, OfCompetitions} }

// skips reports that a match does not count because of where it was played.
func (c Charter) skips(r Result) bool {
	return r.Night != 0 && slices.Contains(c.Skip, OfNights) || r.Cup && slices.Contains(c.Skip, OfCompetitions)
}

// Plays reports that matches of a game count.
func (c Charter) Plays(game string) bool { return len(c.Games) == 0 || slices.Contains(c.Games, game) }

// counting are the results that count, in the order in which they ended.
func (c Charter) counting(results []Result) []Result {
	var list []Result
	for _, r := range results {
		if c.Plays(r.Game) && !r.Void && !c.skips(r) && (c.Paper || !r.Paper) &&
			(c.Bots || !slices.Contains(r.Players, 0)) {
			list = append(list, r)
		}
	}
	slices.SortFunc(list, func(a, b Result) int {
		return cmp.Or(cmp.Compare(a.Ended, b.Ended), cmp.Compare(a.Match, b.Match))
	})
	return list
}

// total adds up what counts: matches of the best nights and those of none, and of these the worst are dropped, earlier
// ones first.
func (p *player) total(c Charter) {
	best := slices.DeleteFunc(slices.Clone(p.points), p.worseNights(c.Nights))
	drop := max(min(c.Drop, len(best)-max(c.Least, 1)), 0)
	slices.SortStableFunc(best, func(a, b scored) int { return cmp.Compare(a.points, b.points) })
	p.Beyond, p.Dropped = len(p.points)-len(best), drop
	p.Points = p.Given
	for _, s := range best[drop:] {
		p.Points += s.points
	}
}

// worseNights reports of a match whether its night is not among the player's best n. Of nights that are as good as each
// other the later one counts.
func (p *player) worseNights(n int) func(scored) bool {
	sums := map[int64]int{}
	var nights []int64
	for _, s := range slices.Backward(p.points) {
		if _, known := sums[s.night]; !known && s.night != 0 {
			nights = append(nights, s.night)
		}
		sums[s.night] += s.points
	}
	slices.SortStableFunc(nights, func(a, b int64) int { return cmp.Compare(sums[b], sums[a]) })
	if n == 0 || n >= len(nights) {
		return func(scored) bool { return false }
	}
	return func(s scored) bool { return slices.Contains(nights[n:], s.night) }
}
