package main

import (
	"strconv"
	"strings"
	"testing"

	"carteado/cmd/carteado/games"
	"carteado/engine"
	"carteado/handlers"
	"carteado/views/i18n"
	"carteado/views/table"
)

// A game in the list has an emblem, and words for its name and its house rules in
// every language. A value that is a number needs no word.
func TestGamesAreComplete(t *testing.T) {
	seen, icons := map[string]bool{}, readFile(t, "static/icons.svg")
	for _, game := range games.All() {
		info := game.Rules.Info()
		if seen[info.Key] {
			t.Errorf("%s is there twice", info.Key)
		}
		seen[info.Key] = true
		if !strings.Contains(icons, `<symbol id="`+game.Emblem+`"`) {
			t.Errorf("%s has no emblem %q in static/icons.svg", info.Key, game.Emblem)
		}
		for _, lang := range i18n.Languages() {
			ctx := i18n.With(t.Context(), lang)
			needed := []string{"game." + info.Key, "game." + info.Key + ".about", "match.who." + info.Key,
				"rules." + info.Key + ".sections"}
			steps := engine.Steps(game.Rules)
			for i, step := range steps {
				text := table.LessonText(info.Key, step.Key)
				if needed = append(needed, text+".title", text+".aim"); i < len(steps)-1 {
					needed = append(needed, text+".help", text+".done")
				}
			}
			if reasoner, gives := game.Rules.(engine.Reasoner); gives {
				for _, reason := range reasoner.ReasonKeys() {
					needed = append(needed, "hints."+info.Key+"."+reason)
				}
			}
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
}

// A list in which a game has no face or is there twice is refused when the program
// starts, not in a page.
func TestIncompleteGamesAreRefused(t *testing.T) {
	good := games.All()
	bare := games.All()
	bare[1].Face = nil
	for name, c := range map[string]struct {
		list []table.Game
		want string
	}{
		"whole":       {good, ""},
		"no face":     {bare, "game " + bare[1].Rules.Info().Key + " has no face"},
		"there twice": {append(good, good[0]), "game " + good[0].Rules.Info().Key + " is there twice"},
	} {
		_, err := handlers.New(handlers.Config{Games: c.list, URL: "http://localhost"})
		if err == nil && c.want != "" || err != nil && err.Error() != c.want {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
