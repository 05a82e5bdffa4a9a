package rummy_test

import (
	"encoding/json"
	"slices"
	"strings"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/enginetest"
	"carteado/engine/rummy"

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
	p3 engine.Seat = 2
)

// A position is written as the piles that matter. The other cards go where they
// do not matter: into a hand that is not given, then behind the stock.
type position struct {
	Hands   string   // by seat, separated by |; two seats at least
	Melds   []string // on the table: who laid it, from 1, and its cards
	Added   []string // cards of them that were laid off: by whom, the card and the meld, from 1
	Discard string   // bottom to top; one card of the others if there is none
	Stock   string   // its next cards
	Spent   bool     // Stock is all there is: the other cards are under the discards
	Bare    bool     // there are no others
	Drawn   string   // the seat to move has drawn, and is to meld, lay off or discard
	Taken   bool     // Drawn is from the discard pile
	Acted   bool     // the seat to move has melded or laid off in this turn
	Fresh   int      // melds it laid
	Turn    engine.Seat
	Dealer  engine.Seat
	Renewed int
	Options engine.Options
}

// stored is what the position is kept as.
func (p position) stored(t rapid.TB) []byte {
	t.Helper()
	others := card.French()
	read := func(text string) []card.Card {
		list := cards(t, strings.TrimSpace(text))
		others = slices.DeleteFunc(others, func(c card.Card) bool { return slices.Contains(list, c) })
		return list
	}
	var hands [][]card.Card
	for text := range strings.SplitSeq(p.Hands, "|") {
		hands = append(hands, read(text))
	}
	for len(hands) < 2 {
		hands = append(hands, nil)
	}
	opened := false
	melds, added := []map[string]any{}, []map[string]any{}
	for _, text := range p.Melds {
		by := engine.Seat(text[0] - '1')
		melds = append(melds, map[string]any{"by": by, "cards": read(text[2:])})
		opened = opened || by == p.Turn
	}
	for _, text := range p.Added {
		by := engine.Seat(text[0] - '1')
		added = append(added, map[string]any{"by": by, "card": text[2:4], "meld": int(text[5] - '0')})
		opened = opened || by == p.Turn
	}
	discard, stock := read(p.Discard), read(p.Stock)
	size := map[int]int{2: 10, 3: 7, 4: 7, 5: 6, 6: 6}[len(hands)]
	for s, hand := range hands {
		if len(hand) == 0 {
			hands[s], others = others[:size:size], others[size:]
		}
	}
	if len(discard) == 0 && !p.Bare {
		last := len(others) - 1
		discard, others = others[last:], others[:last:last]
	}
	if p.Spent {
		discard = append(others, discard...)
	} else {
		stock = append(stock, others...)
	}
	phase, drawn, known := rummy.PhaseDraw, card.Unknown, make([][]card.Card, len(hands))
	if p.Drawn != "" {
		phase, drawn = rummy.PhasePlay, cards(t, p.Drawn)[0]
		if p.Taken {
			known[p.Turn] = []card.Card{drawn}
		}
	}
	return encode(t, map[string]any{
		"options": p.Options, "seed": engine.Seed{}.Hex(), "dealer": p.Dealer, "turn": p.Turn, "phase": phase,
		"hands": hands, "known": known, "stock": stock, "discard": discard, "melds": melds, "added": added,
		"drawn": drawn, "taken": p.Taken, "renewed": p.Renewed,
		"fresh": p.Fresh, "before": p.Drawn != "" && opened && !p.Acted, "acted": p.Acted,
	})
}

func (p position) round(t rapid.TB) engine.Round {
	t.Helper()
	r, err := rummy.Game{}.Load(p.stored(t))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// match is the position in the first round of a match with these totals.
func (p position) match(t rapid.TB, totals ...int) *engine.Match {
	t.Helper()
	m, err := engine.LoadMatch(rummy.Game{}, engine.Seed{}, encode(t, map[string]any{
		"number": 1, "dealer": p.Dealer, "totals": totals, "since": make([]int, len(totals)),
		"options": p.Options, "round": json.RawMessage(p.stored(t)),
	}))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func look(r engine.Round, s engine.Seat) rummy.View { return r.View(s).(rummy.View) }

// piles are all cards by pile, as they are written.
func piles(r engine.Round) map[string]string {
	all := map[string]string{}
	for _, heap := range r.Cards() {
		all[heap.Pile.String()] = card.Write(heap.Cards)
	}
	return all
}

func hand(r engine.Round, s engine.Seat) string { return card.Write(look(r, s).Hand) }

// on switches options: pairs of a key and a value.
func on(pairs ...string) engine.Options {
	options := engine.Options{}
	for i := 0; i < len(pairs); i += 2 {
		options[pairs[i]] = pairs[i+1]
	}
	return options
}

// nextDealer goes on to the next round and says who deals it.
func nextDealer(t rapid.TB, m *engine.Match) engine.Seat {
	t.Helper()
	for s := range engine.Seat(m.Seats()) {
		play(t, m, s, "next")
	}
	equal(t, "round", m.Number(), 2)
	return m.Dealer()
}
