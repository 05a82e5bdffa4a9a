package huangdi_test

import (
	"fmt"
	"slices"
	"testing"

	"carteado/engine"
	"carteado/engine/huangdi"
)

func TestCompose(t *testing.T) {
	for _, c := range []struct {
		pressed string
		chosen  []string
		want    string
	}{
		{"build * >wall:1", []string{"5 @hand"}, "build 5 @hand >wall:1"},
		{"build * >wall:3", []string{"J @stock"}, "build J @stock >wall:3"},
		{"build * >wall:2", []string{"4 @2:a"}, "build 4 @2:a >wall:2"},
		{"build * >wall:1", []string{"7 @a", "R @hand"}, "reverse 7 @a +@hand >wall:1"},
		{"build * >wall:1", []string{"10 @1:d", "R @2:b"}, "reverse 10 @1:d +@2:b >wall:1"},
		{"build * >wall:1", []string{"R @stock", "7 @b"}, "reverse 7 @b +@stock >wall:1"},
		{"build * >wall:1", []string{"R @hand"}, "build R @hand >wall:1"},
		{"build * >wall:1", []string{"R @hand", "R @stock"}, "reverse R @hand +@stock >wall:1"},
		{"discard * >a", []string{"5 @hand"}, "discard 5 >a"},
		{"discard * >b", []string{"R @hand"}, "discard R >b"},
		{"discard * >a", []string{"5 @stock"}, "discard 5 @stock >a"},
		{"discard * >a", []string{"5 @hand", "R @hand"}, "discard 5 R >a"},
		{"end", nil, "end"},
		{"end", []string{"5 @hand"}, "end"},
		{"build 5 @hand >wall:1", []string{"6 @hand"}, "build 5 @hand >wall:1"},
	} {
		m, err := huangdi.Game{}.Compose(c.pressed, c.chosen)
		if err != nil || m.String() != c.want {
			t.Errorf("%s with %q: %q, %v, want %q", c.pressed, c.chosen, m, err, c.want)
		}
	}
	for _, c := range []struct {
		pressed string
		chosen  []string
	}{
		{"build * >wall:1", nil},
		{"discard * >a", nil},
		{"build * >wall:1", []string{"5 @hand", "6 @hand"}},
		{"build * >wall:1", []string{"5 @hand", "R @hand", "R @stock"}},
		{"build * >wall:1", []string{"5 @hand >wall:2"}},
		{"build * >wall:1", []string{"5 6 @hand"}},
		{"build * >wall:1", []string{"5 @hand +@hand"}},
		{"build * >wall:1", []string{""}},
		{"build * >wall:1", []string{"@hand"}},
		{"build * >wall:1", []string{"five @hand"}},
		{"discard * >a", []string{"??"}},
		{"fly * >wall:1", []string{"5 @hand", "R @hand"}},
		{"Build * >wall:1", []string{"5 @hand"}},
		{"", nil},
	} {
		if m, err := (huangdi.Game{}).Compose(c.pressed, c.chosen); err == nil {
			t.Errorf("%q with %q is %q", c.pressed, c.chosen, m)
		}
	}
}

// Every legal move can be put together from what a page offers.
func TestEveryMoveIsComposed(t *testing.T) {
	r := at(t, "seats 3; hand:0 4 7 J R; stock:0 9 R; a:0 7; a:1 R; b:1 4; a:2 7; wall:1 1 2 3 4 5 6 7 8; wall:2 1 2 3")
	moves := r.Legal(p1, nil)
	equal(t, "verbs", fmt.Sprint(slices.Compact(verbs(moves))), "[build reverse discard]")
	for _, m := range moves {
		value := func(from engine.Place) string {
			return engine.Move{Verb: "x", From: from}.String()[len("x "):]
		}
		pressed, chosen := fmt.Sprintf("%s * >%s", m.Verb, m.To), []string{m.Card().String() + " @hand"}
		if m.Verb != "discard" {
			chosen[0] = m.Card().String() + " " + value(m.From)
		}
		if m.Verb == "reverse" {
			pressed, chosen = fmt.Sprintf("build * >%s", m.To), append(chosen, "R "+value(m.With))
		}
		if got, err := engine.Compose(huangdi.Game{}, pressed, chosen); err != nil || got != m {
			t.Errorf("%s with %q: %q, %v, want %q", pressed, chosen, got, err, m)
		}
	}
}

func verbs(moves []engine.Move) (list []string) {
	for _, m := range moves {
		list = append(list, m.Verb)
	}
	return list
}

// The order of the notation: by verb, card, place, place of the reverse card, wall.
func TestOrderOfMoves(t *testing.T) {
	r := at(t, "discard_piles=3; seats 3; turn 1; hand:1 1 4 J R; stock:1 9 4; a:1 4; c:1 R; b:0 4; c:2 J; wall:1 1 "+
		"2 3; wall:3 1 2 3 4 5")
	want := []string{
		"build 1 @hand >wall:2",
		"build 4 @hand >wall:1", "build 4 @stock >wall:1", "build 4 @a >wall:1", "build 4 @0:b >wall:1",
		"build J @hand >wall:1", "build J @hand >wall:2", "build J @hand >wall:3",
		"build J @2:c >wall:1", "build J @2:c >wall:2", "build J @2:c >wall:3",
		"reverse 4 @hand +@hand >wall:3", "reverse 4 @hand +@c >wall:3",
		"reverse 4 @stock +@hand >wall:3", "reverse 4 @stock +@c >wall:3",
		"reverse 4 @a +@hand >wall:3", "reverse 4 @a +@c >wall:3",
		"reverse 4 @0:b +@hand >wall:3", "reverse 4 @0:b +@c >wall:3",
		"reverse J @hand +@hand >wall:1", "reverse J @hand +@hand >wall:3", "reverse J @hand +@c >wall:1",
		"reverse J @hand +@c >wall:3",
		"reverse J @2:c +@hand >wall:1", "reverse J @2:c +@hand >wall:3", "reverse J @2:c +@c >wall:1",
		"reverse J @2:c +@c >wall:3",
		"discard 1 >a", "discard 1 >b", "discard 1 >c", "discard 4 >a", "discard 4 >b", "discard 4 >c",
		"discard J >a", "discard J >b", "discard J >c", "discard R >a", "discard R >b", "discard R >c",
	}
	var got []string
	for _, m := range r.Legal(p2, nil) {
		got = append(got, m.String())
	}
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("move %d: got %q, want %q", i+1, got[min(i, len(got)):], want[min(i, len(want)):])
		}
	}
}
