package knock

import "carteado/engine"

// The hand of the other seat in the steps, which goes with nothing.
const others = "; hand:1 2H 4S 7S TD JD QC KH; turns 4"

// Steps implements engine.Teacher.
func (Game) Steps() []engine.Step { return course }

var course = []engine.Step{
	{Lesson: engine.Lesson{Key: "melds", Position: "hand:0 5H 7H 9C 9D 3S 6C KD; discard 8S; stock 6H" + others,
		Moves: "draw @stock"},
		Wrong: []engine.Try{{Move: "draw @discard"}, {Move: "knock KD", Broken: RulePhase}}},
	{Lesson: engine.Lesson{Key: "deadwood", Options: engine.Options{optLimit: "3"},
		Position: "hand:0 5H 6H 7H 9C 9D 3S 6C KD; discard 8S; drawn 6H" + others, Moves: "discard KD"},
		Wrong: []engine.Try{{Move: "knock KD", Broken: RuleLimit}, {Move: "discard 9C"}}},
	{Lesson: engine.Lesson{Key: "trash", Options: engine.Options{optRedraw: "off"},
		Position: "hand:0 5H 6H 7H 9C 9D 8S TC; discard 4D 9S" + others, Moves: "draw @discard; discard TC"},
		Wrong: []engine.Try{{Move: "draw @stock"}, {After: 1, Move: "discard 9S", Broken: RuleTaken},
			{After: 1, Move: "discard 8S"}}},
	{Lesson: engine.Lesson{Key: "joker", Position: "hand:0 7D AD 9D 5C 5S 4H 2S JC; discard 3C; drawn JC" + others,
		Moves: "discard JC"},
		Wrong: []engine.Try{{Move: "discard AD"}, {Move: "knock JC", Broken: RuleLimit}}},
	{Lesson: engine.Lesson{Key: "knock", Options: engine.Options{optLimit: "3"},
		Position: "hand:0 4H 5H 6H 9C 9D 9S 2C QS; hand:1 3H KS KC KD 8S 6D 7C; discard JC; drawn QS; turns 4",
		Moves:    "knock QS"},
		Wrong: []engine.Try{{Move: "knock 2C", Broken: RuleLimit}, {Move: "discard QS"}}},
	{Lesson: engine.Lesson{Key: "round"}},
}
