package engine

import (
	"encoding/json"
	"errors"
	"fmt"
)

// storedMatch is the stored form. It holds hidden cards, and no seed.
type storedMatch struct {
	matchState
	Options Options `json:"options"`
	Round   any     `json:"round"` // a Round; a *json.RawMessage to read one
}

// MarshalJSON writes the position for storage: all but the seed.
func (m *Match) MarshalJSON() ([]byte, error) {
	data, err := json.Marshal(storedMatch{m.state, m.options, nil})
	if err != nil {
		return nil, err
	}
	round, err := StoreRound(m.round)
	if err != nil {
		return nil, err
	}
	// The round takes the place of null at the end. Within the rest json would read it again
	// byte by byte.
	data = append(data[:len(data)-len("null}")], round...)
	return append(data, '}'), nil
}

// StoreRound is json.Marshal of a round, but for what it reads twice.
func StoreRound(r Round) ([]byte, error) {
	if own, ok := r.(json.Marshaler); ok {
		return own.MarshalJSON()
	}
	return json.Marshal(r)
}

// LoadMatch is the inverse of MarshalJSON, given the game and the source of the deals.
func LoadMatch(g Game, from Source, data []byte) (*Match, error) {
	info := g.Info()
	var raw json.RawMessage
	stored := storedMatch{Round: &raw}
	if err := json.Unmarshal(data, &stored); err != nil {
		return nil, fmt.Errorf("load %s match: %w", info.Key, err)
	}
	if err := stored.check(info); err != nil {
		return nil, fmt.Errorf("load %s match: %w", info.Key, err)
	}
	options, err := info.Resolve(stored.Options)
	if err != nil {
		return nil, fmt.Errorf("load %s match: %w", info.Key, err)
	}
	round, err := g.Load(raw)
	if err != nil {
		return nil, fmt.Errorf("load %s match: %w", info.Key, err)
	}
	return &Match{
		game: g, options: options, scoring: ScoringOf(g, options),
		from: from, round: round, state: stored.matchState,
	}, nil
}

// Reasons why a stored round is refused.
var (
	ErrCards    = errors.New("the cards do not add up to the pack")
	ErrPosition = errors.New("not a position of the game")
)

// LoadRound reads the stored form S of a round for a game's Load.
func LoadRound[S any, R Round](i Info, data []byte, round func(*S) (R, error)) (Round, error) {
	stored := new(S)
	err := json.Unmarshal(data, stored)
	if err == nil {
		var r R
		if r, err = round(stored); err == nil {
			return r, nil
		}
	}
	return nil, fmt.Errorf("load %s: %w", i.Key, err)
}

// check refuses a position whose parts do not fit together.
func (s storedMatch) check(info Info) error {
	seats := len(s.Totals)
	switch {
	case !info.seats(seats, s.Dealer):
		return fmt.Errorf("%d seats, dealer %d: %w", seats, s.Dealer, ErrSeats)
	case len(s.Since) != seats || s.Ready != nil && len(s.Ready) != seats, s.Left != nil && len(s.Left) != seats,
		s.Outcome != nil && len(s.Outcome.Placing) != seats,
		s.Ready != nil && len(s.Rounds) == 0:
		return errors.New("position does not fit its seats")
	}
	return nil
}
