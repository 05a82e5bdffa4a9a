package table_test

import (
	"fmt"
	"strings"
	"testing"

	"carteado/cmd/carteado/games"
	"carteado/engine"
	"carteado/views/part"
	"carteado/views/table"
	"carteado/views/table/tabletest"
)

// At a table of a duplicate round the board says how many cards are in the reader's own line, and at each other seat
// how many are in that one's, in numbers and in words, until the stock is used up. A spectator and a replay show the
// whole stock beside the lines. All of it follows from the views.
func TestBoardsShowTheLineOfOnesOwn(t *testing.T) {
	for _, game := range games.All() {
		info := game.Rules.Info()
		if !info.Duplicate {
			continue
		}
		for seats := info.MinSeats; seats <= info.MaxSeats; seats++ {
			t.Run(fmt.Sprintf("%s for %d", info.Key, seats), func(t *testing.T) {
				m, err := engine.NewMatch(game.Rules, seats, engine.Options{engine.Duplicate: "1"}, engine.Seed{7})
				if err != nil {
					t.Fatal(err)
				}
				b := lined{T: t, game: game, match: m}
				for range 400 {
					if len(m.ToMove()) == 0 || m.Between() {
						break
					}
					b.look()
					if _, err := m.Play(m.ToMove()[0], m.Auto(m.ToMove()[0])); err != nil {
						t.Fatal(err)
					}
				}
				if b.own < 10 || b.empty == 0 {
					t.Errorf("%d boards with cards in the own line, %d without: the test looks at nothing", b.own, b.empty)
				}
			})
		}
	}
}

// lined is a duplicate match whose boards are looked at.
type lined struct {
	*testing.T
	game       table.Game
	match      *engine.Match
	own, empty int // boards by whether the reader's line has cards
}

func (b *lined) look() {
	people := make([]part.Person, b.match.Seats())
	for s := range people {
		people[s] = part.Person{ID: int64(s + 1), Name: string(rune('A' + s))}
	}
	for reader := engine.Spectator; int(reader) < len(people); reader++ {
		v := b.match.View(reader)
		lines, all := v.Round.(engine.Lined).InLines(), 0
		for _, n := range lines {
			all += n
		}
		if all == 0 {
			continue // the stock is renewed with the next card
		}
		page := tabletest.Fragment(b.T, b.game.Face, &table.Props{
			Club: "quinta", Table: 3, At: "1.1.1", Match: 1, Idem: "k", View: v, Seats: people,
			Legal: b.match.Legal(reader, nil),
		})
		for s, n := range lines {
			if line := fmt.Sprintf("<span>line %d</span>", n); engine.Seat(s) != reader && !strings.Contains(page, line) {
				b.Fatalf("seat %d does not see %s of seat %d", reader, line, s)
			}
		}
		if reader == engine.Spectator {
			tabletest.Expect(b.T, page, []string{fmt.Sprintf("<b>%d</b>", all)}, []string{"our line"})
			continue
		}
		b.seat(page, lines[reader], all)
	}
}

// seat looks at the board of a player.
func (b *lined) seat(page string, own, all int) {
	words := fmt.Sprintf("our line, %d card", own)
	if own == 0 {
		words = "our line is empty: you get the last card of the longest, "
		b.empty++
	} else {
		b.own++
	}
	tabletest.Expect(b.T, page, []string{words, fmt.Sprintf("%d card", all), "in all lines",
		fmt.Sprintf("Your line <b>%d</b>", own)}, nil)
	if b.Failed() {
		b.Fatal(page)
	}
}
