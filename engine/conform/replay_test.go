package conform_test

import (
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/conform"
	"carteado/engine/enginetest/toy"
)

const shortReplay = `game toy
rules 1
shuffle shuffle-v1
seats 2
seed 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
option turns=1
option swap=off
option target=15
option packs=1

= round 1, seat 0 deals
1 draw @stock
0 draw @stock ! match.not_your_turn
1 draw @stock ! toy.drop
= the match goes on, totals [0 0]
`

func TestReplayComesOutAsItWas(t *testing.T) {
	got, err := conform.Replay(toy.Game{}, shortReplay)
	if err != nil || got != shortReplay {
		t.Errorf("%v\n%s", err, got)
	}
}

func TestReplayShowsWhatChanged(t *testing.T) {
	deaf := planted{bug: bug{breaks: func(r *toy.Round, s engine.Seat, m *engine.Move) string {
		if m.Verb == "draw" {
			return "toy.no_drawing"
		}
		return r.Breaks(s, m)
	}}}
	got, err := conform.Replay(deaf, shortReplay)
	if err != nil || !strings.Contains(got, "\n1 draw @stock ! toy.no_drawing\n") {
		t.Errorf("%v\n%s", err, got)
	}
}

func TestReplayRefuses(t *testing.T) {
	for name, edit := range map[string][2]string{
		"another game":    {"game toy", "game chess"},
		"no seats":        {"seats 2", "seats two"},
		"a short seed":    {"seed 00", "seed "},
		"an odd option":   {"turns=1", "turns=9"},
		"an odd move":     {"1 draw @stock", "1 draw  @stock"},
		"an unknown seat": {"0 draw", "north draw"},
	} {
		if _, err := conform.Replay(toy.Game{}, strings.Replace(shortReplay, edit[0], edit[1], 1)); err == nil {
			t.Errorf("%s is played", name)
		}
	}
}
