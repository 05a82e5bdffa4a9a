package knock

import (
	"time"

	"carteado/engine"
	"carteado/engine/knock"
	"carteado/views/page"
	"carteado/views/part"
	"carteado/views/table"
	"carteado/views/table/sample"
)

// melds reads combinations as a knock declares them.
func melds(text string) [][]engine.Word {
	m, err := engine.ParseMove("knock KD | " + text)
	if err != nil {
		panic("sample: " + err.Error())
	}
	return m.Groups()[1:]
}

func matchView(round knock.View, mine bool) engine.MatchView {
	v := engine.MatchView{
		Game: "knock", Seat: 0, Seats: 2, Options: engine.Options{}, Target: 100, LowWins: true, Version: 114,
		Number: 7, Dealer: 1, Totals: []int{41, 67}, Rounds: sample.Scores(), ToMove: []engine.Seat{1}, Round: round,
	}
	if mine {
		v.ToMove = []engine.Seat{0}
	}
	return v
}

func drawView() knock.View {
	return knock.View{
		Seat: 0, Dealer: 1, Turn: 0, Phase: knock.PhaseDraw, Turns: 11, Counts: [2]int{7, 7},
		Stock: 22, Renewals: 3, Discards: 9, Top: sample.One("KC"), Below: sample.One("9H"),
		Hand:  sample.Cards("AD 4H 5C 6C 7C 8H 8S"),
		Melds: melds("5C 6C 7C | 8H 8S AD=8D"), Rest: sample.Cards("4H"), Deadwood: 4, Limit: 3,
	}
}

func decideView() knock.View {
	v := drawView()
	v.Phase, v.Counts[0], v.Stock = knock.PhaseDecide, 8, 21
	v.Hand, v.Drawn = sample.Cards("AD 2H 4H 5C 6C 7C 8H 8S"), sample.One("2H")
	v.Rest, v.Deadwood, v.Knocks = sample.Cards("2H 4H"), 2, sample.Cards("4H")
	return v
}

func scattered() knock.View {
	v := drawView()
	v.Phase, v.Counts[0], v.Discards = knock.PhaseDecide, 8, 8
	v.Top, v.Below = sample.One("9H"), sample.One("2S")
	v.Hand, v.Taken, v.Drawn = sample.Cards("2C 3S 4H 7D 9S JC QH KC"), sample.One("KC"), sample.One("KC")
	v.Melds, v.Rest, v.Deadwood = nil, v.Hand, 48
	return v
}

func waitView() knock.View {
	v := drawView()
	v.Turn, v.Phase, v.Discards = 1, knock.PhaseDraw, 10
	v.Top, v.Below = sample.One("4H"), sample.One("KC")
	v.Hand, v.Rest, v.Deadwood = sample.Cards("AD 2H 5C 6C 7C 8H 8S"), sample.Cards("2H"), 2
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
		Seat: 0, Dealer: 1, Turn: engine.Nobody, Phase: knock.PhaseOver, Turns: 12, Stock: 21, Discards: 9,
		Top: sample.One("KC"), Below: sample.One("9H"), Limit: 3,
		End: &knock.End{
			How: "knock", Knocker: 0, KnockCard: sample.One("4H"), Points: [2]int{2, 21},
			Hands: [2]knock.Shown{
				{Melds: melds("5C 6C 7C | 8H 8S AD=8D"), Left: sample.Cards("2H"), LeftValue: 2},
				{
					Melds:   melds("JD QD KD"),
					LaidOff: []knock.LayOff{{Card: engine.Word{Card: sample.One("8C")}}},
					Left:    sample.Cards("5S 7D 9H"), Values: []int{5, 7, 9}, LeftValue: 21,
				},
			},
		},
	}
}

func spotView() knock.View {
	v := endView()
	v.End = &knock.End{
		Declared: true, How: "run_of_seven", Knocker: 0, KnockCard: sample.One("AH"),
		Hands: [2]knock.Shown{
			{Melds: melds("7H 8H 9H TH JH QH KH")},
			{Melds: melds("JD QD KD"), Left: sample.Cards("5S 7D 9C TS"), LeftValue: 31},
		},
	}
	return v
}

func voidView() knock.View {
	v := endView()
	v.End = &knock.End{
		How: "void", Knocker: engine.Nobody,
		Hands: [2]knock.Shown{{Left: sample.Cards("AC 4H 5C 6C 7C 8H 8S"), LeftValue: 39}, {Left: sample.Cards("2D 3D 7S 9C TC JD KS"), LeftValue: 55}},
	}
	return v
}

func moveLog() []table.Entry {
	drew := sample.Entry(110, 0, "drew", "")
	drew.Events[0].Secret = sample.Cards("8S")
	return []table.Entry{
		sample.Entry(113, 1, "discarded", "KC"), sample.Entry(112, 1, "drew", ""), sample.Entry(111, 0, "discarded", "9H"),
		drew, sample.Entry(109, 1, "discarded", "5S"), sample.Entry(108, 1, "took", "QD"), sample.Entry(107, 0, "discarded", "QD"),
	}
}

func board(round knock.View, mine bool, legal string) table.Props {
	return table.Props{
		Club: sample.Club, Table: 21, At: "9.41.114", Match: 9, Idem: "4f0c1d9a", View: matchView(round, mine),
		Seats: []part.Person{sample.Ana, sample.Bento}, Log: moveLog(), Legal: sample.Moves(legal),
	}
}

const (
	drawMoves   = "draw @stock; draw @discard"
	decideMoves = "discard 2H; discard 4H; discard 5C; discard 6C; discard 7C; discard 8H; discard 8S; discard AD; knock 4H"
	wildMoves   = "discard 2C; discard 3S; discard 4H; discard 7D; discard 9S; discard JC; discard QH"
)

func (Face) Samples() []table.Sample {
	refused := board(scattered(), true, wildMoves)
	refused.Chosen, refused.Refusal = []string{"KC"}, &table.Refusal{Kind: "illegal", Rule: "knock.taken"}
	limit := board(scattered(), true, wildMoves)
	limit.Chosen, limit.Refusal = []string{"QH"}, &table.Refusal{Kind: "illegal", Rule: "knock.limit", Args: map[string]int{"limit": 3, "deadwood": 48}}
	stale := board(waitView(), false, "")
	stale.Chosen, stale.Refusal = []string{"2H"}, &table.Refusal{Kind: "stale"}
	offline := board(drawView(), true, drawMoves)
	offline.Offline = true
	chosen := board(decideView(), true, decideMoves)
	chosen.Chosen = []string{"4H"}
	first := board(drawView(), true, drawMoves)
	first.Log = nil
	watching := board(spectatorView(), false, "")
	watching.View.Seat = engine.Spectator
	watching.Seats = []part.Person{sample.Bento, sample.Celia}
	named := board(spectatorView(), false, "")
	named.View.Seat, named.Seats = engine.Spectator, []part.Person{sample.LongName, sample.OddName}
	closed := recap(waitView(), false, &engine.Outcome{How: engine.ByClose, Placing: []int{1, 1}})
	closed.Closed, closed.Shut, closed.Rematch = page.Closing{By: sample.Bento.ID, Name: sample.Bento.Name, Reason: "Faltava uma carta no baralho."}, true, false
	return []table.Sample{
		sample.Page("table-draw", table.Page(board(drawView(), true, drawMoves))),
		sample.Page("table-first", table.Page(first)),
		sample.Page("table-knock", table.Page(chosen)),
		sample.Page("table-may-knock", table.Page(board(decideView(), true, decideMoves))),
		sample.Page("table-discard", table.Page(board(scattered(), true, wildMoves))),
		sample.Page("table-wait", table.Page(board(waitView(), false, ""))),
		sample.Page("table-refused", table.Page(refused)),
		sample.Page("table-limit", table.Page(limit)),
		sample.Page("table-stale", table.Page(stale)),
		sample.Page("table-offline", table.Page(offline)),
		sample.Page("table-spectator", table.Page(watching)),
		sample.Page("names-table", table.Page(named)),
		sample.Page("round", page.Round(page.RoundProps{
			Match: 9, Game: "knock", Goal: part.Goal{Unit: part.Points, Target: 100, LowWins: true}, View: endView(),
			Score: sample.Scores()[5], Seats: []part.Person{sample.Ana, sample.Bento}, Last: 6,
		})),
		sample.Page("replay", page.Replay(replay(3))),
		sample.Page("replay-start", page.Replay(replay(0))),
		sample.Page("arrange", page.Arrange(arrange())),
		sample.Page("arrange-none", page.Arrange(page.ArrangeProps{Table: 21})),
		sample.Page("recap", page.Recap(recap(endView(), true, nil))),
		sample.Page("recap-waiting", page.Recap(recap(endView(), false, nil))),
		sample.Page("recap-void", page.Recap(recap(voidView(), true, nil))),
		sample.Page("recap-over", page.Recap(recap(endView(), false, &engine.Outcome{How: engine.ByTarget, Placing: []int{1, 2}}))),
		sample.Page("recap-spot", page.Recap(recap(spotView(), false, &engine.Outcome{How: engine.BySpot, Placing: []int{1, 2}}))),
		sample.Page("recap-draw", page.Recap(recap(endView(), false, &engine.Outcome{How: engine.ByTarget, Placing: []int{1, 1}}))),
		sample.Page("recap-left", page.Recap(recap(waitView(), false, &engine.Outcome{How: engine.ByLeft, Placing: []int{2, 1}}))),
		sample.Page("recap-closed", page.Recap(closed)),
		sample.Fragment("board", table.Fragment(board(decideView(), true, decideMoves))),
		sample.Fragment("board-wait", table.Fragment(board(waitView(), false, ""))),
		sample.Fragment("recap", page.RecapFragment(recap(endView(), true, nil))),
	}
}

func recap(round knock.View, mine bool, outcome *engine.Outcome) page.RecapProps {
	v := matchView(round, mine)
	v.Number, v.Outcome, v.Between = 6, outcome, outcome == nil
	switch {
	case outcome != nil:
		v.ToMove = nil
	case mine:
		v.ToMove = []engine.Seat{0, 1}
	}
	return page.RecapProps{
		Table: 21, At: "9.41.114", Match: 9, Idem: "4f0c1d9a", View: v,
		Seats: []part.Person{sample.Ana, sample.Bento}, Rematch: outcome != nil,
	}
}

func replay(step int) page.ReplayProps {
	mine, theirs := drawView(), drawView()
	theirs.Seat = 1
	theirs.Hand, theirs.Melds, theirs.Rest, theirs.Deadwood = sample.Cards("3C 5S 7D 9H JD QD KD"), melds("JD QD KD"), sample.Cards("3C 5S 7D 9H"), 24
	kinds := []table.Entry{
		sample.Entry(1, 0, "drew", ""), sample.Entry(2, 0, "discarded", "QS"), sample.Entry(3, 1, "took", "QS"), sample.Entry(4, 1, "discarded", "5C"),
		sample.Entry(5, 0, "took", "5C"), sample.Entry(6, 0, "discarded", "9H"), sample.Entry(7, 1, "drew", ""), sample.Entry(8, 1, "discarded", "KC"), sample.Entry(9, 0, "knocked", ""),
	}
	kinds[0].Events[0].Secret, kinds[6].Events[0].Secret = sample.Cards("8S"), sample.Cards("KC")
	views := []engine.MatchView{matchView(mine, true), matchView(theirs, true)}
	for i := range views {
		views[i].Number = 1
	}
	return page.ReplayProps{
		Match: 8, Game: "knock", Seats: []part.Person{sample.Ana, sample.Bento}, Step: step, Moves: kinds, Starts: []int{0, 4, 8}, Rounds: 3,
		Outcome: engine.Outcome{How: engine.ByTarget, Placing: []int{2, 1}}, Ended: sample.Now.Add(-22 * time.Hour),
		Views: views,
	}
}

func arrange() page.ArrangeProps {
	return page.ArrangeProps{
		Table: 21, Version: 114, Idem: "4f0c1d9a", Card: "4H", Cards: []string{"4H", "2H"}, Hand: decideView().Hand,
		Moves: sample.Moves("knock 4H | 5C 6C 7C | 8H 8S AD=8D; knock 4H | 5C 6C 7C | 8H 8S AD=8C; knock 4H | 5C 6C 7C AD=8C"),
	}
}
