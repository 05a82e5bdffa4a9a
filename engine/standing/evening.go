package standing

import (
	"cmp"
	"slices"
)

// A Sitting is a table of a game night, or those who sat a round out.
type Sitting struct {
	Players []int64
	Placing []int // 1 is first, equal places are shared; nil: no result, or sat out
}

// Tenths are the points of a table of a game night, in tenths of a point: the first gets 6, the last 0, the others in
// equal steps, and equal places share what theirs are worth. So a table has 3 for each player on the average,
// whatever its size, and a player who sits out, or has no result, gets that.
func (s Sitting) Tenths() []int {
	points := make([]int, len(s.Players))
	for i := range points {
		if points[i] = 30; s.Placing == nil || len(s.Players) < 2 {
			continue
		}
		ahead, equal := 0, 0
		for _, place := range s.Placing {
			if place < s.Placing[i] {
				ahead++
			} else if place == s.Placing[i] {
				equal++
			}
		}
		points[i] = (120*(len(s.Players)-1-ahead) - 60*(equal-1)) / (2 * (len(s.Players) - 1))
	}
	return points
}

// An EveningLine is what a player has come to at a game night.
type EveningLine struct {
	Player int64
	Place  int // from 1, equal places are shared
	Tenths int
	Tables int // with a result
	Won    int // alone or shared
}

// Evening ranks the players of a game night: by points, then by tables won.
func Evening(sittings []Sitting) []EveningLine {
	byPlayer := map[int64]*EveningLine{}
	for _, s := range sittings {
		for i, points := range s.Tenths() {
			line := byPlayer[s.Players[i]]
			if line == nil {
				line = &EveningLine{Player: s.Players[i]}
				byPlayer[s.Players[i]] = line
			}
			line.Tenths += points
			if s.Placing == nil {
				continue
			}
			if line.Tables++; s.Placing[i] == 1 {
				line.Won++
			}
		}
	}
	var list []EveningLine
	for _, line := range byPlayer {
		list = append(list, *line)
	}
	better := func(a, b EveningLine) int {
		return cmp.Or(cmp.Compare(b.Tenths, a.Tenths), cmp.Compare(b.Won, a.Won))
	}
	slices.SortFunc(list, func(a, b EveningLine) int { return cmp.Or(better(a, b), cmp.Compare(a.Player, b.Player)) })
	for i := range list {
		if list[i].Place = i + 1; i > 0 && better(list[i-1], list[i]) == 0 {
			list[i].Place = list[i-1].Place
		}
	}
	return list
}
