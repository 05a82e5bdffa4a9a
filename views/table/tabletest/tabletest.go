// Package tabletest renders boards for the tests of faces.
package tabletest

import (
	"regexp"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/views/i18n"
	"carteado/views/part"
	"carteado/views/table"
)

// People are Ana, who reads the page, and Bento.
func People() []part.Person {
	return []part.Person{{ID: 1, Name: "Ana", Me: true}, {ID: 2, Name: "Bento"}}
}

// Cards reads cards; none from an empty text.
func Cards(t *testing.T, text string) []card.Card {
	t.Helper()
	if text == "" {
		return nil
	}
	list, err := card.List(text)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// Moves reads moves.
func Moves(t *testing.T, texts ...string) (moves []engine.Move) {
	t.Helper()
	for _, text := range texts {
		m, err := engine.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, m)
	}
	return moves
}

// Fragment is what a poll of a table with this face is answered with, in English.
func Fragment(t *testing.T, face table.Face, p *table.Props) string {
	t.Helper()
	return render(t, table.Games{p.View.Game: {Face: face}}, table.Fragment(p))
}

// Shown is a part of a page in English.
func Shown(t *testing.T, c templ.Component) string {
	t.Helper()
	return render(t, nil, c)
}

func render(t *testing.T, games table.Games, c templ.Component) string {
	t.Helper()
	var b strings.Builder
	if err := c.Render(table.With(i18n.With(t.Context(), i18n.English), games), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Chosen counts the cards that are chosen on a page.
func Chosen(page string) int { return len(chosen.FindAllString(page, -1)) }

var chosen = regexp.MustCompile(`<input[^>]* name="(card|reverse)"[^>]* checked`)

// Expect looks for texts that a page must have, and for others that it must not.
func Expect(t *testing.T, page string, wanted, unwanted []string) {
	t.Helper()
	for _, w := range wanted {
		if !strings.Contains(page, w) {
			t.Errorf("no %s", w)
		}
	}
	for _, u := range unwanted {
		if strings.Contains(page, u) {
			t.Errorf("%s is there", u)
		}
	}
}
