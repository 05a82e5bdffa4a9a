package knock_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/enginetest"
	"carteado/engine/knock"

	"pgregory.net/rapid"
)

// What all games test alike.
var (
	cards   = enginetest.Cards
	encode  = enginetest.Encode
	move    = enginetest.Move
	play    = enginetest.Play
	refused = enginetest.Refused
	refusal = enginetest.Refusal
	listed  = enginetest.Listed
)

func equal[T any](t rapid.TB, what string, got, want T) {
	t.Helper()
	enginetest.Equal(t, what, got, want)
}

// The players of the rules: P1 is seat 0.
const (
	p1 engine.Seat = 0
	p2 engine.Seat = 1
)

// A position is written as the piles that matter. The other cards go where they
// do not matter: into a hand that is not given, then behind the stock.
type position struct {
	P1, P2  string // hands; who holds eight is to discard or to knock
	Discard string // bottom to top
	Stock   string // its next cards
	Spent   bool   // Stock is all there is: the other cards are under the discards
	Drawn   string // of eight cards, by default the last written
	Taken   bool   // Drawn is from the discard pile
	Turn    engine.Seat
	Dealer  engine.Seat
	Renewed int
	Turns   int
	Options engine.Options
}

// stored is what the position is kept as.
func (p position) stored(t rapid.TB) []byte {
	t.Helper()
	hands := [2][]card.Card{cards(t, p.P1), cards(t, p.P2)}
	discard, stock := cards(t, p.Discard), cards(t, p.Stock)
	var others []card.Card
	for _, c := range card.French() {
		if !slices.Contains(slices.Concat(hands[0], hands[1], discard, stock), c) {
			others = append(others, c)
		}
	}
	phase, drawn := knock.PhaseDraw, card.Unknown
	for s, hand := range hands {
		switch {
		case len(hand) == 0:
			hands[s], others = others[:7], others[7:]
		case len(hand) == 8:
			phase, drawn, p.Turn = knock.PhaseDecide, hand[7], engine.Seat(s)
		}
	}
	if p.Drawn != "" {
		drawn = cards(t, p.Drawn)[0]
	}
	if p.Spent {
		discard = append(others, discard...)
	} else {
		stock = append(stock, others...)
	}
	known := [2][]card.Card{}
	if p.Taken {
		known[p.Turn] = []card.Card{drawn}
	}
	return encode(t, map[string]any{
		"options": p.Options, "seed": engine.Seed{}.Hex(), "dealer": p.Dealer, "turn": p.Turn, "phase": phase,
		"hands": hands, "known": known, "stock": stock, "discard": discard,
		"drawn": drawn, "taken": p.Taken, "renewed": p.Renewed, "turns": p.Turns,
	})
}

func (p position) round(t rapid.TB) engine.Round {
	t.Helper()
	r, err := knock.Game{}.Load(p.stored(t))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// match is the position in the first round of a match with these totals.
func (p position) match(t rapid.TB, totals ...int) *engine.Match {
	t.Helper()
	m, err := engine.LoadMatch(knock.Game{}, engine.Seed{}, encode(t, map[string]any{
		"number": 1, "dealer": p.Dealer, "totals": totals, "since": []int{0, 0},
		"options": p.Options, "round": json.RawMessage(p.stored(t)),
	}))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func look(r engine.Round, s engine.Seat) knock.View { return r.View(s).(knock.View) }

// throw is a knock card for a test in which it does not matter which.
func throw(hands ...string) string {
	for _, c := range []string{"TC", "JS", "3D", "QD"} {
		if !strings.Contains(strings.Join(hands, " "), c) {
			return c
		}
	}
	panic("every knock card is in a hand")
}

// settled is the end of a round in which P1 knocks and keeps seven cards, in an
// arrangement of P1's choice if there is one.
func settled(t rapid.TB, options engine.Options, seven, declared, other string) *knock.End {
	t.Helper()
	thrown := throw(seven, other)
	r := position{P1: seven + " " + thrown, P2: other, Options: options}.round(t)
	text := "knock " + thrown
	if declared != "" {
		text += " | " + declared
	}
	play(t, r, p1, text)
	return look(r, engine.Spectator).End
}

// combinations are written as in a move: 4H 5H 6H | 9C 9D 9S.
func combinations(melds [][]engine.Word) string {
	var texts []string
	for _, m := range melds {
		texts = append(texts, strings.Trim(fmt.Sprint(m), "[]"))
	}
	return strings.Join(texts, " | ")
}

// laid are cards laid off, with the knocker's combination, from 1: 7H>1.
func laid(list []knock.LayOff) string {
	var texts []string
	for _, l := range list {
		texts = append(texts, fmt.Sprintf("%s>%d", l.Card, l.Meld+1))
	}
	slices.Sort(texts)
	return strings.Join(texts, " ")
}
