package rummy

import (
	"encoding/json"
	"slices"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/meld"
	"carteado/engine/shuffle"
)

// stored is a round as rows keep it. It holds hidden cards, and the seed of
// later shuffles. How a round ended follows from its hands.
type stored struct {
	Options engine.Options `json:"options"`
	Seed    string         `json:"seed"` // in hexadecimal
	Dealer  engine.Seat    `json:"dealer"`
	Turn    engine.Seat    `json:"turn"`
	Phase   Phase          `json:"phase"`
	Hands   [][]card.Card  `json:"hands"`
	Known   [][]card.Card  `json:"known"`
	Stock   []card.Card    `json:"stock"`           // next card first
	Lines   []int          `json:"lines,omitempty"` // of the stock, by seat, in a duplicate round
	Discard []card.Card    `json:"discard"`
	Melds   []storedMeld   `json:"melds"`
	Added   []storedAdded  `json:"added"` // in the order laid
	Drawn   card.Card      `json:"drawn"`
	Taken   bool           `json:"taken"`
	Renewed uint8          `json:"renewed"`
	Fresh   uint8          `json:"fresh"`
	Before  bool           `json:"before"`
	Acted   bool           `json:"acted"`
	Away    uint8          `json:"away,omitempty"` // a bit by seat
}

// A storedMeld has all its cards, those laid off included.
type storedMeld struct {
	By    engine.Seat `json:"by"`
	Cards []card.Card `json:"cards"`
}

type storedAdded struct {
	Card card.Card   `json:"card"`
	Meld uint8       `json:"meld"` // from 1
	By   engine.Seat `json:"by"`
}

// MarshalJSON writes the round for storage.
func (r *Round) MarshalJSON() ([]byte, error) {
	s := stored{
		Options: r.rules.options, Seed: r.seed.Hex(), Dealer: r.dealer, Turn: r.turn[0], Phase: r.phase,
		Stock: r.pile[r.next:], Lines: r.lines.Counts(), Discard: r.pile[:r.discards],
		Drawn: r.drawn, Taken: r.taken, Renewed: r.renewed, Fresh: r.fresh, Before: r.before, Acted: r.acted,
		Away:  r.away,
		Melds: make([]storedMeld, r.laid), Added: make([]storedAdded, r.adds),
	}
	for seat := range r.seats {
		s.Hands = append(s.Hands, r.hands[seat].Cards())
		s.Known = append(s.Known, r.known[seat].Cards())
	}
	for i := range s.Melds {
		s.Melds[i] = storedMeld{r.owners[i], meld.InOrder(r.melds[i])}
	}
	for i, a := range r.added[:r.adds] {
		s.Added[i] = storedAdded{a.card, a.meld + 1, a.by}
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
	seats := len(s.Hands)
	switch {
	case seats < minSeats || seats > maxSeats || len(s.Known) != seats || !s.within(seats):
		return nil, engine.ErrPosition
	case !card.Same(s.cards(), card.French()):
		return nil, engine.ErrCards
	}
	lines, err := engine.ReadLines(s.Lines, s.Options, seats, len(s.Stock))
	if err != nil {
		return nil, err
	}
	r := &Round{
		rules: rules, seed: seed, lines: lines,
		seats: uint8(seats), dealer: s.Dealer, phase: s.Phase, turn: [1]engine.Seat{s.Turn},
		drawn: s.Drawn, taken: s.Taken, renewed: s.Renewed, fresh: s.Fresh, before: s.Before, acted: s.Acted,
		away:     s.Away,
		discards: uint8(len(s.Discard)), next: uint8(packSize - len(s.Stock)),
		laid: uint8(len(s.Melds)), adds: uint8(len(s.Added)),
	}
	copy(r.pile[:], s.Discard)
	copy(r.pile[r.next:], s.Stock)
	for seat := range seats {
		r.hands[seat], r.known[seat] = meld.Of(s.Hands[seat]...), meld.Of(s.Known[seat]...)
	}
	for i, m := range s.Melds {
		r.melds[i], r.owners[i] = meld.Of(m.Cards...), m.By
		r.opened |= 1 << m.By
	}
	for i, a := range s.Added {
		r.added[i] = addition{a.Card, a.Meld - 1, a.By}
		r.opened |= 1 << a.By
	}
	if !r.soundTable() || !r.soundTurn() {
		return nil, engine.ErrPosition
	}
	return r, nil
}

// within reports that every number is one of a seat or a meld.
func (s *stored) within(seats int) bool {
	valid := func(seat engine.Seat) bool { return seat >= 0 && int(seat) < seats }
	if !valid(s.Dealer) || !valid(s.Turn) || s.Away>>seats != 0 || len(s.Melds) > maxMelds || len(s.Added) > maxAdded {
		return false
	}
	for _, m := range s.Melds {
		if !valid(m.By) {
			return false
		}
	}
	for _, a := range s.Added {
		if !valid(a.By) || a.Meld < 1 || int(a.Meld) > len(s.Melds) {
			return false
		}
	}
	return true
}

// cards are those of all piles.
func (s *stored) cards() []card.Card {
	piles := append(slices.Clone(s.Hands), s.Stock, s.Discard)
	for _, m := range s.Melds {
		piles = append(piles, m.Cards)
	}
	return slices.Concat(piles...)
}

// soundTable reports that the melds are melds, without the cards laid off, too.
func (r *Round) soundTable() bool {
	first := r.melds
	for i := int(r.adds) - 1; i >= 0; i-- {
		a := r.added[i]
		if !first[a.meld].Has(a.card) {
			return false
		}
		whole := first[a.meld]
		first[a.meld] = whole.Without(a.card)
		if !r.rules.Aces.Valid(whole) {
			return false
		}
	}
	for _, m := range first[:r.laid] {
		if !r.rules.Aces.Valid(m) {
			return false
		}
	}
	return true
}

// soundTurn reports that play can have come to this point of a turn, and can go on.
func (r *Round) soundTurn() bool {
	turn := r.turn[0]
	empty := 0
	for s, hand := range r.hands[:r.seats] {
		most := handSize(int(r.seats))
		if r.phase == PhasePlay && s == int(turn) {
			most++
		}
		if hand.Len() > most || r.known[s]&^hand != 0 {
			return false
		}
		if hand == 0 {
			empty++
		}
	}
	hand, opened := r.hands[turn], r.opened>>turn&1 != 0
	switch {
	case int(r.renewed) > r.rules.renewals || r.fresh > r.laid || r.before && !opened:
		return false
	case r.phase == PhaseDraw:
		return empty == 0 && r.idle() && r.discards > 0 && (r.next < packSize || r.renewable())
	case r.phase == PhasePlay:
		return empty == 0 && r.drawn.IsFrench() && (r.acted && opened || hand.Has(r.drawn) && r.fresh == 0) &&
			int(r.fresh) <= r.rules.perTurn && (!r.taken || r.known[turn]&hand == r.known[turn].With(r.drawn)&hand) &&
			len(r.Legal(turn, nil)) > 0
	case r.phase == PhaseOver && hand == 0:
		return empty == 1 && r.drawn == card.Unknown && !r.taken
	}
	return r.phase == PhaseOver && empty == 0 && r.idle() && r.next == packSize && !r.renewable()
}

// idle reports that nothing of a turn has been done.
func (r *Round) idle() bool {
	return r.drawn == card.Unknown && !r.taken && !r.before && !r.acted && r.fresh == 0
}
