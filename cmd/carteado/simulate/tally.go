package simulate

import (
	"cmp"
	"maps"
	"slices"

	"carteado/engine"
)

// A tally counts the results of some matches. Tallies add up in any order.
type tally struct {
	matches, unfinished, draws int
	moves                      int // also of broken matches
	movesPer, roundsPer        histogram
	seatWins                   []int
	botWins, botDraws, botIn   map[string]int // matches by bot
	roundEnds, matchEnds       map[string]int
	violations                 int
	first                      []violation // with the lowest numbers
}

// A violation is a match in which a promise was not kept.
type violation struct {
	Match  int    `json:"match"`
	Seed   string `json:"seed"`
	What   string `json:"what"`
	Replay string `json:"replay"`
}

// shownViolations is how many violations are shown in full.
const shownViolations = 3

func newTally(seats int) *tally {
	return &tally{
		movesPer: histogram{}, roundsPer: histogram{}, seatWins: make([]int, seats),
		botWins: map[string]int{}, botDraws: map[string]int{}, botIn: map[string]int{},
		roundEnds: map[string]int{}, matchEnds: map[string]int{},
	}
}

// add counts a match that kept every promise; at says by seat which bot sat there.
func (t *tally) add(m *engine.Match, moves int, at []int, bots []string) {
	t.matches++
	t.movesPer[moves]++
	t.roundsPer[len(m.Rounds())]++
	for _, r := range m.Rounds() {
		t.roundEnds[r.How]++
	}
	outcome, over := m.Outcome()
	if !over {
		t.unfinished++
		return
	}
	t.matchEnds[outcome.How]++
	for _, name := range distinct(bots) {
		t.botIn[name]++
	}
	if winner := outcome.Winner(); winner != engine.Nobody {
		t.seatWins[winner]++
		t.botWins[bots[at[winner]]]++
		return
	}
	t.draws++
	var drew []string
	for seat, place := range outcome.Placing {
		if place == 1 {
			drew = append(drew, bots[at[seat]])
		}
	}
	for _, name := range distinct(drew) {
		t.botDraws[name]++
	}
}

func distinct[T cmp.Ordered](list []T) []T { return slices.Compact(slices.Sorted(slices.Values(list))) }

func (t *tally) broken(v violation) {
	t.violations++
	t.keep(v)
}

func (t *tally) keep(all ...violation) {
	t.first = append(t.first, all...)
	slices.SortFunc(t.first, func(a, b violation) int { return cmp.Compare(a.Match, b.Match) })
	t.first = t.first[:min(len(t.first), shownViolations)]
}

func (t *tally) merge(other *tally) {
	t.matches += other.matches
	t.unfinished += other.unfinished
	t.draws += other.draws
	t.moves += other.moves
	t.violations += other.violations
	t.keep(other.first...)
	for seat, n := range other.seatWins {
		t.seatWins[seat] += n
	}
	for _, pair := range [][2]histogram{{t.movesPer, other.movesPer}, {t.roundsPer, other.roundsPer}} {
		for value, n := range pair[1] {
			pair[0][value] += n
		}
	}
	for _, pair := range [][2]map[string]int{
		{t.botWins, other.botWins}, {t.botDraws, other.botDraws}, {t.botIn, other.botIn},
		{t.roundEnds, other.roundEnds}, {t.matchEnds, other.matchEnds},
	} {
		for key, n := range pair[1] {
			pair[0][key] += n
		}
	}
}

// A histogram counts matches by length.
type histogram map[int]int

// length summarises the lengths of matches.
type length struct {
	Mean   float64 `json:"mean"`
	Median int     `json:"median"`
	Max    int     `json:"max"`
	Sum    int     `json:"sum"`
}

func (h histogram) length() (l length) {
	count := 0
	for value, n := range h {
		count += n
		l.Sum += value * n
	}
	if count == 0 {
		return l
	}
	l.Mean = float64(l.Sum) / float64(count)
	below := 0
	for _, value := range slices.Sorted(maps.Keys(h)) {
		if below*2 < count {
			l.Median = value
		}
		below += h[value]
		l.Max = value
	}
	return l
}
