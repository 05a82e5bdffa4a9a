package engine_test

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"carteado/engine"
	"carteado/engine/knock"
	"carteado/engine/rummy"
	"carteado/engine/shuffle"
)

// What is written down of rounds that were played here scores as they did: sheet and round ask the same rules.
func TestPaperScoresAsRoundsDo(t *testing.T) {
	t.Parallel()
	scoresAsRoundsDo(t, []paperRounds{
		{knock.Game{}, engine.Options{"knock_limit": "7", "undercut": "10", "defender_bonus": "on"}, 2, ofKnock},
		{knock.Game{}, nil, 2, ofKnock},
		{rummy.Game{}, engine.Options{"melds_per_turn": "unlimited"}, 3, ofRummy},
		{rummy.Game{}, engine.Options{"recycle": "none"}, 2, ofRummy},
	})
}

// paperRounds are rounds of a game that are played here and written down.
type paperRounds struct {
	game    engine.Game
	options engine.Options
	seats   int
	written func(end any, result engine.Result) engine.Written
}

func scoresAsRoundsDo(t *testing.T, rows []paperRounds) {
	t.Helper()
	for _, row := range rows {
		options, err := row.game.Info().Resolve(row.options)
		if err != nil {
			t.Fatal(err)
		}
		scored := map[string]int{}
		for n := range 40 {
			round, err := row.game.Deal(engine.Setup{Seats: row.seats, Options: options,
				Seed: engine.Seed{}.Derive("paper", n)})
			if err != nil {
				t.Fatal(err)
			}
			chance := shuffle.NewChance(engine.Seed{}.Derive("play", n))
			for turn := round.ToMove(); len(turn) > 0; turn = round.ToMove() {
				legal := round.Legal(turn[0], nil)
				if _, err := engine.Play(round, turn[0], legal[chance.Below(len(legal))]); err != nil {
					t.Fatal(err)
				}
			}
			want, _ := round.Result()
			w := row.written(round.View(engine.Spectator), want)
			paper := row.game.(engine.Paper)
			got, err := paper.ScorePaper(options, row.seats, w)
			if asks, asked := paper.Sheet(options, row.seats); err == nil {
				err = errors.Join(asked, asks.Check(row.seats, w))
			}
			if row.options["scoring"] == "placement" && want.How != "out" {
				continue // a sheet knows no shared places
			}
			got.Loser = want.Loser // decides who deals, and is not asked for
			if want.How == "blocked" && row.game.Info().Key == "palace" {
				continue // nobody counts three hundred plays
			}
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("%s %v, %+v: %+v, %v; want %+v", row.game.Info().Key, row.options, w, got, err, want)
			}
			scored[want.How]++
		}
		if len(scored) == 0 {
			t.Errorf("%s %v: nothing was scored", row.game.Info().Key, row.options)
		}
		t.Log(row.game.Info().Key, row.options, scored)
	}
}

// paperCase is a match with real cards.
type paperCase struct {
	name    string
	game    engine.Game
	seats   int
	options engine.Options
	rounds  []engine.Written
	totals  []int
	placing []int  // of a match that is over
	how     string // or how it goes on: the key of the refusal of the last round
}

const nobody = engine.Nobody

func by(seat engine.Seat, how string, left ...int) engine.Written {
	return engine.Written{By: seat, How: how, Left: left}
}

func placed(places ...int) engine.Written { return engine.Written{By: nobody, Places: places} }

func addsUp(t *testing.T, cases []paperCase) {
	t.Helper()
	for _, row := range cases {
		m, err := engine.NewPaperMatch(row.game, row.seats, row.options, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range row.rounds {
			err = m.Add(w)
		}
		var refused *engine.ErrPaper
		if errors.As(err, &refused); row.totals == nil {
			if refused == nil || refused.Key != row.how {
				t.Errorf("%s: %v, want %s", row.name, err, row.how)
			}
			continue
		}
		outcome, over := m.Outcome()
		if err != nil || !slices.Equal(m.Totals(), row.totals) || over != (row.placing != nil) ||
			over && (!slices.Equal(outcome.Placing, row.placing) || outcome.How != row.how) {
			t.Errorf("%s: %v %v, %v", row.name, m.Totals(), outcome, err)
		}
		if n := len(m.Rounds()); n != len(row.rounds) || !over && m.Number() != n+1 || over && m.Number() != n {
			t.Errorf("%s: round %d after %d", row.name, m.Number(), n)
		}
	}
}

func ofKnock(view any, r engine.Result) engine.Written {
	end := view.(knock.View).End
	w := engine.Written{By: r.By, How: r.How}
	for _, hand := range end.Hands {
		w.Left = append(w.Left, hand.LeftValue)
	}
	if r.By != engine.Nobody {
		other := end.Hands[1-r.By]
		w.Also = end.Hands[0].Bonus+end.Hands[1].Bonus != 0 && len(other.Left)+len(other.LaidOff) == 0
	}
	return w
}

func ofRummy(view any, r engine.Result) engine.Written {
	return engine.Written{By: r.By, How: r.How, Left: view.(rummy.View).End.Values}
}

// A sheet adds and ends a match by the match's own rules, and refuses what cannot be.
func TestPaperMatch(t *testing.T) {
	t.Parallel()
	addsUp(t, []paperCase{
		{"knock: what both hold counts", knock.Game{}, 2, nil,
			[]engine.Written{by(0, "knock", 2, 12)}, []int{2, 12}, nil, ""},
		{"knock: no deadwood is ten less", knock.Game{}, 2, nil, []engine.Written{by(0, "knock_zero", -1, 32)},
			[]int{-10, 32}, nil, ""},
		{"knock: a run of seven with the joker is twenty-five less", knock.Game{}, 2, nil,
			[]engine.Written{by(1, "run_of_seven_joker", 35, 0)}, []int{35, -25}, nil, ""},
		{"knock: a natural run of seven wins the match", knock.Game{}, 2, nil,
			[]engine.Written{by(1, "knock", 99, 1), by(0, "run_of_seven", 0, 50)}, []int{99, 1}, []int{1, 2}, "spot"},
		{"knock: whoever reaches the target loses", knock.Game{}, 2, nil,
			[]engine.Written{by(0, "knock", 3, 60), by(0, "knock", 1, 40)}, []int{4, 100}, []int{1, 2}, "target"},
		{"knock: both over it, the lower wins", knock.Game{}, 2, engine.Options{"target_score": "50"},
			[]engine.Written{by(0, "knock", 3, 49), by(1, "knock", 80, 2)}, []int{83, 51}, []int{2, 1}, "target"},
		{"knock: a stock that ran out", knock.Game{}, 2, nil, []engine.Written{{By: nobody}}, []int{0, 0}, nil, ""},
		{"knock: deadwood below zero", knock.Game{}, 2, nil, []engine.Written{by(0, "knock", 2, -3)}, nil, nil, "left"},
		{"knock: more than a hand can cost", knock.Game{}, 2, nil, []engine.Written{by(0, "knock", 2, 102)}, nil, nil,
			"left"},
		{"knock: above the limit", knock.Game{}, 2, nil, []engine.Written{by(0, "knock", 4, 9)}, nil, nil, "left"},
		{"knock: a knock with nothing left is another", knock.Game{}, 2, nil, []engine.Written{by(0, "knock", 0, 9)},
			nil, nil, "left"},
		{"knock: ten less and yet deadwood", knock.Game{}, 2, nil, []engine.Written{by(0, "knock_zero", 2, 9)}, nil,
			nil, "none"},
		{"knock: not said how", knock.Game{}, 2, nil, []engine.Written{by(0, "", 2, 9)}, nil, nil, "how"},
		{"knock: a limit of nothing offers no knock with deadwood", knock.Game{}, 2, engine.Options{"knock_limit": "0"},
			[]engine.Written{by(0, "knock", 1, 9)}, nil, nil, "how"},
		{"knock: nothing after the end", knock.Game{}, 2, nil,
			[]engine.Written{by(0, "run_of_seven", 0, 9), by(0, "knock", 1, 9)}, nil, nil, "over"},
		{"rummy: the winner scores all hands", rummy.Game{}, 3, nil, []engine.Written{by(1, "out", 22, -1, 14)},
			[]int{0, 36, 0}, nil, ""},
		{"rummy: a rummy counts double", rummy.Game{}, 3, nil, []engine.Written{by(1, "rummy", 22, 0, 14)},
			[]int{0, 72, 0}, nil, ""},
		{"rummy: where the club wants it, once", rummy.Game{}, 3, engine.Options{"rummy_bonus": "none"},
			[]engine.Written{by(1, "rummy", 22, 0, 14)}, []int{0, 36, 0}, nil, ""},
		{"rummy: blocked, the lowest scores the differences", rummy.Game{}, 3, nil,
			[]engine.Written{by(nobody, "", 22, 5, 14)}, []int{0, 26, 0}, nil, ""},
		{"rummy: blocked and level", rummy.Game{}, 3, nil, []engine.Written{by(nobody, "", 5, 5, 14)},
			[]int{0, 0, 0}, nil, ""},
		{"rummy: the target ends it", rummy.Game{}, 2, engine.Options{"target_score": "50"},
			[]engine.Written{by(0, "out", 0, 50)}, []int{50, 0}, []int{1, 2}, "target"},
		{"rummy: two winners", rummy.Game{}, 3, nil, []engine.Written{by(1, "out", 0, 0, 14)}, nil, nil, "out"},
		{"rummy: nobody out and yet nothing left", rummy.Game{}, 3, nil, []engine.Written{by(nobody, "", 0, 5, 14)},
			nil, nil, "out"},
		{"rummy: something not written", rummy.Game{}, 3, nil, []engine.Written{by(1, "out", -1, 0, 14)},
			nil, nil, "left"},
		{"rummy: seven cards are worth seventy at most", rummy.Game{}, 3, nil,
			[]engine.Written{by(1, "out", 71, 0, 14)}, nil, nil, "left"},
	})
}
