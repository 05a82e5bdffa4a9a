package engine

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"carteado/engine/card"
)

// Scoring says how rounds count for a match. It is data, so that one Match serves every
// game.
type Scoring struct {
	Target  int  // a total of at least Target ends the match; 0: no target
	Rounds  int  // this many rounds end the match; 0: no limit
	LowWins bool // the lower total is the better one
	Floor   bool // totals never fall below zero
	Places  bool // equal totals: more first places win, then the better place in the last round
	Dealer  Deal // dealer of the next round
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

// DealBy reads an option: the winner, the loser, or by any other value the next seat.
func DealBy(value string) Deal {
	if deal := Deal(value); deal == DealWinner || deal == DealLoser {
		return deal
	}
	return DealNext
}

// A Match is rounds played to a winner. It follows from its game, options, the source
// of its deals and moves alone. It is not safe for concurrent use.
type Match struct {
	Hidden
	game    Game
	options Options
	scoring Scoring
	from    Source // of the deals
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
	Left    []bool       `json:"left,omitempty"`  // by seat: gone for good; nil while nobody is
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
	How     string `json:"how"`     // target, rounds, spot, left or closed
	Placing []int  `json:"placing"` // by seat, 1 is first; equal places are ties
}

// How a match ends.
const (
	ByTarget = "target" // a total reached the target
	ByRounds = "rounds" // all rounds were played
	BySpot   = "spot"   // a round won the match on the spot
	ByLeft   = "left"   // the others left
	ByClose  = "closed" // a host closed the table: nobody won or lost
)

// Winner is the only seat in first place, Nobody where there is a tie.
func (o Outcome) Winner() Seat { return Only(o.Placing, 1) }

// Only is the one seat with a number, Nobody where several have it or none.
func Only(numbers []int, n int) Seat {
	s := slices.Index(numbers, n)
	if slices.Contains(numbers[s+1:], n) {
		return Nobody
	}
	return Seat(s)
}

// Draw reports that several seats share first place.
func (o Outcome) Draw() bool { return o.Winner() == Nobody }

// Rules of the match itself that a move can break.
const (
	RuleNotYourTurn = "match.not_your_turn"
	RuleOver        = "match.over"
	RuleRoundOver   = "match.round_over" // the round is over: only next goes on
	RuleRoundOn     = "match.round_on"   // the round is still being played
	RuleLeft        = "match.left"       // a player who left plays no more
)

// ErrSeats refuses a number of seats the game is not made for.
var ErrSeats = errors.New("number of seats out of range")

// FirstDealer is the seat that deals the first round of a match, as the source of its deals decides.
func FirstDealer(from Source, seats int) Seat {
	return Seat(from.Derive("dealer", 0).Below(max(seats, 1)))
}

// NewMatch deals the first round. The source of the deals decides the first dealer, too.
func NewMatch(g Game, seats int, options Options, from Source) (*Match, error) {
	return NewMatchFrom(g, Setup{Seats: seats, Dealer: FirstDealer(from, seats), Options: options}, from)
}

// NewMatchDealt deals the first round with a given dealer and, if wanted, a
// given pack. Setup.Seed is the seed of the match.
func NewMatchDealt(g Game, s Setup) (*Match, error) { return NewMatchFrom(g, s, s.Seed) }

// NewMatchFrom is NewMatchDealt with another source of the deals than Setup.Seed.
func NewMatchFrom(g Game, s Setup, from Source) (*Match, error) {
	info := g.Info()
	if !info.seats(s.Seats, s.Dealer) {
		return nil, fmt.Errorf("new %s match, %d seats, dealer %d: %w", info.Key, s.Seats, s.Dealer, ErrSeats)
	}
	options, err := info.Resolve(s.Options)
	if err != nil {
		return nil, fmt.Errorf("new %s match: %w", info.Key, err)
	}
	m := &Match{game: g, options: options, scoring: ScoringOf(g, options), from: from}
	m.state.Totals = make([]int, s.Seats)
	m.state.Since = make([]int, s.Seats)
	if err := m.deal(s.Dealer, s.Pack); err != nil {
		return nil, fmt.Errorf("new %s match: %w", info.Key, err)
	}
	return m, nil
}

// deal starts the next round; if it fails, the match is as it was.
func (m *Match) deal(dealer Seat, pack []card.Card) error {
	number := m.state.Number + 1
	round, err := m.game.Deal(Setup{
		Seats:   m.Seats(),
		Dealer:  dealer,
		Options: m.options,
		Seed:    m.from.Derive("round", number),
		Pack:    pack,
	})
	if err != nil {
		return fmt.Errorf("deal round %d: %w", number, err)
	}
	m.round, m.state.Number, m.state.Dealer, m.state.Ready = round, number, dealer, nil
	if leaver, ok := round.(Leaver); ok {
		for s := range Seat(m.Seats()) {
			if m.HasLeft(s) {
				leaver.Leave(s)
			}
		}
	}
	return nil
}

// Clone copies the match.
func (m *Match) Clone() *Match {
	c := new(Match)
	m.CopyInto(c)
	return c
}

// With returns a copy of the match with another round, of its game and under its options,
// in place of its own.
func (m *Match) With(r Round) *Match {
	other := *m
	other.round = r
	return other.Clone()
}

// CopyInto makes another match of this game the same as this one, in its memory.
func (m *Match) CopyInto(other *Match) {
	round, room := m.round.CopyInto(other.round), other.state
	*other = *m
	other.round = round
	other.state.Totals = copyInto(room.Totals, m.state.Totals)
	other.state.Rounds = copyInto(room.Rounds, m.state.Rounds)
	other.state.Since = copyInto(room.Since, m.state.Since)
	other.state.Ready = copyInto(room.Ready, m.state.Ready)
	other.state.Left = copyInto(room.Left, m.state.Left)
}

// copyInto returns a copy of a list, in room if there is enough of it.
func copyInto[T any](room, list []T) []T {
	if list == nil || room == nil {
		return slices.Clone(list)
	}
	return append(room[:0], list...)
}

// Game is the game that is played.
func (m *Match) Game() Game { return m.game }

// Options are the resolved house rules.
func (m *Match) Options() Options { return m.options }

// Scoring says how rounds count for this match.
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

// Fresh is the oldest version that a move of a seat may name, because nothing that
// concerns the seat's choice has happened since. In simultaneous phases the moves of
// other seats do not make a seat's own move stale.
func (m *Match) Fresh(s Seat) int { return m.state.Since[s] }

// Outcome of the match; false while it goes on.
func (m *Match) Outcome() (Outcome, bool) {
	if m.state.Outcome == nil {
		return Outcome{}, false
	}
	o := *m.state.Outcome
	o.Placing = slices.Clone(o.Placing)
	return o, true
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

// Secret reports that seats choose at the same time, in secret: the players say nothing
// to each other meanwhile.
func (m *Match) Secret() bool {
	round, is := m.round.(Secretive)
	return is && m.state.Outcome == nil && !m.Between() && round.Secret()
}

// HasLeft reports that a seat's player has left for good.
func (m *Match) HasLeft(s Seat) bool { return s >= 0 && int(s) < len(m.state.Left) && m.state.Left[s] }

// Awaited are the seats to move whose players are still there; the others are
// played on by Auto.
func (m *Match) Awaited() []Seat {
	seats := m.ToMove()
	if m.state.Left == nil {
		return seats
	}
	return slices.DeleteFunc(slices.Clone(seats), m.HasLeft)
}

// Auto is the move made for a seat that is to move and whose player is not
// there.
func (m *Match) Auto(s Seat) Move {
	if m.Between() {
		return Move{Verb: VerbNext}
	}
	return m.round.(Absent).Auto(s)
}

// AutoOn is Auto for a turn that Auto has begun.
func (m *Match) AutoOn(s Seat) Move {
	if round, is := m.round.(Continuer); is && !m.Between() {
		return round.AutoOn(s)
	}
	return m.Auto(s)
}

// A MatchView is all that a seat, or Spectator, may know of a match.
type MatchView struct {
	Game    string       // the game's key
	Seat    Seat         // the seat that sees this view
	Seats   int          // number of seats
	Options Options      // resolved
	Target  int          // of totals, 0 where there is none
	Length  int          // rounds that end the match, 0 where there is no limit
	LowWins bool         // the lower total is the better one
	Floor   bool         // totals are never below 0
	Version int          // moves made
	Number  int          // of the round, from 1
	Dealer  Seat         // of the round
	Totals  []int        // by seat, finished rounds only
	Rounds  []RoundScore // finished rounds; what they hold is shared with the match, which never changes it
	ToMove  []Seat       // the seats to move
	Left    []bool       // by seat: the player has left; nil while nobody has
	Between bool         // the round is over, the next not dealt
	Outcome *Outcome     // nil while the match goes on
	Round   any          // the game's own view
}

// MyTurn reports that the viewer may move.
func (v MatchView) MyTurn() bool { return slices.Contains(v.ToMove, v.Seat) }

// View is all that a seat, or Spectator, may know.
func (m *Match) View(s Seat) MatchView {
	v := MatchView{
		Game: m.game.Info().Key, Seat: s, Seats: m.Seats(), Options: maps.Clone(m.options), Target: m.scoring.Target,
		Length: m.scoring.Rounds, LowWins: m.scoring.LowWins, Floor: m.scoring.Floor,
		Version: m.state.Version, Number: m.state.Number, Dealer: m.state.Dealer,
		Totals: slices.Clone(m.state.Totals), Rounds: slices.Clone(m.state.Rounds),
		ToMove: slices.Clone(m.Awaited()), Left: slices.Clone(m.state.Left), Between: m.Between(),
		Round: m.round.View(s),
	}
	if o, over := m.Outcome(); over {
		v.Outcome = &o
	}
	return v
}
