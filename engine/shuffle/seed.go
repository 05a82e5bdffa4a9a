// Package shuffle is the method by which a deal follows from a secret seed, and by which a
// club commits to that seed before the deal: pages, tools and proofs use this one.
//
// The method of new matches is called shuffle-v2. A match's secret is 32 bytes from the system's source
// of randomness, drawn before anybody sits down.
//
//   - Commitment: the SHA-256 of the line "carteado shuffle-v2 <match> <secret in hex>", shown
//     before anybody sits down. With the secret, after the match, everybody can check it.
//   - Contributions: each seat adds a line of text by sitting down, when the commitment is known and
//     the secret is not. Nobody can choose the deal: the club does not know the contributions when it
//     draws the secret, and the players do not know the secret when they contribute.
//   - Derivation: the seed for a purpose and a number is the HMAC-SHA-256, with the secret's 32 bytes as
//     its key, of the lines "carteado shuffle-v2 <match> <purpose> <number>" and the contribution of
//     each seat, joined by newlines (see Mix). Each round and the first dealer has a seed of its own, so that
//     showing one tells nothing of another. What is shuffled again within a round has a seed that follows
//     from the round's as under shuffle-v1.
//
// Under shuffle-v1, by which older matches were dealt, and simulations still are:
//
//   - Commitment: the SHA-256 of the line "carteado shuffle-v1 <match> <seed in hex>".
//   - Derivation: the seed for a purpose and a number is the SHA-256 of "carteado shuffle-v1 ",
//     the seed, the number as 8 bytes (big endian) and the purpose.
//
// Both shuffle alike:
//
//   - Numbers: a seed starts a stream of 64-bit numbers, ChaCha8 as C2SP chacha8rand specifies
//     it, so that it is the same under every Go release. A number below n is the remainder of
//     one from the stream; those that would make small remainders likelier are passed over.
//   - Shuffle: Fisher–Yates from the last place to the second, each place swapped with one at
//     or before it.
//
// The test vectors of seed_test.go were computed with another program as well and never change.
package shuffle

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
)

// A Seed is 32 secret bytes from which shuffles follow. It prints as [hidden]
// through fmt, slog and JSON; Hex is the one way to write it out.
type Seed [32]byte

const hidden = "[hidden]"

// The versions of the method by which a deal follows from its seed. A match stores its own; a
// changed method is a new version, never an edit.
const (
	V1 = "shuffle-v1" // the deals follow from the seed alone
	V2 = "shuffle-v2" // the seats contribute to them
)

// String hides the seed.
func (Seed) String() string { return hidden }

// GoString hides the seed from %#v.
func (Seed) GoString() string { return hidden }

// Format hides the seed from every verb.
func (Seed) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(hidden)) }

// MarshalText hides the seed from JSON and slog.
func (Seed) MarshalText() ([]byte, error) { return []byte(hidden), nil }

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
	text = append(text, "carteado "+V1+" "...)
	text = append(text, s[:]...)
	text = append(text, number[:]...)
	return sha256.Sum256(append(text, purpose...))
}

// Commit is the commitment that is shown before the first deal: the SHA-256,
// in hexadecimal, of the line "carteado <version> <match> <seed in hex>".
func (s Seed) Commit(version, match string) string {
	sum := sha256.Sum256([]byte(s.Committed(version, match)))
	return hex.EncodeToString(sum[:])
}

// Committed is the line of which Commit is the hash. It tells the seed.
func (s Seed) Committed(version, match string) string {
	return "carteado " + version + " " + match + " " + s.Hex()
}
