package huangdi

import (
	"fmt"
	"slices"
	"strings"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/huangdi"
	"carteado/views/page"
	"carteado/views/part"
	"carteado/views/table"
	"carteado/views/table/sample"
)

// position is a round as it is written.
func position(text string) engine.Round {
	r, err := engine.Set(huangdi.Game{}, text, nil)
	if err != nil {
		panic("sample: " + err.Error())
	}
	return r
}

// seen is Ana's view of a position, with so many cards in the draw pile.
func seen(text string, draw int) huangdi.View {
	v := position(text).View(0).(huangdi.View)
	v.Draw = draw
	return v
}

// sampleTwo is a table of two on Ana's turn. Bento has turned the second wall.
func sampleTwo() huangdi.View {
	return seen(`hand:0 3 7 10 J R; stock:0 9 9 8 6; a:0 9 4 8; hand:1 1 2 5 5 8; stock:1 7 7 8 9 9 2; a:1 2 9; b:1 3 1
		wall:1 1 2 3 4 5; wall:2 1 2 3 4 5 4`, 41)
}

// The seats of a table of three with its third wall, and the fourth seat.
const (
	threeSeats = `hand:0 3 4 6 9 J; stock:0 8 8 10 10 6 5 4; a:0 9 8; hand:1 2 2 5 9 R; stock:1 10 10 7 5 3 2; a:1 9; b:1 1
		hand:2 1 7 7 8 10; stock:2 6 7 8; a:2 7 2; b:2 6; wall:3 1 2 3 J=4 5 6 7; `
	fourSeats = threeSeats + `hand:3 4 9 9 J R; stock:3 6 6 8 10 10 8 4 3 5; a:3 R 10; `
)

// sampleFour is a table of four with as much on it as the default rules allow.
func sampleFour() huangdi.View { return seen(fourSeats+"wall:1 1 2", 28) }

func sampleThree() huangdi.View { return seen(threeSeats+"wall:1 1 2 3 4 3 J=2; borrowed 1", 28) }

// sampleMany is the fullest table there can be: four walls, and four discard
// piles each.
func sampleMany() huangdi.View {
	v := seen(`walls=4; discard_piles=4; hand:0 3 6 9 J R; hand:1 2; hand:2 1; hand:3 4
		a:0 9 8; b:0 3; c:0 10; d:0 7; a:1 9; b:1 1; c:1 4; d:1 R; a:2 7 2; b:2 6; c:2 8; a:3 R 10; b:3 9; c:3 3; d:3 J
		wall:1 1 2; wall:2 1 2 3 4 5 6 5 6 7 8 J=9; wall:3 1 2 3 4 5 6 7 8 9 8 J=7`, 28)
	four := sampleFour()
	v.Counts, v.Stocks, v.Tops = four.Counts, four.Stocks, four.Tops
	return v
}

func sampleWait(v huangdi.View) huangdi.View {
	v.Turn, v.Hand = 1, sample.Cards("3 7 10 R")
	v.Counts = slices.Clone(v.Counts)
	v.Counts[0] = 4
	return v
}

func sampleWatched(v huangdi.View) huangdi.View {
	v.Seat, v.Turn, v.Hand = engine.Spectator, 1, nil
	return v
}

// sampleOver is a game that Ana has won by finishing a wall.
func sampleOver() huangdi.View {
	v := sampleFour()
	v.Turn, v.Phase, v.Stocks, v.Tops[0] = engine.Nobody, huangdi.PhaseOver, []int{0, 6, 3, 9}, card.Unknown
	v.Walls[2] = seen("wall:3 1 2 3 J=4 5 6 7 8 9 10", 0).Walls[2]
	v.End = &huangdi.End{
		How: "out", Winner: 0, Stocks: v.Stocks, Points: []int{1, 0, 0, 0},
		Hands: [][]card.Card{sample.Cards("3 4 6 J"), sample.Cards("2 2 5 9 R"), sample.Cards("1 7 7 8 10"), sample.Cards("4 9 9 J R")},
	}
	return v
}

func sampleBlocked(drawn bool) huangdi.View {
	v := sampleTwo()
	v.Turn, v.Phase, v.Quiet, v.Stocks = engine.Nobody, huangdi.PhaseOver, 80, []int{3, 5}
	v.End = &huangdi.End{
		How: "blocked", Winner: 0, Stocks: v.Stocks, Points: []int{1, 0}, Hands: [][]card.Card{sample.Cards("3 7 10 10"), sample.Cards("5 5 8 8 R")},
	}
	if drawn {
		v.End.Winner, v.End.Stocks, v.End.Points = engine.Nobody, []int{3, 3}, []int{0, 0}
		v.Stocks = v.End.Stocks
	}
	return v
}

// sampleMoves are Ana's legal moves, as far as they follow from her view.
func sampleMoves(v huangdi.View) []engine.Move {
	text := fmt.Sprintf("seats %d; walls=%d; discard_piles=%d; hand:0 %s", len(v.Stocks), len(v.Walls), len(v.Discards[0]), card.Write(v.Hand))
	for seat, top := range v.Tops {
		text += fmt.Sprintf("; stock:%d %s", seat, top)
		for i, pile := range v.Discards[seat] {
			text += fmt.Sprintf("; %c:%d %s", 'a'+i, seat, card.Write(pile))
		}
	}
	for i, wall := range v.Walls {
		text += fmt.Sprintf("; wall:%d %s", i+1, strings.Trim(fmt.Sprint(wall.Cards), "[]"))
	}
	text += "; borrowed"
	for seat, lent := range v.Borrowed {
		if lent {
			text += fmt.Sprint(" ", seat)
		}
	}
	return position(text).Legal(0, nil)
}

// emperors are the players of a table of Huang Di.
func emperors(v huangdi.View) []part.Person {
	return []part.Person{sample.Ana, sample.Bento, {ID: 7, Name: "Lia"}, sample.Robot}[:len(v.Stocks)]
}

func sampleMatch(v huangdi.View) engine.MatchView {
	m := engine.MatchView{
		Game: "huangdi", Seat: v.Seat, Seats: len(v.Stocks), Options: engine.Options{}, Target: 1, Version: 27, Number: 1, Dealer: v.Dealer,
		Totals: make([]int, len(v.Stocks)), Round: v,
	}
	if v.Turn != engine.Nobody {
		m.ToMove = []engine.Seat{v.Turn}
	}
	return m
}

func sampleBoard(v huangdi.View, chosen ...string) table.Props {
	p := table.Props{
		Club: sample.Club, Table: 5, At: "9.5.27", Match: 12, Idem: "4f0c1d9a", View: sampleMatch(v), Seats: emperors(v), Chosen: chosen,
	}
	if v.Seat == v.Turn {
		p.Legal = sampleMoves(v)
	}
	if len(v.Stocks) == 2 {
		p.Log = sampleLog()
	}
	return p
}

// happened is an event of Huang Di that everybody saw: cards, from, to.
func happened(seat engine.Seat, kind, words string, n int, piles ...engine.Place) engine.Event {
	e := engine.Event{Kind: kind, Seat: seat, Open: true, N: n}
	if words != "" {
		m, err := engine.ParseMove("build " + words)
		if err != nil {
			panic("sample: " + err.Error())
		}
		e.Cards = m.Words()
	}
	if len(piles) == 2 {
		e.From, e.To = piles[0], piles[1]
	}
	return e
}

func sampleLog() []table.Entry {
	hand, stock, draw := engine.In(engine.Hand), engine.In(engine.Stock), engine.In(engine.Draw)
	onto := func(n int) engine.Place { return engine.Nth(engine.Wall, n) }
	drew := happened(0, "drew", "", 2, draw, hand)
	drew.Secret = sample.Cards("3 10")
	var log []table.Entry
	for i, events := range [][]engine.Event{
		{happened(1, "discarded", "9", 0, hand, engine.In(engine.A)), drew},
		{happened(1, "reversed", "R 4", 2, hand, onto(2))},
		{happened(1, "built_stock", "5", 1, stock, onto(1)), happened(1, "turned", "2", 0, engine.Place{}, stock)},
		{happened(0, "discarded", "8", 0, hand, engine.In(engine.A)), happened(1, "drew", "", 3, draw, hand)},
		{happened(0, "built", "J=3", 2, hand, onto(2))},
		{happened(0, "borrowed", "10", 3, engine.Of(engine.B, 1), onto(3)), happened(0, "finished", "", 10, onto(3), draw)},
	} {
		log = append(log, table.Entry{Version: 27 - i, Seat: events[0].Seat, Events: events, Time: sample.Now})
	}
	return log
}

func (Face) Samples() []table.Sample {
	dealt := sampleBoard(seen("hand:0 3 7 10 J R; stock:0 9 9 9 9 8 8 8 8 7 6; stock:1 7 7 7 5 5 5 4 4 4 2", 79))
	dealt.Log = nil
	near := sampleTwo()
	near.Quiet, near.Hand, near.Walls[2] = 68, sample.Cards("7 7 9 9 10"), seen("wall:3 1 2 3", 0).Walls[2]
	bare := sampleTwo()
	bare.Hand, bare.Counts, bare.Draw = nil, []int{0, 0}, 0
	ending := sampleBoard(bare)
	left := sampleBoard(sampleWait(sampleThree()))
	left.View.Left, left.View.ToMove = []bool{false, false, true}, []engine.Seat{1}
	left.View.Options, left.View.Target, left.View.Totals = engine.Options{"match_mode": "points"}, 25, []int{9, 17, 0}
	refused := sampleBoard(sampleTwo(), "7 @hand")
	refused.Refusal = &table.Refusal{Kind: "illegal", Rule: "huangdi.need", Args: map[string]int{"wall": 1, "need": 6}}
	finished := sampleBoard(sampleTwo())
	finished.Log = finished.Log[5:]
	busy := sampleFour()
	busy.Borrowed = []bool{false, true, true, true}
	full := sampleBoard(busy)
	full.View.Options, full.View.Target, full.View.Totals = engine.Options{"match_mode": "points"}, 100, []int{9, 17, 88, 23}
	crammed := sampleBoard(sampleMany())
	full.Log, crammed.Log = sampleLog()[2:], sampleLog()[2:]
	duel := sampleTwo()
	duel.Discards, duel.Walls = sampleMany().Discards[:2], sampleMany().Walls
	three := sampleThree()
	three.Discards = seen("discard_piles=3; a:0 9 8; b:0 3; a:1 9; b:1 1; c:1 4; a:2 7 2; c:2 6", 0).Discards
	watching := sampleBoard(sampleWatched(sampleFour()))
	watching.Seats = []part.Person{sample.Bento, sample.Celia, sample.Davi, sample.Iara}
	pair := sampleBoard(sampleWatched(sampleTwo()))
	pair.Seats = []part.Person{sample.Bento, sample.Celia}
	pages := []table.Sample{
		sample.Fragment("board-huangdi", table.Fragment(sampleBoard(sampleMany()))),
		sample.Page("huangdi", table.Page(sampleBoard(sampleTwo()))),
		sample.Page("huangdi-first", table.Page(dealt)),
		sample.Page("huangdi-chosen", table.Page(sampleBoard(sampleTwo(), "6 @stock"))),
		sample.Page("huangdi-reverse", table.Page(sampleBoard(sampleTwo(), "R @hand"))),
		sample.Page("huangdi-turn", table.Page(sampleBoard(sampleTwo(), "J @hand", "R @hand"))),
		sample.Page("huangdi-refused", table.Page(refused)),
		sample.Page("huangdi-finished", table.Page(finished)),
		sample.Page("huangdi-wait", table.Page(sampleBoard(sampleWait(sampleTwo())))),
		sample.Page("huangdi-quiet", table.Page(sampleBoard(near))),
		sample.Page("huangdi-end", table.Page(ending)),
		sample.Page("huangdi-spectator", table.Page(pair)),
		sample.Page("huangdi-3", table.Page(sampleBoard(sampleThree()))),
		sample.Page("huangdi-2-many", table.Page(sampleBoard(duel))),
		sample.Page("huangdi-3-piles", table.Page(sampleBoard(three))),
		sample.Page("huangdi-3-left", table.Page(left)),
		sample.Page("huangdi-4", table.Page(sampleBoard(sampleFour(), "3 @hand"))),
		sample.Page("huangdi-4-wait", table.Page(sampleBoard(sampleWait(sampleFour())))),
		sample.Page("huangdi-4-busy", table.Page(full)),
		sample.Page("huangdi-4-many", table.Page(crammed)),
		sample.Page("huangdi-4-spectator", table.Page(watching)),
		sample.Page("huangdi-replay", page.Replay(sampleReplay(sampleTwo()))),
		sample.Page("huangdi-replay-4", page.Replay(sampleReplay(sampleMany()))),
	}
	for name, v := range map[string]huangdi.View{"out": sampleOver(), "blocked": sampleBlocked(false), "draw": sampleBlocked(true)} {
		pages = append(pages, sample.Page("huangdi-over-"+name, page.Recap(sampleRecap(v))))
	}
	slices.SortStableFunc(pages, func(a, b table.Sample) int { return strings.Compare(a.Name, b.Name) })
	return pages
}

func sampleRecap(v huangdi.View) page.RecapProps {
	m := sampleMatch(v)
	m.Totals = v.End.Points
	m.Outcome = &engine.Outcome{How: engine.ByTarget, Placing: make([]int, len(v.Stocks))}
	for seat := range m.Outcome.Placing {
		m.Outcome.Placing[seat] = 2
		if engine.Seat(seat) == v.End.Winner || v.End.Winner == engine.Nobody {
			m.Outcome.Placing[seat] = 1
		}
	}
	if v.End.Winner == engine.Nobody {
		m.Outcome, m.Between, m.ToMove = nil, true, []engine.Seat{0, 1}
	}
	m.Rounds = []engine.RoundScore{{
		Number: 1, Totals: m.Totals, Result: engine.Result{How: v.End.How, By: v.End.Winner, Winner: v.End.Winner, Loser: engine.Nobody, Points: v.End.Points},
	}}
	return page.RecapProps{Table: 5, At: "9.5.28", Match: 12, Idem: "4f0c1d9a", View: m, Seats: emperors(v), Rematch: m.Outcome != nil}
}

// sampleReplay opens every hand.
func sampleReplay(v huangdi.View) page.ReplayProps {
	p := page.ReplayProps{Match: 12, Game: "huangdi", Seats: emperors(v), Ended: sample.Now}
	p.Outcome, p.Rounds = engine.Outcome{How: engine.ByTarget, Placing: []int{2, 1, 2, 2}[:len(v.Stocks)]}, 1
	p.Moves = sampleLog()
	slices.Reverse(p.Moves)
	for i := range p.Moves {
		p.Moves[i].Version = i + 1
	}
	p.Step = len(p.Moves)
	hands := []string{card.Write(v.Hand), "2 5 5 8 J", "1 6 7 7 10", "3 4 9 R R"}
	for seat := range v.Stocks {
		own := v
		own.Seat, own.Hand = engine.Seat(seat), sample.Cards(hands[seat])
		p.Views = append(p.Views, sampleMatch(own))
	}
	return p
}
