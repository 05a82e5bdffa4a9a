package palace

import (
	"carteado/engine"
	"carteado/engine/card"
)

// Set reads positions. Rows are written by place, with ?? for an empty one, and
// the draw pile is the stock. The words of the game:
//
//	exchange     the round has not begun
//	plays 297    since the draw pile ran out
//	out 2 0      seats that are out, in that order
func (Game) Set(p *engine.Position) (engine.Round, error) {
	s := stored{
		Options: p.Options, Dealer: p.Dealer, Phase: PhasePlay, Moving: []engine.Seat{p.Turn}, Spent: p.Number("plays"),
		Hands: make([][]card.Card, p.Seats), Out: make([]int, p.Seats),
		Up: make([][Places]card.Card, p.Seats), Down: make([][Places]card.Card, p.Seats),
	}
	for i, seat := range p.Numbers("out") {
		if seat >= p.Seats {
			return nil, engine.ErrPosition
		}
		s.Out[seat] = i + 1
	}
	var pack []card.Card
	for place := range uint(kinds) {
		for range packs(p.Seats) {
			pack = append(pack, at(place))
		}
	}
	p.Use(pack)
	for seat := range engine.Seat(p.Seats) {
		hand, up, down := engine.Of(engine.Hand, seat), engine.Of(engine.Up, seat), engine.Of(engine.Down, seat)
		if s.Out[seat] == 0 {
			p.Fill(Places, hand, up, down)
		}
		s.Hands[seat] = p.Cards(hand)
		copy(s.Up[seat][:], p.Cards(up))
		copy(s.Down[seat][:], p.Cards(down))
	}
	p.Rest(engine.In(engine.Stock))
	s.Draw, s.Discard, s.Burned = p.Cards(engine.In(engine.Stock)), p.Cards(engine.In(engine.Discard)),
		p.Cards(engine.In(engine.Burned))
	if p.Has("exchange") {
		s.Phase, s.Moving = PhaseExchange, nil
		for seat := range engine.Seat(p.Seats) {
			s.Moving = append(s.Moving, seat)
		}
	}
	return s.load()
}

// Lessons show the rules.
func (Game) Lessons() []engine.Lesson {
	return []engine.Lesson{
		{Key: "swap", Section: "setup", Position: "exchange; hand:0 2C 3D KH; up:0 4S 5S 6S",
			Moves: "swap 2C 4S; swap KH 5S; ready", Show: "hand:0 up:0", Want: "hand:0 3D 4S 5S; up:0 2C KH 6S"},
		{Key: "higher", Section: "turn", Position: "discard 6C; hand:0 7H 9S KD; stock 4C",
			Moves: "play 7H", Show: "discard hand:0", Want: "discard 6C 7H; hand:0 4C 9S KD"},
		{Key: "lower", Section: "turn", Options: engine.Options{optTen: "on"}, Position: "discard 9S; hand:0 4D JS JD",
			Moves: "play 4D", Broken: RuleLower, Show: "discard hand:0"},
		{Key: "equals", Section: "turn", Position: "discard 9S; hand:0 4D JS JD; stock 5C 8H",
			Moves: "play JD JS", Show: "discard hand:0", Want: "discard 9S JD JS; hand:0 4D 5C 8H"},
		{Key: "take", Section: "turn", Options: engine.Options{optQuad: "off"},
			Position: "discard 5C KD AS; hand:0 3C 4D 9H",
			Moves:    "take", Show: "discard hand:0", Want: "discard; hand:0 3C 4D 5C 9H KD AS"},
		{Key: "may_play", Section: "turn", Options: engine.Options{optVoluntary: "off"},
			Position: "discard 5C; hand:0 3C 4D 9H",
			Moves:    "take", Broken: RuleMayPlay, Show: "discard hand:0"},
		{Key: "two", Section: "special", Position: "discard AS; hand:0 2D 5C 6C; hand:1 3H QD KC",
			Moves: "play 2D; 1 play 3H", Show: "discard", Want: "discard AS 2D 3H"},
		{Key: "ten", Section: "special", Options: engine.Options{optTen: "on"},
			Position: "discard 5C AS; hand:0 TD 4C 5S; stock 8H",
			Moves:    "play TD; play 4C", Show: "discard burned hand:0", Want: "discard 4C; burned 5C TD AS"},
		{Key: "four", Section: "special", Position: "discard 5C 6D; hand:0 8C 8D 8H 8S KD; stock 3C 4H",
			Moves: "play 8C 8D 8H 8S; play 3C", Show: "discard burned hand:0",
			Want: "discard 3C; burned 5C 6D 8C 8D 8H 8S"},
		{Key: "across", Section: "special", Options: engine.Options{optAcross: "on"},
			Position: "discard 5C 8C 8D; hand:0 8H 8S KD; stock 3C 4H",
			Moves:    "play 8H 8S", Show: "discard burned hand:0", Want: "discard; burned 5C 8C 8D 8H 8S"},
		{Key: "face_up", Section: "zones", Position: "discard 9D; hand:0; up:0 QH QS 4S; rest burned",
			Moves: "play QH", Show: "discard up:0", Want: "discard 9D QH; up:0 ?? QS 4S"},
		{Key: "one_up", Section: "zones", Options: engine.Options{optMulti: "off"},
			Position: "discard 9D; hand:0; up:0 QH QS 4S; rest burned",
			Moves:    "play QH QS", Broken: RuleOneUp, Show: "discard up:0"},
		{Key: "flip", Section: "zones", Options: engine.Options{optTen: "on"},
			Position: "discard AS; hand:0; up:0; down:0 5C TD QH; rest burned",
			Moves:    "flip @down:2; flip @down:1", Show: "discard down:0", Want: "discard 5C; down:0 ?? ?? QH"},
		{Key: "flip_fails", Section: "zones", Position: "discard KC; hand:0; up:0; down:0 5D 9C; rest burned",
			Moves: "flip @down:1", Show: "discard hand:0 down:0", Want: "discard; hand:0 5D KC; down:0 ?? 9C ??"},
		{Key: "out", Section: "end", Options: engine.Options{optNoFinish: "off", optScoring: "wins"},
			Position: "discard 9C QD; hand:0 2H; up:0; down:0; rest burned",
			Moves:    "play 2H", Show: "discard hand:0", Want: "discard 9C QD 2H; hand:0", Points: []int{1, 0}},
		{Key: "places", Section: "score", Options: engine.Options{optScoring: "placement"},
			Position: "seats 3; out 2; discard 9C; hand:0 JC; up:0; down:0; rest burned",
			Moves:    "play JC", Show: "discard hand:0", Want: "hand:0", Points: []int{1, 0, 2}},
	}
}
