package gallery

import (
	"time"

	"carteado/engine/pairing"
	"carteado/engine/standing"
	"carteado/views/page"
	nightspage "carteado/views/page/nights"
	"carteado/views/part"
)

// draws is an evening of two rounds, the second of which is a proposal or goes on.
func (g list) draws(proposed bool) nightspage.DrawsProps {
	seat := func(id int64, p part.Person, place int) nightspage.DrawnSeat {
		return nightspage.DrawnSeat{ID: id, Person: p, Guest: p.ID == 0, Place: place}
	}
	guest := part.Person{Name: "Luís"}
	first := nightspage.Round{Number: 1, Game: rummy, Minutes: 25, AtTime: "played", Opened: now.Add(-70 * time.Minute),
		Ends: now.Add(-45 * time.Minute), Over: now.Add(-40 * time.Minute), Tables: []nightspage.DrawnTable{
			{Number: 1, Played: true, Seats: []nightspage.DrawnSeat{seat(1, ana, 2), seat(2, bento, 1),
				seat(3, celia, 3)}},
			{Number: 2, Closed: "void", Seats: []nightspage.DrawnSeat{seat(4, davi, 0), seat(5, guest, 0),
				seat(6, longName, 0)}}},
		Out: []nightspage.DrawnSeat{{ID: 7, Person: oddName}}}
	second := nightspage.Round{Number: 2, Game: knock, Level: pairing.Alike, Lot: 1234567, Minutes: 25, Screens: true,
		AtTime: "stands",
		Tables: []nightspage.DrawnTable{
			{Number: 1, Reasons: []pairing.Reason{{Key: pairing.Near, N: 30, To: 60}, {Key: pairing.Again,
				Players: []int64{1, 2}, N: 1}}, Seats: []nightspage.DrawnSeat{seat(2, bento, 0), seat(1, ana, 0)}},
			{Number: 2, Reasons: []pairing.Reason{{Key: pairing.Equal, N: 30}, {Key: pairing.Unmet}},
				Seats: []nightspage.DrawnSeat{seat(5, guest, 0), seat(7, oddName, 0)}},
			{Number: 3, Paper: true, Seats: []nightspage.DrawnSeat{seat(4, davi, 0), seat(3, celia, 0)}}},
		Out: []nightspage.DrawnSeat{{ID: 6, Person: longName, Reason: &pairing.Reason{Key: pairing.OutFewest,
			Players: []int64{6}}}}}
	p := nightspage.DrawsProps{Night: comingNights()[0], Here: 7, Open: true, Now: now, Form: nightspage.DrawForm{
		Games: g.infos(), Game: knock, Size: "2", Minutes: "25", Splits: []nightspage.Split{{Sizes: []int{4, 3}},
			{Sizes: []int{2, 2, 2}, Out: 1}}}}
	if !proposed {
		second.Opened, second.Ends = now.Add(-5*time.Minute), now.Add(20*time.Minute)
		second.Tables[0].Table, second.Tables[0].Begun = 21, true
		second.Tables[0].Seats[1].Gone = true
		second.Tables[1].Played, second.Tables[1].Sheet = true, nightspage.SheetUnconfirmed
		second.Tables[2].Sheet, second.Tables[2].Room = nightspage.SheetOpen, true
		second.Tables[2].Seats[0].Gone = true
		p.Waiting, p.More = []nightspage.DrawnSeat{seat(6, longName, 0), seat(8, iara, 0)}, true
		second.Tables[1].Seats[0].Place, second.Tables[1].Seats[1].Place = 1, 2
		p.Form.Wrong, p.Form.Faults = page.WrongPlaces{Round: 2, Table: 2}, part.Faults{"places": "places"}
	}
	p.Rounds = []nightspage.Round{first, second}
	for i, line := range standing.Evening([]standing.Sitting{{Players: []int64{1, 2, 3}, Placing: []int{2, 1, 3}},
		{Players: []int64{6}}}) {
		p.Lines = append(p.Lines, nightspage.EveningLine{EveningLine: line, Person: []part.Person{bento, ana, longName,
			celia}[i]})
	}
	return p
}
