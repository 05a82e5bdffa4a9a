package match

import (
	"testing"

	"carteado/engine"
	"carteado/views/i18n"
	"carteado/views/part"
)

var four = []part.Person{{ID: 1, Name: "Ana", Me: true}, {ID: 2, Name: "Bento"}, {ID: 3, Name: "Célia"}, {Bot: "club"}}

// A line of the list of matches says how it went for the reader.
func TestResult(t *testing.T) {
	ctx := i18n.With(t.Context(), i18n.English)
	over := func(how string, placing ...int) *engine.Outcome { return &engine.Outcome{How: how, Placing: placing} }
	for name, c := range map[string]struct {
		outcome        *engine.Outcome
		mine, seats    int
		verdict, score string
	}{
		"won":              {over(engine.ByTarget, 1, 2), 0, 2, "Win", "10 × 20"},
		"lost":             {over(engine.ByTarget, 1, 2), 1, 2, "Loss", "20 × 10"},
		"drawn":            {over(engine.ByTarget, 1, 1), 0, 2, "Draw", "10 × 20"},
		"second of four":   {over(engine.ByTarget, 2, 1, 3, 4), 0, 4, "Loss", "2nd"},
		"shared by others": {over(engine.ByRounds, 4, 1, 1, 3), 0, 4, "Loss", "4th"},
		"shared":           {over(engine.ByRounds, 1, 1, 3, 4), 0, 4, "Draw", "1st"},
		"watched":          {over(engine.ByTarget, 2, 1, 3, 4), -1, 4, "Bento", ""},
		"watched, shared":  {over(engine.ByRounds, 1, 1, 3, 4), -1, 4, "Draw", ""},
		"closed":           {over(engine.ByClose, 1, 1, 1, 1), 0, 4, "Closed", ""},
		"voided":           {over(engine.ByTarget, 2, 1), 0, 2, "Voided", "10 × 20"},
		"under way":        {nil, 0, 4, "Under way", ""},
	} {
		r := Result{Game: "knock", Seats: four[:c.seats], Mine: c.mine, Totals: []int{10, 20, 30, 40}[:c.seats],
			Goal: part.Goal{Target: 100}, Outcome: c.outcome}
		if closed := name == "closed"; closed || name == "voided" {
			r.Void = &Void{Closed: closed}
		}
		if got := r.verdict(ctx); got != c.verdict {
			t.Errorf("%s: %q, want %q", name, got, c.verdict)
		}
		if got := r.score(ctx); got != c.score {
			t.Errorf("%s: score %q, want %q", name, got, c.score)
		}
		if tone := r.tone(); (tone == "tag--good") != (c.verdict == "Win") ||
			(tone == "tag--bad") != (c.verdict == "Loss") {
			t.Errorf("%s: tone %q", name, tone)
		}
	}
}

// A match that counts for nobody says by whom it was ended, and names nobody where it was by agreement.
func TestWhyAMatchCountsForNobody(t *testing.T) {
	ctx := i18n.With(t.Context(), i18n.English)
	for want, void := range map[string]Void{
		"ended without counting":     {Closed: true},
		"closed by Bento: a mistake": {Closed: true, By: 2, Name: "Bento", Reason: "a mistake"},
	} {
		if got := (Result{Void: &void}).told(ctx); got != want {
			t.Errorf("%+v is told as %q, want %q", void, got, want)
		}
	}
}
