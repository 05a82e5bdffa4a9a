package palace_test

import (
	"slices"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/enginetest"
	"carteado/engine/palace"
)

// choice is the legal move that is rated highest.
func choice(r engine.Round, s engine.Seat) string {
	legal := r.Legal(s, nil)
	rates := palace.Game{}.Rate(look(r, s), legal)
	return legal[slices.Index(rates, slices.Max(rates))].String()
}

// §8: what the bot does in positions where there is little doubt.
func TestRate(t *testing.T) {
	for _, row := range []struct {
		name, want, at string
	}{
		{"high cards go to the row", "swap TC 4S", "exchange; hand:0 TC 9D 3H; up:0 4S KS 5S"},
		{"and then it is ready", "ready", "exchange; hand:0 3C 9D 3H; up:0 2S KS 9S"},
		{"the lowest that goes", "play 7C", "discard 5C; hand:0 4C 7C 9D KC"},
		{"all of a low rank", "play 7C 7D", "discard 5C; hand:0 7C 7D KC"},
		{"one of a high rank", "play KC", "discard JC; hand:0 KC KD 3C"},
		{"twos and tens are kept", "play AC", "discard 5C; hand:0 2C TC AC"},
		{"a two on a small pile", "play 2C", "discard AS; hand:0 2C TC 3C"},
		{"a ten on a big one", "play TC", "discard 4C 5C 6C 7C 8C 9C JC AS; hand:0 2C TC 3C"},
		{"four that burn", "play 8C 8D 8H 8S", "discard 5C; hand:0 7C 8C 8D 8H 8S"},
		{"the last card wins", "play 2C", "rest burned; discard 5C; hand:0 2C; up:0; down:0"},
		{"what the next row cannot follow", "play JC",
			"rest burned; discard 5C; hand:0 6C 9C JC; hand:1; up:1 9D 8D 3D"},
		{"high before a blind card", "play KC", "rest burned; discard 5C; hand:0 6C 9C KC; hand:1; up:1"},
		{"the lowest card of the row goes with the pile", "take 4S",
			"take_with_faceup=on; rest burned; discard KC; hand:0; up:0 9C 4S JC"},
		{"twos go before a last card that they may not be", "play 2C",
			"no_finish_on_special=on; rest burned; discard 5C; hand:0 2C 9C; up:0; down:0"},
		{"no pile without need", "play AC", "voluntary_take=on; discard 5C; hand:0 AC AD AH"},
		{"a pair in the row where it goes together", "swap QC 8S",
			"faceup_multi=on; exchange; hand:0 QC 3D 3H; up:0 8S QS 2S"},
	} {
		equal(t, row.name, choice(at(t, row.at), p1), row.want)
	}
	t.Run("what is not asked of it is nothing", func(t *testing.T) {
		equal(t, "another view", (palace.Game{}).Rate(card.Unknown, []engine.Move{enginetest.Move(t, "take")}),
			[]int{0})
		equal(t, "a spectator's", (palace.Game{}).Rate(look(at(t, ""), engine.Spectator),
			[]engine.Move{enginetest.Move(t, "take")}), []int{0})
		equal(t, "another move", (palace.Game{}).Rate(look(at(t, ""), p1), []engine.Move{enginetest.Move(t, "next")}),
			[]int{0})
	})
}
