package rummy

import (
	"slices"
	"strconv"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/rummy"
	"carteado/views/page"
	"carteado/views/part"
	"carteado/views/table"
	"carteado/views/table/sample"
)

var everybody = []part.Person{sample.Ana, sample.Bento, sample.Celia, sample.Davi, sample.Iara, sample.Robot}

func laid(by engine.Seat, text string) rummy.Meld {
	return rummy.Meld{By: by, Cards: sample.Cards(text)}
}

// added is a meld on which another seat laid off.
func added(by engine.Seat, text string, at engine.Seat, late string) rummy.Meld {
	m := laid(by, text)
	for _, c := range sample.Cards(late) {
		m.Added = append(m.Added, rummy.Added{Card: c, By: at})
	}
	return m
}

// sampleDraw is Ana's turn at a table for two, before she has drawn.
func sampleDraw() rummy.View {
	return rummy.View{
		Seat: 0, Dealer: 0, Turn: 0, Phase: rummy.PhaseDraw, Counts: []int{8, 5}, Opened: []bool{true, true},
		Stock: 19, Renewals: 5, Discards: 9, Top: sample.One("9H"), Below: sample.One("JC"),
		Melds: []rummy.Meld{added(0, "5S 6S 7S 8S", 1, "8S"), laid(1, "QD QH QS"), laid(0, "4C 4D 4H"), laid(1, "8D 9D TD")},
		Known: make([][]card.Card, 2), Hand: sample.Cards("AC 2H 7C 7H 8H JD QC KS"),
	}
}

// samplePlay is the same turn, with the nine of hearts taken.
func samplePlay() rummy.View {
	v := sampleDraw()
	v.Phase, v.Counts[0], v.Discards, v.Top, v.Below = rummy.PhasePlay, 9, 8, sample.One("JC"), sample.One("3S")
	v.Hand, v.Taken, v.Drawn = sample.Cards("AC 2H 7C 7H 8H 9H JD QC KS"), sample.One("9H"), sample.One("9H")
	return v
}

// sampleFirst is a deal for three before the first move.
func sampleFirst() rummy.View {
	return rummy.View{
		Seat: 0, Dealer: 2, Turn: 0, Phase: rummy.PhaseDraw, Counts: []int{7, 7, 7}, Opened: make([]bool, 3),
		Stock: 30, Renewals: 5, Discards: 1, Top: sample.One("5H"), Known: make([][]card.Card, 3), Hand: sample.Cards("AC 3D 6C 6S TD JH KS"),
	}
}

// sampleSix is a full table late in a round.
func sampleSix() rummy.View {
	return rummy.View{
		Seat: 0, Dealer: 5, Turn: 0, Phase: rummy.PhasePlay, Counts: []int{5, 4, 6, 1, 5, 3}, Opened: make([]bool, 6),
		Stock: 7, Renewals: 4, Discards: 5, Top: sample.One("TC"), Below: sample.One("6D"), Known: make([][]card.Card, 6),
		Melds: []rummy.Meld{
			laid(5, "AS 2S 3S"), added(1, "TH JH QH KH", 3, "KH"), laid(2, "5C 5D 5H"), laid(4, "6C 7C 8C 9C"), laid(1, "9D 9H 9S"),
			added(0, "AD 2D 3D 4D", 2, "4D"), laid(3, "KC KD KS"), laid(4, "6S 7S 8S"),
		},
		Hand: sample.Cards("3H 4S 5S JC JD"), Drawn: sample.One("JD"),
	}
}

// sampleCrowded has more groups on the table than most rounds ever see.
func sampleCrowded() rummy.View {
	v := sampleSix()
	v.Counts, v.Stock, v.Renewals = []int{3, 1, 1, 1, 1, 1}, 0, 0
	v.Melds = append(v.Melds, laid(2, "6D 7D 8D"), laid(5, "QC QD QS"), laid(2, "2C 3C 4C"), laid(3, "6H 7H 8H"), laid(1, "2H 3H 4H"))
	v.Hand, v.Drawn, v.Top, v.Below = sample.Cards("4S 5S JC"), sample.One("JC"), sample.One("TC"), sample.One("JS")
	return v
}

// sampleHardest are tables as full as the pack allows, each with its melds and Ana's
// hand. The others hold one card each.
var sampleHardest = []struct {
	name  string
	seats int
	melds []string
	hand  string
}{
	{"2-hardest", 2, []string{
		"AC 2C 3C 4C", "AD 2D 3D 4D 5D 6D 7D", "AH 2H 3H 4H", "AS 2S 3S 4S 5S", "9C 9D 9H 9S", "TC TD TH TS", "JC JD JH JS", "QC QD QH QS",
	}, "5C 6C 7C 8C KC 8D KD 5H 6H 7H KH"},
	{"4-hardest", 4, []string{
		"AC AD AH", "2C 2D 2H", "3C 3D 3H", "4C 4D 4H", "5C 5D 5H", "6C 6D 6H", "7C 7D 7H", "8C 8D 8H", "9C 9D 9H", "TC TD TH", "JC JD JH", "QC QD QH", "KC KD KH",
	}, "2S 3S 4S 6S 8S TS QS KS"},
	{"4-sixteen", 4, []string{
		"AC 2C 3C", "4C 5C 6C", "7C 8C 9C", "TC JC QC", "AD 2D 3D", "4D 5D 6D", "7D 8D 9D", "TD JD QD",
		"AH 2H 3H", "4H 5H 6H", "7H 8H 9H", "TH JH QH", "AS 2S 3S", "4S 5S 6S", "7S 8S 9S", "TS JS QS",
	}, "KS"},
	{"6-hardest", 6, []string{
		"AC 2C 3C", "4C 4D 4H", "5C 5D 5H", "6C 7C 8C 9C TC JC QC KC", "AD 2D 3D", "6D 7D 8D 9D TD JD QD KD", "AH 2H 3H", "6H 7H 8H", "TH JH QH KH",
	}, "AS 3S 5S 7S 9S JS KS"},
	{"3-crowded", 3, []string{
		"6C 6D 6H", "3C 3D 3H", "4C 4D 4H 4S", "KC KD KH", "7C 7D 7H 7S", "2C 2D 2H", "TC TD TH", "AC AD AH",
		"5C 5D 5H 5S", "9C 9D 9H", "QC QD QH QS", "8C 8D 8H 8S", "JC JD JH",
	}, "2S TS KS 3S AS"},
	{"6-long", 6, []string{
		"AC 2C 3C 4C 5C 6C 7C 8C", "AD 2D 3D", "5D 6D 7D", "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "8D 9D TD JD QD KD",
	}, "9C 9S TC TS JC JS QC"},
	{"6-six", 6, []string{
		"AC 2C 3C 4C 5C 6C", "AD 2D 3D 4D 5D", "AH 2H 3H 4H", "7C 7D 7H 7S", "8D 9D TD JD QD KD", "8H 9H TH JH QH KH",
	}, "8C 9C TC JC QC KC KS"},
}

// sampleFull is one of these tables during Ana's turn.
func sampleFull(seats int, melds []string, hand string) rummy.View {
	v, used := sampleSix(), sample.Cards(hand)
	v.Hand = used
	v.Counts = []int{len(v.Hand), 1, 1, 1, 1, 1}[:seats]
	v.Opened, v.Known, v.Drawn, v.Melds = v.Opened[:seats], v.Known[:seats], v.Hand[0], nil
	for i, text := range melds {
		m := laid(engine.Seat(i%seats), text)
		if c := m.Cards[len(m.Cards)-1]; len(m.Cards) > 3 {
			m.Added = []rummy.Added{{Card: c, By: engine.Seat((i + 1) % seats)}}
		}
		v.Melds = append(v.Melds, m)
		used = append(used, m.Cards...)
	}
	spare := slices.DeleteFunc(card.French(), func(c card.Card) bool { return slices.Contains(used, c) })
	v.Top, v.Below = spare[0], spare[1]
	return v
}

// sampleHard are the boards of these tables. A card fits every second meld, and the
// last turn was a long one. A player has left the tables for four; those for six have
// bots.
func sampleHard() (pages []table.Sample) {
	for _, hard := range sampleHardest {
		v := sampleFull(hard.seats, hard.melds, hard.hand)
		legal := "discard " + v.Hand[0].String()
		for i := 0; i < len(v.Melds); i += 2 {
			legal += "; layoff " + v.Hand[0].String() + " >meld:" + strconv.Itoa(i+1)
		}
		p := sampleProps(v, legal)
		p.Log = did(66, sample.Entry(0, 1, "took", "6C"), sample.Entry(0, 1, "melded", hard.melds[0]), sample.Entry(0, 1, "laid_off", "8S"), sample.Entry(0, 1, "laid_off", "TH"), sample.Entry(0, 1, "discarded", "QC"))
		switch hard.seats {
		case 4:
			p.View.Left = []bool{false, false, true, false}
		case 6:
			for i := range p.Seats[1:] {
				p.Seats[i+1] = part.Person{Bot: "steady", Number: i + 1}
			}
		}
		pages = append(pages, sample.Page("rummy-"+hard.name, table.Page(p)))
	}
	return pages
}

func sampleWait() rummy.View {
	v := sampleDraw()
	v.Turn, v.Discards, v.Top, v.Below = 1, 9, sample.One("KS"), sample.One("JC")
	v.Melds = append(v.Melds, laid(0, "7H 8H 9H"))
	v.Melds[1] = added(1, "QC QD QH QS", 0, "QC")
	v.Counts, v.Hand = []int{4, 5}, sample.Cards("AC 2H 7C JD")
	return v
}

// sampleRenew is a turn that begins with an empty stock.
func sampleRenew() rummy.View {
	v := sampleDraw()
	v.Stock, v.Renewals, v.Discards = 0, 2, 14
	return v
}

// sampleAtOnce is a hand that can be laid as a whole, at a table that allows it.
func sampleAtOnce() rummy.View {
	round, err := rummy.Game{}.Deal(engine.Setup{
		Seats: 2, Dealer: 1, Options: engine.Options{"melds_per_turn": "1_except_rummy"}, Pack: atOnce(),
	})
	if err == nil {
		_, err = round.Play(0, sample.Moves("draw @stock")[0])
	}
	if err != nil {
		panic("sample: " + err.Error())
	}
	return round.View(0).(rummy.View)
}

// atOnce is a pack that deals three groups and a card to draw.
func atOnce() []card.Card {
	mine, theirs := sample.Cards("4C 4D 4H 8S 9S TS JS AD 2D KC"), sample.Cards("2C 3C 5H 6D 7S 9H TD QC QD KS")
	var pack []card.Card
	for i := range mine {
		pack = append(pack, mine[i], theirs[i])
	}
	pack = append(pack, sample.Cards("6H 3D")...)
	for _, c := range card.French() {
		if !slices.Contains(pack, c) {
			pack = append(pack, c)
		}
	}
	return pack
}

// sampleOut is a round that Ana won, all at once.
func sampleOut(how string) rummy.View {
	v := sampleSix()
	v.Turn, v.Phase, v.Hand, v.Drawn = engine.Nobody, rummy.PhaseOver, nil, card.Unknown
	v.End = &rummy.End{
		How: how, Winner: 0, Double: how == "rummy",
		Hands: [][]card.Card{nil, sample.Cards("4C KC"), sample.Cards("AS 9H QD"), sample.Cards("5S"), sample.Cards("2C 3S JC JD QC KS"), sample.Cards("4S 8C TS")},
	}
	v.End.Values = []int{0, 14, 20, 5, 45, 22}
	points := 106
	if v.End.Double {
		points *= 2
	}
	v.End.Points = []int{points, 0, 0, 0, 0, 0}
	return v
}

// sampleBlocked is a round for three that nobody could finish.
func sampleBlocked(winner engine.Seat) rummy.View {
	v := sampleFirst()
	v.Turn, v.Phase, v.Hand, v.Stock, v.Renewals, v.Discards = engine.Nobody, rummy.PhaseOver, nil, 0, 0, 12
	v.Melds = []rummy.Meld{laid(1, "5S 6S 7S"), laid(2, "QD QH QS")}
	v.End = &rummy.End{
		How: "blocked", Winner: winner, Hands: [][]card.Card{sample.Cards("2C TD"), sample.Cards("KC KH"), sample.Cards("AH TC JS KS")},
		Values: []int{12, 20, 31}, Points: []int{27, 0, 0},
	}
	if winner == engine.Nobody {
		v.End.Hands[1], v.End.Values[1], v.End.Points[0] = sample.Cards("2D JC"), 12, 0
	}
	return v
}

func sampleMatch(round rummy.View, mine bool) engine.MatchView {
	v := engine.MatchView{
		Game: "rummy", Seat: round.Seat, Seats: len(round.Counts), Options: engine.Options{}, Target: 200, Version: 71,
		Number: 3, Dealer: round.Dealer, Totals: []int{74, 61, 120, 15, 88, 0}[:len(round.Counts)], Round: round,
	}
	switch {
	case mine:
		v.ToMove = []engine.Seat{0}
	case round.Turn != engine.Nobody:
		v.ToMove = []engine.Seat{round.Turn}
	}
	return v
}

// did is a turn in the log, newest last.
func did(from int, entries ...table.Entry) []table.Entry {
	for i := range entries {
		entries[i].Version = from + i
	}
	slices.Reverse(entries)
	return entries
}

func sampleLog() []table.Entry {
	return did(61,
		sample.Entry(0, 0, "took", "4C"), sample.Entry(0, 0, "melded", "4C 4D 4H"), sample.Entry(0, 0, "discarded", "JC"),
		sample.Entry(0, 1, "drew", ""), sample.Entry(0, 1, "laid_off", "8S"), sample.Entry(0, 1, "discarded", "9H"))
}

func sampleProps(round rummy.View, legal string) table.Props {
	return table.Props{
		Club: sample.Club, Table: 9, At: "7.20.71", Match: 7, Idem: "4f0c1d9a", View: sampleMatch(round, legal != ""),
		Seats: slices.Clone(everybody[:len(round.Counts)]), Log: sampleLog(), Legal: sample.Moves(legal),
	}
}

func drops(v rummy.View) string {
	text := ""
	for _, c := range v.Hand {
		if c != v.Taken {
			text += "; discard " + c.String()
		}
	}
	return text
}

const (
	sampleDraws  = "draw @stock; draw @discard"
	sampleMoves  = "meld 7H 8H 9H; layoff JD >meld:4; layoff QC >meld:2"
	sampleSixers = "layoff 4S >meld:1"
)

func (Face) Samples() []table.Sample {
	chosen := sampleProps(samplePlay(), sampleMoves+drops(samplePlay()))
	chosen.Chosen = []string{"7H", "8H", "9H"}
	taken := sampleProps(samplePlay(), sampleMoves+drops(samplePlay()))
	taken.Chosen, taken.Refusal = []string{"9H"}, &table.Refusal{Kind: "illegal", Rule: rummy.RuleTaken}
	first := sampleProps(sampleFirst(), sampleDraws)
	first.Log = nil
	six := sampleProps(sampleSix(), sampleSixers+drops(sampleSix()))
	six.Log = append(did(68, sample.Entry(0, 5, "drew", ""), sample.Entry(0, 5, "melded", "AS 2S 3S"), sample.Entry(0, 5, "discarded", "TC")), sampleLog()...)
	six.Log = append([]table.Entry{sample.Entry(71, 0, "drew", "")}, six.Log...)
	six.Log[0].Events[0].Secret = sample.Cards("JD")
	crowded := sampleProps(sampleCrowded(), "layoff 4S >meld:1; layoff 5S >meld:8"+drops(sampleCrowded()))
	away := sampleSix()
	away.Turn, away.Phase, away.Drawn = 3, rummy.PhasePlay, card.Unknown
	left := sampleProps(away, "")
	left.View.Left = make([]bool, 6)
	left.View.Left[4] = true
	watched := sampleSix()
	watched.Seat, watched.Turn, watched.Hand, watched.Drawn = engine.Spectator, 2, nil, card.Unknown
	watching := sampleProps(watched, "")
	watching.Seats[0] = part.Person{ID: 6, Name: "Heitor"}
	atOnceProps := sampleProps(sampleAtOnce(), "meld 4C 4D 4H; meld 8S 9S TS JS; meld AD 2D 3D"+drops(sampleAtOnce()))
	pair := sampleWait()
	pair.Seat, pair.Hand = engine.Spectator, nil
	duel := sampleProps(pair, "")
	duel.Seats = []part.Person{sample.Celia, sample.Bento}
	wait := sampleProps(sampleWait(), "")
	wait.Log = append(did(67, sample.Entry(0, 0, "took", "9H"), sample.Entry(0, 0, "melded", "7H 8H 9H"), sample.Entry(0, 0, "laid_off", "QC"), sample.Entry(0, 0, "discarded", "KS")), sampleLog()...)
	return append(sampleHard(),
		sample.Page("recap-six-over", page.Recap(recapOfSix(engine.ByTarget, []int{1, 3, 2, 4, 4, 4}, nil))),
		sample.Page("recap-six-shared", page.Recap(recapOfSix(engine.ByRounds, []int{1, 3, 1, 4, 4, 4}, nil))),
		sample.Page("recap-six-left", page.Recap(recapOfSix(engine.ByLeft, []int{1, 2, 3, 4, 5, 6}, []bool{false, true, true, true, true, true}))),
		sample.Page("recap-six-closed", page.Recap(recapOfSix(engine.ByClose, []int{1, 1, 1, 1, 1, 1}, nil))),
		sample.Page("rummy-draw", table.Page(sampleProps(sampleDraw(), sampleDraws))),
		sample.Page("rummy-first", table.Page(first)),
		sample.Page("rummy-play", table.Page(chosen)),
		sample.Page("rummy-refused", table.Page(taken)),
		sample.Page("rummy-wait", table.Page(wait)),
		sample.Page("rummy-renew", table.Page(sampleProps(sampleRenew(), sampleDraws))),
		sample.Page("rummy-at-once", table.Page(atOnceProps)),
		sample.Page("rummy-6", table.Page(six)),
		sample.Page("rummy-6-left", table.Page(left)),
		sample.Page("rummy-6-crowded", table.Page(crowded)),
		sample.Page("rummy-spectator", table.Page(watching)),
		sample.Page("rummy-spectator-2", table.Page(duel)),
		sample.Page("rummy-recap", page.Recap(sampleRecap(sampleOut("out")))),
		sample.Page("rummy-recap-rummy", page.Recap(sampleRecap(sampleOut("rummy")))),
		sample.Page("rummy-recap-blocked", page.Recap(sampleRecap(sampleBlocked(0)))),
		sample.Page("rummy-recap-nobody", page.Recap(sampleRecap(sampleBlocked(engine.Nobody)))),
		sample.Page("rummy-replay", page.Replay(sampleReplay(6))),
		sample.Page("rummy-replay-2", page.Replay(sampleReplay(2))),
		sample.Fragment("board-rummy", table.Fragment(sampleProps(sampleSix(), sampleSixers+drops(sampleSix())))),
	)
}

func sampleRecap(round rummy.View) page.RecapProps {
	v := sampleMatch(round, true)
	v.Between = true
	v.ToMove = []engine.Seat{0, 1}
	totals := make([]int, v.Seats)
	for i := range 3 {
		points := make([]int, v.Seats)
		points[(i+1)%v.Seats] = 20 + 9*i
		result := engine.Result{How: "out", By: engine.Seat((i + 1) % v.Seats), Winner: engine.Seat((i + 1) % v.Seats), Points: points}
		if i == 2 {
			result = engine.Result{How: round.End.How, By: round.End.Winner, Winner: round.End.Winner, Points: round.End.Points}
		}
		for seat := range totals {
			totals[seat] += result.Points[seat]
		}
		v.Rounds = append(v.Rounds, engine.RoundScore{Number: i + 1, Totals: slices.Clone(totals), Result: result})
	}
	v.Totals = totals
	return page.RecapProps{
		Table: 9, At: "7.20.71", Match: 7, Idem: "4f0c1d9a", View: v, Seats: slices.Clone(everybody[:v.Seats]),
	}
}

// sampleReplay is a table for so many, with all hands open.
func sampleReplay(seats int) page.ReplayProps {
	round := sampleSix()
	if seats == 2 {
		round = samplePlay()
	}
	hands := [][]card.Card{round.Hand, sample.Cards("2H 4H 8H QS"), sample.Cards("AH 3D 6H 7D 7H TD"), sample.Cards("2C"), sample.Cards("3C 4C 8D JS QC"), sample.Cards("TS JH QD")}
	p := page.ReplayProps{Match: 7, Game: "rummy", Seats: slices.Clone(everybody[:seats]), Step: 2, Moves: sampleLog(), Ended: sample.Now}
	slices.Reverse(p.Moves)
	for i := range p.Moves {
		p.Moves[i].Version = i + 1
	}
	for seat := range seats {
		v := round
		v.Seat, v.Hand = engine.Seat(seat), hands[seat]
		if seat > 0 {
			v.Drawn, v.Taken = card.Unknown, card.Unknown
		}
		p.Views = append(p.Views, sampleMatch(v, false))
	}
	return p
}

// recapOfSix is the end of a match of a full table.
func recapOfSix(how string, placing []int, left []bool) page.RecapProps {
	p := sampleRecap(sampleOut("rummy"))
	p.View.Outcome, p.View.Left, p.View.Between, p.View.ToMove = &engine.Outcome{How: how, Placing: placing}, left, false, nil
	if how == engine.ByRounds {
		p.View.Target, p.View.Length = 0, 3
	}
	p.Rematch = how != engine.ByClose
	return p
}
