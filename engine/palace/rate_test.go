package palace_test

import (
	"slices"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
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
		name, want string
		at         position
	}{
		{"high cards go to the row", "swap TC 4S", position{Exchange: true, Hands: texts{"TC 9D 3H"}, Up: texts{"4S KS 5S"}}},
		{"and then it is ready", "ready", position{Exchange: true, Hands: texts{"3C 9D 3H"}, Up: texts{"2S KS 9S"}}},
		{"the lowest that goes", "play 7C", position{Discard: "5C", Hands: texts{"4C 7C 9D KC"}}},
		{"all of a low rank", "play 7C 7D", position{Discard: "5C", Hands: texts{"7C 7D KC"}}},
		{"one of a high rank", "play KC", position{Discard: "JC", Hands: texts{"KC KD 3C"}}},
		{"twos and tens are kept", "play AC", position{Discard: "5C", Hands: texts{"2C TC AC"}}},
		{"a two on a small pile", "play 2C", position{Discard: "AS", Hands: texts{"2C TC 3C"}}},
		{"a ten on a big one", "play TC", position{Discard: "4C 5C 6C 7C 8C 9C JC AS", Hands: texts{"2C TC 3C"}}},
		{"four that burn", "play 8C 8D 8H 8S", position{Discard: "5C", Hands: texts{"7C 8C 8D 8H 8S"}}},
		{"the last card wins", "play 2C", position{Spent: true, Discard: "5C", Hands: texts{"2C"}, Up: noRow, Down: noRow}},
		{"what the next row cannot follow", "play JC", position{Spent: true, Discard: "5C", Hands: texts{"6C 9C JC", "-"}, Up: texts{"", "9D 8D 3D"}}},
		{"high before a blind card", "play KC", position{Spent: true, Discard: "5C", Hands: texts{"6C 9C KC", "-"}, Up: texts{"", "-"}}},
		{"the lowest card of the row goes with the pile", "take 4S", position{Spent: true, Discard: "KC", Hands: atUp, Up: texts{"9C 4S JC"}, Options: on("take_with_faceup")}},
		{"twos go before a last card that they may not be", "play 2C", position{Spent: true, Discard: "5C", Hands: texts{"2C 9C"}, Up: noRow, Down: noRow, Options: on("no_finish_on_special")}},
		{"no pile without need", "play AC", position{Discard: "5C", Hands: texts{"AC AD AH"}, Options: on("voluntary_take")}},
		{"a pair in the row where it goes together", "swap QC 8S", position{Exchange: true, Hands: texts{"QC 3D 3H"}, Up: texts{"8S QS 2S"}, Options: on("faceup_multi")}},
	} {
		equal(t, row.name, choice(row.at.round(t), p1), row.want)
	}
	t.Run("what is not asked of it is nothing", func(t *testing.T) {
		equal(t, "another view", (palace.Game{}).Rate(card.Unknown, moves(t, "take")), []int{0})
		equal(t, "a spectator's", (palace.Game{}).Rate(look(position{}.round(t), engine.Spectator), moves(t, "take")), []int{0})
		equal(t, "another move", (palace.Game{}).Rate(look(position{}.round(t), p1), moves(t, "next")), []int{0})
	})
}
