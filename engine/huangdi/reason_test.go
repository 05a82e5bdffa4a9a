package huangdi_test

import (
	"testing"

	"carteado/engine/enginetest"
	"carteado/engine/huangdi"
)

func TestReasons(t *testing.T) {
	enginetest.Reasons(t, huangdi.Game{}, []enginetest.Reason{
		{Key: "stock", Position: "hand:0 1 4 9; stock:0 8 4; wall:1 1 2 3",
			Best: "build 4 @stock >wall:1", Other: "build 4 @hand >wall:1"},
		{Key: "fits", Position: "hand:0 1 4 9; stock:0 8 5; wall:1 1 2 3",
			Best: "build 4 @hand >wall:1", Other: "discard 9 >a"},
		{Key: "nearer", Position: "hand:0 1 4 9; stock:0 8 7; wall:1 1 2 3",
			Best: "build 4 @hand >wall:1", Other: "discard 9 >a"},
		{Key: "refill", Position: "hand:0 4; stock:0 8 2; wall:1 1 2 3",
			Best: "build 4 @hand >wall:1", Other: "discard 4 >a"},
		{Key: "spoils", Position: "hand:0 4 9; stock:0 8 2; stock:1 9 4; wall:1 1 2 3",
			Best: "build 4 @hand >wall:1", Other: "discard 9 >a"},
		{Key: "borrow", Position: "hand:0 1 9 9; a:1 4; stock:0 8 2; wall:1 1 2 3",
			Best: "build 4 @1:a >wall:1", Other: "discard 9 >a"},
		{Key: "turns", Position: "hand:0 6 9 R; stock:0 8 5; wall:1 1 2 3 4 5 6 7",
			Best: "reverse 6 @hand +@hand >wall:1", Other: "discard 9 >a"},
		{Key: "order", Position: "hand:0 8 9 9; a:0 9; stock:0 8 2",
			Best: "discard 8 >a", Other: "discard 9 >b"},
		{Key: "same", Position: "hand:0 8 8 9; a:0 9; stock:0 8 2",
			Best: "discard 9 >a", Other: "discard 8 >b"},
		{Key: "danger", Position: "hand:0 4 9 9; stock:0 8 2; stock:1 9 5; wall:1 1 2 3",
			Best: "discard 9 >a", Other: "build 4 @hand >wall:1"},
		{Key: "joker", Position: "hand:0 J 9 9; stock:0 8 2; wall:1 1 2 3",
			Best: "discard 9 >a", Other: "build J @hand >wall:1"},
	})
}
