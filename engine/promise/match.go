package promise

import (
	"errors"
	"fmt"
	"runtime/debug"

	"carteado/engine"
	"carteado/engine/bot"
)

// A Checker says what is checked beside a game's own code.
type Checker struct {
	Game engine.Game
	// Render is the page, or part of one, that a viewer gets: it must not
	// depend on hidden cards either. Optional.
	Render func(engine.MatchView, []engine.Move) []byte
	// Same reports that a move which is not listed is the same choice as one
	// that is. Without it the game is asked, if it is a Matcher; else only listed
	// moves may be accepted.
	Same func(listed, unlisted engine.Move) bool
	// Longest is so many moves, by default 5000, that a round which goes on for
	// longer is played on by automatic moves, to end within as many more.
	Longest int
	// Seldom is in how many positions tests look closely at one, by default 20: of
	// long rounds fewer are enough.
	Seldom int
}

// A Case is one match: the same case is the same match.
type Case struct {
	Seats   int
	Options engine.Options
	Seed    engine.Seed // of the deals, of the players and of what is looked at
	Players Players
	Bots    []bot.Player // by seat, in place of Players
	Script  []Made       // all moves of the match, in place of any player
	Rounds  int          // at most so many; 0: until the match is over
	Checks  Checks
	Every   int         // under All, one in so many positions is looked at closely, by default each
	Leaves  int         // where more than two play, somebody leaves after so many moves; 0: nobody
	Stop    func() bool // asked before every move; optional
}

// Players says who plays a case.
type Players int

// The sorts of players.
const (
	ByChance Players = iota // at random
	ByBots                  // by the game's best bot
	ByBoth                  // each move by one or the other
)

// Checks says how closely a match is looked at.
type Checks int

// All checks, after every move, what the move may have changed: the cards, the
// turns, the result and the totals, what an event told, that a copy played on by
// the same moves tells the same, that each listed move is accepted and others are
// refused, and that trying them leaves no trace. The closer look, in one position
// of Case.Every and at the beginning of each round, is every promise there is.
//
// Light is the cards, the turns, results, that moves made are accepted and that
// rounds end: it costs little more than to play. Off is none.
const (
	All Checks = iota
	Light
	Off
)

// A Made move is one that a seat made.
type Made struct {
	Seat engine.Seat
	Move engine.Move
}

// ErrStopped is what a match ends with that was told to stop.
var ErrStopped = errors.New("stopped")

// Match plays a match and returns the first *Breach it finds.
func (c Checker) Match(from Case) error {
	_, _, err := c.Play(from)
	return err
}

// Play plays a match and returns it with the moves made, up to the first *Breach
// if there is one.
func (c Checker) Play(from Case) (m *engine.Match, made []Made, err error) {
	if m, err = engine.NewMatch(c.Game, from.Seats, from.Options, from.Seed); err != nil {
		return nil, nil, fmt.Errorf("%+v: %w", from, err)
	}
	w := c.newWalk(from, m)
	defer func() {
		if p := recover(); p != nil {
			err = breach(Panics, "%v\n%s", p, debug.Stack())
		}
		if b := (*Breach)(nil); errors.As(err, &b) {
			b.Where = w.where()
		}
		made = w.made
	}()
	return m, nil, w.run()
}

// same reports that a move which is not listed may be accepted for one that is.
func (c Checker) same(listed, unlisted engine.Move) bool {
	if c.Same != nil {
		return c.Same(listed, unlisted)
	}
	matcher, ok := c.Game.(engine.Matcher)
	return ok && matcher.Same(listed, unlisted)
}

// endless reports that a round goes on after so many moves, although, where the
// game knows automatic moves, half of them were such: players can keep a round
// going by moves that lead nowhere.
func (c Checker) endless(r engine.Round, moves int) bool {
	most := c.longest()
	if _, absent := r.(engine.Absent); absent {
		most *= 2
	}
	return moves > most
}

func (c Checker) longest() int {
	if c.Longest > 0 {
		return c.Longest
	}
	return 5000
}
