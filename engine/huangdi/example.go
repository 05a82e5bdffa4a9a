package huangdi

import (
	"strings"

	"carteado/engine"
)

// A lesson is an example in the words of the notation.
type lesson struct {
	key, section string
	scene        scene
	moves        string // separated by semicolons
	broken       string
	show         string            // names of piles
	want         map[string]string // their cards afterwards
	points       []int
	options      engine.Options // for which tables it is true
}

func lessons() []lesson {
	reversing := engine.Options{optReverse: "on"}
	piles := func(pairs ...string) map[string]string {
		m := map[string]string{}
		for i := 0; i < len(pairs); i += 2 {
			m[pairs[i]] = pairs[i+1]
		}
		return m
	}
	return []lesson{
		{
			key: "stock", section: "goal",
			scene: scene{Piles: piles("hand:0", "2 6 9 9 R", "stock:0", "8 5 7 4", "wall:1", "1 2 3")},
			moves: "build 4 @stock >wall:1",
			show:  "wall:1 stock:0", want: piles("wall:1", "1 2 3 4", "stock:0", "8 5 7"),
		},
		{
			key: "out", section: "goal", options: engine.Options{optReverse: "on", optMode: modeWins},
			scene: scene{Piles: piles("hand:0", "3 R", "stock:0", "7", "stock:1", "9 2 6 5", "wall:1", "1 2 3 4 5 6 7 8")},
			moves: "reverse 7 @stock +@hand >wall:1", points: []int{1, 0},
			show: "wall:1 hand:0 stock:0", want: piles("wall:1", "1 2 3 4 5 6 7 8 7", "hand:0", "3", "stock:0", ""),
		},
		{
			key: "empty_hand", section: "turn",
			scene: scene{Piles: piles("hand:0", "5", "wall:1", "1 2 3 4", "draw", "9 2 2 J 7")},
			moves: "build 5 @hand >wall:1",
			show:  "wall:1 hand:0", want: piles("wall:1", "1 2 3 4 5", "hand:0", "2 2 7 9 J"),
		},
		{
			key: "last_discard", section: "turn",
			scene: scene{Piles: piles("hand:0", "5", "hand:1", "3 3 8 9 R", "a:0", "9")},
			moves: "discard 5 >a",
			show:  "hand:0 a:0", want: piles("hand:0", "", "a:0", "9 5"),
		},
		{
			key: "borrowed", section: "turn", options: engine.Options{optBorrow: borrowOne},
			scene: scene{Piles: piles("hand:0", "8 9 9 10 R", "wall:1", "1 2 3", "a:1", "9 4", "b:1", "5")},
			moves: "build 4 @1:a >wall:1; build 5 @1:b >wall:1", broken: RuleBorrowed,
			show: "wall:1 a:1 b:1", want: piles("wall:1", "1 2 3 4", "a:1", "9", "b:1", "5"),
		},
		{
			key: "start", section: "walls",
			scene: scene{Piles: piles("hand:0", "1 2 4 6 9")},
			moves: "build 1 @hand >wall:1; build 2 @hand >wall:1",
			show:  "wall:1 hand:0", want: piles("wall:1", "1 2", "hand:0", "4 6 9"),
		},
		{
			key: "wrong", section: "walls",
			scene: scene{Piles: piles("hand:0", "1 4 6 9 9", "wall:1", "1 2")},
			moves: "build 4 @hand >wall:1", broken: RuleNeed,
			show: "wall:1 hand:0", want: piles("wall:1", "1 2", "hand:0", "1 4 6 9 9"),
		},
		{
			key: "finish", section: "walls",
			scene: scene{Piles: piles("hand:0", "1 4 10", "wall:1", "1 2 3 4 5 6 7 8 9")},
			moves: "build 10 @hand >wall:1",
			show:  "wall:1 hand:0", want: piles("wall:1", "", "hand:0", "1 4"),
		},
		{
			key: "joker", section: "joker",
			scene: scene{Piles: piles("hand:0", "5 7 9 J", "wall:1", "1 2 3")},
			moves: "build J @hand >wall:1; build 5 @hand >wall:1",
			show:  "wall:1 hand:0", want: piles("wall:1", "1 2 3 J 5", "hand:0", "7 9"),
		},
		{
			key: "reverse", section: "reverse", options: reversing,
			scene: scene{Piles: piles("hand:0", "2 6 7 R", "wall:1", "1 2 3 4 5 6 7 8")},
			moves: "reverse 7 @hand +@hand >wall:1; build 6 @hand >wall:1",
			show:  "wall:1 reversed:1 hand:0", want: piles("wall:1", "1 2 3 4 5 6 7 8 7 6", "reversed:1", "R", "hand:0", "2"),
		},
		{
			key: "again", section: "reverse", options: reversing,
			scene: scene{Piles: piles("hand:0", "2 5 6 R", "wall:1", "1 2 3 4 5 4")},
			moves: "reverse 5 @hand +@hand >wall:1; build 6 @hand >wall:1",
			show:  "wall:1 reversed:1 hand:0", want: piles("wall:1", "1 2 3 4 5 4 5 6", "reversed:1", "R R", "hand:0", "2"),
		},
		{
			key: "reverse_alone", section: "reverse", options: reversing,
			scene: scene{Piles: piles("hand:0", "2 6 9 R", "wall:1", "1 2 3 4 5 6 7 8")},
			moves: "build R @hand >wall:1", broken: RuleReverseAlone,
			show: "wall:1 hand:0", want: piles("wall:1", "1 2 3 4 5 6 7 8", "hand:0", "2 6 9 R"),
		},
		{
			key: "reverse_one", section: "reverse", options: reversing,
			scene: scene{Piles: piles("hand:0", "6 9 J R", "wall:1", "1")},
			moves: "reverse J @hand +@hand >wall:1", broken: RuleReverseOne,
			show: "wall:1 hand:0", want: piles("wall:1", "1", "hand:0", "6 9 J R"),
		},
		{
			key: "reverse_two", section: "reverse", options: engine.Options{optReverse: "on", optShortReverse: "on"},
			scene: scene{Piles: piles("hand:0", "1 4 9 9 R", "wall:1", "1 2")},
			moves: "reverse 1 @hand +@hand >wall:1",
			show:  "wall:1 hand:0", want: piles("wall:1", "", "hand:0", "4 9 9"),
		},
		{
			key: "own_pile", section: "discards",
			scene: scene{Piles: piles("hand:0", "2 2 8 R", "wall:1", "1 2 3", "a:0", "9 4")},
			moves: "build 4 @a >wall:1",
			show:  "wall:1 a:0", want: piles("wall:1", "1 2 3 4", "a:0", "9"),
		},
		{
			key: "blocked", section: "end", options: engine.Options{optMode: modeWins, optBlock: "80"},
			scene: scene{Piles: piles("hand:0", "2 6 9 9 R", "stock:0", "8 5 7", "stock:1", "6 9 5 8 8"), Quiet: 79},
			moves: "discard 9 >a", points: []int{1, 0},
			show: "stock:0 stock:1", want: piles("stock:0", "8 5 7", "stock:1", "6 9 5 8 8"),
		},
	}
}

// Examples teach the rules; each is true where its options are in force.
func (Game) Examples() []engine.Example {
	var examples []engine.Example
	for _, l := range lessons() {
		r, err := l.scene.round()
		if err != nil {
			panic(err)
		}
		e := engine.Example{
			Key: l.key, Section: l.section, Options: l.options, Start: r, Seat: l.scene.Turn,
			Broken: l.broken, Want: heaps(l.want), Points: l.points,
		}
		for text := range strings.SplitSeq(l.moves, "; ") {
			m, err := engine.ParseMove(text)
			if err != nil {
				panic(err)
			}
			e.Moves = append(e.Moves, m)
		}
		for name := range strings.FieldsSeq(l.show) {
			p, err := engine.ParsePile(name)
			if err != nil {
				panic(err)
			}
			e.Show = append(e.Show, p)
		}
		examples = append(examples, e)
	}
	return examples
}
