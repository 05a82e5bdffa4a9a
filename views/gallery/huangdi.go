package gallery

import (
	"slices"
	"strings"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/huangdi"
	"carteado/views/page"
	"carteado/views/part"
	"carteado/views/table"
)

// wall reads a wall bottom to top: 1 2 J=3.
func wall(text string, reversed int) huangdi.Wall {
	w := huangdi.Wall{Reversed: reversed, Down: reversed%2 == 1, Need: 1}
	if text == "" {
		return w
	}
	m, err := engine.ParseMove("build " + text)
	if err != nil {
		panic("gallery: " + err.Error())
	}
	w.Cards = m.Words()
	last := w.Cards[len(w.Cards)-1]
	top := last.Card.Rank()
	if last.As != card.Unknown {
		top = last.As.Rank()
	}
	w.Need, w.Reverse = top+1, top-1
	if w.Down {
		w.Need, w.Reverse = top-1, top+1
	}
	return w
}

// piles reads discard piles: "9 4 | 8".
func piles(text string) [][]card.Card {
	var all [][]card.Card
	for pile := range strings.SplitSeq(text, "|") {
		all = append(all, cards(strings.TrimSpace(pile)))
	}
	return all
}

// huangdiTwo is the table of the design: it is Ana's turn, and Bento has turned
// the second wall.
func huangdiTwo() huangdi.View {
	return huangdi.View{
		Seat: 0, Dealer: 0, Turn: 0, Phase: huangdi.PhaseBuild, Counts: []int{5, 5}, Stocks: []int{4, 6}, Tops: cards("6 2"),
		Discards: [][][]card.Card{piles("9 4 8 |"), piles("2 9 | 3 1")}, Draw: 41, Block: 80,
		Walls:    []huangdi.Wall{wall("1 2 3 4 5", 0), wall("1 2 3 4 5 4", 1), wall("", 0)},
		Borrowed: []bool{false, false}, Hand: cards("3 7 10 J R"),
	}
}

// huangdiFour is a table of four with as much on it as the default rules allow.
func huangdiFour() huangdi.View {
	return huangdi.View{
		Seat: 0, Dealer: 0, Turn: 0, Phase: huangdi.PhaseBuild, Counts: []int{5, 5, 5, 5}, Stocks: []int{7, 6, 3, 9}, Tops: cards("4 2 8 5"),
		Discards: [][][]card.Card{piles("9 8 |"), piles("9 | 1"), piles("7 2 | 6"), piles("R 10 |")}, Draw: 28, Block: 80,
		Walls:    []huangdi.Wall{wall("1 2", 0), wall("", 0), wall("1 2 3 J=4 5 6 7", 0)},
		Borrowed: make([]bool, 4), Hand: cards("3 4 6 9 J"),
	}
}

func huangdiThree() huangdi.View {
	v := huangdiFour()
	v.Counts, v.Stocks, v.Tops, v.Discards, v.Borrowed = v.Counts[:3], v.Stocks[:3], v.Tops[:3], v.Discards[:3], []bool{false, true, false}
	v.Walls[0] = wall("1 2 3 4 3 J=2", 1)
	return v
}

// huangdiMany is the fullest table there can be: four walls, and four discard
// piles each.
func huangdiMany() huangdi.View {
	v := huangdiFour()
	v.Discards = [][][]card.Card{piles("9 8 | 3 | 10 | 7"), piles("9 | 1 | 4 | R"), piles("7 2 | 6 | 8 |"), piles("R 10 | 9 | 3 | J")}
	v.Walls = []huangdi.Wall{wall("1 2", 0), wall("1 2 3 4 5 6 5 6 7 8 J=9", 2), wall("1 2 3 4 5 6 7 8 9 8 J=7", 1), wall("", 0)}
	v.Hand, v.Counts[0] = cards("3 4 6 8 9 J R"), 7
	return v
}

func huangdiWait(v huangdi.View) huangdi.View {
	v.Turn, v.Hand = 1, cards("3 7 10 R")
	v.Counts = slices.Clone(v.Counts)
	v.Counts[0] = 4
	return v
}

func huangdiWatched(v huangdi.View) huangdi.View {
	v.Seat, v.Turn, v.Hand = engine.Spectator, 1, nil
	return v
}

// huangdiOver is a game that Ana has won by finishing a wall.
func huangdiOver() huangdi.View {
	v := huangdiFour()
	v.Turn, v.Phase, v.Stocks, v.Tops[0] = engine.Spectator, huangdi.PhaseOver, []int{0, 6, 3, 9}, card.Unknown
	v.Walls[2] = wall("1 2 3 J=4 5 6 7 8 9 10", 0)
	v.End = &huangdi.End{
		How: "out", Winner: 0, Stocks: v.Stocks, Points: []int{1, 0, 0, 0},
		Hands: [][]card.Card{cards("3 4 6 J"), cards("2 2 5 9 R"), cards("1 7 7 8 10"), cards("4 9 9 J R")},
	}
	return v
}

func huangdiBlocked(drawn bool) huangdi.View {
	v := huangdiTwo()
	v.Turn, v.Phase, v.Quiet, v.Stocks = engine.Spectator, huangdi.PhaseOver, 80, []int{3, 5}
	v.End = &huangdi.End{
		How: "blocked", Winner: 0, Stocks: v.Stocks, Points: []int{1, 0}, Hands: [][]card.Card{cards("3 7 10 10"), cards("5 5 8 8 R")},
	}
	if drawn {
		v.End.Winner, v.End.Stocks, v.End.Points = engine.Spectator, []int{3, 3}, []int{0, 0}
		v.Stocks = v.End.Stocks
	}
	return v
}

// huangdiMoves lists what may be done: enough of the rules for a picture.
func huangdiMoves(v huangdi.View) []engine.Move {
	type source struct {
		card card.Card
		pile engine.Pile
	}
	kinds := []engine.PileKind{engine.A, engine.B, engine.C, engine.D}
	sources := []source{{v.Tops[v.Seat], engine.In(engine.Stock)}}
	for _, c := range slices.Compact(slices.Clone(v.Hand)) {
		sources = append(sources, source{c, engine.In(engine.Hand)})
	}
	for seat, piles := range v.Discards {
		for i, pile := range piles {
			switch from := engine.Of(kinds[i], engine.Seat(seat)); {
			case len(pile) == 0 || v.Borrowed[seat]:
			case engine.Seat(seat) == v.Seat:
				sources = append(sources, source{pile[len(pile)-1], engine.In(kinds[i])})
			default:
				sources = append(sources, source{pile[len(pile)-1], from})
			}
		}
	}
	var list []engine.Move
	for i, w := range v.Walls {
		to := engine.Nth(engine.Wall, i+1)
		for _, s := range sources {
			if s.card == card.Number(w.Need) || s.card == card.Joker {
				list = append(list, engine.NewMove("build", s.card).At(s.pile).On(to))
			}
			for _, r := range sources {
				if r.card == card.Reverse && w.Reverse > 0 && (s.card == card.Number(w.Reverse) || s.card == card.Joker) {
					m := engine.NewMove("reverse", s.card).At(s.pile).On(to)
					m.With = r.pile
					list = append(list, m)
				}
			}
		}
	}
	for _, c := range slices.Compact(slices.Clone(v.Hand)) {
		for i := range v.Discards[v.Seat] {
			list = append(list, engine.NewMove("discard", c).On(engine.In(kinds[i])))
		}
	}
	return list
}

// emperors sit at the tables of Huang Di, as many as there are seats.
func emperors(v huangdi.View) []part.Person {
	return []part.Person{ana, bento, {ID: 7, Name: "Lia"}, robot}[:len(v.Stocks)]
}

func huangdiMatch(v huangdi.View) engine.MatchView {
	m := engine.MatchView{
		Game: "huangdi", Seat: v.Seat, Seats: len(v.Stocks), Options: engine.Options{}, Target: 1, Version: 27, Number: 1, Dealer: v.Dealer,
		Totals: make([]int, len(v.Stocks)), Round: v,
	}
	if v.Turn != engine.Spectator {
		m.ToMove = []engine.Seat{v.Turn}
	}
	return m
}

func huangdiBoard(v huangdi.View, chosen ...string) table.Props {
	p := table.Props{
		Club: club, Table: 5, At: "9.5.27", Match: 12, Idem: "4f0c1d9a", View: huangdiMatch(v), Seats: emperors(v), Chosen: chosen,
	}
	if v.Seat == v.Turn {
		p.Legal = huangdiMoves(v)
	}
	if len(v.Stocks) == 2 {
		p.Log = huangdiLog()
	}
	return p
}

// happened is an event of Huang Di that everybody saw: cards, from, to.
func happened(seat engine.Seat, kind, words string, n int, piles ...engine.Pile) engine.Event {
	e := engine.Event{Kind: kind, Seat: seat, Open: true, N: n}
	if words != "" {
		m, err := engine.ParseMove("build " + words)
		if err != nil {
			panic("gallery: " + err.Error())
		}
		e.Cards = m.Words()
	}
	if len(piles) == 2 {
		e.From, e.To = piles[0], piles[1]
	}
	return e
}

func huangdiLog() []table.Entry {
	hand, stock, draw := engine.In(engine.Hand), engine.In(engine.Stock), engine.In(engine.Draw)
	onto := func(n int) engine.Pile { return engine.Nth(engine.Wall, n) }
	drew := happened(0, "drew", "", 2, draw, hand)
	drew.Secret = cards("3 10")
	var log []table.Entry
	for i, events := range [][]engine.Event{
		{happened(1, "discarded", "9", 0, hand, engine.In(engine.A)), drew},
		{happened(1, "reversed", "R 4", 2, hand, onto(2))},
		{happened(1, "built_stock", "5", 1, stock, onto(1)), happened(1, "turned", "2", 0, engine.Pile{}, stock)},
		{happened(0, "discarded", "8", 0, hand, engine.In(engine.A)), happened(1, "drew", "", 3, draw, hand)},
		{happened(0, "built", "J=3", 2, hand, onto(2))},
		{happened(0, "borrowed", "10", 3, engine.Of(engine.B, 1), onto(3)), happened(0, "finished", "", 10, onto(3), draw)},
	} {
		log = append(log, table.Entry{Version: 27 - i, Seat: events[0].Seat, Events: events, Time: now})
	}
	return log
}

// huangdiTables are the boards of Huang Di.
func huangdiTables() []Page {
	first := huangdiTwo()
	first.Stocks, first.Tops, first.Counts = []int{10, 10}, cards("6 2"), []int{5, 0}
	first.Discards, first.Walls, first.Draw = [][][]card.Card{piles("|"), piles("|")}, []huangdi.Wall{wall("", 0), wall("", 0), wall("", 0)}, 79
	dealt := huangdiBoard(first)
	dealt.Log = nil
	near := huangdiTwo()
	near.Quiet, near.Hand, near.Walls[2] = 68, cards("7 7 9 9 10"), wall("1 2 3", 0)
	bare := huangdiTwo()
	bare.Hand, bare.Counts, bare.Draw = nil, []int{0, 0}, 0
	ending := huangdiBoard(bare)
	ending.Legal = append(ending.Legal, engine.Move{Verb: "end"})
	left := huangdiBoard(huangdiWait(huangdiThree()))
	left.View.Left, left.View.ToMove = []bool{false, false, true}, []engine.Seat{1}
	left.View.Options, left.View.Target, left.View.Totals = engine.Options{"match_mode": "points"}, 25, []int{9, 17, 0}
	refused := huangdiBoard(huangdiTwo(), "7 @hand")
	refused.Refusal = &table.Refusal{Kind: "illegal", Rule: "huangdi.need", Args: map[string]int{"wall": 1, "need": 6}}
	finished := huangdiBoard(huangdiTwo())
	finished.Log = finished.Log[5:]
	busy := huangdiFour()
	busy.Borrowed = []bool{false, true, true, true}
	full := huangdiBoard(busy)
	full.View.Options, full.View.Target, full.View.Totals = engine.Options{"match_mode": "points"}, 100, []int{9, 17, 88, 23}
	crammed := huangdiBoard(huangdiMany())
	full.Log, crammed.Log = huangdiLog()[2:], huangdiLog()[2:]
	duel := huangdiTwo()
	duel.Discards, duel.Walls = huangdiMany().Discards[:2], huangdiMany().Walls
	three := huangdiThree()
	three.Discards = [][][]card.Card{piles("9 8 | 3 |"), piles("9 | 1 | 4"), piles("7 2 | | 6")}
	watching := huangdiBoard(huangdiWatched(huangdiFour()))
	watching.Seats = []part.Person{bento, celia, davi, iara}
	pair := huangdiBoard(huangdiWatched(huangdiTwo()))
	pair.Seats = []part.Person{bento, celia}
	pages := []Page{
		inside("huangdi", table.Page(huangdiBoard(huangdiTwo()))),
		inside("huangdi-first", table.Page(dealt)),
		inside("huangdi-chosen", table.Page(huangdiBoard(huangdiTwo(), "6 @stock"))),
		inside("huangdi-reverse", table.Page(huangdiBoard(huangdiTwo(), "R @hand"))),
		inside("huangdi-turn", table.Page(huangdiBoard(huangdiTwo(), "J @hand", "R @hand"))),
		inside("huangdi-refused", table.Page(refused)),
		inside("huangdi-finished", table.Page(finished)),
		inside("huangdi-wait", table.Page(huangdiBoard(huangdiWait(huangdiTwo())))),
		inside("huangdi-quiet", table.Page(huangdiBoard(near))),
		inside("huangdi-end", table.Page(ending)),
		inside("huangdi-spectator", table.Page(pair)),
		inside("huangdi-3", table.Page(huangdiBoard(huangdiThree()))),
		inside("huangdi-2-many", table.Page(huangdiBoard(duel))),
		inside("huangdi-3-piles", table.Page(huangdiBoard(three))),
		inside("huangdi-3-left", table.Page(left)),
		inside("huangdi-4", table.Page(huangdiBoard(huangdiFour(), "3 @hand"))),
		inside("huangdi-4-wait", table.Page(huangdiBoard(huangdiWait(huangdiFour())))),
		inside("huangdi-4-busy", table.Page(full)),
		inside("huangdi-4-many", table.Page(crammed)),
		inside("huangdi-4-spectator", table.Page(watching)),
		inside("huangdi-replay", page.Replay(huangdiReplay(huangdiTwo()))),
		inside("huangdi-replay-4", page.Replay(huangdiReplay(huangdiMany()))),
	}
	for name, v := range map[string]huangdi.View{"out": huangdiOver(), "blocked": huangdiBlocked(false), "draw": huangdiBlocked(true)} {
		pages = append(pages, inside("huangdi-over-"+name, page.Recap(huangdiRecap(v))))
	}
	slices.SortStableFunc(pages, func(a, b Page) int { return strings.Compare(a.Name, b.Name) })
	return pages
}

func huangdiRecap(v huangdi.View) page.RecapProps {
	m := huangdiMatch(v)
	m.Totals = v.End.Points
	m.Outcome = &engine.Outcome{How: engine.ByTarget, Placing: make([]int, len(v.Stocks))}
	for seat := range m.Outcome.Placing {
		m.Outcome.Placing[seat] = 2
		if engine.Seat(seat) == v.End.Winner || v.End.Winner == engine.Spectator {
			m.Outcome.Placing[seat] = 1
		}
	}
	if v.End.Winner == engine.Spectator {
		m.Outcome, m.Between, m.ToMove = nil, true, []engine.Seat{0, 1}
	}
	m.Rounds = []engine.RoundScore{{
		Number: 1, Totals: m.Totals, Result: engine.Result{How: v.End.How, By: v.End.Winner, Winner: v.End.Winner, Loser: engine.Spectator, Points: v.End.Points},
	}}
	return page.RecapProps{Club: club, Table: 5, At: "9.5.28", Match: 12, Idem: "4f0c1d9a", View: m, Seats: emperors(v), Rematch: m.Outcome != nil}
}

// huangdiReplay opens every hand.
func huangdiReplay(v huangdi.View) page.ReplayProps {
	p := page.ReplayProps{Club: club, Match: 12, Game: "huangdi", Seats: emperors(v), Ended: now}
	p.Outcome, p.Rounds = engine.Outcome{How: engine.ByTarget, Placing: []int{2, 1, 2, 2}[:len(v.Stocks)]}, 1
	p.Moves = huangdiLog()
	slices.Reverse(p.Moves)
	for i := range p.Moves {
		p.Moves[i].Version = i + 1
	}
	p.Step = len(p.Moves)
	hands := []string{card.Write(v.Hand), "2 5 5 8 J", "1 6 7 7 10", "3 4 9 R R"}
	for seat := range v.Stocks {
		own := v
		own.Seat, own.Hand = engine.Seat(seat), cards(hands[seat])
		p.Views = append(p.Views, huangdiMatch(own))
	}
	return p
}
