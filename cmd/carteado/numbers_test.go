package main

import (
	"testing"

	"carteado/cmd/carteado/games"
	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/rating"
	"carteado/views/i18n"
)

// At each game it is known what bots of each level are worth.
func TestGamesHaveAnchors(t *testing.T) {
	t.Parallel()
	for _, game := range games.All() {
		key := game.Rules.Info().Key
		if rating.Anchor(key, bot.Novice) == rating.Anchor(key, bot.Club) {
			t.Errorf("%s: bots of all levels are worth the same", key)
		}
	}
}

// Whatever a game counts has its words, and each game counts something.
func TestFeaturesHaveWords(t *testing.T) {
	t.Parallel()
	for _, lang := range i18n.Languages() {
		ctx := i18n.With(t.Context(), lang)
		for _, game := range games.All() {
			features := engine.FeaturesOf(game.Rules)
			if len(features) == 0 {
				t.Errorf("%s counts nothing", game.Rules.Info().Key)
			}
			for _, f := range features {
				for part, asked := range map[string]bool{"times": f.Times, "season": f.Times, "mean": f.Mean,
					"best": f.Best != "", "record": f.Best != ""} {
					key := "feature." + game.Rules.Info().Key + "." + f.Name + "." + part
					if asked && i18n.T(ctx, key) == key {
						t.Errorf("%s: no words for %s", lang, key)
					}
				}
			}
		}
	}
}
