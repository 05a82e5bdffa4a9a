package gallery

import (
	"slices"
	"strconv"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/rummy"
	"carteado/views/page"
	"carteado/views/part"
	"carteado/views/table"
)

var everybody = []part.Person{ana, bento, celia, davi, iara, robot}

func laid(by engine.Seat, text string) rummy.Meld { return rummy.Meld{By: by, Cards: cards(text)} }

// added is a group on which others laid off.
func added(by engine.Seat, text string, at engine.Seat, late string) rummy.Meld {
	m := laid(by, text)
	for _, c := range cards(late) {
		m.Added = append(m.Added, rummy.Added{Card: c, By: at})
	}
	return m
}

// rummyDraw is Ana's turn at a table for two, before she has drawn.
func rummyDraw() rummy.View {
	return rummy.View{
		Seat: 0, Dealer: 0, Turn: 0, Phase: rummy.PhaseDraw, Counts: []int{8, 5}, Opened: []bool{true, true},
		Stock: 19, Renewals: 5, Discards: 9, Top: one("9H"), Below: one("JC"),
		Melds: []rummy.Meld{added(0, "5S 6S 7S 8S", 1, "8S"), laid(1, "QD QH QS"), laid(0, "4C 4D 4H"), laid(1, "8D 9D TD")},
		Known: make([][]card.Card, 2), Hand: cards("AC 2H 7C 7H 8H JD QC KS"),
	}
}

// rummyPlay is the same turn, with the nine of hearts taken.
func rummyPlay() rummy.View {
	v := rummyDraw()
	v.Phase, v.Counts[0], v.Discards, v.Top, v.Below = rummy.PhasePlay, 9, 8, one("JC"), one("3S")
	v.Hand, v.Taken, v.Drawn = cards("AC 2H 7C 7H 8H 9H JD QC KS"), one("9H"), one("9H")
	return v
}

// rummyFirst is a deal for three of which nothing has been played.
func rummyFirst() rummy.View {
	return rummy.View{
		Seat: 0, Dealer: 2, Turn: 0, Phase: rummy.PhaseDraw, Counts: []int{7, 7, 7}, Opened: make([]bool, 3),
		Stock: 30, Renewals: 5, Discards: 1, Top: one("5H"), Known: make([][]card.Card, 3), Hand: cards("AC 3D 6C 6S TD JH KS"),
	}
}

// rummySix is a full table late in a round.
func rummySix() rummy.View {
	return rummy.View{
		Seat: 0, Dealer: 5, Turn: 0, Phase: rummy.PhasePlay, Counts: []int{5, 4, 6, 1, 5, 3}, Opened: make([]bool, 6),
		Stock: 7, Renewals: 4, Discards: 5, Top: one("TC"), Below: one("6D"), Known: make([][]card.Card, 6),
		Melds: []rummy.Meld{
			laid(5, "AS 2S 3S"), added(1, "TH JH QH KH", 3, "KH"), laid(2, "5C 5D 5H"), laid(4, "6C 7C 8C 9C"), laid(1, "9D 9H 9S"),
			added(0, "AD 2D 3D 4D", 2, "4D"), laid(3, "KC KD KS"), laid(4, "6S 7S 8S"),
		},
		Hand: cards("3H 4S 5S JC JD"), Drawn: one("JD"),
	}
}

// rummyCrowded has more groups on the table than most rounds ever see.
func rummyCrowded() rummy.View {
	v := rummySix()
	v.Counts, v.Stock, v.Renewals = []int{3, 1, 1, 1, 1, 1}, 0, 0
	v.Melds = append(v.Melds, laid(2, "6D 7D 8D"), laid(5, "QC QD QS"), laid(2, "2C 3C 4C"), laid(3, "6H 7H 8H"), laid(1, "2H 3H 4H"))
	v.Hand, v.Drawn, v.Top, v.Below = cards("4S 5S JC"), one("JC"), one("TC"), one("JS")
	return v
}

// rummyHardest are tables as full as cards can make them: each has the groups on
// it, and the hand of Ana. Whoever is left out holds one card.
var rummyHardest = []struct {
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

// rummyFull is one of them, in the midst of Ana's turn.
func rummyFull(seats int, melds []string, hand string) rummy.View {
	v, used := rummySix(), cards(hand)
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

// rummyHard are their boards: a card fits every second group, and the last turn
// was a long one. Somebody has left the tables for four; at those for six are bots.
func rummyHard() (pages []Page) {
	for _, hard := range rummyHardest {
		v := rummyFull(hard.seats, hard.melds, hard.hand)
		legal := "discard " + v.Hand[0].String()
		for i := 0; i < len(v.Melds); i += 2 {
			legal += ", layoff " + v.Hand[0].String() + " >meld:" + strconv.Itoa(i+1)
		}
		p := rummyProps(v, legal)
		p.Log = did(66, entry(0, 1, "took", "6C"), entry(0, 1, "melded", hard.melds[0]), entry(0, 1, "laid_off", "8S"), entry(0, 1, "laid_off", "TH"), entry(0, 1, "discarded", "QC"))
		switch hard.seats {
		case 4:
			p.View.Left = []bool{false, false, true, false}
		case 6:
			for i := range p.Seats[1:] {
				p.Seats[i+1] = part.Person{Bot: "steady", Number: i + 1}
			}
		}
		pages = append(pages, inside("rummy-"+hard.name, table.Page(p)))
	}
	return pages
}

func rummyWait() rummy.View {
	v := rummyDraw()
	v.Turn, v.Discards, v.Top, v.Below = 1, 9, one("KS"), one("JC")
	v.Melds = append(v.Melds, laid(0, "7H 8H 9H"))
	v.Melds[1] = added(1, "QC QD QH QS", 0, "QC")
	v.Counts, v.Hand = []int{4, 5}, cards("AC 2H 7C JD")
	return v
}

// rummyRenew is a turn that begins with an empty stock.
func rummyRenew() rummy.View {
	v := rummyDraw()
	v.Stock, v.Renewals, v.Discards = 0, 2, 14
	return v
}

// rummyAtOnce is a hand that can be laid as a whole, at a table that allows it.
func rummyAtOnce() rummy.View {
	round, err := rummy.Game{}.Deal(engine.Setup{
		Seats: 2, Dealer: 1, Options: engine.Options{"melds_per_turn": "1_except_rummy"}, Pack: atOnce(),
	})
	if err == nil {
		_, err = round.Play(0, moves("draw @stock")[0])
	}
	if err != nil {
		panic("gallery: " + err.Error())
	}
	return round.View(0).(rummy.View)
}

// atOnce is a pack that deals three groups and a card to draw.
func atOnce() []card.Card {
	mine, theirs := cards("4C 4D 4H 8S 9S TS JS AD 2D KC"), cards("2C 3C 5H 6D 7S 9H TD QC QD KS")
	var pack []card.Card
	for i := range mine {
		pack = append(pack, mine[i], theirs[i])
	}
	pack = append(pack, cards("6H 3D")...)
	for _, c := range card.French() {
		if !slices.Contains(pack, c) {
			pack = append(pack, c)
		}
	}
	return pack
}

// rummyOut is a round that Ana won, all at once.
func rummyOut(how string) rummy.View {
	v := rummySix()
	v.Turn, v.Phase, v.Hand, v.Drawn = engine.Spectator, rummy.PhaseOver, nil, card.Unknown
	v.End = &rummy.End{
		How: how, Winner: 0, Double: how == "rummy",
		Hands: [][]card.Card{nil, cards("4C KC"), cards("AS 9H QD"), cards("5S"), cards("2C 3S JC JD QC KS"), cards("4S 8C TS")},
	}
	v.End.Values = []int{0, 14, 20, 5, 45, 22}
	points := 106
	if v.End.Double {
		points *= 2
	}
	v.End.Points = []int{points, 0, 0, 0, 0, 0}
	return v
}

// rummyBlocked is a round for three that nobody could finish.
func rummyBlocked(winner engine.Seat) rummy.View {
	v := rummyFirst()
	v.Turn, v.Phase, v.Hand, v.Stock, v.Renewals, v.Discards = engine.Spectator, rummy.PhaseOver, nil, 0, 0, 12
	v.Melds = []rummy.Meld{laid(1, "5S 6S 7S"), laid(2, "QD QH QS")}
	v.End = &rummy.End{
		How: "blocked", Winner: winner, Hands: [][]card.Card{cards("2C TD"), cards("KC KH"), cards("AH TC JS KS")},
		Values: []int{12, 20, 31}, Points: []int{27, 0, 0},
	}
	if winner == engine.Spectator {
		v.End.Hands[1], v.End.Values[1], v.End.Points[0] = cards("2D JC"), 12, 0
	}
	return v
}

func rummyMatch(round rummy.View, mine bool) engine.MatchView {
	v := engine.MatchView{
		Game: "rummy", Seat: round.Seat, Seats: len(round.Counts), Options: engine.Options{}, Target: 200, Version: 71,
		Number: 3, Dealer: round.Dealer, Totals: []int{74, 61, 120, 15, 88, 0}[:len(round.Counts)], Round: round,
	}
	switch {
	case mine:
		v.ToMove = []engine.Seat{0}
	case round.Turn != engine.Spectator:
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

func rummyLog() []table.Entry {
	return did(61,
		entry(0, 0, "took", "4C"), entry(0, 0, "melded", "4C 4D 4H"), entry(0, 0, "discarded", "JC"),
		entry(0, 1, "drew", ""), entry(0, 1, "laid_off", "8S"), entry(0, 1, "discarded", "9H"))
}

func rummyProps(round rummy.View, legal string) table.Props {
	p := table.Props{
		Club: club, Table: 9, At: "7.20.71", Match: 7, Idem: "4f0c1d9a", View: rummyMatch(round, legal != ""),
		Seats: slices.Clone(everybody[:len(round.Counts)]), Log: rummyLog(),
	}
	if legal != "" {
		p.Legal = moves(legal)
	}
	return p
}

// drops are the discards of a hand.
func drops(v rummy.View) string {
	text := ""
	for _, c := range v.Hand {
		if c != v.Taken {
			text += ", discard " + c.String()
		}
	}
	return text
}

const (
	rummyDraws  = "draw @stock, draw @discard"
	rummyMoves  = "meld 7H 8H 9H, layoff JD >meld:4, layoff QC >meld:2"
	rummySixers = "layoff 4S >meld:1"
)

func rummyTables() []Page {
	chosen := rummyProps(rummyPlay(), rummyMoves+drops(rummyPlay()))
	chosen.Chosen = []string{"7H", "8H", "9H"}
	taken := rummyProps(rummyPlay(), rummyMoves+drops(rummyPlay()))
	taken.Chosen, taken.Refusal = []string{"9H"}, &table.Refusal{Kind: "illegal", Rule: rummy.RuleTaken}
	first := rummyProps(rummyFirst(), rummyDraws)
	first.Log = nil
	six := rummyProps(rummySix(), rummySixers+drops(rummySix()))
	six.Log = append(did(68, entry(0, 5, "drew", ""), entry(0, 5, "melded", "AS 2S 3S"), entry(0, 5, "discarded", "TC")), rummyLog()...)
	six.Log = append([]table.Entry{entry(71, 0, "drew", "")}, six.Log...)
	six.Log[0].Events[0].Secret = cards("JD")
	crowded := rummyProps(rummyCrowded(), "layoff 4S >meld:1, layoff 5S >meld:8"+drops(rummyCrowded()))
	away := rummySix()
	away.Turn, away.Phase, away.Drawn = 3, rummy.PhasePlay, card.Unknown
	left := rummyProps(away, "")
	left.View.Left = make([]bool, 6)
	left.View.Left[4] = true
	watched := rummySix()
	watched.Seat, watched.Turn, watched.Hand, watched.Drawn = engine.Spectator, 2, nil, card.Unknown
	watching := rummyProps(watched, "")
	watching.Seats[0] = part.Person{ID: 6, Name: "Heitor"}
	atOnceProps := rummyProps(rummyAtOnce(), "meld 4C 4D 4H, meld 8S 9S TS JS, meld AD 2D 3D"+drops(rummyAtOnce()))
	pair := rummyWait()
	pair.Seat, pair.Hand = engine.Spectator, nil
	duel := rummyProps(pair, "")
	duel.Seats = []part.Person{celia, bento}
	wait := rummyProps(rummyWait(), "")
	wait.Log = append(did(67, entry(0, 0, "took", "9H"), entry(0, 0, "melded", "7H 8H 9H"), entry(0, 0, "laid_off", "QC"), entry(0, 0, "discarded", "KS")), rummyLog()...)
	return append(rummyHard(),
		inside("rummy-draw", table.Page(rummyProps(rummyDraw(), rummyDraws))),
		inside("rummy-first", table.Page(first)),
		inside("rummy-play", table.Page(chosen)),
		inside("rummy-refused", table.Page(taken)),
		inside("rummy-wait", table.Page(wait)),
		inside("rummy-renew", table.Page(rummyProps(rummyRenew(), rummyDraws))),
		inside("rummy-at-once", table.Page(atOnceProps)),
		inside("rummy-6", table.Page(six)),
		inside("rummy-6-left", table.Page(left)),
		inside("rummy-6-crowded", table.Page(crowded)),
		inside("rummy-spectator", table.Page(watching)),
		inside("rummy-spectator-2", table.Page(duel)),
		inside("rummy-recap", page.Recap(rummyRecap(rummyOut("out")))),
		inside("rummy-recap-rummy", page.Recap(rummyRecap(rummyOut("rummy")))),
		inside("rummy-recap-blocked", page.Recap(rummyRecap(rummyBlocked(0)))),
		inside("rummy-recap-nobody", page.Recap(rummyRecap(rummyBlocked(engine.Spectator)))),
		inside("rummy-replay", page.Replay(rummyReplay(6))),
		inside("rummy-replay-2", page.Replay(rummyReplay(2))),
	)
}

func rummyRecap(round rummy.View) page.RecapProps {
	v := rummyMatch(round, true)
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
		Club: club, Table: 9, At: "7.20.71", Match: 7, Idem: "4f0c1d9a", View: v, Seats: slices.Clone(everybody[:v.Seats]),
	}
}

// rummyReplay is a table for so many, with all hands open.
func rummyReplay(seats int) page.ReplayProps {
	round := rummySix()
	if seats == 2 {
		round = rummyPlay()
	}
	hands := [][]card.Card{round.Hand, cards("2H 4H 8H QS"), cards("AH 3D 6H 7D 7H TD"), cards("2C"), cards("3C 4C 8D JS QC"), cards("TS JH QD")}
	p := page.ReplayProps{Club: club, Match: 7, Game: "rummy", Seats: slices.Clone(everybody[:seats]), Step: 2, Moves: rummyLog(), Ended: now}
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
		p.Views = append(p.Views, rummyMatch(v, false))
	}
	return p
}

func rummyFragments() []Page {
	return []Page{inside("board-rummy", table.Fragment(rummyProps(rummySix(), rummySixers+drops(rummySix()))))}
}
