package shuffle_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"carteado/engine/card"
	"carteado/engine/shuffle"
)

// counting is the seed 00 01 02 … 1f.
func counting() (s shuffle.Seed) {
	for i := range s {
		s[i] = byte(i)
	}
	return s
}

// The test vectors of shuffle-v1. They never change: a deal stored under this
// name must come out the same for ever. The hashes were computed with another
// program as well.
var shuffleV1 = []struct {
	seed                   shuffle.Seed
	french                 string // the pack of 52, shuffled
	round1, round2, dealer string // derived seeds
	commit17               string // the commitment for match 17
}{
	{
		seed: shuffle.Seed{},
		french: "AC 7H AS 5H 8C JS 2D 8H 4H KD 2S 6H QH 2H JD 9D 5S AH 6D 3S QC TH QD 5C 7C 6C " +
			"6S 8D 2C AD 4S 8S 4C 9H TD 3C 9S KS JH 9C 7S 3H KC JC KH TS 5D 4D 7D QS TC 3D",
		round1:   "8f58d34fc5dd0885687c6c11d5415a38038cb10b8522c677620f3c1dc2f060e1",
		round2:   "74a051174e3b0d1444ff0a4829f12730ec9276d9417cbbe5b6f15366517d1d58",
		dealer:   "1754b801eff1974a47d87e138a5a02602fd0a13ee4b77c5e485c0d8584c9ca53",
		commit17: "8764eb4cea3e68d1b3e9b424ab361e87a2dc06f282bb820592df0b1a44d6ea23",
	},
	{
		seed: counting(),
		french: "TC QH 4H QS KC 9C QD KH TS 4C 3C 3S 3D 2C AC 3H QC 6C 5D 8D 2H 5H TH 7S JS AD " +
			"8S 9H 7C AS 8C 9S TD KD 9D 4S 5C 4D 8H AH 5S 6H 7H KS JD 7D 2D 2S 6D JC JH 6S",
		round1:   "55c9c042228ff1b6b957cd827ffd15f75e7ad63c6374ea4d16810c3d4805dd09",
		round2:   "da15fb209f4ecfa9ee01cdf12fbbad6216837ca6617095a29bc7dd5283295a9d",
		dealer:   "0180c790e3c9a785308cce8d646052f4189c0489197ecc4bad1f7d05d87bc167",
		commit17: "3df757447e409984029559e6f9a9db776d5dc33857bea135f6514a836dd468a8",
	},
}

func TestShuffleV1(t *testing.T) {
	for _, v := range shuffleV1 {
		pack := card.French()
		shuffle.Cards(pack, v.seed)
		if got := card.Write(pack); got != v.french {
			t.Errorf("seed %s shuffles\n%s, want\n%s", v.seed.Hex(), got, v.french)
		}
		for _, d := range []struct {
			got  shuffle.Seed
			want string
		}{{v.seed.Derive("round", 1), v.round1}, {v.seed.Derive("round", 2), v.round2},
			{v.seed.Derive("dealer", 0), v.dealer}} {
			if d.got.Hex() != d.want {
				t.Errorf("seed %s derives %s, want %s", v.seed.Hex(), d.got.Hex(), d.want)
			}
		}
		if got := v.seed.Commit(shuffle.V1, "17"); got != v.commit17 {
			t.Errorf("seed %s is committed to as %s, want %s", v.seed.Hex(), got, v.commit17)
		}
	}
}

// The test vectors of shuffle-v2, computed with another program as well: like those of shuffle-v1, they never change.
var shuffleV2 = []struct {
	mix                    shuffle.Mix
	round1, round2, dealer string // derived seeds
	commit                 string // the commitment
}{
	{
		mix:    shuffle.Mix{Match: "17", Contributions: []string{"jabuticaba", "1958"}},
		round1: "6e63cb83e039853a07fa0507495b0a5f4a39339d000373383428012967dadf1d",
		round2: "0adceb2847ff2989c087c00ca1bdb85b5b8ec22c42f8f0cb9ac8cba0f82994db",
		dealer: "ccf8d84096588d61371ae6b7dcd946bfbf13657daf92d992b30222c2bd578988",
		commit: "afe89671e791c9365fe7d3813ddc7152e2087ba04983988abbc80146635d6220",
	},
	{
		mix:    shuffle.Mix{Secret: counting(), Match: "17", Contributions: []string{"bot", "1958", ""}},
		round1: "d5b76e81526ea501cd6d3f05ddeb4a4427761c645ab1b8a68935c009f9eadb87",
		round2: "6117e181615f0b7ce6134a27957d1f32c8d30be46834c37bf9ccc9b0494fb560",
		dealer: "e2a59cd5b6e56e9059dfad68ace204d1ad9e979f0eb443096caaa81517d37789",
		commit: "73d96567f4672915845e3ae52e2e738689c51ad5c6adff82c407ae91db752ba2",
	},
}

func TestShuffleV2(t *testing.T) {
	for _, v := range shuffleV2 {
		for _, d := range []struct {
			got  shuffle.Seed
			want string
		}{{v.mix.Derive("round", 1), v.round1}, {v.mix.Derive("round", 2), v.round2},
			{v.mix.Derive("dealer", 0), v.dealer}} {
			if d.got.Hex() != d.want {
				t.Errorf("%v derives %s, want %s", v.mix.Contributions, d.got.Hex(), d.want)
			}
		}
		if got := v.mix.Secret.Commit(shuffle.V2, v.mix.Match); got != v.commit {
			t.Errorf("%v is committed to as %s, want %s", v.mix.Contributions, got, v.commit)
		}
	}
}

// Whatever goes into the mix changes every deal: a mix that ignores a part of it is seen here.
func TestEveryPartOfTheMixCounts(t *testing.T) {
	of := func(secret shuffle.Seed, match string, contributions ...string) shuffle.Mix {
		return shuffle.Mix{Secret: secret, Match: match, Contributions: contributions}
	}
	seen := map[shuffle.Seed]string{}
	for name, mix := range map[string]shuffle.Mix{
		"the mix": of(counting(), "17", "a", "b"), "another secret": of(shuffle.Seed{}, "17", "a", "b"),
		"another match": of(counting(), "18", "a", "b"), "another first": of(counting(), "17", "c", "b"),
		"another last": of(counting(), "17", "a", "c"), "other seats": of(counting(), "17", "b", "a"),
		"nothing from one": of(counting(), "17", "a", ""), "nothing from the other": of(counting(), "17", "", "b"),
		"a seat less": of(counting(), "17", "a"), "a seat more": of(counting(), "17", "a", "b", ""),
		"one for two": of(counting(), "17", "ab", ""),
	} {
		for n := range 3 {
			for _, purpose := range []string{"round", "dealer", "bot 1"} {
				s, called := mix.Derive(purpose, n), fmt.Sprintf("%s, %s %d", name, purpose, n)
				if other, twice := seen[s]; twice {
					t.Errorf("%s and %s are the same seed", called, other)
				}
				seen[s] = called
			}
		}
	}
}

func TestFrom(t *testing.T) {
	if from, err := shuffle.From(shuffle.V1, counting(), "17", nil); err != nil || from != shuffle.Source(counting()) {
		t.Errorf("shuffle-v1 follows from more than its seed: %v", err)
	}
	from, err := shuffle.From(shuffle.V2, counting(), "17", []string{"bot", "1958", ""})
	if err != nil || from.Derive("round", 1).Hex() != shuffleV2[1].round1 {
		t.Errorf("shuffle-v2 follows from something else: %v", err)
	}
	if text := fmt.Sprintf("%v %+v %#v", from, from, from); strings.Contains(text, counting().Hex()[:16]) ||
		strings.Contains(text, "1, 2, 3") {
		t.Errorf("a mix prints its secret: %s", text)
	}
	if _, err := shuffle.From("shuffle-v9", counting(), "17", nil); !errors.Is(err, shuffle.ErrVersion) {
		t.Errorf("a version that is not known: %v", err)
	}
	// Two lines could be the contributions of two seats.
	if _, err := shuffle.From(shuffle.V2, counting(), "17", []string{"a\nb", "c"}); !errors.Is(
		err, shuffle.ErrContributions) {
		t.Errorf("a contribution of two lines: %v", err)
	}
}

// The first numbers of the C2SP chacha8rand sample seed.
func TestChanceIsChaCha8(t *testing.T) {
	chance := shuffle.NewChance(shuffle.Seed([]byte("ABCDEFGHIJKLMNOPQRSTUVWXYZ123456")))
	for _, want := range []uint64{0xb773b6063d4616a5, 0x1160af22a66abc3c} {
		if got := chance.Below(1 << 62); uint64(got) != want%(1<<62) {
			t.Errorf("got %#x, want %#x mod 2^62", got, want)
		}
	}
}

// Below is the remainder of a number of the stream, however that is worked out.
func TestBelowIsTheRemainder(t *testing.T) {
	seed := shuffle.Seed{}.Derive("remainder", 0)
	chance, stream := shuffle.NewChance(seed), rand.NewChaCha8(seed)
	for i := range 100_000 {
		n := 1 + i%300
		if got, want := chance.Below(n), stream.Uint64()%uint64(n); uint64(got) != want {
			t.Fatalf("below %d: got %d, want %d", n, got, want)
		}
	}
}

// Every card comes to every place about equally often: chi squared over 52 × 52
// cells with a bound that a fair shuffle exceeds once in about a million seeds.
func TestShuffleIsFair(t *testing.T) {
	const shuffles = 20000
	var seen [52][52]int
	pack := make([]int, 52)
	for n := range shuffles {
		for i := range pack {
			pack[i] = i
		}
		shuffle.Cards(pack, shuffle.Seed{}.Derive("fair", n))
		for place, c := range pack {
			seen[place][c]++
		}
	}
	expected, sum := float64(shuffles)/52, 0.0
	for place := range seen {
		for c := range seen[place] {
			d := float64(seen[place][c]) - expected
			sum += d * d / expected
		}
	}
	const freedom = 51 * 51
	if z := (sum - freedom) / math.Sqrt(2*freedom); math.Abs(z) > 5 {
		t.Errorf("chi squared %.0f with %d degrees of freedom: %.1f deviations off", sum, freedom, z)
	}
}

func TestBelow(t *testing.T) {
	chance := shuffle.NewChance(counting())
	var seen [7]int
	for range 7000 {
		seen[chance.Below(7)]++
	}
	for n, times := range seen {
		if times < 850 || times > 1150 {
			t.Errorf("%d came %d times of 7000", n, times)
		}
	}
	// Where 2^64 is far from a multiple of n, every third value would be too
	// likely if none were drawn again: 3/4 instead of 2/3 would lie below 2^62.
	low := 0
	for range 9000 {
		if chance.Below(3<<61) < 1<<62 {
			low++
		}
	}
	if low < 5800 || low > 6200 {
		t.Errorf("%d of 9000 numbers lie in the lower two thirds", low)
	}
	if chance.Below(1) != 0 {
		t.Error("below 1 there is only 0")
	}
}

func TestDerivedSeedsDiffer(t *testing.T) {
	seen := map[shuffle.Seed]string{counting(): "the seed itself"}
	for _, purpose := range []string{"round", "dealer", "renew", ""} {
		for n := range 100 {
			s, name := counting().Derive(purpose, n), fmt.Sprintf("%s %d", purpose, n)
			if other, twice := seen[s]; twice {
				t.Errorf("%s and %s are the same seed", name, other)
			}
			seen[s] = name
		}
	}
}

func TestParseSeed(t *testing.T) {
	text := counting().Hex()
	if s, err := shuffle.ParseSeed(text); err != nil || s != counting() {
		t.Errorf("ParseSeed(%q) = %s, %v", text, s.Hex(), err)
	}
	for _, bad := range []string{"", "00", text[1:], text + "00", strings.Replace(text, "0", "g", 1), " " + text} {
		if _, err := shuffle.ParseSeed(bad); err == nil {
			t.Errorf("ParseSeed(%q) is accepted", bad)
		} else if len(bad) > 8 && strings.Contains(err.Error(), bad[:8]) {
			t.Errorf("the error repeats the seed: %v", err)
		}
	}
}
