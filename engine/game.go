// Package engine is the pure heart of the club: what a game, a move, an event
// and a match are. It reads no clock, does no I/O and has no chance of its own,
// so that a match follows from its seed and its moves alone.
//
// A game is the rules of one round; a Match strings rounds together and keeps
// dealers, totals and the winner, once for all games. Nobody but View sees a
// whole round and a viewer together.
package engine

import (
	"fmt"
	"strings"

	"carteado/engine/card"
)

// A Seat is a place at the table, counted from 0, clockwise.
type Seat int8

// Spectator is the seat of somebody who only watches, and stands for nobody
// where a seat is asked for.
const Spectator Seat = -1

// Info describes a game.
type Info struct {
	Key                string // "knock"
	Version            int    // of the rules: a stored match says under which it was played
	MinSeats, MaxSeats int
	Options            []Option // by rank
	Presets            []Preset // bundles of house rules beside the rules as written, best known first
}

// A Preset is a bundle of house rules that players know by name.
type Preset struct {
	Key     string
	Options Options // those that differ from the defaults
}

// A Game is the rules of one round. It has no state and is safe for concurrent
// use.
type Game interface {
	Info() Info
	// Scoring says what rounds mean for a match under resolved options.
	Scoring(Options) Scoring
	// Deal starts a round. Options must be resolved. It fails when Seats is out
	// of range or Pack is not the game's pack.
	Deal(Setup) (Round, error)
	// Load is the inverse of json.Marshal(round). A position whose cards do not
	// add up is refused.
	Load(data []byte) (Round, error)
}

// A Setup is what a deal follows from.
type Setup struct {
	Seats   int
	Dealer  Seat
	Options Options
	Seed    Seed        // of this round; later shuffles are derived from it too
	Pack    []card.Card // if given, the whole pack in the order in which it is dealt
}

// Format hides the pack and the seed from every verb of fmt.
func (Setup) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(hidden)) }

// MarshalText hides the pack and the seed from JSON and slog.
func (Setup) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// A Round is one deal, from the first card to its result. It marshals to JSON
// and embeds Hidden.
type Round interface {
	// ToMove lists the seats that may move, ascending: several in simultaneous
	// phases, none when the round is over. The slice is the round's own.
	ToMove() []Seat
	// Legal appends the moves a seat chooses between, in the fixed order of the
	// notation and without doubles; none exactly when the seat is not to move.
	Legal(Seat, []Move) []Move
	// Play makes a move. An *Illegal names the rule it breaks, and then the
	// round is exactly as it was.
	Play(Seat, Move) ([]Event, error)
	// View is all that a seat, or Spectator, may know: the game's own type,
	// built up as a whitelist.
	View(Seat) any
	// Result of the round; false while it is being played.
	Result() (Result, bool)
	// Clone copies the round, cheaply: bots search on copies.
	Clone() Round
	// Cards lists every pile with its cards, bottom to top, but stock and draw
	// next card first. For tools and tests, never for a player.
	Cards() []Heap
}

// A Heap is a pile with its cards.
type Heap struct {
	Pile  Pile
	Cards []card.Card
	As    []card.Card `json:",omitempty"` // what each stands for, Unknown for itself; nil where no card is wild
}

// A Result says how a round ended.
type Result struct {
	How    string `json:"how"`    // a word of the rules in snake case: out, void, knock …
	Points []int  `json:"points"` // by seat, to be added to the totals
	By     Seat   `json:"by"`     // who ended the round; Spectator when nobody did
	Winner Seat   `json:"winner"` // who won the round and who lost it, as far as the
	Loser  Seat   `json:"loser"`  // next dealer depends on it; Spectator when undecided
	Wins   bool   `json:"wins"`   // By wins the match on the spot

	// Places by seat, 1 is first, where a round has more than a winner; equal
	// places are shared.
	Places []int `json:"places,omitempty"`
}

// An Event says what happened, as one seat may know it. An event that is not
// Open is seen by its own seat only, and so are the Secret cards of an open
// one: what nobody marked stays hidden.
type Event struct {
	Kind   string      `json:"kind"`           // a catalog key below event.<game>
	Seat   Seat        `json:"seat"`           // who did it; Spectator for the table itself
	Open   bool        `json:"open,omitempty"` // everybody saw it
	Cards  []Word      `json:"cards,omitempty"`
	Secret []card.Card `json:"secret,omitempty"` // cards that only Seat saw
	From   Pile        `json:"from,omitzero"`
	To     Pile        `json:"to,omitzero"`
	N      int         `json:"n,omitempty"`
}

// For returns the event as a viewer saw it, and false when the viewer did not.
func (e Event) For(viewer Seat) (Event, bool) {
	if viewer == e.Seat && viewer != Spectator {
		return e, true
	}
	e.Secret = nil
	return e, e.Open
}

// Illegal is the answer to a move that breaks a rule: the rule's key, never a
// sentence, and the numbers that its sentence mentions. Numbers may tell the
// mover only what the mover's view tells already.
type Illegal struct {
	Rule string         // "knock.limit"
	Args map[string]int // "limit": 3
}

func (e *Illegal) Error() string { return "illegal move: " + e.Rule }

// Broken returns an *Illegal. Arguments are pairs of a name and an int.
func Broken(rule string, pairs ...any) *Illegal {
	e := &Illegal{Rule: rule}
	for i := 0; i+1 < len(pairs); i += 2 {
		if e.Args == nil {
			e.Args = map[string]int{}
		}
		e.Args[fmt.Sprint(pairs[i])] = pairs[i+1].(int)
	}
	return e
}

// Absent is offered by rounds that know what happens for a player whose time
// is up.
type Absent interface {
	// Auto is the move made for a seat that is to move.
	Auto(Seat) Move
}

// An Announcer is offered by rounds whose rules make known what no card on the
// table shows: who holds the lowest card, and therefore begins.
type Announcer interface {
	// Announces is what everybody will learn from a move of a seat beside the
	// cards that it shows, comparable; nil for nothing, as nearly always.
	Announces(Seat, Move) any
}

// Matcher is offered by games in which moves that differ are the same choice, of
// which Legal lists one and Play accepts all.
type Matcher interface {
	// Same reports that a move which is not listed is the same choice as one
	// that is.
	Same(listed, other Move) bool
}

// Rater is offered by games that can judge moves for a bot. It sees the view
// of the seat that moves and nothing else.
type Rater interface {
	// Rate judges legal moves from a view of this game, one number for each:
	// more is better.
	Rate(view any, legal []Move) []int
}

// An Offerer is offered by games in which Play accepts moves that Legal does not
// list, because they are too many.
type Offerer interface {
	// Offers are such moves that the seat of a view of this game may make now,
	// those of them that may be worth it.
	Offers(view any) []Move
}

// A Composer is offered by games in which what a player points at is not yet a
// move: cards in an order of their own, a reverse card with its companion.
type Composer interface {
	// Compose reads a move from what was pressed, in which * stands for what was
	// chosen: cards, each with its pile where the game's pages say so. What makes
	// no sense is an error, an *Illegal where a rule says why; whether the move is
	// legal is another question.
	Compose(pressed string, chosen []string) (Move, error)
}

// Compose puts what was chosen in the place of the star, in the order given, and
// reads the move: all that most games need, and all that can be done for nil.
func Compose(g Game, pressed string, chosen []string) (Move, error) {
	if composer, ok := g.(Composer); ok {
		return composer.Compose(pressed, chosen)
	}
	return Fill(pressed, chosen)
}

// Fill is Compose for a game that adds nothing to it.
func Fill(pressed string, chosen []string) (Move, error) {
	before, after, star := strings.Cut(pressed, "*")
	if star {
		if len(chosen) == 0 {
			return Move{}, fmt.Errorf("move %q: no card chosen", pressed)
		}
		pressed = before + strings.Join(chosen, " ") + after
	}
	return ParseMove(pressed)
}

// Exemplary is offered by games whose rules can be shown by example. The pages
// of the rules and the tests run the same examples.
type Exemplary interface {
	// Examples in the order of the rules, each with a round of its own.
	Examples() []Example
}

// An Example is a position and what may, or may not, be done in it.
type Example struct {
	Key     string  // its sentence is rules.<game>.example.<key>
	Section string  // and stands below the heading rules.<game>.section.<section>
	Options Options // house rules it is true for; where a table has others it is not shown
	Start   Round   // dealt or set up under those options
	Seat    Seat    // who makes the moves, unless Seats says otherwise
	Seats   []Seat  // who makes each move, if not always the same
	Moves   []Move  // made one after the other
	Broken  string  // the rule that the last of them breaks, "" where it is legal
	Show    []Pile  // what is worth looking at, before and after
	Want    []Heap  // those of Show that matter, afterwards
	Points  []int   // of the round, if the last move ends it
}
