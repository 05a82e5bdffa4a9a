package table

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"carteado/engine/card"
	"carteado/views/i18n"
	"carteado/views/part"
	"carteado/views/table"
)

// cardOf is the card of a choice as forms write it.
func cardOf(value string) card.Card {
	name, _, _ := strings.Cut(value, " ")
	c, _ := card.Parse(name) // the list is ours
	return c
}

// cards are those that may be chosen, with the one that the others show where it may be taken.
func (p PlansProps) cards() []string {
	if c, err := card.Parse(p.Shows); p.May.Takes && err == nil && c.IsFrench() {
		return append(slices.Clone(p.May.Cards), p.Shows)
	}
	return p.May.Cards
}

// cardLabel names a card and, away from the hand, where it lies.
func (p PlansProps) cardLabel(ctx context.Context, value string) string {
	label := part.Sentence(part.Spoken(ctx, cardOf(value)))
	if _, place, has := strings.Cut(value, "@"); has && place != "hand" {
		label += ", " + i18n.T(ctx, "plans.at."+place)
	}
	return label
}

// ranks are the choices of what the others may show: anything, or a card of a rank.
func (p PlansProps) ranks(ctx context.Context) []part.Choosable {
	list := []part.Choosable{{Label: i18n.T(ctx, "plans.any")}}
	for _, shows := range p.May.Shows {
		list = append(list, part.Choosable{Value: shows, Label: p.rankText(ctx, shows)})
	}
	return list
}

// suits are the suits of the card that the others may show.
func (p PlansProps) suits(ctx context.Context) []part.Choosable {
	list := []part.Choosable{{Label: i18n.T(ctx, "plans.suit.any")}}
	for _, suit := range []string{"clubs", "diamonds", "hearts", "spades"} {
		list = append(list, part.Choosable{Value: strings.ToUpper(suit[:1]), Label: i18n.T(ctx, "card.suit."+suit)})
	}
	return list
}

// parted is what the others may show, by rank and suit.
func (p PlansProps) parted() (rank, suit string) {
	if p.May.Suits && len(p.Shows) == 2 {
		return p.Shows[:1], p.Shows[1:]
	}
	return p.Shows, ""
}

// rankText names a rank of the French pack, or a card of another.
func (p PlansProps) rankText(ctx context.Context, shows string) string {
	if i := slices.Index(table.FrenchRanks(), shows); i >= 0 && p.May.Suits {
		return i18n.T(ctx, "plans.rank", "rank", i18n.T(ctx, "card.rank."+strconv.Itoa(i+1)))
	}
	c, _ := card.Parse(shows) // the list is ours
	return part.Spoken(ctx, c)
}

// condition says what the last move must show.
func (p PlansProps) condition(ctx context.Context, shows string) string {
	if shows == "" {
		return i18n.T(ctx, "plans.any")
	}
	return i18n.T(ctx, "plans.shows", "card", p.rankText(ctx, shows))
}
