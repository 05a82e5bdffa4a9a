package engine_test

import (
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/huangdi"
	"carteado/engine/palace"
	"carteado/engine/rummy"
)

func TestSet(t *testing.T) {
	r, err := engine.Set(palace.Game{}, `
		hand:2 7H 8S KD; up:1; down:0 3C ?? 4C; up:0
		discard 5C; rest burned; turn 2; eight_skips=on`, engine.Options{"scoring": "placement"})
	if err != nil {
		t.Fatal(err)
	}
	held := map[string]string{}
	n := 0
	for _, pile := range r.Piles(nil) {
		held[pile.Place.String()] = card.Write(pile.Cards)
		n += len(pile.Cards) - strings.Count(held[pile.Place.String()], "??")
	}
	for pile, want := range map[string]string{
		"hand:2": "7H 8S KD", "up:1": "?? ?? ??", "up:0": "?? ?? ??", "down:0": "3C ?? 4C", "discard": "5C",
		"stock":  "",
		"hand:0": "3D 3H 3S", "hand:1": "4D 4H 4S",
	} {
		if held[pile] != want {
			t.Errorf("%s holds %q, want %q", pile, held[pile], want)
		}
	}
	if n != 52 || len(r.ToMove()) != 1 || r.ToMove()[0] != 2 {
		t.Errorf("%d cards, to move %v", n, r.ToMove())
	}
}

func TestSetRefuses(t *testing.T) {
	for text, reason := range map[string]string{
		"hand:0 7H 7H 8S":            "7H is there too often",
		"hand:0 7H; discard 7H":      "7H is there too often",
		"discard J":                  "J is there too often",
		"hand:0 7H 8X":               `card "8X"`,
		"hand:5 7H":                  "6 seats, expected 2 to 5",
		"seats 2; hand:2 7H":         "seat 2 of 2",
		"seats 2; turn 2":            "seat 2 of 2",
		"seats two":                  "seats two: expected a number",
		"turn 1 0":                   "turn: expected one number",
		"turn -1":                    "turn -1: expected a number",
		"hand 7H":                    "the game does not read hand",
		"meld:1 7H 8H 9H":            "the game does not read meld:1",
		"hnd:0 7H":                   `pile "hnd:0"`,
		"dicard 7H":                  "the game does not read dicard",
		"discard 7H; discard 8H":     "discard is there twice",
		"turn 1; turn 0":             "turn is there twice",
		"rest under":                 `rest: pile "under"`,
		"jokers=on":                  "no such option",
		"scoring=points":             "no such option",
		"out 2":                      "not a position",
		"up:0 3C 4C; hand:0 2C; out": "not a position",
	} {
		if _, err := engine.Set(palace.Game{}, text, nil); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%s: %v, want %s", text, err, reason)
		}
	}
	for text, reason := range map[string]string{
		"drawn 7H 8H": "drawn: expected one card",
		"drawn X":     "drawn: expected one card",
	} {
		if _, err := engine.Set(rummy.Game{}, text, nil); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%s: %v, want %s", text, err, reason)
		}
	}
	for text, reason := range map[string]string{
		"hand:0 1 2 3 4 5 6":                         "not a position",
		"wall:1 1 3":                                 "not a position",
		"a:0" + strings.Repeat(" 9 8 7", 60):         "too often",
		"a:0" + strings.Repeat(" R", 12) + "; b:0 J": "",
		"c:0 9": "the game does not read c:0",
	} {
		if _, err := engine.Set(huangdi.Game{}, text, nil); (err == nil) != (reason == "") || err != nil &&
			!strings.Contains(err.Error(), reason) {
			t.Errorf("%s: %v, want %s", text, err, reason)
		}
	}
	if _, err := engine.Set(scripted{}, "turn 1", nil); err == nil {
		t.Error("a game that sets up no positions has set up one")
	}
}

func TestLessonsAreRead(t *testing.T) {
	lesson := engine.Lesson{
		Key: "two", Position: "turn 1; discard AS; hand:1 2D 5C 6C; hand:0 3H QD KC", Moves: "play 2D; 0 play 3H",
		Show: "discard hand:0", Want: "discard AS 2D 3H",
	}
	e, err := lesson.At(palace.Game{})
	if err != nil {
		t.Fatal(err)
	}
	if e.Seat != 1 || len(e.Made) != 2 || e.Made[0].Seat != 1 || e.Made[1].Seat != 0 ||
		e.Made[1].Move.String() != "play 3H" {
		t.Errorf("seat %d, %v", e.Seat, e.Made)
	}
	if len(e.Show) != 2 || len(e.Want) != 1 || card.Write(e.Want[0].Cards) != "AS 2D 3H" {
		t.Errorf("%v, %v", e.Show, e.Want)
	}
	for name, change := range map[string]func(*engine.Lesson){
		"position":         func(l *engine.Lesson) { l.Position = "hand:0 7H 7H" },
		"move":             func(l *engine.Lesson) { l.Moves = "Play 2D" },
		"shown":            func(l *engine.Lesson) { l.Show = "dicard" },
		"wanted":           func(l *engine.Lesson) { l.Want = "discard 2X" },
		"wanted, unshown":  func(l *engine.Lesson) { l.Want = "hand:1 5C" },
		"option of nobody": func(l *engine.Lesson) { l.Options = engine.Options{"jokers": "on"} },
	} {
		wrong := lesson
		change(&wrong)
		if _, err := wrong.At(palace.Game{}); err == nil {
			t.Errorf("%s: read", name)
		}
	}
}

func TestSetMatch(t *testing.T) {
	m, err := engine.SetMatch(palace.Game{},
		`dealer 1; hand:0 7H; hand:1 x2; stock; burned x3; discard x4 5C; up:0; up:1; down:0; rest burned
		scores out 1 0 1 void - 0 0`)
	if err != nil {
		t.Fatal(err)
	}
	sizes := map[string]int{}
	for _, pile := range m.Round().Piles(nil) {
		sizes[pile.Place.String()] = len(pile.Cards)
	}
	if sizes["hand:1"] != 2 || sizes["discard"] != 5 || sizes["burned"] != 52-1-2-5-3 {
		t.Errorf("%v", sizes)
	}
	view := m.View(1)
	if rounds := view.Rounds; view.Number != 3 || view.Dealer != 1 || len(rounds) != 2 || rounds[0].Dealer != 1 ||
		rounds[0].Winner != 1 ||
		rounds[1].Dealer != 0 || rounds[1].Winner != engine.Nobody || view.Totals[1] != 1 || view.Between ||
		view.Outcome != nil {
		t.Errorf("%+v", view)
	}
	if _, err := m.Play(0, m.Legal(0, nil)[0]); err != nil {
		t.Fatal(err)
	}
	if view := m.View(engine.Spectator); !view.Between || view.Totals[0] != 1 || len(view.Rounds) != 3 {
		t.Errorf("after the last card: %+v", view)
	}
	for text, reason := range map[string]string{
		"scores out 0 1":                 "expected an ending, a winner and 2 numbers",
		"scores out 2 1 0":               "expected a number, not 2",
		"scores out 0 one 0":             "expected a number, not one",
		"scores out 0 1 0 out 0 1 0":     "is over",
		"discard x60":                    "no cards are left for discard",
		"discard x":                      `card "x"`,
		"hand:0; up:0; down:0; stock 2H": "not a position",
	} {
		if _, err := engine.SetMatch(palace.Game{}, text); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%s: %v, want %s", text, err, reason)
		}
	}
	if _, err := engine.Set(palace.Game{}, "scores out 0 1 0", nil); err == nil {
		t.Error("a round without a match has read scores")
	}
}
