package knock

import (
	"carteado/engine"
	"carteado/engine/card"
)

// Set reads positions, by the words of the game:
//
//	drawn KD    drawn or taken in this turn; by default the last card of a hand of eight
//	taken       from the discard pile
//	renewed 2   how often the stock was
//	turns 5     completed
func (Game) Set(p *engine.Position) (engine.Round, error) {
	stock, discard := engine.In(engine.Stock), engine.In(engine.Discard)
	own, other := engine.Of(engine.Hand, 0), engine.Of(engine.Hand, 1)
	p.Use(card.French())
	p.Fill(handSize, own, other)
	p.Rest(stock)
	s := stored{
		Options: p.Options, Seed: engine.Seed{}.Hex(), Dealer: p.Dealer, Turn: p.Turn, Phase: PhaseDraw,
		Hands: [seats][]card.Card{p.Cards(own), p.Cards(other)}, Stock: p.Cards(stock), Discard: p.Cards(discard),
		Drawn: p.Card("drawn"), Taken: p.Has("taken"), Renewed: uint8(p.Number("renewed")), Turns: p.Number("turns"),
	}
	if p.Options.Duplicates() > 0 {
		lines := engine.NewLines(seats)
		lines.Deal(s.Stock)
		s.Lines = lines.Counts()
	}
	for seat, hand := range s.Hands {
		if len(hand) > handSize {
			s.Turn, s.Phase = engine.Seat(seat), PhaseDecide
			if s.Drawn == card.Unknown {
				s.Drawn = hand[handSize]
			}
		}
	}
	if s.Taken {
		s.Known[s.Turn] = []card.Card{s.Drawn}
	}
	return s.round()
}

// Lessons teach the rules; each is true where its options are in force.
func (Game) Lessons() []engine.Lesson {
	// The piles that a knock lays open.
	const settled = "hand:0 hand:1 shown:0 left:0 shown:1 left:1"
	return []engine.Lesson{
		{Key: "draw_first", Section: "turn", Position: "hand:0 3C 4C 8H 9D JS QH KD; hand:1 2C 5S 7D 9C TS JD QC; " +
			"discard 6S",
			Moves: "discard KD", Broken: RulePhase, Show: "discard hand:0"},
		{Key: "taken", Section: "turn", Options: engine.Options{optRedraw: "off"},
			Position: "hand:0 3C 4C 8H 9D JS QH KD; hand:1 2C 5S 7D 9C TS JD QC; discard 6S 9S",
			Moves:    "draw @discard; discard 9S", Broken: RuleTaken, Show: "discard hand:0"},
		{Key: "no_corner", Section: "melds",
			Position: "hand:0 QH KH AH 7C 7D 7S 2S 3D; hand:1 2C 5S 7H 9C TS JD QC; discard 6S; turns 2",
			Moves:    "knock 3D", Broken: RuleLimit, Show: "hand:0"},
		{Key: "limit", Section: "knock", Options: engine.Options{optLimit: "3"},
			Position: "hand:0 4H 5H 6H 9C 9D 9S 4C KD; hand:1 2C 5S 7H TC TS JD QC; discard 6S; turns 2",
			Moves:    "knock KD", Broken: RuleLimit, Show: "hand:0"},
		{Key: "single", Section: "knock", Options: engine.Options{optLimit: "5", optSingle: "on"},
			Position: "hand:0 5D 6D 7D 8D 9D AS 2C QH; hand:1 2H 5S 7H TC TS JD QC; discard 6S; turns 2",
			Moves:    "knock QH", Broken: RuleSingle, Show: "hand:0"},
		{Key: "ace_low", Section: "knock", Options: engine.Options{optLimit: "3"},
			Position: "hand:0 8H 9H TH JH QH KH AH 2C; hand:1 3C 3D 3S 8C 8D 8S 2S; discard 6S; turns 2",
			Moves:    "knock 2C", Show: settled, Points: []int{1, 2}},
		{Key: "layoff", Section: "reply", Options: engine.Options{optLimit: "3"},
			Position: "hand:0 4H 5H 6H 9C 9D 9S 2C JS; hand:1 7H 3H 9H 8C 8D 8S TD; discard 6S; turns 2",
			Moves:    "knock JS", Show: settled, Points: []int{2, 10}},
		{Key: "bridge", Section: "reply", Options: engine.Options{optLimit: "3"},
			Position: "hand:0 4H 5H 6H 9C 9D 9S 2C JS; hand:1 7H 8H TH AD 3C 8C 5S; discard 6S; turns 2",
			Moves:    "knock JS", Show: settled, Points: []int{2, 16}},
		{Key: "no_layoff", Section: "reply", Options: engine.Options{optLayOff: "off"},
			Position: "hand:0 4H 5H 6H 7H 9C 9D 9S JS; hand:1 3H 8H 9H KS KD KC TD; discard 6S; turns 2",
			Moves:    "knock JS", Show: settled, Points: []int{-10, 30}},
		{Key: "joker_left", Section: "score", Options: engine.Options{optLayOff: "off"},
			Position: "hand:0 4H 5H 6H 7H 9C 9D 9S JS; hand:1 AD TC 8D 6S 3S 4D 2C; discard 7C; turns 2",
			Moves:    "knock JS", Show: settled, Points: []int{-10, 58}},
		{Key: "run_of_seven_joker", Section: "score",
			Position: "hand:0 3S 4S AD 6S 7S 8S 9S 2D; hand:1 KH KC KD 4C 6H 9D TC; discard 7C; turns 2",
			Moves:    "knock 2D", Show: settled, Points: []int{-25, 29}},
		{Key: "run_of_seven", Section: "score", Plain: true,
			Position: "hand:0 7H 8H 9H TH JH QH KH AH; hand:1 2C 5S 7D 9C TS JD QC; discard 7C; turns 2",
			Moves:    "knock AH", Show: settled, Points: []int{0, 0}},
		{Key: "renewal", Section: "stock", Options: engine.Options{optRenewals: "3"},
			Position: "hand:0 3C 4C 8H 9D JS QH KD; hand:1 2C 5S 7D 9C TS JD QC; discard 6S 9S; rest discard",
			Moves:    "draw @stock", Show: "discard"},
		{Key: "void", Section: "stock", Options: engine.Options{optRenewals: "3"},
			Position: "hand:0 3C 4C 8H 9D JS QH KD; hand:1 2C 5S 7D 9C TS JD QC; discard 6S 9S; stock 5H; rest " +
				"discard; renewed 3",
			Moves: "draw @stock; discard KD", Show: "discard hand:0 hand:1", Points: []int{0, 0}},
	}
}
