package palace

import "carteado/engine"

// Steps implements engine.Teacher.
func (Game) Steps() []engine.Step { return course }

var course = []engine.Step{
	{Lesson: engine.Lesson{Key: "build", Options: engine.Options{optChoose: "off"},
		Position: "exchange; dealer 1; hand:0 2H 4C 9D; up:0 3S KD AH; up:1 5D 8C JS; stock 7C",
		Moves:    "swap 2H 3S; ready; 1 ready"},
		Wrong: []engine.Try{{Move: "play 4C", Broken: RuleExchange}, {Move: "swap 4C KD"}, {Move: "ready"}}},
	{Lesson: engine.Lesson{Key: "higher",
		Position: "discard 5C 7H; hand:0 4D QC QH; stock 6S 9C; up:0 KD AH 2S; up:1 5D 8C JS",
		Moves:    "play QC QH"},
		Wrong: []engine.Try{{Move: "play 4D", Broken: RuleLower}, {Move: "play QC"},
			{Move: "play 4D QC", Broken: RuleMixed}}},
	{Lesson: engine.Lesson{Key: "special", Options: engine.Options{optTen: "on"},
		Position: "discard 9C AS; hand:0 2S TD 5C; hand:1 9H KC KS; stock 4S 6D; up:0 KD AH QS; up:1 5D 8C JS",
		Moves:    "play 2S; 1 play 9H; play TD"},
		Wrong: []engine.Try{{Move: "play 5C", Broken: RuleLower}, {Move: "play TD"},
			{After: 1, Move: "play 4S", Broken: RuleLower}}},
	{Lesson: engine.Lesson{Key: "four",
		Position: "discard 3C 5H; hand:0 6C 6D 6H 6S 9D; stock 4S JC; up:0 KD AH 2S; up:1 5D 8C JS",
		Moves:    "play 6C 6D 6H 6S"},
		Wrong: []engine.Try{{Move: "play 6C 6D"}, {Move: "play 6C 9D", Broken: RuleMixed}}},
	{Lesson: engine.Lesson{Key: "take", Options: engine.Options{optVoluntary: "off"},
		Position: "discard 8C JD KS; hand:0 4D 7C JH; up:0 KD AH 2S; up:1 5D 8D JS", Moves: "take"},
		Wrong: []engine.Try{{Move: "play JH", Broken: RuleLower}}},
	{Lesson: engine.Lesson{Key: "flip", Position: "discard 3C 4C; hand:0; up:0; down:0 JC 7H QD; hand:1 9C KS; " +
		"up:1; rest burned", Moves: "flip @down:1 or flip @down:2 or flip @down:3"},
		Wrong: []engine.Try{{Move: "take", Broken: RuleBlind}}},
	{Lesson: engine.Lesson{Key: "round", Options: engine.Options{optTarget: "1"}}},
}
