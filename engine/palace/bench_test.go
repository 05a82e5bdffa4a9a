package palace_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/enginetest"
	"carteado/engine/palace"
)

// BenchmarkRandomRound deals and plays whole rounds at random.
func BenchmarkRandomRound(b *testing.B) {
	for seats := 2; seats <= 5; seats++ {
		b.Run(fmt.Sprint(seats, " seats"), func(b *testing.B) {
			chance := rand.New(rand.NewPCG(1, 2))
			pack := card.French()
			if seats > 3 {
				pack = append(pack, pack...)
			}
			setup := engine.Setup{Seats: seats, Pack: pack}
			moves, made, rounds := make([]engine.Move, 0, 64), 0, 0
			b.ReportAllocs()
			for b.Loop() {
				chance.Shuffle(len(pack), func(i, j int) { pack[i], pack[j] = pack[j], pack[i] })
				r, err := palace.Game{}.Deal(setup)
				if err != nil {
					b.Fatal(err)
				}
				for turn := r.ToMove(); len(turn) > 0; turn = r.ToMove() {
					moves = r.Legal(turn[0], moves[:0])
					if _, err := r.Play(turn[0], moves[chance.IntN(len(moves))]); err != nil {
						b.Fatal(err)
					}
					made++
				}
				rounds++
			}
			b.ReportMetric(float64(made)/b.Elapsed().Seconds(), "moves/s")
			b.ReportMetric(float64(made)/float64(rounds), "moves/round")
		})
	}
}

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
		if _, err := r.Clone().Play(p1, m); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkClone(b *testing.B) {
	r := at(b, "discard 6C")
	b.ReportAllocs()
	for b.Loop() {
		r.Clone()
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
