package palace

import (
	"strings"
	"time"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/palace"
	"carteado/views/page"
	"carteado/views/part"
	"carteado/views/table"
	"carteado/views/table/sample"
)

var fivePeople = []part.Person{sample.Ana, sample.Bento, sample.Celia, sample.Davi, sample.Robot}

// places reads a row, with ?? for an empty place.
func places(text string) (row [palace.Places]card.Card) {
	copy(row[:], sample.Cards(text))
	return row
}

func closed(n int) (row [palace.Places]bool) {
	for i := range n {
		row[i] = true
	}
	return row
}

// duel is Ana's view of a round of two in its middle, on her turn.
func duel() palace.View {
	return palace.View{
		Seat: 0, Dealer: 1, Turn: 0, Phase: palace.PhasePlay, Zone: palace.ZoneHand,
		Out: []int{0, 0}, Counts: []int{5, 3}, Up: [][palace.Places]card.Card{places("AH TH 2D"), places("KD TC 7S")},
		Down: [][palace.Places]bool{closed(3), closed(3)}, Draw: 14, Burned: 12,
		Pile: sample.Cards("4C 5H 6C 8H 9C 9D"), Hand: sample.Cards("4D 9S JC JH 2S"),
	}
}

// five is the same at a table of five, towards the end.
func five() palace.View {
	return palace.View{
		Seat: 0, Dealer: 3, Turn: 0, Phase: palace.PhasePlay, Zone: palace.ZoneHand, Out: make([]int, 5),
		Counts: []int{5, 3, 0, 12, 0},
		Up: [][palace.Places]card.Card{
			places("AH TH 2D"), places("KD TC 7S"), places("9H 4D ??"), places("AS 2C QH"), places("?? ?? ??"),
		},
		Down: [][palace.Places]bool{closed(3), closed(3), closed(3), closed(3), closed(2)},
		Pile: sample.Cards("6H"), Burned: 31, Last: 240, Hand: sample.Cards("4S 5D 6C 6D QH"),
	}
}

func plays(text string) []engine.Move {
	var list []engine.Move
	for _, c := range sample.Cards(text) {
		list = append(list, engine.NewMove("play", c))
	}
	return list
}

func sampleEntry(version int, seat engine.Seat, kind, words string, to engine.PileKind, n int) table.Entry {
	e := sample.Entry(version, seat, kind, words)
	e.Events[0].To, e.Events[0].N = engine.In(to), n
	return e
}

func sampleLog() []table.Entry {
	return []table.Entry{
		sampleEntry(31, 1, "played", "9C 9D", engine.Discard, 0), sampleEntry(30, 0, "played", "8H", engine.Discard, 0),
		sampleEntry(29, 1, "played", "6C", engine.Discard, 0), sampleEntry(28, 0, "took", "", engine.Hand, 4),
		sampleEntry(27, 1, "played", "KS", engine.Discard, 0), sampleEntry(26, 0, "played", "5C", engine.Discard, 0),
		sampleEntry(25, 0, "burned", "TS", engine.Burned, 0), sampleEntry(24, 1, "played", "QH QC", engine.Discard, 0),
	}
}

// sampleTable is a table as its view says; legal moves make it Ana's turn.
func sampleTable(v palace.View, legal []engine.Move) table.Props {
	n := len(v.Up)
	p := table.Props{
		Club: sample.Club, Table: 12, At: "9.41.31", Match: 9, Idem: "4f0c1d9a", Seats: fivePeople[:n], Log: sampleLog(), Legal: legal,
		View: engine.MatchView{
			Game: "palace", Seats: n, Options: engine.Options{"scoring": "wins", "ten_on_any": "on"}, Target: 2, Version: 31, Number: 4,
			Dealer: v.Dealer, Totals: []int{1, 1, 0, 0, 0}[:n], ToMove: []engine.Seat{1}, Round: v,
		},
	}
	if legal != nil {
		p.View.ToMove = []engine.Seat{0}
	}
	return p
}

// sampleState is a page of the table after some changes to a view.
func sampleState(name string, v palace.View, legal []engine.Move, change func(*palace.View, *table.Props)) table.Sample {
	p := sampleTable(v, legal)
	if change != nil {
		change(&v, &p)
		p.View.Round = v
	}
	return sample.Page("palace-"+name, table.Page(p))
}

func exchanging(n int) (palace.View, []engine.Move) {
	v := five()
	v.Phase, v.Turn, v.Dealer, v.Pile, v.Burned, v.Last, v.Draw = palace.PhaseExchange, engine.Nobody, 1, nil, 0, 0, 34
	v.Ready, v.Out, v.Counts = []bool{false, true, false, false, true}[:n], v.Out[:n], []int{3, 3, 3, 3, 3}[:n]
	v.Up = [][palace.Places]card.Card{places("6H 4C QD"), v.Up[1], places("9H 4D 3S"), v.Up[3], places("KS KC 8D")}[:n]
	v.Down = [][palace.Places]bool{closed(3), closed(3), closed(3), closed(3), closed(3)}[:n]
	v.Hand = sample.Cards("3H KH 2S")
	return v, sample.Moves("swap 3H 6H; swap 3H 4C; swap 3H QD; swap KH 6H; swap KH 4C; swap KH QD; swap 2S 6H; swap 2S 4C; swap 2S QD; ready")
}

func (Face) Samples() []table.Sample {
	all := plays("9S JC JH 2S")
	quiet := func(_ *palace.View, p *table.Props) { p.Log = nil }
	two, twoSwaps := exchanging(2)
	many, manySwaps := exchanging(5)
	upStage := func(v *palace.View, _ *table.Props) {
		v.Draw, v.Zone, v.Hand, v.Counts, v.Last = 0, palace.ZoneUp, nil, []int{0, 2}, 190
	}
	downStage := func(v *palace.View, p *table.Props) {
		upStage(v, p)
		v.Zone, v.Up[0], v.Down[0] = palace.ZoneDown, places("?? ?? ??"), [palace.Places]bool{true, false, true}
	}
	return []table.Sample{
		sampleState("play", duel(), all, func(_ *palace.View, p *table.Props) { p.Chosen = []string{"JH", "JC"} }),
		sampleState("wait", duel(), nil, func(v *palace.View, p *table.Props) {
			v.Turn, v.Counts[0], v.Hand, v.Pile = 1, 3, sample.Cards("4D 9S 2S"), append(v.Pile, sample.Cards("JH JC")...)
			p.Log = append([]table.Entry{sampleEntry(32, 0, "played", "JH JC", engine.Discard, 0)}, p.Log...)
		}),
		sampleState("refused", duel(), all, func(_ *palace.View, p *table.Props) {
			p.Chosen, p.Refusal = []string{"4D"}, &table.Refusal{Kind: "illegal", Rule: "palace.lower"}
		}),
		sampleState("offline", duel(), all, func(_ *palace.View, p *table.Props) { p.Offline = true }),
		sampleState("take", duel(), sample.Moves("take"), func(v *palace.View, _ *table.Props) {
			v.Pile, v.Hand, v.Counts[0] = append(v.Pile, sample.One("AS")), sample.Cards("4D 9S JC"), 3
		}),
		sampleState("long", duel(), plays("3D 4C 5S 6H 8H 9C JH QH KS AC 2S"), func(v *palace.View, p *table.Props) {
			v.Draw, v.Pile = 3, sample.Cards("3C")
			v.Hand, v.Counts[0] = sample.Cards("3D 4C 4D 5S 6C 6H 8H 9C 9D 9S JC JH QH KS AC 2S"), 16
			p.Log, p.Chosen = append([]table.Entry{sampleEntry(32, 1, "played", "3C", engine.Discard, 0)}, p.Log...), []string{"9C", "9D", "9S"}
		}),
		sampleState("exchange", two, twoSwaps, quiet),
		sampleState("exchange-5", many, manySwaps, func(v *palace.View, p *table.Props) {
			quiet(v, p)
			p.View.ToMove, p.Chosen = []engine.Seat{0, 2, 3}, []string{"KH", "4C @up"}
		}),
		sampleState("exchange-ready", many, nil, func(v *palace.View, p *table.Props) {
			quiet(v, p)
			v.Ready[0], p.View.ToMove = true, []engine.Seat{2, 3}
		}),
		sampleState("up", duel(), plays("AH TH 2D"), func(v *palace.View, p *table.Props) {
			upStage(v, p)
			v.Up[0] = places("AH 6H 2D")
			p.Chosen = []string{"AH @up"}
		}),
		sampleState("up-take", duel(), sample.Moves("take 4C; take 5D; take 6H"), func(v *palace.View, p *table.Props) {
			upStage(v, p)
			v.Up[0], v.Pile = places("4C 5D 6H"), append(v.Pile, sample.One("KS"))
			p.View.Options["take_with_faceup"] = "on"
		}),
		sampleState("down", duel(), sample.Moves("flip @down:1; flip @down:3"), downStage),
		sampleState("down-wait", duel(), nil, downStage),
		sampleState("burn", duel(), plays("4D 9S JC JH 2S"), func(v *palace.View, p *table.Props) {
			v.Pile, v.Burned = nil, 19
			p.Log = append([]table.Entry{sampleEntry(32, 0, "burned", "TS", engine.Burned, 0)}, p.Log...)
		}),
		sampleState("burn-four", duel(), nil, func(v *palace.View, p *table.Props) {
			v.Pile, v.Burned = nil, 22
			p.Log = append([]table.Entry{sampleEntry(32, 1, "burned", "8C 8D 8H 8S", engine.Burned, 0)}, p.Log...)
		}),
		sampleState("flip-failed", duel(), plays("4D 9S JC JH 2S"), func(v *palace.View, p *table.Props) {
			upStage(v, p)
			v.Zone, v.Hand, v.Counts = palace.ZoneHand, sample.Cards("4D 9S JC JH 2S"), []int{5, 8}
			v.Up[1], v.Down[1], v.Pile = places("?? ?? ??"), closed(2), nil
			p.Log = append([]table.Entry{sampleEntry(32, 1, "failed", "5D", engine.Hand, 7)}, p.Log...)
		}),
		sampleState("block", duel(), all, func(v *palace.View, _ *table.Props) { v.Draw, v.Last = 0, 12 }),
		sampleState("3", three(), plays("9S JC JH 2S"), nil),
		sampleState("4", four(), nil, nil),
		sampleState("5", five(), plays("6C 6D QH"), sampleSix),
		sampleState("5-told", five(), plays("6C 6D QH"), func(v *palace.View, p *table.Props) {
			v.Pile = nil
			burned := sampleEntry(58, 4, "burned", "8C 8D 8H 8S", engine.Burned, 9)
			drew := engine.Event{Kind: "drew", Seat: 4, Open: true, N: 3}
			burned.Events = append(burned.Events, drew)
			p.Log = []table.Entry{burned}
		}),
		sampleState("5-long", five(), plays("6C 6C 7H 9C KD 2C"), func(v *palace.View, p *table.Props) {
			sampleSix(v, p)
			v.Hand, v.Counts[0] = sample.Cards("3H 3H 4S 5D 6C 6C 7H 7H 9C JD JD KD KH AS AS 2C"), 16
			p.Chosen = []string{"6C", "6C"}
		}),
		sampleState("5-hoard", five(), plays("6C 6C 7H 9C KD 2C"), func(v *palace.View, p *table.Props) {
			sampleSix(v, p)
			v.Hand = sample.Cards("3H 3H 3S 4S 4C 5D 5H 6C 6C 7H 7H 7S 8C 8C 9C 9S JD JD QC QD KD KH AS AS 2C 2H 2H TC")
			v.Counts[0] = len(v.Hand)
		}),
		sampleState("5-most", five(), plays("6C 6C 7H 9C KD 2C"), func(v *palace.View, p *table.Props) {
			sampleSix(v, p)
			v.Hand = sample.Cards(strings.TrimSpace(strings.Repeat("3H 4S 5D 6C 7H 8C 9C JD QC KD AS 2C ", 4)))
			v.Counts[0] = len(v.Hand)
		}),
		sampleState("5-out", five(), nil, func(v *palace.View, p *table.Props) {
			v.Out[0], v.Out[2], v.Counts[0], v.Hand, v.Turn = 1, 2, 0, nil, 1
			v.Up[0], v.Up[2] = places("?? ?? ??"), places("?? ?? ??")
			v.Down[0], v.Down[2], v.Down[3] = closed(0), closed(0), closed(3)
			p.View.Options, p.View.Target, p.View.Length, p.View.Totals = engine.Options{"scoring": "placement", "rounds": "6"}, 0, 6, []int{4, 2, 7, 0, 5}
			p.View.Left = []bool{false, false, false, true, false}
		}),
		sampleState("spectator", five(), nil, func(v *palace.View, p *table.Props) {
			v.Seat, v.Hand, v.Zone = engine.Spectator, nil, ""
			p.View.Seat, p.Seats = engine.Spectator, []part.Person{sample.Iara, sample.Bento, sample.Celia, sample.Davi, sample.Robot}
		}),
		sample.Page("palace-recap", page.Recap(sampleRecap(sampleEndView("out"), 2))),
		sample.Page("palace-recap-5", page.Recap(sampleRecap(samplePlacesView(), 5))),
		sample.Page("palace-blocked", page.Recap(sampleRecap(sampleEndView("blocked"), 2))),
		sample.Page("palace-void", page.Recap(sampleRecap(sampleEndView("void"), 2))),
		sample.Page("palace-replay", page.Replay(sampleReplay(2))),
		sample.Page("palace-replay-5", page.Replay(sampleReplay(5))),
		sample.Fragment("palace-long", table.Fragment(sampleTable(five(), plays("6C 6D QH")))),
	}
}

// sampleSix puts the robot's six on the pile as the last move.
func sampleSix(_ *palace.View, p *table.Props) {
	p.Log = append([]table.Entry{sampleEntry(58, 4, "played", "6H", engine.Discard, 0), sampleEntry(57, 3, "took", "", engine.Hand, 9)}, p.Log...)
}

func three() palace.View {
	v := duel()
	v.Out, v.Counts = make([]int, 3), []int{5, 3, 4}
	v.Up = append(v.Up, places("KS 5S QC"))
	v.Down = append(v.Down, closed(3))
	return v
}

func four() palace.View {
	v := five()
	v.Out, v.Counts, v.Up, v.Down = v.Out[:4], v.Counts[:4], v.Up[:4], v.Down[:4]
	v.Turn, v.Draw, v.Last = 1, 22, 0
	return v
}

// sampleEndView is a finished round of two: Ana went out, or it was blocked.
func sampleEndView(how string) palace.View {
	v := duel()
	v.Phase, v.Turn, v.Zone, v.Hand, v.Draw = palace.PhaseOver, engine.Nobody, "", nil, 0
	v.End = &palace.End{
		How: how, Winner: 0, Hands: [][]card.Card{nil, sample.Cards("4D 9S")}, Up: [][palace.Places]card.Card{places("?? ?? ??"), places("?? ?? ??")},
		Down: [][palace.Places]card.Card{places("?? ?? ??"), places("QS ?? 3C")}, Left: []int{0, 4}, Points: []int{1, 0},
	}
	if how != "out" {
		v.End.Hands[0], v.End.Left[0] = sample.Cards("5H KC"), 2
	}
	if how == "void" {
		v.End.Winner, v.End.Places, v.End.Points = engine.Nobody, nil, []int{0, 0}
		v.End.Hands[0], v.End.Left[0] = sample.Cards("5H 5S KC KS"), 4
	}
	return v
}

// samplePlacesView is a round of five played for places.
func samplePlacesView() palace.View {
	v := five()
	none := places("?? ?? ??")
	v.Phase, v.Turn, v.Zone, v.Hand = palace.PhaseOver, engine.Nobody, "", nil
	v.Out = []int{2, 1, 0, 3, 4}
	v.End = &palace.End{
		How: "out", Winner: 1, Places: []int{2, 1, 5, 3, 4}, Points: []int{3, 4, 0, 2, 1}, Left: []int{0, 0, 23, 0, 0},
		Hands: [][]card.Card{nil, nil, sample.Cards("3H 3H 4S 5D 6C 6C 7H 7H 9C JD JD KD KH AS AS 2C 2H 2H"), nil, nil},
		Up:    [][palace.Places]card.Card{none, none, places("9H 4D ??"), none, none},
		Down:  [][palace.Places]card.Card{none, none, places("QS 8C 3C"), none, none},
	}
	return v
}

func sampleRecap(v palace.View, n int) page.RecapProps {
	t := sampleTable(v, []engine.Move{})
	t.View.Between = true
	t.View.Rounds = []engine.RoundScore{{Number: 1, Totals: t.View.Totals, Result: engine.Result{
		How: v.End.How, By: v.End.Winner, Winner: v.End.Winner, Loser: engine.Nobody, Points: v.End.Points, Places: v.End.Places,
	}}}
	if n > 2 {
		t.View.Options, t.View.Target, t.View.Length, t.View.Totals = engine.Options{"scoring": "placement"}, 0, 3, v.End.Points
		t.View.Rounds[0].Totals = v.End.Points
	}
	return page.RecapProps{Table: 12, At: t.At, Match: 9, Idem: t.Idem, View: t.View, Seats: t.Seats}
}

func sampleReplay(n int) page.ReplayProps {
	hands := strings.Split("4D 9S JC JH 2S|3H 8C KC||3H 3S 4S 5D 6C 6C 7H 7H 9C JD JD KD|", "|")
	p := page.ReplayProps{Match: 8, Game: "palace", Seats: fivePeople[:n], Step: 2, Ended: sample.Now.Add(-22 * time.Hour)}
	for seat := range n {
		v := five()
		if n == 2 {
			v = duel()
		}
		v.Seat, v.Hand = engine.Seat(seat), nil
		if hands[seat] != "" {
			v.Hand = sample.Cards(hands[seat])
		}
		m := sampleTable(v, nil).View
		m.Seat = v.Seat
		p.Views = append(p.Views, m)
	}
	for i, e := range sampleLog()[:4] {
		e.Version = i + 1
		p.Moves = append(p.Moves, e)
	}
	return p
}
