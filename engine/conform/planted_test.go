package conform_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/conform"
	"carteado/engine/enginetest/toy"
)

// planted is the toy with one method of its rounds bent.
type planted struct {
	toy.Game
	bug
}

// A bug is what a method does instead; nil is what it should do.
type bug struct {
	view    func(*toy.Round, engine.Seat) any
	legal   func(*toy.Round, engine.Seat) []engine.Move
	breaks  func(*toy.Round, engine.Seat, *engine.Move) string
	explain func(*toy.Round, engine.Seat) map[string]int
	made    func(*toy.Round, engine.Seat, *engine.Move, *engine.Log)
	toMove  func(*toy.Round) []engine.Seat
	cards   func(*toy.Round) []engine.Pile
	result  func(*toy.Round) (engine.Result, bool)
	clone   func(*toy.Round) *toy.Round
	load    func(*toy.Round)
	marshal func(*toy.Round) ([]byte, error)
	auto    func(*toy.Round, engine.Seat) engine.Move
	rate    func(any, engine.Move) int
	printed func(*toy.Round) string
}

type bent struct {
	*toy.Round
	bug *bug
}

func (g planted) Deal(s engine.Setup) (engine.Round, error) {
	r, err := g.Game.Deal(s)
	if err != nil {
		return nil, err
	}
	return bent{r.(*toy.Round), &g.bug}, nil
}

func (g planted) Load(data []byte) (engine.Round, error) {
	r, err := g.Game.Load(data)
	if err != nil {
		return nil, err
	}
	if g.load != nil {
		g.load(r.(*toy.Round))
	}
	return bent{r.(*toy.Round), &g.bug}, nil
}

func (g planted) Rate(view any, legal []engine.Move) []int {
	rates := make([]int, len(legal))
	v, ok := view.(toy.View)
	switch {
	case g.rate != nil:
		for i, m := range legal {
			rates[i] = g.rate(view, m)
		}
	case ok:
		rates = g.Game.Rate(v, legal)
	}
	return rates
}

func (b bent) View(s engine.Seat) any {
	if b.bug.view != nil {
		return b.bug.view(b.Round, s)
	}
	return b.Round.View(s)
}

func (b bent) Legal(s engine.Seat, moves []engine.Move) []engine.Move {
	if b.bug.legal != nil {
		return append(moves, b.bug.legal(b.Round, s)...)
	}
	return b.Round.Legal(s, moves)
}

func (b bent) Breaks(s engine.Seat, m *engine.Move) string {
	if b.bug.breaks != nil {
		return b.bug.breaks(b.Round, s, m)
	}
	return b.Round.Breaks(s, m)
}

func (b bent) Explain(s engine.Seat, _ *engine.Move, _ string) map[string]int {
	if b.bug.explain != nil {
		return b.bug.explain(b.Round, s)
	}
	return nil
}

func (b bent) Make(s engine.Seat, m *engine.Move, log *engine.Log) {
	if b.bug.made != nil {
		b.bug.made(b.Round, s, m, log)
		return
	}
	b.Round.Make(s, m, log)
}

func (b bent) ToMove() []engine.Seat {
	if b.bug.toMove != nil {
		return b.bug.toMove(b.Round)
	}
	return b.Round.ToMove()
}

func (b bent) Piles(room []engine.Pile) []engine.Pile {
	if b.bug.cards != nil {
		return b.bug.cards(b.Round)
	}
	return b.Round.Piles(room)
}

func (b bent) Result() (engine.Result, bool) {
	if b.bug.result != nil {
		return b.bug.result(b.Round)
	}
	return b.Round.Result()
}

func (b bent) CopyInto(engine.Round) engine.Round {
	if b.bug.clone != nil {
		return bent{b.bug.clone(b.Round), b.bug}
	}
	return bent{engine.Clone(b.Round).(*toy.Round), b.bug}
}

func (b bent) Is(other engine.Round) bool { return b.Round.Is(other.(bent).Round) }

func (b bent) MarshalJSON() ([]byte, error) {
	if b.bug.marshal != nil {
		return b.bug.marshal(b.Round)
	}
	return json.Marshal(b.Round)
}

func (b bent) Auto(s engine.Seat) engine.Move {
	if b.bug.auto != nil {
		return b.bug.auto(b.Round, s)
	}
	return b.Round.Auto(s)
}

func (b bent) Format(f fmt.State, verb rune) {
	if b.bug.printed != nil {
		_, _ = f.Write([]byte(b.bug.printed(b.Round)))
		return
	}
	b.Round.Format(f, verb)
}

// hunt looks for a violation in a few matches.
func hunt(c conform.Checker, packs string) error {
	for _, check := range []func(conform.Case) error{c.Match, c.Trace} {
		for n := range 12 {
			from := conform.Case{
				Seats: 2 + n%3, Players: conform.Players(n % 3), Rounds: 2, Every: 3, Options: engine.Options{
					"packs": packs},
				Seed: engine.Seed{}.Derive("hunt", n),
			}
			if err := check(from); err != nil {
				return err
			}
		}
	}
	return nil
}

// Faults are found with two cards of each kind as they are with one.
var packs = []string{"1", "2"}

func TestPlantedBugsAreFound(t *testing.T) {
	t.Parallel()
	for name, plant := range plants {
		for _, n := range packs {
			t.Run(name+", packs: "+n, func(t *testing.T) {
				err := hunt(conform.Checker{Game: planted{bug: plant.bug}, MaxMoves: 200}, n)
				var b *conform.Violation
				if !errors.As(err, &b) || !slices.Contains(plant.want, b.Promise) {
					t.Errorf("found %v, want a violation of %v", err, plant.want)
				}
			})
		}
	}
}

func TestNothingIsFoundWhereNothingIsPlanted(t *testing.T) {
	for _, n := range packs {
		if err := hunt(conform.Checker{Game: planted{}}, n); err != nil {
			t.Error(err)
		}
	}
}

// A page is held to the same as a view.
func TestALeakingPageIsFound(t *testing.T) {
	page := func(v engine.MatchView, moves []engine.Move) []byte {
		return fmt.Appendf(nil, "%+v %v", v.Round, moves)
	}
	// The view hides a field from JSON, and the page prints it.
	leaking := planted{bug: bug{view: peek(func(r *toy.Round, s engine.Seat) any {
		return struct{ card card.Card }{other(r, s)[0]}
	})}}
	for _, n := range packs {
		if err := hunt(conform.Checker{Game: toy.Game{}, Render: page}, n); err != nil {
			t.Error(err)
		}
		err := hunt(conform.Checker{Game: leaking, Render: page}, n)
		var b *conform.Violation
		if !errors.As(err, &b) || b.Promise != conform.Views {
			t.Errorf("found %v", err)
		}
	}
}
