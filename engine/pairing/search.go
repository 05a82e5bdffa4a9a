package pairing

import (
	"math"
	"slices"

	"carteado/engine/shuffle"
)

// exact is up to how many players all seatings at tables of three and more are looked at: 12 at four tables of three
// have 15,400 of them, and the bound leaves far fewer.
const exact = 12

// best looks at all ways to fill the tables, and leaves those that cost more than the best so far.
func (c *costs) best(sizes []int) (groups [][]int) {
	n := len(c.out)
	left := n
	for _, size := range sizes {
		left -= size
	}
	room := append(slices.Clone(sizes), left)
	filling := make([][]int, len(room))
	least := int64(math.MaxInt64)
	var place func(player int, cost int64)
	place = func(player int, cost int64) {
		if cost >= least {
			return
		}
		if player == n {
			least, groups = cost, nil
			for _, group := range filling {
				groups = append(groups, slices.Clone(group))
			}
			return
		}
		for g := range room {
			if len(filling[g]) == room[g] || g < len(sizes) && c.twin(filling, sizes, g) {
				continue
			}
			more := c.out[player]
			if g < len(sizes) {
				more = c.joining(player, filling[g])
			}
			filling[g] = append(filling[g], player)
			place(player+1, cost+more)
			filling[g] = filling[g][:len(filling[g])-1]
		}
	}
	place(0, 0)
	return groups
}

// twin reports that an earlier table of the same size is as empty as table g, so that a player there would be the same.
func (c *costs) twin(filling [][]int, sizes []int, g int) bool {
	if len(filling[g]) > 0 {
		return false
	}
	for earlier := range g {
		if sizes[earlier] == sizes[g] && len(filling[earlier]) == 0 {
			return true
		}
	}
	return false
}

func (c *costs) joining(player int, group []int) (sum int64) {
	for _, other := range group {
		sum += c.together[player][other]
	}
	return sum
}

// looks bounds the search: so many exchanges of two players are weighed, which takes some 30 ms.
const looks = 1_200_000

// search improves seatings drawn by lot until no exchange of two players makes one better, mixes the best one a little,
// and begins again.
func (c *costs) search(sizes []int) [][]int {
	n := len(c.out)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	shuffle.By(order, c.chance)
	now := split(order, sizes)
	left := c.improve(now, looks)
	best, least := copied(now), c.of(now)
	for left > 0 {
		now = copied(best)
		order = slices.Concat(now...)
		for range 3 + c.chance.Below(4) {
			i, j := c.chance.Below(n), c.chance.Below(n)
			order[i], order[j] = order[j], order[i]
		}
		now = split(order, sizes)
		left = c.improve(now, left)
		if cost := c.of(now); cost <= least {
			best, least = now, cost
		}
	}
	return best
}

// split cuts players into tables of these sizes and those who sit out.
func split(players, sizes []int) (groups [][]int) {
	for _, size := range sizes {
		groups = append(groups, slices.Clone(players[:size]))
		players = players[size:]
	}
	return append(groups, slices.Clone(players))
}

func copied(groups [][]int) (list [][]int) {
	for _, group := range groups {
		list = append(list, slices.Clone(group))
	}
	return list
}

// improve exchanges players of different groups while that makes the seating cheaper, and returns what is left of the
// exchanges that may be weighed.
func (c *costs) improve(groups [][]int, left int) int {
	for better := true; better && left > 0; {
		better = false
		for g := range groups {
			for h := range g {
				left -= len(groups[g]) * len(groups[h])
				better = c.exchange(groups, g, h) || better
			}
		}
	}
	return left
}

// exchange makes each exchange between two groups that saves something.
func (c *costs) exchange(groups [][]int, g, h int) (better bool) {
	for i := range groups[g] {
		for j := range groups[h] {
			a, b := groups[g][i], groups[h][j]
			if c.change(groups, g, a, b)+c.change(groups, h, b, a) < 0 {
				groups[g][i], groups[h][j] = b, a
				better = true
			}
		}
	}
	return better
}

// change is what it costs more that b sits in group g in place of a.
func (c *costs) change(groups [][]int, g, a, b int) (sum int64) {
	if g == len(groups)-1 {
		return c.out[b] - c.out[a]
	}
	for _, other := range groups[g] {
		if other != a {
			sum += c.together[b][other] - c.together[a][other]
		}
	}
	return sum
}
