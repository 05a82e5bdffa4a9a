package palace_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"carteado/engine"
	"carteado/engine/palace"
)

// wins plays a match in which seats win rounds by turns.
func wins(t *testing.T, seats int, options engine.Options, winners ...engine.Seat) *engine.Match {
	t.Helper()
	m, err := engine.NewMatch(palace.Game{}, seats, options, engine.Seed{})
	if err != nil {
		t.Fatal(err)
	}
	totals := make([]int, seats)
	for _, winner := range winners {
		at := position{Seats: seats, Spent: true, Turn: winner, Discard: "3C", Options: options}
		at.Hands[winner], at.Up[winner], at.Down[winner] = "4D", "-", "-"
		m = at.match(t, totals...)
		play(t, m, winner, "play 4D")
		totals = m.Totals()
	}
	return m
}

// hand is one of so many cards, of a suit, from the four on.
func hand(n int, suit string) (text string) {
	const ranks = "456789TJQKA2"
	for i := range n {
		text += fmt.Sprintf(" %c%s", ranks[i], suit)
	}
	return text[1:]
}

// blocked is a round with so many cards left after its last play, which P1 makes
// from the row of the first seat still in.
func blocked(t *testing.T, options engine.Options, out []engine.Seat, left ...int) engine.Round {
	t.Helper()
	at := position{Seats: len(left), Spent: true, Plays: 299, Discard: "3C", Options: options, Out: out}
	for s, n := range left {
		at.Up[s], at.Down[s] = "-", "-"
		if n > 0 {
			at.Hands[s] = hand(n, []string{"C", "D", "H", "S"}[s])
		}
	}
	at.Hands[p1] += " 3D"
	r := at.round(t)
	play(t, r, p1, "play 3D")
	return r
}

// §3.3, by row.
func TestScoring(t *testing.T) {
	t.Run("row 1: two wins of two players", func(t *testing.T) {
		m := wins(t, 2, nil, p1, p2, p1)
		outcome, over := m.Outcome()
		equal(t, "over", over, true)
		equal(t, "winner", outcome.Winner(), p1)
		equal(t, "totals", m.Totals(), []int{2, 1})
	})
	t.Run("row 2: two wins of four players", func(t *testing.T) {
		m := wins(t, 4, nil, p3, p1, p4, p1)
		outcome, _ := m.Outcome()
		equal(t, "winner", outcome.Winner(), p1)
		equal(t, "totals", m.Totals(), []int{2, 0, 1, 1})
	})
	t.Run("row 3: a tie for fewest is void", func(t *testing.T) {
		r := blocked(t, nil, nil, 4, 9, 4)
		equal(t, "left", look(r, p1).End.Left, []int{4, 9, 4})
		equal(t, "result", result(t, r), engine.Result{
			How: palace.HowVoid, Points: []int{0, 0, 0}, By: engine.Spectator, Winner: engine.Spectator, Loser: engine.Spectator,
		})
	})
	t.Run("row 4: fewest wins", func(t *testing.T) {
		r := blocked(t, nil, nil, 4, 9, 5)
		equal(t, "result", result(t, r), engine.Result{
			How: palace.HowBlocked, Points: []int{1, 0, 0}, By: engine.Spectator, Winner: p1, Loser: p2,
		})
	})
	t.Run("row 5: places of four players", func(t *testing.T) {
		at := position{
			Seats: 4, Spent: true, Turn: p2, Discard: "3C", Options: places,
			Hands: texts{"6D", "4D", "8D 9D", "5D"}, Up: texts{"-", "-", "-", "-"}, Down: texts{"-", "-", "-", "-"},
		}
		r := at.round(t)
		events := play(t, r, p2, "play 4D")
		equal(t, "second event", events[1].Kind, "placed")
		toMove(t, r, p3)
		play(t, r, p3, "play 8D")
		play(t, r, p4, "take")
		play(t, r, p1, "play 6D")
		toMove(t, r, p3)
		equal(t, "out", look(r, p1).Out, []int{2, 1, 0, 0})
		play(t, r, p3, "play 9D")
		got := result(t, r)
		equal(t, "places", got.Places, []int{2, 1, 3, 4})
		equal(t, "points", got.Points, []int{2, 3, 1, 0})
		equal(t, "by", got.By, p2)
		equal(t, "winner, loser", []engine.Seat{got.Winner, got.Loser}, []engine.Seat{p2, p4})
	})
	t.Run("row 6: more first places", func(t *testing.T) {
		equal(t, "scoring", (palace.Game{}).Scoring(resolved(t, places)), engine.Scoring{Rounds: 3, Places: true, Dealer: engine.DealNext})
	})
	t.Run("row 7: a blocked round in places", func(t *testing.T) {
		got := result(t, blocked(t, places, []engine.Seat{p2}, 5, 0, 5, 2))
		equal(t, "how", got.How, palace.HowBlocked)
		equal(t, "points", got.Points, []int{0, 3, 0, 2})
		equal(t, "places", got.Places, []int{3, 1, 3, 2})
	})
	t.Run("all share all places", func(t *testing.T) {
		got := result(t, blocked(t, places, nil, 3, 3, 3, 3))
		equal(t, "points", got.Points, []int{1, 1, 1, 1})
		equal(t, "winner, loser", []engine.Seat{got.Winner, got.Loser}, []engine.Seat{engine.Spectator, engine.Spectator})
	})
	t.Run("a match of three rounds", testPlacesMatch)
}

// Rounds of three players with the totals 4, 4, 1: P1 was first twice.
func testPlacesMatch(t *testing.T) {
	m := position{Seats: 3, Options: places}.match(t, 0, 0, 0)
	for _, order := range [][]engine.Seat{{p1, p2, p3}, {p2, p3, p1}, {p1, p2, p3}} {
		for s := range engine.Seat(3) {
			if m.Between() {
				play(t, m, s, "next")
			}
		}
		m = ranked(t, m, order)
	}
	equal(t, "totals", m.Totals(), []int{4, 4, 1})
	outcome, over := m.Outcome()
	equal(t, "over", over, true)
	equal(t, "how", outcome.How, engine.ByRounds)
	equal(t, "placing", outcome.Placing, []int{1, 2, 3})
}

func resolved(t *testing.T, o engine.Options) engine.Options {
	t.Helper()
	o, err := palace.Game{}.Info().Resolve(o)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// ranked is a match whose round ends in this order.
func ranked(t *testing.T, m *engine.Match, order []engine.Seat) *engine.Match {
	t.Helper()
	at := position{Seats: 3, Spent: true, Turn: order[1], Out: order[:1], Discard: "3C", Options: places}
	at.Hands[order[1]], at.Up[order[1]], at.Down[order[1]] = "4D", "-", "-"
	fields := map[string]any{}
	if err := json.Unmarshal(encode(t, m), &fields); err != nil {
		t.Fatal(err)
	}
	fields["round"] = at.round(t)
	m, err := engine.LoadMatch(palace.Game{}, engine.Seed{}, encode(t, fields))
	if err != nil {
		t.Fatal(err)
	}
	play(t, m, order[1], "play 4D")
	return m
}
