package part

import (
	"context"
	"fmt"
	"html"
	"io"

	"github.com/a-h/templ"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/views/i18n"
)

// Rich writes the text of a key with its arguments marked up: a Person is
// strong, cards are drawn in the line, a component stands for itself.
func Rich(key string, pairs ...any) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		for piece := range i18n.Pieces(ctx, key, pairs...) {
			if err := richPiece(ctx, w, piece); err != nil {
				return fmt.Errorf("rich text %s: %w", key, err)
			}
		}
		return nil
	})
}

func richPiece(ctx context.Context, w io.Writer, piece i18n.Piece) error {
	if piece.Name == "" {
		_, err := io.WriteString(w, html.EscapeString(piece.Text))
		return err
	}
	switch value := piece.Value.(type) {
	case templ.Component:
		return value.Render(ctx, w)
	case Person:
		_, err := io.WriteString(w, "<strong>"+html.EscapeString(Addressed(ctx, value))+"</strong>")
		return err
	case card.Card:
		return Inline(Words([]card.Card{value})).Render(ctx, w)
	case []card.Card:
		return Inline(Words(value)).Render(ctx, w)
	case []engine.Word:
		return Inline(value).Render(ctx, w)
	}
	_, err := io.WriteString(w, html.EscapeString(fmt.Sprint(piece.Value)))
	return err
}

// Written is Rich for a text in which cards stand as in moves: {7H}, {KD}, {R}.
func Written(key string) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		var cards []any
		for piece := range i18n.Pieces(ctx, key) {
			if c, err := card.Parse(piece.Name); piece.Name != "" && err == nil {
				cards = append(cards, piece.Name, c)
			}
		}
		return Rich(key, cards...).Render(ctx, w)
	})
}

// Plain is the same text in words only, as a screen reader says it.
func Plain(ctx context.Context, key string, pairs ...any) string {
	said := make([]any, len(pairs))
	for i, value := range pairs {
		switch v := value.(type) {
		case Person:
			said[i] = Addressed(ctx, v)
		case card.Card:
			said[i] = Spoken(ctx, v)
		case []card.Card:
			said[i] = SpokenList(ctx, Words(v))
		case []engine.Word:
			said[i] = SpokenList(ctx, v)
		default:
			said[i] = value
		}
	}
	return i18n.T(ctx, key, said...)
}
