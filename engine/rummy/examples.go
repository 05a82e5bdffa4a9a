package rummy

import (
	"strconv"

	"carteado/engine"
	"carteado/engine/card"
)

// Set reads positions, by the words of the game:
//
//	laid 1 0            the seats that laid meld:1, meld:2 …; by default seat 0
//	added 0 2S>meld:1   cards of the melds that seat 0 laid off there; then 1 for seat 1 …
//	drawn KD            in this turn: the seat is to meld, lay off or discard
//	taken               from the discard pile
//	acted               the seat has melded or laid off in this turn
//	away 1 2            the seats whose players have left
//	fresh 1             melds it has laid in this turn
//	renewed 2           how often the stock was
func (Game) Set(p *engine.Position) (engine.Round, error) {
	stock, discard := engine.In(engine.Stock), engine.In(engine.Discard)
	s := stored{
		Options: p.Options, Seed: engine.Seed{}.Hex(), Dealer: p.Dealer, Turn: p.Turn, Phase: PhaseDraw,
		Hands: make([][]card.Card, p.Seats), Known: make([][]card.Card, p.Seats),
		Drawn: p.Card("drawn"), Taken: p.Has("taken"), Renewed: uint8(p.Number("renewed")),
		Fresh: uint8(p.Number("fresh")), Acted: p.Has("acted"),
	}
	for _, seat := range p.Numbers("away") {
		s.Away |= 1 << seat
	}
	p.Use(card.French())
	for seat := range s.Hands {
		hand := engine.Of(engine.Hand, engine.Seat(seat))
		p.Fill(handSize(p.Seats), hand)
		s.Hands[seat] = p.Cards(hand)
	}
	if n := len(p.Others); n > 0 && !p.Given(discard) {
		p.Others = append(p.Others[n-1:n:n], p.Others[:n-1]...)
		p.Fill(1, discard)
	}
	p.Rest(stock)
	s.Stock, s.Discard = p.Cards(stock), p.Cards(discard)
	if p.Options.Duplicates() > 0 {
		lines := engine.NewLines(p.Seats)
		lines.Deal(s.Stock)
		s.Lines = lines.Counts()
	}
	laid := p.Numbers("laid")
	opened := false
	for n := 1; p.Given(engine.Nth(engine.Meld, n)); n++ {
		m := storedMeld{Cards: p.Cards(engine.Nth(engine.Meld, n))}
		if n <= len(laid) {
			m.By = engine.Seat(laid[n-1])
		}
		s.Melds = append(s.Melds, m)
		opened = opened || m.By == p.Turn
	}
	var by engine.Seat
	for _, text := range p.Values("added") {
		if n, err := strconv.Atoi(text); err == nil {
			by = engine.Seat(n)
			continue
		}
		var w engine.Word
		if err := w.UnmarshalText([]byte(text)); err != nil {
			return nil, err
		}
		s.Added = append(s.Added, storedAdded{w.Card, w.Meld, by})
		opened = opened || by == p.Turn
	}
	if s.Drawn != card.Unknown {
		s.Phase, s.Before = PhasePlay, opened && !s.Acted
	}
	if s.Taken {
		s.Known[s.Turn] = []card.Card{s.Drawn}
	}
	return s.round()
}

// Lessons are shown on the page of the rules.
func (Game) Lessons() []engine.Lesson {
	return []engine.Lesson{
		{Key: "taken", Section: "turn", Options: engine.Options{optRedraw: "off"},
			Position: "hand:0 4H 7D 7S KD 2C 8C JH; hand:1 3C 5S 9H TD QC AS JC; discard 5H 9S",
			Moves:    "draw @discard; discard 9S", Broken: RuleTaken, Show: "discard hand:0"},
		{Key: "one_meld", Section: "turn", Options: engine.Options{optMelds: "1"},
			Position: "hand:0 5C 5D 5H 8S 9S TS KD; hand:1 3C 2S 9H TD QC AS JC; discard 4H; drawn KD",
			Moves:    "meld 5C 5D 5H; meld 8S 9S TS", Broken: RuleOnce, Show: "hand:0 meld:1", Want: "meld:1 5C 5D 5H"},
		{Key: "set", Section: "melds", Position: "hand:0 7C 7D 7H 2S JD QC 4S; hand:1 3C 5S 9H TD KC AS JC; discard " +
			"4H; drawn QC",
			Moves: "meld 7C 7D 7H", Show: "hand:0 meld:1", Want: "meld:1 7C 7D 7H; hand:0 2S JD QC 4S"},
		{Key: "run", Section: "melds", Position: "hand:0 8S 9S TS JS 2D 4C QH; hand:1 3C 5S 9H TD KC AS JC; discard " +
			"4H; drawn TS",
			Moves: "meld 8S 9S TS JS", Show: "hand:0 meld:1", Want: "meld:1 8S 9S TS JS; hand:0 2D 4C QH"},
		{Key: "two_suits", Section: "melds",
			Position: "hand:0 5C 6C 7D 2S JD QC 4S; hand:1 3C 5S 9H TD KC AS JC; discard 4H; drawn QC",
			Moves:    "meld 5C 6C 7D", Broken: RuleMeld, Show: "hand:0"},
		{Key: "ace_low", Section: "melds", Options: engine.Options{optAce: "low"},
			Position: "hand:0 QD KD AD 2S 7C 9C 4S; hand:1 3C 5S 9H TD KC AS JC; discard 4H; drawn KD",
			Moves:    "meld QD KD AD", Broken: RuleAceLow, Show: "hand:0"},
		{Key: "ace_after_king", Section: "melds", Options: engine.Options{optAce: "low_or_high"},
			Position: "hand:0 QD KD AD 2S 7C 9C 4S; hand:1 3C 5S 9H TD KC AS JC; discard 4H; drawn KD",
			Moves:    "meld QD KD AD", Show: "hand:0 meld:1", Want: "meld:1 QD KD AD"},
		{Key: "corner", Section: "melds", Options: engine.Options{optAce: "low_or_high"},
			Position: "hand:0 KD AD 2D 2S 7C 9C 4S; hand:1 3C 5S 9H TD KC AS JC; discard 4H; drawn KD",
			Moves:    "meld KD AD 2D", Broken: RuleCorner, Show: "hand:0"},
		{Key: "others_meld", Section: "layoff", Options: engine.Options{optScope: "all", optNeedsMeld: "off"},
			Position: "hand:0 7S JS QS 4D 2H; hand:1 3C 5S 9H TD; meld:1 8S 9S TS; laid 1; discard 4H; drawn JS",
			Moves:    "layoff JS >meld:1; layoff QS >meld:1; layoff 7S >meld:1", Show: "meld:1 hand:0",
			Want: "meld:1 7S 8S 9S TS JS QS; hand:0 2H 4D"},
		{Key: "step_by_step", Section: "layoff", Options: engine.Options{optScope: "all", optNeedsMeld: "off"},
			Position: "hand:0 7S JS QS 4D 2H; hand:1 3C 5S 9H TD; meld:1 8S 9S TS; laid 1; discard 4H; drawn JS",
			Moves:    "layoff QS >meld:1", Broken: RuleFit, Show: "meld:1 hand:0"},
		{Key: "no_discard", Section: "out", Options: engine.Options{optDiscard: "off"},
			Position: "hand:0 5C 7C; hand:1 KH QH; meld:1 9C 9D 9H; meld:2 2S 3S 4S; laid 0 1; discard 4H; stock 6C",
			Moves:    "draw @stock; meld 5C 6C 7C", Show: "hand:0 meld:3 hand:1", Want: "hand:0; meld:3 5C 6C 7C",
			Points: []int{20, 0}},
		{Key: "dead_end", Section: "out", Options: engine.Options{optDiscard: "off", optRedraw: "off", optScope: "all",
			optNeedsMeld: "off"},
			Position: "hand:0 4H; hand:1 KH QH 2C; meld:1 4C 4D 4S; laid 0; discard 7H 9S",
			Moves:    "draw @discard; layoff 4H >meld:1", Broken: RuleDeadEnd, Show: "discard meld:1 hand:0"},
		{Key: "score", Section: "score",
			Position: "hand:0 KC; hand:1 KD QH 7C AS; hand:2 9C 9D 9H; meld:1 3C 4C 5C; meld:2 2D 2H 2S; laid 0 1; " +
				"discard 4H; stock 6C",
			Moves: "draw @stock; layoff 6C >meld:1; discard KC", Show: "hand:0 hand:1 hand:2",
			Points: []int{55, 0, 0}},
		{Key: "rummy", Section: "score", Options: engine.Options{optBonus: "double"},
			Position: "hand:0 4D 5D 6D 7D 8D 9D KC; hand:1 KD QH 7C AS; hand:2 6C 7H; meld:1 2C 2H 2S; meld:2 JC JH " +
				"JS; laid 1 2; discard 4H; stock TD",
			Moves: "draw @stock; meld 4D 5D 6D 7D 8D 9D TD; discard KC", Show: "hand:0 hand:1 hand:2",
			Points: []int{82, 0, 0}},
		{Key: "renewal", Section: "stock", Options: engine.Options{optRecycle: "shuffle", optRenewals: "5"},
			Position: "hand:0 2S 5H 8C TS QD; hand:1 3C 5S 9S TD KC; meld:1 7C 7D 7H 7S; meld:2 AC AD AH AS; laid 0 " +
				"1; discard 2C 5D 9H JC; rest discard",
			Moves: "draw @stock", Show: "discard", Want: "discard JC"},
		{Key: "blocked", Section: "stock", Options: engine.Options{optBlocked: "differences"},
			Position: "hand:0 2H TH; hand:1 QC TD; hand:2 KS QS AS JD; meld:1 7C 7D 7H 7S; meld:2 9C 9D 9H 9S; laid " +
				"0 1; discard 2C 5D JC; stock 8D; rest discard; renewed 5",
			Moves: "draw @stock; discard 8D", Show: "hand:0 hand:1 hand:2", Points: []int{27, 0, 0}},
	}
}
