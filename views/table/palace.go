package table

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
)

func palaceView(p Props) palace.View { return p.View.Round.(palace.View) }

// palaceUnit is what a match counts: rounds won, or points for places.
func palaceUnit(o engine.Options) part.Unit {
	if o["scoring"] == "placement" {
		return part.Points
	}
	return part.Wins
}

func palacePrompt(ctx context.Context, p Props) string {
	v := palaceView(p)
	switch {
	case p.View.Seat == engine.Spectator:
		return i18n.T(ctx, "table.watching")
	case v.Out[p.View.Seat] > 0:
		return i18n.T(ctx, "palace.prompt.out", "place", placeName(ctx, v.Out[p.View.Seat]))
	case v.Phase == palace.PhaseExchange && p.myTurn():
		return i18n.T(ctx, "palace.prompt.exchange")
	case v.Phase == palace.PhaseExchange:
		return i18n.T(ctx, "palace.prompt.ready")
	case v.Zone == palace.ZoneDown && p.myTurn():
		return i18n.T(ctx, "palace.prompt.flip")
	case v.Zone == palace.ZoneDown:
		return i18n.T(ctx, "palace.prompt.flip_later")
	case !p.myTurn():
		return i18n.T(ctx, "table.choose_ahead")
	case !p.mayPlay() && len(v.Pile) > 0:
		return i18n.T(ctx, "palace.prompt.take", "n", len(v.Pile))
	case !p.mayPlay():
		return i18n.T(ctx, "palace.prompt.pass")
	}
	return palaceFits(ctx, v.Pile, p.View.Options)
}

// palaceFits says which ranks may be played on a pile.
func palaceFits(ctx context.Context, pile []card.Card, o engine.Options) string {
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
	return i18n.T(ctx, key, "rank", pile[len(pile)-1].String()[:1]) // as it stands on the card
}

func placeName(ctx context.Context, place int) string {
	return i18n.T(ctx, "palace.place."+strconv.Itoa(place))
}

// mayPlay reports that the reader has a legal card.
func (p Props) mayPlay() bool {
	return slices.ContainsFunc(p.Legal, func(m engine.Move) bool { return m.Verb == "play" })
}

// fits reports that a card of this rank may be played, alone or with its equals.
func (p Props) fits(c card.Card) bool {
	return slices.ContainsFunc(p.Legal, func(m engine.Move) bool { return m.Verb == "play" && m.Card().Rank() == c.Rank() })
}

// takes is how the pile is taken: at some tables with a face-up card of choice.
func (p Props) takes() string {
	if slices.ContainsFunc(p.Legal, func(m engine.Move) bool { return m.Verb == "take" && m.Card() != card.Unknown }) {
		return "take *"
	}
	return "take"
}

// playing reports that the reader's choice can be played right now.
func (p Props) playing() bool { return p.myTurn() && palaceView(p).Phase == palace.PhasePlay }

// choosesUp reports that the reader's own face-up cards can be chosen: for an
// exchange, or because nothing else is left to play.
func (p Props) choosesUp() bool {
	v := palaceView(p)
	if v.Phase == palace.PhaseExchange {
		return p.myTurn()
	}
	return v.Zone == palace.ZoneUp && v.Out[p.View.Seat] == 0
}

// palaceCard is a card of the reader's that can be chosen.
func palaceCard(ctx context.Context, p Props, c card.Card, id string) part.ChoiceOptions {
	v := palaceView(p)
	o := part.ChoiceOptions{Label: part.Sentence(part.Spoken(ctx, c)), ID: id, Several: v.Phase != palace.PhaseExchange || !p.myTurn()}
	with := func(note string) { o.Label = i18n.T(ctx, "card.with", "card", o.Label, "note", i18n.T(ctx, note)) }
	switch {
	case v.Phase == palace.PhaseExchange:
	case c.Rank() == 2:
		with("card.resets")
	case c.Rank() == 10:
		with("card.burns")
	}
	if !p.playing() {
		return o
	}
	if o.Legal = p.fits(c); o.Legal {
		with("card.playable")
	} else {
		with("card.not_now")
	}
	return o
}

// palaceInHand is the same for a card of the hand.
func palaceInHand(ctx context.Context, p Props, b palaceBoard, i int) part.ChoiceOptions {
	o := palaceCard(ctx, p, b.hand[i], b.handID[i])
	o.Checked = b.chosen(p, i)
	return o
}

// chosen reports that a card stands in a form that was refused: of equal cards,
// as many as stand there.
func (b palaceBoard) chosen(p Props, i int) bool {
	c := b.hand[i]
	nth, times := 1, 0
	for _, other := range b.hand[:i] {
		if other == c {
			nth++
		}
	}
	for _, value := range p.Chosen {
		if value == c.String() {
			times++
		}
	}
	return nth <= times
}

// palaceUp is the same for a face-up card.
func palaceUp(ctx context.Context, p Props, c card.Card, id string) part.ChoiceOptions {
	o := palaceCard(ctx, p, c, id)
	o.Place, o.Value = "up", c.String()+" @up"
	if !o.Several {
		o.Field = "reverse" // one card of each: the two choices are groups of their own
	}
	o.Checked = p.chosen(o.Value)
	return o
}

// palaceMeta is what stands below a name.
func palaceMeta(ctx context.Context, p Props, s engine.Seat) []string {
	v := palaceView(p)
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
	if total := p.total(ctx, s); len(p.others()) == 1 && total != "" {
		return []string{word, total} // for more there is no room on a phone
	}
	return []string{word}
}

// palaceSeats is how the seats of the others stand: one takes the whole width.
func palaceSeats(p Props) string {
	if len(p.others()) > 1 {
		return "seats--many"
	}
	return ""
}

// palaceHandLabel says what the hand is for.
func palaceHandLabel(ctx context.Context, p Props) string {
	if palaceView(p).Phase == palace.PhaseExchange && p.myTurn() {
		return i18n.T(ctx, "palace.hand.swap")
	}
	return i18n.T(ctx, "palace.hand.play")
}

// palaceOwnLabel says what the reader's row is for.
func palaceOwnLabel(ctx context.Context, p Props) string {
	v := palaceView(p)
	switch {
	case !p.choosesUp():
		up, down := v.Up[p.View.Seat], v.Down[p.View.Seat]
		_, closed := laid(up, down)
		return i18n.T(ctx, "palace.own", "n", closed)
	case v.Phase == palace.PhaseExchange:
		return i18n.T(ctx, "palace.own.swap")
	}
	return i18n.T(ctx, "palace.own.play")
}

// palaceNoHand stands in the place of an empty hand.
func palaceNoHand(ctx context.Context, p Props) string {
	v := palaceView(p)
	switch {
	case v.Out[p.View.Seat] > 0:
		return i18n.T(ctx, "palace.no_hand.out")
	case v.Zone == palace.ZoneDown:
		return i18n.T(ctx, "palace.no_hand.down")
	}
	return i18n.T(ctx, "palace.no_hand.up")
}

// palaceTake is what taking the pile is called.
func palaceTake(ctx context.Context, p Props, v palace.View) string {
	switch {
	case len(v.Pile) == 0 && !p.mayPlay():
		return i18n.T(ctx, "palace.take.none")
	case p.takes() != "take":
		return i18n.T(ctx, "palace.take.up")
	}
	return i18n.T(ctx, "palace.take")
}

// needs marks a button that does nothing before a card is chosen.
func needs(is bool) templ.Attributes {
	if !is {
		return nil
	}
	return templ.Attributes{"data-needs": true}
}

// laid are the cards of a row: the open ones, and how many lie face down.
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

// rowLabel names the cards of a row.
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

// palaceBacks draws the hand of an only opponent.
func palaceBacks(p Props) func(engine.Seat) templ.Component {
	if len(p.others()) > 1 {
		return nil
	}
	return func(s engine.Seat) templ.Component { return part.Backs(min(palaceView(p).Counts[s], mostBacks)) }
}

// mostBacks are drawn for a hand, however long.
const mostBacks = 8

// blockSoon is from when on the table counts the plays until the round is
// blocked.
const blockSoon = 30

// A palaceBoard gives every card on show the name by which it moves. Equal cards
// of two packs get different ones, the reader's own first: those are chosen.
type palaceBoard struct {
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

func newPalaceBoard(p Props) palaceBoard {
	v := palaceView(p)
	b := palaceBoard{hand: p.sorted(v.Hand), upID: make([][palace.Places]string, len(v.Up))}
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

// lastPlayed are the cards that the last move burned the pile with, or else how
// many of the pile came with it.
func lastPlayed(p Props, pile []card.Card) (burned []card.Card, n int) {
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
func (b palaceBoard) isLast(i int) bool { return len(b.pile)-i <= b.last }
