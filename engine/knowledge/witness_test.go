package knowledge

import (
	"maps"
	"slices"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/shuffle"
)

func pile(t *testing.T, p engine.Place, cards string) engine.Pile {
	t.Helper()
	list, err := card.List(cards)
	if err != nil {
		t.Fatal(err)
	}
	return engine.Pile{Place: p, Cards: list}
}

// unknown lists what a viewer cannot know, by trying which cards may change
// places.
func unknown(w *Witness, viewer engine.Seat) string {
	to, _ := Rename(w.pack, w.known[at(viewer)], shuffle.NewChance(engine.Seed{}))
	cards := slices.Sorted(maps.Keys(to.Map()))
	return card.Write(cards)
}

func TestWitness(t *testing.T) {
	hand0, hand1 := engine.Of(engine.Hand, 0), engine.Of(engine.Hand, 1)
	stock, discard, knock := engine.In(engine.Stock), engine.In(engine.Discard), engine.In(engine.Knock)
	var w *Witness
	for _, moment := range []struct {
		name  string
		over  bool
		piles []engine.Pile
		want  map[engine.Seat]string
	}{
		{
			"dealt", false,
			[]engine.Pile{pile(t, hand0, "AC 2C"), pile(t, hand1, "AH 2H"), pile(t, stock, "5S 6S 7S"),
				pile(t, discard, "9D TD")},
			map[engine.Seat]string{0: "AH 2H 5S 6S 7S", 1: "AC 2C 5S 6S 7S", engine.Spectator: "AC AH 2C 2H 5S 6S 7S"},
		},
		{
			"seat 1 takes TD and all know it", false,
			[]engine.Pile{pile(t, hand0, "AC 2C"), pile(t, hand1, "AH 2H TD"), pile(t, stock, "5S 6S 7S"),
				pile(t, discard, "9D")},
			map[engine.Seat]string{0: "AH 2H 5S 6S 7S", 1: "AC 2C 5S 6S 7S", engine.Spectator: "AC AH 2C 2H 5S 6S 7S"},
		},
		{
			"seat 0 draws 5S, seat 1 discards 2H", false,
			[]engine.Pile{pile(t, hand0, "AC 2C 5S"), pile(t, hand1, "AH TD"), pile(t, stock, "6S 7S"),
				pile(t, discard, "9D 2H")},
			map[engine.Seat]string{0: "AH 6S 7S", 1: "AC 2C 5S 6S 7S", engine.Spectator: "AC AH 2C 5S 6S 7S"},
		},
		{
			"the discards go below the stock", false,
			[]engine.Pile{pile(t, hand0, "AC 2C 5S"), pile(t, hand1, "AH TD"), pile(t, stock, "9D 6S 7S"),
				pile(t, discard, "2H")},
			map[engine.Seat]string{0: "AH 6S 7S 9D", 1: "AC 2C 5S 6S 7S 9D", engine.Spectator: "AC AH 2C 5S 6S 7S 9D"},
		},
		{
			"a knock card lies face down", false,
			[]engine.Pile{pile(t, hand0, "AC 2C"), pile(t, hand1, "AH TD"), pile(t, stock, "9D 6S 7S"),
				pile(t, discard, "2H"), pile(t, knock, "5S")},
			map[engine.Seat]string{1: "AC 2C 5S 6S 7S 9D", engine.Spectator: "AC AH 2C 5S 6S 7S 9D"},
		},
		{
			"all is shown but the stock", true,
			[]engine.Pile{pile(t, hand0, "AC 2C"), pile(t, hand1, "AH TD"), pile(t, stock, "9D 6S 7S"),
				pile(t, discard, "2H"), pile(t, knock, "5S")},
			map[engine.Seat]string{0: "6S 7S 9D", 1: "6S 7S 9D", engine.Spectator: "6S 7S 9D"},
		},
	} {
		if w == nil {
			w = NewWitness(2, moment.piles)
		}
		w.Observe(moment.piles, moment.over)
		for viewer, want := range moment.want {
			if got := unknown(w, viewer); got != want {
				t.Errorf("%s: seat %d cannot know %s, want %s", moment.name, viewer, got, want)
			}
		}
	}
}

// Where cards are equal, places are hidden, and of a hand the cards that nobody
// saw going there.
func TestWitnessOfEqualCards(t *testing.T) {
	hand0, hand1 := engine.Of(engine.Hand, 0), engine.Of(engine.Hand, 1)
	draw, stock1, down1 := engine.In(engine.Draw), engine.Of(engine.Stock, 1), engine.Of(engine.Down, 1)
	discard := engine.In(engine.Discard)
	var w *Witness
	for _, moment := range []struct {
		name  string
		over  bool
		piles []engine.Pile
		want  map[engine.Seat]string
	}{
		{
			"dealt", false,
			[]engine.Pile{pile(t, hand0, "1 5"), pile(t, hand1, "5 7"), pile(t, draw, "1 7 7 R J"),
				pile(t, stock1, "5 6 J"), pile(t, down1, "4 8"), pile(t, discard, "7 5")},
			map[engine.Seat]string{0: "5 7 1 7 7 R J 5 6 4 8", 1: "1 5 1 7 7 R J 5 6 4 8",
				engine.Spectator: "1 5 5 7 1 7 7 R J 5 6 4 8"},
		},
		{
			"seat 1 takes 5 and 7 and all know them", false,
			[]engine.Pile{pile(t, hand0, "1 5"), pile(t, hand1, "5 5 7 7"), pile(t, draw, "1 7 7 R J"),
				pile(t, stock1, "5 6 J"), pile(t, down1, "4 8")},
			map[engine.Seat]string{0: "5 7 1 7 7 R J 5 6 4 8", 1: "1 5 1 7 7 R J 5 6 4 8",
				engine.Spectator: "1 5 5 7 1 7 7 R J 5 6 4 8"},
		},
		{
			"seat 1 discards a 5: it is the one they know", false,
			[]engine.Pile{pile(t, hand0, "1 5"), pile(t, hand1, "5 7 7"), pile(t, draw, "1 7 7 R J"),
				pile(t, stock1, "5 6 J"), pile(t, down1, "4 8"), pile(t, discard, "5")},
			map[engine.Seat]string{0: "5 7 1 7 7 R J 5 6 4 8", 1: "1 5 1 7 7 R J 5 6 4 8",
				engine.Spectator: "1 5 5 7 1 7 7 R J 5 6 4 8"},
		},
		{
			"seat 1 draws 1 while another 1 is nowhere to be seen", false,
			[]engine.Pile{pile(t, hand0, "1 5"), pile(t, hand1, "1 5 7 7"), pile(t, draw, "7 7 R J"),
				pile(t, stock1, "5 6 J"), pile(t, down1, "4 8"), pile(t, discard, "5")},
			map[engine.Seat]string{0: "1 5 7 7 7 R J 5 6 4 8", 1: "1 5 7 7 R J 5 6 4 8",
				engine.Spectator: "1 5 1 5 7 7 7 R J 5 6 4 8"},
		},
		{
			"seat 1 turns up 8 and takes it", false,
			[]engine.Pile{pile(t, hand0, "1 5"), pile(t, hand1, "1 5 7 7 8"), pile(t, draw, "7 7 R J"),
				pile(t, stock1, "5 6 J"), pile(t, down1, "4 ??"), pile(t, discard, "5")},
			map[engine.Seat]string{0: "1 5 7 7 7 R J 5 6 4", 1: "1 5 7 7 R J 5 6 4",
				engine.Spectator: "1 5 1 5 7 7 7 R J 5 6 4"},
		},
		{
			"the hands are shown, and what lies face down", true,
			[]engine.Pile{pile(t, hand0, "1 5"), pile(t, hand1, "1 5 7 7 8"), pile(t, draw, "7 7 R J"),
				pile(t, stock1, "5 6 J"), pile(t, down1, "4 ??"), pile(t, discard, "5")},
			map[engine.Seat]string{0: "7 7 R J 5 6", 1: "7 7 R J 5 6", engine.Spectator: "7 7 R J 5 6"},
		},
	} {
		if w == nil {
			w = NewWitness(2, moment.piles)
		}
		w.Observe(moment.piles, moment.over)
		for viewer, want := range moment.want {
			var hidden []card.Card
			for _, p := range w.hidden(viewer, moment.piles, moment.over) {
				hidden = append(hidden, moment.piles[p.pile].Cards[p.i])
			}
			if got := card.Write(hidden); got != want {
				t.Errorf("%s: to seat %d are hidden %s, want %s", moment.name, viewer, got, want)
			}
		}
	}
}

func TestShuffledPlacesStayPlaces(t *testing.T) {
	piles := []engine.Pile{pile(t, engine.Of(engine.Hand, 0), "7 8"), pile(t, engine.In(engine.Draw), "7 8 9 9"),
		pile(t, engine.Of(engine.Stock, 1), "9 8")}
	w := NewWitness(2, piles)
	w.Observe(piles, false)
	for n := range 20 {
		other := w.Rearrange(0, piles, false, shuffle.NewChance(engine.Seed{byte(n)}))
		if other == nil {
			continue
		}
		if !slices.Equal(other[0].Cards, piles[0].Cards) || other[2].Cards[1] != piles[2].Cards[1] {
			t.Errorf("what seat 0 sees becomes %v", other)
		}
		if CountPiles(piles) != CountPiles(other) {
			t.Errorf("the cards become %v", other)
		}
	}
}
