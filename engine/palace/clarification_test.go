package palace_test

import (
	"fmt"
	"slices"
	"testing"

	"carteado/engine"
	"carteado/engine/palace"
)

// §10: the clarifications, by number.
func TestClarifications(t *testing.T) {
	clarifications := []struct {
		name string
		test func(*testing.T)
	}{
		{"the count begins after the play that emptied the draw pile", func(t *testing.T) {
			r := position{Spent: true, Discard: "3C", Draw: "4C", Hands: texts{"3D 5C 6C", "3H 7C 8C"}}.round(t)
			equal(t, "while it lasts", look(r, p1).Last, 0)
			play(t, r, p1, "play 3D")
			equal(t, "when it ran out", look(r, p1).Last, 300)
			play(t, r, p2, "play 3H")
			equal(t, "after the next play", look(r, p1).Last, 299)
		}},
		{"the starter card is one of the three", func(t *testing.T) {
			r := position{
				Exchange: true, Dealer: p2, Draw: "8C", Hands: texts{"8D 3C 4C", "8H 8S KD"}, Options: on("quad_across_plays"),
			}.round(t)
			play(t, r, p1, "ready")
			play(t, r, p2, "ready")
			play(t, r, p1, "play 8D")
			play(t, r, p2, "play 8H 8S")
			piles(t, r, "burned=8C 8D 8H 8S")
			toMove(t, r, p2)
		}},
		{"an otherwise illegal four is a legal move", func(t *testing.T) {
			r := position{Discard: "QD", Hands: texts{"8C 8D 8H 8S"}, Options: on("quad_ignores_top")}.round(t)
			refused(t, r, p1, palace.RuleMayPlay, "take")
			refused(t, r, p1, palace.RuleLower, "play 8C 8D 8H")
			equal(t, "moves", r.Legal(p1, nil), moves(t, "play 8C 8D 8H 8S"))
			equal(t, "automatic move", r.(engine.Absent).Auto(p1), move(t, "play 8C 8D 8H 8S"))
			play(t, r, p1, "play 8C 8D 8H 8S")
		}},
		{"on a seven go tens and twos", func(t *testing.T) {
			o := on("seven_low")
			o["ten_on_any"] = "off"
			r := position{Discard: "7C", Hands: texts{"3C 7D 8C TD AS 2H"}, Options: o}.round(t)
			equal(t, "moves", r.Legal(p1, nil), moves(t, "play 3C", "play 7D", "play TD", "play 2H"))
		}},
		{"each eight skips one player", testEights},
		{"the only card is a two or a ten", func(t *testing.T) {
			for _, at := range []position{
				{Hands: texts{"2D", "3C 4C 5C"}, Up: noRow, Down: noRow},
				{Hands: texts{"TD", "3C 4C 5C"}, Up: noRow, Down: noRow},
			} {
				at.Spent, at.Options = true, on("no_finish_on_special")
				r := at.round(t)
				equal(t, "moves", r.Legal(p1, nil), moves(t, "take"))
				refused(t, r, p1, palace.RuleLast, "play "+at.Hands[0])
				play(t, r, p1, "take")
				piles(t, r, "discard=", "hand:0="+at.Hands[0])
				toMove(t, r, p2)
			}
		}},
		{"take with a card of the row", testTakeWith},
		{"the exchange does the choosing", func(t *testing.T) {
			at := position{Exchange: true, Hands: texts{"2C 3D KH"}, Up: texts{"4S 5S 6S"}}
			plain := at.round(t).Legal(p1, nil)
			at.Options = on("choose_palace")
			equal(t, "moves", at.round(t).Legal(p1, nil), plain)
			equal(t, "swaps and ready", len(plain), 10)
		}},
		{"the loser has most cards, or is last", testLoser},
		{"a shared first place counts as one", func(t *testing.T) {
			r := position{
				Spent: true, Plays: 299, Seats: 3, Discard: "3C", Options: places,
				Hands: texts{"3D 4D", "4C", "5C 5D 5H"}, Up: texts{"-", "-", "-"}, Down: texts{"-", "-", "-"},
			}
			result := result(t, after(t, r.round(t), p1, "play 3D"))
			equal(t, "places", result.Places, []int{1, 1, 3})
			equal(t, "points", result.Points, []int{1, 1, 0})
			equal(t, "winner", result.Winner, engine.Spectator)
		}},
		{"the lowest card is looked for after the exchange", func(t *testing.T) {
			r := position{
				Exchange: true, Dealer: p1, Seats: 3, Draw: "6C", Options: engine.Options{"first_player": "lowest"},
				Hands: texts{"3C 8C 9C", "4D 8D 9D", "5H 8H 9H"}, Up: texts{"4C KC QC", "4H KD QD", "4S KH QH"},
			}.round(t)
			play(t, r, p1, "swap 3C KC", "ready")
			play(t, r, p3, "ready")
			events := play(t, r, p2, "ready")
			toMove(t, r, p2)
			begins := events[len(events)-1]
			equal(t, "told", begins.Kind, "begins")
			equal(t, "of", begins.Seat, p2)
		}},
		{"equal cards are swapped, and listed once", func(t *testing.T) {
			r := position{Exchange: true, Seats: 4, Hands: texts{"7H 9C 9C"}, Up: texts{"7H KC KC"}}.round(t)
			equal(t, "moves", r.Legal(p1, nil), moves(t, "swap 7H 7H", "swap 7H KC", "swap 9C 7H", "swap 9C KC", "ready"))
			play(t, r, p1, "swap 7H 7H")
			piles(t, r, "hand:0=7H 9C 9C", "up:0=7H KC KC")
		}},
		{"one point for the winner", func(t *testing.T) {
			r := position{Seats: 3, Spent: true, Turn: p2, Discard: "3C", Hands: texts{"", "4D"}, Up: texts{"", "-"}, Down: texts{"", "-"}}.round(t)
			play(t, r, p2, "play 4D")
			equal(t, "points", result(t, r).Points, []int{0, 1, 0})
			equal(t, "places", result(t, r).Places, nil)
		}},
		{"the last to be ready turns up the starter", func(t *testing.T) {
			r := position{Exchange: true, Dealer: p1, Seats: 3, Draw: "6C"}.round(t)
			play(t, r, p2, "ready")
			play(t, r, p1, "ready")
			piles(t, r, "discard=")
			toMove(t, r, p3)
			events := play(t, r, p3, "ready")
			piles(t, r, "discard=6C")
			equal(t, "starter", events[1].Kind, "starter")
			toMove(t, r, p2)
		}},
	}
	equal(t, "clarifications", len(clarifications), 14)
	for i, c := range clarifications {
		t.Run(fmt.Sprintf("%d: %s", i+1, c.name), c.test)
	}
}

// after is the round after a move.
func after(t *testing.T, r engine.Round, s engine.Seat, moves ...string) engine.Round {
	t.Helper()
	play(t, r, s, moves...)
	return r
}

// §7 no. 11.
func testEights(t *testing.T) {
	eights := func(seats int, hand string, options engine.Options, out ...engine.Seat) position {
		options["eight_skips"] = "on"
		return position{Seats: seats, Spent: true, Discard: "3C", Hands: texts{hand}, Options: options, Out: out}
	}
	for _, row := range []struct {
		name string
		at   position
		play string
		next engine.Seat
	}{
		{"one of five", eights(5, "8C 9C", engine.Options{}), "play 8C", p3},
		{"two of five", eights(5, "8C 8D 9C", engine.Options{}), "play 8C 8D", p4},
		{"three of three: nobody twice", eights(3, "8C 8D 8H 9C", engine.Options{}), "play 8C 8D 8H", p1},
		{"two of three", eights(3, "8C 8D 9C", engine.Options{}), "play 8C 8D", p1},
		{"one of two", eights(2, "8C 9C", engine.Options{}), "play 8C", p1},
		{"two of two, once", eights(2, "8C 8D 9C", engine.Options{}), "play 8C 8D", p1},
		{"those who are out are not skipped", eights(4, "8C 9C", engine.Options{"scoring": "placement"}, p2), "play 8C", p4},
		{"two still in", eights(3, "8C 9C", engine.Options{"scoring": "placement"}, p2), "play 8C", p1},
		{"two of two still in, once", eights(3, "8C 8D 9C", engine.Options{"scoring": "placement"}, p2), "play 8C 8D", p1},
		{"four burn", eights(4, "8C 8D 8H 8S 9C", engine.Options{}), "play 8C 8D 8H 8S", p1},
		{"another rank", eights(3, "9C 9D", engine.Options{}), "play 9C", p2},
	} {
		toMove(t, after(t, row.at.round(t), p1, row.play), row.next)
	}
	at := eights(3, "8C", engine.Options{"scoring": "placement"})
	at.Up, at.Down = noRow, noRow
	toMove(t, after(t, at.round(t), p1, "play 8C"), p2)

	at = eights(3, "-", engine.Options{})
	at.Up, at.Down = noRow, texts{"8C 9C"}
	events := play(t, at.round(t), p1, "flip @down:1")
	equal(t, "one turned over", events[len(events)-1].N, 1)
}

// §7 no. 9.
func testTakeWith(t *testing.T) {
	at := position{
		Spent: true, Discard: "KH AC", Hands: texts{"-", "3C 3D 3H"}, Up: texts{"4S 5H 6D"}, Options: on("take_with_faceup"),
	}
	r := at.round(t)
	equal(t, "moves", r.Legal(p1, nil), moves(t, "take 4S", "take 5H", "take 6D"))
	refused(t, r, p1, palace.RuleAddUp, "take", "take 4S 5H")
	refused(t, r, p1, palace.RuleNotInRow, "take 7C")
	equal(t, "automatic move", r.(engine.Absent).Auto(p1), move(t, "take 4S"))
	events := play(t, r, p1, "take 5H")
	piles(t, r, "hand:0=5H KH AC", "up:0=4S ?? 6D", "discard=")
	equal(t, "taken", events[0].N, 2)
	toMove(t, r, p2)

	at.Options["voluntary_take"] = "on"
	at.Discard = "4H"
	r = at.round(t)
	equal(t, "by choice", slices.Contains(r.Legal(p1, nil), move(t, "take")), true)
	refused(t, r, p1, palace.RuleTakeAlone, "take 5H")
	play(t, r, p1, "take")
	piles(t, r, "hand:0=4H", "up:0=4S 5H 6D")

	r = position{Discard: "KH AC", Hands: texts{"3S 4S 5S"}, Options: on("take_with_faceup")}.round(t)
	equal(t, "from the hand", r.Legal(p1, nil), moves(t, "take"))
}

func testLoser(t *testing.T) {
	// P1 goes out; P2 holds 9 cards, P3 fewer or as many.
	for _, row := range []struct {
		dealer string
		p3     string
		next   engine.Seat
	}{
		{"rotate", "4C", p2}, {"winner", "4C", p1}, {"loser", "4C", p2}, {"loser", "", p2},
		{"winner", "", p1}, {"loser", "5C 5D 5H 5S", p3},
	} {
		at := position{
			Seats: 3, Dealer: p1, Spent: true, Discard: "3C", Hands: texts{"3D", "", row.p3},
			Up: noRow, Down: noRow, Options: engine.Options{"dealer": row.dealer},
		}
		m := at.match(t, 0, 0, 0)
		play(t, m, p1, "play 3D")
		equal(t, row.dealer+" "+row.p3, nextDealer(t, m), row.next)
	}
	// Places: P2 is last; shared last places let the deal rotate.
	m := position{
		Seats: 3, Dealer: p3, Spent: true, Out: []engine.Seat{p3}, Discard: "3C", Hands: texts{"3D"}, Up: noRow, Down: noRow,
		Options: engine.Options{"dealer": "loser", "scoring": "placement"},
	}.match(t, 0, 0, 0)
	play(t, m, p1, "play 3D")
	equal(t, "last", nextDealer(t, m), p2)
	m = position{
		Seats: 3, Dealer: p3, Spent: true, Plays: 299, Out: []engine.Seat{p3}, Discard: "3C",
		Hands: texts{"3D 4D", "4C"}, Up: texts{"-", "-"}, Down: texts{"-", "-"},
		Options: engine.Options{"dealer": "loser", "scoring": "placement"},
	}.match(t, 0, 0, 0)
	play(t, m, p1, "play 3D")
	equal(t, "shared last place", nextDealer(t, m), p1)
	// Void: the deal rotates.
	for _, dealer := range []string{"winner", "loser"} {
		m = position{
			Dealer: p1, Spent: true, Plays: 299, Discard: "3C", Hands: texts{"3D 4D", "4C"},
			Up: texts{"-", "-"}, Down: texts{"-", "-"}, Options: engine.Options{"dealer": dealer},
		}.match(t, 0, 0)
		play(t, m, p1, "play 3D")
		equal(t, "how", m.Rounds()[0].How, palace.HowVoid)
		equal(t, "void", nextDealer(t, m), p2)
	}
}

// nextDealer goes on to the next round and says who deals it.
func nextDealer(t *testing.T, m *engine.Match) engine.Seat {
	t.Helper()
	for s := range engine.Seat(m.Seats()) {
		play(t, m, s, "next")
	}
	equal(t, "round", m.Number(), 2)
	return m.Dealer()
}
