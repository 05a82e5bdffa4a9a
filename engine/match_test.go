package engine_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"carteado/engine"
)

// newMatch deals a match of a scripted game with seat 0 as first dealer.
func newMatch(t *testing.T, g scripted, seats int) *engine.Match {
	t.Helper()
	m, err := engine.NewMatchDealt(g, engine.Setup{Seats: seats, Seed: counting()})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func play(t *testing.T, m *engine.Match, s engine.Seat, verb string) []engine.Event {
	t.Helper()
	events, err := m.Play(s, engine.NewMove(verb))
	if err != nil {
		t.Fatalf("seat %d plays %s: %v", s, verb, err)
	}
	return events
}

// playRound ends a round as the verb says and goes on.
func playRound(t *testing.T, m *engine.Match, verb string) {
	t.Helper()
	play(t, m, m.ToMove()[0], verb)
	for m.Between() {
		play(t, m, m.ToMove()[0], engine.VerbNext)
	}
}

func stored(t *testing.T, m *engine.Match) string {
	t.Helper()
	data, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestMatchEnds(t *testing.T) {
	low := engine.Scoring{Target: 100, LowWins: true}
	high := engine.Scoring{Target: 100}
	spot := points(1, 0, 0)
	spot.Wins = true
	for name, c := range map[string]struct {
		scoring engine.Scoring
		rounds  []engine.Result
		totals  []int
		how     string // empty: the match goes on
		placing []int
		winner  engine.Seat
	}{
		"nobody at the target": {low, []engine.Result{points(0, 60, 95)}, []int{60, 95}, "", nil, 0},
		"low wins, one over": {low, []engine.Result{points(0, 60, 95), points(0, 2, 12)}, []int{62, 107},
			"target", []int{1, 2}, 0},
		"low wins, both over": {low, []engine.Result{points(0, 98, 40), points(0, 3, 70)}, []int{101, 110},
			"target", []int{1, 2}, 0},
		"low wins, draw": {low, []engine.Result{points(0, 98, 97), points(0, 2, 3)}, []int{100, 100},
			"target", []int{1, 1}, engine.Nobody},
		"low wins, exactly at the target": {low, []engine.Result{points(0, 99, 20), points(0, 1, 4)}, []int{100, 24},
			"target", []int{2, 1}, 1},
		"one below the target": {low, []engine.Result{points(0, 99, 20)}, []int{99, 20}, "", nil, 0},
		"negative totals": {low, []engine.Result{points(0, 4, 90), points(0, -10, 5)}, []int{-6, 95},
			"", nil, 0},
		"floor": {engine.Scoring{Target: 100, LowWins: true, Floor: true},
			[]engine.Result{points(0, 4, 90), points(0, -10, 5)}, []int{0, 95}, "", nil, 0},
		"floor is not a debt": {engine.Scoring{Target: 100, LowWins: true, Floor: true},
			[]engine.Result{points(0, -10, 5), points(0, 7, 5)}, []int{7, 10}, "", nil, 0},
		"high wins": {high, []engine.Result{points(0, 60, 95), points(0, 2, 12)}, []int{62, 107},
			"target", []int{2, 1}, 1},
		"high wins, both over": {high, []engine.Result{points(0, 98, 40), points(0, 3, 70)}, []int{101, 110},
			"target", []int{2, 1}, 1},
		"high wins, draw": {high, []engine.Result{points(0, 98, 97), points(0, 2, 3)}, []int{100, 100},
			"target", []int{1, 1}, engine.Nobody},
		"won on the spot": {low, []engine.Result{points(0, 0, 99), spot}, []int{0, 99}, "spot",
			[]int{2, 1}, 1},
		"void rounds change nothing": {low, []engine.Result{points(0, 99, 98), void(2), void(2)}, []int{99, 98},
			"", nil, 0},
		"no target": {engine.Scoring{}, []engine.Result{points(0, 1000, 0)}, []int{1000, 0}, "",
			nil, 0},
		"all rounds played": {engine.Scoring{Rounds: 3}, []engine.Result{points(0, 1, 0), void(2),
			points(0, 1, 3)}, []int{2, 3}, "rounds", []int{2, 1}, 1},
		"not all rounds played": {engine.Scoring{Rounds: 3},
			[]engine.Result{points(0, 1, 0), points(0, 1, 0)}, []int{2, 0}, "", nil, 0},
		"target before the last round": {engine.Scoring{Rounds: 3, Target: 5}, []engine.Result{points(0, 9, 0)},
			[]int{9, 0}, "target", []int{1, 2}, 0},
		"target in the last round": {engine.Scoring{Rounds: 1, Target: 5}, []engine.Result{points(0, 9, 0)},
			[]int{9, 0}, "target", []int{1, 2}, 0},
		"places of four": {high, []engine.Result{points(0, 20, 100, 20, 50)}, []int{20, 100, 20, 50},
			"target", []int{3, 1, 3, 2}, 1},
		"places of four, low wins": {low, []engine.Result{points(0, 20, 100, 20, 50)}, []int{20, 100, 20, 50},
			"target", []int{1, 4, 1, 3}, engine.Nobody},
		"spot of four, ties behind": {
			low, []engine.Result{points(0, 7, 9, 7, 7), {How: "spot", Points: make([]int, 4), By: 1, Wins: true}},
			[]int{7, 9, 7, 7}, "spot", []int{2, 1, 2, 2}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			g := scripted{scoring: c.scoring, results: map[string]engine.Result{}}
			for i, r := range c.rounds {
				g.results[fmt.Sprintf("round_%c", 'a'+i)] = r
			}
			m := newMatch(t, g, len(c.totals))
			for i := range c.rounds {
				playRound(t, m, fmt.Sprintf("round_%c", 'a'+i))
			}
			if !slices.Equal(m.Totals(), c.totals) {
				t.Errorf("totals are %v, want %v", m.Totals(), c.totals)
			}
			outcome, over := m.Outcome()
			slices.Reverse(outcome.Placing) // it is the reader's own
			outcome, _ = m.Outcome()
			if outcome.How != c.how || !slices.Equal(outcome.Placing, c.placing) {
				t.Errorf("outcome is %+v, want %s %v", outcome, c.how, c.placing)
			}
			if over && (outcome.Winner() != c.winner || outcome.Draw() != (c.winner == engine.Nobody)) {
				t.Errorf("winner is %d, draw %v, want %d", outcome.Winner(), outcome.Draw(), c.winner)
			}
			if over && (len(m.ToMove()) > 0 || m.Between() || m.Number() != len(c.rounds)) {
				t.Errorf("over, and to move are %v in round %d", m.ToMove(), m.Number())
			}
			if len(m.Rounds()) != len(c.rounds) || !slices.Equal(m.Rounds()[len(c.rounds)-1].Totals, c.totals) {
				t.Errorf("score sheet %+v", m.Rounds())
			}
		})
	}
}

func TestDealPassesOn(t *testing.T) {
	results := map[string]engine.Result{"a": points(2, 5, 0, 9), "tie": points(2, 5, 5, 5), "void": void(3)}
	for _, c := range []struct {
		rule   engine.Deal
		rounds []string
		want   []engine.Seat // dealers of the first round and those after
	}{
		{engine.DealNext, []string{"a", "a", "void", "tie"}, []engine.Seat{0, 1, 2, 0, 1}},
		{"", []string{"a", "void"}, []engine.Seat{0, 1, 2}},
		{engine.DealWinner, []string{"a", "a", "tie", "void"}, []engine.Seat{0, 1, 1, 2, 0}},
		{engine.DealLoser, []string{"a", "a", "void", "tie"}, []engine.Seat{0, 2, 2, 0, 1}},
	} {
		m := newMatch(t, scripted{scoring: engine.Scoring{Dealer: c.rule}, results: results}, 3)
		dealers := []engine.Seat{m.Dealer()}
		for _, verb := range c.rounds {
			playRound(t, m, verb)
			dealers = append(dealers, m.Dealer())
		}
		if !slices.Equal(dealers, c.want) {
			t.Errorf("rule %q, rounds %v: dealers %v, want %v", c.rule, c.rounds, dealers, c.want)
		}
		for i, round := range m.Rounds() {
			if round.Dealer != c.want[i] || round.Number != i+1 {
				t.Errorf("rule %q: score sheet says dealer %d in round %d, want %d in %d", c.rule, round.Dealer,
					round.Number, c.want[i], i+1)
			}
		}
	}
}

func TestFirstDealerFollowsFromTheSeed(t *testing.T) {
	seen := map[engine.Seat]int{}
	for n := range 400 {
		m, err := engine.NewMatch(scripted{}, 4, nil, counting().Derive("match", n))
		if err != nil {
			t.Fatal(err)
		}
		seen[m.Dealer()]++
	}
	for s := range engine.Seat(4) {
		if seen[s] < 60 {
			t.Errorf("seat %d deals first in %d of 400 matches", s, seen[s])
		}
	}
}

func TestNewMatchRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		setup engine.Setup
		want  error
	}{
		"no seat":            {engine.Setup{}, engine.ErrSeats},
		"too few seats":      {engine.Setup{Seats: 1}, engine.ErrSeats},
		"too many seats":     {engine.Setup{Seats: 5}, engine.ErrSeats},
		"a dealer not there": {engine.Setup{Seats: 2, Dealer: 2}, engine.ErrSeats},
		"nobody as dealer":   {engine.Setup{Seats: 2, Dealer: engine.Nobody}, engine.ErrSeats},
		"an unknown option": {engine.Setup{Seats: 2, Options: engine.Options{"rule": "c"}},
			&engine.ErrOption{Key: "rule", Value: "c"}},
	} {
		_, err := engine.NewMatchDealt(scripted{}, c.setup)
		if err == nil || !errors.Is(err, c.want) && !reflect.DeepEqual(errors.Unwrap(err), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, seats := range []int{-1, 0, 1, 5, 300} {
		if _, err := engine.NewMatch(scripted{}, seats, nil, engine.Seed{}); !errors.Is(err, engine.ErrSeats) {
			t.Errorf("%d seats: %v", seats, err)
		}
	}
}

func TestEventsAreSeenByThoseWhoSawThem(t *testing.T) {
	closed := engine.Event{Kind: "peeked", Seat: 1, Secret: toyCards(2)}
	open := engine.Event{Kind: "drew", Seat: 1, Open: true, Secret: toyCards(1), N: 3}
	table := engine.Event{Kind: "renewed", Seat: engine.Nobody}
	for _, c := range []struct {
		event  engine.Event
		viewer engine.Seat
		secret int
		sees   bool
	}{
		{closed, 1, 2, true}, {closed, 0, 0, false}, {closed, engine.Spectator, 0, false},
		{open, 1, 1, true}, {open, 0, 0, true}, {open, engine.Spectator, 0, true},
		{table, 0, 0, false}, {table, engine.Spectator, 0, false},
	} {
		e, sees := c.event.For(c.viewer)
		if sees != c.sees || len(e.Secret) != c.secret || e.N != c.event.N {
			t.Errorf("%s for seat %d: %+v, %v", c.event.Kind, c.viewer, e, sees)
		}
	}
	if len(open.Secret) != 1 {
		t.Error("For changed the event itself")
	}
}

// Each later round is told who has left.
func TestLaterRoundsAreToldWhoHasLeft(t *testing.T) {
	var gone []engine.Seat
	g := twoRounds()
	g.gone = &gone
	m := newMatch(t, g, 4)
	s := m.ToMove()[0]
	play(t, m, (s+2)%4, "leave")
	for want := 1; want <= 3; want++ {
		if !slices.Equal(gone, slices.Repeat([]engine.Seat{(s + 2) % 4}, want)) {
			t.Fatalf("in round %d seats %v are gone, told %d times", m.Number(), gone, want)
		}
		if want < 3 { // in the third it would be their turn
			playRound(t, m, "end")
		}
	}
}
