package results

import (
	"testing"

	"carteado/engine/standing"
	"carteado/views/i18n"
)

// A comparison is with those alone who are still equal by then.
func TestWhoIsComparedWithWhom(t *testing.T) {
	steps := func(between, wins int) []standing.Step {
		return []standing.Step{{Tie: standing.HeadToHead, Value: between, Parts: true},
			{Tie: standing.MostWins, Value: wins, Parts: true}}
	}
	p := StandingsProps{}
	for id, s := range [][]standing.Step{steps(2, 5), steps(2, 4), steps(1, 6), steps(1, 3)} {
		line := standing.Line{Player: int64(id), Steps: s}
		for other := range 4 {
			if other != id {
				line.Equals = append(line.Equals, int64(other))
			}
		}
		p.Lines = append(p.Lines, StandingRow{Line: line})
	}
	rows := p.rows()
	for tie, want := range map[standing.Tie]string{standing.HeadToHead: "2, 1, 1", standing.MostWins: "4"} {
		if got := rows[0].others(rows, tie); got != want {
			t.Errorf("%s is compared with %s, want %s", tie, got, want)
		}
	}
}

// A match of the yearbook that was played with real cards and counts for nobody says both.
func TestNotesOfTheYearbook(t *testing.T) {
	ctx := i18n.With(t.Context(), i18n.English)
	for want, m := range map[string]YearbookMatch{
		"":                         {Result: "played"},
		"voided":                   {Result: "void"},
		"With real cards":          {Result: "played", Recorded: true},
		"With real cards · voided": {Result: "void", Recorded: true},
	} {
		if got := m.note(ctx); got != want {
			t.Errorf("%+v is noted as %q, want %q", m, got, want)
		}
	}
}
