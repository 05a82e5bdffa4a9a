package part_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"carteado/engine/card"
	"carteado/views/i18n"
	"carteado/views/part"

	"github.com/a-h/templ"
)

// A kept drawing is drawn once for each thing and language, knows of the reader who is first nothing else,
// and is forgotten when there are many.
func TestKeptDrawingsTellNothingOfTheFirstReader(t *testing.T) {
	type secretKey struct{}
	drawn := 0
	kept := part.Cached(func(n int) templ.Component {
		return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
			drawn++
			_, err := fmt.Fprint(w, n, i18n.Lang(ctx), ctx.Value(secretKey{}))
			return err
		})
	})
	for range 2 {
		for _, lang := range i18n.Languages() {
			for n := range 3 {
				ctx := context.WithValue(i18n.With(t.Context(), lang), secretKey{}, "the reader's")
				if got, want := shown(t, ctx, kept(n)), fmt.Sprint(n, lang, nil); got != want {
					t.Errorf("%q, want %q", got, want)
				}
			}
		}
	}
	if drawn != 6 {
		t.Errorf("3 things in 2 languages were drawn %d times", drawn)
	}
	large, drawn := strings.Repeat("x", part.MaxKept/3), 0
	kept = part.Cached(func(int) templ.Component {
		drawn++
		return templ.Raw(large)
	})
	for n := range 4 {
		_ = shown(t, t.Context(), kept(n))
	}
	if _ = shown(t, t.Context(), kept(3)); drawn != 4 {
		t.Errorf("4 large things were drawn %d times", drawn)
	}
	if _ = shown(t, t.Context(), kept(0)); drawn != 5 {
		t.Error("more is kept than there is room for")
	}
}

// What makes a difference on a card or an avatar is a difference of what is kept.
func TestKeptDrawingsDifferAsTheirThingsDo(t *testing.T) {
	seen := map[string]string{}
	differs := func(ctx context.Context, what string, c templ.Component) {
		t.Helper()
		html := shown(t, ctx, c)
		if other, is := seen[html]; is {
			t.Errorf("%s is drawn as %s: %s", what, other, html)
		}
		seen[html] = what
	}
	seven, ace := card.New(7, card.Hearts), card.New(card.Ace, card.Diamonds)
	for name, o := range map[string]part.ChoiceOptions{
		"plain": {}, "labelled": {Label: "Seven"}, "one of several": {Several: true}, "of a field": {Field: "reverse"},
		"of a value": {Value: "7H@2"},
		"of a name":  {ID: "7H-2"}, "of a place": {Place: "hand"}, "checked": {Checked: true}, "legal": {Legal: true},
		"marked": {Marked: true},
		"wild":   {Wild: true}, "wild for an ace": {Wild: true, As: ace}, "new": {New: true}, "last": {Last: true},
	} {
		differs(english(t), name, part.Choice(seven, o))
		differs(part.Resting(english(t)), name+", at rest", part.Choice(seven, o))
	}
	differs(english(t), "another card", part.Choice(ace, part.ChoiceOptions{}))
	differs(english(t), "moving", part.Moving(seven, false))
	differs(english(t), "moved last", part.Moving(seven, true))
	differs(english(t), "moving elsewhere", part.MovingAs("7H-2", seven, false))
	differs(english(t), "an ace moving so", part.MovingAs("7H-2", ace, false))
	for name, p := range map[string]part.Person{
		"Ana": {ID: 1, Name: "Ana"}, "Bento": {ID: 1, Name: "Bento"}, "Ana in another colour": {ID: 2, Name: "Ana"},
		"Ana online":        {ID: 1, Name: "Ana", Online: true},
		"Ana with a face":   {ID: 1, Name: "Ana", Face: part.Face{Emblem: "sun", Colour: 1}},
		"with another":      {ID: 1, Name: "Ana", Face: part.Face{Emblem: "moon", Colour: 1}},
		"in another colour": {ID: 1, Name: "Ana", Face: part.Face{Emblem: "sun", Colour: 2}}, "a bot": {Bot: "easy"},
		"the second bot": {Bot: "easy", Number: 2}, "nobody": {},
	} {
		differs(english(t), name, part.Avatar(p, ""))
		differs(english(t), name+", small", part.Avatar(p, "s"))
	}
}
