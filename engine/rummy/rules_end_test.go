package rummy_test

import (
	"fmt"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/rummy"
)

func testRenewal(t *testing.T) {
	// The cards that the scenario does not mention lie under its four.
	start := position{Hands: "2S 5H 8S TS QD", Discard: "2C 5D 9H JC", Spent: true}
	r := start.round(t)
	under := look(r, p1).Discards
	events := play(t, r, p1, "draw @stock")
	equal(t, "said", events[0].Kind, "renewed")
	equal(t, "so many", events[0].N, under-1)
	view := look(r, p1)
	equal(t, "top", view.Top.String(), "JC")
	equal(t, "alone", view.Discards, 1)
	equal(t, "stock", view.Stock, under-2)
	equal(t, "renewals left", view.Renewals, 4)

	// It is shuffled, and the shuffle follows from the seed and the number.
	again := start
	again.Renewed = 1
	first, same, other := start.round(t), start.round(t), again.round(t)
	for _, r := range []engine.Round{first, same, other} {
		play(t, r, p1, "draw @stock")
	}
	equal(t, "the same renewal", piles(first)["stock"], piles(same)["stock"])
	if piles(first)["stock"] == piles(other)["stock"] {
		t.Error("the second renewal shuffles like the first")
	}

	// Taking the discard renews nothing.
	r = start.round(t)
	play(t, r, p1, "draw @discard")
	view = look(r, p1)
	equal(t, "top", view.Top.String(), "9H")
	equal(t, "stock", view.Stock, 0)
	equal(t, "renewals left", view.Renewals, 5)
	play(t, r, p1, "discard 2S")
	equal(t, "goes on", r.ToMove(), []engine.Seat{p2})
}

// exhausted is a position whose stock is empty after P1's draw, with the renewals
// made that are given.
func exhausted(renewed int, hands string) position {
	return position{Hands: hands, Stock: "9C", Spent: true, Renewed: renewed}
}

func testBlocked(t *testing.T) {
	r := exhausted(5, "2H TH | QC TD | KS QS AS JD").round(t)
	events := play(t, r, p1, "draw @stock", "discard 9C")
	equal(t, "said", events[len(events)-1].Kind, rummy.HowBlocked)
	view := look(r, engine.Spectator)
	equal(t, "how", view.End.How, rummy.HowBlocked)
	equal(t, "to move", len(r.ToMove()), 0)
	equal(t, "there is a top discard", view.Discards > 1, true)
	result, _ := r.Result()
	equal(t, "by", result.By, engine.Spectator)

	r = exhausted(4, "2H TH | QC TD | KS QS AS JD").round(t)
	play(t, r, p1, "draw @stock", "discard 9C")
	play(t, r, p2, "draw @stock")

	// A discard pile of one card is no stock.
	r = thin().round(t)
	play(t, r, p1, "discard 3C")
	equal(t, "how", look(r, p1).End.How, rummy.HowBlocked)
	equal(t, "points", look(r, p1).End.Points, []int{0, 1 + 9, 0})
}

// thin is a position in which all cards but those of the hands are on the table.
// P1 has taken the two of clubs.
func thin() position {
	return position{
		Hands: "2C 3C | AC | QD", Drawn: "2C", Taken: true, Bare: true,
		Melds: []string{
			"1 AD AH AS", "2 2D 2H 2S", "3 3D 3H 3S", "1 4C 4D 4H 4S", "2 5C 5D 5H 5S", "3 6C 6D 6H 6S", "1 7C 7D 7H 7S",
			"2 8C 8D 8H 8S", "3 9C 9D 9H 9S", "1 TC TD TH TS", "2 JC JD JH JS", "3 QC QH QS", "1 KC KD KH KS",
		},
	}
}

func testValues(t *testing.T) {
	for text, value := range map[string]int{
		"AC 2D 3H 4S 5C 6D 7H 8S 9C TD": 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10,
		"TS JS QS KS":                   40,
	} {
		r := position{Hands: "| " + text}.round(t)
		equal(t, text, look(r, p2).Value, value)
	}
}

func testScore(t *testing.T) {
	r := position{Hands: "9S | KD QH 7C AS | 9C 9D 9H", Melds: []string{"1 3C 4C 5C"}, Stock: "6C"}.round(t)
	play(t, r, p1, "draw @stock", "layoff 6C >meld:1", "discard 9S")
	end := look(r, engine.Spectator).End
	equal(t, "points", end.Points, []int{55, 0, 0})
	equal(t, "values", end.Values, []int{0, 28, 27})
	equal(t, "hands", fmt.Sprint(end.Hands), "[[] [AS 7C QH KD] [9C 9D 9H]]")
	equal(t, "winner", end.Winner, p1)
	equal(t, "doubled", end.Double, false)
}

func testRummy(t *testing.T) {
	out := []string{"draw @stock", "meld 4D 5D 6D 7D 8D 9D TD", "discard KC"}
	start := position{Hands: "4D 5D 6D 7D 8D 9D KC | KD QH 7C AS | 6C 7H", Stock: "TD", Melds: []string{"2 2C 2H 2S"}}
	r := start.round(t)
	events := play(t, r, p1, out...)
	end := look(r, p2).End
	equal(t, "how", end.How, rummy.HowRummy)
	equal(t, "points", end.Points, []int{82, 0, 0})
	equal(t, "doubled", end.Double, true)
	equal(t, "said last", events[len(events)-1].Kind, "rummy")

	// A card laid off, or a meld, in an earlier turn: no Rummy.
	for _, earlier := range []position{
		{Added: []string{"1 2S 1"}},
		{Melds: []string{"1 JC JH JS"}},
	} {
		p := start
		p.Melds, p.Added = append(earlier.Melds, p.Melds...), earlier.Added
		p.Melds[len(p.Melds)-1] = "2 2C 2D 2H 2S"
		r := p.round(t)
		play(t, r, p1, out...)
		equal(t, "points", look(r, p2).End.Points, []int{41, 0, 0})
		equal(t, "how", look(r, p2).End.How, rummy.HowOut)
	}

	// In the winning turn cards may be laid off, before the meld or after it.
	r = position{Hands: "2H 3H 4H 5H 6H QH KS | AS", Stock: "7H", Melds: []string{"2 QC QD QS"}}.round(t)
	play(t, r, p1, "draw @stock", "layoff QH >meld:1", "meld 2H 3H 4H 5H 6H 7H", "discard KS")
	equal(t, "points", look(r, p2).End.Points, []int{2, 0})
	// All by lay-offs.
	r = position{Hands: "QH KC | AS", Stock: "7H", Melds: []string{"2 QC QD QS", "2 4H 5H 6H", "2 KD KH KS"}}.round(t)
	play(t, r, p1, "draw @stock", "layoff QH >meld:1", "layoff 7H >meld:2", "layoff KC >meld:3")
	equal(t, "how", look(r, p2).End.How, rummy.HowRummy)
	// What another seat laid before does not matter, nor what was drawn before.
	equal(t, "opened", look(start.round(t), p1).Opened, []bool{false, true, false})
}

func testDifferences(t *testing.T) {
	for _, row := range []struct {
		hands  string
		points []int
		winner engine.Seat
	}{
		{"2H TH | QC TD | KS QS AS JD", []int{27, 0, 0}, p1},
		{"2H TH | QC 2D | KS QS AS JD", []int{0, 0, 0}, engine.Spectator},
		{"KH TH | QC 2D | KS QS AS JD", []int{0, 8 + 19, 0}, p2},
		{"2H TH | 2C TD", []int{0, 0}, engine.Spectator},
		{"2H TH | 3C TD", []int{1, 0}, p1},
		{"KH KC KD | QC TD | 2S | 3S", []int{0, 0, 28 + 18 + 1, 0}, p3},
	} {
		m := exhausted(5, row.hands).match(t, make([]int, len(row.points))...)
		play(t, m, p1, "draw @stock", "discard 9C")
		end := look(m.Round(), p2).End
		equal(t, row.hands, end.Points, row.points)
		equal(t, "winner", end.Winner, row.winner)
		equal(t, "doubled", end.Double, false)
		equal(t, "dealer", nextDealer(t, m), p2)
	}
}

// lastCard is a position in which P1 goes out by discarding the nine that the
// stock has next, against these hands.
func lastCard(others string) position {
	return position{Hands: "9S | " + others, Melds: []string{"1 AC AD AH"}, Stock: "AS"}
}

var outByDiscard = []string{"draw @stock", "layoff AS >meld:1", "discard 9S"}

func testMatchEnd(t *testing.T) {
	for _, row := range []struct {
		before []int
		winner engine.Seat
		over   bool
	}{
		{[]int{54, 96, 40}, p1, true},
		{[]int{49, 99, 99}, p1, true},
		{[]int{48, 99, 99}, engine.Spectator, false},
	} {
		m := lastCard("KD TD | QC 7S 7D 7C").match(t, row.before...)
		play(t, m, p1, outByDiscard...)
		outcome, over := m.Outcome()
		equal(t, "over", over, row.over)
		equal(t, "total", m.Totals()[p1], row.before[p1]+51)
		if over {
			equal(t, "how", outcome.How, engine.ByTarget)
			equal(t, "winner", outcome.Winner(), row.winner)
		}
	}
}

func testDealer(t *testing.T) {
	for dealer, next := range map[engine.Seat]engine.Seat{p1: p2, p2: p3, p3: p1} {
		p := lastCard("KD | QD")
		p.Dealer = dealer
		m := p.match(t, 0, 0, 0)
		play(t, m, p1, outByDiscard...)
		equal(t, "dealer", nextDealer(t, m), next)
		equal(t, "begins", m.ToMove(), []engine.Seat{(next + 1) % 3})
	}
	seen := map[engine.Seat]bool{}
	for n := range 40 {
		m, err := engine.NewMatch(rummy.Game{}, 4, nil, engine.Seed{}.Derive("dealer", n))
		if err != nil {
			t.Fatal(err)
		}
		seen[m.Dealer()] = true
	}
	equal(t, "first dealers", len(seen), 4)
}

func testSecrets(t *testing.T) {
	r := position{Hands: "4H KD 2C | 5C 6D 7H | 8S 9S TS", Discard: "3C 4C JC", Stock: "6C"}.round(t)
	events := play(t, r, p1, "draw @stock")
	for _, viewer := range []engine.Seat{p2, p3, engine.Spectator} {
		view := look(r, viewer)
		if strings.Contains(string(encode(t, view)), "6C") {
			t.Errorf("seat %d sees the card drawn: %s", viewer, encode(t, view))
		}
		for _, e := range events {
			if seen, open := e.For(viewer); open && strings.Contains(string(encode(t, seen)), "6C") {
				t.Errorf("seat %d is told the card drawn: %s", viewer, encode(t, seen))
			}
		}
		equal(t, "counts", view.Counts, []int{4, 3, 3})
		equal(t, "drawn", view.Drawn, card.Unknown)
		equal(t, "top", view.Top.String(), "JC")
		equal(t, "what opens when it is taken", view.Below.String(), "4C")
		equal(t, "fits", len(view.Fits(card.New(6, card.Clubs)))+len(view.GoOuts()), 0)
	}
	equal(t, "a spectator's hand", len(look(r, engine.Spectator).Hand)+look(r, engine.Spectator).Value, 0)
	equal(t, "own hand", hand(r, p2), "5C 6D 7H")

	// At the end everybody sees the hands, and nobody the stock.
	r = lastCard("KD | QD JH").round(t)
	play(t, r, p1, outByDiscard...)
	view := look(r, engine.Spectator)
	equal(t, "hands", fmt.Sprint(view.End.Hands), "[[] [KD] [JH QD]]")
	for _, c := range strings.Fields(piles(r)["stock"]) {
		if strings.Contains(string(encode(t, view)), c) {
			t.Errorf("%s of the stock is seen at the end", c)
		}
	}
}

func auto(r engine.Round, s engine.Seat) string { return r.(engine.Absent).Auto(s).String() }

func testAbsent(t *testing.T) {
	r := position{Hands: "4H KD 2C", Stock: "6C"}.round(t)
	equal(t, "draws", auto(r, p1), "draw @stock")
	play(t, r, p1, "draw @stock")
	equal(t, "discards the card drawn", auto(r, p1), "discard 6C")

	for name, c := range map[string]struct {
		position
		moves []string
		want  string
	}{
		"after taking":       {position{Hands: "4H 9D 2C", Discard: "3C KD"}, []string{"draw @discard"}, "discard 9D"},
		"of equals by suit":  {position{Hands: "KH QS JD TS", Discard: "3C 4C"}, []string{"draw @discard"}, "discard JD"},
		"… then by rank":     {position{Hands: "KD QS JD TD", Discard: "3C 4C"}, []string{"draw @discard"}, "discard TD"},
		"after melding":      {position{Hands: "5C 5D 5H 9D 2S", Stock: "3D"}, []string{"draw @stock", "meld 5C 5D 5H"}, "discard 9D"},
		"after laying off":   {position{Hands: "5S 9D 2S", Melds: []string{"2 5C 5D 5H"}, Stock: "3D"}, []string{"draw @stock", "layoff 5S >meld:1"}, "discard 9D"},
		"the drawn one laid": {position{Hands: "9D 2S", Melds: []string{"2 5C 5D 5H"}, Stock: "5S"}, []string{"draw @stock", "layoff 5S >meld:1"}, "discard 9D"},
		"nothing may go":     {position{Hands: "8S", Melds: []string{"1 5S 6S 7S"}, Discard: "2D 9S"}, []string{"draw @discard", "layoff 8S >meld:1"}, "layoff 9S >meld:1"},
	} {
		r := c.round(t)
		play(t, r, p1, c.moves...)
		equal(t, name, auto(r, p1), c.want)
		play(t, r, p1, c.want)
	}

	// The stock is renewed for an absent player, too.
	r = position{Hands: "4H KD 2C", Discard: "9C JC", Spent: true}.round(t)
	play(t, r, p1, auto(r, p1))
	equal(t, "renewals left", look(r, p1).Renewals, 4)

	m := position{}.match(t, 90, 0)
	play(t, m, p1, "leave")
	outcome, _ := m.Outcome()
	equal(t, "of two, the other has won", outcome.Winner(), p2)

	m = lastCard("KD | QC").match(t, 99, 0, 0)
	play(t, m, p1, "leave")
	for range outByDiscard[:2] {
		play(t, m, p1, m.Auto(p1).String())
	}
	_, over := m.Outcome()
	equal(t, "over", over, false)
	equal(t, "played on for", m.Round().ToMove(), []engine.Seat{p2})
}
