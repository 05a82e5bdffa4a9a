package huangdi_test

import (
	"fmt"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/enginetest"
	"carteado/engine/huangdi"
	"carteado/engine/shuffle"

	"pgregory.net/rapid"
)

// Games at random under house rules drawn at random keep what §6 promises. Some of them never end, because short walls
// can be finished again and again although no stock fits: such a game is left after many moves.
func TestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mixture := enginetest.Mixtures(huangdi.Game{}).Draw(t, "mixture")
		seed := engine.Seed{}.Derive("property", rapid.IntRange(0, 1<<30).Draw(t, "seed"))
		r, err := huangdi.Game{}.Deal(engine.Setup{Seats: mixture.Seats, Options: mixture.Options, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		chance, before := shuffle.NewChance(seed), look(r, engine.Spectator)
		whole := deck(r)
		var moves []engine.Move
		for n := 0; len(r.ToMove()) > 0 && n < 5000; n++ {
			s := r.ToMove()[0]
			moves = r.Legal(s, moves[:0])
			m := moves[chance.Below(len(moves))]
			if _, err := engine.Play(r, s, m); err != nil {
				t.Fatalf("%s: %v", m, err)
			}
			after := look(r, engine.Spectator)
			keeps(t, before, after, m)
			before = after
		}
		equal(t, "cards", fmt.Sprint(deck(r)), fmt.Sprint(whole))
	})
}

// keeps checks a position after a move.
func keeps(t *rapid.T, before, after huangdi.View, m engine.Move) {
	for s := range after.Stocks {
		if after.Stocks[s] > before.Stocks[s] {
			t.Errorf("%s: stock %d grew from %d to %d", m, s, before.Stocks[s], after.Stocks[s])
		}
		if after.Counts[s] > 5 {
			t.Errorf("%s: %d cards in hand %d", m, after.Counts[s], s)
		}
	}
	for n, w := range after.Walls {
		if w.Down != (w.Reversed%2 == 1) {
			t.Errorf("%s: wall %d has %d reverse cards, down is %v", m, n+1, w.Reversed, w.Down)
		}
		for i, word := range w.Cards {
			if i == 0 && number(word) != 1 {
				t.Errorf("%s: wall %d begins with %s", m, n+1, word)
			}
			if i > 0 {
				if step := number(word) - number(w.Cards[i-1]); step != 1 && step != -1 {
					t.Errorf("%s: wall %d is %v", m, n+1, w.Cards)
				}
			}
		}
		if after.End == nil && (w.Need < 1 || w.Need > 10 || w.Reverse < 0 || w.Reverse > 9) {
			t.Errorf("%s: wall %d needs %d, or %d with a reverse card", m, n+1, w.Need, w.Reverse)
		}
	}
	if (after.End == nil) != (after.Turn != engine.Nobody) ||
		(after.End == nil) != (after.Phase == huangdi.PhaseBuild) {
		t.Errorf("%s: end %v, turn %d, phase %s", m, after.End, after.Turn, after.Phase)
	}
	if after.Turn >= 0 && after.Borrowed[after.Turn] {
		t.Errorf("%s: seat %d borrows from itself", m, after.Turn)
	}
}

func number(w engine.Word) int {
	if w.As != card.Unknown {
		return w.As.Rank()
	}
	return w.Card.Rank()
}

// A copy is a round of its own.
func TestClone(t *testing.T) {
	r := at(t, midgame)
	before := string(enginetest.Encode(t, r))
	c := engine.Clone(r)
	enginetest.Play(t, c, p1, "discard 9 >a")
	equal(t, "the original", string(enginetest.Encode(t, r)), before)
}

// A view holds nothing of the round that changes with it.
func TestViewsAreCopies(t *testing.T) {
	r := at(t, midgame)
	v := look(r, p1)
	before := fmt.Sprint(v)
	enginetest.Play(t, r, p1, "build 2 @hand >wall:2", "discard 9 >a")
	equal(t, "the view", fmt.Sprint(v), before)
}
