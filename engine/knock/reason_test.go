package knock_test

import (
	"testing"

	"carteado/engine/enginetest"
	"carteado/engine/knock"
)

func TestReasons(t *testing.T) {
	enginetest.Reasons(t, knock.Game{}, []enginetest.Reason{
		{Key: "knock", Position: "hand:0 4H 5H 6H 9C 9D 9S 2C KD",
			Best: "knock KD", Other: "discard KD"},
		{Key: "knock_zero", Position: "hand:0 4H 5H 6H 7H 9C 9D 9S KD",
			Best: "knock KD", Other: "discard KD"},
		{Key: "knock_run", Position: "hand:0 3S 4S 5S 6S 7S 8S 9S KD",
			Best: "knock KD", Other: "discard KD"},
		{Key: "knock_run_counts", Position: "hand:0 AD 4S 5S 6S 7S 8S 9S KD",
			Best: "knock KD", Other: "discard KD"},
		{Key: "wild", Position: "hand:0 5C 8H QS 2D TC 7S KH; discard AD",
			Best: "draw @discard", Other: "draw @stock"},
		{Key: "takes", Position: "hand:0 4H 5H 6H 9C 9D 2C QD; discard 9S",
			Best: "draw @discard", Other: "draw @stock"},
		{Key: "leaves", Position: "hand:0 4H 5H 6H 9C 9D 2C QD; discard KS",
			Best: "draw @stock", Other: "draw @discard"},
		{Key: "waits", Position: "hand:0 AD 4H 5H 6H 7H 8H 2S KD",
			Best: "discard KD", Other: "knock KD"},
		{Key: "wanted", Position: "turn 1; hand:0 AC 3D 5S 7H 9H JS KD; hand:1 2C 4C 6C 8D TC QH KC; discard JH; stock QC",
			Before: "1 draw @discard; 1 discard KC; 0 draw @stock", Best: "discard QC", Other: "discard JS"},
		{Key: "heavy", Position: "hand:0 4H 5H 6H 9C 9D 2S 8H KD",
			Best: "discard KD", Other: "discard 2S"},
		{Key: "ways", Position: "hand:0 4H 5H 6H 9C 9D 2S 8H KD",
			Best: "discard KD", Other: "discard 9D"},
	})
}
