package knock_test

import (
	"fmt"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
)

// Hands that several settlements knock with, by their letters in §3.3.
const (
	handA = "4H 5H 6H 9C 9D 9S 2C"
	handB = "4H 5H 6H 7H 9C 9D 9S"
	handF = "3S 4S AD 6S 7S 8S 9S"
	handH = "8H 9H TH JH QH KH AH"
	handI = "5C 6C 7C JH JS AD AC"
	handJ = "5D 6D 7D 8D 9D AS 2C"
	handO = "4H 5H 6H 9C 9D 9S 4C"
	// hand14 is 2, with the joker at either end of the run.
	hand14  = "4C 5C AD 9H 9S 9D 2S"
	other14 = "3C 6C 7C 9C KH QD JS"
)

// A settlement is a knock, the reply, and what both score. Combinations of the
// knocker's are counted from 1: 7H>1 is laid off on the first.
type settlement struct {
	no                            int
	knocker, declared             string
	opponent                      string
	combinations, laid, left      string
	knockerPoints, opponentPoints int
	options                       engine.Options
}

// §3.4.
var settlements = []settlement{
	{1, handA, "", "7H 3H 9H KS KD KC QS", "KC KD KS", "3H>1 7H>1 9H>2", "QS", 2, 12, nil},
	{2, handB, "", "3H 8H 9H KS KD KC QS", "KC KD KS", "", "3H 8H 9H QS", -10, 32, nil},
	{3, "4S 5S 6S 9C 9D 9H 2D", "", "7S 7H 7D 8S 9S KC QD", "7D 7H 7S", "9S>2", "8S QD KC", 2, 33, nil},
	{4, handA, "", "AD 7S 8D KS TC QS 3C", "AD=JS QS KS", "", "3C 7S 8D TC", 2, 28, nil},
	{5, handA, "", "AD KS QD TC 8D 6C 3S", "", "AD=9H>2", "3S 6C 8D TC QD KS", 2, 52, nil},
	{6, handB, "", "AD KS QD TC 8D 6C 3S", "", "", "AD 3S 6C 8D TC QD KS", -10, 77, nil},
	{7, handA, "", "7H 8H TH AD KC QS 5S", "", "7H>1 8H>1 AD=9H>1 TH>1", "5S QS KC", 2, 30, nil},
	{8, handI, "", "JC JD 8C 4C KS 2H 9H", "", "4C>1 8C>1 JC>2", "2H 9H JD KS", 1, 35, nil},
	{9, handJ, "", "TD JD 4D 3D AH AC 2S", "", "3D>1 4D>1 JD>1 TD>1", "AC AH 2S", 3, 4, nil},
	{10, handA, "", "KC KD KS 8S 8D 8H 9H", "8D 8H 8S | KC KD KS", "9H>2", "", 2, 0, nil},
	{11, handA, "", "KC KD KS 8S 8D 8H 8C", "8C 8D 8H 8S | KC KD KS", "", "", 2, 0, nil},
	{12, handF, "", "2S TS KH KC KD QC JC", "KC KD KH", "", "2S TS JC QC", -25, 35, nil},
	{13, handO, "", "7H 3H KC KD KS 2S AC", "KC KD KS", "3H>1 7H>1", "AC 2S", 4, 3, engine.Options{"knock_limit": "7"}},
	{14, hand14, "", other14, "", "3C>1 7C>1 9C>2", "6C JS QD KH", 2, 42, nil},
	{15, hand14, "AD=3C 4C 5C | 9D 9H 9S", other14, "", "6C>1 7C>1 9C>2", "3C JS QD KH", 2, 39, nil},
}

func TestSettlements(t *testing.T) {
	for _, s := range settlements {
		t.Run(fmt.Sprintf("no. %d", s.no), s.check)
	}
}

func (s settlement) check(t *testing.T) {
	end := settled(t, s.options, s.knocker, s.declared, s.opponent)
	equal(t, "points", end.Points, [2]int{s.knockerPoints, s.opponentPoints})
	equal(t, "combinations", combinations(end.Hands[p2].Melds), s.combinations)
	equal(t, "laid off", laid(end.Hands[p2].LaidOff), s.laid)
	equal(t, "left over", card.Write(end.Hands[p2].Left), s.left)
	equal(t, "declared", end.Declared, s.declared != "")
}
