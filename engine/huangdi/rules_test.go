package huangdi_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/enginetest"
	"carteado/engine/huangdi"
)

func TestRules(t *testing.T) {
	last := map[string]string{"clarification": "7", "scenario": "32"}
	enginetest.Rules(t, huangdi.Game{}, last, map[string]func(*testing.T){
		"rule 1": testDeck, "rule 2": testDeal, "rule 5": testFinished, "rule 12": testCompanion,
		"rule 15":           testRecycling,
		"option stock_size": testStockOption, "option deck": testDeckOption, "scenario 1": testSetUp,
	})
}

func TestPresetsAreOffered(t *testing.T) {
	info := (huangdi.Game{}).Info()
	for _, preset := range info.Presets {
		options, err := info.Resolve(preset.Options)
		if err != nil {
			t.Error(err)
		}
		for seats := info.MinSeats; seats <= info.MaxSeats; seats++ {
			if _, err := engine.NewMatch(huangdi.Game{}, seats, options, engine.Seed{}); err != nil {
				t.Errorf("%s for %d: %v", preset.Key, seats, err)
			}
		}
		for key, value := range preset.Options {
			at := slices.IndexFunc(info.Options, func(o engine.Option) bool { return o.Key == key })
			if info.Options[at].Values[0] == value {
				t.Errorf("%s: %s is %s anyway", preset.Key, key, value)
			}
		}
	}
}

func dealt(t *testing.T, seats int, options engine.Options) *enginetest.Board {
	t.Helper()
	return enginetest.Deal(t, huangdi.Game{}, engine.Setup{Seats: seats, Options: options})
}

// deck counts the cards of a round by name.
func deck(r engine.Round) map[string]int {
	n := map[string]int{}
	for _, pile := range r.Piles(nil) {
		for _, c := range pile.Cards {
			n[c.String()]++
		}
	}
	return n
}

func testDeck(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		n := deck(dealt(t, seats, nil))
		equal(t, "kinds", len(n), 12)
		for name, times := range n {
			want := 8
			if name == "J" || name == "R" {
				want = 12
			}
			equal(t, name, times, want)
		}
	}
	pack := make([]card.Card, 0, 104)
	for name, times := range deck(dealt(t, 2, nil)) {
		for range times {
			pack = append(pack, enginetest.Cards(t, name)...)
		}
	}
	for name, setup := range map[string]engine.Setup{
		"one seat":        {Seats: 1},
		"five seats":      {Seats: 5},
		"no dealer":       {Seats: 2, Dealer: 2},
		"a short pack":    {Seats: 2, Pack: pack[1:]},
		"a card too many": {Seats: 2, Pack: append(slices.Clone(pack), card.Joker)},
		"another card":    {Seats: 2, Pack: append(slices.Clone(pack[1:]), card.New(7, card.Hearts))},
		"no such rule":    {Seats: 2, Options: engine.Options{"walls": "5"}},
	} {
		if _, err := (huangdi.Game{}).Deal(setup); err == nil {
			t.Errorf("%s: dealt", name)
		}
	}
	if _, err := (huangdi.Game{}).Deal(engine.Setup{Seats: 2, Pack: pack}); err != nil {
		t.Error(err)
	}
}

func testDeal(t *testing.T) {
	var pack []card.Card
	for _, name := range []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"} {
		for range 8 {
			pack = append(pack, enginetest.Cards(t, name)...)
		}
	}
	for range 12 {
		pack = append(pack, card.Joker, card.Reverse)
	}
	for seats, draw := range map[int]int{2: 84, 3: 74, 4: 64} {
		r := enginetest.Deal(t, huangdi.Game{}, engine.Setup{Seats: seats, Dealer: 1, Pack: pack})
		first := engine.Seat(2 % seats)
		equal(t, "to move", r.ToMove(), []engine.Seat{first})
		for s := range engine.Seat(seats) {
			// The seats are dealt to in turn, from the dealer's left.
			place := (int(s) - 2 + 2*seats) % seats
			for i, c := range enginetest.Cards(t, r.Pile(fmt.Sprint("stock:", s))) {
				equal(t, "stock", c, pack[i*seats+place])
			}
			equal(t, "top", look(r, engine.Spectator).Tops[s], pack[9*seats+place])
			r.Run(fmt.Sprintf("a:%d =; b:%d =", s, s))
			if s != first {
				r.Run(fmt.Sprintf("hand:%d =", s))
			}
		}
		equal(t, "drawn", r.Pile(fmt.Sprint("hand:", first)),
			card.Write(slices.Sorted(slices.Values(pack[10*seats:10*seats+5]))))
		equal(t, "next cards", r.Pile("draw"), card.Write(pack[10*seats+5:]))
		equal(t, "draw pile", look(r, p1).Draw, draw-5)
		r.Run("wall:1 =; wall:2 =; wall:3 =")
	}
}

// A finished wall is shuffled and lies behind the draw pile, whose order stays.
func testFinished(t *testing.T) {
	r := at(t, "hand:0 1 4 10; wall:1 1 2 3 4 5 6 7 8 9; draw 7 7 3 2")
	before := r.Pile("draw")
	r.Run("build 10 @hand >wall:1; events = built finished; events.1.N = 10")
	after := r.Pile("draw")
	equal(t, "order of the draw pile", after[:len(before)], before)
	returned := enginetest.Cards(t, after[len(before)+1:])
	equal(t, "sorted", card.Write(slices.Sorted(slices.Values(returned))), "1 2 3 4 5 6 7 8 9 10")
	slices.Reverse(returned)
	equal(t, "shuffled, from the top down", slices.IsSorted(returned), false)
	slices.Reverse(returned)
	equal(t, "shuffled, from the bottom up", slices.IsSorted(returned), false)
	r.Run("wall:1 =; build 1 @hand >wall:1")
}

func testCompanion(t *testing.T) {
	const position = "seats 3; hand:0 5 7 R; stock:0 7 R; a:0 7 R; b:0 7; a:1 R; b:1 7; a:2 7; b:2 R; wall:1 1 2 3 " +
		"4 5 6 7 8"
	from := []string{"@hand", "@b", "@1:b", "@2:a"}
	with := []string{"@hand", "@stock", "@a", "@1:a", "@2:b"}
	var all []string
	for _, f := range from {
		for _, w := range with {
			text := fmt.Sprintf("reverse 7 %s +%s >wall:1", f, w)
			r := at(t, position)
			if f != "@hand" && f != "@b" && f[:2] == w[:2] {
				r.Run(text + " ! borrow_both")
				continue
			}
			all = append(all, text[len("reverse "):])
			r.Run(text + "; events.0.Kind = reversed")
			r.Run("wall:1 = 1 2 3 4 5 6 7 8 7; reversed:1 = R")
			lent := look(r, p1).Borrowed
			equal(t, "borrowed from P2", lent[p2], f == "@1:b" || w == "@1:a")
			equal(t, "borrowed from P3", lent[p3], f == "@2:a" || w == "@2:b")
		}
	}
	r := at(t, position)
	equal(t, "reversals", fmt.Sprint(len(all)), "18")
	for _, text := range all {
		r.Run("listed reverse " + text)
	}
}

func testRecycling(t *testing.T) {
	r := at(t, "rest nowhere; turn 1; hand:0 8; hand:1 R R R R R; draw 1 2; a:0 3 4; a:1 9 9 2").Run("discard R >b")
	rest := append(enginetest.Cards(t, r.Pile("draw")), enginetest.Cards(t, r.Pile("hand:0"))...)
	equal(t, "cards", card.Write(slices.Sorted(slices.Values(rest))), "1 2 3 8 9 9")

	r = at(t, "rest nowhere; turn 1; hand:0 8 8; hand:1 R R R R R; draw 1 2; a:0 1 2 3 4 5 6 7 8 9 10 J").
		Run("discard R >b; view.Draw = 9")
	rest = enginetest.Cards(t, r.Pile("draw"))
	equal(t, "shuffled, from the top down", slices.IsSorted(rest), false)
	slices.Reverse(rest)
	equal(t, "shuffled, from the bottom up", slices.IsSorted(rest), false)
}

func testStockOption(t *testing.T) {
	for size, most := range map[string]int{"5": 4, "10": 4, "15": 3, "20": 2} {
		for seats := 2; seats <= 4; seats++ {
			for _, deck := range []string{"standard", "small", "large"} {
				options := engine.Options{"stock_size": size, "deck": deck}
				offered := seats <= most || size == "15" && deck == "large"
				r, err := huangdi.Game{}.Deal(engine.Setup{Seats: seats, Options: options})
				var refused *engine.ErrOption
				switch {
				case offered && err != nil:
					t.Errorf("%v for %d: %v", options, seats, err)
				case offered:
					equal(t, "stock", fmt.Sprint(look(r, p1).Stocks[p2]), size)
				case !errors.As(err, &refused) || *refused != engine.ErrOption{Key: "stock_size", Value: size}:
					t.Errorf("%v for %d: %v", options, seats, err)
				}
			}
		}
	}
}

func testDeckOption(t *testing.T) {
	for deckName, n := range map[string][3]int{"standard": {8, 12, 104}, "small": {8, 8, 96}, "large": {12, 12, 144}} {
		for _, reverse := range []string{"on", "off"} {
			counts := deck(dealt(t, 2, engine.Options{"deck": deckName, "reverse_cards": reverse}))
			all := 0
			for _, times := range counts {
				all += times
			}
			want := fmt.Sprint(n[0], n[1], n[1], n[2])
			if reverse == "off" {
				want = fmt.Sprint(n[0], n[1], 0, n[2]-n[1])
			}
			equal(t, deckName+" "+reverse, fmt.Sprint(counts["7"], counts["J"], counts["R"], all), want)
		}
	}
}

// The first turn begins with the deal.
func testSetUp(t *testing.T) {
	r := enginetest.Deal(t, huangdi.Game{}, engine.Setup{Seats: 2, Dealer: p2})
	r.Run("watch.Stocks = 10 10; watch.Counts = 5 0; watch.Draw = 79")
	equal(t, "tops", slices.Contains(look(r, engine.Spectator).Tops, card.Unknown), false)
}
