package huangdi_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"carteado/engine"
	"carteado/engine/huangdi"
)

// §7: the house rules, each with its values.
func TestOptions(t *testing.T) {
	tests := map[string]func(*testing.T){
		"borrow":            testBorrowOption,
		"stock_size":        testStockOption,
		"match_mode":        TestMatchExamples,
		"target_wins":       testTargetOption,
		"target_points":     testTargetOption,
		"reverse_cards":     testDeckOption,
		"walls":             testWallsOption,
		"discard_piles":     testPilesOption,
		"deck":              testDeckOption,
		"forced_stock":      testForcedOption,
		"joker_run":         testJokerRunOption,
		"joker_starts_wall": testJokerStartOption,
		"short_reverse":     testShortReverseOption,
		"recycle_discards":  testRecycleOption,
		"block_after":       testBlockOption,
	}
	options := (huangdi.Game{}).Info().Options
	equal(t, "options", len(options), len(tests))
	for i, o := range options {
		t.Run(fmt.Sprintf("%d: %s", i+1, o.Key), tests[o.Key])
	}
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

func testBorrowOption(t *testing.T) {
	given := piles{"hand:0": "9", "wall:1": "1 2 3", "wall:2": to8, "a:1": "4", "b:1": "5"}
	r := under(t, "borrow", "none", given)
	refused(t, r, p1, "build 4 @1:a >wall:1", huangdi.RuleBorrowNone)
	equal(t, "builds", legal(r, p1, "build"), "9 @hand >wall:2")
	r = under(t, "borrow", "unlimited", given)
	play(t, r, p1, "build 4 @1:a >wall:1", "build 5 @1:b >wall:1")

	given = piles{"hand:0": "9", "wall:2": to8, "a:1": "R", "b:1": "6 7"}
	refused(t, under(t, "borrow", "none", given), p1, "reverse 7 @1:b +@1:a >wall:2", huangdi.RuleBorrowNone)
	r = under(t, "borrow", "unlimited", given)
	refused(t, r, p1, "reverse 7 @1:b +@1:b >wall:2", huangdi.RuleSamePlace)
	equal(t, "reversals", legal(r, p1, "reverse"), "7 @1:b +@1:a >wall:2")
	play(t, r, p1, "reverse 7 @1:b +@1:a >wall:2", "build 6 @1:b >wall:2")
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

func testTargetOption(t *testing.T) {
	for _, row := range []struct {
		mode, wins, points string
		totals             []int
		over               bool
	}{
		{"wins", "1", "25", []int{0, 0}, true},
		{"wins", "2", "25", []int{0, 1}, false},
		{"wins", "2", "25", []int{1, 1}, true},
		{"wins", "3", "25", []int{1, 2}, false},
		{"wins", "3", "25", []int{2, 0}, true},
		{"points", "1", "25", []int{15, 0}, false},
		{"points", "1", "25", []int{16, 0}, true},
		{"points", "1", "50", []int{40, 0}, false},
		{"points", "1", "50", []int{41, 0}, true},
		{"points", "1", "100", []int{90, 99}, false},
		{"points", "1", "100", []int{91, 99}, true},
	} {
		m := won(t, engine.Options{"match_mode": row.mode, "target_wins": row.wins, "target_points": row.points}, row.totals...)
		play(t, m, p1, "build 5 @stock >wall:1")
		_, over := m.Outcome()
		equal(t, fmt.Sprint(row), over, row.over)
	}
}

func testDeckOption(t *testing.T) {
	for deckName, n := range map[string][3]int{"standard": {8, 12, 104}, "small": {8, 8, 96}, "large": {12, 12, 144}} {
		for _, reverse := range []string{"on", "off"} {
			counts := deck(deal(t, 2, 0, engine.Options{"deck": deckName, "reverse_cards": reverse}))
			all := 0
			for _, times := range counts {
				all += times
			}
			want := said(n[0], n[1], n[1], n[2])
			if reverse == "off" {
				want = said(n[0], n[1], 0, n[2]-n[1])
			}
			equal(t, deckName+" "+reverse, said(counts["7"], counts["J"], counts["R"], all), want)
		}
	}
	w := look(under(t, "reverse_cards", "off", piles{"hand:0": "9", "wall:1": to8}), p1).Walls[0]
	equal(t, "nothing turns a wall", w.Reverse, 0)
}

func testWallsOption(t *testing.T) {
	r := under(t, "walls", "4", piles{"hand:0": "1 9", "wall:1": "1", "wall:2": "1", "wall:3": "1"})
	equal(t, "places", refusal(t, r, p1, "build 1 @hand >wall:5", huangdi.RuleWall).Args["walls"], 4)
	equal(t, "builds", legal(r, p1, "build"), "1 @hand >wall:4")
	play(t, r, p1, "build 1 @hand >wall:4")
	equal(t, "walls", len(look(r, p2).Walls), 4)
}

func testPilesOption(t *testing.T) {
	for value, want := range map[string]string{"2": "9 >a; 9 >b", "3": "9 >a; 9 >b; 9 >c", "4": "9 >a; 9 >b; 9 >c; 9 >d"} {
		r := under(t, "discard_piles", value, piles{"hand:0": "9", "hand:1": "2"})
		equal(t, value, legal(r, p1, "discard"), want)
		equal(t, value, fmt.Sprint(len(look(r, p1).Discards[p2])), value)
	}
	r := under(t, "discard_piles", "4", piles{"hand:0": "2 9", "d:0": "1", "c:1": "2", "wall:1": "1 2 3"})
	play(t, r, p1, "build 1 @d >wall:2", "build 2 @1:c >wall:2", "discard 9 >d")
	holds(t, r, piles{"d:0": "9", "c:1": "", "wall:2": "1 2"})
}

func testForcedOption(t *testing.T) {
	given := piles{"hand:0": "2 9 R", "stock:0": "8 8 5", "wall:1": "1 2 3 4"}
	r := under(t, "forced_stock", "on", given)
	refused(t, r, p1, "discard 9 >a", huangdi.RuleForcedStock)
	equal(t, "discards", legal(r, p1, "discard"), "")
	play(t, r, p1, "build 5 @stock >wall:1", "discard 9 >a")

	for name, p := range map[string]piles{
		"only with a reverse card": {"hand:0": "9 R", "stock:0": "8 7", "wall:1": to8},
		"a reverse card":           {"hand:0": "7 9", "stock:0": "8 R", "wall:1": to8},
		"on no wall":               {"hand:0": "9", "stock:0": "8 7", "wall:1": "1 2"},
	} {
		r := under(t, "forced_stock", "on", p)
		equal(t, name, listed(t, r, p1, "discard 9 >a"), true)
	}
	r = set(t, scene{Options: engine.Options{"forced_stock": "on"}, Spent: true, Piles: piles{"stock:0": "9 1", "stock:1": "9"}})
	refused(t, r, p1, "end", huangdi.RuleForcedStock)
	equal(t, "moves", legal(r, p1, "build"), "1 @stock >wall:1; 1 @stock >wall:2; 1 @stock >wall:3")
	options := engine.Options{"forced_stock": "on", "joker_starts_wall": "off"}
	r = set(t, scene{Options: options, Piles: piles{"stock:0": "9 J", "hand:0": "9"}})
	equal(t, "a joker that fits nowhere", listed(t, r, p1, "discard 9 >a"), true)
}

func testJokerRunOption(t *testing.T) {
	given := piles{"hand:0": "3 4 J R", "wall:1": "1 2 J=3", "wall:2": "1 2 3", "wall:3": "1 J=2 3"}
	r := under(t, "joker_run", "1", given)
	refused(t, r, p1, "build J @hand >wall:1", huangdi.RuleJokerRun)
	refused(t, r, p1, "reverse J @hand +@hand >wall:1", huangdi.RuleJokerRun)
	equal(t, "builds", legal(r, p1, "build"), "4 @hand >wall:1; 4 @hand >wall:2; 4 @hand >wall:3; J @hand >wall:2; J @hand >wall:3")
	play(t, r, p1, "build J @hand >wall:3")
	for _, text := range []string{"build J @hand >wall:1", "reverse J @hand +@hand >wall:1"} {
		play(t, table(t, given), p1, text)
	}
}

func testJokerStartOption(t *testing.T) {
	r := under(t, "joker_starts_wall", "off", piles{"hand:0": "1 J", "wall:2": "1"})
	refused(t, r, p1, "build J @hand >wall:1", huangdi.RuleJokerStart)
	play(t, r, p1, "build J @hand >wall:2", "build 1 @hand >wall:1")
}

func testShortReverseOption(t *testing.T) {
	r := under(t, "short_reverse", "off", piles{"hand:0": "1 3 J R", "wall:1": "1 2", "wall:2": "1 2 3 2"})
	refused(t, r, p1, "reverse 1 @hand +@hand >wall:1", huangdi.RuleShortReverse)
	refused(t, r, p1, "reverse J @hand +@hand >wall:1", huangdi.RuleShortReverse)
	equal(t, "reversals", legal(r, p1, "reverse"), "3 @hand +@hand >wall:2; J @hand +@hand >wall:2")
	equal(t, "shown", look(r, p1).Walls[0].Reverse, 0)
	play(t, r, p1, "build 1 @hand >wall:2")
}

func testRecycleOption(t *testing.T) {
	given := scene{Spent: true, Turn: p2, Options: engine.Options{"recycle_discards": "off"}, Piles: piles{
		"hand:1": "9", "draw": "1 2", "a:0": "3 4", "a:1": "9 9 2",
	}}
	r := set(t, given)
	play(t, r, p2, "discard 9 >b")
	holds(t, r, piles{"hand:0": "1 2", "a:0": "3 4", "a:1": "9 9 2", "draw": ""})
	given.Piles = piles{"hand:1": "9", "a:0": "3 4", "a:1": "9 9 2"}
	r = set(t, given)
	play(t, r, p2, "discard 9 >b")
	equal(t, "moves", fmt.Sprint(r.Legal(p1, nil)), "[end]")
}

func testBlockOption(t *testing.T) {
	for value, after := range map[string]int{"40": 40, "80": 80, "160": 160} {
		for quiet := after - 2; quiet < after; quiet++ {
			r := set(t, scene{Quiet: quiet, Options: engine.Options{"block_after": value}, Piles: piles{"hand:0": "9"}})
			play(t, r, p1, "discard 9 >a")
			_, over := r.Result()
			equal(t, said(value, quiet), over, quiet == after-1)
		}
	}
}
