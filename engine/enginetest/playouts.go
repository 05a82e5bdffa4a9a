package enginetest

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"carteado/engine"
	"carteado/engine/shuffle"
)

// RandomPlay deals rounds of a game, for each number of seats, and plays them at random,
// as a search does it: each move is made on a copy of the position, without events.
func RandomPlay(b *testing.B, g engine.Game) {
	info := g.Info()
	for seats := info.MinSeats; seats <= info.MaxSeats; seats++ {
		b.Run(fmt.Sprint(seats, "_seats"), func(b *testing.B) { randomPlay(b, g, seats) })
	}
}

func randomPlay(b *testing.B, g engine.Game, seats int) {
	chance := rand.NewPCG(1, 2)
	options, err := g.Info().Resolve(nil)
	if err != nil {
		b.Fatal(err)
	}
	setup := engine.Setup{Seats: seats, Options: options}
	moves, n := make([]engine.Move, 0, 256), 0
	b.ReportAllocs()
	made := PerSecond(b, "moves/s")
	for b.Loop() {
		setup.Seed = setup.Seed.Derive("deal", n)
		dealt, err := g.Deal(setup)
		if err != nil {
			b.Fatal(err)
		}
		rounds := [2]engine.Round{dealt, engine.Clone(dealt)}
		at := 0
		for turn := dealt.ToMove(); len(turn) > 0; turn = rounds[at].ToMove() {
			s := turn[0]
			moves = rounds[at].Legal(s, moves[:0])
			rounds[at].CopyInto(rounds[at^1])
			rounds[at^1].Make(s, &moves[below(chance, len(moves))], nil)
			at ^= 1
			n++
		}
	}
	made(n)
}

// below returns a number from 0 to n-1. It costs so little that the moves are measured.
func below(chance *rand.PCG, n int) int {
	chosen, _ := bits.Mul64(chance.Uint64(), uint64(n))
	return int(chosen)
}

// BareRounds deals rounds of a game from seeds, with as few seats as it has, and plays
// them at random without events and without a copy: what a simulation is measured by.
func BareRounds(b *testing.B, g engine.Game) {
	options, err := g.Info().Resolve(nil)
	if err != nil {
		b.Fatal(err)
	}
	setup := engine.Setup{Seats: g.Info().MinSeats, Options: options}
	chance := shuffle.NewChance(setup.Seed)
	moves, n := make([]engine.Move, 0, 256), 0
	made := PerSecond(b, "moves/s")
	for b.Loop() {
		setup.Seed = setup.Seed.Derive("deal", n)
		round, err := g.Deal(setup)
		if err != nil {
			b.Fatal(err)
		}
		for turn := round.ToMove(); len(turn) > 0; turn = round.ToMove() {
			s := turn[chance.Below(len(turn))]
			moves = round.Legal(s, moves[:0])
			round.Make(s, &moves[chance.Below(len(moves))], nil)
			n++
		}
	}
	made(n)
}
