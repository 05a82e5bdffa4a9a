package meld_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"carteado/engine/card"
	"carteado/engine/meld"

	"pgregory.net/rapid"
)

// Splits leave nothing out, also not those that nobody would choose: a knocker
// may declare them.
func TestSplitsAreEveryParting(t *testing.T) {
	for name, r := range map[string]*meld.Rules{"without wild card": tame, "with": wild} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				h, most := someHand(t, 8), rapid.SampledFrom([]int{0, 7, 30, 1000}).Draw(t, "most")
				var got, want []string
				for s := range r.Splits(h, most) {
					got = append(got, written(s))
				}
				for _, p := range partings(r, h.Cards()) {
					if p.deadwood <= most {
						want = append(want, p.text())
					}
				}
				slices.Sort(got)
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Fatalf("splits of %s, at most %d: got\n%s\nwant\n%s", card.Write(h.Cards()), most,
						strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
			})
		})
	}
}

// A parting is a split as it is found by trying everything, card by card and
// without bits: what Splits are measured against.
type parting struct {
	melds    []meld.Meld
	left     []card.Card
	deadwood int
}

// partings tries every way to part cards: the first is left over or in a meld
// with some of the others.
func partings(r *meld.Rules, cards []card.Card) []parting {
	if len(cards) == 0 {
		return []parting{{}}
	}
	first, others := cards[0], cards[1:]
	var all []parting
	for _, p := range partings(r, others) {
		p.left = append(slices.Clone(p.left), first)
		p.deadwood += r.Worth(first)
		all = append(all, p)
	}
	for chosen := range 1 << len(others) {
		with, without := []card.Card{first}, []card.Card(nil)
		for i, c := range others {
			if chosen>>i&1 != 0 {
				with = append(with, c)
			} else {
				without = append(without, c)
			}
		}
		found := melds(with, r.Wild)
		if len(found) == 0 {
			continue
		}
		for _, p := range partings(r, without) {
			for _, m := range found {
				p.melds = append(p.melds[:len(p.melds):len(p.melds)], m)
				all = append(all, p)
				p.melds = p.melds[:len(p.melds)-1]
			}
		}
	}
	return all
}

// melds lists what all of the cards together can be: a set, a run, or a run with
// the wild card in one place or another.
func melds(cards []card.Card, wild card.Card) []meld.Meld {
	if len(cards) < 3 {
		return nil
	}
	var natural []card.Card
	ranks, suits := map[int]bool{}, map[card.Suit]bool{}
	low, high := card.King, card.Ace
	for _, c := range cards {
		if c == wild {
			continue
		}
		natural = append(natural, c)
		ranks[c.Rank()], suits[c.Suit()] = true, true
		low, high = min(low, c.Rank()), max(high, c.Rank())
	}
	isWild := len(natural) < len(cards)
	m := meld.Meld{Natural: meld.Of(natural...)}
	switch {
	case len(ranks) == 1 && len(cards) <= 4:
		for s := card.Clubs; s <= card.Spades && isWild; s++ {
			if !suits[s] {
				m.As = card.New(low, s)
			}
		}
		return []meld.Meld{m}
	case len(suits) != 1:
		return nil
	case !isWild:
		if high-low == len(cards)-1 {
			return []meld.Meld{m}
		}
		return nil
	}
	var list []meld.Meld
	suit := natural[0].Suit()
	for rank := card.Ace; rank <= card.King; rank++ {
		if !ranks[rank] && max(high, rank)-min(low, rank) == len(cards)-1 {
			m.As = card.New(rank, suit)
			list = append(list, m)
		}
	}
	return list
}

func (p parting) text() string {
	return written(meld.Split{Melds: p.melds, Left: meld.Of(p.left...), Deadwood: p.deadwood})
}

// written is the same for the same split in any order.
func written(s meld.Split) string {
	var texts []string
	for _, m := range s.Melds {
		texts = append(texts, fmt.Sprintf("%s and a wild %s", card.Write(m.Natural.Cards()), m.As))
	}
	slices.Sort(texts)
	return fmt.Sprintf("%q leaving %q: %d", texts, card.Write(s.Left.Cards()), s.Deadwood)
}
