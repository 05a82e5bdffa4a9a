package knock

import (
	"strings"
	"time"

	"carteado/engine"
	"carteado/engine/clock"
	"carteado/engine/knock"
	matchpage "carteado/views/page/match"
	tablepage "carteado/views/page/table"
	"carteado/views/part"
	"carteado/views/table"
	"carteado/views/table/sample"
)

// The turns before Ana draws. She finds the eight of spades, or misses the run by one card.
const (
	found = `dealer 1; turns 9; knock_limit=3; hand:0 AD 4H 5C 6C 7C 8H 9H QD; drawn QD; hand:1 8C 5H 7D 9S JD KD 5S
		stock 8S KC 2H; discard x5; `
	missed = `dealer 1; turns 9; knock_limit=3; hand:0 2C 3S 4H 7D 9S JC 9H QD; drawn QD; hand:1 8C 5H 7H 9C JD KD 5S
		stock QH KC 2S; discard x5; `
	turns  = `discard QD; 1 draw @discard; 1 discard 5S; draw @stock; discard 9H; 1 draw @stock; 1 discard KC; `
	goes   = turns + "draw @stock; "
	knocks = goes + "knock 4H; "
)

// played is a position after some moves, as Ana sees it.
func played(position, moves string) sample.Board {
	if !strings.Contains(position, "scores") {
		position += sample.Scores
	}
	return sample.Board{
		Game: knock.Game{}, Position: position, Moves: moves, Table: 21, Match: 9, People: []part.Person{sample.Ana, sample.Bento},
	}
}

// refused is the board after a move that broke a rule, with its card still chosen.
func refused(card string) sample.Board {
	b := played(missed, turns+"draw @discard")
	b.Chosen, b.Refused = []string{card}, "discard "+card
	return b
}

// watched is the board as somebody sees it who does not play.
func watched(people ...part.Person) sample.Board {
	b := played(found, goes+"discard 4H")
	b.Seat, b.People = engine.Spectator, people
	return b
}

// Drawn implements table.Drawn, against a bot.
func (Face) Drawn() *table.Props {
	b := played(found, goes)
	b.People = []part.Person{{Me: true}, sample.Robot}
	return b.Props()
}

func (Face) Samples() []table.Sample {
	chosen := played(found, goes)
	chosen.Chosen = []string{"4H"}
	limit := refused("QH")
	limit.Refused = "knock QH"
	wait := played(found, goes+"discard 4H")
	stale, offline := wait.Props(), played(found, turns).Props()
	stale.Chosen, stale.Refusal = []string{"2H"}, &table.Refusal{Kind: "stale"}
	offline.Offline = true
	closed := played(found, goes+"discard 4H; close").Recap()
	closed.Closed, closed.Shut = tablepage.Closing{By: sample.Bento.ID, Name: sample.Bento.Name, Reason: "Faltava uma carta no baralho."}, true
	live := wait.Props()
	live.Status.Time.Pace = clock.Presets()[0]
	live.Status.Time.Clock = &clock.Clock{Seats: []clock.Seat{{}, {Since: sample.Now, Due: sample.Now.Add(129 * time.Second), Reserve: 2 * time.Minute}}}
	live.Status.Asides = []table.Entry{sample.Said(live.View.Version, 1, "lucky"), sample.Said(live.View.Version, 0, "laugh")}
	live.Status.Writes = true
	live.Status.Watchers = []part.Person{sample.Davi, sample.Iara}
	rematch := played(found+"scores knock 0 41 88", knocks).Recap()
	rematch.Status.Offer = &table.Offer{ID: 2, Kind: "rematch", Seat: 1, Yes: []engine.Seat{1}, State: "asked"}
	rematch.Status.Asides = []table.Entry{sample.Said(rematch.View.Version, 1, "own:Foi ótimo! Na quinta eu levo o bolo de cenoura, e jogamos até 150, como no tempo da vovó.")}
	rematch.Status.Watchers = []part.Person{sample.Celia, sample.Davi, sample.Iara, sample.LongName}
	replay := played("scores; "+found, knocks+"next; 1 next; 0 leave")
	replay.Match = 8
	first := played(found+"scores knock 0 41 88", knocks).Recap()
	first.First = true
	last := played(found, knocks).Recap()
	pages := []table.Sample{
		played(found, turns).Page("table-draw"),
		played("duplicate=12; "+found, turns).Page("table-lines"),
		played(found, turns).ByDays("table-days"),
		played(found, goes).Advised("table-practice", "knock QH; discard QH; discard 4H"),
		played("dealer 1; hand:0 AD 4H 5C 6C 7C 8H 8S; discard 9H; knock_limit=3; ", "").Page("table-first"),
		chosen.Page("table-knock"),
		played(found, goes).Page("table-may-knock"),
		played(missed, turns+"draw @discard").Page("table-discard"),
		wait.Page("table-wait"),
		refused("KC").Page("table-refused"),
		limit.Page("table-limit"),
		sample.Page("table-stale", table.Page(stale)),
		sample.Page("table-clock", table.Page(live)),
		sample.Page("recap-rematch", tablepage.Recap(rematch)),
		sample.Page("recap-first", tablepage.Recap(first)),
		sample.Page("table-offline", table.Page(offline)),
		watched(sample.Bento, sample.Celia).Page("table-spectator"),
		watched(sample.LongName, sample.OddName).Page("names-table"),
		sample.Page("round", tablepage.Round(tablepage.RoundProps{
			Match: 9, Game: "knock", Goal: part.Goal{Unit: part.Points, Target: 100, LowWins: true}, View: last.View.Round,
			Score: last.View.Rounds[6], Seats: last.Seats, Last: 7,
		})),
		sample.Page("replay", matchpage.Replay(replay.Replay(3))),
		sample.Page("replay-start", matchpage.Replay(replay.Replay(0))),
		sample.Page("hand", tablepage.Hand(tablepage.HandProps{Table: 21, Match: 9, Cards: wait.Props().View.Round.(knock.View).Hand, Chosen: []string{"4H"}})),
		sample.Page("recap-closed", tablepage.Recap(closed)),
		sample.Fragment("board", table.Fragment(played(found, goes).Props())),
		sample.Fragment("board-wait", table.Fragment(wait.Props())),
		sample.Fragment("recap", tablepage.RecapFragment(last)),
	}
	for _, recap := range []struct{ name, position, moves string }{
		{"recap", found, knocks},
		{"recap-waiting", found, knocks + "next"},
		{"recap-void", "dealer 1; turn 1; max_reshuffles=0; hand:0 AC 4H 5C 6C 7C 8H 8S; hand:1 2D 3D 7S 9C TC JD KS; stock KD; discard QC; rest discard; ", "draw @stock; discard KD"},
		{"recap-over", found + "scores knock 0 41 88", knocks},
		{"recap-spot", "dealer 1; turns 9; hand:0 7H 8H 9H TH JH QH KH AH; hand:1 5S 7D 9C TS JD QD KD; discard x5; ", "knock AH | 7H 8H 9H TH JH QH KH"},
		{"recap-draw", found + "scores knock 0 98 79", knocks},
		{"recap-left", found, goes + "discard 4H; 1 leave"},
	} {
		pages = append(pages, sample.Page(recap.name, tablepage.Recap(played(recap.position, recap.moves).Recap())))
	}
	return pages
}
