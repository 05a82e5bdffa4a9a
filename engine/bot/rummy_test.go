package bot_test

import (
	"testing"

	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/rummy"
)

// playRummy plays a match of Rummy between these players.
func playRummy(t testing.TB, options engine.Options, seed engine.Seed, players ...bot.Player) *engine.Match {
	m, err := engine.NewMatch(rummy.Game{}, len(players), options, seed)
	if err != nil {
		t.Fatal(err)
	}
	for len(m.ToMove()) > 0 {
		if m.Version() > 50000 {
			t.Fatal("the match does not end")
		}
		s := m.ToMove()[0]
		move := players[s].Choose(bot.Sight{
			View: m.View(s), Legal: m.Legal(s, nil), Seed: seed.Derive("bot of seat", int(s)),
		})
		if _, err := m.Play(s, move); err != nil {
			t.Fatalf("seat %d plays %s: %v", s, move, err)
		}
	}
	return m
}

func TestSteadyBeatsRandomAtRummy(t *testing.T) {
	const matches = 100
	wins, moves, rounds := 0, 0, 0
	for n := range matches {
		steady := engine.Seat(n % 2)
		players := []bot.Player{bot.Random{}, bot.Random{}}
		players[steady] = bot.For(rummy.Game{}, bot.Steady)
		m := playRummy(t, nil, engine.Seed{}.Derive("steady against random", n), players...)
		outcome, _ := m.Outcome()
		if outcome.Winner() == steady {
			wins++
		}
		moves += m.Version()
		rounds += len(m.Rounds())
	}
	t.Logf("steady won %d of %d matches of %d moves on average, %d rounds", wins, matches, moves/matches, rounds)
	if wins < matches*9/10 {
		t.Errorf("steady won %d of %d matches", wins, matches)
	}
}

// Where the whole hand may go in one move, bots make that move, which no list has.
func TestSteadyGoesOutInOneMove(t *testing.T) {
	steady := bot.For(rummy.Game{}, bot.Steady)
	chose := 0
	for _, n := range []int{50, 265, 302} {
		watching := watched{steady, func(m engine.Move) {
			if m.Verb == "rummy" {
				chose++
			}
		}}
		playRummy(t, engine.Options{"melds_per_turn": "1_except_rummy"}, engine.Seed{}.Derive("in one move", n), watching, watching)
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
