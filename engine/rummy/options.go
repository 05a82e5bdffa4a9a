package rummy

import (
	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/meld"
)

// Options by rank; doc.go says what they mean.
const (
	optMelds     = "melds_per_turn"
	optMode      = "match_mode"
	optTarget    = "target_score"
	optDeals     = "deals"
	optAce       = "ace"
	optDiscard   = "must_discard_to_go_out"
	optNeedsMeld = "layoff_needs_meld"
	optRedraw    = "allow_redraw_discard"
	optScope     = "layoff_scope"
	optRecycle   = "recycle"
	optRenewals  = "max_reshuffles"
	optDealer    = "dealer"
	optBonus     = "rummy_bonus"
	optBlocked   = "blocked_score"
)

// info is the same for every table.
var info = engine.Info{
	Key: "rummy", Version: 1, MinSeats: minSeats, MaxSeats: maxSeats, Duplicate: true,
	Undo:  []string{"took", "melded", "laid_off", "discarded"},
	Moves: []int{619, 428, 308, 204, 179},
	Options: []engine.Option{
		{Key: optMelds, Values: []string{"1", "1_except_rummy", "unlimited"}, Group: engine.GroupTurn},
		{Key: optMode, Course: true, Values: []string{"target", "deals"}, Group: engine.GroupMatch},
		{Key: optTarget, Course: true, Values: []string{"100", "50", "150", "200", "300", "500"},
			Group: engine.GroupMatch, Needs: engine.Options{optMode: "target"}},
		{Key: optDeals, Course: true, Values: []string{"6", "1", "2", "3", "4", "5", "7", "8", "9", "10", "11", "12"},
			Group: engine.GroupMatch, Needs: engine.Options{optMode: "deals"}},
		{Key: optAce, Values: []string{"low", "low_or_high", "high"}, Group: engine.GroupCards},
		{Key: optDiscard, Values: []string{"off", "on"}, Group: engine.GroupEnd},
		{Key: optNeedsMeld, Values: []string{"off", "on"}, Group: engine.GroupTurn},
		{Key: optRedraw, Values: []string{"off", "on"}, Group: engine.GroupTurn},
		{Key: optScope, Values: []string{"all", "own"}, Group: engine.GroupTurn},
		{Key: optRecycle, Values: []string{"shuffle", "flip", "none"}, Group: engine.GroupEnd},
		{Key: optRenewals, Values: []string{"5", "0", "1", "2", "3", "10"}, Group: engine.GroupEnd},
		{Key: optDealer, Course: true, Values: []string{"rotate", "winner"}, Group: engine.GroupMatch},
		{Key: optBonus, Values: []string{"double", "none"}, Group: engine.GroupEnd},
		{Key: optBlocked, Values: []string{"differences", "void"}, Group: engine.GroupEnd},
	},
	Presets: []engine.Preset{
		{Key: "bicycle", Options: engine.Options{optMelds: "1_except_rummy", optRecycle: "flip", optDealer: "winner"},
			Moves: []int{632, 428, 334, 201, 182}},
		{Key: "open", Options: engine.Options{optMelds: "unlimited", optAce: "low_or_high"},
			Moves: []int{611, 415, 296, 201, 174}},
		{Key: "quick", Options: engine.Options{optMode: "deals", optDeals: "3"}, Moves: []int{131, 161, 189, 199, 223}},
		{Key: "long", Options: engine.Options{optTarget: "300"}, Moves: []int{1989, 1443, 1153, 856, 816}},
	},
}

// Scoring says what rounds mean for a match.
func (Game) Scoring(o engine.Options) engine.Scoring {
	s := engine.Scoring{Dealer: engine.DealBy(o[optDealer])}
	if o[optMode] == "deals" {
		s.Rounds = o.Int(optDeals)
	} else {
		s.Target = o.Int(optTarget)
	}
	return s
}

// rules are the options in force, as numbers. Rounds share them.
type rules struct {
	meld.Rules
	options     engine.Options
	perTurn     int  // melds laid in a turn
	goRummy     bool // the whole hand may go in one move
	mustDiscard bool // the last card is discarded
	needsMeld   bool // only a player who has melded lays off
	redraw      bool // the card just taken may be discarded
	own         bool // cards are laid off on own melds only
	flip        bool // the stock is renewed without shuffling
	renewals    int
	double      bool       // a Rummy counts double
	differences bool       // a blocked round is scored
	weights     meld.Rules // for bots: the cost of a card that is in no meld
}

func newRules(o engine.Options) (*rules, error) { return shared.Of(info, o, 0, readRules) }

var shared engine.Shared[rules]

func readRules(o engine.Options, _ int) (*rules, error) {
	r := &rules{
		options: o, perTurn: 1, goRummy: o[optMelds] == "1_except_rummy",
		mustDiscard: o.On(optDiscard), needsMeld: o.On(optNeedsMeld), redraw: o.On(optRedraw),
		own:  o[optScope] == "own",
		flip: o[optRecycle] == "flip", renewals: o.Int(optRenewals),
		double: o[optBonus] == "double", differences: o[optBlocked] == "differences",
	}
	if o[optMelds] == "unlimited" {
		r.perTurn = maxMelds
	}
	if o[optRecycle] == "none" {
		r.renewals = 0
	}
	r.Aces = map[string]meld.Aces{"low_or_high": meld.AcesBoth, "high": meld.AcesHigh}[o[optAce]]
	r.weights.Aces = r.Aces
	for c := card.Card(1); c.IsFrench(); c++ {
		r.SetWorth(c, min(c.Rank(), 10))
		r.weights.SetWorth(c, r.Worth(c)+cardWorth)
	}
	return r, nil
}
