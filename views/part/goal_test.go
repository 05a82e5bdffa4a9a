package part_test

import (
	"fmt"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/views/part"
)

func TestGoal(t *testing.T) {
	for _, c := range []struct {
		want string
		goal part.Goal
	}{
		{"Match to 100 / to 100", part.Goal{Unit: part.Points, Target: 100}},
		{"Match to 100, less is better / to 100, less is better", part.Goal{Unit: part.Points, Target: 100,
			LowWins: true}},
		{"Match to 2 wins / to 2 wins", part.Goal{Unit: part.Wins, Target: 2}},
		{"Match of 6 rounds / 6 rounds", part.Goal{Unit: part.Points, Rounds: 6}},
		{"Match of one round / one round", part.Goal{Unit: part.Wins, Target: 1}},
		{"Match of one round / one round", part.Goal{Unit: part.Points, Rounds: 1}},
		{"Match to 1 / to 1", part.Goal{Unit: part.Points, Target: 1}},
	} {
		if got := c.goal.Text(english(t)) + " / " + c.goal.Short(english(t)); got != c.want {
			t.Errorf("%+v is %q, want %q", c.goal, got, c.want)
		}
	}
}

func TestRanking(t *testing.T) {
	totals := []int{18, 102, 31, 18}
	for want, goal := range map[string]part.Goal{
		"[1 2 0 3] [3 1 2 3]": {},
		"[0 3 2 1] [1 4 3 1]": {LowWins: true},
	} {
		order, places := part.Standings{People: make([]part.Person, 4), Totals: totals, Goal: goal}.Ranked()
		if got := fmt.Sprint(order, " ", places); got != want {
			t.Errorf("%+v: %s, want %s", goal, got, want)
		}
	}
}

func TestStanding(t *testing.T) {
	people := []part.Person{{ID: 1, Name: "Ana", Me: true}, {Bot: "club", Number: 1}, {Bot: "club", Number: 2}}
	s := part.Standings{People: people, Totals: []int{1, 0, 2}, Goal: part.Goal{Unit: part.Wins, Target: 3},
		Left: []bool{false, true, false}}
	got := shown(t, english(t), part.Standing(s))
	first, second, third := strings.Index(got, "Club bot 2"), strings.Index(got, "Ana"),
		strings.Index(got, "Club bot 1")
	if first < 0 || first > second || second > third || !strings.Contains(got, "2 wins") ||
		strings.Index(got, "left") < third {
		t.Error(got)
	}
	s.Totals = []int{1, 3, 2} // who has left is behind, whatever they had
	if got := shown(t, english(t), part.Standing(s)); strings.Index(got, "Club bot 1") < strings.Index(got, "Ana") ||
		strings.Index(got, "Ana") < strings.Index(got, "Club bot 2") || strings.Count(got, "3rd") != 1 {
		t.Error(got)
	}
	s.Placing = []int{1, 1, 3}
	if got := shown(t, english(t), part.Standing(s)); strings.Count(got, "1st") != 2 || strings.Contains(got, "2nd") {
		t.Error(got)
	}
	s.People, s.Totals, s.Placing = people[:2], []int{0, 5}, nil
	if got := shown(t, english(t), part.Standing(s)); strings.Contains(got, "1st") ||
		strings.Index(got, "Ana") > strings.Index(got, "Club bot") {
		t.Errorf("two are not ranked: %s", got)
	}
}

func TestFew(t *testing.T) {
	people := []part.Person{{Name: "Otto"}, {Name: "Iara"}, {Name: "Lia"}, {Name: "Davi"}, {Name: "Bia"}}
	for n, want := range map[int]string{2: "Otto and Iara", 3: "Otto, Iara and Lia", 5: "Otto, Iara and 3 more"} {
		if got := part.Few(english(t), people[:n]); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// Six lines end close together: their names stand apart and inside the drawing.
func TestChartOfSix(t *testing.T) {
	people := []part.Person{{Name: "Ana"}, {Name: "Bento"}, {Bot: "club", Number: 1}, {Bot: "club", Number: 2},
		{Name: "Iara"}, {Name: "Lia"}}
	for name, totals := range map[string][]int{"at the bottom": make([]int, 6), "at the top": {100, 100, 99, 99, 98,
		98}, "spread": {0, 20, 40, 60, 80, 100}} {
		c := part.Chart{People: people, Target: 100, Rounds: []engine.RoundScore{{Totals: totals}}}
		got := shown(t, english(t), part.Figure(c))
		if strings.Contains(got, "NaN") || !strings.Contains(got, "Club… 1") || !strings.Contains(got, "Club… 2") {
			t.Errorf("%s: %s", name, got)
		}
		heights := c.Names()
		for i, a := range heights {
			for _, b := range heights[:i] {
				if gap := max(a-b, b-a); gap < 14 {
					t.Errorf("%s: names %.1f apart: %v", name, gap, heights)
				}
			}
			if a < 0 || a > 170 {
				t.Errorf("%s: a name at %.1f", name, a)
			}
		}
	}
}
