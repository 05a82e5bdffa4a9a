package knock

import (
	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/meld"
)

// Options by rank; doc.go says what they mean.
const (
	optLimit     = "knock_limit"
	optTarget    = "target_score"
	optCourts    = "court_values"
	optFirstTurn = "first_turn_knock"
	optLayOff    = "layoff_vs_zero"
	optDefender  = "defender_bonus"
	optUndercut  = "undercut"
	optFloor     = "floor_zero"
	optNatural   = "natural_ad"
	optRenewals  = "max_reshuffles"
	optRedraw    = "allow_redraw_discard"
	optSingle    = "single_leftover"
	optDealer    = "dealer"
)

// info is the same for every table.
var info = engine.Info{
	Key: "knock", Version: 1, MinSeats: seats, MaxSeats: seats, Duplicate: true,
	Undo:  []string{"took", "discarded"},
	Moves: []int{286},
	Options: []engine.Option{
		{Key: optLimit, Group: engine.GroupTurn, Values: []string{"3", "5", "7", "0"}},
		{Key: optTarget, Course: true, Group: engine.GroupMatch, Values: []string{"100", "50", "150"}},
		{Key: optCourts, Group: engine.GroupCards, Values: []string{"index", "ten"}},
		{Key: optFirstTurn, Group: engine.GroupTurn, Values: []string{"on", "off"}},
		{Key: optLayOff, Group: engine.GroupEnd, Values: []string{"off", "on"}},
		{Key: optDefender, Group: engine.GroupEnd, Values: []string{"off", "on"}},
		{Key: optUndercut, Group: engine.GroupEnd, Values: []string{"0", "10"}},
		{Key: optFloor, Group: engine.GroupMatch, Values: []string{"off", "on"}},
		{Key: optNatural, Group: engine.GroupCards, Values: []string{"off", "on"}},
		{Key: optRenewals, Group: engine.GroupEnd, Values: []string{"3", "0", "1", "5"}},
		{Key: optRedraw, Group: engine.GroupTurn, Values: []string{"off", "on"}},
		{Key: optSingle, Group: engine.GroupTurn, Values: []string{"off", "on"}},
		{Key: optDealer, Course: true, Group: engine.GroupMatch, Values: []string{"alternate", "loser", "winner"}},
	},
	Presets: []engine.Preset{
		{Key: "spanish", Options: engine.Options{optLimit: "5", optFirstTurn: "off", optSingle: "on"},
			Moves: []int{264}},
		{Key: "argentine", Options: engine.Options{optLimit: "7"}, Moves: []int{172}},
		{Key: "quick", Options: engine.Options{optLimit: "7", optTarget: "50"}, Moves: []int{85}},
	},
}

// Scoring says what rounds mean for a match.
func (Game) Scoring(o engine.Options) engine.Scoring {
	return engine.Scoring{Target: o.Int(optTarget), LowWins: true, Floor: o.On(optFloor),
		Dealer: engine.DealBy(o[optDealer])}
}

// rules are the options in force, as numbers. Rounds share them.
type rules struct {
	meld.Rules
	options    engine.Options
	limit      int // the highest deadwood that allows a knock
	undercut   int
	renewals   int
	firstTurn  bool // a knock is possible before both have had a turn
	layOff     bool // cards are laid off on a knocker without deadwood, too
	defender   bool // bonus for an opponent without deadwood
	naturalAce bool // AD in its own place is no joker
	redraw     bool // the card just taken may be discarded
	maxLeft    int  // cards left over when knocking
	duplicate  bool
}

func newRules(o engine.Options) (*rules, error) { return shared.Of(info, o, 0, readRules) }

var shared engine.Shared[rules]

func readRules(o engine.Options, _ int) (*rules, error) {
	r := &rules{
		Rules: meld.Rules{Wild: joker}, options: o, maxLeft: handSize,
		limit: o.Int(optLimit), undercut: o.Int(optUndercut), renewals: o.Int(optRenewals),
		firstTurn: o.On(optFirstTurn), layOff: o.On(optLayOff), defender: o.On(optDefender),
		naturalAce: o.On(optNatural), redraw: o.On(optRedraw), duplicate: o.Duplicates() > 0,
	}
	if o.On(optSingle) {
		r.maxLeft = 1
	}
	for c := card.Card(1); c.IsFrench(); c++ {
		worth := c.Rank()
		if o[optCourts] == "ten" {
			worth = min(worth, 10)
		}
		r.SetWorth(c, worth)
	}
	r.SetWorth(joker, 25)
	return r, nil
}
