package rummy_test

import (
	"slices"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/enginetest"
	"carteado/engine/rummy"
)

// choice is the legal move that is rated highest.
func choice(r engine.Round, s engine.Seat) string {
	legal := r.Legal(s, nil)
	rates := rummy.Game{}.Rate(look(r, s), legal)
	return legal[slices.Index(rates, slices.Max(rates))].String()
}

// rate is the rating of one move.
func rate(t *testing.T, view any, written string) int {
	t.Helper()
	return rummy.Game{}.Rate(view, []engine.Move{enginetest.Move(t, written)})[0]
}

// §8: what the bot does in positions where there is little doubt.
func TestRate(t *testing.T) {
	for _, row := range []struct {
		name, position, want string
	}{
		{"a useless discard is left", "hand:0 4H 5H 8C 9D 2C QD KS; discard 7S", "draw @stock"},
		{"one that makes a set is taken", "hand:0 4H 5H 9C 9D 2C QD; discard 9S", "draw @discard"},
		{"one that makes a run is taken", "hand:0 4H 5H 9C 9D 2C QD; discard 6H", "draw @discard"},
		{"one that fits on the table is taken", "hand:0 4H 5H 9C 9D 2C QD; meld:1 6S 7S 8S; laid 1; discard 9S",
			"draw @discard"},
		{"a meld is laid", "hand:0 4H 5H 6H 9D 2C QD KS; drawn KS", "meld 4H 5H 6H"},
		{"the dearest first", "hand:0 2C 2D 2H QD QH QS 9S; drawn 9S", "meld QD QH QS"},
		{"the longest", "hand:0 4H 5H 6H 7H 9D 2C QD; drawn 2C", "meld 4H 5H 6H 7H"},
		{"a card is laid off", "hand:0 9S 4H 9D 2C QD; meld:1 6S 7S 8S; laid 1; drawn 2C", "layoff 9S >meld:1"},
		{"but not from a meld", "hand:0 9S 9H 9D 2C QD; meld:1 6S 7S 8S; meld:2 AC AD AH; laid 1 0; drawn 2C; " +
			"acted; fresh 1", "discard QD"},
		{"a pair is kept", "hand:0 KC KD 9H 2S; drawn 9H", "discard 9H"},
		{"a dead pair is not", "hand:0 KC KD 9H TH; meld:1 TS JS QS KS; meld:2 JH QH KH; laid 1 1; drawn 9H",
			"layoff TH >meld:2"},
		{"neighbours are kept", "hand:0 8C 9C KD 2S; drawn 8C", "discard KD"},
		{"out, if it can", "hand:0 9S 4H; meld:1 6S 7S 8S; meld:2 4C 4D 4S; laid 0 1; drawn 4H", "layoff 4H >meld:2"},
	} {
		equal(t, row.name, choice(at(t, row.position), p1), row.want)
	}
	t.Run("the whole hand goes in one move, where that is a move", func(t *testing.T) {
		const position = "hand:0 4H 5H 6H 9C 9D 9S KD; drawn KD"
		r := at(t, "melds_per_turn=1_except_rummy; "+position)
		offers := rummy.Game{}.Offers(look(r, p1))
		equal(t, "offers", len(offers), 1)
		all := append(r.Legal(p1, nil), offers...)
		rates := rummy.Game{}.Rate(look(r, p1), all)
		equal(t, "best", slices.Index(rates, slices.Max(rates)), len(all)-1)
		r.Run(offers[0].String() + "; view.End.How = rummy")
		equal(t, "offers as written", len(rummy.Game{}.Offers(look(at(t, position), p1))), 0)
		equal(t, "of another view", len(rummy.Game{}.Offers(card.Unknown)), 0)
	})
	t.Run("cards near what the next seat took are held back", func(t *testing.T) {
		view := look(at(t, "hand:0 AC 3D 5S 7H 9H JS QC KD; drawn AC"), p1)
		free := rate(t, view, "discard JS")
		for taken, near := range map[string]bool{"JH": true, "TS": true, "QS": true, "9S": false, "TH": false} {
			view.Known[p2] = enginetest.Cards(t, taken)
			equal(t, taken, rate(t, view, "discard JS") < free, near)
		}
	})
	t.Run("what only others can lay off is held back", func(t *testing.T) {
		const position = "layoff_scope=own; hand:0 9S TD 2C 4H; laid 1; drawn 2C; meld:1 "
		equal(t, "worse", rate(t, look(at(t, position+"6S 7S 8S"), p1), "discard 9S") < rate(
			t, look(at(t, position+"5S 6S 7S"), p1), "discard 9S"), true)
	})
	t.Run("what is not asked of it is nothing", func(t *testing.T) {
		equal(t, "another view", rate(t, card.Unknown, "draw @stock"), 0)
		equal(t, "another move", rate(t, look(at(t, ""), p1), "next"), 0)
	})
}
