package huangdi

import (
	"slices"
	"strings"

	"carteado/engine"
	"carteado/engine/huangdi"
	matchpage "carteado/views/page/match"
	tablepage "carteado/views/page/table"
	"carteado/views/part"
	"carteado/views/table"
	"carteado/views/table/sample"
)

// A table of two. After these moves Bento has turned the second wall, and it is Ana's turn.
const (
	two = `hand:0 7 8 J J R; stock:0 9 9 8 6; a:0 9 4; hand:1 4 R; stock:1 7 7 8 9 9 2 5; a:1 2; b:1 3 1
		wall:1 1 2 3 4; wall:2 1 2 3 4; draw 9 1 2 3 10; `
	twoMoves = "build J @hand >wall:2; discard 8 >a; 1 build 5 @stock >wall:1; 1 reverse 4 @hand +@hand >wall:2; 1 discard 9 >a; "
)

// The seats of a table of three with its third wall, and the fourth seat, which has as
// much before it as the default rules allow.
const (
	three = `hand:0 3 4 6 9 J; stock:0 8 8 10 10 6 5 4; a:0 9 8; hand:1 2 2 5 9 R; stock:1 10 10 7 5 3 2; a:1 9; b:1 1
		hand:2 1 7 7 8 10; stock:2 6 7 8; a:2 7 2; b:2 6; wall:3 1 2 3 J=4 5 6 7; `
	fourth = "hand:3 4 9 9 J R; stock:3 6 6 8 10 10 8 4 3 5; a:3 R 10; "
	four   = three + fourth + "wall:1 1 2; "
	turned = "wall:1 1 2 3 4 3 J=2; "
	points = "match_mode=points; "
	busy   = points + "target_points=100; scores out 0 9 0 0 0 out 2 0 17 88 23; "
)

// The fullest table there can be: four walls, and four discard piles each.
const (
	raised = "deck=large; walls=4; wall:1 1; wall:2 1 2 3 4 5 6 5 6 7 8 J=9; wall:3 1 2 3 4 5 6 7 8 9 8 J=7; "
	piles  = "discard_piles=4; a:0 9 8; b:0 3; c:0 10; d:0 7; a:1 9; b:1 1; c:1 4; d:1 R; "
	many   = raised + piles + `a:2 7 2; b:2 6; c:2 8; a:3 R 10; b:3 9; c:3 3; d:3 J; hand:0 3 6 9 J R; hand:1 2 2 5 9; hand:2 1 7 7 8 10
		hand:3 4 9 9; stock:0 8 8 10 10 6 5 4; stock:1 10 10 7 5 3 2; stock:2 6 7 8; stock:3 6 6 8 10 10 8 4 3 5; borrowed 1 3; `
	borrow = "build 2 @2:a >wall:1; "
)

// played is a position after some moves, as Ana sees it.
func played(position, moves string, chosen ...string) sample.Board {
	return sample.Board{
		Game: huangdi.Game{}, Position: position, Moves: moves, Chosen: chosen, Table: 5, Match: 12,
		People: []part.Person{sample.Ana, sample.Bento, {ID: 7, Name: "Lia"}, sample.Robot},
	}
}

// watched is what somebody sees who does not play.
func watched(b sample.Board) sample.Board {
	b.Seat, b.People = engine.Spectator, []part.Person{sample.Bento, sample.Celia, sample.Davi, sample.Iara}
	return b
}

// Drawn implements table.Drawn, against a bot.
func (Face) Drawn() *table.Props {
	b := played(two, twoMoves)
	b.People = []part.Person{{Me: true}, sample.Robot}
	return b.Props()
}

func (Face) Samples() []table.Sample {
	refused := played(two, twoMoves, "7 @hand")
	refused.Refused = "build 7 @hand >wall:1"
	pages := []table.Sample{
		played(two, twoMoves).ByDays("huangdi-days"),
		played(two, twoMoves).Advised("huangdi-practice", ""),
		sample.Fragment("board-huangdi", table.Fragment(played(many, borrow).Props())),
		sample.Page("huangdi-replay", matchpage.Replay(played(two, twoMoves+"1 leave").Replay(5))),
		sample.Page("huangdi-replay-4", matchpage.Replay(played(many, borrow+"1 leave; 2 leave; 3 leave").Replay(1))),
	}
	for name, b := range map[string]sample.Board{
		"":            played(two, twoMoves),
		"first":       played("hand:0 3 7 10 J R; stock:0 9 9 9 9 8 8 8 8 7 6; stock:1 7 7 7 5 5 5 4 4 4 2", ""),
		"chosen":      played(two, twoMoves, "6 @stock"),
		"reverse":     played(two, twoMoves, "R @hand"),
		"turn":        played(two, twoMoves, "J @hand", "R @hand"),
		"refused":     refused,
		"finished":    played("hand:0 3 7 9 J R; stock:0 9 9 8 6; a:0 9 4 8; hand:1 1 2; stock:1 7 7 8 9 9 2; a:1 2 9; b:1 3 10; wall:1 1 2 3 4 5; wall:3 1 2 3 4 5 6 7 8 9", "build 10 @1:b >wall:3"),
		"wait":        played(two, twoMoves+"discard 7 >a"),
		"quiet":       played("turn 1; quiet 67; hand:0 7 7 9; draw 9 10; stock:0 9 9 8 6; a:0 9 4 8; hand:1 1 2 5 5 9; stock:1 7 7 8 9 9 2; a:1 2; b:1 3 1; wall:1 1 2 3 4 5; wall:2 1 2 3 4 5 4; wall:3 1 2 3", "discard 9 >a"),
		"end":         played("recycle_discards=off; hand:0; hand:1; draw; stock:0 9 9 8 6; a:0 9 4 8; stock:1 7 7 8 9 9 2; a:1 2 9; b:1 3 1; rest b:1; wall:1 1 2 3 4 5; wall:2 1 2 3 4 5 4", ""),
		"spectator":   watched(played(two, twoMoves+"discard 7 >a")),
		"3":           played(three+turned+"borrowed 1", ""),
		"2-many":      played(raised+piles+"hand:0 3 7 10 J R; stock:0 9 9 8 6; stock:1 7 7 8 9 9 2; turn 1; hand:1 2 5 5 8 9", "build 2 @hand >wall:1; discard 9 >b"),
		"3-piles":     played(strings.ReplaceAll(three, "a:0 9 8; ", "discard_piles=4; a:0 9 8; b:0 3; c:1 4; d:2 6; ")+turned+"borrowed 1", ""),
		"3-left":      played(three+turned+points+"target_points=25; scores out 0 9 0 0 out 1 0 17 0", "discard 9 >a; 2 leave"),
		"lines":       played("duplicate=2; "+two, ""),
		"4":           played(four, "", "3 @hand"),
		"4-lines":     played("duplicate=2; "+four, "", "3 @hand"),
		"4-wait":      played(four, "discard 9 >a"),
		"4-busy":      played(three+fourth+busy+"wall:1 1; borrowed 1 3", borrow),
		"4-many":      played(many, borrow),
		"4-spectator": watched(played(four, "discard 9 >a")),
	} {
		pages = append(pages, b.Page(strings.TrimSuffix("huangdi-"+name, "-")))
	}
	blocked := "hand:0 3 7 9 10 10; hand:1 5 5 8 8 R; stock:0 9 8 6; quiet 79; a:0 9 4 8; a:1 2 9; b:1 3 1; wall:1 1 2 3 4; wall:2 1 2 3 4 5 4; "
	for name, b := range map[string]sample.Board{
		"out":     played(strings.ReplaceAll(four, "8 8 10 10 6 5 4;", "8;"), "build 8 @stock >wall:3"),
		"blocked": played(blocked+"stock:1 8 9 9 7 2", "discard 9 >a"),
		"draw":    played(blocked+"stock:1 9 7 2", "discard 9 >a"),
	} {
		pages = append(pages, sample.Page("huangdi-over-"+name, tablepage.Recap(b.Recap())))
	}
	slices.SortFunc(pages, func(a, b table.Sample) int { return strings.Compare(a.Name, b.Name) })
	return pages
}
