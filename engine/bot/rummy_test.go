package bot_test

import (
	"testing"

	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/rummy"
)

// Where the whole hand may go in one move, bots make that move, which no list has.
func TestSteadyGoesOutInOneMove(t *testing.T) {
	steady := bot.Plain(rummy.Game{})
	chose := 0
	for _, n := range []int{50, 265, 302} {
		watching := watched{steady, func(m engine.Move) {
			if m.Verb == "rummy" {
				chose++
			}
		}}
		playOut(t, rummy.Game{}, engine.Options{"melds_per_turn": "1_except_rummy"},
			engine.Seed{}.Derive("in one move", n), watching, watching)
	}
	if chose != 3 {
		t.Errorf("bots went out by one move %d times in matches where each can once", chose)
	}
}

// watched tells what a player chooses.
type watched struct {
	bot.Player
	tell func(engine.Move)
}

func (w watched) Choose(s bot.Sight) engine.Move {
	m := w.Player.Choose(s)
	w.tell(m)
	return m
}
