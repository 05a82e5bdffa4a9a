package gallery

import (
	"time"

	"carteado/engine/pairing"
	"carteado/engine/standing"
	nightspage "carteado/views/page/nights"
	"carteado/views/part"
)

// duplicates is an evening whose tables play the same deals: over and compared, or while they are held.
func (g list) duplicates(over bool) nightspage.DrawsProps {
	points := []int{12, 47, 3, 58, 30, 21}
	seat := func(n int, p part.Person) nightspage.DrawnSeat {
		s := nightspage.DrawnSeat{ID: int64(n + 1), Person: p, Place: 1 + n%2}
		if s.Points = &points[n]; !over {
			s.Points, s.Place = nil, 0
		}
		return s
	}
	me := ana
	me.Me = true
	r := nightspage.Round{Number: 1, Game: knock, Level: pairing.Alike, Lot: 1234567, Minutes: 40, Screens: true,
		AtTime: "played", Duplicates: 4, Low: true, Opened: now.Add(-35 * time.Minute), Ends: now.Add(5 * time.Minute),
		Tables: []nightspage.DrawnTable{
			{Number: 1, Table: 21, Held: !over, Played: over, Seats: []nightspage.DrawnSeat{seat(0, me),
				seat(1, bento)}},
			{Number: 2, Table: 22, Held: !over, Played: over, Seats: []nightspage.DrawnSeat{seat(2, celia),
				seat(3, longName)}},
			{Number: 3, Table: 23, Held: !over, Played: over, Seats: []nightspage.DrawnSeat{seat(4, davi),
				seat(5, oddName)}}}}
	p := nightspage.DrawsProps{Night: comingNights()[0], Here: 6, Open: true, Now: now, Form: nightspage.DrawForm{
		Games: g.infos(), Game: knock, Size: "2", Minutes: "40", Deals: "4", Screens: true}}
	if !over {
		p.Rounds = []nightspage.Round{r}
		return p
	}
	r.Over = now.Add(-time.Minute)
	p.Rounds = []nightspage.Round{r}
	people := map[int64]part.Person{1: me, 2: bento, 3: celia, 4: longName, 5: davi, 6: oddName}
	for _, line := range standing.Evening([]standing.Sitting{{Players: []int64{1, 3, 5}, Placing: []int{2, 1, 3}},
		{Players: []int64{2, 4, 6}, Placing: []int{2, 3, 1}}}) {
		p.Lines = append(p.Lines, nightspage.EveningLine{EveningLine: line, Person: people[line.Player]})
	}
	return p
}
