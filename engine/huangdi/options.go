package huangdi

import (
	"carteado/engine"
	"carteado/engine/card"
)

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

// info is the same for every table.
var info = engine.Info{
	Key: "huangdi", Version: 1, MinSeats: minSeats, MaxSeats: maxSeats, Duplicate: true,
	Undo:  []string{"built", "borrowed", "reversed"},
	Moves: []int{66, 73, 82},
	Options: []engine.Option{
		{Key: optBorrow, Values: []string{"one_each", "none", "unlimited"}, Group: engine.GroupTurn},
		{Key: optStock, Values: []string{"10", "5", "15", "20"}, Group: engine.GroupMatch},
		{Key: optMode, Values: []string{"wins", "points"}, Group: engine.GroupMatch},
		{Key: optWins, Course: true, Values: []string{"1", "2", "3"}, Group: engine.GroupMatch, Needs: engine.Options{
			optMode: "wins"}},
		{Key: optPoints, Course: true, Values: []string{"25", "50", "100"}, Group: engine.GroupMatch,
			Needs: engine.Options{optMode: "points"}},
		{Key: optReverse, Values: []string{"on", "off"}, Group: engine.GroupCards},
		{Key: optWalls, Values: []string{"3", "4"}, Group: engine.GroupTurn},
		{Key: optPiles, Values: []string{"2", "3", "4"}, Group: engine.GroupTurn},
		{Key: optDeck, Values: []string{"standard", "small", "large"}, Group: engine.GroupCards},
		{Key: optForced, Values: []string{"off", "on"}, Group: engine.GroupTurn},
		{Key: optJokerRun, Values: []string{"unlimited", "1"}, Group: engine.GroupCards},
		{Key: optJokerStart, Values: []string{"on", "off"}, Group: engine.GroupCards},
		{Key: optShortReverse, Values: []string{"on", "off"}, Group: engine.GroupCards, Needs: engine.Options{
			optReverse: "on"}},
		{Key: optRecycle, Values: []string{"on", "off"}, Group: engine.GroupEnd},
		{Key: optBlock, Values: []string{"80", "40", "160"}, Group: engine.GroupEnd},
	},
	Presets: []engine.Preset{
		{Key: "quick", Options: engine.Options{optStock: "5"}, Moves: []int{33, 34, 35}},
		{Key: "plain", Options: engine.Options{optReverse: "off", optBorrow: "none", optPiles: "4"},
			Moves: []int{67, 76, 85}},
		{Key: "best_of_three", Options: engine.Options{optWins: "2"}, Moves: []int{166, 214, 264}},
		{Key: "points", Options: engine.Options{optMode: "points"}, Moves: []int{271, 225, 166}},
	},
}

// Scoring says what games mean for a match.
func (Game) Scoring(o engine.Options) engine.Scoring {
	target := o.Int(optWins)
	if o[optMode] == "points" {
		target = o.Int(optPoints)
	}
	return engine.Scoring{Target: target, Dealer: engine.DealNext}
}

// rules are the options in force, as numbers. Rounds share them.
type rules struct {
	options      engine.Options
	each         [card.Reverse + 1]uint8 // how many cards of each name the deck has
	deck         int                     // how many cards the deck has in all
	stock        int
	walls, piles int
	block        int // turns in a row without a card built that end the game
	borrow       bool
	borrowTwice  bool // several cards of one opponent may be used in one turn
	forced       bool // the stock card must be built where it can be
	jokerRun     bool // a joker may lie on a joker
	jokerStart   bool // a joker may be the first card of a wall
	shortReverse bool // an ascending 2 may be reversed
	recycle      bool
	points       bool // a match is played for points
	// builds are the cards that continue a wall, turns those that do after a reverse card.
	builds, turns [wallStates]faces
}

// newRules reads the options of a game for so many seats. A combination that
// does not leave enough cards to draw is an *engine.ErrOption.
func newRules(o engine.Options, seats int) (*rules, error) {
	return shared.Of(info, o, seats, readRules)
}

var shared engine.Shared[rules]

func readRules(o engine.Options, seats int) (*rules, error) {
	r := &rules{
		options: o, stock: o.Int(optStock), walls: o.Int(optWalls), piles: o.Int(optPiles), block: o.Int(optBlock),
		borrow: o[optBorrow] != "none", borrowTwice: o[optBorrow] == "unlimited",
		forced: o.On(optForced), jokerRun: o[optJokerRun] != "1", jokerStart: o.On(optJokerStart),
		shortReverse: o.On(optShortReverse), recycle: o.On(optRecycle), points: o[optMode] == "points",
	}
	longest, some := map[int]int{2: 20, 3: 15, 4: 10}[seats]
	if !some {
		return nil, engine.ErrSeats
	}
	numbers, others := 8, 12
	switch o[optDeck] {
	case "small":
		others = 8
	case "large":
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
	for s := range wallState(wallStates) {
		r.builds[s], r.turns[s] = r.continuing(s), r.turning(s)
	}
	return r, nil
}
