package rummy

import "carteado/engine"

// The hand of the other seat in the steps.
const others = "; hand:1 3C 5S 9H TD QS AS"

// Steps implements engine.Teacher.
func (Game) Steps() []engine.Step { return course }

var course = []engine.Step{
	{Lesson: engine.Lesson{Key: "turn", Position: "hand:0 3H 4H 6S 8C JD KC; discard 9D; stock 5H" + others,
		Moves: "draw @stock; discard KC"},
		Wrong: []engine.Try{{Move: "discard KC", Broken: RulePhase}, {Move: "draw @discard"},
			{After: 1, Move: "discard 6S"}}},
	{Lesson: engine.Lesson{Key: "set", Position: "hand:0 7C 7D 7H 2S 4S JD QC; discard 9D; drawn QC" + others,
		Moves: "meld 7C 7D 7H"},
		Wrong: []engine.Try{{Move: "meld 7C 7D", Broken: RuleFew}, {Move: "meld 7C 7D QC", Broken: RuleMeld},
			{Move: "discard QC"}}},
	{Lesson: engine.Lesson{Key: "run", Options: engine.Options{optRedraw: "off"},
		Position: "hand:0 8S TS 2D 5C QH; discard 4H 9S" + others, Moves: "draw @discard; meld 8S 9S TS"},
		Wrong: []engine.Try{{Move: "draw @stock"}, {After: 1, Move: "discard 9S", Broken: RuleTaken},
			{After: 1, Move: "meld 8S TS QH", Broken: RuleMeld}}},
	{Lesson: engine.Lesson{Key: "layoff", Options: engine.Options{optScope: "all", optNeedsMeld: "off"},
		Position: "hand:0 JS 2H 4D KC; meld:1 8S 9S TS; laid 1; discard 9D; drawn KC; hand:1 3C 5S 9H TD",
		Moves:    "layoff JS >meld:1"},
		Wrong: []engine.Try{{Move: "layoff 2H >meld:1", Broken: RuleFit}, {Move: "discard KC"}}},
	{Lesson: engine.Lesson{Key: "once",
		Options: engine.Options{optMelds: "1", optScope: "all", optNeedsMeld: "off"},
		Position: "hand:0 5C 5D 5H 8S 9S TS QS KD; meld:1 QC QD QH; laid 1; discard 9D; drawn KD; " +
			"hand:1 3C 4S 9H TD",
		Moves: "meld 5C 5D 5H or meld 8S 9S TS or layoff QS >meld:1; " +
			"layoff QS >meld:1 or meld 5C 5D 5H or meld 8S 9S TS; discard KD"},
		Wrong: []engine.Try{{After: 1, Move: "meld 8S 9S TS", Broken: RuleOnce}, {Move: "discard KD"},
			{After: 1, Move: "layoff KD >meld:1", Broken: RuleFit}}},
	{Lesson: engine.Lesson{Key: "out", Options: engine.Options{optScope: "all", optDiscard: "off"},
		Position: "hand:0 7D JS; hand:1 4C QH KH; meld:1 8S 9S TS; meld:2 7C 7H 7S; laid 1 0; discard 9D; drawn JS",
		Moves:    "layoff 7D >meld:2 or layoff JS >meld:1; layoff JS >meld:1 or layoff 7D >meld:2"},
		Wrong: []engine.Try{{Move: "layoff 7D >meld:1", Broken: RuleFit}, {Move: "discard JS"}}},
	{Lesson: engine.Lesson{Key: "round", Options: engine.Options{optMode: "deals", optDeals: "1"}}},
}
