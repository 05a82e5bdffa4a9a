package table

import (
	"context"
	"io"
	"strings"

	"github.com/a-h/templ"

	"carteado/engine"
	"carteado/views/i18n"
	"carteado/views/part"
)

// Said writes what happened, with people and cards marked up.
func Said(game string, e engine.Event, seats []part.Person) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		key, pairs := sentence(ctx, game, e, seats)
		return part.Rich(key, pairs...).Render(ctx, w)
	})
}

// Told is the same in words only, one sentence per event.
func Told(ctx context.Context, game string, events []engine.Event, seats []part.Person) string {
	var told []string
	for _, e := range events {
		key, pairs := sentence(ctx, game, e, seats)
		told = append(told, part.Plain(ctx, key, pairs...)+".")
	}
	return strings.Join(told, " ")
}

// sentence finds the words for an event: those of its game before those of
// every match, and other words where a card is known to the reader alone or
// nobody is meant.
func sentence(ctx context.Context, game string, e engine.Event, seats []part.Person) (string, []any) {
	key := "event." + game + "." + e.Kind
	if !i18n.Has(ctx, key) {
		key = "event." + e.Kind
	}
	who := part.Person{}
	if e.Seat >= 0 && int(e.Seat) < len(seats) {
		who = seats[e.Seat]
	}
	cards := e.Cards
	switch {
	case len(e.Secret) > 0 && i18n.Has(ctx, key+".secret"):
		key, cards = key+".secret", part.Words(e.Secret)
	case e.Seat == engine.Spectator && i18n.Has(ctx, key+".nobody"):
		key += ".nobody"
	}
	return key, []any{"who", who, "cards", cards, "n", e.N}
}
