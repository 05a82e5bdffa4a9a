// Package palace is the face of Palace: how a table, a finished round and a replay
// of it look.
package palace

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/palace"
	"carteado/views/i18n"
	"carteado/views/part"
	"carteado/views/table"
)

// Face is the face of Palace. It implements table.Face.
type Face struct{}

func viewOf(p *table.Props) palace.View { return p.View.Round.(palace.View) }

// Unit implements table.Counted: rounds won, or points for places.
func (Face) Unit(o engine.Options) part.Unit {
	if o["scoring"] == "placement" {
		return part.Points
	}
	return part.Wins
}

// Hand implements table.Handed.
func (Face) Hand(p *table.Props) []card.Card { return p.Sorted(viewOf(p).Hand) }

func (Face) Prompt(ctx context.Context, p *table.Props) string {
	v := viewOf(p)
	switch {
	case p.View.Seat == engine.Spectator:
		return i18n.T(ctx, "table.watching")
	case v.Out[p.View.Seat] > 0:
		return i18n.T(ctx, "palace.prompt.out", "place", placeName(ctx, v.Out[p.View.Seat]))
	case v.Phase == palace.PhaseExchange && p.MyTurn():
		return i18n.T(ctx, "palace.prompt.exchange")
	case v.Phase == palace.PhaseExchange:
		return i18n.T(ctx, "palace.prompt.ready")
	case v.Zone == palace.ZoneDown && p.MyTurn():
		return i18n.T(ctx, "palace.prompt.flip")
	case v.Zone == palace.ZoneDown:
		return i18n.T(ctx, "palace.prompt.flip_later")
	case !p.MyTurn():
		return i18n.T(ctx, "table.choose_ahead")
	case !mayPlay(p) && len(v.Pile) > 0:
		return i18n.T(ctx, "palace.prompt.take", "n", len(v.Pile))
	case !mayPlay(p):
		return i18n.T(ctx, "palace.prompt.pass")
	}
	return fitting(ctx, v.Pile, p.View.Options)
}

// fitting says which ranks may be played on a pile.
func fitting(ctx context.Context, pile []card.Card, o engine.Options) string {
	if len(pile) == 0 || pile[len(pile)-1].Rank() == 2 {
		return i18n.T(ctx, "palace.prompt.any")
	}
	rank := pile[len(pile)-1].Rank()
	key := "palace.prompt.higher"
	switch {
	case rank == 7 && o.On("seven_low"):
		return i18n.T(ctx, "palace.prompt.lower")
	case rank == card.Ace:
		key = "palace.prompt.ace"
	}
	if o["ten_on_any"] == "off" {
		key += ".no_ten"
	}
	return i18n.T(ctx, key, "rank", pile[len(pile)-1].String()[:1]) // the rank printed on the card
}

func placeName(ctx context.Context, place int) string {
	return i18n.T(ctx, "palace.place."+strconv.Itoa(place))
}

func mayPlay(p *table.Props) bool {
	return slices.ContainsFunc(p.Legal, func(m engine.Move) bool { return m.Verb == "play" })
}

// fits reports that a card of this rank may be played, alone or with its equals.
func fits(p *table.Props, c card.Card) bool {
	return slices.ContainsFunc(p.Legal, func(m engine.Move) bool {
		return m.Verb == "play" && m.Card().Rank() == c.Rank()
	})
}

// takes is the move of the take button. At some tables the player takes a face-up card
// with the pile, and chooses which.
func takes(p *table.Props) string {
	if slices.ContainsFunc(p.Legal, func(m engine.Move) bool { return m.Verb == "take" && m.Card() != card.Unknown }) {
		return "take *"
	}
	return "take"
}

// playing reports that the reader's choice can be played right now.
func playing(p *table.Props) bool { return p.MyTurn() && viewOf(p).Phase == palace.PhasePlay }

// choosesUp reports that the reader's own face-up cards can be chosen: for an
// exchange, or because nothing else is left to play.
func choosesUp(p *table.Props) bool {
	v := viewOf(p)
	if v.Phase == palace.PhaseExchange {
		return p.MyTurn()
	}
	return v.Zone == palace.ZoneUp && v.Out[p.View.Seat] == 0
}

// exchanging marks a face-up card on which a card of the hand may be dropped, to be
// exchanged for it.
func exchanging(p *table.Props, c card.Card) templ.Attributes {
	if c == card.Unknown || !p.MyTurn() || viewOf(p).Phase != palace.PhaseExchange {
		return nil
	}
	return templ.Attributes{"data-drop": "swap *", "data-partner": true}
}

// choice is what the choices of hand and face-up cards have in common.
func choice(ctx context.Context, p *table.Props, c card.Card, id string) part.ChoiceOptions {
	v := viewOf(p)
	o := part.ChoiceOptions{Label: part.Sentence(part.Spoken(ctx, c)), ID: id,
		Several: v.Phase != palace.PhaseExchange || !p.MyTurn()}
	with := func(note string) { o.Label = i18n.T(ctx, "card.with", "card", o.Label, "note", i18n.T(ctx, note)) }
	switch {
	case v.Phase == palace.PhaseExchange:
	case c.Rank() == 2:
		with("card.resets")
	case c.Rank() == 10:
		with("card.burns")
	}
	if !playing(p) {
		return o
	}
	if o.Legal = fits(p, c); o.Legal {
		with("card.playable")
	} else {
		with("card.not_now")
	}
	return o
}

func inHand(ctx context.Context, p *table.Props, b board, i int) part.ChoiceOptions {
	o := choice(ctx, p, b.hand[i], b.handID[i])
	o.Checked = b.chosen(p, i)
	return o
}

func faceUp(ctx context.Context, p *table.Props, c card.Card, id string) part.ChoiceOptions {
	o := choice(ctx, p, c, id)
	o.Place, o.Value = "up", c.String()+" @up"
	if !o.Several {
		o.Field = "reverse" // one card of each: the two choices are groups of their own
	}
	o.Checked = p.IsChosen(o.Value)
	return o
}

func meta(ctx context.Context, p *table.Props, s engine.Seat) []string {
	v := viewOf(p)
	up, down := laid(v.Up[s], v.Down[s])
	var word string
	switch {
	case v.Out[s] > 0:
		word = placeName(ctx, v.Out[s])
	case v.Phase == palace.PhaseExchange && v.Ready[s]:
		word = i18n.T(ctx, "palace.ready")
	case v.Phase == palace.PhaseExchange:
		word = i18n.T(ctx, "palace.exchanging")
	case v.Counts[s] > 0:
		word = i18n.T(ctx, "palace.in_hand", "n", v.Counts[s])
	case len(up) > 0:
		word = i18n.T(ctx, "palace.no_hand")
	default:
		word = i18n.T(ctx, "palace.face_down", "n", down)
	}
	if total := p.Total(ctx, s); len(p.Others()) == 1 && total != "" {
		return []string{word, total} // for more there is no room on a phone
	}
	return []string{word}
}

// look is the class of the others' row. A single opponent takes the whole width.
func look(p *table.Props) string {
	if len(p.Others()) > 1 {
		return "seats--many"
	}
	return ""
}

func handLabel(ctx context.Context, p *table.Props) string {
	if viewOf(p).Phase == palace.PhaseExchange && p.MyTurn() {
		return i18n.T(ctx, "palace.hand.swap")
	}
	return i18n.T(ctx, "palace.hand.play")
}

func ownLabel(ctx context.Context, p *table.Props) string {
	v := viewOf(p)
	switch {
	case !choosesUp(p):
		up, down := v.Up[p.View.Seat], v.Down[p.View.Seat]
		_, closed := laid(up, down)
		return i18n.T(ctx, "palace.own", "n", closed)
	case v.Phase == palace.PhaseExchange:
		return i18n.T(ctx, "palace.own.swap")
	}
	return i18n.T(ctx, "palace.own.play")
}

func noHand(ctx context.Context, p *table.Props) string {
	v := viewOf(p)
	switch {
	case v.Out[p.View.Seat] > 0:
		return i18n.T(ctx, "palace.no_hand.out")
	case v.Zone == palace.ZoneDown:
		return i18n.T(ctx, "palace.no_hand.down")
	}
	return i18n.T(ctx, "palace.no_hand.up")
}

func takeWords(ctx context.Context, p *table.Props, v palace.View) string {
	switch {
	case len(v.Pile) == 0 && !mayPlay(p):
		return i18n.T(ctx, "palace.take.none")
	case takes(p) != "take":
		return i18n.T(ctx, "palace.take.up")
	}
	return i18n.T(ctx, "palace.take")
}

// laid returns the face-up cards of a row and the number of face-down ones.
func laid(up [palace.Places]card.Card, down [palace.Places]bool) (open []card.Card, closed int) {
	for place, c := range up {
		if c != card.Unknown {
			open = append(open, c)
		}
		if down[place] {
			closed++
		}
	}
	return open, closed
}

func rowLabel(ctx context.Context, up [palace.Places]card.Card, down [palace.Places]bool) string {
	open, closed := laid(up, down)
	var words []string
	if len(open) > 0 {
		words = append(words, i18n.T(ctx, "palace.row.up", "cards", part.SpokenList(ctx, part.Words(open))))
	}
	if closed > 0 {
		words = append(words, i18n.T(ctx, "palace.row.down", "n", closed))
	}
	return strings.Join(words, ". ")
}

// backs draws the hand of a single opponent.
func backs(p *table.Props) func(engine.Seat) templ.Component {
	if len(p.Others()) > 1 {
		return nil
	}
	return func(s engine.Seat) templ.Component { return part.Backs(min(viewOf(p).Counts[s], maxBacks)) }
}

// maxBacks is how many backs are drawn for a longer hand.
const maxBacks = 8

// blockSoon is the number of plays before a blocked round at which the table begins to
// count them down.
const blockSoon = 30

// Motion: a card keeps its id when it goes to another place, so that the browser shows
// it move there.

// A board gives every card on show an id, by which the browser follows it from place
// to place. Equal cards of two packs get different ids. The reader's own cards come
// first, because the form names them.
type board struct {
	hand   []card.Card
	handID []string
	upID   [][palace.Places]string // by seat
	pile   []card.Card             // the uppermost cards
	pileID []string
	burned []card.Card // those that burned the pile with the last move
	burnID []string
	last   int // so many of the pile came with the last move
}

// heapHeight is how many cards of a pile can be seen.
const heapHeight = 3

func newBoard(p *table.Props) board {
	v := viewOf(p)
	b := board{hand: Face{}.Hand(p), upID: make([][palace.Places]string, len(v.Up))}
	b.pile = v.Pile[max(len(v.Pile)-heapHeight, 0):]
	b.burned, b.last = lastPlayed(p, v.Pile)
	b.burned = b.burned[max(len(b.burned)-heapHeight, 0):]

	names := map[card.Card]int{}
	name := func(c card.Card) string {
		names[c]++
		if names[c] == 1 {
			return c.String()
		}
		return c.String() + "-" + strconv.Itoa(names[c])
	}
	list := func(cards []card.Card) (ids []string) {
		for _, c := range cards {
			ids = append(ids, name(c))
		}
		return ids
	}
	b.handID = list(b.hand)
	for i := range v.Up {
		seat := (i + int(max(p.View.Seat, 0))) % len(v.Up)
		for place, c := range v.Up[seat] {
			if c != card.Unknown {
				b.upID[seat][place] = name(c)
			}
		}
	}
	b.pileID, b.burnID = list(b.pile), list(b.burned)
	return b
}

// lastPlayed returns the cards with which the last move burned the pile; if it burned
// nothing, the number of cards that it put on the pile.
func lastPlayed(p *table.Props, pile []card.Card) (burned []card.Card, n int) {
	if len(p.Log) == 0 {
		return nil, 0
	}
	var played []card.Card
	burns := false
	for _, e := range p.Log[0].Events {
		burns = burns || e.To.Kind == engine.Burned
		if len(played) == 0 && (e.To.Kind == engine.Discard || e.To.Kind == engine.Burned) {
			for _, w := range e.Cards {
				played = append(played, w.Card)
			}
		}
	}
	if burns {
		return played, 0
	}
	for n < min(len(pile), len(played)) && slices.Contains(played, pile[len(pile)-1-n]) {
		n++
	}
	return nil, n
}

// isLast reports that a card of the heap came with the last move.
func (b board) isLast(i int) bool { return len(b.pile)-i <= b.last }

// chosen reports that a card of the hand was chosen in a form that the table refused.
// Of equal cards, as many count as the form named.
func (b board) chosen(p *table.Props, i int) bool {
	return table.Count(b.hand[:i+1], b.hand[i]) <= table.Count(p.Chosen, b.hand[i].String())
}

// Plan implements table.Planned. During the exchange everybody chooses at the same time.
func (Face) Plan(p *table.Props) table.Planning {
	v := viewOf(p)
	if v.Phase == palace.PhaseExchange || v.Out[v.Seat] > 0 {
		return table.Planning{}
	}
	plan := table.Planning{
		Moves: []string{"play *", "take"}, Cards: table.Names(Face{}.Hand(p)), Shows: table.FrenchRanks(), Suits: true,
	}
	if v.Zone == palace.ZoneUp {
		for _, c := range v.Up[v.Seat] {
			if c != card.Unknown {
				plan.Cards = append(plan.Cards, c.String())
			}
		}
	}
	for i, there := range v.Down[v.Seat] {
		if v.Zone == palace.ZoneDown && there {
			plan.Moves = append(plan.Moves, "flip @down:"+strconv.Itoa(i+1))
		}
	}
	return plan
}
