package knock

import (
	"fmt"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/meld"
)

// Game is Knock. The zero value is ready to use.
type Game struct{}

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
	Key: "knock", Version: 1, MinSeats: seats, MaxSeats: seats,
	Options: []engine.Option{
		{Key: optLimit, Group: engine.GroupTurn, Values: []string{"3", "5", "7", "0"}},
		{Key: optTarget, Group: engine.GroupMatch, Values: []string{"100", "50", "150"}},
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
		{Key: optDealer, Group: engine.GroupMatch, Values: []string{"alternate", "loser", "winner"}},
	},
	Presets: []engine.Preset{
		{Key: "spanish", Options: engine.Options{optLimit: "5", optFirstTurn: "off", optSingle: "on"}},
		{Key: "argentine", Options: engine.Options{optLimit: "7"}},
		{Key: "quick", Options: engine.Options{optLimit: "7", optTarget: "50"}},
	},
}

// Info describes the game.
func (Game) Info() engine.Info { return info }

// Scoring says what rounds mean for a match.
func (Game) Scoring(o engine.Options) engine.Scoring {
	deal := map[string]engine.Deal{"loser": engine.DealLoser, "winner": engine.DealWinner}[o[optDealer]]
	if deal == "" {
		deal = engine.DealNext
	}
	return engine.Scoring{Target: o.Int(optTarget), LowWins: true, Floor: o.On(optFloor), Dealer: deal}
}

const (
	seats    = 2
	handSize = 7
	packSize = 52
	joker    = card.Card(card.Ace-1)*4 + card.Card(card.Diamonds) + 1
	// outside is the number of cards that are in nobody's hand between turns.
	outside = packSize - seats*handSize
)

// rules are the options in force, as numbers. Rounds share them.
type rules struct {
	meld.Rules
	options    engine.Options
	limit      int // deadwood with which one may knock
	undercut   int
	renewals   int
	firstTurn  bool // a knock is possible before both have had a turn
	layOff     bool // … also on a knocker without deadwood
	defender   bool // bonus for an opponent without deadwood
	naturalAce bool // AD in its own place is no joker
	redraw     bool // the card just taken may be discarded
	mostLeft   int  // cards left over when knocking
}

var rulebook engine.Rulebook[rules]

func newRules(o engine.Options) (*rules, error) {
	return rulebook.Read(info, o, 0, readRules)
}

func readRules(o engine.Options) (*rules, error) {
	r := &rules{
		Rules:      meld.Rules{Wild: joker},
		options:    o,
		limit:      o.Int(optLimit),
		undercut:   o.Int(optUndercut),
		renewals:   o.Int(optRenewals),
		firstTurn:  o.On(optFirstTurn),
		layOff:     o.On(optLayOff),
		defender:   o.On(optDefender),
		naturalAce: o.On(optNatural),
		redraw:     o.On(optRedraw),
		mostLeft:   handSize,
	}
	if o.On(optSingle) {
		r.mostLeft = 1
	}
	for c := card.Card(1); c.IsFrench(); c++ {
		r.Values[c] = uint8(c.Rank())
		if o[optCourts] == "ten" {
			r.Values[c] = uint8(min(c.Rank(), 10))
		}
	}
	r.Values[joker] = 25
	return r, nil
}

// Deal starts a round.
func (Game) Deal(s engine.Setup) (engine.Round, error) {
	if s.Seats != seats || s.Dealer < 0 || s.Dealer >= seats {
		return nil, fmt.Errorf("deal knock to %d seats, dealer %d: %w", s.Seats, s.Dealer, engine.ErrSeats)
	}
	rules, err := newRules(s.Options)
	if err != nil {
		return nil, fmt.Errorf("deal knock: %w", err)
	}
	pack := s.Pack
	if pack == nil {
		pack = card.French()
		engine.Shuffle(pack, s.Seed)
	}
	if len(pack) != packSize || meld.Of(pack...) != meld.Of(card.French()...) {
		return nil, fmt.Errorf("deal knock: expected the pack of 52, got %d cards", len(pack))
	}
	first := 1 - s.Dealer
	r := &Round{rules: rules, seed: s.Seed, dealer: s.Dealer, phase: PhaseDraw}
	r.turn[0] = first
	for i, c := range pack[:seats*handSize] {
		to := (first + engine.Seat(i)) % seats
		r.hands[to] = r.hands[to].With(c)
	}
	rest := pack[seats*handSize:]
	r.pile[0], r.discards = rest[0], 1
	r.stock = uint8(copy(r.pile[1:], rest[1:]))
	return r, nil
}
