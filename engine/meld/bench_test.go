package meld_test

import (
	"math/rand/v2"
	"testing"

	"carteado/engine/card"
	"carteado/engine/enginetest"
	"carteado/engine/meld"
)

// hands are hands of n cards: random ones, each with or without the joker.
func hands(n int, withJoker bool) []meld.Hand {
	chance := rand.New(rand.NewPCG(1, 2))
	all := make([]meld.Hand, 1024)
	for i := range all {
		for all[i].Len() < n {
			if c := card.Card(chance.IntN(52) + 1); c != joker {
				all[i] = all[i].With(c)
			}
		}
		if withJoker {
			all[i] = all[i].Without(all[i].First()).With(joker)
		}
	}
	return all
}

func BenchmarkDeadwood(b *testing.B) {
	for _, bench := range []struct {
		name  string
		hands []meld.Hand
	}{
		{"7/random", hands(7, false)},
		{"7/random_wild", hands(7, true)},
		{"7/hard", []meld.Hand{hand(b, "5C 5D 5H 5S 3H 4H 6H")}},
		{"7/hard_wild", []meld.Hand{hand(b, "AD 5C 5D 6D 6H 7H 9C")}},
		{"10/random", hands(10, false)},
		{"10/hard", []meld.Hand{hand(b, "4C 4D 4H 5C 5D 5H 5S 6C 6D 6H")}},
		{"10/hardest", []meld.Hand{hand(b, "4C 4D 4H 4S 5C 5D 6C 6D 6H 6S"), hand(b, "3C 3D 3H 3S 4C 4D 4H 4S 5D 5H")}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			sum, n := 0, 0
			made := enginetest.PerSecond(b, "hands/s")
			for b.Loop() {
				for _, h := range bench.hands {
					sum += wild.Deadwood(h)
				}
				n += len(bench.hands)
			}
			made(n)
			sink = sum
		})
	}
}

// BenchmarkDiscard finds the card of eight that leaves least.
func BenchmarkDiscard(b *testing.B) {
	for name, from := range map[string][]meld.Hand{"random": hands(8, false), "random_wild": hands(8, true)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				h, least := from[i%len(from)], 1000
				for c := range h.All() {
					least = min(least, wild.Deadwood(h.Without(c)))
				}
				sink = least
			}
		})
	}
}

var sink int
