package meld_test

import (
	"math/bits"
	"slices"
	"testing"

	"carteado/engine/card"
	"carteado/engine/meld"

	"pgregory.net/rapid"
)

var joker = card.New(card.Ace, card.Diamonds)

// tame counts every card as its place in the pack; wild has AD as the wild card,
// which counts 25.
var tame, wild = rulesOf(card.Unknown), rulesOf(joker)

func rulesOf(wild card.Card) *meld.Rules {
	r := &meld.Rules{Wild: wild}
	for _, c := range card.French() {
		r.SetWorth(c, c.Rank())
	}
	if wild != card.Unknown {
		r.SetWorth(wild, 25)
	}
	return r
}

func hand(t testing.TB, text string) meld.Hand {
	t.Helper()
	cards, err := card.List(text)
	if err != nil {
		t.Fatal(err)
	}
	return meld.Of(cards...)
}

// isMeld is said once more, from the sentences of the rules and card by card.
func isMeld(cards []card.Card) bool {
	if len(cards) < 3 {
		return false
	}
	set, run := len(cards) <= 4, true
	for i, c := range cards[1:] {
		set = set && c.Rank() == cards[0].Rank() && c != cards[i]
		run = run && c.Suit() == cards[0].Suit() && c.Rank() == cards[i].Rank()+1
	}
	return set || run
}

// deadwood is the least by trying everything: every card that the wild one may
// stand for, and every way to deal the cards out into heaps that are melds.
func deadwood(r *meld.Rules, h meld.Hand) int {
	natural := h.Without(r.Wild)
	// by which cards a heap is covered, and whether it needs the wild card
	least := r.Value(h)
	cards := natural.Cards()
	n := uint(len(cards))
	pick := func(mask uint) (picked []card.Card) {
		for i := range n {
			if mask>>i&1 != 0 {
				picked = append(picked, cards[i])
			}
		}
		return picked
	}
	var plain, withWild []uint
	for mask := uint(1); mask < 1<<n; mask++ {
		picked := pick(mask)
		if isMeld(picked) {
			plain = append(plain, mask)
		}
		if !h.Has(r.Wild) {
			continue
		}
		for _, as := range card.French() {
			with := append(slices.Clone(picked), as)
			slices.Sort(with)
			if isMeld(with) {
				withWild = append(withWild, mask)
				break
			}
		}
	}
	value := func(mask uint) (sum int) {
		for _, c := range pick(mask) {
			sum += r.Worth(c)
		}
		return sum
	}
	all := uint(1)<<n - 1
	var try func(left uint, spent int, from int)
	try = func(left uint, spent int, from int) {
		least = min(least, value(left)+spent)
		for i := from; i < len(plain); i++ {
			if plain[i]&left == plain[i] {
				try(left&^plain[i], spent, i+1)
			}
		}
	}
	if !h.Has(r.Wild) {
		try(all, 0, 0)
		return least
	}
	try(all, r.Worth(r.Wild), 0)
	for _, mask := range withWild {
		try(all&^mask, 0, 0)
	}
	return least
}

// someHand draws a hand that is likely to hold melds that want the same cards:
// from a few ranks and a few suits, or from the whole pack.
func someHand(t *rapid.T, most int) meld.Hand {
	n := rapid.IntRange(0, most).Draw(t, "cards")
	from := card.French()
	if rapid.Bool().Draw(t, "dense") {
		low := rapid.IntRange(1, 9).Draw(t, "low")
		suits := rapid.IntRange(2, 4).Draw(t, "suits")
		from = slices.DeleteFunc(from, func(c card.Card) bool {
			return c != joker && (c.Rank() < low || c.Rank() > low+4 || int(c.Suit()) >= suits)
		})
	}
	picked := rapid.Permutation(from).Draw(t, "pack")
	h := meld.Of(picked[:min(n, len(picked))]...)
	if n > 0 && rapid.Bool().Draw(t, "joker") {
		h = h.Without(h.First()).With(joker)
	}
	return h
}

func TestDeadwoodIsExact(t *testing.T) {
	for name, r := range map[string]*meld.Rules{"without wild card": tame, "with": wild} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				h := someHand(t, 10)
				if got, want := r.Deadwood(h), deadwood(r, h); got != want {
					t.Fatalf("deadwood of %v is %d, want %d", h.Cards(), got, want)
				}
			})
		})
	}
}

func TestDearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h, dearest := meld.Hand(rapid.Uint64Max(1<<52-1).Draw(t, "hand")), 0
		for c := range h.All() {
			dearest = max(dearest, wild.Worth(c))
		}
		if got := wild.Dearest(h); got != dearest {
			t.Fatalf("%v: %d, want %d", h.Cards(), got, dearest)
		}
	})
}

func TestLooseCardsAreInNoMeld(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := someHand(t, 8)
		loose := wild.Loose(h)
		for s := range wild.Splits(h, 1000) {
			if loose&^s.Left != 0 {
				t.Fatalf("%v: %v is loose and left over is %v", h.Cards(), loose.Cards(), s.Left.Cards())
			}
		}
	})
}

func TestSplitsAreAllOfThem(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := someHand(t, 8)
		least, seen := 1000, map[string]bool{}
		for s := range wild.Splits(h, 1000) {
			all, jokers := s.Left, 0
			name := ""
			for _, m := range s.Melds {
				if !isMeld(m.Stands().Cards()) || !meld.Valid(m.Stands()) || all&m.Natural != 0 {
					t.Fatalf("%v is split into %v", h.Cards(), s)
				}
				if m.As != card.Unknown {
					jokers++
					all = all.With(joker)
				}
				if m.IsRun() != (m.Stands().Cards()[0].Rank() != m.Stands().Cards()[1].Rank()) {
					t.Fatalf("%v: run or set?", m)
				}
				all |= m.Natural
				name += card.Write(m.Natural.Cards()) + "=" + m.As.String() + "|"
			}
			if all != h || jokers > 1 || jokers == 1 && s.Left.Has(joker) || s.Deadwood != wild.Value(s.Left) {
				t.Fatalf("%v is split into %v", h.Cards(), s)
			}
			if seen[name] {
				t.Fatalf("%v: %s comes twice", h.Cards(), name)
			}
			seen[name] = true
			least = min(least, s.Deadwood)
		}
		if want := wild.Deadwood(h); least != want {
			t.Fatalf("%v: the best split leaves %d, want %d", h.Cards(), least, want)
		}
		for s := range wild.Splits(h, least) {
			if s.Deadwood != least {
				t.Fatalf("%v: asked for %d, got %v", h.Cards(), least, s)
			}
		}
	})
}

func TestSplitsStopWhenAskedTo(t *testing.T) {
	n := 0
	for range tame.Splits(hand(t, "4H 5H 6H 7H 8H 9H TH"), 100) {
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("%d splits", n)
	}
}

func TestTheWildCardMayDoubleACardOfTheHand(t *testing.T) {
	for text, want := range map[string]int{
		"3C 3D AD 3H":          0,
		"3C 3D 3H 3S AD":       3, // five cards are no set
		"3C 3D 3H 3S AD KC":    3 + 13,
		"3C 3D 3H 3S AD 7H 8H": 0,
	} {
		if got := wild.Deadwood(hand(t, text)); got != want {
			t.Errorf("deadwood of %s is %d, want %d", text, got, want)
		}
	}
	found := false
	for s := range wild.Splits(hand(t, "4H 5H 6H 7S AD"), 100) {
		found = found || len(s.Melds) == 1 && s.Melds[0].As == card.New(5, card.Hearts) &&
			s.Left.Has(card.New(5, card.Hearts))
	}
	if !found {
		t.Error("4H AD=5H 6H is no split while 5H is left over")
	}
}

func TestValid(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "7H": false, "7H 8H": false, "7C 7H": false,
		"7H 8H 9H": true, "7C 7D 7H": true, "7C 7D 7H 7S": true, "AS 2S 3S": true, "JC QC KC": true,
		"7H 8H TH": false, "7H 8H 9S": false, "QS KS AS": false, "KS AS 2S": false, "7C 7D 8D": false,
		"AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC": true, "KC KD AH": false, "KS AC 2S": false,
	} {
		if got := meld.Valid(hand(t, text)); got != want {
			t.Errorf("%q is a meld: %v, want %v", text, got, want)
		}
	}
}

func TestApart(t *testing.T) {
	for text, want := range map[string]bool{
		"": true, "7H": true, "7H KC": true, "7S": false, // its rank
		"8H": false, "9H": false, "TH": true, "6H": false, "5H": false, "4H": true, "8S": true,
	} {
		if got := hand(t, text).Apart(card.New(7, card.Hearts)); got != want {
			t.Errorf("7H is apart from %q: %v, want %v", text, got, want)
		}
	}
	if hand(t, "AC KC").Apart(card.New(2, card.Clubs)) || !hand(t, "KC").Apart(card.New(card.Ace, card.Clubs)) {
		t.Error("the pack is a circle")
	}
}

func TestHand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cards := rapid.SliceOfDistinct(rapid.SampledFrom(card.French()), rapid.ID).Draw(t, "cards")
		h := meld.Of(cards...)
		if h.Len() != len(cards) || h.Len() != bits.OnesCount64(uint64(h)) {
			t.Fatalf("%d cards, want %d", h.Len(), len(cards))
		}
		slices.Sort(cards)
		if !slices.Equal(h.Cards(), cards) {
			t.Fatalf("%v, want %v", h.Cards(), cards)
		}
		for _, c := range card.French() {
			in := slices.Contains(cards, c)
			if h.Has(c) != in || h.With(c).Len() != h.Len()+btoi(!in) || h.Without(c).Len() != h.Len()-btoi(in) ||
				!meld.Rank(c).Has(c) {
				t.Fatalf("%v of %v", c, cards)
			}
		}
		if len(cards) > 0 && (h.First() != cards[0] || h.Last() != cards[len(cards)-1]) {
			t.Fatalf("%v to %v", h.First(), h.Last())
		}
	})
	var none meld.Hand
	if none.First() != card.Unknown || none.Last() != card.Unknown || none.Has(card.Unknown) ||
		none.With(card.Unknown) != none {
		t.Error("the empty hand holds a card")
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
