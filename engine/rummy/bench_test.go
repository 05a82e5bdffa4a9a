package rummy_test

import (
	"math/rand/v2"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/rummy"
)

// Positions of P1 with eleven cards, from little to choose to very much.
var elevens = map[string]position{
	"dull":  {Hands: "2C 5D 9H QS 7C TD 3S KH AC 4S JD", Drawn: "2C"},
	"melds": {Hands: "4H 5H 6H 9C 9D 9S 2C KD KS KH 7H", Drawn: "2C", Melds: []string{"2 8C 8D 8S", "2 TC JC QC"}},
	"hard":  {Hands: "4C 4D 4H 4S 5C 5D 5H 5S 6C 6D 6H", Drawn: "4C", Taken: true, Melds: []string{"2 7C 8C 9C", "1 7D 8D 9D", "2 7H 8H 9H", "1 AS 2S 3S"}},
	"run":   {Hands: "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS", Drawn: "2S", Taken: true},
}

func BenchmarkLegal(b *testing.B) {
	for name, p := range elevens {
		b.Run(name, func(b *testing.B) {
			r := p.round(b)
			moves := make([]engine.Move, 0, 64)
			b.ReportAllocs()
			for b.Loop() {
				moves = r.Legal(p1, moves[:0])
			}
		})
	}
	b.Run("draw", func(b *testing.B) {
		r := position{}.round(b)
		moves := make([]engine.Move, 0, 64)
		b.ReportAllocs()
		for b.Loop() {
			moves = r.Legal(p1, moves[:0])
		}
	})
}

// BenchmarkPlay makes a turn of four moves on a copy.
func BenchmarkPlay(b *testing.B) {
	r := position{Hands: "4H 5H 6H 9C 9D 9S 2C KD 7H", Melds: []string{"2 8C 8D 8S"}, Stock: "8H"}.round(b)
	var turn []engine.Move
	for _, text := range []string{"draw @stock", "meld 4H 5H 6H 7H", "layoff 8H >meld:1", "discard KD"} {
		turn = append(turn, move(b, text))
	}
	b.ReportAllocs()
	for b.Loop() {
		c := r.Clone()
		for _, m := range turn {
			if _, err := c.Play(p1, m); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkClone(b *testing.B) {
	r := elevens["melds"].round(b)
	b.ReportAllocs()
	for b.Loop() {
		r.Clone()
	}
}

func BenchmarkView(b *testing.B) {
	for name, p := range elevens {
		b.Run(name, func(b *testing.B) {
			r := p.round(b)
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
			p.Options = exceptRummy
			p.Melds = nil
			v := look(p.round(b), p1)
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
			r := p.round(b)
			v, legal := r.View(p1), r.Legal(p1, nil)
			b.ReportAllocs()
			for b.Loop() {
				rummy.Game{}.Rate(v, legal)
			}
		})
	}
}

// BenchmarkRandomRound deals and plays whole rounds at random.
func BenchmarkRandomRound(b *testing.B) {
	for name, seats := range map[string]int{"2": 2, "4": 4, "6": 6} {
		b.Run(name, func(b *testing.B) {
			chance := rand.New(rand.NewPCG(1, 2))
			pack := card.French()
			setup := engine.Setup{Seats: seats, Pack: pack}
			moves, made := make([]engine.Move, 0, 64), 0
			b.ReportAllocs()
			for b.Loop() {
				chance.Shuffle(len(pack), func(i, j int) { pack[i], pack[j] = pack[j], pack[i] })
				r, err := rummy.Game{}.Deal(setup)
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
			}
			b.ReportMetric(float64(made)/b.Elapsed().Seconds(), "moves/s")
		})
	}
}
