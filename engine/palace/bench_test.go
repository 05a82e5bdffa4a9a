package palace_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
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
