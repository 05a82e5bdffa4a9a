package knock_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/knock"

	"pgregory.net/rapid"
)

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

func cards(t rapid.TB, s string) []card.Card {
	t.Helper()
	list, err := card.List(s)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func encode(t rapid.TB, v any) []byte {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// A player is a round or a match.
type player interface {
	Play(engine.Seat, engine.Move) ([]engine.Event, error)
	MarshalJSON() ([]byte, error)
}

func move(t rapid.TB, s string) engine.Move {
	t.Helper()
	m, err := engine.ParseMove(s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// play makes moves that must be accepted, and returns all events.
func play(t rapid.TB, r any, s engine.Seat, moves ...string) (events []engine.Event) {
	t.Helper()
	for _, text := range moves {
		more, err := r.(player).Play(s, move(t, text))
		if err != nil {
			t.Fatalf("seat %d: %s: %v", s, text, err)
		}
		events = append(events, more...)
	}
	return events
}

// refused makes a move that must break a rule and change nothing.
func refused(t rapid.TB, r any, s engine.Seat, text, rule string) {
	t.Helper()
	_ = refusal(t, r, s, text, rule)
}

// refusal is refused, with the numbers that the reason mentions.
func refusal(t rapid.TB, r any, s engine.Seat, text, rule string) *engine.Illegal {
	t.Helper()
	before := encode(t, r)
	_, err := r.(player).Play(s, move(t, text))
	var illegal *engine.Illegal
	if !errors.As(err, &illegal) || illegal.Rule != rule {
		t.Fatalf("seat %d: %s: got %v, want refused by %s", s, text, err, rule)
	}
	if string(encode(t, r)) != string(before) {
		t.Fatalf("seat %d: %s was refused and has changed the position", s, text)
	}
	return illegal
}

func look(r engine.Round, s engine.Seat) knock.View { return r.View(s).(knock.View) }

// listed reports whether a move is among the legal ones.
func listed(t rapid.TB, r engine.Round, s engine.Seat, text string) bool {
	t.Helper()
	return slices.Contains(r.Legal(s, nil), move(t, text))
}

func equal[T any](t rapid.TB, what string, got, want T) {
	t.Helper()
	if a, b := fmt.Sprint(got), fmt.Sprint(want); a != b {
		t.Errorf("%s: got %s, want %s", what, a, b)
	}
}

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
