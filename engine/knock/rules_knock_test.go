package knock_test

import (
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/knock"
)

func testKnock(t *testing.T) {
	r := position{P1: handJ + " QH"}.round(t)
	equal(t, "turns before", look(r, p1).Turns, 0)
	equal(t, "listed", listed(t, r, p1, "knock QH"), true)
	equal(t, "shown to its owner", look(r, p1).Knocks, cards(t, "QH"))
	equal(t, "not compulsory", listed(t, r, p1, "discard QH"), true)
	events := play(t, r.Clone(), p1, "knock QH")
	equal(t, "face down", len(events[0].Cards)+len(events[0].Secret), 0)

	r = position{P1: handO + " KD", P2: other}.round(t)
	equal(t, "numbers", refusal(t, r, p1, "knock KD", knock.RuleLimit).Args, map[string]int{"limit": 3, "deadwood": 4})
	equal(t, "listed", listed(t, r, p1, "knock KD"), false)
	refused(t, r, p1, "knock 2D", knock.RuleNotInHand)
	refused(t, r, p1, "knock", knock.RuleNotInHand)
	play(t, r, p1, "discard KD")
}

func testDeclared(t *testing.T) {
	hand := position{P1: "4H 5H 6H 9C 9D 9S 2C KD", P2: other}
	r := hand.round(t)
	for _, text := range []string{
		"knock KD | 4H 5H 9C",            // no combination
		"knock KD | 4H 5H",               // too short
		"knock KD | 9C 9D 9H",            // not in the hand
		"knock KD | 4H 5H 6H | 4H 5H 6H", // twice
		"knock KD | 6H 5H 4H",            // not in the one order
		"knock KD | 9S 9C 9D",
		"knock KD |",
		"knock KD | 4H 5H 6H |",
		"knock KD 2C",
		"knock KD 2C | 4H 5H 6H",
		"knock KD | 4H 5H=7H 6H",      // only the joker stands for another
		"knock KD | 4H 5H 6H>meld:1",  // nothing to lay off on
		"knock KD | 4H 5H 6H ~ 9C",    // no mark of this game
		"knock 4H | 4H 5H 6H | 9C 9D", // the knock card is gone
		"knock KD=2C | 4H 5H 6H | 9C 9D 9S",
	} {
		refused(t, r, p1, text, knock.RuleMelds)
	}
	for _, where := range []string{"@hand", "+@hand", ">discard"} {
		refused(t, r, p1, "knock KD | 4H 5H 6H | 9C 9D 9S "+where, knock.RulePhase)
	}
	illegal := refusal(t, r, p1, "knock KD | 4H 5H 6H", knock.RuleLimit)
	equal(t, "numbers", illegal.Args, map[string]int{"limit": 3, "deadwood": 29})
	refused(t, r, p1, "knock 9C | 4H 5H 6H", knock.RuleLimit)
	play(t, r, p1, "knock KD | 9C 9D 9S | 4H 5H 6H")
	end := look(r, p2).End
	equal(t, "in the order shown", combinations(end.Hands[p1].Melds), "4H 5H 6H | 9C 9D 9S")
	equal(t, "declared", end.Declared, true)

	joker := position{P1: "AD 2D 3D 9C 9H 9S 2C KD"}
	for _, text := range []string{
		"knock KD | AD 2D 3D | 9C 9H 9S",
		"knock KD | AD=AD 2D 3D | 9C 9H 9S",
		"knock KD | 2D 3D AD=4D | 9C 9H 9S",
	} {
		play(t, joker.round(t), p1, text)
	}
	for _, text := range []string{
		"knock KD | AD=4D 2D 3D | 9C 9H 9S", // 4D is behind
		"knock KD | 2D 3D AD | 9C 9H 9S",    // an ace is in front
		"knock KD | 2D 3D AD=4H | 9C 9H 9S",
		"knock KD | 2D 3D AD=3D | 9C 9H 9S",
		"knock KD | AD 2D 3D | 9C AD=9D 9H 9S",
		"knock KD | 2D 3D AD=J | 9C 9H 9S",
		"knock KD | 9C AD=9C 9H 9S",
		"knock KD | 9C 9C 9H 9S",
		"knock KD | AD=AD AD 2D 3D | 9C 9H 9S",
	} {
		refused(t, joker.round(t), p1, text, knock.RuleMelds)
	}
}

// exhausted is a position in which P2 draws the last card of the stock.
func exhausted(renewed int) position {
	return position{P1: handA, P2: other, Stock: "KD", Spent: true, Turn: p2, Discard: "2S 7H", Renewed: renewed}
}

func testRenewal(t *testing.T) {
	r := exhausted(2).round(t)
	play(t, r, p2, "draw @stock", "discard KD")
	view := look(r, p1)
	equal(t, "stock", view.Stock, 0)
	equal(t, "renewals left", view.Renewals, 1)
	equal(t, "both piles", r.Legal(p1, nil), []engine.Move{move(t, "draw @stock"), move(t, "draw @discard")})
	before := r.Cards()[1].Cards

	without := r.Clone()
	play(t, without, p1, "draw @discard", "discard 2C")
	equal(t, "left as it was", look(without, p2).Stock, 0)

	events := play(t, r, p1, "draw @stock")
	equal(t, "event", events[0].Kind, "renewed")
	equal(t, "its number", events[0].N, len(before)-1)
	view = look(r, p1)
	equal(t, "stock", view.Stock, len(before)-2)
	equal(t, "discards", view.Discards, 1)
	equal(t, "top", view.Top.String(), "KD")
	equal(t, "renewals left", view.Renewals, 0)
	if stock := r.Cards()[0].Cards; card.Write(stock) == card.Write(before[1:len(stock)+1]) {
		t.Error("the new stock is not shuffled")
	}
}

func testVoid(t *testing.T) {
	m := exhausted(3).match(t, 60, 95)
	play(t, m, p2, "draw @stock")
	events := play(t, m, p2, "discard KD")
	equal(t, "event", events[1].Kind, "void")
	equal(t, "totals", m.Totals(), []int{60, 95})
	result, over := m.Round().Result()
	equal(t, "over", over, true)
	equal(t, "how", result.How, knock.HowVoid)
	equal(t, "by", result.By, engine.Spectator)
	equal(t, "to see", card.Write(look(m.Round(), p2).End.Hands[p1].Left), "2C 4H 5H 6H 9C 9D 9S")

	// A knock in the last turn is still a knock.
	m = exhausted(3).match(t, 60, 95)
	play(t, m, p2, "draw @stock")
	refused(t, m, p2, "knock KD", knock.RuleLimit)

	// A stock that is gone and cannot be renewed is not drawn from.
	p := exhausted(3)
	p.Stock = ""
	r := p.round(t)
	refused(t, r, p2, "draw @stock", knock.RuleStock)
	equal(t, "who is away", r.(engine.Absent).Auto(p2), move(t, "draw @discard"))
}

func testArrangement(t *testing.T) {
	for _, row := range []struct{ name, eight, thrown, shown string }{
		{"least deadwood", "6C 6H 6S 7C 8C AC AH 2D", "2D", ""},
		{"a natural run of seven before any", "3S 4S 5S 6S 7S 8S 9S KD", "KD", "3S 4S 5S 6S 7S 8S 9S"},
		{"with the joker before two combinations", handF + " KD", "KD", "3S 4S AD=5S 6S 7S 8S 9S"},
		{"fewest openings", "7C 7H 7D 7S AD 2H 3H KD", "KD", "AD=AH 2H 3H | 7C 7D 7H 7S"},
		{"a full set is closed, with the joker too", "9H TH JH 4C 4D 4S AD KD", "KD", "4C 4D AD=4H 4S | 9H TH JH"},
		{"one's own cards are no openings", "7C 7H 7D 7S AD 2H 3H 5H", "5H", "2H 3H AD=4H | 7C 7D 7H 7S"},
		{"highest rank of the joker", hand14 + " KD", "KD", "4C 5C AD=6C | 9D 9H 9S"},
		{"at the lower end of a king", "QH KH AD 7C 7D 7S 2S 4D", "4D", "7C 7D 7S | AD=JH QH KH"},
	} {
		r := position{P1: row.eight}.round(t)
		if row.shown == "" {
			refused(t, r, p1, "knock "+row.thrown, knock.RuleLimit)
			continue
		}
		play(t, r, p1, "knock "+row.thrown)
		equal(t, row.name, combinations(look(r, p1).End.Hands[p1].Melds), row.shown)
	}
	t.Run("the joker is no opening", func(t *testing.T) {
		// 5D fits on the run, and 3S on the set: were AD counted, the set had fewer.
		r := position{P1: "2D 3C 3D 3H 4D 9S KC"}.round(t)
		equal(t, "melds", combinations(look(r, p1).Melds), "2D 3D 4D")
	})
	t.Run("a king is an opening", func(t *testing.T) {
		r := position{P1: "TC JC QC QD QH 2S 4D", Options: engine.Options{"court_values": "ten"}}.round(t)
		equal(t, "melds", combinations(look(r, p1).Melds), "QC QD QH")
	})
	t.Run("the opponent's cards have no part in it", func(t *testing.T) {
		for _, opponent := range []string{other14, "2C 3C 6C 7C KH KD KS", other} {
			r := position{P1: hand14 + " JH", P2: opponent}.round(t)
			play(t, r, p1, "knock JH")
			equal(t, opponent, combinations(look(r, p1).End.Hands[p1].Melds), "4C 5C AD=6C | 9D 9H 9S")
		}
	})
}

func testLayingOff(t *testing.T) {
	for _, row := range []struct{ name, knocker, declared, opponent, laid string }{
		{"at either end, again and again", handJ, "", "TD JD 4D 3D AH AC 2S", "3D>1 4D>1 JD>1 TD>1"},
		{"down to the ace", "2S 3S 4S 9C 9D 9H AC", "", "AS KC QD JH 8C 6D TH", "AS>1"},
		{"up to the king", "TC JC QC 9S 9D 9H AC", "", "KC 2S 4D 6H 8D 7D 4H", "KC>2"},
		{"no ace on a king", "JC QC KC 9S 9D 9H 2D", "", "AC AS 4D 6H 8D 7S 4H", ""},
		{"a full set takes no more", handI, "", "JC 2H 4D 6H 8D 9S QC", "JC>2"},
		{"beyond seven", "2H 3H 4H 5H 6H 7H AC", "", "8H 9H TH 4D 2S 6S QC", "8H>1 9H>1 TH>1"},
		{"a joker keeps its place in a run", hand14, "", other14, "3C>1 7C>1 9C>2"},
		{"a joker of one's own as a bridge", handA, "", "7H 8H TH AD KC QS 5S", "7H>1 8H>1 AD=9H>1 TH>1"},
		{"nothing below an ace, not even a joker", "AC 2C 3C 4C 5C 6C 2S", "", "AD QC KS 8S TD 5H 2H", "AD=7C>1"},
		{"a joker of one's own in its own place", "2D 3D 4D 5D 6D 7D 2S", "", "AD QC KS 7S 5H 2H TH", "AD>1"},
	} {
		end := settled(t, nil, row.knocker, row.declared, row.opponent)
		equal(t, row.name, laid(end.Hands[p2].LaidOff), row.laid)
		equal(t, row.name+": the knocker", len(end.Hands[p1].LaidOff), 0)
	}
	end := settled(t, nil, handB, "", "3H 8H 9H KS KD KC QS")
	equal(t, "nothing left over, nothing laid off", len(end.Hands[p2].LaidOff), 0)
}

func testReply(t *testing.T) {
	settlements[2].check(t)
	end := settled(t, nil, handA, "", "7H 8H 9H 8C 8D 3D KC")
	equal(t, "a run given up", combinations(end.Hands[p2].Melds), "8C 8D 8H")
	equal(t, "its ends laid off", laid(end.Hands[p2].LaidOff), "7H>1 9H>2")
	equal(t, "left over", card.Write(end.Hands[p2].Left), "3D KC")
}
