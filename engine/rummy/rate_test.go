package rummy_test

import (
	"slices"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
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
	return rummy.Game{}.Rate(view, []engine.Move{move(t, written)})[0]
}

// §8: what the bot does in positions where there is little doubt.
func TestRate(t *testing.T) {
	for _, row := range []struct {
		name string
		position
		want string
	}{
		{"a useless discard is left", position{Hands: "4H 5H 8C 9D 2C QD KS", Discard: "7S"}, "draw @stock"},
		{"one that makes a set is taken", position{Hands: "4H 5H 9C 9D 2C QD", Discard: "9S"}, "draw @discard"},
		{"one that makes a run is taken", position{Hands: "4H 5H 9C 9D 2C QD", Discard: "6H"}, "draw @discard"},
		{"one that fits on the table is taken", position{Hands: "4H 5H 9C 9D 2C QD", Melds: []string{"2 6S 7S 8S"}, Discard: "9S"}, "draw @discard"},
		{"a meld is laid", position{Hands: "4H 5H 6H 9D 2C QD KS", Drawn: "KS"}, "meld 4H 5H 6H"},
		{"the dearest first", position{Hands: "2C 2D 2H QD QH QS 9S", Drawn: "9S"}, "meld QD QH QS"},
		{"the longest", position{Hands: "4H 5H 6H 7H 9D 2C QD", Drawn: "2C"}, "meld 4H 5H 6H 7H"},
		{"a card is laid off", position{Hands: "9S 4H 9D 2C QD", Melds: []string{"2 6S 7S 8S"}, Drawn: "2C"}, "layoff 9S >meld:1"},
		{"but not from a meld", position{Hands: "9S 9H 9D 2C QD", Melds: []string{"2 6S 7S 8S", "1 AC AD AH"}, Drawn: "2C", Acted: true, Fresh: 1}, "discard QD"},
		{"a pair is kept", position{Hands: "KC KD 9H 2S", Drawn: "9H"}, "discard 9H"},
		{"a dead pair is not", position{Hands: "KC KD 9H TH", Melds: []string{"2 TS JS QS KS", "2 JH QH KH"}, Drawn: "9H"}, "layoff TH >meld:2"},
		{"neighbours are kept", position{Hands: "8C 9C KD 2S", Drawn: "8C"}, "discard KD"},
		{"out, if it can", position{Hands: "9S 4H", Melds: []string{"1 6S 7S 8S", "2 4C 4D 4S"}, Drawn: "4H"}, "layoff 4H >meld:2"},
	} {
		equal(t, row.name, choice(row.round(t), p1), row.want)
	}
	t.Run("the whole hand goes in one move, where that is a move", func(t *testing.T) {
		p := position{Hands: "4H 5H 6H 9C 9D 9S KD", Drawn: "KD", Options: on("melds_per_turn", "1_except_rummy")}
		r := p.round(t)
		offers := rummy.Game{}.Offers(look(r, p1))
		equal(t, "offers", len(offers), 1)
		all := append(r.Legal(p1, nil), offers...)
		rates := rummy.Game{}.Rate(look(r, p1), all)
		equal(t, "best", slices.Index(rates, slices.Max(rates)), len(all)-1)
		play(t, r, p1, offers[0].String())
		equal(t, "how", look(r, p1).End.How, rummy.HowRummy)
		p.Options = nil
		equal(t, "offers as written", len(rummy.Game{}.Offers(look(p.round(t), p1))), 0)
		equal(t, "of another view", len(rummy.Game{}.Offers(card.Unknown)), 0)
	})
	t.Run("cards near what the next seat took are held back", func(t *testing.T) {
		view := look(position{Hands: "AC 3D 5S 7H 9H JS QC KD | ", Drawn: "AC"}.round(t), p1)
		free := rate(t, view, "discard JS")
		for taken, near := range map[string]bool{"JH": true, "TS": true, "QS": true, "9S": false, "TH": false} {
			view.Known[p2] = cards(t, taken)
			equal(t, taken, rate(t, view, "discard JS") < free, near)
		}
	})
	t.Run("what only others can lay off is held back", func(t *testing.T) {
		p := position{Hands: "9S TD 2C 4H", Melds: []string{"2 6S 7S 8S"}, Drawn: "2C", Options: on("layoff_scope", "own")}
		free := p
		free.Melds = []string{"2 5S 6S 7S"}
		equal(t, "worse", rate(t, look(p.round(t), p1), "discard 9S") < rate(t, look(free.round(t), p1), "discard 9S"), true)
	})
	t.Run("what is not asked of it is nothing", func(t *testing.T) {
		equal(t, "another view", rate(t, card.Unknown, "draw @stock"), 0)
		equal(t, "another move", rate(t, look(position{}.round(t), p1), "next"), 0)
	})
}
