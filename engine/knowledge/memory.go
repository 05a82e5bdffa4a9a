package knowledge

import (
	"slices"

	"carteado/engine"
	"carteado/engine/card"
)

// A Memory is what one seat knows of where each card lies.
type Memory struct {
	piles  []known
	groups [][]card.Card // cards that lie hidden, by the shuffle that hid them
}

// known is a pile as the seat knows it, in the order of Round.Piles.
type known struct {
	place engine.Place
	slots []slot
}

// A slot holds a card: a known one, or one of a group.
type slot struct {
	card  card.Card // Unknown: one of the group's
	group int
}

// Remember begins with the piles as a seat sees them, Unknown where it does not. The cards
// of the pack that it does not see are one group.
func Remember(pack []card.Card, piles []engine.Pile) *Memory {
	m := &Memory{groups: [][]card.Card{slices.Clone(pack)}}
	for _, pile := range piles {
		at := m.pile(pile.Place)
		for _, c := range pile.Cards {
			at.slots = append(at.slots, slot{card: c})
			if c != card.Unknown {
				m.groups[0] = without(m.groups[0], c)
			}
		}
	}
	return m
}

// Clone copies the memory.
func (m *Memory) Clone() *Memory {
	c := &Memory{slices.Clone(m.piles), slices.Clone(m.groups)}
	for i := range c.piles {
		c.piles[i].slots = slices.Clone(c.piles[i].slots)
	}
	for i := range c.groups {
		c.groups[i] = slices.Clone(c.groups[i])
	}
	return c
}

func (m *Memory) pile(p engine.Place) *known {
	for i := range m.piles {
		if m.piles[i].place == p {
			return &m.piles[i]
		}
	}
	m.piles = append(m.piles, known{place: p})
	return &m.piles[len(m.piles)-1]
}

// Move takes a card that the seat sees from one pile to the top of another. It is the topmost
// that the seat knew there, else the next of those it did not.
func (m *Memory) Move(c card.Card, from, to engine.Place) {
	at := m.pile(from)
	i := len(at.slots) - 1
	for ; i >= 0 && at.slots[i].card != c; i-- {
	}
	if i < 0 {
		i = m.reveal(c, at)
	}
	if i >= 0 {
		at.slots = slices.Delete(at.slots, i, i+1)
	}
	at = m.pile(to)
	at.slots = append(at.slots, slot{card: c})
}

// reveal takes a card out of its group and returns its index in a pile, -1 where nothing is
// hidden there. If it may be of several groups, they become one.
func (m *Memory) reveal(c card.Card, at *known) int {
	first := slices.IndexFunc(at.slots, func(s slot) bool { return s.card == card.Unknown })
	if first < 0 {
		return first
	}
	group := -1
	for _, s := range at.slots {
		if s.card == card.Unknown && slices.Contains(m.groups[s.group], c) {
			group = m.join(group, s.group)
		}
	}
	for g := 0; group < 0 && g < len(m.groups); g++ { // it cannot be, and is
		if slices.Contains(m.groups[g], c) {
			group = m.join(at.slots[first].group, g)
		}
	}
	if group >= 0 {
		m.groups[group] = without(m.groups[group], c)
		first = slices.IndexFunc(at.slots, func(s slot) bool { return s.card == card.Unknown && s.group == group })
	}
	return first
}

// Draw takes the next n cards, which the seat does not see, from one pile to another.
func (m *Memory) Draw(n int, from, to engine.Place) {
	m.pile(to) // first, because a new pile moves the others
	at, into := m.pile(from), m.pile(to)
	n = min(n, len(at.slots))
	into.slots = append(into.slots, at.slots[:n]...)
	at.slots = slices.Delete(at.slots, 0, n)
}

// Gather takes all cards of a pile but the last keep below another pile, in the order in
// which they lie.
func (m *Memory) Gather(from, to engine.Place, keep int) {
	m.Draw(len(m.pile(from).slots)-keep, from, to)
}

// Shuffle makes one group of the cards of a pile: where each lies there is not known any more.
func (m *Memory) Shuffle(p engine.Place) {
	at, group := m.pile(p), len(m.groups)
	m.groups = append(m.groups, nil)
	for i := range at.slots {
		switch s := at.slots[i]; {
		case s.card != card.Unknown:
			m.groups[group] = append(m.groups[group], s.card)
			at.slots[i] = slot{group: group}
		default:
			m.join(group, s.group)
		}
	}
}

// join makes one group of two, and returns it; -1 is none.
func (m *Memory) join(to, from int) int {
	if to == from || to < 0 {
		return from
	}
	m.groups[to], m.groups[from] = append(m.groups[to], m.groups[from]...), nil
	for i := range m.piles {
		for j := range m.piles[i].slots {
			if s := &m.piles[i].slots[j]; s.card == card.Unknown && s.group == from {
				s.group = to
			}
		}
	}
	return to
}

// Follow follows an event that the seat saw: its cards go from one pile to the other, and
// where it names none, N go unseen, or one if N is 0. Where each seat has a pile of the kind, it
// is the one of the event's seat. An event without two piles changes nothing. A game follows
// itself those of its events that mean more than this.
func (m *Memory) Follow(e engine.Event) {
	if e.From == (engine.Place{}) || e.To == (engine.Place{}) {
		return
	}
	from, to := m.own(e.From, e.Seat), m.own(e.To, e.Seat)
	cards := 0
	for _, w := range e.Cards {
		m.Move(w.Card, from, to)
		cards++
	}
	for _, c := range e.Secret {
		m.Move(c, from, to)
		cards++
	}
	if cards == 0 {
		m.Draw(max(e.N, 1), from, to)
	}
}

// own is the pile of a seat, if each seat has one of the kind, and else the place itself.
func (m *Memory) own(p engine.Place, s engine.Seat) engine.Place {
	if slices.ContainsFunc(m.piles, func(k known) bool { return k.place == engine.Of(p.Kind, s) }) && p.Owner == 0 {
		return engine.Of(p.Kind, s)
	}
	return p
}

// Piles are the piles as the seat knows them, Unknown where it does not.
func (m *Memory) Piles() []engine.Pile {
	piles := make([]engine.Pile, len(m.piles))
	for i, at := range m.piles {
		piles[i] = engine.Pile{Place: at.place, Cards: make([]card.Card, len(at.slots))}
		for j, s := range at.slots {
			piles[i].Cards[j] = s.card
		}
	}
	return piles
}

// Guess returns the piles with a card in each place: a deal, each as likely as any other,
// of those that agree with what the seat knows.
func (m *Memory) Guess(chance engine.Chance) []engine.Pile {
	piles, next := m.Piles(), make([][]card.Card, len(m.groups))
	for g, group := range m.groups {
		next[g] = slices.Clone(group)
		for i := len(group) - 1; i > 0; i-- {
			j := chance.Below(i + 1)
			next[g][i], next[g][j] = next[g][j], next[g][i]
		}
	}
	for i, at := range m.piles {
		for j, s := range at.slots {
			if s.card == card.Unknown && len(next[s.group]) > 0 {
				piles[i].Cards[j], next[s.group] = next[s.group][0], next[s.group][1:]
			}
		}
	}
	return piles
}

// Can reports that a card may lie in a pile, as far as the seat knows.
func (m *Memory) Can(c card.Card, p engine.Place) bool {
	return slices.ContainsFunc(m.pile(p).slots, func(s slot) bool {
		return s.card == c || s.card == card.Unknown && slices.Contains(m.groups[s.group], c)
	})
}

// without is a list with one card less, if it is there.
func without(cards []card.Card, c card.Card) []card.Card {
	if i := slices.Index(cards, c); i >= 0 {
		return slices.Delete(cards, i, i+1)
	}
	return cards
}
