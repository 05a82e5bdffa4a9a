package rummy_test

import (
	"strings"
	"testing"

	"carteado/engine/card"
	"carteado/engine/rummy"

	"pgregory.net/rapid"
)

func TestCompose(t *testing.T) {
	for _, row := range []struct{ pressed, chosen, want string }{
		{"meld *", "5H 5C 5D", "meld 5C 5D 5H"},
		{"meld *", "TS 8S JS 9S", "meld 8S 9S TS JS"},
		{"meld *", "KD AD QD", "meld QD KD AD"},
		{"meld *", "3D AD 2D", "meld AD 2D 3D"},
		{"meld *", "KD AD 2D", "meld AD 2D KD"}, // no run: it says so
		{"meld *", "AS AC AD", "meld AC AD AS"},
		{"meld *", "5H", "meld 5H"},
		{"discard *", "KD", "discard KD"},
		{"discard *", "KD 2C", "discard KD 2C"},
		{"layoff * >meld:2", "JS", "layoff JS >meld:2"},
		{"draw @stock", "", "draw @stock"},
		{"draw @stock", "KD", "draw @stock"},
		{"rummy 4C 4D 4H ~ KC", "4C 4D", "rummy 4C 4D 4H ~ KC"},
		{"meld *", "", ""},
		{"meld *", "5H 5H 5C", ""},
		{"meld *", "5H ?? 5C", ""},
		{"meld *", "5H 5C J", ""},
		{"meld *", "5H 5C @hand", ""},
		{"meld *", "5H 5C |", ""},
		{"discard *", "", ""},
		{"fly *", "5H up", ""},
	} {
		m, err := rummy.Game{}.Compose(row.pressed, strings.Fields(row.chosen))
		switch {
		case row.want == "" && err == nil:
			t.Errorf("%s with %s is %s", row.pressed, row.chosen, m)
		case row.want != "" && (err != nil || m.String() != row.want):
			t.Errorf("%s with %s is %s, %v; want %s", row.pressed, row.chosen, m, err, row.want)
		}
	}
}

// Cards chosen in any order make the legal meld of these cards, if there is one.
func TestComposeKnowsNoOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ace := rapid.SampledFrom([]string{"low", "low_or_high", "high"}).Draw(t, "ace")
		var near []card.Card
		for _, c := range card.French() {
			if r := c.Rank(); r <= 3 || r >= 11 {
				near = append(near, c)
			}
		}
		held := rapid.Permutation(near).Draw(t, "hand")[:10]
		r := at(t, "ace="+ace+"; drawn 7C; hand:0 7C "+card.Write(held))
		for _, m := range r.Legal(p1, nil) {
			if m.Verb != "meld" {
				continue
			}
			var chosen []string
			for _, w := range m.Words() {
				chosen = append(chosen, w.String())
			}
			shuffled := rapid.Permutation(chosen).Draw(t, "chosen")
			if composed, err := (rummy.Game{}).Compose("meld *", shuffled); err != nil || composed != m {
				t.Fatalf("%v is %s, %v; want %s", shuffled, composed, err, m)
			}
		}
	})
}
