package promise_test

import (
	"encoding/json"
	"fmt"

	"carteado/engine"
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
	play    func(*toy.Round, engine.Seat, engine.Move) ([]engine.Event, error)
	toMove  func(*toy.Round) []engine.Seat
	cards   func(*toy.Round) []engine.Heap
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

func (b bent) Play(s engine.Seat, m engine.Move) ([]engine.Event, error) {
	if b.bug.play != nil {
		return b.bug.play(b.Round, s, m)
	}
	return b.Round.Play(s, m)
}

func (b bent) ToMove() []engine.Seat {
	if b.bug.toMove != nil {
		return b.bug.toMove(b.Round)
	}
	return b.Round.ToMove()
}

func (b bent) Cards() []engine.Heap {
	if b.bug.cards != nil {
		return b.bug.cards(b.Round)
	}
	return b.Round.Cards()
}

func (b bent) Result() (engine.Result, bool) {
	if b.bug.result != nil {
		return b.bug.result(b.Round)
	}
	return b.Round.Result()
}

func (b bent) Clone() engine.Round {
	if b.bug.clone != nil {
		return bent{b.bug.clone(b.Round), b.bug}
	}
	return bent{b.Round.Clone().(*toy.Round), b.bug}
}

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
