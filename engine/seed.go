package engine

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"log/slog"
	"math"
	"math/bits"
	"math/rand/v2"
)

// A Seed is 32 secret bytes from which shuffles follow. It prints as [hidden]
// through fmt, slog and JSON; Hex is the one way to write it out.
type Seed [32]byte

const hidden = "[hidden]"

// ShuffleVersion names the method by which a deal follows from its seed. A
// match stores it; a changed method is a new version, never an edit.
const ShuffleVersion = "shuffle-v1"

// String hides the seed.
func (Seed) String() string { return hidden }

// GoString hides the seed from %#v.
func (Seed) GoString() string { return hidden }

// Format hides the seed from every verb.
func (Seed) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(hidden)) }

// MarshalText hides the seed from JSON and slog.
func (Seed) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// Hidden is embedded by what holds cards or a seed: it prints as [hidden] through
// fmt and slog. (A secret in a field that is not exported would be printed bare:
// fmt does not call the methods of such fields.)
type Hidden struct{}

// Format hides the value from every verb of fmt.
func (Hidden) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(hidden)) }

// LogValue hides the value from slog.
func (Hidden) LogValue() slog.Value { return slog.StringValue(hidden) }

// Hex writes the seed out: for storage, and for a page once the match is over.
func (s Seed) Hex() string { return hex.EncodeToString(s[:]) }

// ParseSeed reads 64 hexadecimal digits.
func ParseSeed(text string) (Seed, error) {
	var s Seed
	raw, err := hex.DecodeString(text)
	if err != nil || len(raw) != len(s) {
		return s, fmt.Errorf("seed: expected %d hexadecimal digits", 2*len(s))
	}
	return Seed(raw), nil
}

// Derive returns the seed that follows from s for a purpose and a number, such
// as "round" 3. Knowing a derived seed tells nothing about s or its siblings.
func (s Seed) Derive(purpose string, n int) Seed {
	var number [8]byte
	binary.BigEndian.PutUint64(number[:], uint64(n))
	text := make([]byte, 0, 96)
	text = append(text, "carteado "+ShuffleVersion+" "...)
	text = append(text, s[:]...)
	text = append(text, number[:]...)
	return sha256.Sum256(append(text, purpose...))
}

// Commit is the commitment that is shown before the first deal: the SHA-256,
// in hexadecimal, of the line "carteado shuffle-v1 <match> <seed in hex>".
func (s Seed) Commit(match string) string {
	sum := sha256.Sum256([]byte("carteado " + ShuffleVersion + " " + match + " " + s.Hex()))
	return hex.EncodeToString(sum[:])
}

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

// Shuffle puts items in the order that a seed decides: Fisher–Yates from the
// last place to the second, each place swapped with one at or before it.
func Shuffle[T any](items []T, s Seed) {
	chance := borrow(s)
	for i := len(items) - 1; i > 0; i-- {
		j := chance.Below(i + 1)
		items[i], items[j] = items[j], items[i]
	}
	chance.giveBack()
}
