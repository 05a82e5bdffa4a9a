// Package sample holds what prepared boards are made of: the people of a club,
// readers for cards and moves, and entries of a log. Faces make their samples of
// it, and the gallery its other pages.
package sample

import (
	"time"

	"github.com/a-h/templ"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/views/part"
	"carteado/views/table"
)

func Page(name string, c templ.Component) table.Sample { return table.Sample{Name: name, Component: c} }

// Fragment is what a poll or a move is answered with.
func Fragment(name string, c templ.Component) table.Sample {
	return table.Sample{Name: name, Component: c, Fragment: true}
}

// Club is the slug of the club in which everything happens.
const Club = "quinta"

// Now is the time at which all pages are shown.
var Now = time.Date(2026, time.November, 20, 23, 31, 0, 0, time.UTC)

// The people of the club. Ana reads the pages.
var (
	Ana    = part.Person{ID: 1, Name: "Ana", Me: true}
	Bento  = part.Person{ID: 2, Name: "Bento"}
	Celia  = part.Person{ID: 3, Name: "Célia"}
	Davi   = part.Person{ID: 4, Name: "Davi"}
	Iara   = part.Person{ID: 5, Name: "Iara"}
	Robot  = part.Person{Bot: "steady"}
	Nobody = part.Person{}
)

// Names as awkward as the club lets people choose them: as long as may be, without a
// space, and made of signs.
var (
	LongName = part.Person{ID: 3, Name: "Maximilianaconstantinaalbuquerquedosanto"}
	OddName  = part.Person{ID: 2, Name: "🦊🃏 ♠♥ wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww"}
)

// Cards reads cards. It panics on a slip, because every text it reads stands in a
// sample.
func Cards(text string) []card.Card {
	list, err := card.List(text)
	if err != nil {
		panic("sample: " + err.Error())
	}
	return list
}

func One(text string) card.Card { return Cards(text)[0] }

// Moves reads moves, with semicolons between them.
func Moves(text string) []engine.Move {
	made, err := engine.ParseMoves(text, 0)
	if err != nil {
		panic("sample: " + err.Error())
	}
	list := make([]engine.Move, len(made))
	for i, m := range made {
		list[i] = m.Move
	}
	return list
}

// Scores are six rounds of a match that stands at 41 to 67.
func Scores() []engine.RoundScore {
	type row struct {
		by   engine.Seat
		how  string
		a, b int
	}
	var list []engine.RoundScore
	totals := [2]int{}
	for i, r := range []row{
		{0, "knock", 5, 18}, {1, "knock", 22, 3}, {1, "knock_zero", 14, -10},
		{0, "knock", 6, 31}, {0, "knock_zero", -10, 9}, {0, "knock", 4, 16},
	} {
		totals[0] += r.a
		totals[1] += r.b
		list = append(list, engine.RoundScore{
			Number: i + 1, Dealer: engine.Seat(i % 2), Totals: []int{totals[0], totals[1]},
			Result: engine.Result{How: r.how, By: r.by, Winner: r.by, Loser: 1 - r.by, Points: []int{r.a, r.b}},
		})
	}
	return list
}

// Entry is a move in the log, with one event that everybody saw.
func Entry(version int, seat engine.Seat, kind string, words string) table.Entry {
	e := engine.Event{Kind: kind, Seat: seat, Open: true, Cards: part.Words(Cards(words))}
	return table.Entry{Version: version, Seat: seat, Events: []engine.Event{e}, Time: Now.Add(-time.Minute)}
}
