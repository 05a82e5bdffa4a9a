// Package knock is the face of Knock: how a table, a finished round and a replay
// of it look.
package knock

import (
	"context"
	"slices"
	"strconv"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/knock"
	"carteado/views/i18n"
	"carteado/views/part"
	"carteado/views/table"
)

// Face is the face of Knock. It implements table.Face.
type Face struct{}

var wildAce = card.New(card.Ace, card.Diamonds)

func viewOf(p *table.Props) knock.View { return p.View.Round.(knock.View) }

// stockOf is the whole stock.
func stockOf(ctx context.Context, v knock.View, may bool) table.Stock {
	key := "knock.stock.label"
	if may {
		key = "knock.draw_stock.label"
	}
	return table.Stock{N: v.Stock, Name: i18n.T(ctx, "knock.stock"), Label: i18n.T(ctx, key, "n", v.Stock),
		Do: i18n.T(ctx, "knock.draw")}
}

// ownStock is what the reader draws from.
func ownStock(ctx context.Context, p *table.Props) table.Stock {
	may := p.May("draw @stock")
	return stockOf(ctx, viewOf(p), may).Own(ctx, viewOf(p), p.View.Seat, p.Seats, may)
}

func (Face) Prompt(ctx context.Context, p *table.Props) string {
	v := viewOf(p)
	switch {
	case p.View.Seat == engine.Spectator:
		return i18n.T(ctx, "table.watching")
	case !p.MyTurn():
		return i18n.T(ctx, "table.choose_ahead")
	case v.Phase == knock.PhaseDraw:
		return i18n.T(ctx, "knock.prompt.draw")
	case len(v.Knocks) > 0:
		return i18n.T(ctx, "knock.prompt.knock")
	}
	return i18n.T(ctx, "knock.prompt.discard")
}

// deciding reports that the reader has drawn and must discard or knock.
func deciding(p *table.Props) bool { return p.MyTurn() && viewOf(p).Phase == knock.PhaseDecide }

func mayKnock(p *table.Props, c card.Card) bool { return slices.Contains(viewOf(p).Knocks, c) }

func mayDiscard(p *table.Props, c card.Card) bool {
	return slices.ContainsFunc(p.Legal, func(m engine.Move) bool { return m.Verb == "discard" && m.Card() == c })
}

// cardLabel names a card of the hand and says what can be done with it.
func cardLabel(ctx context.Context, p *table.Props, w engine.Word) string {
	name := part.Sentence(part.SpokenWord(ctx, w))
	if w.Card == wildAce && w.As == card.Unknown {
		name = i18n.T(ctx, "card.with", "card", name, "note", i18n.T(ctx, "card.wild"))
	}
	if !deciding(p) {
		return name
	}
	note := "card.not_now"
	switch {
	case mayKnock(p, w.Card):
		note = "card.may_knock"
	case mayDiscard(p, w.Card):
		note = "card.playable"
	}
	return i18n.T(ctx, "card.with", "card", name, "note", i18n.T(ctx, note))
}

func standsFor(w engine.Word) card.Card {
	if w.As != card.Unknown {
		return w.As
	}
	return w.Card
}

// kindOf is run or set.
func kindOf(meld []engine.Word) string {
	if len(meld) > 1 && standsFor(meld[0]).Rank() == standsFor(meld[1]).Rank() {
		return "set"
	}
	return "run"
}

// meldName is the kind of a combination, with or without the wild card.
func meldName(ctx context.Context, meld []engine.Word) string {
	kind := kindOf(meld)
	if slices.ContainsFunc(meld, func(w engine.Word) bool { return w.Card == wildAce }) {
		kind += "_wild"
	}
	return i18n.T(ctx, "knock."+kind)
}

// longestFirst orders combinations so that the groups of any hand fit in two
// rows of a small phone.
func longestFirst(melds [][]engine.Word) [][]engine.Word {
	return slices.SortedStableFunc(slices.Values(melds), func(a, b []engine.Word) int { return len(b) - len(a) })
}

// A lot is cards of the hand that lie side by side: of one combination, or
// deadwood.
type lot struct {
	meld  []engine.Word // the whole combination; nil for deadwood
	cards []engine.Word
}

func (l lot) name(ctx context.Context) string {
	if l.meld == nil {
		return i18n.T(ctx, "knock.deadwood")
	}
	return meldName(ctx, l.meld)
}

func (l lot) label(ctx context.Context) string {
	if l.meld == nil {
		return i18n.T(ctx, "knock.deadwood")
	}
	return i18n.T(ctx, "knock."+kindOf(l.meld))
}

func (l lot) look() string {
	if l.meld == nil {
		return "group group--wood"
	}
	return "group"
}

// grouped is the hand by its best combinations. In an order of the reader's own a
// combination stays in one only where its cards lie together.
func grouped(p *table.Props) []lot {
	v := viewOf(p)
	var lots []lot
	for _, meld := range longestFirst(v.Melds) {
		lots = append(lots, lot{meld, meld})
	}
	if len(v.Rest) > 0 {
		lots = append(lots, lot{nil, part.Words(v.Rest)})
	}
	if p.Order == nil {
		return lots
	}
	var own []lot
	from := -1 // the lot of the card before
	for _, c := range p.Sorted(v.Hand) {
		same := func(w engine.Word) bool { return w.Card == c }
		i := slices.IndexFunc(lots, func(l lot) bool { return slices.ContainsFunc(l.cards, same) })
		if i < 0 {
			continue
		}
		if i != from {
			own, from = append(own, lot{meld: lots[i].meld}), i
		}
		last := &own[len(own)-1]
		last.cards = append(last.cards, lots[i].cards[slices.IndexFunc(lots[i].cards, same)])
	}
	return own
}

// Hand implements table.Handed.
func (Face) Hand(p *table.Props) (hand []card.Card) {
	for _, l := range grouped(p) {
		for _, w := range l.cards {
			hand = append(hand, w.Card)
		}
	}
	return hand
}

// choices are the ways to knock, by the card, where a card leaves a choice.
func choices(v knock.View) (list [][]engine.Move) {
	for _, c := range v.Knocks {
		if moves := v.Arrangements(c); len(moves) > 1 {
			list = append(list, moves)
		}
	}
	return list
}

// justDiscarded reports that the last move put a card on the discard pile.
func justDiscarded(p *table.Props) bool {
	return len(p.Log) > 0 && len(p.Log[0].Events) > 0 && p.Log[0].Events[0].Kind == "discarded"
}

// woodScale is the upper end of the deadwood meter. Hands far from knocking need not
// differ.
const woodScale = 40

func woodLevel(v knock.View) string { return strconv.Itoa(min(v.Deadwood, woodScale)) }

func (Face) How(ctx context.Context, view any, seats []part.Person) (title, text string) {
	end := view.(knock.View).End
	if end == nil || end.Knocker == engine.Nobody {
		return i18n.T(ctx, "how.knock.void"), i18n.T(ctx, "how.knock.void.text")
	}
	knocker, other := seats[end.Knocker], seats[1-end.Knocker]
	key := "how.knock." + end.How
	title = i18n.T(ctx, key, "who", part.Addressed(ctx, knocker), "n", end.Hands[end.Knocker].LeftValue)
	text = i18n.T(ctx, key+".text", "other", part.Called(ctx, other), "n", end.Hands[1-end.Knocker].LeftValue)
	return title, text
}

// pointsOf explains a hand's points: what counts, and the rule behind a bonus.
func pointsOf(ctx context.Context, end *knock.End, seat int) string {
	hand := end.Hands[seat]
	knocker := engine.Seat(seat) == end.Knocker
	switch {
	case end.Knocker == engine.Nobody:
		return i18n.T(ctx, "knock.points.void")
	case end.How == "run_of_seven":
		return i18n.T(ctx, "knock.points.spot")
	case knocker && hand.Bonus != 0 && end.How == "run_of_seven_joker":
		return i18n.T(ctx, "knock.points.run_of_seven_joker", "bonus", i18n.Signed(hand.Bonus))
	case knocker && end.How == "run_of_seven_counted":
		return i18n.T(ctx, "knock.points.run_of_seven_counted", "bonus", i18n.Signed(hand.Bonus))
	case knocker && hand.Bonus < 0:
		return i18n.T(ctx, "knock.points.knock_zero", "bonus", i18n.Signed(hand.Bonus))
	case knocker && hand.Bonus > 0:
		return i18n.T(ctx, "knock.points.undercut", "n", table.Sum(hand.Values, hand.LeftValue), "bonus",
			i18n.Signed(hand.Bonus))
	case hand.Bonus != 0:
		return i18n.T(ctx, "knock.points.defender", "bonus", i18n.Signed(hand.Bonus))
	case len(hand.Left) == 0:
		return i18n.T(ctx, "knock.points.none")
	}
	return i18n.T(ctx, "knock.points.left", "n", table.Sum(hand.Values, hand.LeftValue))
}

// grown is a combination of a seat with the cards that the other seat has laid off on
// it, each at its end of a run, and these cards alone.
func grown(end *knock.End, seat, meld int) (whole, came []engine.Word) {
	whole = slices.Clone(end.Hands[seat].Melds[meld])
	if engine.Seat(seat) != end.Knocker {
		return whole, nil
	}
	for _, laid := range end.Hands[1-seat].LaidOff {
		if laid.Meld != meld {
			continue
		}
		came = append(came, laid.Card)
		at := len(whole)
		if standsFor(laid.Card).Rank() < standsFor(whole[0]).Rank() {
			at = 0
		}
		whole = slices.Insert(whole, at, laid.Card)
	}
	return whole, came
}

func laidOn(hand knock.Shown) []engine.Word {
	words := make([]engine.Word, len(hand.LaidOff))
	for i, l := range hand.LaidOff {
		words[i] = l.Card
	}
	return words
}

// Plan implements table.Planned.
func (Face) Plan(p *table.Props) table.Planning {
	return table.Planning{
		Moves: []string{"draw @stock", "draw @discard", "discard *", "knock *"},
		Cards: table.Names(Face{}.Hand(p)), Shows: table.FrenchRanks(), Suits: true, Takes: true,
	}
}
