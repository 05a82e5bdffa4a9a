// Package table shows tables in play. It holds what every game shares: the frame
// around a board and the parts that boards are made of. A game's own board is its
// Face, a package of its own below this one; the list of games joins the two.
// Boards are drawn from views, so what a seat may not know cannot be shown.
//
// # Layout
//
// A board asks its felt for its layout, which is a size container, and not the window: tall, low or wide. In Knock each
// card has a place in every grouping, so that the hand never moves. Brass marks what the reader does next; light blue
// is what others did. Only cards are pictures during a view transition: a press on anything else goes through.
//
// # Drawings that are kept
//
// The same cards, signs, avatars and menus stand on every board. They are drawn once for each language and for all they
// depend on. Such a drawing is given nothing else, so nothing of one reader can reach another, and each kind holds two
// megabytes.
package table

import (
	"context"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/views/i18n"
	"carteado/views/part"
)

// Props is a table in play, as one reader sees it.
type Props struct {
	Club    string // slug
	Table   int    // number in the club
	At      string // the position, for polling
	Match   int64
	Idem    string // key of the next move
	View    engine.MatchView
	Legal   []engine.Move // of the reader
	Seats   []part.Person // by seat
	Log     []Entry       // newest first
	Chosen  []string      // the cards chosen, kept when a move is refused
	Sort    string        // how the reader likes the hand: by suit, or "" by rank
	Order   []card.Card   // in which the reader holds the hand; nil where it is sorted
	Refusal *Refusal      // why the last move was not made
	Status  Status
	Offline bool // the connection is lost; only a script and the gallery say so

	Refreshes bool    // a browser without a script asks for the page again while others move
	Lesson    *Lesson // of which the board is a step; nil at a table
}

// The settings for the order of a hand.
const (
	SortRank = "rank" // the default, which Props and rows know as ""
	SortSuit = "suit"
)

// An Entry is what one move brought about, as the reader saw it.
type Entry struct {
	Version int // after the move
	Seat    engine.Seat
	Events  []engine.Event
	Time    time.Time
	Made    string // for whom: "" by the seat's own player, clock when the time was over, bot by one that kept the seat
}

// A Refusal is why a move was not made.
type Refusal struct {
	Kind string         // illegal, stale, unsaved or unknown
	Rule string         // the broken rule of an illegal move
	Args map[string]int // numbers of that rule's sentence
}

func rounds(views []engine.MatchView) []any {
	list := make([]any, len(views))
	for i, v := range views {
		list[i] = v.Round
	}
	return list
}

func (p *Props) MyTurn() bool { return p.View.MyTurn() }

// Me is the reader's seat; false for a spectator.
func (p *Props) Me() (part.Person, bool) {
	if p.View.Seat < 0 || int(p.View.Seat) >= len(p.Seats) {
		return part.Person{}, false
	}
	return p.Seats[p.View.Seat], true
}

// Others are the seats beside the reader's, in turn order from it.
func (p *Props) Others() []engine.Seat {
	var others []engine.Seat
	first := max(p.View.Seat, engine.Spectator) + 1
	for i := range p.Seats {
		seat := (int(first) + i) % len(p.Seats)
		if engine.Seat(seat) != p.View.Seat {
			others = append(others, engine.Seat(seat))
		}
	}
	return others
}

// Total is the total of a seat, with the target where the match has one. It is empty
// in a match of a single round.
func (p *Props) Total(ctx context.Context, s engine.Seat) string {
	total := p.View.Totals[s]
	if p.Single(ctx) {
		return ""
	}
	if p.View.Target == 0 || p.Unit(ctx) == part.Wins {
		return part.Total(ctx, p.Unit(ctx), total)
	}
	return i18n.T(ctx, "table.total", "total", i18n.Signed(total), "target", p.View.Target)
}

func (p *Props) Unit(ctx context.Context) part.Unit { return p.goal(ctx).Unit }

func (p *Props) goal(ctx context.Context) part.Goal { return Goal(ctx, p.View) }

// Single reports that the first round that somebody wins ends the match.
func (p *Props) Single(ctx context.Context) bool { return p.goal(ctx).Single() }

// leaving is the key of the text that says how a match goes on without the reader.
func (p *Props) leaving() string {
	there := len(p.Seats)
	for _, left := range p.View.Left {
		if left {
			there--
		}
	}
	if there > 2 {
		return "table.leave.about.many"
	}
	return "table.leave.about"
}

// left reports that the player of a seat has left the match. Jobs then play the seat.
func (p *Props) left(s engine.Seat) bool { return p.View.Left != nil && p.View.Left[s] }

func (p *Props) toMove(s engine.Seat) bool { return slices.Contains(p.View.ToMove, s) }

func (p *Props) awaited() []part.Person {
	var people []part.Person
	for _, s := range p.View.ToMove {
		people = append(people, p.Seats[s])
	}
	return people
}

// IsChosen reports that a card was chosen in a form that the table refused. It stays
// chosen, so that the player can correct the move.
func (p *Props) IsChosen(value string) bool { return slices.Contains(p.Chosen, value) }

// May reports whether a move, given in its written form, is legal for the reader.
func (p *Props) May(move string) bool {
	verb, _, _ := strings.Cut(move, " ")
	return slices.ContainsFunc(p.Legal, func(m engine.Move) bool { return m.Verb == verb && m.String() == move })
}

func (p *Props) Newest() []engine.Event {
	if len(p.Log) == 0 {
		return nil
	}
	return p.Log[0].Events
}

// Turn says whose turn it is, in the fewest words.
func (p *Props) Turn(ctx context.Context) string {
	if p.Lesson != nil && p.Lesson.Done {
		return i18n.T(ctx, "lessons.done")
	}
	if p.MyTurn() {
		return i18n.T(ctx, "table.your_turn")
	}
	if len(p.View.ToMove) > 1 {
		return i18n.T(ctx, "table.turn_of.some")
	}
	if len(p.View.ToMove) == 0 && !p.over() {
		return i18n.T(ctx, "table.turn_of.left")
	}
	return i18n.T(ctx, "table.turn_of", "who", part.Names(ctx, p.awaited()))
}

// RoundOf names a round of a match to scripts: one shows once how it ended, another that the page has missed its end.
func RoundOf(match int64, v engine.MatchView) string {
	return strconv.FormatInt(match, 10) + "." + strconv.Itoa(v.Number)
}

// title is the title of the browser's tab. It begins with a dot on the reader's turn,
// because a tab shows only its first words.
func (p *Props) title(ctx context.Context) string {
	game := i18n.T(ctx, "game."+p.View.Game)
	if p.MyTurn() {
		return i18n.T(ctx, "table.title.mine", "turn", p.Turn(ctx), "game", game)
	}
	return i18n.T(ctx, "table.title", "turn", p.Turn(ctx), "game", game)
}

// subtitle gives the round, the goal of the match and the number of the table, which a
// phone may cut off.
func (p *Props) subtitle(ctx context.Context) string {
	goal := p.goal(ctx)
	if goal.Single() {
		return i18n.T(ctx, "table.subtitle.single", "table", p.Table)
	}
	round := i18n.T(ctx, "table.subtitle.round", "round", p.View.Number)
	if goal.Rounds > 0 {
		round = i18n.T(ctx, "table.subtitle.round_of", "round", p.View.Number, "rounds", goal.Rounds)
	} else {
		// wins, too: a phone has no room for the word
		round += " · " + i18n.T(ctx, "goal.short.points", "n", goal.Target)
	}
	return i18n.T(ctx, "table.subtitle", "table", p.Table, "rest", round)
}

// announcement is read out by a screen reader: what happened beside the moves, or a sentence for each event of the
// last move, then what the reader may do.
func (p *Props) announcement(ctx context.Context) string {
	if p.Refusal != nil {
		return ""
	}
	if heard := p.Status.heard(ctx); heard != "" {
		return heard
	}
	said := ""
	if len(p.Log) > 0 {
		said = Sentences(ctx, p.View.Game, p.Newest(), p.Seats) + " "
	}
	if p.MyTurn() {
		return said + i18n.T(ctx, "table.your_turn") + ". " + p.asked(ctx) + "."
	}
	return said + p.Turn(ctx) + "."
}

// asked is the prompt as a screen reader hears it.
func (p *Props) asked(ctx context.Context) string {
	face := faceOf(ctx, p.View.Game)
	if read, is := face.(Read); is {
		return read.Asked(ctx, p)
	}
	return face.Prompt(ctx, p)
}

// Stand says how a seat stands: its total, or the face's own words.
func (p *Props) Stand(ctx context.Context, s engine.Seat) string {
	if face, more := faceOf(ctx, p.View.Game).(Standing); more {
		return face.Stand(ctx, p, s)
	}
	return part.Total(ctx, p.Unit(ctx), p.View.Totals[s])
}

func (r *Refusal) title(ctx context.Context) string { return i18n.T(ctx, "refusal."+r.Kind) }

// Sentence gives the reason in the words of the rules.
func (r *Refusal) Sentence(ctx context.Context) string {
	if r.Rule == "" {
		return i18n.T(ctx, "refusal."+r.Kind+".text")
	}
	var pairs []any
	for name, value := range r.Args {
		pairs = append(pairs, name, value)
	}
	return i18n.T(ctx, "rule."+r.Rule, pairs...)
}

// Said writes an event with people and cards marked up.
func Said(game string, e engine.Event, seats []part.Person) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		key, pairs := sentence(ctx, game, e, seats)
		return part.Rich(key, pairs...).Render(ctx, w)
	})
}

// Sentences writes events in plain text, one sentence for each.
func Sentences(ctx context.Context, game string, events []engine.Event, seats []part.Person) string {
	var told []string
	for _, e := range events {
		key, pairs := sentence(ctx, game, e, seats)
		told = append(told, part.Plain(ctx, key, pairs...)+".")
	}
	return strings.Join(told, " ")
}

// Count counts the elements of a list that equal one.
func Count[T comparable](list []T, one T) int {
	n := 0
	for _, other := range list {
		if other == one {
			n++
		}
	}
	return n
}

// Sum writes an addition, term by term: 12 + 9 = 21.
func Sum(terms []int, sum int) string {
	if len(terms) < 2 {
		return strconv.Itoa(sum)
	}
	text := strconv.Itoa(terms[0])
	for _, term := range terms[1:] {
		text += " + " + strconv.Itoa(term)
	}
	return text + " = " + strconv.Itoa(sum)
}

// sentence finds the text of an event. The texts of its game come before those of all
// games. An event with a secret card, or with no seat, may have a text of its own.
func sentence(ctx context.Context, game string, e engine.Event, seats []part.Person) (string, []any) {
	who := part.Person{}
	if e.Seat >= 0 && int(e.Seat) < len(seats) {
		who = seats[e.Seat]
	}
	if id, is := strings.CutPrefix(e.Kind, sayKind); is && id != removed {
		return "event.aside.say", []any{"who", who, "phrase", phrase(ctx, id)}
	}
	key := "event." + game + "." + e.Kind
	if !i18n.Has(ctx, key) {
		key = "event." + e.Kind
	}
	cards := e.Cards
	switch {
	case len(e.Secret) > 0 && i18n.Has(ctx, key+".secret"):
		key, cards = key+".secret", part.Words(e.Secret)
	case e.Seat == engine.Nobody && i18n.Has(ctx, key+".nobody"):
		key += ".nobody"
	}
	return key, []any{"who", who, "cards", cards, "n", e.N}
}
