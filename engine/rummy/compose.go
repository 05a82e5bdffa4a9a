package rummy

import (
	"fmt"
	"strings"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/meld"
)

// Compose writes the cards chosen for a meld in the order of the notation,
// whatever the order in which they were chosen: a set by suit, a run ascending,
// the ace behind the king where there is no two.
func (Game) Compose(pressed string, chosen []string) (engine.Move, error) {
	if !strings.HasPrefix(pressed, verbMeld+" *") {
		return engine.Fill(pressed, chosen)
	}
	var cards meld.Hand
	for _, name := range chosen {
		c, err := card.Parse(name)
		switch {
		case err != nil:
			return engine.Move{}, fmt.Errorf("compose %q: %w", pressed, err)
		case !c.IsFrench() || cards.Has(c):
			return engine.Move{}, fmt.Errorf("compose %q: expected different cards of the pack, got %v", pressed,
				chosen)
		}
		cards = cards.With(c)
	}
	names := make([]string, 0, len(chosen))
	for _, c := range meld.InOrder(cards) {
		names = append(names, c.String())
	}
	return engine.Fill(pressed, names)
}
