package rummy

import (
	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/meld"
)

// A plan is a move that lays the whole hand, taken apart.
type plan struct {
	melds   [][]engine.Word // new ones, as they are written
	layOffs []engine.Word   // with the meld each is laid on, from 1: new ones behind those on the table
	discard card.Card       // the last card, Unknown where none is left
	sound   bool            // the words are where they may be
}

// planOf reads rummy A B C | D E F G>meld:1 | H>meld:2 ~ K.
func planOf(m *engine.Move) plan {
	p := plan{sound: true}
	words := m.Words()
	if n := len(words) - 2; n >= 0 && words[n] == engine.Tilde {
		p.discard = words[n+1].Card
		p.sound = words[n+1] == engine.Word{Card: p.discard}
		if words = words[:n]; n == 0 {
			return p
		}
	}
	rest := engine.Move{}.Add(words...)
	for _, group := range rest.Groups() {
		var cards []engine.Word
		for _, w := range group {
			switch {
			case w.Card == card.Unknown || w.As != card.Unknown:
				p.sound = false
			case w.Meld != 0:
				p.layOffs = append(p.layOffs, w)
			default:
				cards = append(cards, w)
			}
		}
		p.sound = p.sound && len(group) > 0
		if len(cards) > 0 {
			p.melds = append(p.melds, cards)
		}
	}
	return p
}

// checkRummy checks the laying of the whole hand at once: first the melds, then the
// lay-offs in their order, then the discard.
func (t *stand) checkRummy(p plan) (rule string, n int) {
	switch {
	case !t.goRummy:
		return RuleNoRummy, 0
	case t.opened:
		return RuleOpened, 0
	case !p.sound:
		return RuleMeld, 0
	}
	after := *t
	after.melds = append(make([]meld.Hand, 0, maxMelds), t.melds...)
	after.owners = append(make([]engine.Seat, 0, maxMelds), t.owners...)
	for _, words := range p.melds {
		if rule := after.checkWords(words); rule != "" {
			return rule, 0
		}
		cards := cardsOf(words)
		after.hand &^= cards
		after.melds, after.owners = append(after.melds, cards), append(after.owners, t.seat)
	}
	for _, w := range p.layOffs {
		if rule := after.fits(w.Card, int(w.Meld)-1); rule != "" {
			return rule, int(w.Meld)
		}
		after.hand = after.hand.Without(w.Card)
		after.melds[w.Meld-1] = after.melds[w.Meld-1].With(w.Card)
	}
	if p.discard == card.Unknown {
		if t.mustDiscard {
			return RuleKeepDiscard, 0
		}
	} else if rule := after.checkDiscard(p.discard); rule != "" {
		return rule, 0
	}
	if left := after.hand.Without(p.discard).Len(); left > 0 {
		return RuleLeft, left
	}
	return "", 0
}

// goOut finds a move that lays the whole hand; false if there is none. All such moves
// score the same.
func (t *stand) goOut() (engine.Move, bool) {
	if !t.goRummy || t.opened {
		return engine.Move{}, false
	}
	s := search{stand: t}
	s.all = t.Aces.Melds(nil, t.hand)
	if !t.own {
		s.reach, _ = s.layOffs(t.hand)
	}
	loose := t.Loose(t.hand) &^ s.reach
	for _, discard := range append([]card.Card{card.Unknown}, t.hand.Cards()...) {
		switch {
		case discard == card.Unknown && t.mustDiscard, discard != card.Unknown && discard == t.kept,
			loose.Without(discard) != 0:
			continue
		}
		if s.cover(t.hand.Without(discard), 0) {
			return s.move(discard), true
		}
	}
	return engine.Move{}, false
}

// A search looks for melds and lay-offs that use up a hand.
type search struct {
	*stand
	all    []meld.Hand // the melds of the hand
	reach  meld.Hand   // cards that can be laid off on the table, directly or after another card
	chosen []meld.Hand
	off    meld.Hand // cards to be laid off
}

// cover tries melds and lay-offs for all of rest, card by card.
func (s *search) cover(rest, off meld.Hand) bool {
	if rest == 0 {
		s.off = off
		laid, _ := s.layOffs(off)
		return laid == off && (off == 0 || !s.needsMeld || len(s.chosen) > 0)
	}
	c := rest.First()
	for _, cards := range s.all {
		if cards.Has(c) && cards&^rest == 0 {
			s.chosen = append(s.chosen, cards)
			if s.cover(rest&^cards, off) {
				return true
			}
			s.chosen = s.chosen[:len(s.chosen)-1]
		}
	}
	return s.reach.Has(c) && s.cover(rest.Without(c), off.With(c))
}

// layOffs lays cards off on the table as long as one fits, and returns those that
// did and how. Runs come before sets, so that a card leads on where it can.
func (s *search) layOffs(cards meld.Hand) (laid meld.Hand, words []engine.Word) {
	table := append(make([]meld.Hand, 0, maxMelds), s.melds...)
	for again := true; again; {
		again = false
		for _, sets := range [...]bool{false, true} {
			for i, m := range table {
				fits := s.Aces.Fits(m) & cards &^ laid
				if fits == 0 || sets != (m.First().Rank() == m.Last().Rank()) || sets && again {
					continue
				}
				c := fits.First()
				table[i], laid, again = m.With(c), laid.With(c), true
				words = append(words, engine.Word{Card: c, Meld: uint8(i + 1)})
			}
		}
	}
	return laid, words
}

// move writes what was found.
func (s *search) move(discard card.Card) engine.Move {
	m := engine.Move{Verb: verbRummy}
	bar := func() {
		if len(m.Words()) > 0 {
			m = m.Add(engine.Bar)
		}
	}
	for _, cards := range s.chosen {
		bar()
		for _, c := range meld.InOrder(cards) {
			m = m.Add(engine.Word{Card: c})
		}
	}
	if _, words := s.layOffs(s.off); len(words) > 0 {
		bar()
		m = m.Add(words...)
	}
	if discard != card.Unknown {
		m = m.Add(engine.Tilde, engine.Word{Card: discard})
	}
	return m
}
