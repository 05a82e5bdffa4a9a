package palace

import "carteado/engine"

// Options by rank; doc.go says what they mean.
const (
	optAcross    = "quad_across_plays"
	optVoluntary = "voluntary_take"
	optScoring   = "scoring"
	optSevenLow  = "seven_low"
	optMulti     = "faceup_multi"
	optFirst     = "first_player"
	optTarget    = "target_wins"
	optRounds    = "rounds"
	optNoFinish  = "no_finish_on_special"
	optAddUp     = "take_with_faceup"
	optChoose    = "choose_palace"
	optSkips     = "eight_skips"
	optTen       = "ten_on_any"
	optQuad      = "quad_ignores_top"
	optBlock     = "block_after"
	optDealer    = "dealer"
)

// info is the same for every table.
var info = engine.Info{
	Key: "palace", Version: 1, MinSeats: minSeats, MaxSeats: maxSeats,
	Undo:  []string{"played", "reset", "burned", "skipped", "took"},
	Moves: []int{229, 238, 508, 512},
	Options: []engine.Option{
		{Key: optAcross, Values: []string{"off", "on"}, Group: engine.GroupCards},
		{Key: optVoluntary, Values: []string{"off", "on"}, Group: engine.GroupTurn},
		{Key: optScoring, Values: []string{"wins", "placement"}, Group: engine.GroupMatch},
		{Key: optSevenLow, Values: []string{"off", "on"}, Group: engine.GroupCards},
		{Key: optMulti, Values: []string{"off", "on"}, Group: engine.GroupTurn},
		{Key: optFirst, Values: []string{"left", "lowest"}, Group: engine.GroupTurn},
		{Key: optTarget, Values: []string{"2", "1", "3", "4", "5"}, Group: engine.GroupMatch, Needs: engine.Options{
			optScoring: "wins"}},
		{Key: optRounds, Values: []string{"3", "1", "5", "7"}, Group: engine.GroupMatch, Needs: engine.Options{
			optScoring: "placement"}},
		{Key: optNoFinish, Values: []string{"off", "on"}, Group: engine.GroupEnd},
		{Key: optAddUp, Values: []string{"off", "on"}, Group: engine.GroupTurn},
		{Key: optChoose, Values: []string{"off", "on"}, Group: engine.GroupTurn},
		{Key: optSkips, Values: []string{"off", "on"}, Group: engine.GroupCards},
		{Key: optTen, Values: []string{"on", "off"}, Group: engine.GroupCards},
		{Key: optQuad, Values: []string{"off", "on"}, Group: engine.GroupCards},
		{Key: optBlock, Values: []string{"300", "150", "600"}, Group: engine.GroupEnd},
		{Key: optDealer, Values: []string{"rotate", "winner", "loser"}, Group: engine.GroupMatch},
	},
	Presets: []engine.Preset{
		{Key: "shithead", Options: engine.Options{optAcross: "on", optVoluntary: "on", optMulti: "on",
			optFirst: "lowest"}, Moves: []int{216, 226, 479, 510}},
		{Key: "quick", Options: engine.Options{optTarget: "1"}, Moves: []int{90, 82, 156, 149}},
		{Key: "places", Options: engine.Options{optScoring: "placement", optDealer: "loser"},
			Moves: []int{274, 346, 617, 645}},
	},
}

// Scoring says what rounds mean for a match.
func (Game) Scoring(o engine.Options) engine.Scoring {
	dealer := engine.DealBy(o[optDealer])
	if o[optScoring] == "placement" {
		return engine.Scoring{Rounds: o.Int(optRounds), Places: true, Dealer: dealer}
	}
	return engine.Scoring{Target: o.Int(optTarget), Dealer: dealer}
}

// rules are the options in force, as numbers. Rounds share them.
type rules struct {
	options engine.Options
	// follows are the ranks that may be laid on each rank, as bits; the last
	// entry is for an empty pile.
	follows    [ranks + 1]uint16
	lies       [ranks + 1]uint64 // follows, as bits of the places of cards
	across     bool              // four equal cards on top burn, also when laid in several plays
	voluntary  bool              // a player who could play may take the pile
	places     bool              // the round is played on for places
	sevenLow   bool              // nothing above a seven may be laid on it
	multi      bool              // several equal face-up cards are one play
	lowest     bool              // the lowest card of a hand begins
	noFinish   bool              // the last card is neither a two nor a ten
	addUp      bool              // a player who takes the pile while playing from the row adds a card of the row
	skips      bool              // an eight skips a player
	tenOnAny   bool
	quadOnAny  bool // four at once go on anything
	blockAfter int
}

const anyRank = 1<<ranks - 1

func newRules(o engine.Options) (*rules, error) { return shared.Of(info, o, 0, readRules) }

var shared engine.Shared[rules]

func readRules(o engine.Options, _ int) (*rules, error) {
	r := &rules{
		options: o, across: o.On(optAcross), voluntary: o.On(optVoluntary), places: o[optScoring] == "placement",
		sevenLow: o.On(optSevenLow), multi: o.On(optMulti), lowest: o[optFirst] == "lowest",
		noFinish: o.On(optNoFinish),
		addUp:    o.On(optAddUp), skips: o.On(optSkips), tenOnAny: o.On(optTen), quadOnAny: o.On(optQuad),
		blockAfter: o.Int(optBlock),
	}
	for top := range rank(ranks) {
		r.follows[top] = anyRank &^ (1<<top - 1)
		switch {
		case top == two:
			r.follows[top] = anyRank
		case top == seven && r.sevenLow:
			r.follows[top] = 1<<(seven+1) - 1 | 1<<ten
		case r.tenOnAny:
			r.follows[top] |= 1 << ten
		}
		r.follows[top] |= 1 << two
	}
	r.follows[ranks] = anyRank
	for top, follows := range r.follows {
		for k := range rank(ranks) {
			if follows>>k&1 != 0 {
				r.lies[top] |= all(k)
			}
		}
	}
	return r, nil
}
