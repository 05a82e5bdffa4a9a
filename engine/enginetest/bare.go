package enginetest

import (
	"bytes"
	"errors"
	"flag"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"carteado/engine"
)

var bareMoves = flag.Int("bare", 20_000, "moves of each game that are played with events and without, side by side")

// Bare plays a game at random under each house rule, by engine.Play with events and, beside
// it, by Make without them: positions, lists and refusals must be the same, copies must be
// copies, and nothing may be allocated without events.
func Bare(t *testing.T, g engine.Game) {
	rollout(t, g)
	var cases []Mixture
	for _, options := range Singly(g.Info()) {
		for _, seats := range offered(g, options) {
			cases = append(cases, Mixture{seats, options})
		}
	}
	p := pair{t: t, chance: rand.New(rand.NewPCG(3, 4)), moves: make([]engine.Move, 0, 256)}
	for n := 0; p.made < *bareMoves && !t.Failed(); n++ {
		from := cases[n%len(cases)]
		options, err := g.Info().Resolve(from.Options)
		if err != nil {
			t.Fatal(err)
		}
		dealt, err := g.Deal(engine.Setup{
			Seats: from.Seats, Dealer: engine.Seat(n % from.Seats), Options: options,
			Seed: engine.Seed{}.Derive("bare", n),
		})
		if err != nil {
			t.Fatal(err)
		}
		p.name, p.told, p.bare = Name(from.Options), dealt, engine.Clone(dealt)
		// The rounds share the cases, so that each house rule has its moves.
		for most := p.made + max(*bareMoves/len(cases), 50); p.made < most && p.step(); {
		}
	}
}

// rollout plays rounds of matches at random, by Rollout and by Make, which must come out the
// same.
func rollout(t *testing.T, g engine.Game) {
	for n := range 4 {
		seats := min(g.Info().MinSeats+n, g.Info().MaxSeats)
		single, err := engine.NewMatch(g, seats, nil, engine.Seed{}.Derive("rollout", n))
		if err != nil {
			t.Fatal(err)
		}
		whole := single.Clone()
		next := func() func(engine.Round, []engine.Seat) (engine.Seat, *engine.Move) {
			chance, left := rand.New(rand.NewPCG(5, uint64(n))), 1+400*n // the first stops in the middle
			var moves []engine.Move
			return func(r engine.Round, turn []engine.Seat) (engine.Seat, *engine.Move) {
				if left--; left < 0 || len(turn) == 0 {
					return engine.Nobody, nil
				}
				s := turn[chance.IntN(len(turn))]
				moves = r.Legal(s, moves[:0])
				return s, &moves[chance.IntN(len(moves))]
			}
		}
		if err := whole.Rollout(next()); err != nil {
			t.Fatal(err)
		}
		one := next()
		for !single.Between() {
			s, m := one(single.Round(), single.ToMove())
			if m == nil {
				break
			}
			if err := single.Make(s, m, nil); err != nil {
				t.Fatal(err)
			}
		}
		if a, b := Encode(t, single), Encode(t, whole); !bytes.Equal(a, b) {
			t.Errorf("move by move\n%s, and by Rollout\n%s", a, b)
		}
	}
}

// A pair is a round played with events, and without them on copies.
type pair struct {
	t            *testing.T
	name         string
	chance       *rand.Rand
	told         engine.Round
	bare, spare  engine.Round
	moves, other []engine.Move
	piles        []engine.Pile
	asked        []engine.Move // listed before
	made         int
}

// step makes a move in both, and reports whether the round goes on.
func (p *pair) step() bool {
	turn := p.told.ToMove()
	if !slices.Equal(turn, p.bare.ToMove()) {
		p.t.Fatalf("%s: to move are %v, and without events %v", p.name, turn, p.bare.ToMove())
	}
	if len(turn) == 0 {
		return false
	}
	s := turn[p.chance.IntN(len(turn))]
	p.moves, p.other = p.told.Legal(s, p.moves[:0]), p.bare.Legal(s, p.other[:0])
	if !slices.Equal(p.moves, p.other) {
		p.t.Fatalf("%s: legal are %v, and without events %v", p.name, p.moves, p.other)
	}
	m := p.moves[p.chance.IntN(len(p.moves))]
	p.refused(s, m)
	p.spare = p.bare.CopyInto(p.spare)
	if rule := p.spare.Breaks(s, &m); rule != "" {
		p.t.Fatalf("%s: %q is listed, and without events it breaks %s", p.name, m, rule)
	}
	p.spare.Make(s, &m, nil)
	if !same(p.told, p.bare) || !p.told.Is(p.bare) {
		p.t.Fatalf("%s: %q on a copy changed the round", p.name, m)
	}
	if p.bare.Is(p.spare) != same(p.bare, p.spare) {
		p.t.Fatalf("%s: rounds with and without %q are not told apart", p.name, m)
	}
	if _, err := engine.Play(p.told, s, m); err != nil {
		p.t.Fatalf("%s: %q is listed and refused: %v", p.name, m, err)
	}
	p.bare, p.spare = p.spare, p.bare
	if !same(p.told, p.bare) {
		p.t.Fatalf("%s: after %q the round is\n%s, and without events\n%s", p.name, m, Encode(p.t, p.told),
			Encode(p.t, p.bare))
	}
	if p.made++; p.made%32 == 0 && len(p.bare.ToMove()) > 0 {
		p.silent()
	}
	return true
}

// refused makes an earlier move in both ways on copies: one as legal as the other.
func (p *pair) refused(s engine.Seat, now engine.Move) {
	const most = 64
	if len(p.asked) < most {
		p.asked = append(p.asked, now)
		return
	}
	m := &p.asked[p.chance.IntN(most)]
	told, bare := engine.Clone(p.told), engine.Clone(p.bare)
	_, err := engine.Play(told, s, *m)
	rule := ""
	if illegal, ok := errors.AsType[*engine.Illegal](err); ok {
		rule = illegal.Rule
	}
	broken := bare.Breaks(s, m)
	if broken == "" {
		bare.Make(s, m, nil)
	}
	if broken != rule || !same(told, bare) {
		p.t.Fatalf("%s: %q breaks %q, and without events %q", p.name, *m, rule, broken)
	}
	*m = now
}

// same reports that two rounds hold the same. Rounds that are one value are nearly
// always told to be equal by the quicker comparison.
func same(a, b engine.Round) bool {
	one, other := reflect.ValueOf(a), reflect.ValueOf(b)
	if one.Kind() == reflect.Pointer && one.Type().Elem().Comparable() && one.Elem().Interface() == other.Elem().
		Interface() {
		return true
	}
	return reflect.DeepEqual(a, b)
}

// silent checks that lists, a copy and a move on it allocate nothing. The end of a round
// may allocate.
func (p *pair) silent() {
	s := p.bare.ToMove()[0]
	over := false
	if n := testing.AllocsPerRun(10, func() {
		p.moves = p.bare.Legal(s, p.moves[:0])
		p.piles = p.bare.Piles(p.piles)
		p.bare.CopyInto(p.spare)
		p.spare.Make(s, &p.moves[p.made%len(p.moves)], nil)
		over = len(p.spare.ToMove()) == 0
		p.bare.Breaks(s, &p.moves[0])
		p.spare.Breaks(s, &p.moves[0]) // nearly always out of turn
	}); n > 0 && !over {
		p.t.Fatalf("%s: %q without events made %.0f allocations", p.name, p.moves[p.made%len(p.moves)], n)
	}
}
