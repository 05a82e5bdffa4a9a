package engine

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Teacher is offered by games that bring a course of lessons, which readers play on a board of the game.
type Teacher interface {
	Setter
	// Steps are in the order in which they are taken. The last one is a round.
	Steps() []Step
}

// Steps are the lessons of a game; none where it brings none.
func Steps(g Game) []Step {
	if teacher, teaches := g.(Teacher); teaches {
		return teacher.Steps()
	}
	return nil
}

// A Step is a lesson whose moves the reader makes, from the seat that is first to move. Moves of other
// seats among them are made for those seats. Where several moves are right, " or " stands between them. A
// step without moves is a whole round of two, which is dealt under its options.
type Step struct {
	Lesson
	Wrong []Try // that its words answer; a test makes them
}

// A Try is a wrong move of a step.
type Try struct {
	After  int    // moves of the step that are made before it
	Move   string // written
	Broken string // the rule that it breaks; "" for a legal move that the step is not about
}

// ErrElsewhere refuses a legal move that a step is not about.
var ErrElsewhere = errors.New("the step asks for another move")

// An Entry is what a move brought about, for the log.
type Entry struct {
	Seat    Seat
	Version int // of the match after the move
	Events  []Event
}

// A Scene is all that the reader of a step may know of it.
type Scene struct {
	View  MatchView
	Legal []Move
	Log   []Entry // as the reader saw it, oldest first
	Next  *Move   // that the step asks for; nil in a round and when it is done
	Alone bool    // no card that the step asks for lies before another seat
	Done  bool    // the step, or the round
	Won   bool    // the reader has won the round
}

// SceneOf is what a seat may know of a match, and of moves that were made in it.
func SceneOf(m *Match, seat Seat, log []Entry) Scene {
	s := Scene{View: m.View(seat), Legal: m.Legal(seat, nil)}
	for _, t := range log {
		s.Log = append(s.Log, Entry{t.Seat, t.Version, AppendSeen(nil, t.Events, seat)})
	}
	if result, over := m.round.Result(); over {
		s.Won = result.Winner == seat || result.Wins && result.By == seat
	}
	return s
}

// An Exercise is a step that is being played. It is not safe for concurrent use.
type Exercise struct {
	match *Match
	log   []Entry
	seat  Seat // of the reader
	alone bool
	left  [][]Made
}

// Set sets a step with moves up.
func (s Step) Set(g Game) (*Exercise, error) {
	position := s.Position
	for _, key := range slices.Sorted(maps.Keys(s.Options)) {
		position += "; " + key + "=" + s.Options[key]
	}
	m, err := SetMatch(g, position)
	if err != nil {
		return nil, fmt.Errorf("step %s: %w", s.Key, err)
	}
	e := &Exercise{match: m, seat: append(m.ToMove(), Nobody)[0], alone: true}
	for _, item := range items(s.Moves) {
		var either []Made
		for text := range strings.SplitSeq(item, " or ") {
			made, err := ParseMoves(text, e.seat)
			if err != nil {
				return nil, fmt.Errorf("step %s: %w", s.Key, err)
			}
			either = append(either, made...)
			e.alone = e.alone && made[0].Move.From.Owner == 0 && made[0].Move.With.Owner == 0
		}
		e.left = append(e.left, either)
	}
	return e, nil
}

// Next is a move that the step asks for now; false when it is done.
func (e *Exercise) Next() (Move, bool) {
	if len(e.left) == 0 {
		return Move{}, false
	}
	return e.left[0][0].Move, true
}

// Scene is what the reader may know.
func (e *Exercise) Scene() Scene {
	s := SceneOf(e.match, e.seat, e.log)
	s.Alone = e.alone
	if next, asks := e.Next(); asks {
		s.Next = &next
	} else {
		s.Done = true
	}
	return s
}

// Make makes a move of the reader that the step asks for, and the moves of others behind it. An *Illegal names the
// rule that another one breaks, ErrElsewhere refuses one that breaks none; then nothing has changed.
func (e *Exercise) Make(move Move) error {
	if len(e.left) == 0 || !slices.ContainsFunc(e.left[0], func(m Made) bool { return e.same(m.Move, move) }) {
		if _, err := e.match.Clone().Play(e.seat, move); err != nil {
			return err
		}
		return ErrElsewhere
	}
	if err := e.make(Made{e.seat, move}); err != nil {
		return err
	}
	for len(e.left) > 0 && e.left[0][0].Seat != e.seat {
		if err := e.make(e.left[0][0]); err != nil {
			return err
		}
	}
	return nil
}

func (e *Exercise) make(m Made) error {
	events, err := e.match.Play(m.Seat, m.Move)
	if err != nil {
		return err
	}
	e.log = append(e.log, Entry{m.Seat, e.match.Version(), events})
	e.left = e.left[1:]
	return nil
}

// same reports that a move is the choice that a step asks for.
func (e *Exercise) same(wanted, move Move) bool {
	matcher, many := e.match.game.(Matcher)
	return move == wanted || many && matcher.Same(wanted, move)
}
