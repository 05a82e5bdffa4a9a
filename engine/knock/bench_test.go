package knock_test

import (
	"testing"

	"carteado/engine"
	"carteado/engine/enginetest"
	"carteado/engine/knock"
)

const (
	dull = "2C 5D 9H QS 7C TD 3S KH" // no knock is near
	near = "4H 5H 6H 9C 9D 9S 2C KD" // knocks with the king
	wild = "AD 4H 5H 9C 9D 7S 2C KD" // the joker has much to choose from
)

func BenchmarkLegal(b *testing.B) {
	for name, hand := range map[string]string{"draw": "2C 5D 9H QS 7C TD 3S", "dull": dull, "near": near,
		"wild": wild} {
		b.Run(name, func(b *testing.B) {
			r := at(b, "discard KC; hand:0 "+hand)
			moves := make([]engine.Move, 0, 16)
			b.ReportAllocs()
			for b.Loop() {
				moves = r.Legal(p1, moves[:0])
			}
		})
	}
}

// BenchmarkPlay makes a turn of two moves on a copy.
func BenchmarkPlay(b *testing.B) {
	r := at(b, "hand:0 2C 5D 9H QS 7C TD 3S; discard KC; stock KH")
	draw, discard := enginetest.Move(b, "draw @stock"), enginetest.Move(b, "discard KH")
	b.ReportAllocs()
	for b.Loop() {
		c := engine.Clone(r)
		if _, err := engine.Play(c, p1, draw); err != nil {
			b.Fatal(err)
		}
		if _, err := engine.Play(c, p1, discard); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkKnock settles a round: arrangement, reply and score.
func BenchmarkKnock(b *testing.B) {
	for name, other := range map[string]string{"plain": "7H 3H 9H KS KD KC QS", "joker": "7H 8H TH AD KC QS 5S"} {
		b.Run(name, func(b *testing.B) {
			r := at(b, "hand:0 4H 5H 6H 9C 9D 9S 2C JS; hand:1 "+other)
			knocks := enginetest.Move(b, "knock JS")
			b.ReportAllocs()
			for b.Loop() {
				if _, err := engine.Play(engine.Clone(r), p1, knocks); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkClone(b *testing.B) {
	r := at(b, "hand:0 "+dull)
	b.ReportAllocs()
	for b.Loop() {
		engine.Clone(r)
	}
}

func BenchmarkView(b *testing.B) {
	for name, hand := range map[string]string{"dull": dull, "near": near, "wild": wild} {
		b.Run(name, func(b *testing.B) {
			r := at(b, "discard KC; hand:0 "+hand)
			b.ReportAllocs()
			for b.Loop() {
				r.View(p1)
			}
		})
	}
}

// BenchmarkRandomPlay plays rounds at random, each move on a copy.
func BenchmarkRandomPlay(b *testing.B) { enginetest.RandomPlay(b, knock.Game{}) }
