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

// Values of options that are neither numbers nor switches.
const (
	scoreWins   = "wins"
	scorePlaces = "placement"
)

// rules are the options in force, as numbers. Rounds share them.
type rules struct {
	options engine.Options
	// follows are the ranks that may be laid on each rank, as bits; the last
	// entry is for an empty pile.
	follows    [ranks + 1]uint16
	across     bool // four equal cards burn, however they came together
	voluntary  bool // the pile may be taken by one who could play
	places     bool // the round is played on for places
	sevenLow   bool // nothing above a seven may be laid on it
	multi      bool // several equal face-up cards are one play
	lowest     bool // the lowest card of a hand begins
	noFinish   bool // the last card is neither a two nor a ten
	addUp      bool // who takes the pile from the row adds a card of it
	skips      bool // an eight skips a player
	tenOnAny   bool
	quadOnAny  bool // four at once go on anything
	blockAfter int
}

const anyRank = 1<<ranks - 1

var rulebook engine.Rulebook[rules]

func newRules(o engine.Options) (*rules, error) {
	return rulebook.Read(info, o, 0, readRules)
}

func readRules(o engine.Options) (*rules, error) {
	r := &rules{
		options:    o,
		across:     o.On(optAcross),
		voluntary:  o.On(optVoluntary),
		places:     o[optScoring] == scorePlaces,
		sevenLow:   o.On(optSevenLow),
		multi:      o.On(optMulti),
		lowest:     o[optFirst] == "lowest",
		noFinish:   o.On(optNoFinish),
		addUp:      o.On(optAddUp),
		skips:      o.On(optSkips),
		tenOnAny:   o.On(optTen),
		quadOnAny:  o.On(optQuad),
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
	return r, nil
}
