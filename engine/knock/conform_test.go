package knock_test

import (
	"testing"

	"carteado/engine"
	"carteado/engine/enginetest"
	"carteado/engine/knock"
)

func TestConform(t *testing.T) {
	enginetest.Conform(t, enginetest.Checker{Game: knock.Game{}})
}

func TestReplays(t *testing.T) {
	enginetest.Golden(t, knock.Game{}, "testdata/replays")
}

func TestLines(t *testing.T) { enginetest.Lines(t, knock.Game{}) }

// A run of seven without the joker wins a match at once, but for a duplicate one: there it counts, and play goes on.
func TestARunOfSevenInADuplicateMatch(t *testing.T) {
	for text, points := range map[string]int{"": 0, "; duplicate=2": -50} {
		m, err := engine.SetMatch(knock.Game{}, "hand:0 2S 3S 4S 5S 6S 7S 8S 9S; discard 6D"+text)
		if err != nil {
			t.Fatal(err)
		}
		knocks := m.Legal(0, nil)
		if _, err := m.Play(0, knocks[len(knocks)-1]); err != nil {
			t.Fatal(err)
		}
		round := m.Rounds()[0]
		if _, over := m.Outcome(); over != (text == "") || round.Wins != over || round.Points[0] != points {
			t.Errorf("%q: over is %v after %+v", text, over, round)
		}
		if !engine.SceneOf(m, 0, nil).Won || engine.SceneOf(m, 1, nil).Won {
			t.Errorf("%q: a lesson does not know who has won", text)
		}
	}
}
