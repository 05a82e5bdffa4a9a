package huangdi_test

import (
	"fmt"
	"slices"
	"testing"

	"carteado/engine"
	"carteado/engine/enginetest"
	"carteado/engine/huangdi"
)

// choice is the move that is rated highest, the first of equals.
func choice(t *testing.T, r engine.Round) string {
	t.Helper()
	s := r.ToMove()[0]
	moves := r.Legal(s, nil)
	rates := huangdi.Game{}.Rate(r.View(s), moves)
	return moves[slices.Index(rates, slices.Max(rates))].String()
}

// line is what a bot does until its turn is over.
func line(t *testing.T, r engine.Round) (moves []string) {
	t.Helper()
	for s := r.ToMove()[0]; len(r.ToMove()) > 0 && r.ToMove()[0] == s; {
		next := choice(t, r)
		moves = append(moves, next)
		enginetest.Play(t, r, s, next)
	}
	return moves
}

func TestJudgement(t *testing.T) {
	for _, c := range []struct {
		name  string
		given string
		want  string
	}{
		{"the stock card first", "hand:0 1 4 9; stock:0 8 4; wall:1 1 2 3", "build 4 @stock >wall:1"},
		{"a way to the stock card", "hand:0 1 4 9; stock:0 8 5; wall:1 1 2 3", "build 4 @hand >wall:1"},
		{"a pile before the hand", "hand:0 1 4 9; a:0 4; stock:0 8 5; wall:1 1 2 3", "build 4 @a >wall:1"},
		{"an opponent's card before the own", "hand:0 1 4 9; a:1 4; stock:0 8 5; wall:1 1 2 3", "build 4 @1:a >wall:1"},
		{"a number before a joker", "hand:0 4 9 J; stock:0 8 5; wall:1 1 2 3", "build 4 @hand >wall:1"},
		{"a joker for the stock card", "hand:0 7 9 J; stock:0 8 5; wall:1 1 2 3", "build J @hand >wall:1"},
		{"the cheaper wall", "hand:0 3 9 J; stock:0 8 5; wall:1 1 2 3; wall:2 1 2", "build J @hand >wall:1"},
		{"a reverse card for the stock card", "hand:0 2 9 R; stock:0 8 6; wall:1 1 2 3 4 5 6 7",
			"reverse 6 @stock +@hand >wall:1"},
		{"back for the stock card", "hand:0 6 9 R; stock:0 8 5; wall:1 1 2 3 4 5 6 7",
			"reverse 6 @hand +@hand >wall:1"},
		{"a companion for the stock card", "hand:0 6 9 R; stock:0 8 R; wall:1 1 2 3 4 5 6 7",
			"reverse 6 @hand +@stock >wall:1"},
		{"a pile uncovered on another wall", "hand:0 9 9; stock:0 8 5; a:0 4 2; wall:1 1 2 3; wall:2 1",
			"build 2 @a >wall:2"},
		{"the hand emptied", "hand:0 2 7; stock:0 8 10; wall:1 1; wall:2 1 2 3 4 5 6", "build 2 @hand >wall:1"},
		{"no joker for nothing", "hand:0 9 9 9 J J; stock:0 8 7; wall:1 1", "discard 9 >a"},
		{"no way opened for the next player", "hand:0 4 9 9 9 R; stock:0 8 10; stock:1 5; wall:1 1 2 3",
			"discard 9 >a"},
		{"the next player's way closed", "hand:0 5 9 9 9 R; stock:0 8 10; stock:1 5; wall:1 1 2 3 4",
			"build 5 @hand >wall:1"},
		{"equal on equal", "hand:0 3 6 9 9 R; stock:0 8 8; a:0 4; b:0 9; wall:1 1", "discard 9 >b"},
		{"one lower on one higher", "hand:0 4 8 R; stock:0 8 10; a:0 3; b:0 9; wall:1 1", "discard 8 >b"},
		{"never a joker", "hand:0 J R; stock:0 8 8; wall:1 1; wall:2 1; wall:3 1", "discard R >a"},
	} {
		equal(t, c.name, choice(t, at(t, c.given)), c.want)
	}
}

// A line that was begun is followed to its end.
func TestLinesAreFollowed(t *testing.T) {
	r := at(t, "hand:0 4 6 9 9 J; stock:0 10 8; stock:1 3; a:0 10 10 5; a:1 7; wall:1 1 2 3")
	moves := line(t, r)
	want := []string{"build 4 @hand >wall:1", "build 5 @a >wall:1", "build 6 @hand >wall:1", "build 7 @1:a >wall:1",
		"build 8 @stock >wall:1"}
	equal(t, "the turn", fmt.Sprint(moves[:len(want)]), fmt.Sprint(want))
	// And on: the new stock card is a way, too.
	equal(t, "the turn", fmt.Sprint(moves[len(want):]), "[build 9 @hand >wall:1 build 10 @stock >wall:1]")
	r.Run("result.Winner = 0")
}

// House rules bind the bot's plans.
func TestJudgementUnderHouseRules(t *testing.T) {
	for _, c := range []struct {
		name  string
		given string
		want  string
	}{
		{"no borrowing", "borrow=none; hand:0 9 J; a:1 4; stock:0 8 5; wall:1 1 2 3", "build J @hand >wall:1"},
		{"no joker on a joker", "joker_run=1; hand:0 9 9 J; stock:0 8 5; wall:1 1 2 J=3; wall:2 1", "discard 9 >a"},
		{"no joker as 1", "joker_starts_wall=off; hand:0 9 9 J; stock:0 8 2", "discard 9 >a"},
		{"no short reversal", "short_reverse=off; hand:0 9 9 R; stock:0 8 1; wall:1 1 2; wall:2 1 2; wall:3 1 2",
			"discard 9 >a"},
		{"both cards of one opponent", "borrow=unlimited; hand:0 9 9; a:1 R; b:1 7; stock:0 8 6; wall:1 1 2 3 " +
			"4 5 6 7 8", "reverse 7 @1:b +@1:a >wall:1"},
	} {
		equal(t, c.name, choice(t, at(t, c.given)), c.want)
	}
}

// A bot judges nothing without a view, or when it is not the seat's turn.
func TestNothingToJudge(t *testing.T) {
	r := at(t, "hand:0 1 9")
	moves := r.Legal(p1, nil)
	for _, view := range []any{nil, "a view", look(r, p2), look(r, engine.Spectator)} {
		equal(t, "rates", huangdi.Game{}.Rate(view, moves), make([]int, len(moves)))
	}
	equal(t, "no moves", len(huangdi.Game{}.Rate(look(r, p1), nil)), 0)
}
