package pairing

import (
	"slices"

	"carteado/engine/shuffle"
)

// Each weight is more than all that the smaller ones can add up to, with MaxPlayers players at tables of six: they make
// at most 640 pairs, and each pair costs at most maxLot by lot, maxRank² by level and maxMet by meetings.
const (
	maxLot  = 63
	maxRank = 63
	maxMet  = 15
	maxOuts = 63

	lotWeight   = 1
	levelWeight = lotWeight << 16   // 640 · 63 < 2^16
	metWeight   = levelWeight << 22 // 640 · 63² < 2^22
	outWeight   = metWeight << 14   // 640 · 15 < 2^14
)

// costs are what it costs that two players sit together, and that one sits out, by their index.
type costs struct {
	together [][]int64
	out      []int64
	chance   shuffle.Chance
}

func weigh(r Request) *costs {
	var seed shuffle.Seed
	for i := range 8 {
		seed[i] = byte(r.Lot >> (8 * i))
	}
	n := len(r.Players)
	c := &costs{out: make([]int64, n), chance: shuffle.NewChance(seed)}
	rank := ranks(r.Players)
	fewest := maxOuts
	for _, p := range r.Players {
		fewest = min(fewest, outs(p))
	}
	for i, p := range r.Players {
		c.together = append(c.together, make([]int64, n))
		c.out[i] = int64(min(outs(p)-fewest, maxOuts))*outWeight + int64(c.chance.Below(maxLot+1))
		if r.Lowest {
			c.out[i] += int64(rank[i]) * levelWeight * maxRank
		}
	}
	for i := range n {
		for j := range i {
			met := min(r.Met[PairOf(r.Players[i].ID, r.Players[j].ID)], maxMet)
			apart := int64(rank[i] - rank[j])
			cost := int64(met)*metWeight + int64(c.chance.Below(maxLot+1))
			switch r.Level {
			case Alike:
				cost += apart * apart * levelWeight
			case Mixed: // far apart within a table leaves the tables alike
				cost += (maxRank*maxRank - apart*apart) * levelWeight
			}
			c.together[i][j], c.together[j][i] = cost, cost
		}
	}
	return c
}

// outs is how often a player counts as having sat out.
func outs(p Player) int {
	if p.Late {
		return p.Outs + 1
	}
	return p.Outs
}

// ranks puts players with equal points into groups, from 0 for the fewest to at most maxRank.
func ranks(players []Player) []int {
	var points []int
	for _, p := range players {
		points = append(points, p.Points)
	}
	slices.Sort(points)
	points = slices.Compact(points)
	rank := make([]int, len(players))
	for i, p := range players {
		at, _ := slices.BinarySearch(points, p.Points)
		if len(points) > maxRank+1 {
			at = at * maxRank / (len(points) - 1)
		}
		rank[i] = at
	}
	return rank
}

// of is what groups cost; the last one sits out.
func (c *costs) of(groups [][]int) (sum int64) {
	for _, group := range groups[:len(groups)-1] {
		for i, a := range group {
			for _, b := range group[:i] {
				sum += c.together[a][b]
			}
		}
	}
	for _, p := range groups[len(groups)-1] {
		sum += c.out[p]
	}
	return sum
}

// pairs are the cheapest pairs at a number of tables: a player who sits out is matched with an empty chair.
func (c *costs) pairs(tables int) [][]int {
	n := len(c.out)
	chairs := n - 2*tables
	var dearest int64
	for i := range n {
		dearest = max(dearest, c.out[i], slices.Max(c.together[i]))
	}
	partner := match(n+chairs, func(a, b int) int64 {
		a, b = min(a, b), max(a, b)
		switch {
		case b < n:
			return c.together[a][b]
		case a < n:
			return c.out[a]
		}
		return (dearest + 1) * int64(chairs) // two empty chairs
	})
	var groups [][]int
	var out []int
	for a := range n {
		if b := partner[a]; b >= n {
			out = append(out, a)
		} else if a < b {
			groups = append(groups, []int{a, b})
		}
	}
	return append(groups, out)
}
