package main

import (
	"strconv"
	"testing"

	"carteado/views/i18n"
	"carteado/views/table"
)

// A game in the list has a face, and words for its name and its house rules in
// every language. A value that is a number needs no word.
func TestGamesAreComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, game := range games() {
		info := game.Info()
		if seen[info.Key] {
			t.Errorf("%s is there twice", info.Key)
		}
		seen[info.Key] = true
		if !hasFace(info.Key) {
			t.Errorf("%s has no face", info.Key)
		}
		for _, lang := range i18n.Languages() {
			ctx := i18n.With(t.Context(), lang)
			needed := []string{"game." + info.Key}
			for _, option := range info.Options {
				key := "option." + info.Key + "." + option.Key
				needed = append(needed, key, key+".about")
				for _, value := range option.Values {
					if _, err := strconv.Atoi(value); err != nil && value != "on" && value != "off" {
						needed = append(needed, key+"."+value)
					}
				}
			}
			for _, key := range needed {
				if !i18n.Has(ctx, key) {
					t.Errorf("%s: no words for %s", lang, key)
				}
			}
		}
	}
	if len(seen) == 0 {
		t.Error("a club without games")
	}
	if hasFace("tarot") {
		t.Error("every name has a face: this test sees nothing")
	}
}

func hasFace(game string) (has bool) {
	defer func() { has = recover() == nil }()
	table.Open(game, nil, nil)
	return true
}
