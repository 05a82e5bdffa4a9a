package rummy

import (
	"strings"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/meld"
)

// A scene is the position in which an example begins, as it is written. Cards
// that it does not mention are in the stock, or at the bottom of the discard
// pile.
type scene struct {
	options engine.Options
	hands   string   // by seat, separated by |
	melds   []string // on the table: the seat that laid it, and its cards
	discard string   // top card last
	stock   string   // next card first
	drawn   string   // by seat 0 from the stock, in its hand: it is to meld, lay off or discard
	empty   bool     // there is no more in the stock
	renewed uint8
}

// round sets the scene up. What is written below is a position of the game, as
// its test shows.
func (s scene) round() engine.Round {
	rules, err := newRules(s.options)
	if err != nil {
		panic(err)
	}
	hands := strings.Split(s.hands, "|")
	r := &Round{rules: rules, seats: uint8(len(hands)), dealer: engine.Seat(len(hands) - 1), phase: PhaseDraw, renewed: s.renewed}
	others := meld.Of(card.French()...)
	cards := func(text string) []card.Card {
		list, err := card.List(strings.TrimSpace(text))
		if err != nil {
			panic(err)
		}
		others &^= meld.Of(list...)
		return list
	}
	for seat, text := range hands {
		r.hands[seat] = meld.Of(cards(text)...)
	}
	for _, text := range s.melds {
		by := engine.Seat(text[0] - '0')
		r.melds[r.laid], r.owners[r.laid] = meld.Of(cards(text[2:])...), by
		r.laid++
		r.opened |= 1 << by
	}
	discard, stock := cards(s.discard), cards(s.stock)
	if s.empty {
		discard = append(others.Cards(), discard...)
	} else {
		stock = append(stock, others.Cards()...)
	}
	r.discards, r.next = uint8(len(discard)), uint8(packSize-len(stock))
	copy(r.pile[:], discard)
	copy(r.pile[r.next:], stock)
	if s.drawn != "" {
		r.phase, r.drawn = PhasePlay, cards(s.drawn)[0]
		r.before = r.opened&1 != 0
	}
	return r
}

// Examples are shown on the page of the rules.
func (Game) Examples() []engine.Example {
	own, second := engine.Of(engine.Hand, 0), engine.Of(engine.Hand, 1)
	discard, first := engine.In(engine.Discard), engine.Nth(engine.Meld, 1)
	show := func(piles ...engine.Pile) []engine.Pile { return piles }
	on := func(pairs ...string) engine.Options {
		o := engine.Options{}
		for i := 0; i < len(pairs); i += 2 {
			o[pairs[i]] = pairs[i+1]
		}
		return o
	}
	list := []example{
		{
			key: "taken", section: "turn", options: on(optRedraw, "off"),
			scene: scene{hands: "4H 7D 7S KD 2C 8C JH | 3C 5S 9H TD QC AS JC", discard: "5H 9S"},
			moves: "draw @discard, discard 9S", broken: RuleTaken, show: show(discard, own),
		},
		{
			key: "one_meld", section: "turn", options: on(optMelds, "1"),
			scene:  scene{hands: "5C 5D 5H 8S 9S TS KD | 3C 2S 9H TD QC AS JC", discard: "4H", drawn: "KD"},
			moves:  "meld 5C 5D 5H, meld 8S 9S TS",
			broken: RuleOnce, show: show(own, first), want: "meld:1 5C 5D 5H",
		},
		{
			key: "set", section: "melds",
			scene: scene{hands: "7C 7D 7H 2S JD QC 4S | 3C 5S 9H TD KC AS JC", discard: "4H", drawn: "QC"},
			moves: "meld 7C 7D 7H", show: show(own, first), want: "meld:1 7C 7D 7H, hand:0 2S JD QC 4S",
		},
		{
			key: "run", section: "melds",
			scene: scene{hands: "8S 9S TS JS 2D 4C QH | 3C 5S 9H TD KC AS JC", discard: "4H", drawn: "TS"},
			moves: "meld 8S 9S TS JS", show: show(own, first), want: "meld:1 8S 9S TS JS, hand:0 2D 4C QH",
		},
		{
			key: "two_suits", section: "melds",
			scene: scene{hands: "5C 6C 7D 2S JD QC 4S | 3C 5S 9H TD KC AS JC", discard: "4H", drawn: "QC"},
			moves: "meld 5C 6C 7D", broken: RuleMeld, show: show(own),
		},
		{
			key: "ace_low", section: "melds", options: on(optAce, "low"),
			scene: scene{hands: "QD KD AD 2S 7C 9C 4S | 3C 5S 9H TD KC AS JC", discard: "4H", drawn: "KD"},
			moves: "meld QD KD AD", broken: RuleAceLow, show: show(own),
		},
		{
			key: "ace_after_king", section: "melds", options: on(optAce, "low_or_high"),
			scene: scene{hands: "QD KD AD 2S 7C 9C 4S | 3C 5S 9H TD KC AS JC", discard: "4H", drawn: "KD"},
			moves: "meld QD KD AD", show: show(own, first), want: "meld:1 QD KD AD",
		},
		{
			key: "corner", section: "melds", options: on(optAce, "low_or_high"),
			scene: scene{hands: "KD AD 2D 2S 7C 9C 4S | 3C 5S 9H TD KC AS JC", discard: "4H", drawn: "KD"},
			moves: "meld KD AD 2D", broken: RuleCorner, show: show(own),
		},
		{
			key: "others_meld", section: "layoff", options: on(optScope, "all", optNeedsMeld, "off"),
			scene: scene{hands: "7S JS QS 4D 2H | 3C 5S 9H TD", melds: []string{"1 8S 9S TS"}, discard: "4H", drawn: "JS"},
			moves: "layoff JS >meld:1, layoff QS >meld:1, layoff 7S >meld:1",
			show:  show(first, own), want: "meld:1 7S 8S 9S TS JS QS, hand:0 2H 4D",
		},
		{
			key: "step_by_step", section: "layoff", options: on(optScope, "all", optNeedsMeld, "off"),
			scene: scene{hands: "7S JS QS 4D 2H | 3C 5S 9H TD", melds: []string{"1 8S 9S TS"}, discard: "4H", drawn: "JS"},
			moves: "layoff QS >meld:1", broken: RuleFit, show: show(first, own),
		},
		{
			key: "no_discard", section: "out", options: on(optDiscard, "off"),
			scene: scene{hands: "5C 7C | KH QH", melds: []string{"0 9C 9D 9H", "1 2S 3S 4S"}, discard: "4H", stock: "6C"},
			moves: "draw @stock, meld 5C 6C 7C",
			show:  show(own, engine.Nth(engine.Meld, 3), second), want: "hand:0, meld:3 5C 6C 7C", points: []int{20, 0},
		},
		{
			key: "dead_end", section: "out", options: on(optDiscard, "off", optRedraw, "off", optScope, "all", optNeedsMeld, "off"),
			scene: scene{hands: "4H | KH QH 2C", melds: []string{"0 4C 4D 4S"}, discard: "7H 9S"},
			moves: "draw @discard, layoff 4H >meld:1", broken: RuleDeadEnd, show: show(discard, first, own),
		},
		{
			key: "score", section: "score",
			scene: scene{
				hands: "KC | KD QH 7C AS | 9C 9D 9H", melds: []string{"0 3C 4C 5C", "1 2D 2H 2S"},
				discard: "4H", stock: "6C",
			},
			moves: "draw @stock, layoff 6C >meld:1, discard KC",
			show:  show(own, second, engine.Of(engine.Hand, 2)), points: []int{55, 0, 0},
		},
		{
			key: "rummy", section: "score", options: on(optBonus, "double"),
			scene: scene{hands: "4D 5D 6D 7D 8D 9D KC | KD QH 7C AS | 6C 7H", melds: []string{"1 2C 2H 2S", "2 JC JH JS"}, discard: "4H", stock: "TD"},
			moves: "draw @stock, meld 4D 5D 6D 7D 8D 9D TD, discard KC",
			show:  show(own, second, engine.Of(engine.Hand, 2)), points: []int{82, 0, 0},
		},
		{
			key: "renewal", section: "stock", options: on(optRecycle, "shuffle", optRenewals, "5"),
			scene: scene{hands: "2S 5H 8C TS QD | 3C 5S 9S TD KC", melds: []string{"0 7C 7D 7H 7S", "1 AC AD AH AS"}, discard: "2C 5D 9H JC", empty: true},
			moves: "draw @stock", show: show(discard), want: "discard JC",
		},
		{
			key: "blocked", section: "stock", options: on(optBlocked, "differences"),
			scene: scene{
				hands: "2H TH | QC TD | KS QS AS JD", melds: []string{"0 7C 7D 7H 7S", "1 9C 9D 9H 9S"},
				discard: "2C 5D JC", stock: "8D", empty: true, renewed: 5,
			},
			moves: "draw @stock, discard 8D", show: show(own, second, engine.Of(engine.Hand, 2)), points: []int{27, 0, 0},
		},
	}
	examples := make([]engine.Example, len(list))
	for i, e := range list {
		examples[i] = e.written()
	}
	return examples
}

// An example as it is written here.
type example struct {
	key, section string
	options      engine.Options
	scene        scene
	moves        string // separated by commas
	broken       string
	show         []engine.Pile
	want         string // piles with their cards, separated by commas
	points       []int
}

func (e example) written() engine.Example {
	e.scene.options = e.options
	x := engine.Example{
		Key: e.key, Section: e.section, Options: e.options, Start: e.scene.round(),
		Broken: e.broken, Show: e.show, Points: e.points,
	}
	for text := range strings.SplitSeq(e.moves, ", ") {
		m, err := engine.ParseMove(text)
		if err != nil {
			panic(err)
		}
		x.Moves = append(x.Moves, m)
	}
	if e.want == "" {
		return x
	}
	for text := range strings.SplitSeq(e.want, ", ") {
		name, list, _ := strings.Cut(text, " ")
		pile, err := engine.ParsePile(name)
		if err != nil {
			panic(err)
		}
		cards, err := card.List(list)
		if err != nil {
			panic(err)
		}
		x.Want = append(x.Want, engine.Heap{Pile: pile, Cards: cards})
	}
	return x
}
