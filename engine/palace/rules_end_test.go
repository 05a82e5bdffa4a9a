package palace_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/palace"
)

func testTake(t *testing.T) {
	r := position{Discard: "2C AS", Hands: texts{"3C 4D 9H", "3D 6H 7S"}}.round(t)
	equal(t, "moves", r.Legal(p1, nil), moves(t, "take"))
	refused(t, r, p1, palace.RuleTakeAlone, "take 3C", "take AS")
	draw := look(r, p1).Draw
	events := play(t, r, p1, "take")
	equal(t, "told", fmt.Sprint(events[0].Kind, events[0].N, len(events)), "took2 1")
	piles(t, r, "hand:0=3C 4D 9H AS 2C", "discard=")
	equal(t, "nothing drawn", look(r, p1).Draw, draw)
	toMove(t, r, p2)
	refused(t, r, p2, palace.RuleMayPlay, "take")
	equal(t, "anything", r.Legal(p2, nil), moves(t, "play 3D", "play 6H", "play 7S"))
	play(t, r, p2, "play 7S")
	refused(t, r, p1, palace.RuleMayPlay, "take")
}

func testRow(t *testing.T) {
	r := position{Spent: true, Discard: "9D", Hands: atUp, Up: texts{"QS 4S QH"}}.round(t)
	equal(t, "zone", look(r, p1).Zone, palace.ZoneUp)
	equal(t, "moves", r.Legal(p1, nil), moves(t, "play QH"))
	refused(t, r, p1, palace.RuleMayPlay, "take")
	refused(t, r, p1, palace.RuleNotInRow, "play KC")
	refused(t, r, p1, palace.RuleLower, "play 4S")
	refused(t, r, p1, palace.RuleFlipEarly, "flip @down:1")
	play(t, r, p1, "play QS")
	piles(t, r, "discard=9D QS", "up:0=?? 4S QH", "hand:0=")

	r = position{Spent: true, Discard: "KD", Hands: atUp, Up: texts{"?? 4S QH"}}.round(t)
	equal(t, "moves", r.Legal(p1, nil), moves(t, "take"))
	refused(t, r, p1, palace.RuleTakeAlone, "take 4S")
	play(t, r, p1, "take")
	piles(t, r, "hand:0=KD", "up:0=?? 4S QH")
	toMove(t, r, p2)
}

func testFlip(t *testing.T) {
	at := position{Spent: true, Discard: "9D", Hands: atUp, Up: noRow, Down: texts{"QS 4S TC"}}
	r := at.round(t)
	equal(t, "moves", r.Legal(p1, nil), moves(t, "flip @down:1", "flip @down:2", "flip @down:3"))
	refused(t, r, p1, palace.RuleBlind, "take", "play QS", "play KC")
	refused(t, r, p1, palace.RulePlace, "flip @down:4", "flip", "flip QS @down:1", "flip @hand", "flip @down:1 >discard")
	refused(t, r, p2, engine.RuleNotYourTurn, "flip @down:1")
	events := play(t, r, p1, "flip @down:1")
	equal(t, "told", fmt.Sprint(events[0].Kind, events[0].Cards), "flipped[QS]")
	piles(t, r, "discard=9D QS", "down:0=?? 4S TC")
	toMove(t, r, p2)

	r = at.round(t)
	events = play(t, r, p1, "flip @down:2")
	equal(t, "told", fmt.Sprint(events[0].Kind, events[0].Cards, events[0].N), "failed[4S] 2")
	piles(t, r, "discard=", "hand:0=4S 9D", "down:0=QS ?? TC")
	toMove(t, r, p2)
	refused(t, r, p2, palace.RuleFlipEarly, "flip @down:2")

	r = at.round(t)
	play(t, r, p1, "flip @down:3")
	toMove(t, r, p1)
	refused(t, r, p1, palace.RulePlace, "flip @down:3")
	play(t, r, p1, "flip @down:2")
	piles(t, r, "discard=4S")
}

func testOut(t *testing.T) {
	for _, at := range []position{
		{Hands: texts{"9C"}, Up: noRow, Down: noRow},
		{Hands: texts{"9C 9D"}, Up: noRow, Down: noRow},
		{Hands: texts{"TC"}, Up: noRow, Down: noRow},
		{Hands: texts{"2C"}, Up: noRow, Down: noRow},
		{Hands: texts{"9C 9D 9H 9S"}, Up: noRow, Down: noRow},
		{Hands: texts{"-"}, Up: noRow, Down: texts{"?? TC"}},
	} {
		at.Seats, at.Spent, at.Discard = 3, true, "3C"
		r := at.round(t)
		text := "play " + at.Hands[p1]
		if at.Hands[p1] == "-" {
			text = "flip @down:2"
		}
		events := play(t, r, p1, text)
		equal(t, "told", events[len(events)-1].Kind, "out")
		toMove(t, r)
		refused(t, r, p2, engine.RuleRoundOver, "take")
		got := result(t, r)
		equal(t, "result", got, engine.Result{
			How: palace.HowOut, Points: []int{1, 0, 0}, By: p1, Winner: p1, Loser: engine.Spectator,
		})
		equal(t, "left", look(r, p1).End.Left, []int{0, 9, 9})
	}
	r := position{Spent: true, Discard: "3C", Hands: texts{"9C"}, Up: noRow}.round(t)
	play(t, r, p1, "play 9C")
	_, over := r.Result()
	equal(t, "with cards face down", over, false)
}

func testBlocked(t *testing.T) {
	at := position{
		Spent: true, Plays: 297, Discard: "3C", Hands: texts{"KD 4D 5D", "3H 4H"}, Up: texts{"-", "-"}, Down: texts{"-", "-"},
	}
	r := at.round(t)
	equal(t, "left", look(r, p1).Last, 3)
	play(t, r, p1, "play KD")
	play(t, r, p2, "take") // counts, too
	equal(t, "left", look(r, p1).Last, 1)
	play(t, r, p1, "play 4D")
	equal(t, "winner", result(t, r).Winner, p1)
	equal(t, "loser", result(t, r).Loser, p2)

	at.Plays, at.Hands = 299, texts{"KD 4D", "3H"}
	events := play(t, at.round(t), p1, "play KD")
	equal(t, "told", events[len(events)-1].Kind, "void")
	at.Hands[p2], at.Down[p2] = "-", "5C 6C"
	at.Turn = p2
	events = play(t, at.round(t), p2, "flip @down:1")
	equal(t, "told", fmt.Sprint(events[len(events)-1].Kind, events[len(events)-1].Seat), "blocked1")
	at.Plays = 298
	_, over := after(t, at.round(t), p2, "flip @down:1").Result()
	equal(t, "one before", over, false)
}

func testWins(t *testing.T) {
	m := wins(t, 3, nil, p1, p2)
	_, over := m.Outcome()
	equal(t, "one each", over, false)
	m = wins(t, 3, nil, p1, p2, p2)
	outcome, _ := m.Outcome()
	equal(t, "placing", outcome.Placing, []int{2, 1, 3})
	equal(t, "how", outcome.How, engine.ByTarget)
}

func testDealer(t *testing.T) {
	dealers := map[engine.Seat]bool{}
	for n := range 40 {
		m, err := engine.NewMatch(palace.Game{}, 3, nil, engine.Seed{}.Derive("dealer", n))
		if err != nil {
			t.Fatal(err)
		}
		dealers[m.Dealer()] = true
	}
	equal(t, "first dealers", len(dealers), 3)
	at := position{Seats: 3, Dealer: p3, Spent: true, Discard: "3C", Hands: texts{"4D"}, Up: noRow, Down: noRow}
	m := at.match(t, 0, 0, 0)
	play(t, m, p1, "play 4D")
	equal(t, "next", nextDealer(t, m), p1)
}

func testSecrets(t *testing.T) {
	r := position{Seats: 3, Discard: "3C 4C", Hands: texts{"9C 9D 9H TH", "JC QC KC"}, Up: texts{"5C 6C 7C"}}.round(t)
	for s := engine.Spectator; s <= p3; s++ {
		v := look(r, s)
		equal(t, "counts", v.Counts, []int{4, 3, 3})
		equal(t, "pile", fmt.Sprint(v.Pile), "[3C 4C]")
		equal(t, "row", fmt.Sprint(v.Up[p1]), "[5C 6C 7C]")
		equal(t, "face-down", v.Down[p1], [3]bool{true, true, true})
		equal(t, "own hand", fmt.Sprint(v.Hand), map[engine.Seat]string{p1: "[9C 9D 9H TH]", p2: "[JC QC KC]", p3: fmt.Sprint(look(r, p3).Hand), engine.Spectator: "[]"}[s])
		if data := string(encode(t, v)); s != p2 && strings.Contains(data, "QC") || s != p1 && strings.Contains(data, "9D") {
			t.Errorf("seat %d sees another's hand: %s", s, data)
		}
	}
	before := look(r, p2)
	play(t, r, p1, "play TH", "play 9C")
	equal(t, "a view is its own", fmt.Sprint(before.Pile), "[3C 4C]")

	at := position{Spent: true, Discard: "3C", Hands: texts{"4D", "JC QC KC"}, Up: noRow, Down: texts{"-", "5C 6C 7C"}}
	r = at.round(t)
	play(t, r, p1, "play 4D")
	end := look(r, engine.Spectator).End
	equal(t, "hands", fmt.Sprint(end.Hands), "[[] [JC QC KC]]")
	equal(t, "face-down", fmt.Sprint(end.Down[p2]), "[5C 6C 7C]")
	end.Hands[p2][0], end.Points[p1] = card.Unknown, 9
	equal(t, "an end is one's own", fmt.Sprint(look(r, p1).End.Hands[p2], look(r, p1).End.Points), "[JC QC KC] [1 0]")
}

func testAbsent(t *testing.T) {
	for _, row := range []struct {
		at   position
		want string
	}{
		{position{Exchange: true}, "ready"},
		{position{Discard: "6C", Hands: texts{"5D 9C 9D TC 2C"}}, "play 9C"},
		{position{Discard: "6C", Hands: texts{"5D TC 2C"}}, "play TC"},
		{position{Discard: "6C", Hands: texts{"5D 5H 2C"}}, "play 2C"},
		{position{Discard: "KC", Hands: texts{"5D 5H 9C"}}, "take"},
		{position{Hands: texts{"TC 2C AC"}}, "play AC"},
		{position{Spent: true, Discard: "6C", Hands: atUp, Up: texts{"JC QC 2D"}}, "play JC"},
		{position{Spent: true, Discard: "KC", Hands: atUp, Up: texts{"JC QC"}}, "take"},
		{position{Spent: true, Discard: "KC", Hands: atUp, Up: noRow, Down: texts{"?? 3D 4D"}}, "flip @down:2"},
		{position{Discard: "6C", Hands: texts{"5D 9C 9D"}, Options: on("voluntary_take")}, "play 9C"},
	} {
		equal(t, row.want, row.at.round(t).(engine.Absent).Auto(p1), move(t, row.want))
	}
	m := position{Discard: "6C", Hands: texts{"5D 9C 9D"}}.match(t, 0, 0)
	play(t, m, p1, "leave")
	outcome, _ := m.Outcome()
	equal(t, "how", outcome.How, engine.ByLeft)
	equal(t, "winner", outcome.Winner(), p2)

	m = position{Seats: 3, Discard: "6C", Hands: texts{"5D 9C 9D"}}.match(t, 0, 0, 0)
	play(t, m, p1, "leave")
	equal(t, "moves", m.Legal(p1, nil), moves(t, "play 9C"))
	refused(t, m, p1, engine.RuleLeft, "play 9C 9D")
}

// A round marshals to what it was loaded from.
func TestStoredOnce(t *testing.T) {
	r := position{Discard: "6C", Hands: texts{"5D 9C 9D"}}.round(t)
	again, err := palace.Game{}.Load(encode(t, r))
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "stored", string(encode(t, again)), string(encode(t, r)))
	if !json.Valid(encode(t, r)) {
		t.Error("no JSON")
	}
}
