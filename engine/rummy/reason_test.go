package rummy_test

import (
	"testing"

	"carteado/engine/enginetest"
	"carteado/engine/rummy"
)

func TestReasons(t *testing.T) {
	enginetest.Reasons(t, rummy.Game{}, []enginetest.Reason{
		{Key: "takes_fit", Position: "hand:0 2C 7D KS; meld:1 4H 5H 6H; discard 7H",
			Best: "draw @discard", Other: "draw @stock"},
		{Key: "takes", Position: "hand:0 2C 7D 7S KS; discard 7H",
			Best: "draw @discard", Other: "draw @stock"},
		{Key: "leaves", Position: "hand:0 2C 7D 7S; discard KH",
			Best: "draw @stock", Other: "draw @discard"},
		{Key: "meld", Position: "drawn KS; hand:0 7D 7S 7H 2C KS",
			Best: "meld 7D 7H 7S", Other: "discard KS"},
		{Key: "layoff", Position: "drawn KS; hand:0 7H 2C KS; meld:1 4H 5H 6H",
			Best: "layoff 7H >meld:1", Other: "discard KS"},
		{Key: "rummy", Position: "melds_per_turn=1_except_rummy; drawn KS; hand:0 7D 7S 7H 2C 3C 4C KS",
			Best: "rummy 7D 7H 7S | 2C 3C 4C ~ KS", Other: "discard KS"},
		{Key: "ends", Position: "drawn KS; hand:0 7D 7S 7H 2C KS; hand:1 x2",
			Best: "meld 7D 7H 7S", Other: "discard KS"},
		{Key: "gift", Position: "drawn KS; hand:0 7H 2C KS; meld:1 4H 5H 6H",
			Best: "discard KS", Other: "discard 7H"},
		{Key: "wanted", Position: "turn 1; hand:0 7H 2C; hand:1 9D KC 4C; discard 7S; stock KS",
			Before: "1 draw @discard; 1 discard KC; 0 draw @stock", Best: "discard KS", Other: "discard 7H"},
		{Key: "heavy", Position: "drawn KS; hand:0 7H 7S 2C KS",
			Best: "discard KS", Other: "discard 7H"},
	})
}
