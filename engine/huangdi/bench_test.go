package huangdi_test

import (
	"math/rand/v2"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/huangdi"
)

// BenchmarkRandomGame deals and plays whole games at random.
func BenchmarkRandomGame(b *testing.B) {
	chance := rand.New(rand.NewPCG(1, 2))
	var pack []card.Card
	for n := 1; n <= 10; n++ {
		for range 8 {
			pack = append(pack, card.Number(n))
		}
	}
	for range 12 {
		pack = append(pack, card.Joker, card.Reverse)
	}
	setup := engine.Setup{Seats: 2, Pack: pack}
	moves, made := make([]engine.Move, 0, 64), 0
	games := 0
	b.ReportAllocs()
	for b.Loop() {
		chance.Shuffle(len(pack), func(i, j int) { pack[i], pack[j] = pack[j], pack[i] })
		r, err := huangdi.Game{}.Deal(setup)
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
		games++
	}
	b.ReportMetric(float64(made)/b.Elapsed().Seconds(), "moves/s")
	b.ReportMetric(float64(made)/float64(games), "moves/game")
}
