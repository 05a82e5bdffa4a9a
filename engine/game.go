// Package engine is the pure heart of the club: what a game, a move, an event
// and a match are. It reads no clock, does no I/O and has no chance of its own,
// so that a match follows from its seed and its moves alone.
//
// A game is the rules of one round; a Match strings rounds together and keeps
// dealers, totals and the winner, once for all games. View is the only code that
// reads both the full round and the viewer.
//
// # Moves
//
// A button of the board may carry "*" for the chosen cards ("discard *"), which Compose fills in. A game composes what
// needs more (Composer), so that one form serves a reverse card with its companion as well as five equal cards.
// Handlers therefore know no game, and forms work without JavaScript.
//
// "next" and "leave" are moves like any other: numbered, stored, and part of the replay. Between rounds each seat plays
// "next". It is no line of the log, because it tells nobody anything about the game.
//
// A game names the events after which its last move may be taken back (Info.Undo), and package conform checks that they
// show the mover nothing. The undo is the next move and the other stays in its row, so that a match is replayed and
// proved as it was played.
//
// # Rules
//
// A match is played by the version of the rules it began with. A program with another version refuses the match, which
// can then be closed; it never reads it as something else.
//
// The examples of the rules are data (a Lesson, read into an Example): the page plays them, and so do the tests. A
// position is written in one way everywhere: the piles that matter and a few words; the other cards go where they do
// not.
//
// A rating judges all moves of a view at once, so that a game may look ahead before it rates.
package engine

import (
	"fmt"
	"slices"
	"strings"

	"carteado/engine/card"
	"carteado/engine/shuffle"
)

// A Seat is a place at the table, counted from 0, clockwise.
type Seat int8

// Seats that are none. They are equal: a spectator has no seat.
const (
	Nobody    Seat = -1 // no seat: no winner, no owner, an event of the table itself
	Spectator Seat = -1 // a viewer who only watches
)

// Info describes a game.
type Info struct {
	Key                string // "knock"
	Version            int    // of the rules: a stored match says under which it was played
	MinSeats, MaxSeats int
	Options            []Option // by rank
	Duplicate          bool     // the game has lines: the option Duplicate may be chosen
	Presets            []Preset // bundles of house rules beside the rules as written, best known first
	// kinds of events that show the mover nothing hidden: a move that tells only these can be taken back
	Undo  []string
	Moves []int // of a match as written, on average, by seats from MinSeats; simulate measures it
}

// A Preset is a bundle of house rules that players know by name.
type Preset struct {
	Key     string
	Options Options // those that differ from the defaults
	Moves   []int   // as in Info
}

// A Game is the rules of one round. It has no state and is safe for concurrent
// use.
type Game interface {
	Info() Info
	// Scoring says how rounds count for a match under resolved options.
	Scoring(Options) Scoring
	// Deal starts a round. Options must be resolved. It fails when Seats is out
	// of range or Pack is not the game's pack.
	Deal(Setup) (Round, error)
	// Load is the inverse of json.Marshal(round). A position whose cards do not
	// add up is refused.
	Load(data []byte) (Round, error)
}

// A Setup is everything that decides a deal.
type Setup struct {
	Seats   int
	Dealer  Seat
	Options Options
	Seed    Seed        // of this round; later shuffles are derived from it too
	Pack    []card.Card // if given, the whole pack in the order in which it is dealt

	// Told, if given, is told of a pack that is shuffled, and of the order in which it is dealt. It keeps neither.
	Told func(pack, order []card.Card)
}

// Order checks the seats and the dealer, and returns the pack in the order in which it
// is dealt: as the seed shuffles it, or the setup's own if that holds the same cards.
func (s Setup) Order(i Info, pack []card.Card) ([]card.Card, error) {
	switch {
	case !i.seats(s.Seats, s.Dealer):
		return nil, fmt.Errorf("deal %s to %d seats, dealer %d: %w", i.Key, s.Seats, s.Dealer, ErrSeats)
	case s.Pack == nil:
		before := pack
		if s.Told != nil {
			before = slices.Clone(pack)
		}
		shuffle.Cards(pack, s.Seed)
		if s.Told != nil {
			s.Told(before, pack)
		}
		return pack, nil
	case !card.Same(s.Pack, pack):
		return nil, fmt.Errorf("deal %s: expected the pack of %d, got %d cards", i.Key, len(pack), len(s.Pack))
	}
	return s.Pack, nil
}

// seats reports that the game is made for so many seats, one of which deals.
func (i Info) seats(n int, dealer Seat) bool {
	return n >= i.MinSeats && n <= i.MaxSeats && dealer >= 0 && int(dealer) < n
}

// Format hides the pack and the seed from every verb of fmt.
func (Setup) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(hidden)) }

// MarshalText hides the pack and the seed from JSON and slog.
func (Setup) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// A Pile is cards and the place where they lie.
type Pile struct {
	Place Place
	Cards []card.Card
	// the card that each one stands for, Unknown for itself; nil where no card is wild
	As []card.Card `json:",omitempty"`
}

// AddPile appends a pile to a list, in the room that the list has, and returns a pointer
// to it, to append its cards.
func AddPile(piles []Pile, p Place) ([]Pile, *Pile) {
	if len(piles) < cap(piles) {
		piles = piles[:len(piles)+1]
	} else {
		piles = append(piles, Pile{})
	}
	last := &piles[len(piles)-1]
	last.Place, last.Cards, last.As = p, last.Cards[:0], last.As[:0]
	if last.Cards == nil {
		last.Cards = []card.Card{}
	}
	return piles, last
}

// AddCards is AddPile with a copy of these cards.
func AddCards(piles []Pile, p Place, cards []card.Card) []Pile {
	piles, last := AddPile(piles, p)
	last.Cards = append(last.Cards, cards...)
	return piles
}

// A Result says how a round ended.
type Result struct {
	How    string `json:"how"`    // a word of the rules in snake case: out, void, knock …
	Points []int  `json:"points"` // by seat, to be added to the totals
	By     Seat   `json:"by"`     // the seat that ended the round, or Nobody
	Winner Seat   `json:"winner"` // who won the round and who lost it, as far as the
	Loser  Seat   `json:"loser"`  // next dealer depends on it; Nobody when undecided
	Wins   bool   `json:"wins"`   // By wins the match on the spot

	// Places by seat, 1 is first, where a round has more than a winner; equal
	// places are shared.
	Places []int `json:"places,omitempty"`
}

// An Event says what happened, as one seat may know it. An event that is not
// Open is seen by its own seat only, and so are the Secret cards of an open
// one: without a mark, a card stays hidden.
type Event struct {
	Kind   string      `json:"kind"`           // a catalog key below event.<game>
	Seat   Seat        `json:"seat"`           // the seat; Nobody for the table itself
	Open   bool        `json:"open,omitempty"` // everybody saw it
	Cards  []Word      `json:"cards,omitempty"`
	Secret []card.Card `json:"secret,omitempty"` // cards that only Seat saw
	From   Place       `json:"from,omitzero"`
	With   Place       `json:"with,omitzero"` // where a second card comes from, that goes with the first
	To     Place       `json:"to,omitzero"`
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

// AppendSeen appends events to a list as a viewer saw them, without those that the viewer did not see.
func AppendSeen(list, events []Event, viewer Seat) []Event {
	for _, event := range events {
		if e, saw := event.For(viewer); saw {
			list = append(list, e)
		}
	}
	return list
}

// Illegal is the answer to a move that breaks a rule: the rule's key, never a
// sentence, and the numbers that its sentence mentions.
type Illegal struct {
	Rule string         // "knock.limit"
	Args map[string]int // "limit": 3
}

func (e *Illegal) Error() string { return "illegal move: " + e.Rule }

// Broken returns an *Illegal without numbers.
func Broken(rule string) *Illegal { return &Illegal{Rule: rule} }

// Absent is offered by rounds that can play on for a player who is not there.
type Absent interface {
	// Auto is the move made for a seat that is to move.
	Auto(Seat) Move
}

// Continuer is offered by rounds whose automatic move depends on whether an automatic one has begun the turn.
type Continuer interface {
	// AutoOn is Auto in such a turn.
	AutoOn(Seat) Move
}

// Leaver is offered by rounds whose automatic move depends on when the player left.
type Leaver interface {
	// Leave notes that a seat's player is gone from here on. It is called again
	// for each round that is dealt later.
	Leave(Seat)
}

// A Secretive round has phases in which seats choose at the same time, and none may
// learn from another before it has chosen.
type Secretive interface {
	// Secret reports that such a choice is open.
	Secret() bool
}

// An Announcer is offered by rounds whose rules tell everybody more than the cards on
// the table do: which seat holds the lowest card, and therefore begins.
type Announcer interface {
	// Announces is what everybody will learn from a move of a seat beside the
	// cards that it shows, comparable; nil for nothing, as nearly always.
	Announces(Seat, Move) any
}

// Matcher is offered by games in which different moves are the same choice: Legal
// lists one of them, and Play accepts all.
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
	// Offers lists those of them that the seat of a view may make now and that may be
	// worth it.
	Offers(view any) []Move
}

// A Composer builds a move from form input when joining the chosen cards is not
// enough: cards have an order of their own, or a reverse card needs its companion.
type Composer interface {
	// Compose reads a move from the button that was pressed, in which * stands for the
	// chosen cards, each with its pile where the game's pages say so. Input that makes
	// no sense is an error, an *Illegal where a rule says why. The move may still be
	// illegal.
	Compose(pressed string, chosen []string) (Move, error)
}

// Compose asks the game to compose the move if it is a Composer, and fills it in
// otherwise.
func Compose(g Game, pressed string, chosen []string) (Move, error) {
	if composer, ok := g.(Composer); ok {
		return composer.Compose(pressed, chosen)
	}
	return Fill(pressed, chosen)
}

// Fill puts the chosen cards in the place of the star, in the order given, and reads
// the move.
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
