package meld_test

import (
	"slices"
	"testing"

	"carteado/engine/card"
	"carteado/engine/meld"

	"pgregory.net/rapid"
)

var everyAces = map[string]meld.Aces{"low": meld.AcesLow, "both": meld.AcesBoth, "high": meld.AcesHigh}

// follows reports that one card comes next to another in a run, said once more
// card by card.
func follows(a meld.Aces, c, next card.Card) bool {
	rank := next.Rank()
	switch {
	case c.Suit() != next.Suit():
		return false
	case c.Rank() == card.Ace:
		return a != meld.AcesHigh && rank == 2
	case rank == card.Ace:
		return a != meld.AcesLow && c.Rank() == card.King
	}
	return rank == c.Rank()+1
}

// inOrder reports that cards as they are written are a set or a run.
func inOrder(a meld.Aces, cards []card.Card) bool {
	set, run := len(cards) >= 3, len(cards) >= 3 && len(cards) <= 13
	for i := range max(len(cards)-1, 0) {
		set = set && cards[i].Rank() == cards[i+1].Rank() && cards[i] < cards[i+1]
		run = run && follows(a, cards[i], cards[i+1]) && (i == 0 || cards[i].Rank() != card.Ace)
	}
	return set || run
}

// written are all sets and runs of cards of a hand, tried card by card and sorted.
func allMelds(a meld.Aces, hand []card.Card) (all [][]card.Card) {
	var longer func(cards []card.Card)
	longer = func(cards []card.Card) {
		if len(cards) >= 3 {
			all = append(all, slices.Clone(cards))
		}
		for _, c := range hand {
			next := append(slices.Clone(cards), c)
			two := len(cards) == 1 && (cards[0].Rank() == c.Rank() && cards[0] < c || follows(a, cards[0], c))
			if len(cards) == 0 || two || inOrder(a, next) && !slices.Contains(cards, c) {
				longer(next)
			}
		}
	}
	longer(nil)
	slices.SortFunc(all, slices.Compare)
	return all
}

func TestMeldsAreAllInOrder(t *testing.T) {
	for name, a := range everyAces {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				h := cornerHand(t, 11)
				var got [][]card.Card
				for _, m := range a.Melds(nil, h) {
					got = append(got, meld.InOrder(m))
					if !a.Valid(m) || m&^h != 0 {
						t.Fatalf("%v is no meld of %v", m.Cards(), h.Cards())
					}
				}
				if want := allMelds(a, h.Cards()); !slices.EqualFunc(got, want, slices.Equal) {
					t.Fatalf("melds of %v are\n%v, want\n%v", h.Cards(), got, want)
				}
			})
		})
	}
}

// cornerHand is someHand, or one around the ace of a suit or two.
func cornerHand(t *rapid.T, most int) meld.Hand {
	if !rapid.Bool().Draw(t, "corner") {
		return someHand(t, most)
	}
	var near []card.Card
	for _, c := range card.French() {
		if r := c.Rank(); c.Suit() < card.Hearts && (r <= 4 || r >= 11) {
			near = append(near, c)
		}
	}
	n := rapid.IntRange(3, most).Draw(t, "cards")
	return meld.Of(rapid.Permutation(near).Draw(t, "pack")[:n]...)
}

func TestFitsAreTheCardsThatLeaveAMeld(t *testing.T) {
	for name, a := range everyAces {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				melds := a.Melds(nil, cornerHand(t, 13))
				if len(melds) == 0 {
					return
				}
				m := rapid.SampledFrom(melds).Draw(t, "meld")
				var want meld.Hand
				for _, c := range card.French() {
					if !m.Has(c) && a.Valid(m.With(c)) {
						want = want.With(c)
					}
				}
				if got := a.Fits(m); got != want {
					t.Fatalf("on %v fit %v, want %v", m.Cards(), got.Cards(), want.Cards())
				}
			})
		})
	}
	for text, fits := range map[string][3]string{ // low, both, high
		"JC QC KC":                               {"TC", "AC TC", "AC TC"},
		"2C 3C 4C":                               {"AC 5C", "AC 5C", "5C"},
		"AC 2C 3C":                               {"4C", "4C", "-"},
		"QC KC AC":                               {"-", "JC", "JC"},
		"AC AD AH":                               {"AS", "AS", "AS"},
		"7C 7D 7H 7S":                            {"", "", ""},
		"2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC":    {"AC", "AC", "AC"},
		"AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC": {"", "", ""},
	} {
		h := hand(t, text)
		for i, a := range []meld.Aces{meld.AcesLow, meld.AcesBoth, meld.AcesHigh} {
			switch valid := fits[i] != "-"; {
			case a.Valid(h) != valid:
				t.Errorf("%s with aces %d is a meld: %v", text, a, !valid)
			case valid && a.Fits(h) != hand(t, fits[i]):
				t.Errorf("on %s with aces %d fit %v, want %s", text, a, a.Fits(h).Cards(), fits[i])
			}
		}
	}
}

func TestNoRunTurnsTheCorner(t *testing.T) {
	for _, text := range []string{"KD AD 2D", "QD KD AD 2D", "KD AD 2D 3D", "KC AC AD", "QC KC AD"} {
		for name, a := range everyAces {
			if a.Valid(hand(t, text)) {
				t.Errorf("aces %s: %s is a meld", name, text)
			}
		}
	}
}

func TestDeadwoodWithAcesIsExact(t *testing.T) {
	for name, a := range everyAces {
		r := rulesOf(card.Unknown)
		r.Aces = a
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				h := cornerHand(t, 9)
				if got, want := r.Deadwood(h), leastLeft(r, h, a.Melds(nil, h)); got != want {
					t.Fatalf("deadwood of %v is %d, want %d", h.Cards(), got, want)
				}
			})
		})
	}
}

// leastLeft tries every choice of melds.
func leastLeft(r *meld.Rules, h meld.Hand, melds []meld.Hand) int {
	least := r.Value(h)
	for i, m := range melds {
		if m&^h == 0 {
			least = min(least, leastLeft(r, h&^m, melds[i+1:]))
		}
	}
	return least
}
