package huangdi

import (
	"slices"

	"carteado/engine"
	"carteado/engine/card"
)

// Set reads positions. A stock that is not given holds high numbers, which fit on
// few walls, the highest on top. The words of the game:
//
//	borrowed 1    the seats of whose cards one was built in this turn
//	built         a card was built in this turn
//	quiet 79      turns in a row without a card built
//	empty 1       turns in a row that ended for lack of cards
//
// After "rest nowhere" the round plays on, but cannot be stored and loaded.
func (Game) Set(p *engine.Position) (engine.Round, error) {
	rules, err := newRules(p.Options, p.Seats)
	if err != nil {
		return nil, err
	}
	r := setting{Round: &Round{rules: rules, seats: uint8(p.Seats)}}
	r.lines = linesOf(p.Options, p.Seats)
	r.dealer, r.turn[0], r.quiet, r.empty = p.Dealer, p.Turn, uint8(p.Number("quiet")), uint8(p.Number("empty"))
	for _, seat := range p.Numbers("borrowed") {
		r.borrowed |= 1 << seat
	}
	r.built = p.Has("built") || r.borrowed > 0
	pack := rules.pack()
	for w := range rules.walls {
		if err := r.raise(&r.walls[w], p.Words(engine.Nth(engine.Wall, w+1))); err != nil {
			return nil, err
		}
		pack = pack[:len(pack)-int(r.walls[w].reversed.n)] // reverse cards are the last of the pack
	}
	p.Use(pack)
	for seat := range engine.Seat(p.Seats) {
		held := p.Cards(engine.Of(engine.Hand, seat))
		if len(held) > handSize {
			return nil, engine.ErrPosition
		}
		for _, c := range held {
			r.hands[seat].gain(r.add(c))
		}
		stock := engine.Of(engine.Stock, seat)
		r.pile(&r.stocks[seat], p.Cards(stock))
		for n := 1; n <= rules.stock && !p.Given(stock) && len(p.Others) > 0; n++ {
			r.push(&r.stocks[seat], r.add(high(p, last-1+n/rules.stock)))
		}
		for i := range rules.piles {
			r.pile(&r.discards[seat][i], p.Cards(engine.Of(engine.A+engine.PileKind(i), seat)))
		}
	}
	draw := engine.In(engine.Draw)
	p.Rest(draw)
	for _, c := range p.Cards(draw) {
		r.under(r.add(c))
	}
	return r.Round, r.err
}

// high takes the highest number up to n of the cards that are not named.
func high(p *engine.Position, n int) card.Card {
	at := -1
	for ; at < 0 && n > 0; n-- {
		at = slices.Index(p.Others, card.Number(n))
	}
	c := p.Others[max(at, 0)]
	p.Others = slices.Delete(p.Others, max(at, 0), max(at, 0)+1)
	return c
}

// Lessons teach the rules; each is true where its options are in force.
func (Game) Lessons() []engine.Lesson {
	reversing := engine.Options{optReverse: "on"}
	return []engine.Lesson{
		{Key: "stock", Section: "goal", Position: "hand:0 2 6 9 9 R; stock:0 8 5 7 4; wall:1 1 2 3",
			Moves: "build 4 @stock >wall:1", Show: "wall:1 stock:0", Want: "wall:1 1 2 3 4; stock:0 8 5 7"},
		{Key: "out", Section: "goal", Options: engine.Options{optReverse: "on", optMode: "wins"},
			Position: "hand:0 3 R; stock:0 7; stock:1 9 2 6 5; wall:1 1 2 3 4 5 6 7 8",
			Moves:    "reverse 7 @stock +@hand >wall:1", Show: "wall:1 hand:0 stock:0",
			Want: "wall:1 1 2 3 4 5 6 7 8 7; hand:0 3; stock:0", Points: []int{1, 0}},
		{Key: "empty_hand", Section: "turn", Position: "hand:0 5; wall:1 1 2 3 4; draw 9 2 2 J 7",
			Moves: "build 5 @hand >wall:1", Show: "wall:1 hand:0", Want: "wall:1 1 2 3 4 5; hand:0 2 2 7 9 J"},
		{Key: "last_discard", Section: "turn", Position: "hand:0 5; hand:1 3 3 8 9 R; a:0 9",
			Moves: "discard 5 >a", Show: "hand:0 a:0", Want: "hand:0; a:0 9 5"},
		{Key: "borrowed", Section: "turn", Options: engine.Options{optBorrow: "one_each"},
			Position: "hand:0 8 9 9 10 R; wall:1 1 2 3; a:1 9 4; b:1 5",
			Moves:    "build 4 @1:a >wall:1; build 5 @1:b >wall:1", Broken: RuleBorrowed, Show: "wall:1 a:1 b:1",
			Want: "wall:1 1 2 3 4; a:1 9; b:1 5"},
		{Key: "start", Section: "walls", Position: "hand:0 1 2 4 6 9",
			Moves: "build 1 @hand >wall:1; build 2 @hand >wall:1", Show: "wall:1 hand:0",
			Want: "wall:1 1 2; hand:0 4 6 9"},
		{Key: "wrong", Section: "walls", Position: "hand:0 1 4 6 9 9; wall:1 1 2",
			Moves: "build 4 @hand >wall:1", Broken: RuleNeed, Show: "wall:1 hand:0",
			Want: "wall:1 1 2; hand:0 1 4 6 9 9"},
		{Key: "finish", Section: "walls", Position: "hand:0 1 4 10; wall:1 1 2 3 4 5 6 7 8 9",
			Moves: "build 10 @hand >wall:1", Show: "wall:1 hand:0", Want: "wall:1; hand:0 1 4"},
		{Key: "joker", Section: "joker", Position: "hand:0 5 7 9 J; wall:1 1 2 3",
			Moves: "build J @hand >wall:1; build 5 @hand >wall:1", Show: "wall:1 hand:0",
			Want: "wall:1 1 2 3 J 5; hand:0 7 9"},
		{Key: "reverse", Section: "reverse", Options: reversing, Position: "hand:0 2 6 7 R; wall:1 1 2 3 4 5 6 7 8",
			Moves: "reverse 7 @hand +@hand >wall:1; build 6 @hand >wall:1", Show: "wall:1 reversed:1 hand:0",
			Want: "wall:1 1 2 3 4 5 6 7 8 7 6; reversed:1 R; hand:0 2"},
		{Key: "again", Section: "reverse", Options: reversing, Position: "hand:0 2 5 6 R; wall:1 1 2 3 4 5 4",
			Moves: "reverse 5 @hand +@hand >wall:1; build 6 @hand >wall:1", Show: "wall:1 reversed:1 hand:0",
			Want: "wall:1 1 2 3 4 5 4 5 6; reversed:1 R R; hand:0 2"},
		{Key: "reverse_alone", Section: "reverse", Options: reversing,
			Position: "hand:0 2 6 9 R; wall:1 1 2 3 4 5 6 7 8",
			Moves:    "build R @hand >wall:1", Broken: RuleReverseAlone, Show: "wall:1 hand:0",
			Want: "wall:1 1 2 3 4 5 6 7 8; hand:0 2 6 9 R"},
		{Key: "reverse_one", Section: "reverse", Options: reversing, Position: "hand:0 6 9 J R; wall:1 1",
			Moves: "reverse J @hand +@hand >wall:1", Broken: RuleReverseOne, Show: "wall:1 hand:0",
			Want: "wall:1 1; hand:0 6 9 J R"},
		{Key: "reverse_two", Section: "reverse", Options: engine.Options{optReverse: "on", optShortReverse: "on"},
			Position: "hand:0 1 4 9 9 R; wall:1 1 2",
			Moves:    "reverse 1 @hand +@hand >wall:1", Show: "wall:1 hand:0", Want: "wall:1; hand:0 4 9 9"},
		{Key: "own_pile", Section: "discards", Position: "hand:0 2 2 8 R; wall:1 1 2 3; a:0 9 4",
			Moves: "build 4 @a >wall:1", Show: "wall:1 a:0", Want: "wall:1 1 2 3 4; a:0 9"},
		{Key: "blocked", Section: "end", Options: engine.Options{optMode: "wins", optBlock: "80"},
			Position: "hand:0 2 6 9 9 R; stock:0 8 5 7; stock:1 6 9 5 8 8; quiet 79",
			Moves:    "discard 9 >a", Show: "stock:0 stock:1", Want: "stock:0 8 5 7; stock:1 6 9 5 8 8",
			Points: []int{1, 0}},
	}
}
