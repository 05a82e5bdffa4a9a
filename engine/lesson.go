package engine

import (
	"fmt"
	"strings"
)

// Exemplary is offered by games whose rules can be shown by example. The pages
// of the rules and the tests run the same examples.
type Exemplary interface {
	Setter
	// Lessons are in the order of the rules.
	Lessons() []Lesson
}

// A Lesson is one idea on a position, as a game writes it: an example of the rules, or a Step that the reader plays.
type Lesson struct {
	Key, Section string  // as in Example
	Options      Options // as in Example
	Position     string
	// separated by semicolons, with its seat in front where another seat than that of the turn moves
	Moves  string
	Broken string // as in Example
	Show   string // names of piles
	Want   string // the piles that matter, written like a position
	Points []int  // as in Example
	Plain  bool   // as in Example
}

// An Example is a position and what may, or may not, be done in it.
type Example struct {
	Key     string  // its sentence is rules.<game>.example.<key>
	Section string  // and stands below the heading rules.<game>.section.<section>
	Options Options // house rules it is true for; where a table has others it is not shown
	Start   Round   // set up under those options
	Seat    Seat    // the seat to move at the start
	Made    []Made  // moves, made one after the other
	Broken  string  // the rule that the last of them breaks, "" where it is legal
	Show    []Place // the piles that the page shows, before and after
	Want    []Pile  // those of Show that matter, afterwards
	Points  []int   // of the round, if the last move ends it
	Plain   bool    // it is not true of a duplicate match, where it is not shown
}

// Made is a move and the seat that makes it.
type Made struct {
	Seat Seat
	Move Move
}

// Examples are the examples of a game's rules, each with a round of its own;
// none where the game has none. It panics where one is written wrongly.
func Examples(g Game) []Example {
	exemplary, ok := g.(Exemplary)
	if !ok {
		return nil
	}
	lessons := exemplary.Lessons()
	examples := make([]Example, len(lessons))
	for i, l := range lessons {
		var err error
		if examples[i], err = l.At(g); err != nil {
			panic(err)
		}
	}
	return examples
}

// At reads the lesson for a game.
func (l Lesson) At(g Game) (e Example, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s example %s: %w", g.Info().Key, l.Key, err)
		}
	}()
	e = Example{Key: l.Key, Section: l.Section, Options: l.Options, Broken: l.Broken, Points: l.Points,
		Plain: l.Plain}
	if e.Start, err = Set(g, l.Position, l.Options); err != nil {
		return e, err
	}
	if moving := e.Start.ToMove(); len(moving) > 0 {
		e.Seat = moving[0]
	}
	if e.Made, err = ParseMoves(l.Moves, e.Seat); err != nil {
		return e, err
	}
	want, err := ParsePosition(l.Want)
	if err != nil {
		return e, err
	}
	for name := range strings.FieldsSeq(l.Show) {
		place, err := ParsePlace(name)
		if err != nil {
			return e, err
		}
		e.Show = append(e.Show, place)
		if want.Given(place) {
			e.Want = append(e.Want, Pile{Place: place, Cards: want.Cards(place)})
			delete(want.piles, place)
		}
	}
	for place := range want.piles {
		return e, fmt.Errorf("%s is wanted and not shown", place)
	}
	return e, nil
}

// ParseMoves reads moves that are separated by semicolons or line ends. A seat
// may stand in front of each, as in a replay: 1 draw @stock.
func ParseMoves(text string, s Seat) (made []Made, err error) {
	for _, item := range items(text) {
		m := Made{Seat: s}
		if seat, move, split := strings.Cut(item, " "); split && isDigit(seat) {
			m.Seat, item = Seat(seat[0]-'0'), move
		}
		if m.Move, err = ParseMove(item); err != nil {
			return nil, err
		}
		made = append(made, m)
	}
	return made, nil
}
