package huangdi

import (
	"fmt"

	"carteado/engine"
	"carteado/engine/card"
)

// Game is Huang Di. The zero value is ready to use.
type Game struct{}

// Options by rank; doc.go says what they mean.
const (
	optBorrow       = "borrow"
	optStock        = "stock_size"
	optMode         = "match_mode"
	optWins         = "target_wins"
	optPoints       = "target_points"
	optReverse      = "reverse_cards"
	optWalls        = "walls"
	optPiles        = "discard_piles"
	optDeck         = "deck"
	optForced       = "forced_stock"
	optJokerRun     = "joker_run"
	optJokerStart   = "joker_starts_wall"
	optShortReverse = "short_reverse"
	optRecycle      = "recycle_discards"
	optBlock        = "block_after"
)

// Values of options that are no numbers and no switches.
const (
	borrowOne  = "one_each"
	borrowNone = "none"
	borrowAll  = "unlimited"

	modeWins   = "wins"
	modePoints = "points"

	deckStandard = "standard"
	deckSmall    = "small"
	deckLarge    = "large"
)

// info is the same for every table.
var info = engine.Info{
	Key: "huangdi", Version: 1, MinSeats: minSeats, MaxSeats: maxSeats,
	Options: []engine.Option{
		{Key: optBorrow, Values: []string{borrowOne, borrowNone, borrowAll}, Group: engine.GroupTurn},
		{Key: optStock, Values: []string{"10", "5", "15", "20"}, Group: engine.GroupMatch},
		{Key: optMode, Values: []string{modeWins, modePoints}, Group: engine.GroupMatch},
		{Key: optWins, Values: []string{"1", "2", "3"}, Group: engine.GroupMatch, Needs: engine.Options{optMode: modeWins}},
		{Key: optPoints, Values: []string{"25", "50", "100"}, Group: engine.GroupMatch, Needs: engine.Options{optMode: modePoints}},
		{Key: optReverse, Values: []string{"on", "off"}, Group: engine.GroupCards},
		{Key: optWalls, Values: []string{"3", "4"}, Group: engine.GroupTurn},
		{Key: optPiles, Values: []string{"2", "3", "4"}, Group: engine.GroupTurn},
		{Key: optDeck, Values: []string{deckStandard, deckSmall, deckLarge}, Group: engine.GroupCards},
		{Key: optForced, Values: []string{"off", "on"}, Group: engine.GroupTurn},
		{Key: optJokerRun, Values: []string{"unlimited", "1"}, Group: engine.GroupCards},
		{Key: optJokerStart, Values: []string{"on", "off"}, Group: engine.GroupCards},
		{Key: optShortReverse, Values: []string{"on", "off"}, Group: engine.GroupCards, Needs: engine.Options{optReverse: "on"}},
		{Key: optRecycle, Values: []string{"on", "off"}, Group: engine.GroupEnd},
		{Key: optBlock, Values: []string{"80", "40", "160"}, Group: engine.GroupEnd},
	},
	Presets: []engine.Preset{
		{Key: "quick", Options: engine.Options{optStock: "5"}},
		{Key: "plain", Options: engine.Options{optReverse: "off", optBorrow: borrowNone, optPiles: "4"}},
		{Key: "best_of_three", Options: engine.Options{optWins: "2"}},
		{Key: "points", Options: engine.Options{optMode: modePoints}},
	},
}

// Info describes the game.
func (Game) Info() engine.Info { return info }

// Scoring says what games mean for a match.
func (Game) Scoring(o engine.Options) engine.Scoring {
	target := o.Int(optWins)
	if o[optMode] == modePoints {
		target = o.Int(optPoints)
	}
	return engine.Scoring{Target: target, Dealer: engine.DealNext}
}

const (
	minSeats = 2
	maxSeats = 4
	maxWalls = 4
	maxPiles = 4
	maxPack  = 144
	handSize = 5
	last     = 10 // the highest number
)

// rules are the options in force, as numbers. Rounds share them.
type rules struct {
	options      engine.Options
	each         [card.Reverse + 1]uint8 // how many cards of each name the deck has
	deck         int                     // … and of all
	stock        int
	walls, piles int
	block        int // turns in a row without a card built that end the game
	borrow       bool
	borrowTwice  bool // of one opponent in one turn
	forced       bool // the stock card must be built where it can be
	jokerRun     bool // a joker may lie on a joker
	jokerStart   bool // … and be the first of a wall
	shortReverse bool // an ascending 2 may be reversed
	recycle      bool
	points       bool // a match is played for points
}

// newRules reads the options of a game for so many seats. A combination that
// does not leave enough cards to draw is an *engine.ErrOption.
func newRules(o engine.Options, seats int) (*rules, error) {
	return rulebook.Read(info, o, seats, func(o engine.Options) (*rules, error) { return readRules(o, seats) })
}

var rulebook engine.Rulebook[rules]

func readRules(o engine.Options, seats int) (*rules, error) {
	r := &rules{
		options: o, stock: o.Int(optStock), walls: o.Int(optWalls), piles: o.Int(optPiles), block: o.Int(optBlock),
		borrow: o[optBorrow] != borrowNone, borrowTwice: o[optBorrow] == borrowAll,
		forced: o.On(optForced), jokerRun: o[optJokerRun] != "1", jokerStart: o.On(optJokerStart),
		shortReverse: o.On(optShortReverse), recycle: o.On(optRecycle), points: o[optMode] == modePoints,
	}
	longest := map[int]int{2: 20, 3: 15, 4: 10}[seats]
	numbers, others := 8, 12
	switch o[optDeck] {
	case deckSmall:
		others = 8
	case deckLarge:
		numbers, longest = 12, max(longest, 15)
	}
	if r.stock > longest {
		return nil, &engine.ErrOption{Key: optStock, Value: o[optStock]}
	}
	for n := 1; n <= last; n++ {
		r.each[card.Number(n)] = uint8(numbers)
	}
	r.each[card.Joker] = uint8(others)
	if o.On(optReverse) {
		r.each[card.Reverse] = uint8(others)
	}
	for _, n := range r.each {
		r.deck += int(n)
	}
	return r, nil
}

// pack is the deck in order: numbers, jokers, reverse cards.
func (r *rules) pack() []card.Card {
	pack := make([]card.Card, 0, r.deck)
	for c, n := range r.each {
		for range n {
			pack = append(pack, card.Card(c))
		}
	}
	return pack
}

// isPack reports that cards are the deck, in whatever order.
func (r *rules) isPack(cards []card.Card) bool {
	left := r.each
	for _, c := range cards {
		if int(c) >= len(left) || left[c] == 0 {
			return false
		}
		left[c]--
	}
	return len(cards) == r.deck
}

// Deal starts a game, and the first turn of it.
func (Game) Deal(s engine.Setup) (engine.Round, error) {
	if s.Seats < minSeats || s.Seats > maxSeats || s.Dealer < 0 || int(s.Dealer) >= s.Seats {
		return nil, fmt.Errorf("deal huangdi to %d seats, dealer %d: %w", s.Seats, s.Dealer, engine.ErrSeats)
	}
	rules, err := newRules(s.Options, s.Seats)
	if err != nil {
		return nil, fmt.Errorf("deal huangdi to %d seats: %w", s.Seats, err)
	}
	pack := s.Pack
	if pack == nil {
		pack = rules.pack()
		engine.Shuffle(pack, s.Seed)
	}
	if !rules.isPack(pack) {
		return nil, fmt.Errorf("deal huangdi: expected the deck of %d cards, got %d", rules.deck, len(pack))
	}
	r := newRound(rules, s.Seats)
	r.seed, r.dealer = s.Seed, s.Dealer
	r.turn[0] = r.after(s.Dealer)
	for i, c := range pack {
		slot := r.add(c)
		if i < s.Seats*rules.stock {
			seat := (int(s.Dealer) + 1 + i) % s.Seats
			r.push(&r.stocks[seat], slot)
			continue
		}
		r.under(slot)
	}
	r.fill(r.turn[0], nil)
	return r, nil
}
