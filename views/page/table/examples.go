package table

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

// A demo is an example of the rules, played: the piles before, the moves, and the
// piles afterwards.
type demo struct {
	game, key     string
	before, after []heap
	events        []engine.Event
	tried         *engine.Move // the refused move; nil for none
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
	as    card.Card // the card for which a wild card stands, Unknown for itself
	back  bool
	moved bool
}

// maxShown is the number of cards drawn of a pile, from the top.
const maxShown = 6

// newDemo plays an example.
func newDemo(ctx context.Context, game string, e engine.Example) demo {
	d := demo{game: game, key: e.Key}
	round := engine.Clone(e.Start)
	seats := e.Seat
	for _, h := range round.Piles(nil) {
		seats = max(seats, h.Place.Seat())
	}
	for s := range seats + 1 {
		other := part.Person{Name: i18n.T(ctx, "rules.another")}
		if s == e.Seat {
			other = part.Person{Name: i18n.T(ctx, "you"), Me: true}
		}
		d.people = append(d.people, other)
	}
	before := piles(round, e.Show)
	for _, made := range e.Made {
		events, err := engine.Play(round, made.Seat, made.Move)
		var illegal *engine.Illegal
		if errors.As(err, &illegal) {
			d.tried, d.refusal = &made.Move, &table.Refusal{Kind: "illegal", Rule: illegal.Rule, Args: illegal.Args}
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
	laid := slices.ContainsFunc(after, func(h engine.Pile) bool {
		return h.Place.Kind == engine.Shown || h.Place.Kind == engine.Left
	})
	for _, h := range before {
		moved := d.going(h, after)
		if laid {
			moved = named(e.Made)
		}
		d.before = append(d.before, d.heap(ctx, e, h, moved, false))
	}
	for _, h := range after {
		if laid && h.Place.Kind == engine.Hand {
			continue // laid out as melds and what is left
		}
		moved := difference(h.Cards, cardsOf(before, h.Place))
		if laid {
			moved = nil
		}
		d.after = append(d.after, d.heap(ctx, e, h, moved, e.Points != nil))
	}
	return d
}

// named are the cards that moves begin with.
func named(made []engine.Made) []card.Card {
	var list []card.Card
	for _, m := range made {
		if c := m.Move.Card(); c != card.Unknown {
			list = append(list, c)
		}
	}
	return list
}

// piles are those of a round that are to be shown, in that order.
func piles(r engine.Round, show []engine.Place) []engine.Pile {
	var list []engine.Pile
	all := r.Piles(nil)
	for _, p := range show {
		if i := slices.IndexFunc(all, func(h engine.Pile) bool { return h.Place == p }); i >= 0 {
			list = append(list, engine.Pile{Place: p, Cards: slices.Clone(all[i].Cards), As: slices.Clone(all[i].As)})
		}
	}
	return list
}

func cardsOf(heaps []engine.Pile, p engine.Place) []card.Card {
	for _, h := range heaps {
		if h.Place == p {
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

// going are the cards that will leave a pile, or would have left it by the
// refused move.
func (d demo) going(h engine.Pile, after []engine.Pile) []card.Card {
	if d.tried != nil && after == nil {
		var meant []card.Card
		for _, w := range d.tried.Words() {
			if h.Place.Kind == engine.Hand || d.tried.From.Kind == h.Place.Kind {
				meant = append(meant, w.Card)
			}
		}
		return meant
	}
	return difference(h.Cards, cardsOf(after, h.Place))
}

// heap is how a pile is drawn, its moved cards marked from the top. The rules show
// all hands; other cards that nobody sees lie face down.
func (d demo) heap(ctx context.Context, e engine.Example, h engine.Pile, moved []card.Card, over bool) heap {
	drawn := heap{label: pileName(ctx, d.game, h.Place, e), total: len(h.Cards)}
	for i, c := range h.Cards {
		drawn.cards = append(drawn.cards, shown{card: c, back: h.Place.Kind != engine.Hand &&
			!h.Place.SeenBy(engine.Spectator, i, len(h.Cards), over)})
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
	most := maxShown
	switch h.Place.Kind {
	case engine.Hand, engine.Meld, engine.Shown, engine.Left, engine.Wall:
		most = len(h.Cards)
	case engine.Stock, engine.Draw:
		most = 3
	}
	drawn.more = max(len(h.Cards)-most, 0)
	drawn.cards = drawn.cards[drawn.more:]
	return drawn
}

// pileName is the name of a pile in its game, with its owner where there are
// others.
func pileName(ctx context.Context, game string, p engine.Place, e engine.Example) string {
	kind := engine.In(p.Kind).String()
	key := "pile." + kind
	if own := "pile." + game + "." + kind; i18n.Has(ctx, own) {
		key = own
	}
	name := i18n.T(ctx, key)
	same := slices.DeleteFunc(slices.Clone(e.Show), func(q engine.Place) bool {
		return q.Kind != p.Kind || q.Owner != p.Owner
	})
	if p.N > 0 && len(same) > 1 {
		name += " " + strconv.Itoa(int(p.N))
	}
	if p.Owner > 0 && p.Seat() != e.Seat {
		name = i18n.T(ctx, "rules.of_another", "pile", name)
	}
	return name
}

// attempt is the key of the words for the refused move.
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
