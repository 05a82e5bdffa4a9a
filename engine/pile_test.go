package engine_test

import (
	"encoding/json"
	"testing"

	"carteado/engine"
)

func TestPileNames(t *testing.T) {
	for _, c := range []struct {
		pile         engine.Pile
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
		if p, err := engine.ParsePile(c.list); err != nil || p != c.pile {
			t.Errorf("ParsePile(%q) = %#v, %v", c.list, p, err)
		}
		text, err := json.Marshal(c.pile)
		if err != nil || string(text) != `"`+c.inMove+`"` {
			t.Errorf("%v is stored as %s, %v, want %q", c.pile, text, err, c.inMove)
		}
		var loaded engine.Pile
		if err := json.Unmarshal(text, &loaded); err != nil || loaded != c.pile {
			t.Errorf("%s is loaded as %#v, %v", text, loaded, err)
		}
	}
	if s := engine.Of(engine.A, 2).Seat(); s != 2 {
		t.Errorf("a:2 belongs to seat %d", s)
	}
	if s := engine.In(engine.A).Seat(); s != engine.Spectator {
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
	p, err := engine.ParsePile("down:1")
	if err != nil || p != engine.Of(engine.Down, 1) {
		t.Errorf("the list's down:1 is %#v, %v", p, err)
	}
	var stored engine.Pile
	text, _ := json.Marshal(engine.Nth(engine.Down, 1))
	if err := json.Unmarshal(text, &stored); err != nil || stored != engine.Nth(engine.Down, 1) {
		t.Errorf("the place is stored as %s and loaded as %#v, %v", text, stored, err)
	}
}

func TestParsePileIsStrict(t *testing.T) {
	for _, text := range []string{"", ":", "0:", "hand:", ":0", "Hand", "hand:00", "hand:-1", "hand:10", "discard:1", "knock:0", "meld:0", "meld:01", "a:2:1", "2:a", "0:1:a", " hand", "meld", "wall", "0:hand:1"} {
		if p, err := engine.ParsePile(text); err == nil {
			t.Errorf("ParsePile(%q) = %#v, want an error", text, p)
		}
	}
	var p engine.Pile
	for _, text := range []string{"a:2", "hand:0", "0:1:a", "meld:0", "0:hand:1"} {
		if err := p.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("stored %q is loaded as %#v, want an error", text, p)
		}
	}
}
