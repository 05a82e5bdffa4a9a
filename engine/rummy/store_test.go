package rummy_test

import (
	"encoding/json"
	"testing"

	"carteado/engine"
	"carteado/engine/enginetest"
	"carteado/engine/rummy"
)

// A stored position that no play leads to is refused whole.
func TestLoadRefuses(t *testing.T) {
	stored := func(position, script string) []byte { return enginetest.Encode(t, at(t, position).Run(script).Round) }
	playing := stored(`hand:0 4H 5H 9C KD; hand:1 7H 3H; discard 8C; drawn KD; taken; acted; fresh 1
		meld:1 2C 2D 2H; meld:2 8S 9S TS JS; laid 0 1; added 0 JS>meld:2`, "")
	drawing := stored("hand:0 4H 5H 9C; hand:1 7H 3H; discard 8C", "")
	finished := stored("hand:0 9S; hand:1 KD; meld:1 AC AD AH; stock AS", "draw @stock; layoff AS >meld:1; discard 9S")
	blocked := stored("hand:0 2H TH; hand:1 QC TD; stock 9C; rest discard; renewed 5", "draw @stock; discard 9C")
	type fields = map[string]any
	for name, c := range map[string]struct {
		from   []byte
		change func(fields)
	}{
		"a card twice":             {playing, func(r fields) { r["discard"] = []string{"KD"} }},
		"a card missing":           {playing, func(r fields) { r["discard"] = []string{} }},
		"a card of another game":   {playing, func(r fields) { r["discard"] = []string{"J"} }},
		"a card face down":         {playing, func(r fields) { r["discard"] = []string{"??"} }},
		"a third seat":             {playing, func(r fields) { r["turn"] = 2 }},
		"a player of no seat away": {playing, func(r fields) { r["away"] = 4 }},
		"no dealer":                {playing, func(r fields) { r["dealer"] = -1 }},
		"one hand":                 {playing, func(r fields) { r["hands"] = []any{} }},
		"hands nobody knows of":    {playing, func(r fields) { r["known"] = []any{[]string{}} }},
		"no seed":                  {playing, func(r fields) { r["seed"] = "" }},
		"an option of no game":     {playing, func(r fields) { r["options"] = fields{"ace": "wild"} }},
		"no phase":                 {playing, func(r fields) { r["phase"] = "melding" }},
		"known, but elsewhere":     {playing, func(r fields) { r["known"] = [][]string{{"8C"}, {}} }},
		"taken, but not known":     {playing, func(r fields) { r["known"] = [][]string{{}, {}} }},
		"renewed too often":        {playing, func(r fields) { r["renewed"] = 6 }},
		"no meld": {playing, func(r fields) {
			meldOf(r, 0)["cards"] = []string{"2C", "2D", "9C"}
			swap(r, "9C", "2H")
		}},
		"a meld of nobody":            {playing, func(r fields) { meldOf(r, 0)["by"] = 2 }},
		"a card added by nobody":      {playing, func(r fields) { added(r)["by"] = -1 }},
		"a card added to no meld":     {playing, func(r fields) { added(r)["meld"] = 3 }},
		"a card added from elsewhere": {playing, func(r fields) { added(r)["card"] = "KC" }},
		"added in the middle":         {playing, func(r fields) { added(r)["card"] = "9S" }},
		"more melds than there are":   {playing, func(r fields) { r["fresh"] = 3 }},
		"more melds than in a turn":   {playing, func(r fields) { r["fresh"] = 2 }},
		"laid before and did nothing": {drawing, func(r fields) { r["before"] = true }},
		"laid before drawing":         {drawing, func(r fields) { r["acted"] = true }},
		"drawn before drawing":        {drawing, func(r fields) { r["drawn"] = "4H" }},
		"taken before drawing":        {drawing, func(r fields) { r["taken"] = true }},
		"melds before drawing":        {drawing, func(r fields) { r["fresh"] = 1 }},
		"playing, nothing drawn":      {drawing, func(r fields) { r["phase"] = "play" }},
		"drawn, held by another":      {drawing, func(r fields) { r["phase"], r["drawn"] = "play", "7H" }},
		"over, with cards to draw":    {drawing, func(r fields) { r["phase"] = "over" }},
		"not over, an empty hand":     {finished, func(r fields) { r["phase"] = "draw" }},
		"over, the loser to move":     {finished, func(r fields) { r["turn"] = 1 }},
		"blocked, and to draw":        {blocked, func(r fields) { r["phase"] = "draw" }},
		"blocked in a turn":           {blocked, func(r fields) { r["acted"] = true }},
		"no way on": {
			stored("hand:0 9S KD; discard 8C; drawn 9S; taken", ""),
			func(r fields) { r["hands"].([]any)[0] = []string{"9S"}; r["discard"] = []string{"KD", "8C"} },
		},
		"a hand too large": {
			stored("hand:0 AC AD AH AS 2C 2D 2H 2S 3C 3D", ""),
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
			if _, err := (rummy.Game{}).Load(enginetest.Encode(t, r)); err != nil {
				t.Fatalf("as it was: %v", err)
			}
			c.change(r)
			if r, err := (rummy.Game{}).Load(enginetest.Encode(t, r)); err == nil {
				t.Errorf("loaded: %s", enginetest.Encode(t, r))
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
	for position, script := range map[string]string{
		"hand:0 9S; hand:1 KD; hand:2 QC; meld:1 AC AD AH; stock AS": "draw @stock; " +
			"layoff AS >meld:1; discard 9S",
		"hand:0 5C 7C; stock 6C": "draw @stock; meld 5C 6C 7C",
		"hand:0 2H TH; hand:1 QC TD; stock 9C; rest discard; renewed 5": "draw @stock; discard 9C",
		"melds_per_turn=1_except_rummy; hand:0 4C 4D 4H 8S 9S TS JS AD 2D 3D KC; hand:1 QH; drawn KC": "rummy 4C 4D " +
			"4H | 8S 9S TS JS | AD 2D 3D ~ KC",
	} {
		r := at(t, position).Run(script)
		end := string(enginetest.Encode(t, look(r, p2).End))
		equal(t, position, string(enginetest.Encode(t, look(r.Run("load"), p2).End)), end)
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(enginetest.Encode(f, at(f, "hand:0 5C 5D 5H 8S; drawn 8S; meld:1 4C 4D 4H; laid 1").Round))
	f.Add(enginetest.Encode(f, at(f, "discard KC; turn 1").Round))
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
				if _, err := engine.Play(engine.Clone(r), s, m); err != nil {
					t.Fatalf("%s is listed: %v", m, err)
				}
			}
			if _, err := engine.Play(engine.Clone(r), s, r.(engine.Absent).Auto(s)); err != nil {
				t.Fatalf("the automatic move: %v", err)
			}
		}
	})
}
