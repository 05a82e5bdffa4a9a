package enginetest

import (
	"encoding/json"
	"fmt"
	"maps"
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
	t.Run("options", func(t *testing.T) { course(t, g) })
	t.Run("examples", func(t *testing.T) { plain(t, g) })
}

// course checks which options a duplicate match does not ask for: those alone that say when a match ends or who deals.
func course(t *testing.T, g engine.Game) {
	duplicate := engine.Options{engine.Duplicate: "3"}
	for _, o := range g.Info().Options {
		alters, decides := false, false
		for _, value := range o.Values[1:] {
			chosen := engine.Options{o.Key: value}
			maps.Copy(chosen, o.Needs)
			usual, other := scoring(t, g, o.Needs), scoring(t, g, chosen)
			decides = decides || usual != other
			maps.Copy(chosen, duplicate)
			without := maps.Clone(duplicate)
			maps.Copy(without, o.Needs)
			alters = alters || scoring(t, g, without) != scoring(t, g, chosen)
			for n := 0; n < 12 && !alters; n++ {
				alters = played(t, g, without, n) != played(t, g, chosen, n)
			}
		}
		if o.Course && alters {
			t.Errorf("%s changes a duplicate match, and says that it is of its course alone", o.Key)
		}
		if !o.Course && decides && !alters {
			t.Errorf("%s changes nothing in duplicate matches, and does not say that it is of a match's course", o.Key)
		}
	}
}

func scoring(t *testing.T, g engine.Game, o engine.Options) engine.Scoring {
	resolved, err := g.Info().Resolve(o)
	if err != nil {
		t.Fatal(err)
	}
	return engine.ScoringOf(g, resolved)
}

// played is what a match at random comes to, round by round.
func played(t *testing.T, g engine.Game, o engine.Options, n int) string {
	m, err := engine.NewMatch(g, g.Info().MinSeats, o, engine.Seed{}.Derive("course", n))
	if err != nil {
		t.Fatal(err)
	}
	w := lined{T: t, match: m, chance: rand.New(rand.NewPCG(9, uint64(n)))}
	for moves := 0; len(m.ToMove()) > 0; moves++ {
		switch s := m.ToMove()[0]; {
		case m.Between():
			w.play(s, engine.Move{Verb: engine.VerbNext})
		case moves > 600:
			w.play(s, m.Auto(s))
		default:
			legal := m.Legal(s, nil)
			w.play(s, legal[w.chance.IntN(len(legal))])
		}
	}
	return fmt.Sprint(m.Rounds())
}

// plain checks that the examples which a duplicate table shows are true there, and that no other is left out.
func plain(t *testing.T, g engine.Game) {
	lessons := g.(engine.Exemplary).Lessons()
	for i, e := range engine.Examples(g) {
		l := lessons[i]
		l.Options = maps.Clone(l.Options)
		if l.Options == nil {
			l.Options = engine.Options{}
		}
		l.Options[engine.Duplicate] = "2"
		of, err := l.At(g)
		if of.Want = nil; err == nil { // lines bring other cards into a hand than one stock
			err = CheckExample(g, of)
		}
		if e.Plain != (err != nil) {
			t.Errorf("example %s is shown at duplicate tables: %v; there it is %v", e.Key, !e.Plain, err)
		}
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
