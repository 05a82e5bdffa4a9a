// Package toy is a game of three cards each: small enough to read in a minute,
// and with one of everything a Round can have, from a phase in which all move at
// once to a void round. The tests of the engine and of enginetest play it; no
// club offers it.
//
//  1. The pack has the ranks ace to seven, 28 cards; with two packs (option packs)
//     there are two of each. Three are dealt to each seat, clockwise from the
//     dealer's left, and one is turned up beside the stock.
//  2. All at once (option swap): each seat changes one card, which goes under the
//     stock, for the top of the stock, or says ready.
//  3. From the dealer's left each seat draws from the stock or takes the discard,
//     and discards another card.
//  4. After so many turns each (option turns) all hands are shown. A seat scores
//     its cards, aces 1; the lowest alone scores nothing.
//  5. From an empty stock a seat draws after the discards but the top one have been
//     shuffled into a new one.
//  6. Two lowest hands make the round void; three of one rank win the match.
package toy

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/shuffle"
)

// Game is the toy game.
type Game struct{}

// Info implements engine.Game.
func (Game) Info() engine.Info {
	return engine.Info{Key: "toy", Version: 1, MinSeats: 2, MaxSeats: 4, Undo: []string{"discard"},
		Options: []engine.Option{
			{Key: "turns", Values: []string{"2", "1", "3", "40"}},
			{Key: "swap", Values: []string{"on", "off"}},
			{Key: "target", Values: []string{"40", "15"}},
			{Key: "packs", Values: []string{"1", "2"}},
		}}
}

// Scoring implements engine.Game.
func (Game) Scoring(o engine.Options) engine.Scoring {
	return engine.Scoring{Target: o.Int("target"), LowWins: true, Dealer: engine.DealLoser}
}

// Pack is the toy's pack in order.
func Pack() []card.Card { return card.French()[:28] }

// packs is what is dealt from, in order.
func packs(two bool) []card.Card {
	all := Pack()
	if two {
		all = append(all, all...)
		slices.Sort(all)
	}
	return all
}

// Deal implements engine.Game.
func (Game) Deal(s engine.Setup) (engine.Round, error) {
	if s.Seats < 2 || s.Seats > 4 || s.Dealer < 0 || int(s.Dealer) >= s.Seats {
		return nil, fmt.Errorf("deal toy: %w", engine.ErrSeats)
	}
	pack := slices.Clone(s.Pack)
	if pack == nil {
		pack = packs(s.Options["packs"] == "2")
		shuffle.Cards(pack, s.Seed.Derive("deal", 0))
	}
	r := &Round{
		Two: s.Options["packs"] == "2", Dealer: s.Dealer, Turn: (s.Dealer + 1) % engine.Seat(s.Seats), Phase: Draw,
		Left: s.Options.Int("turns") * s.Seats, Done: make([]bool, s.Seats),
		Hands: make([][]card.Card, s.Seats), Known: make([][]card.Card, s.Seats), Seed: s.Seed.Hex(),
	}
	if s.Options.On("swap") {
		r.Phase = Swap
	}
	for i := 0; i < 3*s.Seats && len(pack) > 0; i++ {
		seat := (int(s.Dealer) + 1 + i) % s.Seats
		r.Hands[seat] = append(r.Hands[seat], pack[0])
		pack = pack[1:]
	}
	if len(pack) > 0 {
		r.Discard, r.Stock = []card.Card{pack[0]}, pack[1:]
	}
	return r, r.check()
}

// Load implements engine.Game.
func (Game) Load(data []byte) (engine.Round, error) {
	var r Round
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("load toy: %w", err)
	}
	if _, err := shuffle.ParseSeed(r.Seed); err != nil {
		return nil, fmt.Errorf("load toy: %w", err)
	}
	return &r, r.check()
}

// Rate implements engine.Rater: keep low cards.
func (Game) Rate(view any, legal []engine.Move) []int {
	rates := make([]int, len(legal))
	for i, m := range legal {
		rates[i] = rate(view.(View), m)
	}
	return rates
}

// Features implements engine.Counter.
func (Game) Features() []engine.Feature {
	return []engine.Feature{
		{Name: "low", Times: true, Mean: true, Best: engine.Least},
		{Name: "taken", Times: true},
	}
}

// Count implements engine.Counter: the lowest hand with its sum, and cards taken from the discards.
func (Game) Count(moves []engine.Told, end engine.Round, note func(string, engine.Seat, int)) {
	r := end.(*Round)
	if result, _ := r.Result(); result.Winner != engine.Nobody {
		sum := 0
		for _, c := range r.Hands[result.Winner] {
			sum += c.Rank()
		}
		note("low", result.Winner, sum)
	}
	for _, m := range moves {
		if m.Move.Verb == "draw" && m.Move.From == engine.In(engine.Discard) {
			note("taken", m.Seat, 1)
		}
	}
}

func rate(v View, m engine.Move) int {
	switch m.Verb {
	case "ready":
		return 3
	case "draw":
		if m.From == engine.In(engine.Discard) {
			return 3 - v.Top.Rank()
		}
		return 0
	}
	return m.Card().Rank()
}

// The phases of a round.
const (
	Swap = "swap"
	Draw = "draw"
	Drop = "drop"
	Over = "over"
)

// Round is a round of the toy game; its fields are all there is.
type Round struct {
	engine.Hidden

	Two     bool          `json:"two,omitempty"` // packs
	Dealer  engine.Seat   `json:"dealer"`
	Turn    engine.Seat   `json:"turn"`
	Phase   string        `json:"phase"`
	Left    int           `json:"left"` // turns
	Done    []bool        `json:"done"` // with swapping, by seat
	Hands   [][]card.Card `json:"hands"`
	Known   [][]card.Card `json:"known"` // taken from the discards and still held
	Stock   []card.Card   `json:"stock"` // next first
	Discard []card.Card   `json:"discard"`
	Taken   card.Card     `json:"taken"`
	Seed    string        `json:"seed"` // of new stocks
	Renewed int           `json:"renewed,omitempty"`
}

func (r *Round) check() error {
	all := slices.Concat(slices.Concat(r.Hands...), r.Stock, r.Discard)
	slices.Sort(all)
	if !slices.Equal(all, packs(r.Two)) || len(r.Done) != len(r.Hands) || len(r.Known) != len(r.Hands) {
		return errors.New("toy: the cards are not the pack")
	}
	return nil
}

// CopyInto implements engine.Round.
func (r *Round) CopyInto(other engine.Round) engine.Round {
	c, ok := other.(*Round)
	if !ok {
		c = new(Round)
	}
	*c = *r
	c.Done, c.Stock, c.Discard = slices.Clone(r.Done), slices.Clone(r.Stock), slices.Clone(r.Discard)
	c.Hands, c.Known = slices.Clone(r.Hands), slices.Clone(r.Known)
	for s := range r.Hands {
		c.Hands[s], c.Known[s] = slices.Clone(r.Hands[s]), slices.Clone(r.Known[s])
	}
	return c
}

// Is implements engine.Round.
func (r *Round) Is(other engine.Round) bool { return reflect.DeepEqual(r, other) }

// Piles implements engine.Round.
func (r *Round) Piles(room []engine.Pile) []engine.Pile {
	piles := engine.AddCards(room[:0], engine.In(engine.Stock), r.Stock)
	piles = engine.AddCards(piles, engine.In(engine.Discard), r.Discard)
	for s, hand := range r.Hands {
		piles = engine.AddCards(piles, engine.Of(engine.Hand, engine.Seat(s)), hand)
	}
	return piles
}

// Auto implements engine.Absent.
func (r *Round) Auto(s engine.Seat) engine.Move { return r.Legal(s, nil)[0] }
