package knock

import (
	"encoding/json"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/meld"
	"carteado/engine/shuffle"
)

// stored is a round as rows keep it. It holds hidden cards, and the seed of
// later shuffles.
type stored struct {
	Options engine.Options     `json:"options"`
	Seed    string             `json:"seed"` // in hexadecimal
	Dealer  engine.Seat        `json:"dealer"`
	Turn    engine.Seat        `json:"turn"`
	Phase   Phase              `json:"phase"`
	Hands   [seats][]card.Card `json:"hands"` // after a knock as before it
	Known   [seats][]card.Card `json:"known"`
	Stock   []card.Card        `json:"stock"`           // next card first
	Lines   []int              `json:"lines,omitempty"` // of the stock, by seat, in a duplicate round
	Discard []card.Card        `json:"discard"`
	Drawn   card.Card          `json:"drawn"`
	Taken   bool               `json:"taken"`
	Renewed uint8              `json:"renewed"`
	Turns   int                `json:"turns"`
	End     *End               `json:"end,omitempty"`
}

// MarshalJSON writes the round for storage.
func (r *Round) MarshalJSON() ([]byte, error) {
	s := stored{
		Options: r.rules.options, Seed: r.seed.Hex(), Dealer: r.dealer, Turn: r.turn[0], Phase: r.phase,
		Stock: r.pile[outside-r.stock:], Lines: r.lines.Counts(), Discard: r.pile[:r.discards],
		Drawn: r.drawn, Taken: r.taken, Renewed: r.renewed, Turns: r.turns, End: r.end,
	}
	for seat := range seats {
		s.Hands[seat], s.Known[seat] = r.hands[seat].Cards(), r.known[seat].Cards()
	}
	return json.Marshal(s)
}

// Load reads what MarshalJSON wrote. It refuses a wrong number of cards and
// positions that no play leads to.
func (Game) Load(data []byte) (engine.Round, error) {
	return engine.LoadRound(info, data, (*stored).round)
}

func (s *stored) round() (*Round, error) {
	rules, err := newRules(s.Options)
	if err != nil {
		return nil, err
	}
	seed, err := shuffle.ParseSeed(s.Seed)
	if err != nil {
		return nil, err
	}
	if len(s.Stock)+len(s.Discard) > outside {
		return nil, engine.ErrCards
	}
	lines, err := engine.ReadLines(s.Lines, s.Options, seats, len(s.Stock))
	if err != nil {
		return nil, err
	}
	r := &Round{
		rules: rules, seed: seed, lines: lines, dealer: s.Dealer, phase: s.Phase, drawn: s.Drawn, taken: s.Taken,
		renewed: s.Renewed, turns: s.Turns, end: s.End,
		stock: uint8(len(s.Stock)), discards: uint8(len(s.Discard)),
	}
	r.turn[0] = s.Turn
	copy(r.pile[:], s.Discard)
	copy(r.pile[outside-len(s.Stock):], s.Stock)
	for seat := range seats {
		r.hands[seat], r.known[seat] = meld.Of(s.Hands[seat]...), meld.Of(s.Known[seat]...)
	}
	if err := r.sound(); err != nil {
		return nil, err
	}
	return r, nil
}

// sound reports what is wrong with a position.
func (r *Round) sound() error {
	over := r.phase == PhaseOver
	switch {
	case r.dealer < 0 || r.dealer >= seats || r.turn[0] < 0 || r.turn[0] >= seats,
		r.phase != PhaseDraw && r.phase != PhaseDecide && !over, over != (r.end != nil),
		over && (r.end.Knocker < engine.Nobody || r.end.Knocker >= seats),
		r.turns < 0, int(r.renewed) > r.rules.renewals:
		return engine.ErrPosition
	}
	var all []card.Card
	for _, pile := range r.Piles(nil) {
		all = append(all, pile.Cards...)
	}
	if !card.Same(all, card.French()) {
		return engine.ErrCards
	}
	if over {
		return nil
	}
	for s := range engine.Seat(seats) {
		want := handSize
		if s == r.turn[0] && r.phase == PhaseDecide {
			want++
		}
		if r.hands[s].Len() != want || r.known[s]&^r.hands[s] != 0 {
			return engine.ErrCards
		}
	}
	switch {
	case r.phase == PhaseDecide && !r.hands[r.turn[0]].Has(r.drawn),
		r.phase == PhaseDraw && (r.drawn != card.Unknown || r.taken):
		return engine.ErrPosition
	}
	return nil
}
