package knock_test

import (
	"fmt"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/knock"
)

// §10: the clarifications, by number.
func TestClarifications(t *testing.T) {
	clarifications := []struct {
		name string
		test func(*testing.T)
	}{
		{"void, even if the top discard could be taken", func(t *testing.T) {
			r := exhausted(3).round(t)
			play(t, r, p2, "draw @stock")
			equal(t, "discards", look(r, p1).Discards > 0, true)
			play(t, r, p2, "discard KD")
			equal(t, "how", look(r, p1).End.How, knock.HowVoid)
			equal(t, "to move", len(r.ToMove()), 0)
		}},
		{"the joker stands for a card in the same hand", func(t *testing.T) {
			play(t, position{P1: "3C 3D AD 3H 7C 8C 9C KD"}.round(t), p1, "knock KD | 3C 3D AD=3H | 7C 8C 9C")
			play(t, position{P1: "3C 3D AD 3H 7C 8C 9C KD"}.round(t), p1, "knock KD | 3C 3D AD=3S | 7C 8C 9C")
			play(t, position{P1: "7C 8C AD 9C 9D 9H 9S KD"}.round(t), p1, "knock KD | 7C 8C AD=9C | 9C 9D 9H 9S")
		}},
		{"openings of runs and of sets with a joker", func(t *testing.T) {
			// At 4H there are two openings, at AH one: preference 3 is before 4.
			end := settled(t, nil, "7C 7H 7D 7S AD 2H 3H", "", leaves5)
			equal(t, "row k", combinations(end.Hands[p1].Melds), "AD=AH 2H 3H | 7C 7D 7H 7S")
			// With either jack the joker leaves two openings and ten points; were a
			// missing suit not counted, the jacks would leave one.
			courts := engine.Options{"court_values": "ten"}
			view := look(position{P1: "TC JC JD AD 2S 3S 4S", Options: courts}.round(t), p1)
			equal(t, "a set of two and a joker", combinations(view.Melds), "2S 3S 4S | TC JC AD=QC")
		}},
		{"the joker in a set is written as the last missing suit", func(t *testing.T) {
			end := settled(t, nil, "6C 6D AD 8S 9S TS 2D", "", leaves5)
			equal(t, "of two", combinations(end.Hands[p1].Melds), "6C 6D AD=6S | 8S 9S TS")
			end = settled(t, nil, "4H 5H 6H 9C 9D 9S AD", "", leaves5)
			equal(t, "of one", combinations(end.Hands[p1].Melds), "4H 5H 6H | 9C 9D AD=9H 9S")
		}},
		{"in its own place the joker is AD or AD=AD", func(t *testing.T) {
			for _, text := range []string{"AD 2D 3D", "AD=AD 2D 3D"} {
				end := settled(t, nil, "AD 2D 3D 9C 9H 9S 2C", text+" | 9C 9H 9S", leaves5)
				equal(t, text, combinations(end.Hands[p1].Melds), "AD 2D 3D | 9C 9H 9S")
			}
		}},
		{"laying off may make a run longer than seven", func(t *testing.T) {
			end := settled(t, nil, "2H 3H 4H 5H 6H 7H AC", "", "8H 9H TH 4D 2S 6S QC")
			equal(t, "laid off", laid(end.Hands[p2].LaidOff), "8H>1 9H>1 TH>1")
		}},
		{"single_leftover chooses among those with one card left over", testSingleLeftover},
		{"undercut compares what is left over", func(t *testing.T) {
			options := engine.Options{"undercut": "10", "defender_bonus": "on"}
			end := settled(t, options, handA, "", "KC KD KS 8S 8D 8H 8C")
			equal(t, "points", end.Points, [2]int{12, -10})
		}},
		{"who wins a round, for the next deal", testDealerOption},
		{"after a knock the hands are empty", func(t *testing.T) {
			r := position{P1: handA + " KD", P2: "7H 3H 9H KS KC QS JS"}.round(t)
			play(t, r, p1, "knock KD")
			piles := map[string]string{}
			for _, heap := range r.Cards() {
				piles[heap.Pile.String()] = card.Write(heap.Cards)
			}
			equal(t, "hands", piles["hand:0"]+piles["hand:1"], "")
			equal(t, "knock", piles["knock"], "KD")
			equal(t, "shown:0", piles["shown:0"], "4H 5H 6H 9C 9D 9S")
			equal(t, "left:0", piles["left:0"], "2C")
			equal(t, "shown:1", piles["shown:1"], "JS QS KS 7H 3H 9H")
			equal(t, "left:1", piles["left:1"], "KC")
		}},
		{"a natural run of seven scores 0 and 0", func(t *testing.T) {
			end := settled(t, nil, "3S 4S 5S 6S 7S 8S 9S", "", "2S TS KH KC KD QC JC")
			equal(t, "points", end.Points, [2]int{})
			equal(t, "left over all the same", end.Hands[p2].LeftValue, 35)
		}},
	}
	equal(t, "clarifications", len(clarifications), 11)
	for i, c := range clarifications {
		t.Run(fmt.Sprintf("%d: %s", i+1, c.name), c.test)
	}
}
