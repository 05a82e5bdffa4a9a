package shuffle

import (
	"encoding/binary"
	"math"
	"math/bits"
	"math/rand/v2"
)

// A Chance draws numbers from a seed. Its stream is ChaCha8 as specified by
// C2SP chacha8rand, so that it is the same under every Go release.
type Chance struct{ source *rand.ChaCha8 }

// NewChance starts the stream of a seed.
func NewChance(s Seed) Chance { return Chance{rand.NewChaCha8(s)} }

// Below returns a number from 0 to n-1, each as likely as any other: values
// beyond the largest multiple of n are drawn again.
func (c Chance) Below(n int) int {
	bound := uint64(n)
	v := c.source.Uint64()
	// The limit is 2^64 mod n, and less than n: it is worked out when it matters.
	for v < bound && v < -bound%bound {
		v = c.source.Uint64()
	}
	if n <= 0 || n >= len(inverses) {
		return int(v % bound)
	}
	// Multiplying is several times as quick as dividing. The product is rounded down, and
	// so never more than the quotient; it is less by two at most.
	quotient, _ := bits.Mul64(v, inverses[n])
	for v -= quotient * bound; v >= bound; {
		v -= bound
	}
	return int(v)
}

// inverses are the parts of 2^64 by small numbers, rounded down.
var inverses = func() (inverses [256]uint64) {
	for n := 1; n < len(inverses); n++ {
		inverses[n] = math.MaxUint64 / uint64(n)
	}
	return inverses
}()

// sources are used again, because a source is as large as a position.
var sources = make(chan *rand.ChaCha8, 16)

// borrow is NewChance with a source that was given back, if there is one.
func borrow(s Seed) Chance {
	select {
	case source := <-sources:
		source.Seed(s)
		return Chance{source}
	default:
		return NewChance(s)
	}
}

func (c Chance) giveBack() {
	select {
	case sources <- c.source:
	default:
	}
}

// Cards puts cards, or whatever has to be shuffled, in the order that a seed decides.
func Cards[T any](items []T, s Seed) {
	chance := borrow(s)
	By(items, chance)
	chance.giveBack()
}

// By puts items in the order that the next numbers of a stream decide.
func By[T any](items []T, chance Chance) {
	for i := len(items) - 1; i > 0; i-- {
		j := chance.Below(i + 1)
		items[i], items[j] = items[j], items[i]
	}
}

// Below is the first number of a seed's stream, from 0 to n-1.
func (s Seed) Below(n int) int {
	chance := borrow(s)
	defer chance.giveBack()
	return chance.Below(n)
}

// Seed draws a seed.
func (c Chance) Seed() (s Seed) {
	for i := 0; i < len(s); i += 8 {
		binary.BigEndian.PutUint64(s[i:], c.source.Uint64())
	}
	return s
}
