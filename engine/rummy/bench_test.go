package rummy_test

import (
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/enginetest"
	"carteado/engine/rummy"
)

// Positions of P1 with eleven cards, from little to choose to very much.
var elevens = map[string]string{
	"dull":  "hand:0 2C 5D 9H QS 7C TD 3S KH AC 4S JD; drawn 2C",
	"melds": "hand:0 4H 5H 6H 9C 9D 9S 2C KD KS KH 7H; drawn 2C; meld:1 8C 8D 8S; meld:2 TC JC QC; laid 1 1",
	"hard": "hand:0 4C 4D 4H 4S 5C 5D 5H 5S 6C 6D 6H; drawn 4C; taken; meld:1 7C 8C 9C; meld:2 7D 8D 9D; meld:3 7H " +
		"8H 9H; meld:4 AS 2S 3S; laid 1 0 1 0",
	"run": "hand:0 AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS; drawn 2S; taken",
}

func BenchmarkLegal(b *testing.B) {
	for name, p := range elevens {
		b.Run(name, func(b *testing.B) {
			r := at(b, p)
			moves := make([]engine.Move, 0, 64)
			b.ReportAllocs()
			for b.Loop() {
				moves = r.Legal(p1, moves[:0])
			}
		})
	}
	b.Run("draw", func(b *testing.B) {
		r := at(b, "")
		moves := make([]engine.Move, 0, 64)
		b.ReportAllocs()
		for b.Loop() {
			moves = r.Legal(p1, moves[:0])
		}
	})
}

// BenchmarkPlay makes a turn of four moves on a copy.
func BenchmarkPlay(b *testing.B) {
	r := at(b, "hand:0 4H 5H 6H 9C 9D 9S 2C KD 7H; meld:1 8C 8D 8S; laid 1; stock 8H")
	var turn []engine.Move
	for _, text := range []string{"draw @stock", "meld 4H 5H 6H 7H", "layoff 8H >meld:1", "discard KD"} {
		turn = append(turn, enginetest.Move(b, text))
	}
	b.ReportAllocs()
	for b.Loop() {
		c := engine.Clone(r)
		for _, m := range turn {
			if _, err := engine.Play(c, p1, m); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkClone(b *testing.B) {
	r := at(b, elevens["melds"])
	b.ReportAllocs()
	for b.Loop() {
		engine.Clone(r)
	}
}

func BenchmarkView(b *testing.B) {
	for name, p := range elevens {
		b.Run(name, func(b *testing.B) {
			r := at(b, p)
			b.ReportAllocs()
			for b.Loop() {
				r.View(p1)
			}
		})
	}
}

// BenchmarkGoOuts looks for a way to lay eleven cards at once.
func BenchmarkGoOuts(b *testing.B) {
	for name, p := range elevens {
		b.Run(name, func(b *testing.B) {
			p, _, _ := strings.Cut(p, "; meld:1")
			v := look(at(b, p+"; melds_per_turn=1_except_rummy"), p1)
			b.ReportAllocs()
			for b.Loop() {
				v.GoOuts()
			}
		})
	}
}

func BenchmarkRate(b *testing.B) {
	for name, p := range elevens {
		b.Run(name, func(b *testing.B) {
			r := at(b, p)
			v, legal := r.View(p1), r.Legal(p1, nil)
			b.ReportAllocs()
			for b.Loop() {
				rummy.Game{}.Rate(v, legal)
			}
		})
	}
}

// BenchmarkRandomPlay plays rounds at random, each move on a copy.
func BenchmarkRandomPlay(b *testing.B) { enginetest.RandomPlay(b, rummy.Game{}) }
