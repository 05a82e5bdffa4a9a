package engine_test

import (
	"errors"
	"slices"
	"testing"

	"carteado/engine"
	"carteado/engine/enginetest/toy"
)

func TestRefusedMovesChangeNothing(t *testing.T) {
	on := newMatch(t, twoRounds(), 2)
	between := newMatch(t, twoRounds(), 2)
	play(t, between, 1, "end")
	half := between.Clone()
	play(t, half, 0, "next")
	over := newMatch(t, twoRounds(), 2)
	play(t, over, 1, "win")
	for _, c := range []struct {
		name string
		m    *engine.Match
		seat engine.Seat
		verb string
		rule string
	}{
		{"the other's turn", on, 0, "end", engine.RuleNotYourTurn},
		{"a spectator", on, engine.Spectator, "end", engine.RuleNotYourTurn},
		{"a spectator leaves", on, engine.Spectator, "leave", engine.RuleNotYourTurn},
		{"a seat not there", on, 2, "end", engine.RuleNotYourTurn},
		{"an unknown verb", on, 1, "fly", "scripted.unknown"},
		{"going on too early", on, 1, "next", engine.RuleRoundOn},
		{"playing on", between, 1, "end", engine.RuleRoundOver},
		{"a spectator goes on", between, engine.Spectator, "next", engine.RuleNotYourTurn},
		{"going on twice", half, 0, "next", engine.RuleNotYourTurn},
		{"playing after the end", over, 0, "end", engine.RuleOver},
		{"going on after the end", over, 0, "next", engine.RuleOver},
		{"leaving after the end", over, 0, "leave", engine.RuleOver},
	} {
		before := stored(t, c.m)
		events, err := c.m.Play(c.seat, engine.NewMove(c.verb))
		var illegal *engine.Illegal
		if !errors.As(err, &illegal) || illegal.Rule != c.rule || events != nil {
			t.Errorf("%s: %v, want %s", c.name, err, c.rule)
		}
		if after := stored(t, c.m); after != before {
			t.Errorf("%s: changed\n%s to\n%s", c.name, before, after)
		}
	}
}

func TestFailedDealChangesNothing(t *testing.T) {
	g := twoRounds()
	g.deals, g.failFrom = new(int), 2
	m := newMatch(t, g, 2)
	play(t, m, 1, "end")
	play(t, m, 0, "next")
	before := stored(t, m)
	if _, err := m.Play(1, engine.NewMove("next")); err == nil || stored(t, m) != before {
		t.Errorf("%v, and the match is\n%s, was\n%s", err, stored(t, m), before)
	}
	g.absent, *g.deals = true, 0
	m = newMatch(t, g, 3)
	play(t, m, 1, "end")
	play(t, m, 0, "next")
	play(t, m, 1, "next")
	before = stored(t, m)
	if _, err := m.Play(2, engine.NewMove("leave")); err == nil || stored(t, m) != before {
		t.Errorf("left: %v, and the match is\n%s, was\n%s", err, stored(t, m), before)
	}
}

// A move may name any version since which nothing happened that concerns it.
func TestFresh(t *testing.T) {
	fresh := func(m *engine.Match) []int { return []int{m.Fresh(0), m.Fresh(1)} }
	check := func(name string, m *engine.Match, want ...int) {
		t.Helper()
		if got := fresh(m); !slices.Equal(got, want) {
			t.Errorf("%s: fresh from %v, want %v", name, got, want)
		}
	}
	m := newMatch(t, twoRounds(), 2)
	check("new", m, 0, 0)
	play(t, m, 1, "end")
	check("round over", m, 1, 1)
	play(t, m, 0, "next")
	check("one has gone on, the other looks at the same page", m, 2, 1)
	play(t, m, 1, "next")
	check("dealt", m, 3, 3)

	together := twoRounds()
	together.together = true
	m = newMatch(t, together, 2)
	play(t, m, 0, "wait")
	check("others' moves in a phase of all", m, 1, 0)
	play(t, m, 0, "wait")
	check("and again", m, 2, 0)
	play(t, m, 1, "wait")
	check("the other's own", m, 2, 3)
	play(t, m, 1, "end")
	check("the phase is over, though the same seats are to move", m, 4, 4)
	play(t, m, 0, "leave")
	check("the match is over", m, 5, 5)
}

// In a whole match the seat in turn is fresh from the current version only.
func TestFreshInTurns(t *testing.T) {
	m, err := engine.NewMatch(toy.Game{}, 3, engine.Options{"swap": "off"}, counting())
	if err != nil {
		t.Fatal(err)
	}
	for !m.Between() {
		s := m.ToMove()[0]
		if m.Fresh(s) != m.Version() {
			t.Fatalf("version %d: seat %d is fresh from %d", m.Version(), s, m.Fresh(s))
		}
		play := m.Legal(s, nil)[0]
		if _, err := m.Play(s, play); err != nil {
			t.Fatal(err)
		}
	}
}
