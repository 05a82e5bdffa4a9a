package engine_test

import (
	"encoding/json"
	"testing"

	"carteado/engine"
)

func TestPileNames(t *testing.T) {
	for _, c := range []struct {
		pile         engine.Place
		list, inMove string
	}{
		{engine.In(engine.Hand), "hand", "hand"},
		{engine.In(engine.Stock), "stock", "stock"},
		{engine.In(engine.Draw), "draw", "draw"},
		{engine.In(engine.Knock), "knock", "knock"},
		{engine.In(engine.Burned), "burned", "burned"},
		{engine.Nth(engine.Meld, 1), "meld:1", "meld:1"},
		{engine.Nth(engine.Wall, 4), "wall:4", "wall:4"},
		{engine.Nth(engine.Reversed, 1), "reversed:1", "reversed:1"},
		{engine.Of(engine.Hand, 0), "hand:0", "0:hand"},
		{engine.Of(engine.Up, 1), "up:1", "1:up"},
		{engine.Of(engine.Down, 0), "down:0", "0:down"},
		{engine.Of(engine.Down, 1), "down:1", "1:down"},
		{engine.Of(engine.Stock, 2), "stock:2", "2:stock"},
		{engine.Of(engine.A, 2), "a:2", "2:a"},
		{engine.Of(engine.Shown, 1), "shown:1", "1:shown"},
		{engine.Of(engine.Left, 0), "left:0", "0:left"},
	} {
		if c.pile.String() != c.list {
			t.Errorf("%#v is written %q, want %q", c.pile, c.pile, c.list)
		}
		if p, err := engine.ParsePlace(c.list); err != nil || p != c.pile {
			t.Errorf("ParsePlace(%q) = %#v, %v", c.list, p, err)
		}
		text, err := json.Marshal(c.pile)
		if err != nil || string(text) != `"`+c.inMove+`"` {
			t.Errorf("%v is stored as %s, %v, want %q", c.pile, text, err, c.inMove)
		}
		var loaded engine.Place
		if err := json.Unmarshal(text, &loaded); err != nil || loaded != c.pile {
			t.Errorf("%s is loaded as %#v, %v", text, loaded, err)
		}
	}
	if s := engine.Of(engine.A, 2).Seat(); s != 2 {
		t.Errorf("a:2 belongs to seat %d", s)
	}
	if s := engine.In(engine.A).Seat(); s != engine.Nobody {
		t.Errorf("a belongs to seat %d", s)
	}
}

// A place among one's face-down cards and the pile of a seat are both written
// down:1; only a move or a stored event means the place.
func TestDownIsAPlaceInMovesAndASeatInLists(t *testing.T) {
	m, err := engine.ParseMove("flip @down:1")
	if err != nil || m.From != engine.Nth(engine.Down, 1) {
		t.Errorf("flip @down:1 flips %#v, %v", m.From, err)
	}
	p, err := engine.ParsePlace("down:1")
	if err != nil || p != engine.Of(engine.Down, 1) {
		t.Errorf("the list's down:1 is %#v, %v", p, err)
	}
	var stored engine.Place
	text, _ := json.Marshal(engine.Nth(engine.Down, 1))
	if err := json.Unmarshal(text, &stored); err != nil || stored != engine.Nth(engine.Down, 1) {
		t.Errorf("the place is stored as %s and loaded as %#v, %v", text, stored, err)
	}
}

func TestParsePlaceIsStrict(t *testing.T) {
	for _, text := range []string{"", ":", "0:", "hand:", ":0", "Hand", "hand:00", "hand:-1", "hand:10", "discard:1",
		"knock:0", "meld:0", "meld:01", "a:2:1", "2:a", "0:1:a", " hand", "meld", "wall", "0:hand:1"} {
		if p, err := engine.ParsePlace(text); err == nil {
			t.Errorf("ParsePlace(%q) = %#v, want an error", text, p)
		}
	}
	var p engine.Place
	for _, text := range []string{"a:2", "hand:0", "0:1:a", "meld:0", "0:hand:1"} {
		if err := p.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("stored %q is loaded as %#v, want an error", text, p)
		}
	}
}

// A kind of pile has a row with a name of its own; one without a row is hidden.
func TestEveryPileHasARow(t *testing.T) {
	names := map[string]bool{"": true}
	for kind := engine.Hand; kind <= engine.Left; kind++ {
		name := engine.In(kind).String()
		if names[name] {
			t.Errorf("the name of kind %d is %q", kind, name)
		}
		names[name] = true
	}
	for _, kind := range []engine.PileKind{engine.NoPile, engine.Left + 1, 255} {
		if !kind.Blind() || kind.Loose() || engine.Of(kind, 1).SeenBy(1, 0, 1, true) {
			t.Errorf("kind %d has no row and is seen", kind)
		}
	}
}

func TestWhoSeesAPile(t *testing.T) {
	for _, c := range []struct {
		place   engine.Place
		playing string // for the first and the last card: who of seat 1, seat 0 and a spectator sees it
		over    string
	}{
		{engine.Of(engine.Hand, 1), "1 1", "10- 10-"},
		{engine.In(engine.Stock), " ", " "},
		{engine.Of(engine.Stock, 1), " 10-", " 10-"},
		{engine.In(engine.Draw), " ", " "},
		{engine.Of(engine.Down, 1), " ", "10- 10-"},
		{engine.In(engine.Discard), "10- 10-", "10- 10-"},
		{engine.Nth(engine.Wall, 1), "10- 10-", "10- 10-"},
	} {
		for over, want := range map[bool]string{false: c.playing, true: c.over} {
			got := ""
			for _, i := range []int{0, 2} {
				for n, viewer := range []engine.Seat{1, 0, engine.Spectator} {
					if c.place.SeenBy(viewer, i, 3, over) {
						got += "10-"[n : n+1]
					}
				}
				if i == 0 {
					got += " "
				}
			}
			if got != want {
				t.Errorf("%s, over %v: seen by %q, want %q", c.place, over, got, want)
			}
		}
	}
}
