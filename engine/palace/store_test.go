package palace_test

import (
	"encoding/json"
	"testing"

	"carteado/engine"
	"carteado/engine/enginetest"
	"carteado/engine/palace"
)

// A stored position that no play leads to is refused whole.
func TestLoadRefuses(t *testing.T) {
	given := "discard 5C; hand:0 6C 7C 8C; hand:1 6D 7D 8D"
	late := "rest burned; plays 7; discard 5C; hand:0 6C; hand:1 6D 7D; up:0; up:1 8C 9C; down:0; down:1 TC JC QC"
	exchange := "exchange"
	first := func(r map[string]any, key string) []any { return r[key].([]any) }
	for name, c := range map[string]struct {
		at     string
		change func(map[string]any)
	}{
		"a card twice":            {given, func(r map[string]any) { r["discard"] = []string{"5C", "6C"} }},
		"a card missing":          {given, func(r map[string]any) { r["discard"] = []string{} }},
		"a card of another game":  {given, func(r map[string]any) { r["discard"] = []string{"J"} }},
		"a card face down":        {given, func(r map[string]any) { r["discard"] = []string{"??"} }},
		"a place nobody has":      {given, func(r map[string]any) { r["moving"] = []int{2} }},
		"nobody to move":          {given, func(r map[string]any) { r["moving"] = []int{} }},
		"two to move":             {given, func(r map[string]any) { r["moving"] = []int{0, 1} }},
		"too many to move":        {given, func(r map[string]any) { r["moving"] = []int{0, 1, 0} }},
		"no phase":                {given, func(r map[string]any) { r["phase"] = "burning" }},
		"over too early":          {given, func(r map[string]any) { r["phase"], r["moving"] = "over", []int{} }},
		"an exchange with a pile": {given, func(r map[string]any) { r["phase"] = "exchange" }},
		"no dealer":               {given, func(r map[string]any) { r["dealer"] = -1 }},
		"an option of no game":    {given, func(r map[string]any) { r["options"] = map[string]string{"rounds": "4"} }},
		"counted too early":       {given, func(r map[string]any) { r["spent"] = 1 }},
		"counted below nothing":   {late, func(r map[string]any) { r["spent"] = -1 }},
		"counted too long":        {late, func(r map[string]any) { r["spent"] = 301 }},
		"blocked, and goes on":    {late, func(r map[string]any) { r["spent"] = 300 }},
		"out with cards":          {late, func(r map[string]any) { r["out"] = []int{1, 0} }},
		"out behind nobody":       {late, func(r map[string]any) { r["out"] = []int{2, 0} }},
		"out before the first":    {late, func(r map[string]any) { r["out"] = []int{-1, 0} }},
		"an open row on an empty": {late, func(r map[string]any) {
			first(r, "up")[0], first(r, "up")[1] = first(r, "up")[1], first(r, "up")[0]
		}},
		"a third row": {late, func(r map[string]any) {
			r["up"] = append(first(r, "up"), first(r, "up")[0])
		}},
		"one seat": {late, func(r map[string]any) { r["hands"] = first(r, "hands")[:1] }},
		"a short hand": {given, func(r map[string]any) {
			r["hands"] = [][]string{{"6C", "7C"}, {"6D", "7D", "8D"}}
			r["burned"] = []string{"8C"}
		}},
		"a swap in disorder":        {exchange, func(r map[string]any) { r["moving"] = []int{1, 0} }},
		"an exchange that is done":  {exchange, func(r map[string]any) { r["moving"] = []int{} }},
		"played before the starter": {exchange, func(r map[string]any) { r["spent"] = 3 }},
	} {
		t.Run(name, func(t *testing.T) {
			var fields map[string]any
			if err := json.Unmarshal(enginetest.Encode(t, at(t, c.at).Round), &fields); err != nil {
				t.Fatal(err)
			}
			if _, err := (palace.Game{}).Load(enginetest.Encode(t, fields)); err != nil {
				t.Fatalf("as it was: %v", err)
			}
			c.change(fields)
			if r, err := (palace.Game{}).Load(enginetest.Encode(t, fields)); err == nil {
				t.Errorf("loaded: %s", enginetest.Encode(t, r))
			}
		})
	}
	for _, text := range []string{"", "null", "[]", "{}", "7H"} {
		if _, err := (palace.Game{}).Load([]byte(text)); err == nil {
			t.Errorf("%q is a round", text)
		}
	}
}

func FuzzLoad(f *testing.F) {
	for _, position := range []string{
		"discard 5C; hand:0 6C 7C 8C", "exchange; seats 4",
		"no_finish_on_special=on; rest burned; plays 7; hand:0; up:0; down:0 TC",
	} {
		f.Add(enginetest.Encode(f, at(f, position).Round))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := palace.Game{}.Load(data)
		if err != nil {
			return
		}
		for s := engine.Spectator; s < 5; s++ {
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
