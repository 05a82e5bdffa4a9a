package palace

import (
	"encoding/json"
	"slices"

	"carteado/engine"
	"carteado/engine/card"
)

// stored is a round as rows keep it. It holds hidden cards. Lists are by seat.
type stored struct {
	Options engine.Options      `json:"options"`
	Dealer  engine.Seat         `json:"dealer"`
	Phase   Phase               `json:"phase"`
	Moving  []engine.Seat       `json:"moving"` // the seats to move
	Out     []int               `json:"out"`    // place with which a seat went out, 0 while it holds cards
	Hands   [][]card.Card       `json:"hands"`
	Up      [][Places]card.Card `json:"up"`
	Down    [][Places]card.Card `json:"down"`
	Draw    []card.Card         `json:"draw"` // next card first
	Discard []card.Card         `json:"discard"`
	Burned  []card.Card         `json:"burned"`
	Spent   int                 `json:"spent"` // plays since the draw pile ran out
}

// MarshalJSON writes the round for storage.
func (r *Round) MarshalJSON() ([]byte, error) {
	s := stored{
		Options: r.rules.options, Dealer: r.dealer, Phase: r.phase, Moving: r.ToMove(),
		Up: r.up[:r.seats], Down: r.down[:r.seats],
		Draw: r.drawPile(), Discard: r.discards(), Burned: r.burned.cards(), Spent: r.spent,
	}
	for seat := range r.seats {
		s.Hands = append(s.Hands, r.hands[seat].cards())
		s.Out = append(s.Out, int(r.out[seat]))
	}
	return json.Marshal(s)
}

// Load reads what MarshalJSON wrote. It refuses a wrong number of cards and
// positions that no play leads to.
func (Game) Load(data []byte) (engine.Round, error) {
	return engine.LoadRound(info, data, (*stored).load)
}

func (s *stored) load() (*Round, error) {
	rules, err := newRules(s.Options)
	if err != nil {
		return nil, err
	}
	seats := len(s.Hands)
	if seats < minSeats || seats > maxSeats || len(s.Up) != seats || len(s.Down) != seats || len(s.Out) != seats ||
		len(s.Moving) > seats {
		return nil, engine.ErrPosition
	}
	if !card.Same(s.all(), packOf(seats)) {
		return nil, engine.ErrCards
	}
	r := &Round{
		rules: rules, burned: handOf(s.Burned...), pile: uint8(len(s.Discard)), draw: uint8(len(s.Draw)),
		seats: uint8(seats), dealer: s.Dealer, phase: s.Phase, awaited: uint8(len(s.Moving)), spent: s.Spent,
	}
	copy(r.cards[:], s.Discard)
	copy(r.drawPile(), s.Draw)
	copy(r.up[:], s.Up)
	copy(r.down[:], s.Down)
	copy(r.moving[:], s.Moving)
	for seat, hand := range s.Hands {
		r.hands[seat] = handOf(hand...)
		if s.Out[seat] < 0 || s.Out[seat] > seats {
			return nil, engine.ErrPosition
		}
		if r.out[seat] = uint8(s.Out[seat]); r.out[seat] > 0 {
			r.gone++
		}
	}
	if !r.sound() {
		return nil, engine.ErrPosition
	}
	return r, nil
}

// all are the cards of all piles.
func (s *stored) all() []card.Card {
	all := slices.Concat(s.Draw, s.Discard, s.Burned)
	for seat, hand := range s.Hands {
		all = append(all, hand...)
		for place := range Places {
			for _, c := range [...]card.Card{s.Up[seat][place], s.Down[seat][place]} {
				if c != card.Unknown {
					all = append(all, c)
				}
			}
		}
	}
	return all
}

// sound reports that play may lead to a position.
func (r *Round) sound() bool {
	seats := engine.Seat(r.seats)
	if r.dealer < 0 || r.dealer >= seats || r.spent < 0 || r.draw > 0 && r.spent > 0 || r.spent > r.rules.blockAfter {
		return false
	}
	for i, s := range r.ToMove() {
		if s < 0 || s >= seats || r.out[s] > 0 || i > 0 && s <= r.moving[i-1] {
			return false
		}
	}
	var places [maxSeats + 1]bool
	for s := range seats {
		if !r.soundSeat(s) || r.out[s] > r.gone || r.out[s] > 0 && places[r.out[s]] {
			return false
		}
		places[r.out[s]] = true
	}
	switch r.phase {
	case PhaseExchange:
		return r.awaited > 0 && r.pile == 0 && r.burned.empty()
	case PhasePlay:
		return r.awaited == 1 && r.over() == ""
	case PhaseOver:
		return r.awaited == 0 && r.over() != ""
	}
	return false
}

// soundSeat checks the cards of one seat: while the draw pile lasts its hand is
// filled and its rows are whole, and face-up cards are played before face-down ones.
func (r *Round) soundSeat(s engine.Seat) bool {
	up, down := handOf(r.up[s][:]...).len(), handOf(r.down[s][:]...).len()
	if r.phase == PhaseExchange && (r.hands[s].len() != handSize || up+down != 2*Places) {
		return false
	}
	return (r.out[s] > 0) == (r.left(s) == 0) &&
		(r.draw == 0 || r.hands[s].len() >= handSize && up+down == 2*Places) &&
		(up == 0 || down == Places)
}
