package huangdi_test

import (
	"encoding/json"
	"testing"

	"carteado/engine"
	"carteado/engine/enginetest"
	"carteado/engine/huangdi"
)

var midgame = "built; hand:0 2 4 9 R; hand:1 1 3 J; stock:0 3 8 7; stock:1 6 5; a:0 9 4; b:1 10; wall:1 1 J=2 3 " +
	"2; wall:2 1"

// A stored position that no play leads to is refused whole.
func TestLoadRefuses(t *testing.T) {
	long := make([]string, 11)
	for i := range long {
		long[i] = "9"
	}
	for name, change := range map[string]func(map[string]any){
		"a card twice": func(r map[string]any) {
			r["hands"] = [][]string{{"2", "4", "9", "R", "R"}, {"1", "3", "J"}}
		},
		"a card missing": func(r map[string]any) {
			r["hands"] = [][]string{{"2", "4", "9"}, {"1", "3", "J"}}
		},
		"another card": func(r map[string]any) {
			r["hands"] = [][]string{{"2", "4", "8", "R"}, {"1", "3", "J"}}
		},
		"a card of another game": func(r map[string]any) {
			r["hands"] = [][]string{{"2", "4", "9H", "R"}, {"1", "3", "J"}}
		},
		"a card face down": func(r map[string]any) {
			r["hands"] = [][]string{{"2", "4", "9", "??"}, {"1", "3", "J"}}
		},
		"six cards in a hand": func(r map[string]any) {
			r["hands"] = [][]string{{"2", "4", "9", "R", "8", "8"}, {"1", "3", "J"}}
		},
		"a third hand": func(r map[string]any) { r["hands"] = [][]string{{"2"}, {"1"}, {"3"}} },
		"one seat":     func(r map[string]any) { r["hands"] = [][]string{{"2"}} },
		"no stock":     func(r map[string]any) { r["stocks"] = [][]string{{"3", "8", "7", "6", "5"}, {}} },
		"a long stock": func(r map[string]any) { r["stocks"] = [][]string{long, {"6", "5"}} },
		"one discard pile": func(r map[string]any) {
			r["discards"] = [][][]string{{{"9", "4"}}, {{}, {"10"}}}
		},
		"two places": func(r map[string]any) { r["walls"] = [][]string{{"1", "J=2", "3", "2"}, {"1"}} },
		"a wall from 2": func(r map[string]any) {
			r["walls"] = [][]string{{"1", "J=2", "3", "2"}, {"2"}, {}}
		},
		"a wall with a gap": func(r map[string]any) {
			r["walls"] = [][]string{{"1", "3", "J=2", "2"}, {"1"}, {}}
		},
		"a joker for nothing": func(r map[string]any) {
			r["walls"] = [][]string{{"1", "J", "3", "2"}, {"1"}, {}}
		},
		"a joker for another": func(r map[string]any) {
			r["walls"] = [][]string{{"1", "J=3", "3", "2"}, {"1"}, {}}
		},
		"a joker for a joker": func(r map[string]any) {
			r["walls"] = [][]string{{"1", "J=J", "3", "2"}, {"1"}, {}}
		},
		"a number for another": func(r map[string]any) {
			r["walls"] = [][]string{{"1", "4=2", "3", "2"}, {"1"}, {}}
		},
		"a mark": func(r map[string]any) {
			r["walls"] = [][]string{{"1", "|", "3", "2"}, {"1"}, {}}
		},
		"a reverse card in a wall": func(r map[string]any) {
			r["walls"] = [][]string{{"1", "R", "3", "2"}, {"1"}, {}}
		},
		"a finished wall": func(r map[string]any) {
			r["walls"] = [][]string{{"1", "J=2", "3", "2", "1"}, {}, {}}
		},
		"a third turn":              func(r map[string]any) { r["turn"] = 2 },
		"no dealer":                 func(r map[string]any) { r["dealer"] = -1 },
		"no seed":                   func(r map[string]any) { r["seed"] = "" },
		"an option of no game":      func(r map[string]any) { r["options"] = map[string]string{"walls": "5"} },
		"an option of other tables": func(r map[string]any) { r["options"] = map[string]string{"deck": "large"} },
		"over by nothing":           func(r map[string]any) { r["over"] = "void" },
		"out with a stock":          func(r map[string]any) { r["over"] = "out" },
		"blocked too early":         func(r map[string]any) { r["over"] = "blocked" },
		"quiet too long":            func(r map[string]any) { r["built"], r["quiet"] = false, 81 },
		"quiet and not blocked":     func(r map[string]any) { r["built"], r["quiet"] = false, 80 },
		"quiet and built":           func(r map[string]any) { r["quiet"] = 1 },
		"empty and built":           func(r map[string]any) { r["empty"], r["quiet"] = 1, 1 },
		"empty and not quiet":       func(r map[string]any) { r["built"], r["empty"] = false, 1 },
		"empty too often":           func(r map[string]any) { r["built"], r["quiet"], r["empty"] = false, 5, 3 },
		"borrowed from oneself":     func(r map[string]any) { r["borrowed"] = []bool{true, false} },
		"borrowed without building": func(r map[string]any) { r["built"], r["borrowed"] = false, []bool{false, true} },
		"borrowed from nobody":      func(r map[string]any) { r["borrowed"] = []bool{false} },
	} {
		t.Run(name, func(t *testing.T) {
			var fields map[string]any
			if err := json.Unmarshal(enginetest.Encode(t, at(t, midgame)), &fields); err != nil {
				t.Fatal(err)
			}
			if _, err := (huangdi.Game{}).Load(enginetest.Encode(t, fields)); err != nil {
				t.Fatalf("as it was: %v", err)
			}
			change(fields)
			if r, err := (huangdi.Game{}).Load(enginetest.Encode(t, fields)); err == nil {
				t.Errorf("loaded: %s", enginetest.Encode(t, r))
			}
		})
	}
	for _, text := range []string{"", "null", "[]", "{}", "7"} {
		if _, err := (huangdi.Game{}).Load([]byte(text)); err == nil {
			t.Errorf("%q is a round", text)
		}
	}
	var fields map[string]any
	if err := json.Unmarshal(enginetest.Encode(t, at(t, "hand:0 9")), &fields); err != nil {
		t.Fatal(err)
	}
	fields["hands"], fields["discards"] = [][]string{{}, {}}, [][][]string{{{"9"}, {}}, {{}, {}}}
	if _, err := (huangdi.Game{}).Load(enginetest.Encode(t, fields)); err == nil {
		t.Error("an empty hand beside a draw pile is loaded")
	}
}

// A round in the middle of a turn comes back as it was, wherever it is.
func TestStoredAndLoaded(t *testing.T) {
	out := at(t, "stock:0 10; hand:0 1; wall:1 1 2 3 4 5 6 7 8 9")
	out.Run("build 10 @stock >wall:1")
	blocked := at(t, "quiet 79; hand:0 9 9; hand:1 9 9; stock:0 8 8; stock:1 7 7 7; wall:1 1").Run("discard 9 >a")
	for name, r := range map[string]engine.Round{
		"midgame": at(t, midgame), "out": out, "blocked": blocked,
		"for lack of cards": at(t, "quiet 3; empty 1; hand:0 9"),
	} {
		before := enginetest.Encode(t, r)
		loaded, err := huangdi.Game{}.Load(before)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		equal(t, name, string(enginetest.Encode(t, loaded)), string(before))
		for s := engine.Spectator; s <= p2; s++ {
			equal(t, name, string(enginetest.Encode(t, loaded.View(s))), string(enginetest.Encode(t, r.View(s))))
		}
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(enginetest.Encode(f, at(f, midgame)))
	f.Add(enginetest.Encode(f, at(f, "seats 4; quiet 7; turn 2; hand:2 R R 5")))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := huangdi.Game{}.Load(data)
		if err != nil {
			return
		}
		for s := engine.Spectator; s < 4; s++ {
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
