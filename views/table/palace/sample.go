package palace

import (
	"slices"
	"strings"

	"carteado/engine"
	"carteado/engine/palace"
	matchpage "carteado/views/page/match"
	tablepage "carteado/views/page/table"
	"carteado/views/part"
	"carteado/views/table"
	"carteado/views/table/sample"
)

const (
	ana   = "hand:0 4D 9S JC JH 2S; up:0 AH TH 2D; "
	bento = "up:1 KD TC 7S; "
	pile  = "discard 4C 5H 6C 8H 9C 9D; "
	// The draw pile is empty, and so many plays are left until the round is blocked.
	late = "stock; rest burned; plays "

	// A round of two in its middle; after these moves it is Ana's turn.
	duel = "dealer 1; hand:0 4D 5H 8H 9S JC JH QC QH 2S; up:0 AH TH 2D; hand:1 3H 9D TS; up:1 KD TC 7S; burned x9; stock 4C 6C 9C 8C KC; " + bout
	bout = "scores out 0 1 0 out 1 0 1; "
	path = "play QH QC; 1 play TS; 1 play 4C; play 5H; 1 play 6C; play 8H; 1 play 9C 9D; "

	// A round of two in which Ana has taken piles.
	long = "dealer 1; turn 1; hand:0 3D 4C 4D 5S 6C 6H 8H 9C 9D 9S JC JH QH KS AC 2S; up:0 AH TH 2D; hand:1 3C 8C KC 3H 4H 5C 7C TD JS QS; burned x8; " + bento + bout

	// A table of five towards the end. One takes the pile, and the bot plays its last hand card.
	fiveHand = "hand:0 4S 5D 6C 6D QH; "
	fiveSeat = late + "59; dealer 3; turn 3; up:0 AH TH 2D; hand:1 x3; up:1 KD TC 7S; hand:2; up:2 9H 4D ??; hand:3 8D 8H 8S; up:3 KS TS QH; "
	fiveLast = "hand:4 6H; up:4; down:4 9S 7D ??; discard x8 AC; "
	five     = fiveSeat + fiveLast
	fivePath = "take; 4 play 6H; "
)

// played is a position after some moves, as Ana sees it.
func played(position, moves string, chosen ...string) sample.Board {
	return sample.Board{
		Game: palace.Game{}, Position: position, Moves: moves, Table: 12, Match: 9, Chosen: chosen,
		People: []part.Person{sample.Ana, sample.Bento, sample.Celia, sample.Davi, sample.Robot},
	}
}

// Most cards of two packs in one hand.
func most() string {
	text := "hand:0"
	for _, rank := range "3456789JQKA2" {
		for _, suit := range "CDHS" {
			text += " " + string(rank) + string(suit)
		}
	}
	return text + "; "
}

// Drawn implements table.Drawn, against a bot.
func (Face) Drawn() *table.Props {
	b := played("dealer 1; hand:0 4D 9S JC; up:0 AH TH 2D; hand:1 3H 9D TS; up:1 KD TC 7S; burned x4; stock x9; discard 4C 5H 6C", "")
	b.People = []part.Person{{Me: true}, sample.Robot}
	return b.Props()
}

func (Face) Samples() []table.Sample {
	refused := played(duel, path, "4D")
	refused.Refused = "play 4D"
	offline := played(duel, path).Props()
	offline.Offline = true
	watched := played(fiveHand+five, fivePath)
	watched.Seat, watched.People = engine.Spectator, append([]part.Person{sample.Iara}, watched.People[1:]...)
	exchange := "exchange; dealer 1; hand:0 3H KH 2S; up:0 6H 4C QD; up:1 KD TC 7S; "
	exchangeFive := exchange + "up:2 9H 4D 3S; up:3 AS 2C QH; up:4 KS KC 8D; "
	pages := []table.Sample{
		refused.Page("palace-refused"),
		played(duel, path).ByDays("palace-days"),
		played(duel, path).Advised("palace-practice", ""),
		sample.Page("palace-offline", table.Page(offline)),
		watched.Page("palace-spectator"),
		sample.Page("palace-replay", matchpage.Replay(played(long, "play 3C; 1 leave").Replay(1))),
		sample.Page("palace-replay-5", matchpage.Replay(played(fiveHand+five, fivePath+"4 leave; 3 leave; 2 leave; 1 leave").Replay(2))),
		sample.Fragment("palace-long", table.Fragment(played(fiveHand+five, fivePath).Props())),
	}
	for name, b := range map[string]sample.Board{
		"play":   played(duel, path, "JH", "JC"),
		"wait":   played(duel, path+"play JH JC"),
		"take":   played("dealer 1; turn 1; hand:0 4D 9S JC; up:0 AH TH 2D; hand:1 AS 8C KC; burned x11; "+bento+pile+bout, "play AS"),
		"long":   played(long, "play 3C", "9C", "9D", "9S"),
		"burn":   played("dealer 1; turn 1; hand:0 4D 9S JC JH 2S TS; up:0 AH TH 2D; hand:1 9C 9D 3H; burned x11; discard 4C 5H 6C 8H; "+bento+bout, "play 9C 9D; 0 play TS"),
		"block":  played(ana+bento+pile+late+"288; dealer 1; hand:1 3H 8C KC; "+bout, ""),
		"up":     played("dealer 1; turn 1; hand:0; up:0 AH 6H 2D; hand:1 9C 3H 8C; discard 4C 5H 6C 8H; "+bento+late+"109; "+bout, "play 9C"),
		"3":      played(ana+bento+"seats 3; dealer 1; turn 1; hand:1 8H 3H 8C; hand:2 9C 9D 3D 3S; up:2 KS 5S QC; discard 4C 5H 6C; burned x2; "+"scores out 0 1 0 0 out 1 0 1 0", "play 8H; 2 play 9C 9D"),
		"4":      played("seats 4; dealer 3; hand:0 4S 5D 6C 6D QH 6H; up:0 AH TH 2D; up:1 KD TC 7S; up:2 9H 4D 3S; hand:3 x12; up:3 AS 2C QC", "play 6H"),
		"5":      played(fiveHand+five, fivePath),
		"5-told": played("dealer 3; turn 3; "+ana+bento+"hand:2 x3; up:2 9H 4D KC; hand:3 6H x3; up:3 AS 2C QH; hand:4 8C 8D 8H 8S; up:4 KS KC 8D; burned x20; discard 4C", "play 6H; 4 play 8C 8D 8H 8S"),

		"5-long":         played("hand:0 3H 3H 4S 5D 6C 6C 7H 7H 9C JD JD KD KH AS AS 2C; "+five, fivePath, "6C", "6C"),
		"5-hoard":        played("hand:0 3H 3H 3S 4S 4C 5D 5H 6C 6C 7H 7H 7S 8C 8C 9C 9S JD JD QC QD KD KH AS AS 2C 2H 2H TC; "+five, fivePath),
		"5-most":         played(most()+five, fivePath),
		"5-out":          played("scoring=placement; rounds=7; out 0 2; dealer 3; turn 4; hand:1 x3; hand:3 x12; hand:4 6H; up:4; down:4 9S 7D ??; "+bento+late+"59; scores out 0 4 2 3 0 1 out 2 0 2 4 1 3", "play 6H; 3 leave"),
		"exchange":       played(exchange+bout, "1 ready"),
		"exchange-5":     played(exchangeFive, "1 ready; 4 ready", "KH", "4C @up"),
		"exchange-ready": played(exchangeFive, "1 ready; 4 ready; 0 ready"),
		"burn-four":      played(ana+bento+"dealer 1; turn 1; hand:1 8C 8D 8H 8S 3H; discard 4C 5H 6C; burned x15; "+bout, "play 8C 8D 8H 8S"),
		"up-take":        played("take_with_faceup=on; dealer 1; turn 1; hand:0; up:0 4C 5D 6H; hand:1 3H 8C KS; discard 5H 6C 8H 9C 9D; "+bento+late+"109; "+bout, "play KS"),
		"down":           played("dealer 1; turn 1; hand:0; up:0; down:0 5D ?? 9H; hand:1 9C 3H 8C; discard 4C 5H 6C 8H; "+bento+late+"109; "+bout, "play 9C"),
		"down-wait":      played("dealer 1; turn 1; hand:0; up:0; down:0 5D ?? 9H; hand:1 3H 8C; "+bento+pile+late+"109; "+bout, ""),
		"flip-failed":    played(ana+pile+"dealer 1; turn 1; hand:1; up:1; down:1 5D 4S QS; "+late+"109; "+bout, "flip @down:1"),
	} {
		pages = append(pages, b.Page("palace-"+name))
	}
	ends := "dealer 1; " + pile + "hand:1 4D 9S; up:1; down:1 QS ?? 3C; up:0; down:0; scores out 1 0 1; "
	for name, b := range map[string]sample.Board{
		"recap":   played(ends+"hand:0 2S; "+late+"9", "play 2S"),
		"blocked": played(ends+"hand:0 AD 5S KC; block_after=150; "+late+"149", "play AD"),
		"void":    played(ends+"hand:0 AD 5S KC KH KS; block_after=150; "+late+"149", "play AD"),
		"recap-5": played(`scoring=placement; out 1 0 3; turn 4; hand:4 2C; up:4; down:4; up:2 9H 4D ??; down:2 QS 8C 3C; discard 6H
			hand:2 3H 3H 4S 5D 6C 6C 7H 7H 9C JD JD KD KH AS AS 2C 2H 2H; `+late+"60", "play 2C"),
	} {
		pages = append(pages, sample.Page("palace-"+name, tablepage.Recap(b.Recap())))
	}
	slices.SortFunc(pages, func(a, b table.Sample) int { return strings.Compare(a.Name, b.Name) })
	return pages
}
