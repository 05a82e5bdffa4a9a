package huangdi

import (
	"fmt"
	"strings"

	"carteado/engine"
	"carteado/engine/card"
)

// Compose reads a move from a button, build * >wall:1 or discard * >a, and what
// was chosen: a card with its place, and perhaps a reverse card with its own. With
// a reverse card to accompany, building is reversing.
func (Game) Compose(pressed string, chosen []string) (engine.Move, error) {
	verb, rest, star := strings.Cut(pressed, " *")
	if !star {
		return engine.ParseMove(pressed)
	}
	if n := len(chosen); n == 0 || n > 2 {
		return engine.Move{}, fmt.Errorf("move %q: %d cards chosen", pressed, n)
	}
	picked := make([]engine.Move, len(chosen))
	for i, value := range chosen {
		one, err := engine.ParseMove(verb + " " + value + rest)
		if err != nil {
			return engine.Move{}, err
		}
		if one.Card() == card.Unknown || len(one.Words()) != 1 || one.With != (engine.Place{}) {
			return engine.Move{}, fmt.Errorf("chosen %q: expected a card and its place", value)
		}
		picked[i] = one
	}
	switch {
	case verb == verbDiscard:
		return composeDiscard(picked), nil
	case len(picked) == 1:
		return picked[0], nil
	}
	companion, reverse := picked[0], picked[1]
	if companion.Card() == card.Reverse && reverse.Card() != card.Reverse {
		companion, reverse = reverse, companion
	}
	if verb != verbBuild || reverse.Card() != card.Reverse {
		return engine.Move{}, fmt.Errorf("move %q: one card, or one and a reverse card", pressed)
	}
	m := engine.NewMove(verbReverse, companion.Card()).At(companion.From).On(companion.To)
	m.With = reverse.From
	return m, nil
}

// composeDiscard drops the place of a card of the hand. Another place stays, and
// so do several cards: the rules say why that is no discard.
func composeDiscard(picked []engine.Move) engine.Move {
	m := engine.Move{Verb: verbDiscard, To: picked[0].To}
	for _, one := range picked {
		m = m.Add(one.Words()...)
		if one.From != engine.In(engine.Hand) {
			m.From = one.From
		}
	}
	return m
}
