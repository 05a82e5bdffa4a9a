package palace

import (
	"strings"

	"carteado/engine"
	"carteado/engine/card"
)

// An example is an engine.Example as it is written down.
type example struct {
	key, section string
	options      engine.Options
	sketch       sketch
	moves        string // one after the other, with a comma between
	seats        []engine.Seat
	broken       string
	show         []engine.Pile
	want         map[engine.Pile]string
	points       []int
}

var (
	discardPile = engine.In(engine.Discard)
	burnedPile  = engine.In(engine.Burned)
	ownHand     = engine.Of(engine.Hand, 0)
	ownUp       = engine.Of(engine.Up, 0)
	ownDown     = engine.Of(engine.Down, 0)
)

// Examples show the rules.
func (Game) Examples() []engine.Example {
	list := make([]engine.Example, 0, len(examples()))
	for _, e := range examples() {
		list = append(list, e.example())
	}
	return list
}

func (e example) example() engine.Example {
	e.sketch.Options = e.options
	start, err := e.sketch.Round()
	if err != nil {
		panic("palace: example " + e.key + ": " + err.Error())
	}
	x := engine.Example{
		Key: e.key, Section: e.section, Options: e.options, Start: start, Seat: e.sketch.Turn, Seats: e.seats,
		Broken: e.broken, Show: e.show, Points: e.points,
	}
	for text := range strings.SplitSeq(e.moves, ", ") {
		m, err := engine.ParseMove(text)
		if err != nil {
			panic("palace: example " + e.key + ": " + err.Error())
		}
		x.Moves = append(x.Moves, m)
	}
	for _, pile := range e.show {
		if text, given := e.want[pile]; given {
			x.Want = append(x.Want, engine.Heap{Pile: pile, Cards: append([]card.Card{}, listed(text)...)})
		}
	}
	return x
}

func examples() []example {
	return []example{
		{
			key: "swap", section: "setup",
			sketch: sketch{Exchange: true, Hands: [maxSeats]string{"2C 3D KH"}, Up: [maxSeats]string{"4S 5S 6S"}},
			moves:  "swap 2C 4S, swap KH 5S, ready",
			show:   []engine.Pile{ownHand, ownUp},
			want:   map[engine.Pile]string{ownHand: "3D 4S 5S", ownUp: "2C KH 6S"},
		},
		{
			key: "higher", section: "turn",
			sketch: sketch{Discard: "6C", Hands: [maxSeats]string{"7H 9S KD"}, Draw: "4C"},
			moves:  "play 7H",
			show:   []engine.Pile{discardPile, ownHand},
			want:   map[engine.Pile]string{discardPile: "6C 7H", ownHand: "4C 9S KD"},
		},
		{
			key: "lower", section: "turn", options: engine.Options{optTen: "on"},
			sketch: sketch{Discard: "9S", Hands: [maxSeats]string{"4D JS JD"}},
			moves:  "play 4D", broken: RuleLower,
			show: []engine.Pile{discardPile, ownHand},
		},
		{
			key: "equals", section: "turn",
			sketch: sketch{Discard: "9S", Hands: [maxSeats]string{"4D JS JD"}, Draw: "5C 8H"},
			moves:  "play JD JS",
			show:   []engine.Pile{discardPile, ownHand},
			want:   map[engine.Pile]string{discardPile: "9S JD JS", ownHand: "4D 5C 8H"},
		},
		{
			key: "take", section: "turn", options: engine.Options{optQuad: "off"},
			sketch: sketch{Discard: "5C KD AS", Hands: [maxSeats]string{"3C 4D 9H"}},
			moves:  "take",
			show:   []engine.Pile{discardPile, ownHand},
			want:   map[engine.Pile]string{discardPile: "", ownHand: "3C 4D 5C 9H KD AS"},
		},
		{
			key: "may_play", section: "turn", options: engine.Options{optVoluntary: "off"},
			sketch: sketch{Discard: "5C", Hands: [maxSeats]string{"3C 4D 9H"}},
			moves:  "take", broken: RuleMayPlay,
			show: []engine.Pile{discardPile, ownHand},
		},
		{
			key: "two", section: "special",
			sketch: sketch{Discard: "AS", Hands: [maxSeats]string{"2D 5C 6C", "3H QD KC"}},
			moves:  "play 2D, play 3H", seats: []engine.Seat{0, 1},
			show: []engine.Pile{discardPile},
			want: map[engine.Pile]string{discardPile: "AS 2D 3H"},
		},
		{
			key: "ten", section: "special", options: engine.Options{optTen: "on"},
			sketch: sketch{Discard: "5C AS", Hands: [maxSeats]string{"TD 4C 5S"}, Draw: "8H"},
			moves:  "play TD, play 4C",
			show:   []engine.Pile{discardPile, burnedPile, ownHand},
			want:   map[engine.Pile]string{discardPile: "4C", burnedPile: "5C TD AS"},
		},
		{
			key: "four", section: "special",
			sketch: sketch{Discard: "5C 6D", Hands: [maxSeats]string{"8C 8D 8H 8S KD"}, Draw: "3C 4H"},
			moves:  "play 8C 8D 8H 8S, play 3C",
			show:   []engine.Pile{discardPile, burnedPile, ownHand},
			want:   map[engine.Pile]string{discardPile: "3C", burnedPile: "5C 6D 8C 8D 8H 8S"},
		},
		{
			key: "across", section: "special", options: engine.Options{optAcross: "on"},
			sketch: sketch{Discard: "5C 8C 8D", Hands: [maxSeats]string{"8H 8S KD"}, Draw: "3C 4H"},
			moves:  "play 8H 8S",
			show:   []engine.Pile{discardPile, burnedPile, ownHand},
			want:   map[engine.Pile]string{discardPile: "", burnedPile: "5C 8C 8D 8H 8S"},
		},
		{
			key: "face_up", section: "zones",
			sketch: sketch{Spent: true, Discard: "9D", Hands: [maxSeats]string{"-"}, Up: [maxSeats]string{"QH QS 4S"}},
			moves:  "play QH",
			show:   []engine.Pile{discardPile, ownUp},
			want:   map[engine.Pile]string{discardPile: "9D QH", ownUp: "?? QS 4S"},
		},
		{
			key: "one_up", section: "zones", options: engine.Options{optMulti: "off"},
			sketch: sketch{Spent: true, Discard: "9D", Hands: [maxSeats]string{"-"}, Up: [maxSeats]string{"QH QS 4S"}},
			moves:  "play QH QS", broken: RuleOneUp,
			show: []engine.Pile{discardPile, ownUp},
		},
		{
			key: "flip", section: "zones", options: engine.Options{optTen: "on"},
			sketch: sketch{Spent: true, Discard: "AS", Hands: [maxSeats]string{"-"}, Up: [maxSeats]string{"-"}, Down: [maxSeats]string{"5C TD QH"}},
			moves:  "flip @down:2, flip @down:1",
			show:   []engine.Pile{discardPile, ownDown},
			want:   map[engine.Pile]string{discardPile: "5C", ownDown: "?? ?? QH"},
		},
		{
			key: "flip_fails", section: "zones",
			sketch: sketch{Spent: true, Discard: "KC", Hands: [maxSeats]string{"-"}, Up: [maxSeats]string{"-"}, Down: [maxSeats]string{"5D 9C"}},
			moves:  "flip @down:1",
			show:   []engine.Pile{discardPile, ownHand, ownDown},
			want:   map[engine.Pile]string{discardPile: "", ownHand: "5D KC", ownDown: "?? 9C ??"},
		},
		{
			key: "out", section: "end", options: engine.Options{optNoFinish: "off", optScoring: scoreWins},
			sketch: sketch{Spent: true, Discard: "9C QD", Hands: [maxSeats]string{"2H"}, Up: [maxSeats]string{"-"}, Down: [maxSeats]string{"-"}},
			moves:  "play 2H",
			show:   []engine.Pile{discardPile, ownHand},
			want:   map[engine.Pile]string{discardPile: "9C QD 2H", ownHand: ""},
			points: []int{1, 0},
		},
		{
			key: "places", section: "score", options: engine.Options{optScoring: scorePlaces},
			sketch: sketch{
				Seats: 3, Spent: true, Out: []engine.Seat{2}, Discard: "9C",
				Hands: [maxSeats]string{"JC"}, Up: [maxSeats]string{"-"}, Down: [maxSeats]string{"-"},
			},
			moves:  "play JC",
			show:   []engine.Pile{discardPile, ownHand},
			want:   map[engine.Pile]string{ownHand: ""},
			points: []int{1, 0, 2},
		},
	}
}
