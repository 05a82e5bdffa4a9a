package enginetest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
)

// Lines checks duplicate matches: a seat draws its own line from the front, and what others do changes nothing in it,
// as long as no line is empty and no card is put under them; a match has as many rounds as were asked for, and the deal
// goes round.
func Lines(t *testing.T, g engine.Game) {
	info := g.Info()
	for seats := info.MinSeats; seats <= info.MaxSeats; seats++ {
		for n := range 8 {
			t.Run(fmt.Sprintf("%d seats, deal %d", seats, n), func(t *testing.T) {
				t.Parallel()
				m, err := engine.NewMatch(g, seats, engine.Options{engine.Duplicate: "2"},
					engine.Seed{}.Derive("lines", n))
				if err != nil {
					t.Fatal(err)
				}
				w := lined{T: t, match: m, chance: rand.New(rand.NewPCG(7, uint64(n)))}
				w.run()
			})
		}
	}
	if _, err := engine.NewMatch(g, info.MinSeats, engine.Options{engine.Duplicate: "0"}, engine.Seed{}); err == nil {
		t.Error("a duplicate match of no rounds is dealt")
	}
}

// lined is a duplicate match that is watched.
type lined struct {
	*testing.T
	match  *engine.Match
	chance *rand.Rand
	drawn  int // cards that were drawn from a line of one's own
}

func (w *lined) run() {
	dealer := w.match.Dealer()
	for moves := 0; len(w.match.ToMove()) > 0 && !w.Failed(); moves++ {
		if w.match.Between() {
			w.play(w.match.ToMove()[0], engine.Move{Verb: engine.VerbNext})
			continue
		}
		s := w.match.ToMove()[w.chance.IntN(len(w.match.ToMove()))]
		legal := w.match.Legal(s, nil)
		move := legal[w.chance.IntN(len(legal))]
		if moves > 3000 {
			move = w.match.Auto(s)
		}
		before := w.lines()
		events := w.play(s, move)
		if len(w.match.ToMove()) > 0 && !w.match.Between() {
			w.follow(before, w.lines(), events)
		}
	}
	outcome, _ := w.match.Outcome()
	if outcome.How != engine.ByRounds || len(w.match.Rounds()) != 2 ||
		w.match.Dealer() != (dealer+1)%engine.Seat(w.match.Seats()) || w.drawn == 0 {
		w.Errorf("%+v after %d rounds, seat %d deals after seat %d, %d cards drawn", outcome, len(w.match.Rounds()),
			w.match.Dealer(), dealer, w.drawn)
	}
}

func (w *lined) play(s engine.Seat, move engine.Move) []engine.Event {
	events, err := w.match.Play(s, move)
	if err != nil {
		w.Fatal(err)
	}
	return events
}

// lines are the cards of each seat's line, the next one first.
func (w *lined) lines() (lines [][]card.Card) {
	data, err := engine.StoreRound(w.match.Round())
	if err != nil {
		w.Fatal(err)
	}
	var stored struct{ Lines []int }
	if err := json.Unmarshal(data, &stored); err != nil || len(stored.Lines) != w.match.Seats() {
		w.Fatalf("%v: the stored round has the lines %v", err, stored.Lines)
	}
	piles := w.match.Round().Piles(nil)
	cards := piles[0].Cards // the stock, or the draw pile
	for _, n := range stored.Lines {
		lines, cards = append(lines, slices.Clone(cards[:n])), cards[n:]
	}
	if len(cards) > 0 {
		w.Fatalf("%d cards of %s are in no line", len(cards), piles[0].Place)
	}
	return lines
}

// follow sees that lines lose cards from the front alone, and only when their own seat draws.
func (w *lined) follow(before, now [][]card.Card, events []engine.Event) {
	var draws []engine.Seat
	for _, e := range events {
		if e.Kind == "drew" {
			draws = append(draws, e.Seat)
		}
	}
	for s := range before {
		if len(before[s]) == 0 || len(now[s]) == 0 || len(now[s]) > len(before[s]) {
			return // from here on the lines depend on what was played
		}
	}
	for s, line := range before {
		gone := len(line) - len(now[s])
		if gone > 0 != slices.Contains(draws, engine.Seat(s)) || !slices.Equal(line[gone:], now[s]) {
			w.Errorf("while seats %v drew, the line of seat %d went from %s to %s", draws, s, card.Write(line),
				card.Write(now[s]))
		}
		w.drawn += gone
	}
}
