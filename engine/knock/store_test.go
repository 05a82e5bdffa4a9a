package knock_test

import (
	"encoding/json"
	"testing"

	"carteado/engine"
	"carteado/engine/enginetest"
	"carteado/engine/knock"
)

// A stored position that no play leads to is refused whole.
func TestLoadRefuses(t *testing.T) {
	given := at(t, "hand:0 "+near+"; hand:1 7H 3H 9H KS TD KC QS; discard 8C").Round
	for name, change := range map[string]func(map[string]any){
		"a card twice":              func(r map[string]any) { r["discard"] = []string{"KC"} },
		"a card missing":            func(r map[string]any) { r["discard"] = []string{} },
		"a card of another game":    func(r map[string]any) { r["discard"] = []string{"J"} },
		"a card face down":          func(r map[string]any) { r["discard"] = []string{"??"} },
		"seven cards to decide":     func(r map[string]any) { r["turn"] = 1 },
		"eight cards to draw":       func(r map[string]any) { r["phase"] = "draw" },
		"a card drawn from nowhere": func(r map[string]any) { r["drawn"] = "8C" },
		"no card drawn":             func(r map[string]any) { r["drawn"] = "??" },
		"known, but elsewhere":      func(r map[string]any) { r["known"] = [][]string{{"8C"}, {}} },
		"no phase":                  func(r map[string]any) { r["phase"] = "knocking" },
		"over without an end":       func(r map[string]any) { r["phase"] = "over" },
		"a third seat":              func(r map[string]any) { r["turn"] = 2 },
		"no dealer":                 func(r map[string]any) { r["dealer"] = -1 },
		"no seed":                   func(r map[string]any) { r["seed"] = "" },
		"an option of no game":      func(r map[string]any) { r["options"] = map[string]string{"knock_limit": "4"} },
		"turns before the first":    func(r map[string]any) { r["turns"] = -1 },
		"renewed too often":         func(r map[string]any) { r["renewed"] = 4 },
		"an end before it":          func(r map[string]any) { r["end"] = map[string]any{} },
	} {
		t.Run(name, func(t *testing.T) {
			var fields map[string]any
			if err := json.Unmarshal(enginetest.Encode(t, given), &fields); err != nil {
				t.Fatal(err)
			}
			if _, err := (knock.Game{}).Load(enginetest.Encode(t, fields)); err != nil {
				t.Fatalf("as it was: %v", err)
			}
			change(fields)
			if r, err := (knock.Game{}).Load(enginetest.Encode(t, fields)); err == nil {
				t.Errorf("loaded: %s", enginetest.Encode(t, r))
			}
		})
	}
	for _, text := range []string{"", "null", "[]", "{}", "7H"} {
		if _, err := (knock.Game{}).Load([]byte(text)); err == nil {
			t.Errorf("%q is a round", text)
		}
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(enginetest.Encode(f, at(f, "hand:0 "+near).Round))
	f.Add(enginetest.Encode(f, at(f, "discard KC; turn 1").Round))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := knock.Game{}.Load(data)
		if err != nil {
			return
		}
		for s := engine.Spectator; s < 2; s++ {
			r.View(s)
		}
		for _, s := range r.ToMove() {
			moves := r.Legal(s, nil)
			if len(moves) == 0 {
				t.Fatal("nobody can go on")
			}
			for _, m := range moves {
				if _, err := engine.Play(engine.Clone(r), s, m); err != nil {
					t.Fatalf("%s is listed: %v", m, err)
				}
			}
		}
	})
}
