package palace_test

import (
	"fmt"
	"testing"

	"carteado/engine"
	"carteado/engine/palace"
)

// §7: the house rules, each with its values.
func TestOptions(t *testing.T) {
	tests := map[string]func(*testing.T){
		"quad_across_plays":    testAcross,
		"voluntary_take":       testVoluntary,
		"scoring":              testScoringOption,
		"seven_low":            testSevenLow,
		"faceup_multi":         testMulti,
		"first_player":         testFirst,
		"target_wins":          testTarget,
		"rounds":               testRounds,
		"no_finish_on_special": testNoFinish,
		"take_with_faceup":     testTakeWith,
		"choose_palace":        testChoose,
		"eight_skips":          testEights,
		"ten_on_any":           testTenOption,
		"quad_ignores_top":     testQuad,
		"block_after":          testBlockAfter,
		"dealer":               testLoser,
	}
	options := (palace.Game{}).Info().Options
	equal(t, "options", len(options), len(tests))
	for i, o := range options {
		t.Run(fmt.Sprintf("%d: %s", i+1, o.Key), tests[o.Key])
	}
}

// Every bundle of house rules is one that a table may have.
func TestPresets(t *testing.T) {
	for _, preset := range (palace.Game{}).Info().Presets {
		o := resolved(t, preset.Options)
		for key, value := range preset.Options {
			equal(t, preset.Key+" "+key, o[key], value)
		}
	}
}

func testAcross(t *testing.T) {
	for _, row := range []struct {
		name, discard, hand, play string
		burns                     bool
	}{
		{"one on three", "8C 8D 8H", "8S 9C JC", "play 8S", true},
		{"three on one", "8C", "8D 8H 8S", "play 8D 8H 8S", true},
		{"three in all", "5C 8C 8D", "8S 9C JC", "play 8S", false},
		{"another between", "8C 8D 2C 8H", "8S 9H JC", "play 8S", false},
		{"twos", "2C 2D 2H", "2S 9H JC", "play 2S", true},
	} {
		at := position{Discard: row.discard, Hands: texts{row.hand}, Options: on("quad_across_plays")}
		r := after(t, at.round(t), p1, row.play)
		equal(t, row.name, look(r, p1).Burned > 0, row.burns)
		if row.burns {
			toMove(t, r, p1)
		}
		at.Options = nil
		equal(t, row.name+", off", look(after(t, at.round(t), p1, row.play), p1).Burned, 0)
	}
	r := position{
		Spent: true, Discard: "8C 8D 8H", Hands: atUp, Up: noRow, Down: texts{"8S 9C"}, Options: on("quad_across_plays"),
	}.round(t)
	events := play(t, r, p1, "flip @down:1")
	equal(t, "turned over", events[0].Kind, "flipped_burned")
	toMove(t, r, p1)
}

func testVoluntary(t *testing.T) {
	at := position{Discard: "5C", Hands: texts{"3C 4D 9H"}, Options: on("voluntary_take")}
	r := at.round(t)
	equal(t, "moves", r.Legal(p1, nil), moves(t, "play 9H", "take"))
	play(t, r, p1, "take")
	piles(t, r, "hand:0=3C 4D 5C 9H", "discard=")
	toMove(t, r, p2)

	at.Discard = ""
	r = at.round(t)
	refused(t, r, p1, palace.RuleEmptyPile, "take")

	r = position{Spent: true, Discard: "5C", Hands: atUp, Up: texts{"9C"}, Options: on("voluntary_take")}.round(t)
	play(t, r, p1, "take")
	piles(t, r, "hand:0=5C", "up:0=9C ?? ??")
	r = position{Spent: true, Discard: "5C", Hands: atUp, Up: noRow, Options: on("voluntary_take")}.round(t)
	refused(t, r, p1, palace.RuleBlind, "take")
}

func testScoringOption(t *testing.T) {
	equal(t, "wins", (palace.Game{}).Scoring(resolved(t, nil)), engine.Scoring{Target: 2, Dealer: engine.DealNext})
	equal(t, "places", (palace.Game{}).Scoring(resolved(t, places)), engine.Scoring{Rounds: 3, Places: true, Dealer: engine.DealNext})

	at := position{Seats: 3, Spent: true, Discard: "5C", Hands: texts{"TC", "4C 5D", "6C 8C 9C"}, Up: noRow, Down: noRow, Options: places}
	r := at.round(t)
	play(t, r, p1, "play TC")
	_, over := r.Result()
	equal(t, "over", over, false)
	toMove(t, r, p2) // on the pile that P1 burned
	equal(t, "out", look(r, p1).Out, []int{1, 0, 0})
	equal(t, "zone of who is out", look(r, p1).Zone, palace.Zone(""))
	play(t, r, p2, "play 4C")
	play(t, r, p3, "play 6C")
	toMove(t, r, p2) // P1 is skipped
	refused(t, r, p1, engine.RuleNotYourTurn, "take")
	equal(t, "moves of who is out", len(r.Legal(p1, nil)), 0)
	at.Options = nil
	equal(t, "wins: over at once", result(t, after(t, at.round(t), p1, "play TC")).Points, []int{1, 0, 0})
}

func testSevenLow(t *testing.T) {
	at := position{Discard: "7C", Hands: texts{"3C 7D 8C TD AS 2H"}, Options: on("seven_low")}
	r := at.round(t)
	equal(t, "moves", r.Legal(p1, nil), moves(t, "play 3C", "play 7D", "play TD", "play 2H"))
	refused(t, r, p1, palace.RuleAboveSeven, "play 8C", "play AS")
	at.Options = nil
	equal(t, "off", at.round(t).Legal(p1, nil), moves(t, "play 7D", "play 8C", "play TD", "play AS", "play 2H"))
	r = position{Spent: true, Discard: "7C", Hands: atUp, Up: noRow, Down: texts{"8C"}, Options: on("seven_low")}.round(t)
	piles(t, after(t, r, p1, "flip @down:1"), "hand:0=7C 8C")
}

func testMulti(t *testing.T) {
	at := position{Spent: true, Discard: "9D", Hands: atUp, Up: texts{"QS 4S QH"}, Options: on("faceup_multi")}
	r := at.round(t)
	equal(t, "moves", r.Legal(p1, nil), moves(t, "play QH", "play QH QS"))
	refused(t, r, p1, palace.RuleMixed, "play 4S QH")
	play(t, r, p1, "play QS QH")
	piles(t, r, "discard=9D QS QH", "up:0=?? 4S ??")
	at.Options = nil
	equal(t, "off", at.round(t).Legal(p1, nil), moves(t, "play QH"))
}

func testFirst(t *testing.T) {
	for _, row := range []struct {
		value string
		hands texts
		want  engine.Seat
	}{
		{"left", texts{"3C 8C 9C", "8D 9D TD", "8H 9H TH"}, p2},
		{"lowest", texts{"3C 8C 9C", "8D 9D TD", "8H 9H TH"}, p1},
		{"lowest", texts{"8C 9C TC", "8D 9D TD", "4H 9H TH"}, p3},
		{"lowest", texts{"2C AC KC", "2D AD KD", "2H AH QH"}, p3},
		{"lowest", texts{"3C 8C 9C", "8D 9D TD", "3H 9H TH"}, p3}, // nearer to the dealer's left
		{"lowest", texts{"3C 8C 9C", "3D 9D TD", "3H 9H TH"}, p2},
	} {
		r := position{Exchange: true, Seats: 3, Dealer: p1, Hands: row.hands, Options: engine.Options{"first_player": row.value}}.round(t)
		for s := range engine.Seat(3) {
			play(t, r, s, "ready")
		}
		toMove(t, r, row.want)
	}
}

func testTarget(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 5} {
		o := engine.Options{"target_wins": fmt.Sprint(n)}
		for before := range n {
			m := position{Spent: true, Discard: "3C", Hands: texts{"4D"}, Up: noRow, Down: noRow, Options: o}.match(t, before, 0)
			play(t, m, p1, "play 4D")
			_, over := m.Outcome()
			equal(t, fmt.Sprintf("%d of %d", before+1, n), over, before+1 == n)
		}
	}
}

func testRounds(t *testing.T) {
	for _, n := range []int{1, 3, 5, 7} {
		o := engine.Options{"scoring": "placement", "rounds": fmt.Sprint(n)}
		equal(t, "rounds", (palace.Game{}).Scoring(resolved(t, o)).Rounds, n)
	}
}

func testNoFinish(t *testing.T) {
	for _, row := range []struct {
		name          string
		at            position
		play, refused string
	}{
		{"a two", position{Discard: "3C", Hands: texts{"2C"}, Up: noRow}, "take", "play 2C"},
		{"two twos: one of them", position{Discard: "3C", Hands: texts{"2C 2D"}, Up: noRow}, "play 2C", "play 2C 2D"},
		{"a ten", position{Discard: "3C", Hands: texts{"TC"}, Up: noRow}, "take", "play TC"},
		{"another card", position{Discard: "3C", Hands: texts{"9C"}, Up: noRow}, "play 9C", ""},
		{"four that burn", position{Discard: "3C", Hands: texts{"9C 9D 9H 9S"}, Up: noRow}, "play 9C 9D 9H 9S", ""},
		{"not the last", position{Discard: "3C", Hands: texts{"TC"}, Up: noRow, Down: texts{"9C"}}, "play TC", ""},
	} {
		if row.at.Down[p1] == "" {
			row.at.Down = noRow
		}
		row.at.Spent, row.at.Options = true, on("no_finish_on_special")
		r := row.at.round(t)
		if row.refused != "" {
			refused(t, r, p1, palace.RuleLast, row.refused)
			equal(t, row.name, listed(t, r, p1, row.refused), false)
		}
		play(t, r, p1, row.play)
	}
	// Face down: it is taken with the pile.
	r := position{Spent: true, Discard: "3C", Hands: atUp, Up: noRow, Down: texts{"TC"}, Options: on("no_finish_on_special")}.round(t)
	events := play(t, r, p1, "flip @down:1")
	equal(t, "turned over", events[0].Kind, "failed")
	piles(t, r, "hand:0=3C TC")
	toMove(t, r, p2)
}

func testChoose(t *testing.T) {
	r := position{Exchange: true, Hands: texts{"2C 3D KH"}, Up: texts{"4S 5S 6S"}, Options: on("choose_palace")}.round(t)
	play(t, r, p1, "swap 3D 4S", "swap 2C 5S", "swap KH 6S")
	piles(t, r, "hand:0=4S 5S 6S", "up:0=3D 2C KH")
}

func testTenOption(t *testing.T) {
	at := position{Discard: "AS", Hands: texts{"TC 9C 2D"}, Options: engine.Options{"ten_on_any": "off"}}
	r := at.round(t)
	refused(t, r, p1, palace.RuleLowerTen, "play TC", "play 9C")
	for discard, ok := range map[string]bool{"": true, "9D": true, "TD": true, "JD": false, "2C": true, "3D": true} {
		at.Discard = discard
		equal(t, "on "+discard, listed(t, at.round(t), p1, "play TC"), ok)
	}
	at.Discard = "9D"
	r = after(t, at.round(t), p1, "play TC")
	piles(t, r, "burned=9D TC")
	toMove(t, r, p1)
}

func testQuad(t *testing.T) {
	at := position{Seats: 4, Discard: "QD", Hands: texts{"6C 6C 6D 6H 6S KD"}, Options: on("quad_ignores_top")}
	r := at.round(t)
	equal(t, "moves", r.Legal(p1, nil), moves(t, "play 6C 6C 6D 6H", "play 6C 6C 6D 6H 6S", "play KD"))
	play(t, r, p1, "play 6S 6C 6H 6D")
	toMove(t, r, p1)
	at.Options = nil
	equal(t, "off", at.round(t).Legal(p1, nil), moves(t, "play KD"))
}

func testBlockAfter(t *testing.T) {
	for _, n := range []int{150, 300, 600} {
		at := position{
			Spent: true, Plays: n - 2, Discard: "3C", Hands: texts{"3D 4D 5D", "3H 4H"}, Up: texts{"-", "-"}, Down: texts{"-", "-"},
			Options: engine.Options{"block_after": fmt.Sprint(n)},
		}
		r := at.round(t)
		equal(t, "left", look(r, p1).Last, 2)
		play(t, r, p1, "play 3D")
		_, over := r.Result()
		equal(t, "before the last", over, false)
		play(t, r, p2, "play 3H")
		equal(t, "how", result(t, r).How, palace.HowBlocked)
		equal(t, "winner", result(t, r).Winner, p2)

		at.Hands[p2] = "3H"
		at.Plays = n - 1
		at.Turn = p2
		equal(t, "out with the last play", result(t, after(t, at.round(t), p2, "play 3H")).How, palace.HowOut)
	}
}
