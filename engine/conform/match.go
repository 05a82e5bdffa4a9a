package conform

import (
	"cmp"
	"errors"
	"fmt"
	"runtime/debug"

	"carteado/engine"
	"carteado/engine/bot"
)

// A Checker configures the checks for one game.
type Checker struct {
	Game engine.Game
	// Render is the page, or part of one, that a viewer gets: it must not
	// depend on hidden cards either. Optional.
	Render func(engine.MatchView, []engine.Move) []byte
	// Same reports that a move which is not listed is the same choice as one
	// that is. Without it the game is asked, if it is a Matcher; else only listed
	// moves may be accepted.
	Same func(listed, unlisted engine.Move) bool
	// MaxMoves is the number of moves (default 5000) after which seats play automatic
	// moves. The round must then end within as many again.
	MaxMoves int
	// CloserEvery: tests look closely at one position in this many (default 20). Long
	// rounds need fewer.
	CloserEvery int
}

// A Case is one match. The same case always plays the same match.
type Case struct {
	Seats   int
	Options engine.Options
	Seed    engine.Seed // of the deals, the players and the checks
	Players Players
	Bots    []bot.Player // by seat, in place of Players
	Script  []Made       // all moves of the match, in place of any player
	Rounds  int          // at most this many; 0: until the match is over
	Checks  Checks
	Every   int         // under All: one position in this many gets the closer look; by default each
	Leaves  int         // with more than two seats, somebody leaves after this many moves; 0: nobody
	Stop    func() bool // asked before every move, under Off perhaps only before every round; optional
	Bare    bool        // moves made are returned only with a violation
}

// Players says who plays a case.
type Players int

// The sorts of players.
const (
	ByChance Players = iota // at random
	ByBots                  // by the game's best bot
	ByBoth                  // each move by one or the other
)

// Checks says how thoroughly a match is checked.
type Checks int

// All checks, after every move, what the move may have changed: the cards, the
// turns, the result and the totals, what an event told, that a copy played on by
// the same moves tells the same, that each listed move is accepted and others are
// refused, and that trying them leaves no trace. The closer look, in one position
// of Case.Every and at the beginning of each round, is every promise there is.
//
// Light checks the cards, the turns, the results, that moves made are accepted and
// that rounds end. It costs little more than playing. Off checks nothing.
const (
	All Checks = iota
	Light
	Off
)

// A Made move is one that a seat made.
type Made = engine.Made

// ErrStopped is returned when Case.Stop ends a match early.
var ErrStopped = errors.New("stopped")

// Match plays a match and returns the first *Violation it finds.
func (c Checker) Match(from Case) error {
	_, _, err := c.Play(from)
	return err
}

// Play plays a match and returns it with the moves made, up to the first *Violation
// if there is one.
func (c Checker) Play(from Case) (*engine.Match, []Made, error) {
	from.Bare = from.Bare && from.Script == nil
	m, made, err := c.play(from)
	if _, found := errors.AsType[*Violation](err); found && from.Bare {
		from.Bare = false
		again, moves, err2 := c.play(from) // the same match, if its players are what they should be
		if _, found := errors.AsType[*Violation](err2); found {
			return again, moves, err2
		}
	}
	return m, made, err
}

func (c Checker) play(from Case) (m *engine.Match, made []Made, err error) {
	if m, err = engine.NewMatch(c.Game, from.Seats, from.Options, from.Seed); err != nil {
		return nil, nil, fmt.Errorf("%+v: %w", from, err)
	}
	w := c.newWalk(from, m)
	defer func() {
		if p := recover(); p != nil {
			err = violated(Panics, "%v\n%s", p, debug.Stack())
		}
		if b := (*Violation)(nil); errors.As(err, &b) {
			b.Where = w.where()
		}
		made = w.made
		room := w.listing
		lists.Put(&room)
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

// endless reports that a round has gone on too long. Players can keep a round going by
// moves that lead nowhere, so MaxMoves automatic moves follow where the game has them.
func (c Checker) endless(r engine.Round, moves int) bool {
	most := c.maxMoves()
	if moves <= most {
		return false
	}
	_, absent := r.(engine.Absent)
	return !absent || moves > 2*most
}

func (c Checker) maxMoves() int { return cmp.Or(c.MaxMoves, 5000) }
