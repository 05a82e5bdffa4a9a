package knock_test

import (
	"slices"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/enginetest"
	"carteado/engine/knock"
	"carteado/engine/meld"

	"pgregory.net/rapid"
)

var (
	pack    = meld.Of(card.French()...)
	theWild = card.New(card.Ace, card.Diamonds)
)

// A showdown is a position in which P1 may knock.
type showdown struct {
	own, other string
	options    engine.Options
	thrown     card.Card
}

func (d showdown) round(t *rapid.T) engine.Round {
	t.Helper()
	r, err := engine.Set(knock.Game{}, "hand:0 "+d.own+"; hand:1 "+d.other, d.options)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// showdowns have two combinations in P1's hand, one of them perhaps with the
// joker, and cards of P2 that are near them.
func showdowns() *rapid.Generator[showdown] {
	return rapid.Custom(func(t *rapid.T) showdown {
		var hand, near meld.Hand
		for range 2 {
			c := rapid.SampledFrom(card.French()).Draw(t, "of")
			m := meld.Rank(c).Without(c)
			if rapid.Bool().Draw(t, "run") {
				low := min(c.Rank(), card.King-2)
				m = meld.Of(card.New(low, c.Suit()), card.New(low+1, c.Suit()), card.New(low+2, c.Suit()))
			}
			hand |= m
			near |= meld.Rank(c) | m<<4 | m<<8 | m>>4 | m>>8
		}
		if rapid.Bool().Draw(t, "joker") {
			hand = hand.Without(hand.First()).With(theWild)
		}
		low := rapid.Permutation((meld.Of(card.French()[:24]...) &^ hand).Without(theWild).Cards()).Draw(t, "low")
		hand |= meld.Of(low[:8-hand.Len()]...)

		fitting := rapid.Permutation((near.With(theWild) & pack &^ hand).Cards()).Draw(t, "fitting")
		others := rapid.Permutation((pack &^ near &^ hand).Without(theWild).Cards()).Draw(t, "others")
		n := min(rapid.IntRange(3, 7).Draw(t, "so many fit"), len(fitting))
		d := showdown{
			own: card.Write(hand.Cards()), other: card.Write(append(fitting[:n:n], others...)[:7]),
			options: engine.Options{},
		}
		for key, values := range map[string][]string{
			"court_values": {"index", "ten"}, "layoff_vs_zero": {"off", "on"}, "single_leftover": {"off", "on"},
			"knock_limit": {"7", "3"},
		} {
			d.options[key] = rapid.SampledFrom(values).Draw(t, key)
		}
		if knocks := look(d.round(t), p1).Knocks; len(knocks) > 0 {
			d.thrown = rapid.SampledFrom(knocks).Draw(t, "thrown")
		}
		return d
	}).Filter(func(d showdown) bool { return d.thrown != card.Unknown })
}

// TestReplyIsTheBest compares what the opponent is left with to the least that
// trying everything finds, whatever the knocker declared.
func TestReplyIsTheBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := showdowns().Draw(t, "showdown")
		r := d.round(t)
		enginetest.Play(t, r, p1, rapid.SampledFrom(look(r, p1).Arrangements(d.thrown)).Draw(t, "knock").String())
		end := look(r, p1).End
		knocker, opponent := end.Hands[p1], end.Hands[p2]
		var fits []fit
		if len(knocker.Left) > 0 || d.options.On("layoff_vs_zero") {
			for _, m := range knocker.Melds {
				fits = append(fits, fitOf(m))
			}
		}
		rules, hand := rulesOf(d.options), meld.Of(enginetest.Cards(t, d.other)...)
		want := rules.Value(hand)
		for s := range rules.Splits(hand, want) {
			want = min(want, leastLeft(rules, s.Left, fits))
		}
		equal(t, "left over", opponent.LeftValue, want)
		equal(t, "its value", opponent.LeftValue, rules.Value(meld.Of(opponent.Left...)))
		for i, c := range opponent.Left {
			equal(t, "what a card counts", opponent.Values[i], rules.Value(meld.Of(c)))
		}
		equal(t, "cards", piles(r)["shown:1"]|piles(r)["left:1"], hand)
		for i, l := range opponent.LaidOff {
			on := slices.Clone(fits)
			for _, before := range opponent.LaidOff[:i] {
				on[before.Meld] = on[before.Meld].with(stands(before.Card))
			}
			if !on[l.Meld].takes(stands(l.Card)) {
				t.Errorf("%v does not fit", opponent.LaidOff[i])
			}
		}
	})
}

// TestArrangements: what a view offers is what Play accepts, and the first of it
// is the one that a knock without combinations has.
func TestArrangements(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := showdowns().Draw(t, "showdown")
		r := d.round(t)
		automatic := engine.Clone(r)
		enginetest.Play(t, automatic, p1, "knock "+d.thrown.String())
		best := look(automatic, p1).End.Hands[p1]
		offered := look(r, p1).Arrangements(d.thrown)
		for i, m := range offered {
			declared := engine.Clone(r)
			enginetest.Play(t, declared, p1, m.String())
			shown := look(declared, p1).End.Hands[p1]
			if i == 0 {
				equal(t, "the first of them", shown.Melds, best.Melds)
			}
			if shown.LeftValue < best.LeftValue {
				t.Errorf("%s leaves %d, the automatic arrangement %d", m, shown.LeftValue, best.LeftValue)
			}
			if slices.Contains(offered[:i], m) {
				t.Errorf("%s is offered twice", m)
			}
		}
		for _, c := range look(r, p1).Hand {
			if !enginetest.Listed(t, r, p1, "knock "+c.String()) {
				equal(t, "arrangements with "+c.String(), len(look(r, p1).Arrangements(c)), 0)
			}
		}
	})
}

func rulesOf(o engine.Options) *meld.Rules {
	r := &meld.Rules{Wild: theWild}
	for _, c := range card.French() {
		r.SetWorth(c, c.Rank())
		if o["court_values"] == "ten" {
			r.SetWorth(c, min(c.Rank(), 10))
		}
	}
	r.SetWorth(theWild, 25)
	return r
}

func piles(r engine.Round) map[string]meld.Hand {
	all := map[string]meld.Hand{}
	for _, pile := range r.Piles(nil) {
		all[pile.Place.String()] = meld.Of(pile.Cards...)
	}
	return all
}

func stands(w engine.Word) card.Card {
	if w.As != card.Unknown {
		return w.As
	}
	return w.Card
}

// A fit is a knocker's combination, by what may be laid off on it: a run of a
// suit from low to high, or a set of n cards of a rank.
type fit struct {
	suit      card.Suit
	low, high int // low is the rank of a set
	n         int // 0 for a run
}

func fitOf(m []engine.Word) fit {
	first, last := stands(m[0]), stands(m[len(m)-1])
	if first.Rank() == last.Rank() {
		return fit{low: first.Rank(), n: len(m)}
	}
	return fit{suit: first.Suit(), low: first.Rank(), high: last.Rank()}
}

func (f fit) takes(c card.Card) bool {
	if f.n > 0 {
		return f.n < 4 && c.Rank() == f.low
	}
	return c.Suit() == f.suit && (c.Rank() == f.low-1 || c.Rank() == f.high+1)
}

func (f fit) with(c card.Card) fit {
	if f.n > 0 {
		f.n++
		return f
	}
	f.low, f.high = min(f.low, c.Rank()), max(f.high, c.Rank())
	return f
}

// leastLeft tries to lay every card on every combination, again and again, and
// the joker as every card.
func leastLeft(r *meld.Rules, left meld.Hand, on []fit) int {
	least := r.Value(left)
	for c := range left.All() {
		as := []card.Card{c}
		if c == theWild {
			as = card.French()
		}
		for i, f := range on {
			for _, c2 := range as {
				if f.takes(c2) {
					next := slices.Clone(on)
					next[i] = f.with(c2)
					least = min(least, leastLeft(r, left.Without(c), next))
				}
			}
		}
	}
	return least
}
