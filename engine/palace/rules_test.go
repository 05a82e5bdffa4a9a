package palace_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/enginetest"
	"carteado/engine/palace"
)

// The scores are the rows of §3.3.
func TestRules(t *testing.T) {
	last := map[string]string{"clarification": "14", "scenario": "27", "score": "7"}
	enginetest.Rules(t, palace.Game{}, last, map[string]func(*testing.T){
		"rule 1": testPacks, "rule 2": testDeal, "rule 5": testBegins, "rule 6": testRanks, "rule 18": testFirstDealer,
		"rule 19":        testSecrets,
		"option scoring": testScoring, "option target_wins": testTarget, "option rounds": testRounds,
		"score 6": testPlacesMatch,
	})
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

func resolved(t *testing.T, o engine.Options) engine.Options {
	t.Helper()
	o, err := palace.Game{}.Info().Resolve(o)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func testPacks(t *testing.T) {
	for seats, draw := range map[int]int{2: 34, 3: 25, 4: 68, 5: 59} {
		r := enginetest.Deal(t, palace.Game{}, engine.Setup{Seats: seats})
		equal(t, fmt.Sprint(seats, " seats"), look(r, p1).Draw, draw)
		times := map[card.Card]int{}
		for _, pile := range r.Piles(nil) {
			for _, c := range pile.Cards {
				times[c]++
			}
		}
		for _, c := range card.French() {
			equal(t, c.String(), times[c], 1+(seats-2)/2)
		}
	}
	for _, wrong := range []engine.Setup{
		{Seats: 1}, {Seats: 6}, {Seats: 2, Dealer: 2}, {Seats: 2, Dealer: -1},
		{Seats: 2, Pack: card.French()[1:]}, {Seats: 4, Pack: card.French()}, {Seats: 2, Pack: make([]card.Card, 52)},
		{Seats: 2, Options: engine.Options{"scoring": "points"}}, {Seats: 2, Options: engine.Options{"jokers": "on"}},
	} {
		if _, err := (palace.Game{}).Deal(wrong); err == nil {
			t.Errorf("dealt to %d seats, dealer %d, with %d cards and %v", wrong.Seats, wrong.Dealer, len(wrong.Pack),
				wrong.Options)
		}
	}
}

func testDeal(t *testing.T) {
	enginetest.Deal(t, palace.Game{}, engine.Setup{Seats: 3, Dealer: p2, Pack: card.French()}).Run(`
		down:2 = AC AS 2H; down:0 = AD 2C 2S; down:1 = AH 2D 3C
		up:2 = 3D 4C 4S; up:0 = 3H 4D 5C; up:1 = 3S 4H 5D
		hand:2 = 5H 6D 7C; hand:0 = 5S 6H 7D; hand:1 = 6C 6S 7H; discard =; burned =
		stock = 7S 8C 8D 8H 8S 9C 9D 9H 9S TC TD TH TS JC JD JH JS QC QD QH QS KC KD KH KS
		view.Hand = 5S 6H 7D`)
}

func testBegins(t *testing.T) {
	for seats := 2; seats <= 5; seats++ {
		for dealer := range seats {
			r := enginetest.Deal(t, palace.Game{}, engine.Setup{Seats: seats, Dealer: engine.Seat(dealer)})
			r.Run(strings.Repeat("ready; ", seats) + fmt.Sprint("turn = ", (dealer+1)%seats))
		}
	}
}

func testRanks(t *testing.T) {
	const order = "3456789TJQKA2"
	for i, top := range order {
		for j, rank := range order {
			others := "3H 3S"
			if rank == '3' {
				others = "4H 4S"
			}
			r := at(t, fmt.Sprintf("discard %cC; hand:0 %cD %s", top, rank, others))
			text := fmt.Sprintf("play %cD", rank)
			want := j >= i || rank == 'T' || top == '2'
			equal(t, fmt.Sprintf("%c on %c", rank, top), enginetest.Listed(t, r, p1, text), want)
			_, err := engine.Play(r, p1, enginetest.Move(t, text))
			equal(t, fmt.Sprintf("%c on %c", rank, top), err == nil, want)
		}
	}
	for _, rank := range order {
		others := strings.ReplaceAll("5H 6S", string(rank), "9")
		at(t, fmt.Sprintf("hand:0 %cD %s", rank, others)).Run(fmt.Sprintf("play %cD", rank))
	}
}

func testFirstDealer(t *testing.T) {
	dealers := map[engine.Seat]bool{}
	for n := range 40 {
		m, err := engine.NewMatch(palace.Game{}, 3, nil, engine.Seed{}.Derive("dealer", n))
		if err != nil {
			t.Fatal(err)
		}
		dealers[m.Dealer()] = true
	}
	equal(t, "first dealers", len(dealers), 3)
}

func testSecrets(t *testing.T) {
	r := at(t, "seats 3; discard 3C 4C; hand:0 9C 9D 9H TH; hand:1 JC QC KC; up:0 5C 6C 7C")
	for s := engine.Spectator; s <= p3; s++ {
		v := look(r, s)
		equal(t, "counts", v.Counts, []int{4, 3, 3})
		equal(t, "pile", fmt.Sprint(v.Pile), "[3C 4C]")
		equal(t, "row", fmt.Sprint(v.Up[p1]), "[5C 6C 7C]")
		equal(t, "face-down", v.Down[p1], [3]bool{true, true, true})
		equal(t, "own hand", fmt.Sprint(v.Hand), map[engine.Seat]string{p1: "[9C 9D 9H TH]", p2: "[JC QC KC]",
			p3: fmt.Sprint(look(r, p3).Hand), engine.Spectator: "[]"}[s])
		if data := string(enginetest.Encode(t, v)); s != p2 && strings.Contains(data, "QC") || s != p1 &&
			strings.Contains(data, "9D") {
			t.Errorf("seat %d sees another's hand: %s", s, data)
		}
	}
	before := look(r, p2)
	r.Run("play TH; play 9C")
	equal(t, "a view is its own", fmt.Sprint(before.Pile), "[3C 4C]")

	r = at(t, "rest burned; discard 3C; hand:0 4D; hand:1 JC QC KC; up:0; down:0; down:1 5C 6C 7C").Run("play 4D")
	end := look(r, engine.Spectator).End
	equal(t, "hands", fmt.Sprint(end.Hands), "[[] [JC QC KC]]")
	equal(t, "face-down", fmt.Sprint(end.Down[p2]), "[5C 6C 7C]")
	end.Hands[p2][0], end.Points[p1] = card.Unknown, 9
	equal(t, "an end is one's own", fmt.Sprint(look(r, p1).End.Hands[p2], look(r, p1).End.Points), "[JC QC KC] [1 0]")
}

func testScoring(t *testing.T) {
	equal(t, "wins", (palace.Game{}).Scoring(resolved(t, nil)), engine.Scoring{Target: 2, Dealer: engine.DealNext})
	places := engine.Options{"scoring": "placement"}
	equal(t, "places", (palace.Game{}).Scoring(resolved(t, places)), engine.Scoring{Rounds: 3, Places: true,
		Dealer: engine.DealNext})
}

func testTarget(t *testing.T) {
	for n := 1; n <= 5; n++ {
		for before := range n {
			how := ""
			if before+1 == n {
				how = engine.ByTarget
			}
			at(t, fmt.Sprintf("target_wins=%d; rest burned; discard 3C; hand:0 4D; up:0; down:0; totals %d 0", n,
				before)).
				Run("play 4D; outcome.How = " + how)
		}
	}
}

func testRounds(t *testing.T) {
	for _, n := range []int{1, 3, 5, 7} {
		o := engine.Options{"scoring": "placement", "rounds": fmt.Sprint(n)}
		equal(t, "rounds", (palace.Game{}).Scoring(resolved(t, o)).Rounds, n)
	}
}

// Rounds of three players with the totals 4, 4, 1: P1 was first twice.
func testPlacesMatch(t *testing.T) {
	m := at(t, "scoring=placement; seats 3; totals 0 0 0").Match
	for _, order := range [][]engine.Seat{{p1, p2, p3}, {p2, p3, p1}, {p1, p2, p3}} {
		for s := range engine.Seat(3) {
			if m.Between() {
				enginetest.Play(t, m, s, "next")
			}
		}
		m = ranked(t, m, order)
	}
	equal(t, "totals", m.Totals(), []int{4, 4, 1})
	outcome, over := m.Outcome()
	equal(t, "over", over, true)
	equal(t, "how", outcome.How, engine.ByRounds)
	equal(t, "placing", outcome.Placing, []int{1, 2, 3})
}

// ranked is a match whose round ends in this order.
func ranked(t *testing.T, m *engine.Match, order []engine.Seat) *engine.Match {
	t.Helper()
	second := order[1]
	last := fmt.Sprintf("scoring=placement; seats 3; rest burned; discard 3C; turn %d; out %d; hand:%d 4D; "+
		"up:%d; down:%d", second, order[0], second, second, second)
	fields := map[string]any{}
	if err := json.Unmarshal(enginetest.Encode(t, m), &fields); err != nil {
		t.Fatal(err)
	}
	fields["round"] = at(t, last).Round
	m, err := engine.LoadMatch(palace.Game{}, engine.Seed{}, enginetest.Encode(t, fields))
	if err != nil {
		t.Fatal(err)
	}
	enginetest.Play(t, m, second, "play 4D")
	return m
}
