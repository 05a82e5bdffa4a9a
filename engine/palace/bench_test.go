package palace_test

import (
	"testing"

	"carteado/engine"
	"carteado/engine/enginetest"
	"carteado/engine/palace"
)

// BenchmarkRandomPlay plays rounds at random, each move on a copy.
func BenchmarkRandomPlay(b *testing.B) { enginetest.RandomPlay(b, palace.Game{}) }

const (
	few  = "7C 9D KH"
	many = "3C 3D 4C 5D 5H 6S 7C 7D 7H 9C JD JH QC KC KD AS 2H 2S"
)

func BenchmarkLegal(b *testing.B) {
	for name, hand := range map[string]string{"few": few, "many": many} {
		b.Run(name, func(b *testing.B) {
			r := at(b, "discard 6C; hand:0 "+hand)
			list := make([]engine.Move, 0, 64)
			b.ReportAllocs()
			for b.Loop() {
				list = r.Legal(p1, list[:0])
			}
		})
	}
}

// BenchmarkPlay plays a card and draws another, on a copy.
func BenchmarkPlay(b *testing.B) {
	r := at(b, "discard 6C; hand:0 "+few)
	m := enginetest.Move(b, "play 9D")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := engine.Play(engine.Clone(r), p1, m); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkClone(b *testing.B) {
	r := at(b, "discard 6C")
	b.ReportAllocs()
	for b.Loop() {
		engine.Clone(r)
	}
}

func BenchmarkView(b *testing.B) {
	r := at(b, "discard 6C; hand:0 "+many)
	b.ReportAllocs()
	for b.Loop() {
		r.View(p1)
	}
}

func BenchmarkRate(b *testing.B) {
	r := at(b, "discard 6C; hand:0 "+many)
	view, legal := r.View(p1), r.Legal(p1, nil)
	b.ReportAllocs()
	for b.Loop() {
		palace.Game{}.Rate(view, legal)
	}
}
