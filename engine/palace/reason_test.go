package palace_test

import (
	"testing"

	"carteado/engine/enginetest"
	"carteado/engine/palace"
)

func TestReasons(t *testing.T) {
	enginetest.Reasons(t, palace.Game{}, []enginetest.Reason{
		{Key: "row", Position: "exchange; hand:0 TC 9D 3H; up:0 4S KS 5S",
			Best: "swap TC 4S", Other: "ready"},
		{Key: "row_ready", Position: "exchange; hand:0 3C 9D 3H; up:0 2S KS 9S",
			Best: "ready", Other: "swap 3C 2S"},
		{Key: "burns", Position: "discard 4C 5C 6C 7C; hand:0 TC 9D 3H",
			Best: "play TC", Other: "play 9D"},
		{Key: "blocks", Position: "rest burned; discard 5C; hand:0 6C 9C JC; hand:1; up:1 9D 8D 3D",
			Best: "play JC", Other: "play 6C"},
		{Key: "keeps", Position: "discard 5C; hand:0 2C 9D 9H",
			Best: "play 9D", Other: "play 2C"},
		{Key: "together", Position: "discard 5C; hand:0 7C 7D KC",
			Best: "play 7C 7D", Other: "play 7C"},
		{Key: "lowest", Position: "discard 5C; hand:0 7C 9D KC",
			Best: "play 7C", Other: "play KC"},
	})
}
