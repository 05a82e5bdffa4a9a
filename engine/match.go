package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"carteado/engine/card"
)

// Scoring says what rounds mean for a match. It is data, so that one Match
// serves every game.
type Scoring struct {
	Target  int  // a total of at least Target ends the match; 0: no target
	Rounds  int  // so many rounds end the match; 0: no limit
	LowWins bool // the lower total is the better one
	Floor   bool // totals never fall below zero
	Dealer  Deal // who deals the next round
}

// Deal is the rule by which the deal passes on.
type Deal string

// The deal goes to the next seat clockwise, or to the winner or the loser of
// the round, and to the next seat where there is none.
const (
	DealNext   Deal = "next"
	DealWinner Deal = "winner"
	DealLoser  Deal = "loser"
)

// A Match is rounds played to a winner. It follows from its game, options, seed
// and moves alone. It is not safe for concurrent use.
type Match struct {
	game    Game
	options Options
	scoring Scoring
	seed    Seed
	round   Round
	state   matchState
}

// matchState is what is stored beside the round and the seed.
type matchState struct {
	Version int          `json:"version"` // moves made
	Number  int          `json:"number"`  // of the round, from 1
	Dealer  Seat         `json:"dealer"`
	Totals  []int        `json:"totals"`
	Rounds  []RoundScore `json:"rounds"`          // finished rounds
	Since   []int        `json:"since"`           // by seat: the oldest version its move may name
	Ready   []bool       `json:"ready,omitempty"` // by seat, between rounds: gone on
	Outcome *Outcome     `json:"outcome,omitempty"`
}

// A RoundScore is one line of the score sheet.
type RoundScore struct {
	Number int   `json:"number"` // from 1
	Dealer Seat  `json:"dealer"`
	Totals []int `json:"totals"` // by seat, after the round
	Result
}

// An Outcome is how a match ended.
type Outcome struct {
	How     string `json:"how"`     // target, rounds, spot or left
	Placing []int  `json:"placing"` // by seat, 1 is first; equal places are ties
}

// How a match ends.
const (
	ByTarget = "target" // a total reached the target
	ByRounds = "rounds" // all rounds were played
	BySpot   = "spot"   // a round won the match on the spot
	ByLeft   = "left"   // the others left
)

// Winner is the only seat in first place, Spectator where there is a tie.
func (o Outcome) Winner() Seat {
	first := Spectator
	for seat, place := range o.Placing {
		if place == 1 {
			if first != Spectator {
				return Spectator
			}
			first = Seat(seat)
		}
	}
	return first
}

// Draw reports that several seats share first place.
func (o Outcome) Draw() bool { return o.Winner() == Spectator }

// Rules of the match itself that a move can break.
const (
	RuleNotYourTurn = "match.not_your_turn"
	RuleOver        = "match.over"
	RuleRoundOver   = "match.round_over" // the round is over: only next goes on
	RuleRoundOn     = "match.round_on"   // the round is still being played
)

// ErrSeats refuses a number of seats the game is not made for.
var ErrSeats = errors.New("number of seats out of range")

// NewMatch deals the first round. The seed decides the first dealer.
func NewMatch(g Game, seats int, options Options, seed Seed) (*Match, error) {
	return NewMatchDealt(g, Setup{
		Seats:   seats,
		Dealer:  Seat(NewChance(seed.Derive("dealer", 0)).Below(max(seats, 1))),
		Options: options,
		Seed:    seed,
	})
}

// NewMatchDealt deals the first round with a given dealer and, if wanted, a
// given pack. Setup.Seed is the seed of the match.
func NewMatchDealt(g Game, s Setup) (*Match, error) {
	info := g.Info()
	if s.Seats < info.MinSeats || s.Seats > info.MaxSeats || s.Dealer < 0 || int(s.Dealer) >= s.Seats {
		return nil, fmt.Errorf("new %s match, %d seats, dealer %d: %w", info.Key, s.Seats, s.Dealer, ErrSeats)
	}
	options, err := info.Resolve(s.Options)
	if err != nil {
		return nil, fmt.Errorf("new %s match: %w", info.Key, err)
	}
	m := &Match{game: g, options: options, scoring: g.Scoring(options), seed: s.Seed}
	m.state.Dealer = s.Dealer
	m.state.Totals = make([]int, s.Seats)
	m.state.Since = make([]int, s.Seats)
	if err := m.deal(s.Pack); err != nil {
		return nil, fmt.Errorf("new %s match: %w", info.Key, err)
	}
	return m, nil
}

func (m *Match) deal(pack []card.Card) (err error) {
	m.state.Number++
	m.state.Ready = nil
	m.round, err = m.game.Deal(Setup{
		Seats:   m.Seats(),
		Dealer:  m.state.Dealer,
		Options: m.options,
		Seed:    m.seed.Derive("round", m.state.Number),
		Pack:    pack,
	})
	return err
}

// storedMatch is the stored form. It holds hidden cards, and no seed.
type storedMatch struct {
	matchState
	Options Options         `json:"options"`
	Round   json.RawMessage `json:"round"`
}

// MarshalJSON writes the position for storage: all but the seed.
func (m *Match) MarshalJSON() ([]byte, error) {
	round, err := json.Marshal(m.round)
	if err != nil {
		return nil, err
	}
	return json.Marshal(storedMatch{m.state, m.options, round})
}

// LoadMatch is the inverse of MarshalJSON, given the game and the seed.
func LoadMatch(g Game, seed Seed, data []byte) (*Match, error) {
	var stored storedMatch
	if err := json.Unmarshal(data, &stored); err != nil {
		return nil, fmt.Errorf("load %s match: %w", g.Info().Key, err)
	}
	round, err := g.Load(stored.Round)
	if err != nil {
		return nil, fmt.Errorf("load %s match: %w", g.Info().Key, err)
	}
	return &Match{
		game: g, options: stored.Options, scoring: g.Scoring(stored.Options),
		seed: seed, round: round, state: stored.matchState,
	}, nil
}

// Clone copies the match.
func (m *Match) Clone() *Match {
	c := *m
	c.round = m.round.Clone()
	c.state.Totals = slices.Clone(m.state.Totals)
	c.state.Rounds = slices.Clone(m.state.Rounds)
	c.state.Since = slices.Clone(m.state.Since)
	c.state.Ready = slices.Clone(m.state.Ready)
	return &c
}

// Game is the game that is played.
func (m *Match) Game() Game { return m.game }

// Options are the resolved house rules.
func (m *Match) Options() Options { return m.options }

// Scoring is what rounds mean for this match.
func (m *Match) Scoring() Scoring { return m.scoring }

// Seats is the number of seats.
func (m *Match) Seats() int { return len(m.state.Totals) }

// Version is the number of moves made.
func (m *Match) Version() int { return m.state.Version }

// Number of the round that is played or was played last, from 1.
func (m *Match) Number() int { return m.state.Number }

// Dealer of that round.
func (m *Match) Dealer() Seat { return m.state.Dealer }

// Totals by seat, finished rounds only.
func (m *Match) Totals() []int { return m.state.Totals }

// Rounds are the lines of the score sheet.
func (m *Match) Rounds() []RoundScore { return m.state.Rounds }

// Round is the round that is played or was played last. It holds hidden cards.
func (m *Match) Round() Round { return m.round }

// Fresh is the oldest version that a move of a seat may name: nothing that
// concerns the seat's choice has happened since. In simultaneous phases the
// others' moves do not make one's own stale.
func (m *Match) Fresh(s Seat) int { return m.state.Since[s] }

// Outcome of the match; false while it goes on.
func (m *Match) Outcome() (Outcome, bool) {
	if m.state.Outcome == nil {
		return Outcome{}, false
	}
	return *m.state.Outcome, true
}

// Between reports that a round is over and the next is not dealt yet: players
// look at the result and go on by VerbNext, each on their own.
func (m *Match) Between() bool { return m.state.Ready != nil && m.state.Outcome == nil }

// ToMove lists the seats that may move, ascending; none when the match is over.
func (m *Match) ToMove() []Seat {
	switch {
	case m.state.Outcome != nil:
		return nil
	case m.Between():
		var seats []Seat
		for s, ready := range m.state.Ready {
			if !ready {
				seats = append(seats, Seat(s))
			}
		}
		return seats
	}
	return m.round.ToMove()
}

// Legal appends the moves that a seat chooses between. Leaving is always
// possible and never listed.
func (m *Match) Legal(s Seat, moves []Move) []Move {
	switch {
	case m.state.Outcome != nil:
		return moves
	case m.Between():
		if s >= 0 && !m.state.Ready[s] {
			moves = append(moves, Move{Verb: VerbNext})
		}
		return moves
	}
	return m.round.Legal(s, moves)
}

// Play makes a move of a seat. An *Illegal names the broken rule, and then the
// match is exactly as it was.
func (m *Match) Play(s Seat, move Move) ([]Event, error) {
	if m.state.Outcome != nil {
		return nil, Broken(RuleOver)
	}
	if s < 0 || int(s) >= m.Seats() {
		return nil, Broken(RuleNotYourTurn)
	}
	before := slices.Clone(m.ToMove())
	events, err := m.play(s, move)
	if err != nil {
		return nil, err
	}
	m.state.Version++
	after := m.ToMove()
	for seat := range m.state.Since {
		other := Seat(seat)
		// Who was to move and still is was not overtaken by another's move.
		if other == s || !slices.Contains(before, other) || !slices.Contains(after, other) || len(before) == 1 {
			m.state.Since[seat] = m.state.Version
		}
	}
	return events, nil
}

func (m *Match) play(s Seat, move Move) ([]Event, error) {
	switch {
	case move == Move{Verb: VerbLeave}:
		return m.leave(s)
	case m.Between():
		return m.next(s, move)
	case move == Move{Verb: VerbNext}:
		return nil, Broken(RuleRoundOn)
	}
	events, err := m.round.Play(s, move)
	if err != nil {
		return nil, err
	}
	if result, over := m.round.Result(); over {
		m.score(result)
		events = append(events, Event{Kind: "round_over", Seat: Spectator, Open: true, N: m.state.Number})
		if m.state.Outcome != nil {
			events = append(events, Event{Kind: "match_over", Seat: m.state.Outcome.Winner(), Open: true})
		}
	}
	return events, nil
}

// next marks a seat as gone on, and deals when all have.
func (m *Match) next(s Seat, move Move) ([]Event, error) {
	switch {
	case move != Move{Verb: VerbNext}:
		return nil, Broken(RuleRoundOver)
	case m.state.Ready[s]:
		return nil, Broken(RuleNotYourTurn)
	}
	events := []Event{{Kind: "next", Seat: s, Open: true}}
	m.state.Ready[s] = true
	if slices.Contains(m.state.Ready, false) {
		return events, nil
	}
	m.state.Dealer = m.nextDealer()
	if err := m.deal(nil); err != nil {
		m.state.Ready[s] = false
		return nil, err
	}
	return append(events, Event{Kind: "dealt", Seat: m.state.Dealer, Open: true, N: m.state.Number}), nil
}

func (m *Match) nextDealer() Seat {
	last := m.state.Rounds[len(m.state.Rounds)-1]
	dealer := Spectator
	switch m.scoring.Dealer {
	case DealWinner:
		dealer = last.Winner
	case DealLoser:
		dealer = last.Loser
	}
	if dealer == Spectator {
		dealer = (m.state.Dealer + 1) % Seat(m.Seats())
	}
	return dealer
}

// leave ends a match of two for the other. With more seats the round must know
// how the seat is played on, which no game offers yet.
func (m *Match) leave(s Seat) ([]Event, error) {
	if m.Seats() > 2 {
		return nil, fmt.Errorf("leave: %w", ErrSeats)
	}
	placing := []int{1, 1}
	placing[s] = 2
	m.state.Outcome = &Outcome{How: ByLeft, Placing: placing}
	return []Event{
		{Kind: "left", Seat: s, Open: true},
		{Kind: "match_over", Seat: 1 - s, Open: true},
	}, nil
}

// score adds a finished round to the totals and sees whether the match is over.
func (m *Match) score(r Result) {
	for s, points := range r.Points {
		m.state.Totals[s] += points
		if m.scoring.Floor {
			m.state.Totals[s] = max(m.state.Totals[s], 0)
		}
	}
	m.state.Rounds = append(m.state.Rounds, RoundScore{
		Number: m.state.Number, Dealer: m.state.Dealer,
		Totals: slices.Clone(m.state.Totals), Result: r,
	})
	m.state.Ready = make([]bool, m.Seats())
	switch {
	case r.Wins:
		m.state.Outcome = &Outcome{How: BySpot, Placing: m.placing(r.By)}
	case m.scoring.Target > 0 && slices.Max(m.state.Totals) >= m.scoring.Target:
		m.state.Outcome = &Outcome{How: ByTarget, Placing: m.placing(Spectator)}
	case m.scoring.Rounds > 0 && m.state.Number >= m.scoring.Rounds:
		m.state.Outcome = &Outcome{How: ByRounds, Placing: m.placing(Spectator)}
	}
}

// placing ranks the seats by their totals; a seat that won on the spot is
// before all others.
func (m *Match) placing(spot Seat) []int {
	better := func(a, b int) bool {
		switch {
		case Seat(a) == spot || Seat(b) == spot:
			return Seat(a) == spot && a != b
		case m.scoring.LowWins:
			return m.state.Totals[a] < m.state.Totals[b]
		}
		return m.state.Totals[a] > m.state.Totals[b]
	}
	placing := make([]int, m.Seats())
	for s := range placing {
		placing[s] = 1
		for other := range placing {
			if better(other, s) {
				placing[s]++
			}
		}
	}
	return placing
}

// A MatchView is all that a seat, or Spectator, may know of a match.
type MatchView struct {
	Game    string       // the game's key
	Seat    Seat         // whose view this is
	Seats   int          // number of seats
	Options Options      // resolved
	Target  int          // of totals, 0 where there is none
	Version int          // moves made
	Number  int          // of the round, from 1
	Dealer  Seat         // of the round
	Totals  []int        // by seat, finished rounds only
	Rounds  []RoundScore // finished rounds
	ToMove  []Seat       // who may move
	Between bool         // the round is over, the next not dealt
	Outcome *Outcome     // nil while the match goes on
	Round   any          // the game's own view
}

// MyTurn reports that the viewer may move.
func (v MatchView) MyTurn() bool { return slices.Contains(v.ToMove, v.Seat) }

// View is all that a seat, or Spectator, may know.
func (m *Match) View(s Seat) MatchView {
	v := MatchView{
		Game: m.game.Info().Key, Seat: s, Seats: m.Seats(), Options: m.options, Target: m.scoring.Target,
		Version: m.state.Version, Number: m.state.Number, Dealer: m.state.Dealer,
		Totals: slices.Clone(m.state.Totals), Rounds: slices.Clone(m.state.Rounds),
		ToMove: slices.Clone(m.ToMove()), Between: m.Between(), Round: m.round.View(s),
	}
	if o, over := m.Outcome(); over {
		v.Outcome = &o
	}
	return v
}
