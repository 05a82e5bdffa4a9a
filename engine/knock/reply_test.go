package knock

import (
	"slices"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/meld"

	"pgregory.net/rapid"
)

// leastLeft plays a reply out by itself: one step melds some cards or lays one
// card off, and of everything that steps can lead to the least counts.
func leastLeft(r *rules, hand meld.Hand, melds []meld.Meld) int {
	type spot struct {
		stands meld.Hand
		set    bool
	}
	var spots []spot
	for _, m := range melds {
		spots = append(spots, spot{m.Stands(), !m.IsRun()})
	}
	least := r.Value(hand)
	var lay func(left meld.Hand)
	lay = func(left meld.Hand) {
		least = min(least, r.Value(left))
		for i, s := range spots {
			for c := range left.All() {
				for as := card.Card(1); as.IsFrench(); as++ {
					switch {
					case c != joker && as != c:
						continue
					case s.set && (as.Rank() != s.stands.First().Rank() || s.stands.Len() == 4):
						continue // the suit that the knocker's joker stands for is open, too
					case !s.set && (s.stands.Has(as) || !meld.Valid(s.stands.With(as))):
						continue
					}
					spots[i].stands = s.stands.With(as)
					if spots[i].stands == s.stands { // the joker's suit: it makes room in another
						spots[i].stands = meld.Rank(as)
					}
					lay(left.Without(c))
					spots[i] = s
				}
			}
		}
	}
	for s := range r.Splits(hand, r.Value(hand)) {
		lay(s.Left)
	}
	return least
}

// ruled are the default rules.
func ruled(t testing.TB, o engine.Options) *rules {
	t.Helper()
	r, err := newRules(o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// knockedOn draws a knocker's melds, and seven cards of the opponent's that are
// likely to fit on them; no melds where ten cards have none.
func knockedOn(t *rapid.T, r *rules) (melds []meld.Meld, hand meld.Hand) {
	low := rapid.IntRange(1, 8).Draw(t, "low")
	pack := slices.DeleteFunc(card.French(), func(c card.Card) bool {
		return c != joker && (c.Rank() < low || c.Rank() > low+5)
	})
	pack = rapid.Permutation(pack).Draw(t, "pack")
	own := meld.Of(pack[:10]...) // more than seven, so that there are melds
	var splits [][]meld.Meld
	for s := range r.Splits(own, r.Value(own)) {
		if n := len(s.Melds); n > 0 && n <= 2 {
			splits = append(splits, slices.Clone(s.Melds))
		}
	}
	if len(splits) == 0 {
		return nil, meld.Of(pack[10:17]...)
	}
	return rapid.SampledFrom(splits).Draw(t, "melds"), meld.Of(pack[10:17]...)
}

func TestTheReplyIsTheBest(t *testing.T) {
	r := ruled(t, nil)
	rapid.Check(t, func(t *rapid.T) {
		melds, hand := knockedOn(t, r)
		got := r.reply(hand, melds, true)
		if want := leastLeft(r, hand, melds); got.value != want || r.Value(got.left) != want {
			t.Fatalf("%v on %v: %d is left, want %d", hand.Cards(), melds, got.value, want)
		}
		if alone := r.reply(hand, melds, false); alone.value != r.Deadwood(hand) || len(alone.laid) > 0 {
			t.Fatalf("%v by itself: %+v, want %d left", hand.Cards(), alone, r.Deadwood(hand))
		}
		shown := got.left
		for _, m := range got.melds {
			shown |= m.Natural
			if m.As != card.Unknown {
				shown = shown.With(joker)
			}
		}
		for _, l := range got.laid {
			shown = shown.With(l.Card.Card)
		}
		if shown != hand {
			t.Fatalf("%v became %v", hand.Cards(), shown.Cards())
		}
	})
}

// Whatever a knocker may declare, the automatic arrangement leaves no more.
func TestTheArrangementIsTheBest(t *testing.T) {
	r := ruled(t, engine.Options{"knock_limit": "7"})
	rapid.Check(t, func(t *rapid.T) {
		hand := meld.Of(rapid.Permutation(card.French()).Draw(t, "pack")[:8]...)
		if rapid.Bool().Draw(t, "joker") {
			hand = hand.Without(hand.First()).With(joker)
		}
		seven := hand.Without(hand.Last())
		best := r.best(seven, hand)
		if best.deadwood != r.Deadwood(seven) || r.Value(best.left) != best.deadwood {
			t.Fatalf("%v: %+v, want %d", seven.Cards(), best, r.Deadwood(seven))
		}
		for s := range r.Splits(seven, best.deadwood) {
			if a := r.judge(s, hand); a.compare(best) < 0 {
				t.Fatalf("%v: %v is preferred to %v", seven.Cards(), a, best)
			}
		}
	})
}
