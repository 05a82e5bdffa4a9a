package web

import (
	"carteado/db/nights"
	nightspage "carteado/views/page/nights"
	"carteado/views/part"
)

// NightOf is a night as its pages show it.
func (s *Site) NightOf(n nights.Night) nightspage.Night {
	now := s.Now()
	return nightspage.Night{
		ID: n.ID, Name: n.Name, Place: n.Place, Address: n.Address, Says: n.Says, Starts: n.Starts, Ends: n.Ends,
		Until: n.AnswersUntil, Games: n.Games, Places: n.Places, Coming: n.Coming, Waiting: n.Waiting,
		Recurs: n.Recurs, Goes: n.Goes, By: part.Person{ID: n.By, Name: n.ByName}, Off: !n.Off.IsZero(),
		OffWhy: n.OffWhy, Over: !now.Before(n.Ends), Begun: !now.Before(n.Starts),
		Closed: !now.Before(n.AnswersUntil), Reminded: n.Reminded, Answer: n.Answer, Arrives: n.Arrives,
		Placed: n.Placed,
	}
}

// NightsOf are nights as lists show them.
func (s *Site) NightsOf(list []nights.Night) (rows []nightspage.Night) {
	for _, n := range list {
		rows = append(rows, s.NightOf(n))
	}
	return rows
}
