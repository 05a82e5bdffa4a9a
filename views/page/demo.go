package page

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/views/i18n"
	"carteado/views/part"
	"carteado/views/table"
)

// A demo is an example of the rules, played: what lay there before, what was
// done, and what came of it.
type demo struct {
	game, key     string
	before, after []heap
	events        []engine.Event
	tried         *engine.Move // what was refused, nil where nothing was
	refusal       *table.Refusal
	people        []part.Person
}

// A heap is a pile of a demo, as it is drawn.
type heap struct {
	label string
	cards []shown
	more  int // cards that are there and not drawn
	total int
}

// A shown card lies face up or down; it stands out where it comes or goes.
type shown struct {
	card  card.Card
	as    card.Card // what a wild card stands for, Unknown for itself
	back  bool
	moved bool
}

// mostShown is how many cards of a pile are drawn, the top ones.
const mostShown = 6

// newDemo plays an example.
func newDemo(ctx context.Context, game string, e engine.Example) demo {
	d := demo{game: game, key: e.Key}
	round := e.Start.Clone()
	seats := e.Seat
	for _, h := range round.Cards() {
		seats = max(seats, h.Pile.Seat())
	}
	for s := range seats + 1 {
		other := part.Person{Name: i18n.T(ctx, "rules.another")}
		if s == e.Seat {
			other = part.Person{Name: i18n.T(ctx, "you"), Me: true}
		}
		d.people = append(d.people, other)
	}
	before := piles(round, e.Show)
	for i, move := range e.Moves {
		seat := e.Seat
		if len(e.Seats) > 0 {
			seat = e.Seats[i]
		}
		events, err := round.Play(seat, move)
		var illegal *engine.Illegal
		if errors.As(err, &illegal) {
			d.tried, d.refusal = &move, &table.Refusal{Kind: "illegal", Rule: illegal.Rule, Args: illegal.Args}
			break
		}
		for _, event := range events {
			if seen, ok := event.For(e.Seat); ok {
				d.events = append(d.events, seen)
			}
		}
	}
	after := piles(round, e.Show)
	if d.tried != nil && len(d.events) == 0 {
		after = nil // nothing happened
	}
	laid := slices.ContainsFunc(after, func(h engine.Heap) bool { return h.Pile.Kind == engine.Shown || h.Pile.Kind == engine.Left })
	for _, h := range before {
		moved := d.going(h, after)
		if laid {
			moved = named(e.Moves)
		}
		d.before = append(d.before, d.heap(ctx, e, h, moved))
	}
	for _, h := range after {
		if laid && h.Pile.Kind == engine.Hand {
			continue // laid out as melds and what is left
		}
		moved := difference(h.Cards, cardsOf(before, h.Pile))
		if laid {
			moved = nil
		}
		d.after = append(d.after, d.heap(ctx, e, h, moved))
	}
	return d
}

// named are the cards that moves begin with.
func named(moves []engine.Move) []card.Card {
	var list []card.Card
	for _, m := range moves {
		if c := m.Card(); c != card.Unknown {
			list = append(list, c)
		}
	}
	return list
}

// piles are those of a round that are to be shown, in that order.
func piles(r engine.Round, show []engine.Pile) []engine.Heap {
	var list []engine.Heap
	all := r.Cards()
	for _, p := range show {
		if i := slices.IndexFunc(all, func(h engine.Heap) bool { return h.Pile == p }); i >= 0 {
			list = append(list, engine.Heap{Pile: p, Cards: slices.Clone(all[i].Cards), As: slices.Clone(all[i].As)})
		}
	}
	return list
}

func cardsOf(heaps []engine.Heap, p engine.Pile) []card.Card {
	for _, h := range heaps {
		if h.Pile == p {
			return h.Cards
		}
	}
	return nil
}

// difference are the cards of one list that another has not, equal ones counted.
func difference(list, without []card.Card) []card.Card {
	rest := slices.Clone(without)
	return slices.DeleteFunc(slices.Clone(list), func(c card.Card) bool {
		i := slices.Index(rest, c)
		if i >= 0 {
			rest = slices.Delete(rest, i, i+1)
		}
		return i >= 0
	})
}

// going are the cards of a pile that will leave it, or were meant to.
func (d demo) going(h engine.Heap, after []engine.Heap) []card.Card {
	if d.tried != nil && after == nil {
		var meant []card.Card
		for _, w := range d.tried.Words() {
			if h.Pile.Kind == engine.Hand || d.tried.From.Kind == h.Pile.Kind {
				meant = append(meant, w.Card)
			}
		}
		return meant
	}
	return difference(h.Cards, cardsOf(after, h.Pile))
}

// heap is how a pile is drawn, its moved cards marked from the top.
func (d demo) heap(ctx context.Context, e engine.Example, h engine.Heap, moved []card.Card) heap {
	drawn := heap{label: pileName(ctx, d.game, h.Pile, e), total: len(h.Cards)}
	for i, c := range h.Cards {
		drawn.cards = append(drawn.cards, shown{card: c, back: hidden(h.Pile, i == len(h.Cards)-1)})
		if h.As != nil {
			drawn.cards[i].as = h.As[i]
		}
	}
	for i := len(drawn.cards) - 1; i >= 0; i-- {
		if at := slices.Index(moved, drawn.cards[i].card); at >= 0 && !drawn.cards[i].back {
			drawn.cards[i].moved = true
			moved = slices.Delete(slices.Clone(moved), at, at+1)
		}
	}
	most := mostShown
	switch h.Pile.Kind {
	case engine.Hand, engine.Meld, engine.Shown, engine.Left, engine.Wall:
		most = len(h.Cards)
	case engine.Stock, engine.Draw:
		most = 3
	}
	drawn.more = max(len(h.Cards)-most, 0)
	drawn.cards = drawn.cards[drawn.more:]
	return drawn
}

// hidden reports that a card lies face down: the stock, but not the top of one's
// own in Huang Di, and what is dealt face down.
func hidden(p engine.Pile, top bool) bool {
	switch p.Kind {
	case engine.Down, engine.Draw:
		return true
	case engine.Stock:
		return p.Owner == 0 || !top
	}
	return false
}

// pileName is what a pile is called in its game: whose, where there are others.
func pileName(ctx context.Context, game string, p engine.Pile, e engine.Example) string {
	kind := engine.In(p.Kind).String()
	key := "pile." + kind
	if own := "pile." + game + "." + kind; i18n.Has(ctx, own) {
		key = own
	}
	name := i18n.T(ctx, key)
	same := slices.DeleteFunc(slices.Clone(e.Show), func(q engine.Pile) bool { return q.Kind != p.Kind || q.Owner != p.Owner })
	if p.N > 0 && len(same) > 1 {
		name += " " + strconv.Itoa(int(p.N))
	}
	if p.Owner > 0 && p.Seat() != e.Seat {
		name = i18n.T(ctx, "rules.of_another", "pile", name)
	}
	return name
}

// attempt is the key of the words for what was refused.
func (d demo) attempt(ctx context.Context) string {
	if own := "rules." + d.game + ".try." + d.tried.Verb; i18n.Has(ctx, own) {
		return own
	}
	return "rules.try." + d.tried.Verb
}

// words are the cards of what was refused.
func (d demo) words() []engine.Word {
	return slices.DeleteFunc(slices.Clone(d.tried.Words()), func(w engine.Word) bool { return w.Mark != 0 })
}

// spoken names the cards of a pile that are to be seen.
func (h heap) spoken(ctx context.Context) string {
	var open []engine.Word
	closed := h.more
	for _, s := range h.cards {
		if s.back {
			closed++
		} else {
			open = append(open, engine.Word{Card: s.card, As: s.as})
		}
	}
	text := part.SpokenList(ctx, open)
	switch {
	case h.total == 0:
		return i18n.T(ctx, "rules.pile.empty")
	case closed > 0 && text != "":
		return text + ", " + i18n.T(ctx, "rules.pile.more", "n", closed)
	case closed > 0:
		return i18n.T(ctx, "table.cards", "n", closed)
	}
	return text
}
