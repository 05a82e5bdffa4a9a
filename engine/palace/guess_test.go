package palace

import (
	"slices"
	"testing"

	"carteado/engine/card"
)

// A hand that must hold cards of some ranks is dealt all of them, in whatever order the pool lies.
func TestWhatAHandMustHold(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"3C 4D KH TS", "KH 3C 4D TS", "KH 3C TS 4D", "KH TS 3C 4D", "3C KH TS 4D", "4D KH 3C TS",
	} {
		pool, err := card.List(text)
		if err != nil {
			t.Fatal(err)
		}
		three, four := card.New(3, card.Clubs), card.New(4, card.Diamonds)
		must := holds{ranks: 1<<rankOf(three) | 1<<rankOf(four), least: 2}
		g := &guess{}
		g.counts[1], g.has[1] = 3, []holds{must}
		var r Round
		var got int
		left := g.must(&r, 1, 0, &got, pool)
		if hand := r.hands[1]; !hand.has(three) || !hand.has(four) || hand.len() != 2 {
			t.Errorf("of %s the hand gets %v", text, hand.cards())
		}
		if slices.Sort(left); card.Write(left) != "TS KH" && card.Write(left) != "KH TS" {
			t.Errorf("of %s there are %v left", text, left)
		}
	}
}
