package competition

import (
	"cmp"
	"slices"

	"carteado/engine/pairing"
	"carteado/engine/shuffle"
)

// A draw is what the next round is drawn from.
type draw struct {
	Charter
	entrants []Entrant
	rounds   []Round
	number   int
	lot      uint64
}

func drawOf(c Charter, entrants []Entrant, rounds []Round) draw {
	return draw{c, entrants, rounds, len(rounds) + 1, 0}
}

// seat draws tables among all who are there by what they have come to, or in a league by whom they have met. That as
// few as possible meet again is pairing's doing.
func (d draw) seat(there []Entrant) (Round, error) {
	splits := pairing.Splits(len(there), d.least(), d.Size)
	if len(splits) == 0 {
		return Round{}, ErrFew
	}
	r := pairing.Request{Met: map[pairing.Pair]int{}, Sizes: splits[0].Sizes, Lot: d.lot}
	if d.Format == Swiss {
		r.Level, r.Lowest = pairing.Alike, true
	}
	points, byes, dealt := map[int64]int{}, map[int64]int{}, d.dealt()
	for _, line := range Standings(d.Charter, d.entrants, d.rounds) {
		points[line.Player] = line.Points
	}
	for _, e := range there {
		if d.LateBye && e.From == len(d.rounds)+1 { // a first round, with the points that its table will show
			points[e.Player] += d.Bye * (e.From - 1)
		}
	}
	for _, round := range d.rounds {
		for _, t := range round.Tables {
			for i, a := range t.Players {
				for _, b := range t.Players[:i] {
					r.Met[pairing.PairOf(a, b)]++
				}
			}
		}
		for _, o := range round.Byes {
			byes[o.Player]++
		}
	}
	for _, e := range there {
		r.Players = append(r.Players, pairing.Player{ID: e.Player, Points: points[e.Player], Outs: byes[e.Player],
			Dealt: dealt[e.Player], Late: e.From > 1})
	}
	var round Round
	seating := pairing.Seat(r)
	for _, t := range seating.Tables {
		round.Tables = append(round.Tables, Table{Players: t.Players, Reasons: t.Reasons})
	}
	round.Byes = seating.Out
	return round, nil
}

// dealt is how often each player had the first seat.
func (d draw) dealt() map[int64]int {
	dealt := map[int64]int{}
	for _, round := range d.rounds {
		for _, t := range round.Tables {
			dealt[t.Players[0]]++
		}
	}
	return dealt
}

// deal gives the first seat to who has had it less often; then the lot decides.
func (d draw) deal(round Round) Round {
	var seed shuffle.Seed
	for i := range 8 {
		seed[i] = byte(d.lot >> (8 * i))
	}
	chance, dealt := shuffle.NewChance(seed), d.dealt()
	for _, t := range round.Tables {
		shuffle.By(t.Players, chance)
		slices.SortStableFunc(t.Players, func(a, b int64) int { return cmp.Compare(dealt[a], dealt[b]) })
		shuffle.By(t.Players[1:], chance)
	}
	return round
}

// seeded are the entrants who were there for the first round, the best first.
func (d draw) seeded() []Entrant {
	list := slices.DeleteFunc(slices.Clone(d.entrants), func(e Entrant) bool { return !e.in(1) })
	slices.SortFunc(list, func(a, b Entrant) int {
		return cmp.Or(cmp.Compare(a.Seed, b.Seed), cmp.Compare(a.Player, b.Player))
	})
	return list
}

// fixtures is one round of everybody against everybody, by the circle method: one stays, the others move on by a place.
func (d draw) fixtures() (round Round) {
	list := d.seeded()
	if len(list)%2 == 1 {
		list = append(list, Entrant{})
	}
	n := len(list)
	at := func(place int) Entrant { // of n−1 who move
		return list[1+(place+d.number-1)%(n-1)]
	}
	pair := func(a, b Entrant) {
		if !a.in(d.number) || a.Player == 0 {
			a, b = b, a
		}
		switch {
		case a.Player == 0 || !a.in(d.number): // neither is there
		case b.Player == 0:
			round.Byes = append(round.Byes, pairing.Out{Player: a.Player,
				Reason: pairing.Reason{Key: ByeTurn, Players: []int64{a.Player}}})
		case !b.in(d.number):
			round.Byes = append(round.Byes, pairing.Out{Player: a.Player,
				Reason: pairing.Reason{Key: ByeGone, Players: []int64{b.Player}}})
		default:
			round.Tables = append(round.Tables, Table{Players: []int64{a.Player, b.Player},
				Reasons: []pairing.Reason{{Key: Fixture, N: d.number, To: n - 1}}})
		}
	}
	pair(list[0], at(0))
	for i := 1; i < n/2; i++ {
		pair(at(i), at(n-1-i))
	}
	return d.deal(round)
}

// A Node is a place of a bracket where two meet.
type Node struct {
	A, B   int64 // 0: nobody, or not known yet
	Winner int64 // 0: nobody, or not known yet
	Table  int   // number of the table of the round, from 1; 0: a bye, or it was not drawn
	Bye    bool
}

// Bracket is a knockout of pairs from the first round to the final, each round from top to bottom; nil for another
// competition, or one that has not begun.
func Bracket(c Charter, entrants []Entrant, rounds []Round) (list [][]Node) {
	if c.Format != Knockout || c.Size != 2 || len(rounds) == 0 {
		return nil
	}
	d := drawOf(c, entrants, rounds)
	slots := d.slots()
	for n, first := 1, slots; len(slots) > 1; n++ {
		nodes := make([]Node, len(slots)/2)
		for i := range nodes {
			nodes[i] = Node{A: slots[2*i], B: slots[2*i+1]}
		}
		if n <= len(rounds) {
			d.play(nodes, n, first)
		}
		slots = nil
		for _, node := range nodes {
			slots = append(slots, node.Winner)
		}
		list = append(list, nodes)
	}
	return list
}

// play says what has come of the nodes of a round. A player's place among the slots of the first round says where they
// are in each later one: who was drawn to a table is there, even if somebody else has come through by a correction
// since.
func (d draw) play(nodes []Node, number int, first []int64) {
	node := func(players ...int64) (at *Node) {
		for _, p := range players {
			if i := slices.Index(first, p); i >= 0 {
				i >>= number - 1
				if at = &nodes[i/2]; i%2 == 0 {
					at.A = p
				} else {
					at.B = p
				}
			}
		}
		return at
	}
	for i, t := range d.rounds[number-1].Tables {
		if at := node(t.Players...); at != nil {
			at.Table = i + 1
			if through := d.come(t, 1); len(through) > 0 {
				at.Winner = through[0]
			}
		}
	}
	for _, o := range d.rounds[number-1].Byes {
		if at := node(o.Player); at != nil {
			at.Bye, at.Winner = true, o.Player
		}
	}
}

// slots are the players of the first round from top to bottom, so that the two best can meet in the final alone; 0
// where nobody is.
func (d draw) slots() []int64 {
	list := d.seeded()
	order := []int{1}
	for len(order) < len(list) {
		var wider []int
		for i, seed := range order {
			pair := []int{seed, 2*len(order) + 1 - seed}
			if i%2 == 1 {
				slices.Reverse(pair)
			}
			wider = append(wider, pair...)
		}
		order = wider
	}
	slots := make([]int64, len(order))
	for i, seed := range order {
		if seed <= len(list) {
			slots[i] = list[seed-1].Player
		}
	}
	return slots
}

// seeds are the seeds of the first round by player, from 1.
func (d draw) seeds() map[int64]int {
	seeds := map[int64]int{}
	for i, e := range d.seeded() {
		seeds[e.Player] = i + 1
	}
	return seeds
}

// come are those who come through a table, at most so many: by place, and of equal places the better seed. A player
// who has not played does not.
func (d draw) come(t Table, most int) (list []int64) {
	for _, p := range d.ranked(t) {
		if len(list) < most && t.Placing[slices.Index(t.Players, p)] <= len(t.Players) {
			list = append(list, p)
		}
	}
	return list
}

// ranked are the players of a table by place, then by seed; none without a result.
func (d draw) ranked(t Table) []int64 {
	if t.Placing == nil {
		return nil
	}
	seeds, list := d.seeds(), slices.Clone(t.Players)
	slices.SortFunc(list, func(a, b int64) int {
		return cmp.Or(cmp.Compare(t.Placing[slices.Index(t.Players, a)], t.Placing[slices.Index(t.Players, b)]),
			cmp.Compare(seeds[a], seeds[b]))
	})
	return list
}

// through are those who have come through the rounds of a knockout so far, whether they are still there or not. Tables
// that are not decided leave all in.
func (d draw) through() (list []int64) {
	if len(d.rounds) == 0 {
		for _, e := range d.seeded() {
			list = append(list, e.Player)
		}
		return list
	}
	last := d.rounds[len(d.rounds)-1]
	for _, t := range last.Tables {
		if t.Placing == nil {
			list = append(list, t.Players...)
		} else {
			list = append(list, d.come(t, d.most(last, t))...)
		}
	}
	for _, o := range last.Byes {
		list = append(list, o.Player)
	}
	return list
}

// most is how many may come through a table of a round: of the final one.
func (d draw) most(r Round, t Table) int {
	if len(r.Tables) == 1 && len(r.Byes) == 0 {
		return 1
	}
	return min(max(d.Advance, 1), len(t.Players)-1)
}

// left are those of them who are there for the next round.
func (d draw) left() []int64 {
	return slices.DeleteFunc(d.through(), func(p int64) bool {
		return !slices.ContainsFunc(d.entrants, func(e Entrant) bool { return e.Player == p && e.in(d.number) })
	})
}

// bracket is the next round of a knockout of pairs.
func (d draw) bracket() (round Round) {
	slots, seeds := d.slots(), d.seeds()
	places := len(slots)
	if len(d.rounds) > 0 {
		slots = nil
		for _, node := range Bracket(d.Charter, d.entrants, d.rounds)[len(d.rounds)-1] {
			slots = append(slots, node.Winner)
		}
	}
	left := d.left()
	for i := 0; i+1 < len(slots); i += 2 {
		a, b := slots[i], slots[i+1]
		gone := a != 0 && b != 0
		if !slices.Contains(left, a) {
			a, b = b, a
		}
		switch {
		case !slices.Contains(left, a): // neither is there
		case slices.Contains(left, b):
			reason := pairing.Reason{Key: Winners, N: d.number}
			if d.number == 1 {
				reason = pairing.Reason{Key: Seeds, N: min(seeds[a], seeds[b]), To: max(seeds[a], seeds[b])}
			}
			round.Tables = append(round.Tables, Table{Players: []int64{a, b}, Reasons: []pairing.Reason{reason}})
		default:
			reason := pairing.Reason{Key: ByeAlone, Players: []int64{a}}
			if gone {
				reason = pairing.Reason{Key: ByeGone, Players: []int64{b}}
			} else if d.number == 1 {
				reason = pairing.Reason{Key: ByeSeed, Players: []int64{a}, N: seeds[a], To: places}
			}
			round.Byes = append(round.Byes, pairing.Out{Player: a, Reason: reason})
		}
	}
	return d.deal(round)
}

// shared is the next round of a knockout at tables of three and more: each gets as many of the best seeds as another.
// The last one there has a bye.
func (d draw) shared() (round Round) {
	left, seeds := d.left(), d.seeds()
	if len(left) == 1 {
		gone := slices.DeleteFunc(d.through(), func(p int64) bool { return p == left[0] })
		round.Byes = []pairing.Out{{Player: left[0], Reason: pairing.Reason{Key: ByeGone, Players: gone}}}
		return round
	}
	slices.SortFunc(left, func(a, b int64) int { return cmp.Compare(seeds[a], seeds[b]) })
	count := len(sizes(len(left), d.Size))
	tables := make([]Table, count)
	for i, p := range left {
		at := i % count
		if i/count%2 == 1 {
			at = count - 1 - at
		}
		tables[at].Players = append(tables[at].Players, p)
	}
	for _, t := range tables {
		t.Reasons = []pairing.Reason{{Key: SeedTable}}
		round.Tables = append(round.Tables, t)
	}
	return d.deal(round)
}
