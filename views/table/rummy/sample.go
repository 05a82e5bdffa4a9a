package rummy

import (
	"fmt"
	"slices"
	"strings"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/rummy"
	matchpage "carteado/views/page/match"
	tablepage "carteado/views/page/table"
	"carteado/views/part"
	"carteado/views/table"
	"carteado/views/table/sample"
)

// A table for two. After these moves it is Ana's turn, and she has drawn nothing.
const (
	pair = `target_score=200; drawn JC; hand:0 AC 2H 7C 7H 8H JC JD QC KS; hand:1 9H 8S 3C 5H 6D; stock 2S; discard x7 3S
		meld:1 5S 6S 7S; meld:2 QD QH QS; meld:3 4C 4D 4H; meld:4 8D 9D TD; laid 0 1 0 1; scores out 0 74 0 out 1 0 61; `
	pairMoves = "discard JC; 1 draw @stock; 1 layoff 8S >meld:1; 1 discard 9H; "
	took      = pairMoves + "draw @discard; "
	waits     = took + "meld 7H 8H 9H; layoff QC >meld:2; discard KS; "
)

// A full table late in a round. After these moves Ana has drawn a card.
const (
	groups = `meld:1 TH JH QH KH; meld:2 5C 5D 5H; meld:3 6C 7C 8C 9C; meld:4 9D 9H 9S; meld:5 AD 2D 3D 4D; meld:6 KC KD KS; meld:7 6S 7S 8S
		added 3 KH>meld:1 2 4D>meld:5; target_score=200; dealer 5; renewed 1; `
	before = "scores out 1 0 20 0 0 0 0 out 2 0 0 29 0 0 0; "
	six    = groups + before + `laid 1 2 4 1 0 3 4; turn 4; hand:0 3H 4S 5S JC; hand:1 2H 4H 8H; hand:2 AH 7H TD QD; hand:3 2C; hand:4 4C 8D JS QS 6D
		hand:5 AS 2S 3S TC TS x1; stock AC 6H JD; discard 7D; `
	sixMoves = "draw @stock; 4 discard 6D; 5 draw @stock; 5 meld AS 2S 3S; 5 discard TC; 0 draw @stock; "
	// More groups than most rounds ever see.
	more = `hand:0 4S 5S; hand:1 AC; hand:2 AH; hand:3 TD; hand:4 TS; hand:5 JD; stock JC; discard JS TC; meld:8 AS 2S 3S; meld:9 6D 7D 8D; meld:10 QC QD QS
		meld:11 2C 3C 4C; meld:12 6H 7H 8H; meld:13 2H 3H 4H; laid 1 2 4 1 0 3 4 5 2 5 2 3 1`
	// Ana can lay off all she holds, as soon as she has drawn.
	lastOf = `hand:0 4S 5S JC; hand:1 4C QC; hand:2 AH 8H QD; hand:3 6D; hand:4 AC 2C 3C JD JS QS; hand:5 4H 8D TS
		meld:8 AS 2S 3S; stock TC; discard 7D; `
	allOff = "draw @stock; layoff 4S >meld:8; layoff 5S >meld:8; layoff TC >meld:3; layoff JC >meld:3; "
)

// played is a position after some moves, as Ana sees it.
func played(position, moves string, chosen ...string) sample.Board {
	return sample.Board{
		Game: rummy.Game{}, Position: position, Moves: moves, Chosen: chosen, Table: 9, Match: 7,
		People: []part.Person{sample.Ana, sample.Bento, sample.Celia, sample.Davi, sample.Iara, sample.Robot},
	}
}

// watched is what somebody sees who does not play, with other people on the first seats.
func watched(b sample.Board, people ...part.Person) sample.Board {
	b.Seat = engine.Spectator
	copy(b.People, people)
	return b
}

// hardest are tables as full as the pack allows, fuller than play leads to, each with
// its melds and Ana's hand. The others hold one card each.
var hardest = []struct {
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

// hard is one of these tables during Ana's turn, where a card is left after one that
// lays a group. A player has left the tables for four; those for six have bots.
func hard(seats int, melds []string, hand string) sample.Board {
	groups := slices.Clone(melds)
	last := slices.IndexFunc(groups, func(text string) bool { return len(strings.Fields(text)) <= 4 })
	late, position := groups[last], fmt.Sprintf("target_score=200; seats %d; dealer %d; ", seats, seats-1)
	on := append(strings.Fields(strings.Join(melds, " ")), strings.Fields(hand)...)
	spare := slices.DeleteFunc(card.French(), func(c card.Card) bool { return slices.Contains(on, c.String()) })
	drawn, rest, _ := strings.Cut(hand, " ")
	moves := ""
	if len(spare) > seats {
		moves = fmt.Sprintf("draw @stock; %[1]d meld %s; %[1]d discard %[3]s; 0 draw @stock; ", seats-1, late, spare[0])
		position += fmt.Sprintf("turn %d; hand:0 %s; hand:%[1]d x1 %[3]s; stock %[4]s %[5]s; discard x1; ", seats-1, rest, late, spare[0], drawn)
		groups = slices.Delete(groups, last, last+1)
	} else {
		position += fmt.Sprintf("hand:0 %s; hand:%d x1; drawn %s; discard; ", hand, seats-1, drawn)
	}
	laid, added, scores := "laid", "added", "scores out 0"
	for _, total := range []int{74, 61, 120, 15, 88, 0}[:seats] {
		scores += fmt.Sprint(" ", total)
	}
	for i, text := range groups {
		position += fmt.Sprintf("meld:%d %s; ", i+1, text)
		laid += fmt.Sprint(" ", i%seats)
		if cards := strings.Fields(text); len(cards) > 3 {
			added += fmt.Sprintf(" %d %s>meld:%d", (i+1)%seats, cards[len(cards)-1], i+1)
		}
	}
	for seat := range seats - 2 {
		position += fmt.Sprintf("hand:%d x1; ", seat+1)
	}
	if seats == 4 {
		moves += "2 leave"
	}
	b := played(position+laid+"; "+added+"; "+scores, moves)
	if seats == 6 {
		for i := range b.People[1:] {
			b.People[i+1] = part.Person{Bot: "club", Number: i + 1}
		}
	}
	return b
}

// Drawn implements table.Drawn, against a bot.
func (Face) Drawn() *table.Props {
	b := played(pair, took)
	b.People = []part.Person{{Me: true}, sample.Robot}
	return b.Props()
}

func (Face) Samples() (pages []table.Sample) {
	taken := played(pair, took, "9H")
	taken.Refused = "discard 9H"
	pages = append(pages, played(pair, pairMoves).ByDays("rummy-days"),
		played(pair, took).Advised("rummy-practice", "meld 7H 8H 9H; discard KS; discard QC"))
	for name, b := range map[string]sample.Board{
		"draw":        played(pair, pairMoves),
		"first":       played("target_score=200; dealer 2; hand:0 AC 3D 6C 6S TD JH KS; discard 5H", ""),
		"play":        played(pair, took, "7H", "8H", "9H"),
		"refused":     taken,
		"wait":        played(pair, waits),
		"renew":       played(pair+"renewed 3; rest discard", pairMoves),
		"at-once":     played("melds_per_turn=1_except_rummy; hand:0 4C 4D 4H 8S 9S TS JS AD 2D KC; stock 3D; discard 6H", "draw @stock"),
		"lines":       played("duplicate=12; "+pair, pairMoves),
		"6":           played(six, sixMoves),
		"6-lines":     played("duplicate=12; "+six, sixMoves),
		"6-left":      played(six, sixMoves+"4 leave"),
		"6-crowded":   played(groups+more, "draw @stock"),
		"spectator":   watched(played(six, sixMoves), part.Person{ID: 6, Name: "Heitor"}),
		"spectator-2": watched(played(pair, waits), sample.Celia),
	} {
		pages = append(pages, b.Page("rummy-"+name))
	}
	for _, h := range hardest {
		pages = append(pages, hard(h.seats, h.melds, h.hand).Page("rummy-"+h.name))
	}
	rummies := groups + lastOf + before + "laid 1 2 4 1 5 3 4 5; "
	blocked := `target_score=200; renewed 5; turn 2; stock; rest discard; drawn 9C; hand:0 2C TD; hand:2 AH TC JS KS 9C
		meld:1 5S 6S 7S; meld:2 QD QH QS; laid 1 2; scores out 1 0 20 0 out 2 0 0 29; `
	for name, b := range map[string]sample.Board{
		"rummy-recap":         played(groups+lastOf+before+"laid 1 2 4 1 0 3 4 5; ", allOff),
		"rummy-recap-rummy":   played(rummies, allOff),
		"rummy-recap-blocked": played(blocked+"hand:1 KC KH", "discard 9C"),
		"rummy-recap-nobody":  played(blocked+"hand:1 2D JC", "discard 9C"),
		"recap-six-over":      played(strings.ReplaceAll(rummies, "score=200", "score=100"), allOff),
		"recap-six-shared":    played(strings.NewReplacer("target_score=200", "match_mode=deals; deals=3", " 29 ", " 194 ").Replace(rummies), allOff),
		"recap-six-left":      played(rummies, allOff+"1 leave; 2 leave; 3 leave; 4 leave; 5 leave"),
		"recap-six-closed":    played(rummies, allOff+"close"),
	} {
		pages = append(pages, sample.Page(name, tablepage.Recap(b.Recap())))
	}
	slices.SortFunc(pages, func(a, b table.Sample) int { return strings.Compare(a.Name, b.Name) })
	return append(pages,
		sample.Page("rummy-replay", matchpage.Replay(played(six, sixMoves+"1 leave; 2 leave; 3 leave; 4 leave; 5 leave").Replay(6))),
		sample.Page("rummy-replay-2", matchpage.Replay(played(pair, took+"1 leave").Replay(5))),
		sample.Fragment("board-rummy", table.Fragment(played(six, sixMoves).Props())),
	)
}
