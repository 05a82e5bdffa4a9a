package gallery

import (
	"strings"
	"time"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/knock"
	"carteado/views/part"
	"carteado/views/table"
)

const club = "quinta"

var (
	ana    = part.Person{ID: 1, Name: "Ana", Me: true}
	bento  = part.Person{ID: 2, Name: "Bento"}
	celia  = part.Person{ID: 3, Name: "Célia"}
	davi   = part.Person{ID: 4, Name: "Davi"}
	iara   = part.Person{ID: 5, Name: "Iara"}
	robot  = part.Person{Bot: "steady"}
	nobody = part.Person{}
)

// cards reads cards, which are all written right here.
func cards(text string) []card.Card {
	list, err := card.List(text)
	if err != nil {
		panic("gallery: " + err.Error())
	}
	return list
}

func one(text string) card.Card { return cards(text)[0] }

// melds reads combinations as a knock declares them.
func melds(text string) [][]engine.Word {
	m, err := engine.ParseMove("knock KD | " + text)
	if err != nil {
		panic("gallery: " + err.Error())
	}
	return m.Groups()[1:]
}

func moves(text string) []engine.Move {
	var list []engine.Move
	for line := range strings.SplitSeq(text, ", ") {
		m, err := engine.ParseMove(line)
		if err != nil {
			panic("gallery: " + err.Error())
		}
		list = append(list, m)
	}
	return list
}

// scores are six rounds of a match that stands at 41 to 67.
func scores() []engine.RoundScore {
	type row struct {
		by   engine.Seat
		how  string
		a, b int
	}
	var list []engine.RoundScore
	totals := [2]int{}
	for i, r := range []row{
		{0, "knock", 5, 18}, {1, "knock", 22, 3}, {1, "knock_zero", 14, -10},
		{0, "knock", 6, 31}, {0, "knock_zero", -10, 9}, {0, "knock", 4, 16},
	} {
		totals[0] += r.a
		totals[1] += r.b
		list = append(list, engine.RoundScore{
			Number: i + 1, Dealer: engine.Seat(i % 2), Totals: []int{totals[0], totals[1]},
			Result: engine.Result{How: r.how, By: r.by, Winner: r.by, Loser: 1 - r.by, Points: []int{r.a, r.b}},
		})
	}
	return list
}

func matchView(round knock.View, mine bool) engine.MatchView {
	v := engine.MatchView{
		Game: "knock", Seat: 0, Seats: 2, Options: engine.Options{}, Target: 100, LowWins: true, Version: 114,
		Number: 7, Dealer: 1, Totals: []int{41, 67}, Rounds: scores(), ToMove: []engine.Seat{1}, Round: round,
	}
	if mine {
		v.ToMove = []engine.Seat{0}
	}
	return v
}

func drawView() knock.View {
	return knock.View{
		Seat: 0, Dealer: 1, Turn: 0, Phase: knock.PhaseDraw, Turns: 11, Counts: [2]int{7, 7},
		Stock: 22, Renewals: 3, Discards: 9, Top: one("KC"), Below: one("9H"),
		Hand:  cards("AD 4H 5C 6C 7C 8H 8S"),
		Melds: melds("5C 6C 7C | 8H 8S AD=8D"), Rest: cards("4H"), Deadwood: 4, Limit: 3,
	}
}

func decideView() knock.View {
	v := drawView()
	v.Phase, v.Counts[0], v.Stock = knock.PhaseDecide, 8, 21
	v.Hand, v.Drawn = cards("AD 2H 4H 5C 6C 7C 8H 8S"), one("2H")
	v.Rest, v.Deadwood, v.Knocks = cards("2H 4H"), 2, cards("4H")
	return v
}

func scattered() knock.View {
	v := drawView()
	v.Phase, v.Counts[0], v.Discards = knock.PhaseDecide, 8, 8
	v.Top, v.Below = one("9H"), one("2S")
	v.Hand, v.Taken, v.Drawn = cards("2C 3S 4H 7D 9S JC QH KC"), one("KC"), one("KC")
	v.Melds, v.Rest, v.Deadwood = nil, v.Hand, 48
	return v
}

func waitView() knock.View {
	v := drawView()
	v.Turn, v.Phase, v.Discards = 1, knock.PhaseDraw, 10
	v.Top, v.Below = one("4H"), one("KC")
	v.Hand, v.Rest, v.Deadwood = cards("AD 2H 5C 6C 7C 8H 8S"), cards("2H"), 2
	return v
}

func spectatorView() knock.View {
	v := waitView()
	v.Seat, v.Hand, v.Melds, v.Rest, v.Deadwood = engine.Spectator, nil, nil, nil, 0
	return v
}

// endView is a round in which Ana knocked with two and Bento laid off two cards.
func endView() knock.View {
	return knock.View{
		Seat: 0, Dealer: 1, Turn: engine.Spectator, Phase: knock.PhaseOver, Turns: 12, Stock: 21, Discards: 9,
		Top: one("KC"), Below: one("9H"), Limit: 3,
		End: &knock.End{
			How: "knock", Knocker: 0, KnockCard: one("4H"), Points: [2]int{2, 21},
			Hands: [2]knock.Shown{
				{Melds: melds("5C 6C 7C | 8H 8S AD=8D"), Left: cards("2H"), LeftValue: 2},
				{
					Melds:   melds("JD QD KD"),
					LaidOff: []knock.LayOff{{Card: engine.Word{Card: one("8C")}}},
					Left:    cards("5S 7D 9H"), Values: []int{5, 7, 9}, LeftValue: 21,
				},
			},
		},
	}
}

func spotView() knock.View {
	v := endView()
	v.End = &knock.End{
		Declared: true, How: "run_of_seven", Knocker: 0, KnockCard: one("AH"),
		Hands: [2]knock.Shown{
			{Melds: melds("7H 8H 9H TH JH QH KH")},
			{Melds: melds("JD QD KD"), Left: cards("5S 7D 9C TS"), LeftValue: 31},
		},
	}
	return v
}

func voidView() knock.View {
	v := endView()
	v.End = &knock.End{
		How: "void", Knocker: engine.Spectator,
		Hands: [2]knock.Shown{{Left: cards("AC 4H 5C 6C 7C 8H 8S"), LeftValue: 39}, {Left: cards("2D 3D 7S 9C TC JD KS"), LeftValue: 55}},
	}
	return v
}

func entry(version int, seat engine.Seat, kind string, words string) table.Entry {
	e := engine.Event{Kind: kind, Seat: seat, Open: true, Cards: part.Words(cards(words))}
	return table.Entry{Version: version, Seat: seat, Events: []engine.Event{e}, Time: now.Add(-time.Minute)}
}

func moveLog() []table.Entry {
	drew := entry(110, 0, "drew", "")
	drew.Events[0].Secret = cards("8S")
	return []table.Entry{
		entry(113, 1, "discarded", "KC"), entry(112, 1, "drew", ""), entry(111, 0, "discarded", "9H"),
		drew, entry(109, 1, "discarded", "5S"), entry(108, 1, "took", "QD"), entry(107, 0, "discarded", "QD"),
	}
}

func board(round knock.View, mine bool, legal string) table.Props {
	p := table.Props{
		Club: club, Table: 21, At: "9.41.114", Match: 9, Idem: "4f0c1d9a", View: matchView(round, mine),
		Seats: []part.Person{ana, bento}, Log: moveLog(),
	}
	if legal != "" {
		p.Legal = moves(legal)
	}
	return p
}

const (
	drawMoves   = "draw @stock, draw @discard"
	decideMoves = "discard 2H, discard 4H, discard 5C, discard 6C, discard 7C, discard 8H, discard 8S, discard AD, knock 4H"
	wildMoves   = "discard 2C, discard 3S, discard 4H, discard 7D, discard 9S, discard JC, discard QH"
)
