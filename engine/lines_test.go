package engine_test

import (
	"slices"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
)

// A stock is dealt out one card at a time. A seat whose line is empty takes the last card of the longest.
func TestLines(t *testing.T) {
	stock, err := card.List("AC 2C 3C 4C 5C 6C 7C 8C")
	if err != nil {
		t.Fatal(err)
	}
	lines := engine.NewLines(3)
	lines.Deal(stock)
	if got := card.Write(stock); got != "AC 4C 7C 2C 5C 8C 3C 6C" || !slices.Equal(lines.Counts(), []int{3, 3, 2}) {
		t.Fatalf("dealt out, %s in lines of %v", got, lines.Counts())
	}
	for i, draw := range []struct {
		seat engine.Seat
		want string
	}{{1, "2C"}, {2, "3C"}, {2, "6C"}, {2, "7C"}, {0, "AC"}, {2, "8C"}, {1, "5C"}, {1, "4C"}} {
		lines.Draw(stock[i:], draw.seat)
		if got := stock[i].String(); got != draw.want {
			t.Errorf("draw %d: seat %d gets %s, want %s; lines of %v", i+1, draw.seat, got, draw.want, lines.Counts())
		}
	}
	if lines.Add(lines.Shortest()) != 0 || lines.Add(lines.Shortest()) != 1 || lines.Add(0) != 1 {
		t.Errorf("cards are put under the wrong lines: %v", lines.Counts())
	}
}

func TestStoredLines(t *testing.T) {
	duplicate := engine.Options{engine.Duplicate: "4"}
	for name, c := range map[string]struct {
		counts  []int
		options engine.Options
		sound   bool
	}{
		"of an ordinary round": {nil, nil, true}, "lines of an ordinary round": {[]int{3, 2}, nil, false},
		"of a duplicate round": {[]int{3, 2}, duplicate, true}, "none": {nil, duplicate, false},
		"one for three": {[]int{5}, duplicate, false}, "too many cards": {[]int{3, 3}, duplicate, false},
		"too few": {[]int{3, 1}, duplicate, false}, "less than none": {[]int{6, -1}, duplicate, false},
	} {
		if _, err := engine.ReadLines(c.counts, c.options, 2, 5); (err == nil) != c.sound {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Only a game with lines is played as a duplicate match, and only for as many rounds as can be chosen.
func TestDuplicateIsAnOptionOfGamesWithLines(t *testing.T) {
	for value, want := range map[string]bool{"1": true, "12": true, "0": false, "13": false, "04": false, "": false} {
		chosen := engine.Options{engine.Duplicate: value}
		o, err := (engine.Info{Duplicate: true}).Resolve(chosen)
		if (err == nil) != want || want && o.Duplicates() == 0 {
			t.Errorf("%q: %v, %v", value, o, err)
		}
		if _, err := (engine.Info{}).Resolve(chosen); err == nil {
			t.Errorf("%q is accepted by a game without lines", value)
		}
	}
}
