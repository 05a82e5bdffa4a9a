package knock

import (
	"testing"

	"carteado/engine/card"
	"carteado/engine/meld"
)

// The last preference of rule 12 compares this text: cards by their letters and
// not by rank, the joker with what it stands for.
func TestArrangementsAreWrittenInOneWay(t *testing.T) {
	cards := func(text string) meld.Hand {
		list, err := card.List(text)
		if err != nil {
			t.Fatal(err)
		}
		return meld.Of(list...)
	}
	for want, melds := range map[string][]meld.Meld{
		"":                    nil,
		"JC QC TC":            {{Natural: cards("TC JC QC")}},
		"3C 4C 5C | JH KH QH": {{Natural: cards("JH QH KH")}, {Natural: cards("3C 4C 5C")}},
		"7C 8C 9C | 9D 9H AD=9S": {{Natural: cards("9D 9H"), As: card.New(9, card.Spades)},
			{Natural: cards("7C 8C 9C")}},
		"2D 3D AD":    {{Natural: cards("2D 3D"), As: joker}},
		"AD=QS JS KS": {{Natural: cards("JS KS"), As: card.New(card.Queen, card.Spades)}},
	} {
		if got := written(melds); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
