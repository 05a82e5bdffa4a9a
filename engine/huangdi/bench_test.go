package huangdi_test

import (
	"testing"

	"carteado/engine"
	"carteado/engine/enginetest"
	"carteado/engine/huangdi"
)

// Positions with little and with much to choose from.
var (
	dull = "hand:0 6 7 8 9 R; wall:1 1 2"
	rich = "seats 4; hand:0 2 4 7 J R; stock:0 9 8 5; a:0 9 4; b:0 R; a:1 7; b:2 4; a:3 J; wall:1 1 2 3; wall:2 1 2 " +
		"3 4 5 6 7 8; wall:3 1"
)

var benched = map[string]string{"dull": dull, "rich": rich}

func BenchmarkLegal(b *testing.B) {
	for name, s := range benched {
		b.Run(name, func(b *testing.B) {
			r := at(b, s)
			moves := make([]engine.Move, 0, 128)
			b.ReportAllocs()
			for b.Loop() {
				moves = r.Legal(p1, moves[:0])
			}
			b.ReportMetric(float64(len(moves)), "moves")
		})
	}
}

// BenchmarkPlay makes a turn of two moves on a copy.
func BenchmarkPlay(b *testing.B) {
	r := at(b, rich)
	build, discard := enginetest.Move(b, "build 4 @hand >wall:1"), enginetest.Move(b, "discard 7 >a")
	b.ReportAllocs()
	for b.Loop() {
		c := engine.Clone(r)
		if _, err := engine.Play(c, p1, build); err != nil {
			b.Fatal(err)
		}
		if _, err := engine.Play(c, p1, discard); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkClone(b *testing.B) {
	r := at(b, rich)
	b.ReportAllocs()
	for b.Loop() {
		engine.Clone(r)
	}
}

func BenchmarkView(b *testing.B) {
	r := at(b, rich)
	b.ReportAllocs()
	for b.Loop() {
		r.View(p1)
	}
}

// BenchmarkRate judges all moves of a position.
func BenchmarkRate(b *testing.B) {
	for name, s := range benched {
		b.Run(name, func(b *testing.B) {
			r := at(b, s)
			view, moves := r.View(p1), r.Legal(p1, nil)
			b.ReportAllocs()
			for b.Loop() {
				huangdi.Game{}.Rate(view, moves)
			}
		})
	}
}

// BenchmarkRandomPlay plays rounds at random, each move on a copy.
func BenchmarkRandomPlay(b *testing.B) { enginetest.RandomPlay(b, huangdi.Game{}) }
