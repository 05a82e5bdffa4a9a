package bot

import (
	"math"

	"carteado/engine"
)

// stakes say what the points of a round are worth to a seat: how likely it wins the match.
type stakes struct {
	seat   engine.Seat
	target int
	left   int // rounds after this one, where their number is fixed
	low    bool
	floor  bool
	gone   []bool // seats whose players have left: they win nothing
	totals []int
	swing  float64
	after  []int // room for totals
	alone  []int // room for the points of one seat

	// Rounds end in few ways: what was worked out is kept.
	kept [256]struct {
		of    uint64
		value float64
	}
}

func newStakes(v engine.MatchView, swing float64) stakes {
	k := stakes{
		seat: v.Seat, target: v.Target, left: max(0, v.Length-v.Number), low: v.LowWins, floor: v.Floor,
		gone: make([]bool, v.Seats), totals: v.Totals, swing: max(swing, 0.5), after: make([]int, v.Seats),
		alone: make([]int, v.Seats),
	}
	copy(k.gone, v.Left)
	if v.Options.Duplicates() > 0 {
		// Points are compared with those of other tables, of which as little is known as of a round to come. How far
		// the seat is ahead at its own table says nothing.
		k.totals, k.left = make([]int, v.Seats), max(k.left, 1)
	}
	return k
}

// final reports that the number of rounds is fixed, and this is the last one.
func (k *stakes) final() bool { return k.target == 0 && k.left == 0 }

// value is the seat's share of the match after a round, 0 to 1.
func (k *stakes) value(points []int, wins engine.Seat) float64 {
	if wins != engine.Nobody {
		if wins == k.seat {
			return 1
		}
		return 0
	}
	key := uint64(1)
	for s, n := range points {
		if k.after[s] = k.totals[s] + n; k.floor {
			k.after[s] = max(k.after[s], 0)
		}
		key = key*1021 + uint64(n+512)
	}
	kept := &k.kept[key*0x9E3779B97F4A7C15>>56]
	if kept.of != key {
		kept.of, kept.value = key, k.share()
	}
	return kept.value
}

// expected is the value of a round that each seat wins with some chance, and has some points then.
func (k *stakes) expected(chances []float64, points []int) (sum float64) {
	for s := range points {
		alone := k.alone[:len(points)]
		clear(alone)
		alone[s] = points[s]
		sum += chances[s] * k.value(alone, engine.Nobody)
	}
	return sum
}

// reached reports that totals end the match, as the match itself judges them.
func (k *stakes) reached() bool {
	for s, total := range k.after {
		if k.target > 0 && total >= k.target && (k.low || !k.gone[s]) {
			return true
		}
	}
	return false
}

// share is the value of totals.
func (k *stakes) share() float64 {
	over := k.final() || k.reached()
	mine, sum := 0.0, 0.0
	for s := range k.after {
		if k.gone[s] {
			continue
		}
		p := 1.0
		for other := range k.after {
			if other != s && !k.gone[other] {
				p *= k.before(k.after[s], k.after[other], over)
			}
		}
		if sum += p; engine.Seat(s) == k.seat {
			mine = p
		}
	}
	if sum == 0 {
		return 0
	}
	return mine / sum
}

// before is how likely a total is ahead of another in the end.
func (k *stakes) before(a, b int, over bool) float64 {
	ahead := a - b
	if k.low {
		ahead = -ahead
	}
	switch {
	case over && ahead == 0:
		return 0.5
	case over && ahead > 0:
		return 1
	case over:
		return 0
	case k.target == 0:
		// So many rounds more, each of which brings one of the two about a swing.
		return 0.5 * math.Erfc(-float64(ahead)/(k.swing*math.Sqrt(2*float64(k.left))))
	}
	// The rounds that each lacks are won, or lost, one by one by either.
	lacksA, lacksB := float64(k.target-a)/k.swing, float64(k.target-b)/k.swing
	if k.low {
		lacksA, lacksB = lacksB, lacksA
	}
	return sooner(lacksA, lacksB)
}

// sooner is how likely a events come before b others, when each is of either sort with the
// same chance. The numbers need not be whole: it is the incomplete beta function at a half.
func sooner(a, b float64) float64 {
	if a < b { // the fraction converges quickly on this side only
		return 1 - sooner(b, a)
	}
	ga, _ := math.Lgamma(a)
	gb, _ := math.Lgamma(b)
	gab, _ := math.Lgamma(a + b)
	front := math.Exp(gab-ga-gb-(a+b)*math.Ln2) / a
	c, d := 1.0, 1/notZero(1-(a+b)/(a+1)/2)
	f := d
	for m := 1.0; m < 60; m++ {
		for _, step := range [...]float64{
			m * (b - m) / ((a + 2*m - 1) * (a + 2*m)) / 2,
			-(a + m) * (a + b + m) / ((a + 2*m) * (a + 2*m + 1)) / 2,
		} {
			d = 1 / notZero(1+step*d)
			c = notZero(1 + step/c)
			f *= c * d
		}
		if math.Abs(c*d-1) < 1e-9 {
			break
		}
	}
	return front * f
}

// notZero keeps a divisor away from zero.
func notZero(x float64) float64 {
	if math.Abs(x) < 1e-30 {
		return 1e-30
	}
	return x
}
