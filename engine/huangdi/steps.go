package huangdi

import "carteado/engine"

// The stock under its top card in the steps: nothing in it fits on a wall there.
const under = "stock:0 10 9 8 10 9 8 10 9 8 "

// Steps implements engine.Teacher.
func (Game) Steps() []engine.Step { return course }

var course = []engine.Step{
	{Lesson: engine.Lesson{Key: "stock", Position: under + "1; hand:0 4 6 8 8 10",
		Moves: "build 1 @stock >wall:1 or build 1 @stock >wall:2 or build 1 @stock >wall:3"},
		Wrong: []engine.Try{{Move: "build 4 @hand >wall:1", Broken: RuleNeed}, {Move: "discard 4 >a"}}},
	{Lesson: engine.Lesson{Key: "climb", Position: under + "8; hand:0 3 4 5 9 10; wall:1 1 2",
		Moves: "build 3 @hand >wall:1; build 4 @hand >wall:1"},
		Wrong: []engine.Try{{Move: "build 5 @hand >wall:1", Broken: RuleNeed},
			{After: 1, Move: "build 5 @hand >wall:1", Broken: RuleNeed}, {After: 1, Move: "discard 9 >b"}}},
	{Lesson: engine.Lesson{Key: "finish",
		Position: under + "7; hand:0 10 1 6 6 8; wall:1 1 2; wall:2 1 2 3 4 5 6 7 8 9",
		Moves:    "build 10 @hand >wall:2"},
		Wrong: []engine.Try{{Move: "build 1 @hand >wall:2", Broken: RuleNeed}, {Move: "build 1 @hand >wall:3"}}},
	{Lesson: engine.Lesson{Key: "joker", Position: under + "7; hand:0 J 2 3 9 10; wall:1 1 2 3 4 5",
		Moves: "build J @hand >wall:1; build 7 @stock >wall:1"},
		Wrong: []engine.Try{{Move: "build 7 @stock >wall:1", Broken: RuleNeed}, {Move: "build J @hand >wall:2"}}},
	{Lesson: engine.Lesson{Key: "reverse", Options: engine.Options{optReverse: "on"},
		Position: under + "6; hand:0 2 3 7 10 R; a:0 9; wall:1 1 2 3 4 5 6 7 8; wall:2 1 2 3",
		Moves:    "reverse 7 @hand +@hand >wall:1; build 6 @stock >wall:1"},
		Wrong: []engine.Try{{Move: "build R @hand >wall:1", Broken: RuleReverseAlone},
			{Move: "build 7 @hand >wall:1", Broken: RuleNeed}, {Move: "discard R >b"},
			{After: 1, Move: "build 10 @hand >wall:1", Broken: RuleNeed}}},
	{Lesson: engine.Lesson{Key: "discard",
		Position: under + "4; hand:0 5 5 8 9 10; a:0 9; wall:1 1 2 3 4 5 6; wall:2 1 2; wall:3 1",
		Moves:    "discard 8 >a"},
		Wrong: []engine.Try{{Move: "discard 4 @stock >a", Broken: RuleDiscardHand}, {Move: "discard 8 >b"},
			{Move: "discard 10 >a"}}},
	{Lesson: engine.Lesson{Key: "borrow", Options: engine.Options{optBorrow: "one_each"},
		Position: under + "6; hand:0 2 8 8 9 R; a:1 6 5; b:1 9; wall:3 1 2 3 4",
		Moves:    "build 5 @1:a >wall:3; build 6 @stock >wall:3"},
		Wrong: []engine.Try{{Move: "build 6 @stock >wall:3", Broken: RuleNeed},
			{After: 1, Move: "build 6 @1:a >wall:3", Broken: RuleBorrowed}}},
	{Lesson: engine.Lesson{Key: "round", Options: engine.Options{optStock: "5"}}},
}
