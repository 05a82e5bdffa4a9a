package conform

import (
	"encoding/json"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/knowledge"
)

// Worlds follows a match from its deal on and makes other matches that a viewer cannot
// tell from it, for tests that compare pages and downloads.
type Worlds struct{ w walk }

// Follow begins with a match that was just dealt.
func Follow(m *engine.Match, chance engine.Chance) *Worlds {
	w := &Worlds{walk{match: m, chance: chance}}
	w.begin()
	return w
}

func (w *Worlds) begin() {
	w.w.begun = w.w.match.Version()
	w.w.witness = knowledge.NewWitness(w.w.match.Seats(), w.w.match.Round().Piles(nil))
	w.w.witness.Observe(w.w.match.Round().Piles(nil), false)
}

// Observe looks at the match after a move.
func (w *Worlds) Observe(m *engine.Match) {
	number := w.w.match.Number()
	w.w.match = m
	if m.Number() != number {
		w.begin()
		return
	}
	_, over := m.Round().Result()
	w.w.witness.Observe(m.Round().Piles(nil), over)
}

// Begun is the version in which the round was dealt.
func (w *Worlds) Begun() int { return w.w.begun }

// Another returns the match with other cards where a viewer cannot look, and the
// other names of the cards; nil where nothing is hidden.
func (w *Worlds) Another(viewer engine.Seat, seed engine.Seed) (*engine.Match, map[card.Card]card.Card, error) {
	data, err := json.Marshal(w.w.match)
	if err != nil {
		return nil, nil, err
	}
	m, err := engine.LoadMatch(w.w.match.Game(), seed, data)
	if err != nil {
		return nil, nil, err
	}
	stored, err := storedRound(m)
	if err != nil {
		return nil, nil, err
	}
	witness := w.w.witness
	if witness.Equal() {
		other, err := w.w.withOtherSecrets(viewer, stored)
		to, _ := knowledge.Rename(witness.Pack(), knowledge.Set{}, w.w.chance)
		return other, to.Map(), err
	}
	to, some := knowledge.Rename(witness.Pack(), witness.Known(viewer), w.w.chance)
	if !some {
		return nil, nil, nil
	}
	other, err := stored.relabelled(to)
	return other, to.Map(), err
}
