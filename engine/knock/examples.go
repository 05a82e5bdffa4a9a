package knock

import (
	"strings"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/meld"
)

// A scene is the position in which an example begins. Seat 0 is to move; the cards
// that are not mentioned are in the stock.
type scene struct {
	hands   string // of seats 0 and 1, separated by |; of eight cards the last was drawn
	discard string // top card last
	stock   string // next card first
	empty   bool   // the other cards are under the discards, and not in the stock
	renewed uint8
}

// round sets the scene up. That it is a position of the game is tested.
func (s scene) round(o engine.Options) engine.Round {
	rules, err := newRules(o)
	if err != nil {
		panic(err)
	}
	r := &Round{rules: rules, dealer: 1, phase: PhaseDraw, renewed: s.renewed, turns: seats}
	others := meld.Of(card.French()...)
	cards := func(text string) []card.Card {
		list, err := card.List(text)
		if err != nil {
			panic(err)
		}
		others &^= meld.Of(list...)
		return list
	}
	own, other, _ := strings.Cut(s.hands, " | ")
	for seat, list := range [seats][]card.Card{cards(own), cards(other)} {
		r.hands[seat] = meld.Of(list...)
		if len(list) > handSize {
			r.phase, r.drawn = PhaseDecide, list[handSize]
		}
	}
	discard, stock := cards(s.discard), cards(s.stock)
	if s.empty {
		discard = append(others.Cards(), discard...)
	} else {
		stock = append(stock, others.Cards()...)
	}
	r.discards, r.stock = uint8(copy(r.pile[:], discard)), uint8(len(stock))
	copy(r.pile[outside-len(stock):], stock)
	return r
}

// An example as it is written here.
type example struct {
	key, section string
	options      engine.Options
	scene        scene
	moves        string // separated by commas
	broken       string
	show         []engine.Pile
	points       []int
}

var (
	ownHand   = engine.Of(engine.Hand, 0)
	otherHand = engine.Of(engine.Hand, 1)
	discards  = engine.In(engine.Discard)

	// settled is what there is to see of a knock.
	settled = []engine.Pile{
		ownHand, otherHand, engine.Of(engine.Shown, 0), engine.Of(engine.Left, 0), engine.Of(engine.Shown, 1), engine.Of(engine.Left, 1),
	}
)

var examples = []example{
	{
		key: "draw_first", section: "turn",
		scene: scene{hands: "3C 4C 8H 9D JS QH KD | 2C 5S 7D 9C TS JD QC", discard: "6S"},
		moves: "discard KD", broken: RulePhase, show: []engine.Pile{discards, ownHand},
	},
	{
		key: "taken", section: "turn", options: engine.Options{optRedraw: "off"},
		scene: scene{hands: "3C 4C 8H 9D JS QH KD | 2C 5S 7D 9C TS JD QC", discard: "6S 9S"},
		moves: "draw @discard, discard 9S", broken: RuleTaken, show: []engine.Pile{discards, ownHand},
	},
	{
		key: "no_corner", section: "melds",
		scene: scene{hands: "QH KH AH 7C 7D 7S 2S 3D | 2C 5S 7H 9C TS JD QC", discard: "6S"},
		moves: "knock 3D", broken: RuleLimit, show: []engine.Pile{ownHand},
	},
	{
		key: "limit", section: "knock", options: engine.Options{optLimit: "3"},
		scene: scene{hands: "4H 5H 6H 9C 9D 9S 4C KD | 2C 5S 7H TC TS JD QC", discard: "6S"},
		moves: "knock KD", broken: RuleLimit, show: []engine.Pile{ownHand},
	},
	{
		key: "single", section: "knock", options: engine.Options{optLimit: "5", optSingle: "on"},
		scene: scene{hands: "5D 6D 7D 8D 9D AS 2C QH | 2H 5S 7H TC TS JD QC", discard: "6S"},
		moves: "knock QH", broken: RuleSingle, show: []engine.Pile{ownHand},
	},
	{
		key: "ace_low", section: "knock", options: engine.Options{optLimit: "3"},
		scene: scene{hands: "8H 9H TH JH QH KH AH 2C | 3C 3D 3S 8C 8D 8S 2S", discard: "6S"},
		moves: "knock 2C", show: settled, points: []int{1, 2},
	},
	{
		key: "layoff", section: "reply", options: engine.Options{optLimit: "3"},
		scene: scene{hands: "4H 5H 6H 9C 9D 9S 2C JS | 7H 3H 9H 8C 8D 8S TD", discard: "6S"},
		moves: "knock JS", show: settled, points: []int{2, 10},
	},
	{
		key: "bridge", section: "reply", options: engine.Options{optLimit: "3"},
		scene: scene{hands: "4H 5H 6H 9C 9D 9S 2C JS | 7H 8H TH AD 3C 8C 5S", discard: "6S"},
		moves: "knock JS", show: settled, points: []int{2, 16},
	},
	{
		key: "no_layoff", section: "reply", options: engine.Options{optLayOff: "off"},
		scene: scene{hands: "4H 5H 6H 7H 9C 9D 9S JS | 3H 8H 9H KS KD KC TD", discard: "6S"},
		moves: "knock JS", show: settled, points: []int{-10, 30},
	},
	{
		key: "joker_left", section: "score", options: engine.Options{optLayOff: "off"},
		scene: scene{hands: "4H 5H 6H 7H 9C 9D 9S JS | AD TC 8D 6S 3S 4D 2C", discard: "7C"},
		moves: "knock JS", show: settled, points: []int{-10, 58},
	},
	{
		key: "run_of_seven_joker", section: "score",
		scene: scene{hands: "3S 4S AD 6S 7S 8S 9S 2D | KH KC KD 4C 6H 9D TC", discard: "7C"},
		moves: "knock 2D", show: settled, points: []int{-25, 29},
	},
	{
		key: "run_of_seven", section: "score",
		scene: scene{hands: "7H 8H 9H TH JH QH KH AH | 2C 5S 7D 9C TS JD QC", discard: "7C"},
		moves: "knock AH", show: settled, points: []int{0, 0},
	},
	{
		key: "renewal", section: "stock", options: engine.Options{optRenewals: "3"},
		scene: scene{hands: "3C 4C 8H 9D JS QH KD | 2C 5S 7D 9C TS JD QC", discard: "6S 9S", empty: true},
		moves: "draw @stock", show: []engine.Pile{discards},
	},
	{
		key: "void", section: "stock", options: engine.Options{optRenewals: "3"},
		scene: scene{hands: "3C 4C 8H 9D JS QH KD | 2C 5S 7D 9C TS JD QC", discard: "6S 9S", stock: "5H", empty: true, renewed: 3},
		moves: "draw @stock, discard KD", show: []engine.Pile{discards, ownHand, otherHand}, points: []int{0, 0},
	},
}

// Examples implements engine.Exemplary.
func (Game) Examples() []engine.Example {
	list := make([]engine.Example, len(examples))
	for i, e := range examples {
		list[i] = e.under(e.options)
	}
	return list
}

// under is the example at a table with these house rules.
func (e example) under(o engine.Options) engine.Example {
	x := engine.Example{
		Key: e.key, Section: e.section, Options: o, Start: e.scene.round(o), Broken: e.broken, Show: e.show, Points: e.points,
	}
	for text := range strings.SplitSeq(e.moves, ", ") {
		m, err := engine.ParseMove(text)
		if err != nil {
			panic(err)
		}
		x.Moves = append(x.Moves, m)
	}
	return x
}
