package gallery

import (
	"time"

	"carteado/views/link"
	matchpage "carteado/views/page/match"
	"carteado/views/part"
)

func (g list) matches() matchpage.MatchesProps {
	return matchpage.MatchesProps{
		Results: results(), Newer: "3-9", Older: "2-5", Total: 47,
		Games: g.infos(), Met: []part.Person{bento, celia, davi}, Seasons: []matchpage.Choice{
			{ID: 2, Name: "Primavera 2026"}, {ID: 1, Name: "Inverno 2026"}},
	}
}

// matchesOf is the list of matches after a filter.
func (g list) matchesOf(filter link.MatchFilter, found []matchpage.Result) matchpage.MatchesProps {
	p := g.matches()
	p.Filter, p.Results, p.Newer, p.Older, p.Total = filter, found, "", "", 0
	return p
}

// matchesOfOne are a member's matches against two, some of them on paper.
func (g list) matchesOfOne() matchpage.MatchesProps {
	p := g.matchesOf(link.MatchFilter{With: link.Group{2, 3}, Company: "people", Ended: "played"}, results()[1:4])
	p.Whose, p.Chosen, p.First, p.Found, p.Among = &davi, []int64{2, 3}, true, 3, 500
	p.Nights = []matchpage.NightChoice{{ID: 4, Name: "Quinta à noite", Starts: now.Add(-48 * time.Hour)}}
	p.Presets = []matchpage.KeptRules{{ID: 1, Name: "Da casa", Game: knock}}
	p.Results[1].Paper, p.Results[1].Game, p.Results[1].Label = true, "", "Natal de 2019"
	return p
}

// matchesRefused are filters that mean nothing, among very many people.
func (g list) matchesRefused() matchpage.MatchesProps {
	p := g.matchesOf(link.MatchFilter{Who: "zz, célia", From: "2026-03-02", Until: "2026-03-01"}, nil)
	p.Faults = part.Faults{"who": "filter_nobody", "until": "date_order", "night": "choice"}
	return p
}
