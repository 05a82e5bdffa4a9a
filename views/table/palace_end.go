package table

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/palace"
	"carteado/views/i18n"
	"carteado/views/part"
)

// palaceHow tells how a round ended.
func palaceHow(ctx context.Context, view any, seats []part.Person) (title, text string) {
	end := view.(palace.View).End
	if end == nil {
		return i18n.T(ctx, "how.palace.void"), i18n.T(ctx, "how.palace.void.text")
	}
	key := "how.palace." + end.How
	if end.Winner == engine.Spectator {
		key = "how.palace.void"
		if end.How == "blocked" {
			key = "how.palace.blocked.tie"
		}
		return i18n.T(ctx, key), i18n.T(ctx, key+".text")
	}
	title = i18n.T(ctx, key, "who", part.Addressed(ctx, seats[end.Winner]))
	return title, i18n.T(ctx, key+".text", "left", leftOver(ctx, end, seats))
}

// leftOver lists what the others still held: Bento 5, Célia 2.
func leftOver(ctx context.Context, end *palace.End, seats []part.Person) string {
	var words []string
	for _, seat := range byPlace(end) {
		if end.Left[seat] > 0 {
			words = append(words, i18n.T(ctx, "how.palace.left", "who", part.Called(ctx, seats[seat]), "n", end.Left[seat]))
		}
	}
	return strings.Join(words, ", ")
}

// byPlace are the seats in the order in which they ended: by place, or by the
// cards they still held.
func byPlace(end *palace.End) []engine.Seat {
	list := make([]engine.Seat, len(end.Left))
	for seat := range list {
		list[seat] = engine.Seat(seat)
	}
	slices.SortStableFunc(list, func(a, b engine.Seat) int {
		return cmp.Or(placeOf(end, a)-placeOf(end, b), end.Left[a]-end.Left[b])
	})
	return list
}

// placeOf is a seat's place, 0 where the round had only a winner.
func placeOf(end *palace.End, s engine.Seat) int {
	if int(s) >= len(end.Places) {
		return 0
	}
	return end.Places[s]
}

// inRow are the cards of a row that are there.
func inRow(row [palace.Places]card.Card) []card.Card {
	return slices.DeleteFunc(slices.Clone(row[:]), func(c card.Card) bool { return c == card.Unknown })
}

// palaceEndSign is what a seat has come to: its place, or that it won.
func palaceEndSign(ctx context.Context, end *palace.End, seat engine.Seat) sign {
	tone := ""
	if seat == end.Winner {
		tone = "tag--good"
	}
	if place := placeOf(end, seat); place > 0 {
		return sign{placeName(ctx, place), tone}
	}
	return signIf(tone, seat == end.Winner, i18n.T(ctx, "palace.won"))
}

// palaceSign is how a seat stands in a replay: to move, or out already.
func palaceSign(ctx context.Context, v palace.View, seat engine.Seat) sign {
	if v.Turn == seat {
		return turnSign(ctx, true)
	}
	if v.Out[seat] > 0 {
		return sign{word: placeName(ctx, v.Out[seat])}
	}
	return sign{}
}
