// Package huangdi is the face of Huang Di: how a table, a finished round and a replay
// of it look.
package huangdi

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/huangdi"
	"carteado/views/i18n"
	"carteado/views/part"
	"carteado/views/table"
)

// Face is the face of Huang Di. It implements table.Face.
type Face struct{}

func viewOf(p *table.Props) huangdi.View { return p.View.Round.(huangdi.View) }

// A spot is one open card that the reader may choose, in the hand or on top of a
// pile.
type spot struct {
	card    card.Card
	pile    engine.Place // as a move names it
	id      string       // of the card, by which it moves
	place   string       // of the choice
	name    string       // of the pile, in words; "" for the hand
	fits    string       // the walls that it can be built on
	turns   string       // the walls that it can turn, beside a reverse card
	legal   bool
	checked bool
	last    bool // it came there by the last turn
	under   bool // there are hidden cards below it
}

// value is what the form posts for the card: the card and its pile.
func (s spot) value() string {
	move := engine.NewMove("build", s.card).At(s.pile)
	return strings.TrimPrefix(move.String(), "build ")
}

// walls are the numbers of the walls that a card may go to.
func walls(p *table.Props, verb string, c card.Card, from engine.Place) string {
	var numbers []string
	for _, m := range p.Legal {
		if n := strconv.Itoa(int(m.To.N)); m.Verb == verb && m.Card() == c && m.From == from &&
			!slices.Contains(numbers, n) {
			numbers = append(numbers, n)
		}
	}
	return strings.Join(numbers, " ")
}

// reverses reports that a reverse card may be played from a pile.
func reverses(p *table.Props, from engine.Place) bool {
	return slices.ContainsFunc(p.Legal, func(m engine.Move) bool { return m.Verb == "reverse" && m.With == from })
}

// at makes the spot of a card, the nth of equal cards in the hand.
func at(p *table.Props, c card.Card, pile engine.Place, nth int) spot {
	s := spot{card: c, pile: pile}
	if c == card.Reverse {
		s.legal = reverses(p, pile)
	} else {
		s.fits, s.turns = walls(p, "build", c, pile), walls(p, "reverse", c, pile)
		s.legal = s.fits != "" || s.turns != ""
	}
	s.checked = nth <= table.Count(p.Chosen, s.value())
	return s
}

// Hand implements table.Handed. A hand in Huang Di is not sorted by suit.
func (Face) Hand(p *table.Props) []card.Card {
	unsorted := *p
	unsorted.Sort = table.SortRank
	return unsorted.Sorted(viewOf(p).Hand)
}

func handSpots(p *table.Props) []spot {
	var spots []spot
	hand := Face{}.Hand(p)
	for i, c := range hand {
		nth := table.Count(hand[:i+1], c)
		s := at(p, c, engine.In(engine.Hand), nth)
		s.id = inHand(c, nth)
		if n := movesInTurn(p); n > 0 {
			s.place = strconv.Itoa(n) // a card that was played is no longer chosen
		}
		spots = append(spots, s)
	}
	return spots
}

// newest is the last move in at most two events. A finished wall comes before a stock
// card that is turned up, and the draw of the next seat is left out.
func newest(p *table.Props) []engine.Event {
	if len(p.Log) == 0 {
		return nil
	}
	events := slices.DeleteFunc(slices.Clone(p.Log[0].Events), func(e engine.Event) bool {
		return e.Kind == "drew" && e.Seat != p.Log[0].Seat
	})
	if slices.ContainsFunc(events, func(e engine.Event) bool { return e.Kind == "finished" }) {
		events = slices.DeleteFunc(events, func(e engine.Event) bool {
			return e.Kind != "finished" && e.Kind != "drew"
		})
	}
	return events[:min(len(events), 2)]
}

func pileOf(v huangdi.View, seat engine.Seat, kind engine.PileKind) []card.Card {
	return v.Discards[seat][kind-engine.A]
}

// discards are the kinds of the discard piles that each seat has.
func discards(v huangdi.View) []engine.PileKind {
	kinds := []engine.PileKind{engine.A, engine.B, engine.C, engine.D}
	return kinds[:len(v.Discards[0])]
}

// pileNumber is the number of a discard pile, from 1.
func pileNumber(kind engine.PileKind) int { return int(kind-engine.A) + 1 }

func mine(p *table.Props, seat engine.Seat) bool { return seat == p.View.Seat }

func pileName(ctx context.Context, p *table.Props, seat engine.Seat, kind engine.PileKind) string {
	if mine(p, seat) {
		return i18n.T(ctx, "huangdi.your_discard", "n", pileNumber(kind))
	}
	return i18n.T(ctx, "huangdi.discard_of", "n", pileNumber(kind), "who", part.Called(ctx, p.Seats[seat]))
}

// pileSpot is the top of a discard pile; false when there is none.
func pileSpot(ctx context.Context, p *table.Props, seat engine.Seat, kind engine.PileKind) (spot, bool) {
	cards := pileOf(viewOf(p), seat, kind)
	if len(cards) == 0 {
		return spot{}, false
	}
	pile := engine.In(kind)
	if !mine(p, seat) {
		pile = engine.Of(kind, seat)
	}
	s := at(p, cards[len(cards)-1], pile, 1)
	s.id, s.name = onPile(seat, kind, len(cards)), pileName(ctx, p, seat, kind)
	s.last = touched(p, engine.Of(kind, seat))
	s.place = s.id
	if moved := origin(p, engine.Of(kind, seat)); moved != "" {
		s.id = moved
	}
	return s, true
}

// stockSpot is the top of the reader's own stock; false when it is empty.
func stockSpot(ctx context.Context, p *table.Props) (spot, bool) {
	v := viewOf(p)
	seat := p.View.Seat
	if v.Tops[seat] == card.Unknown {
		return spot{}, false
	}
	s := at(p, v.Tops[seat], engine.In(engine.Stock), 1)
	s.id, s.name = onStock(seat, v.Stocks[seat]), i18n.T(ctx, "huangdi.your_stock")
	s.under, s.last = v.Stocks[seat] > 1, touched(p, engine.Of(engine.Stock, seat))
	return s, true
}

// spotLabel names a card, its pile and whether it can be played.
func spotLabel(ctx context.Context, p *table.Props, s spot) string {
	notes := []string{part.Sentence(part.Spoken(ctx, s.card))}
	if s.name != "" {
		notes = append(notes, s.name)
	}
	if s.card == card.Reverse {
		notes = append(notes, i18n.T(ctx, "card.beside_another"))
	}
	switch {
	case s.legal:
		notes = append(notes, i18n.T(ctx, "card.playable"))
	case p.MyTurn():
		notes = append(notes, i18n.T(ctx, "card.not_now"))
	}
	return strings.Join(notes, ", ")
}

func spotOptions(ctx context.Context, p *table.Props, s spot) part.ChoiceOptions {
	o := part.ChoiceOptions{
		Value: s.value(), ID: s.id, Place: s.place, Label: spotLabel(ctx, p, s),
		Legal: s.legal, Checked: s.checked, Last: s.last,
	}
	if s.card == card.Reverse {
		o.Several, o.Field = true, "reverse"
	}
	return o
}

// used reports that the reader may borrow no more from a seat in this turn.
func used(p *table.Props, seat engine.Seat) bool {
	v := viewOf(p)
	return v.Borrowed != nil && v.Borrowed[seat] && p.View.Options["borrow"] != "unlimited"
}

func meta(ctx context.Context, p *table.Props, seat engine.Seat) []string {
	v := viewOf(p)
	words := []string{i18n.T(ctx, "huangdi.in_hand", "n", v.Counts[seat])}
	if stacked(p) {
		words = append(words, i18n.T(ctx, "huangdi.stock_left", "n", v.Stocks[seat]))
	}
	if total := p.Total(ctx, seat); total != "" {
		words = append(words, total)
	}
	if used(p, seat) {
		words = append(words, i18n.T(ctx, "huangdi.used"))
	}
	return words
}

// stacked reports that the other seats lie one below the other, or that their piles
// leave no room for labels.
func stacked(p *table.Props) bool { return len(p.Others()) > 1 || len(discards(viewOf(p))) > 3 }

func look(p *table.Props) string {
	if stacked(p) {
		return "seats--stack"
	}
	return ""
}

// backs draws the hand of a single opponent.
func backs(p *table.Props, s engine.Seat) templ.Component {
	if n := viewOf(p).Counts[s]; n > 0 && !stacked(p) {
		return wallBacks(n)
	}
	return nil
}

// manyPiles reports that the discard piles leave no room for long labels.
func manyPiles(p *table.Props) bool { return len(discards(viewOf(p))) > 2 }

// tight reports that the other seats leave little room for the middle.
func tight(p *table.Props) bool { return len(p.Others()) > 2 }

func discardTo(ctx context.Context, p *table.Props, kind engine.PileKind) string {
	if manyPiles(p) {
		return i18n.T(ctx, "huangdi.own_pile", "n", pileNumber(kind))
	}
	return i18n.T(ctx, "huangdi.discard", "n", pileNumber(kind))
}

// quiet reports that three quarters of the turns without a build have passed after
// which the game is blocked.
func quiet(v huangdi.View) bool { return v.Block > 0 && v.End == nil && v.Quiet*4 >= v.Block*3 }

// Motion: a card keeps its id when it goes to another pile, so that the browser shows
// it move there.

// inHand is the id of the nth card of a name in the reader's hand.
func inHand(c card.Card, nth int) string { return c.String() + "-" + strconv.Itoa(nth) }

// onStock and onPile are the ids of cards that lie open before a seat.
func onStock(seat engine.Seat, height int) string {
	return "stock" + strconv.Itoa(int(seat)) + "-" + strconv.Itoa(height)
}

func onPile(seat engine.Seat, kind engine.PileKind, height int) string {
	return engine.In(kind).String() + strconv.Itoa(int(seat)) + "-" + strconv.Itoa(height)
}

func onWall(n, height int) string { return "wall" + strconv.Itoa(n) + "-" + strconv.Itoa(height) }

// movesInTurn counts the moves that the reader has made since another seat moved.
func movesInTurn(p *table.Props) int {
	if !p.MyTurn() || len(p.Log) == 0 || p.Log[0].Seat != p.View.Seat {
		return 0
	}
	return len(turnSoFar(p))
}

// turnSoFar are the entries of the current turn of the seat that moved last, newest
// first.
func turnSoFar(p *table.Props) []table.Entry {
	if len(p.Log) == 0 {
		return nil
	}
	n := slices.IndexFunc(p.Log, func(e table.Entry) bool { return e.Seat != p.Log[0].Seat })
	if n < 0 {
		n = len(p.Log)
	}
	return p.Log[:n]
}

// touched reports that the last turn put a card on a pile.
func touched(p *table.Props, pile engine.Place) bool {
	for _, entry := range turnSoFar(p) {
		for _, e := range entry.Events {
			if e.To.Kind != engine.NoPile && ofSeat(e.To, e.Seat) == pile {
				return true
			}
		}
	}
	return false
}

// ofSeat names a stock or a discard pile with its seat, as views count them.
func ofSeat(pile engine.Place, seat engine.Seat) engine.Place {
	own := pile.Kind == engine.Stock || pile.Kind >= engine.A && pile.Kind <= engine.D
	if own && pile.Owner == 0 {
		return engine.Of(pile.Kind, seat)
	}
	return pile
}

// origin is the id of the top card of a pile in the place from which the last move took
// it; "" if it was hidden there.
func origin(p *table.Props, to engine.Place) string {
	if len(p.Log) == 0 {
		return ""
	}
	v, events := viewOf(p), p.Log[0].Events
	for _, e := range events {
		if len(e.Cards) == 0 || e.From.Kind == engine.NoPile || ofSeat(e.To, e.Seat) != to {
			continue
		}
		moved := e.Cards[len(e.Cards)-1].Card
		switch from := ofSeat(e.From, e.Seat); {
		case from.Kind == engine.Stock:
			return onStock(e.Seat, v.Stocks[e.Seat]+1)
		case from.Kind != engine.Hand:
			return onPile(from.Seat(), from.Kind, len(pileOf(v, from.Seat(), from.Kind))+1)
		case e.Seat == v.Seat && refilled(events, e.Seat):
			return inHand(moved, 1)
		case e.Seat == v.Seat:
			return inHand(moved, table.Count(v.Hand, moved)+1)
		}
	}
	return ""
}

// refilled reports that a hand was filled up again after its last card.
func refilled(events []engine.Event, seat engine.Seat) bool {
	return slices.ContainsFunc(events, func(e engine.Event) bool { return e.Kind == "drew" && e.Seat == seat })
}

func wallID(p *table.Props, w huangdi.Wall, number int) string {
	if moved := origin(p, engine.Nth(engine.Wall, number)); moved != "" {
		return moved
	}
	return onWall(number, len(w.Cards))
}
