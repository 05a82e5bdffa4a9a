package rummy_test

import (
	"encoding/json"
	"testing"

	"carteado/engine"
	"carteado/engine/rummy"
)

// What no play leads to is refused, and never half believed.
func TestLoadRefuses(t *testing.T) {
	playing := position{
		Hands: "4H 5H 9C KD | 7H 3H", Discard: "8C", Drawn: "KD", Taken: true, Acted: true, Fresh: 1,
		Melds: []string{"1 2C 2D 2H", "2 8S 9S TS JS"}, Added: []string{"1 JS 2"},
	}
	drawing := position{Hands: "4H 5H 9C | 7H 3H", Discard: "8C"}
	over := position{Hands: "9S | KD", Melds: []string{"1 AC AD AH"}, Stock: "AS"}
	finished := over.round(t)
	play(t, finished, p1, outByDiscard...)
	blocked := exhausted(5, "2H TH | QC TD").round(t)
	play(t, blocked, p1, "draw @stock", "discard 9C")
	type fields = map[string]any
	for name, c := range map[string]struct {
		from   []byte
		change func(fields)
	}{
		"a card twice":                {playing.stored(t), func(r fields) { r["discard"] = []string{"KD"} }},
		"a card missing":              {playing.stored(t), func(r fields) { r["discard"] = []string{} }},
		"a card of another game":      {playing.stored(t), func(r fields) { r["discard"] = []string{"J"} }},
		"a card face down":            {playing.stored(t), func(r fields) { r["discard"] = []string{"??"} }},
		"a third seat":                {playing.stored(t), func(r fields) { r["turn"] = 2 }},
		"no dealer":                   {playing.stored(t), func(r fields) { r["dealer"] = -1 }},
		"one hand":                    {playing.stored(t), func(r fields) { r["hands"] = []any{} }},
		"hands nobody knows of":       {playing.stored(t), func(r fields) { r["known"] = []any{[]string{}} }},
		"no seed":                     {playing.stored(t), func(r fields) { r["seed"] = "" }},
		"an option of no game":        {playing.stored(t), func(r fields) { r["options"] = fields{"ace": "wild"} }},
		"no phase":                    {playing.stored(t), func(r fields) { r["phase"] = "melding" }},
		"known, but elsewhere":        {playing.stored(t), func(r fields) { r["known"] = [][]string{{"8C"}, {}} }},
		"taken, but not known":        {playing.stored(t), func(r fields) { r["known"] = [][]string{{}, {}} }},
		"renewed too often":           {playing.stored(t), func(r fields) { r["renewed"] = 6 }},
		"no meld":                     {playing.stored(t), func(r fields) { meldOf(r, 0)["cards"] = []string{"2C", "2D", "9C"}; swap(r, "9C", "2H") }},
		"a meld of nobody":            {playing.stored(t), func(r fields) { meldOf(r, 0)["by"] = 2 }},
		"a card added by nobody":      {playing.stored(t), func(r fields) { added(r)["by"] = -1 }},
		"a card added to no meld":     {playing.stored(t), func(r fields) { added(r)["meld"] = 3 }},
		"a card added from elsewhere": {playing.stored(t), func(r fields) { added(r)["card"] = "KC" }},
		"added in the middle":         {playing.stored(t), func(r fields) { added(r)["card"] = "9S" }},
		"more melds than there are":   {playing.stored(t), func(r fields) { r["fresh"] = 3 }},
		"more melds than in a turn":   {playing.stored(t), func(r fields) { r["fresh"] = 2 }},
		"laid before and did nothing": {drawing.stored(t), func(r fields) { r["before"] = true }},
		"laid before drawing":         {drawing.stored(t), func(r fields) { r["acted"] = true }},
		"drawn before drawing":        {drawing.stored(t), func(r fields) { r["drawn"] = "4H" }},
		"taken before drawing":        {drawing.stored(t), func(r fields) { r["taken"] = true }},
		"melds before drawing":        {drawing.stored(t), func(r fields) { r["fresh"] = 1 }},
		"playing, nothing drawn":      {drawing.stored(t), func(r fields) { r["phase"] = "play" }},
		"drawn, held by another":      {drawing.stored(t), func(r fields) { r["phase"], r["drawn"] = "play", "7H" }},
		"over, with cards to draw":    {drawing.stored(t), func(r fields) { r["phase"] = "over" }},
		"not over, an empty hand":     {encode(t, finished), func(r fields) { r["phase"] = "draw" }},
		"over, the loser to move":     {encode(t, finished), func(r fields) { r["turn"] = 1 }},
		"blocked, and to draw":        {encode(t, blocked), func(r fields) { r["phase"] = "draw" }},
		"blocked in a turn":           {encode(t, blocked), func(r fields) { r["acted"] = true }},
		"no way on": {
			position{Hands: "9S KD", Discard: "8C", Drawn: "9S", Taken: true}.stored(t),
			func(r fields) { r["hands"].([]any)[0] = []string{"9S"}; r["discard"] = []string{"KD", "8C"} },
		},
		"a hand too large": {
			position{Hands: "AC AD AH AS 2C 2D 2H 2S 3C 3D"}.stored(t),
			func(r fields) {
				stock := r["stock"].([]any)
				r["hands"].([]any)[0] = append(r["hands"].([]any)[0].([]any), stock[0])
				r["stock"] = stock[1:]
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			var r fields
			if err := json.Unmarshal(c.from, &r); err != nil {
				t.Fatal(err)
			}
			if _, err := (rummy.Game{}).Load(encode(t, r)); err != nil {
				t.Fatalf("as it was: %v", err)
			}
			c.change(r)
			if r, err := (rummy.Game{}).Load(encode(t, r)); err == nil {
				t.Errorf("loaded: %s", encode(t, r))
			}
		})
	}
	for _, text := range []string{"", "null", "[]", "{}", "7H"} {
		if _, err := (rummy.Game{}).Load([]byte(text)); err == nil {
			t.Errorf("%q is a round", text)
		}
	}
}

func meldOf(r map[string]any, n int) map[string]any {
	return r["melds"].([]any)[n].(map[string]any)
}

func added(r map[string]any) map[string]any { return r["added"].([]any)[0].(map[string]any) }

// swap puts a card into P1's hand in the place of another.
func swap(r map[string]any, out, in string) {
	hand := r["hands"].([]any)[0].([]any)
	for i := range hand {
		if hand[i] == out {
			hand[i] = in
		}
	}
}

// A round that is over is loaded with the same end.
func TestLoadedEnds(t *testing.T) {
	for name, c := range map[string]struct {
		position
		moves []string
	}{
		"out":     {lastCard("KD | QC"), outByDiscard},
		"rummy":   {position{Hands: "5C 7C", Stock: "6C"}, []string{"draw @stock", "meld 5C 6C 7C"}},
		"blocked": {exhausted(5, "2H TH | QC TD"), []string{"draw @stock", "discard 9C"}},
		"at once": {position{Hands: hand28 + " | QH", Drawn: "KC", Options: exceptRummy}, []string{"rummy 4C 4D 4H | 8S 9S TS JS | AD 2D 3D ~ KC"}},
	} {
		r := c.round(t)
		play(t, r, p1, c.moves...)
		again, err := rummy.Game{}.Load(encode(t, r))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		equal(t, name, string(encode(t, look(again, p2).End)), string(encode(t, look(r, p2).End)))
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(position{Hands: "5C 5D 5H 8S", Drawn: "8S", Melds: []string{"2 4C 4D 4H"}}.stored(f))
	f.Add(position{Discard: "KC", Turn: p2}.stored(f))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := rummy.Game{}.Load(data)
		if err != nil {
			return
		}
		for s := engine.Spectator; s < 6; s++ {
			r.View(s)
		}
		for _, s := range r.ToMove() {
			moves := r.Legal(s, nil)
			if len(moves) == 0 {
				t.Fatal("nobody can go on")
			}
			for _, m := range moves {
				if _, err := r.Clone().Play(s, m); err != nil {
					t.Fatalf("%s is listed: %v", m, err)
				}
			}
			if _, err := r.Clone().Play(s, r.(engine.Absent).Auto(s)); err != nil {
				t.Fatalf("the automatic move: %v", err)
			}
		}
	})
}
