package palace

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"carteado/engine"
	"carteado/engine/card"
)

// fromRow marks a chosen card that lies in one's own row: KD @up.
const fromRow = " @up"

// Compose puts what was chosen in the order of the notation: of an exchange the
// card of the hand first, of a play by suit. Where a card comes from is no part
// of a move.
func (Game) Compose(pressed string, chosen []string) (engine.Move, error) {
	if !strings.Contains(pressed, "*") {
		return engine.ParseMove(pressed)
	}
	var own, up []card.Card
	for _, value := range chosen {
		name, row := strings.CutSuffix(value, fromRow)
		c, err := card.Parse(name)
		if err != nil {
			return engine.Move{}, fmt.Errorf("move %q: %w", pressed, err)
		}
		if row {
			up = append(up, c)
		} else {
			own = append(own, c)
		}
	}
	swaps := strings.HasPrefix(pressed, verbSwap+" ")
	if swaps && len(chosen) > 0 && (len(own) != 1 || len(up) != 1) {
		return engine.Move{}, engine.Broken(RuleSwap)
	}
	cards := append(own, up...)
	if !swaps {
		slices.SortFunc(cards, func(a, b card.Card) int { return cmp.Compare(place(a), place(b)) })
	}
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = c.String()
	}
	return engine.Fill(pressed, words)
}

// Same: of equal cards it makes no difference which are played, nor in which
// order.
func (Game) Same(listed, other engine.Move) bool {
	a, b := listed.Words(), other.Words()
	plays := listed.Verb == verbPlay && other.Verb == verbPlay && other.From == none && other.With == none &&
		other.To == none
	if !plays || len(a) != len(b) || !plain(b) {
		return false
	}
	for _, w := range b {
		if rankOf(w.Card) != rankOf(a[0].Card) {
			return false
		}
	}
	return true
}
