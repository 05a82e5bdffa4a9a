package gallery

import (
	"time"

	"carteado/engine/competition"
	"carteado/views/page"
	resultpage "carteado/views/page/results"
	"carteado/views/part"
)

// competing are the players of the gallery's competitions, by seed.
func competing() []part.Person {
	return []part.Person{bento, ana, longName, celia, davi, oddName, iara}
}

// competition plays rounds of a charter: the smaller number wins at each table, but for the last round, of which one
// table has no result.
func (g list) competition(c competition.Charter, rounds int) resultpage.CompetitionProps {
	p := resultpage.CompetitionProps{ID: 1, Name: "Suíço de Bater", Charter: c, Founded: c, By: bento, Now: now,
		Members: []part.Person{davi, longName}}
	people := map[int64]part.Person{}
	var entrants []competition.Entrant
	for i, person := range competing() {
		e := competition.Entrant{Player: int64(i + 1), Seed: i + 1, From: 1}
		people[e.Player] = person
		entrants = append(entrants, e)
		p.Entrants = append(p.Entrants, resultpage.Entrant{Entrant: e, Person: person})
	}
	var played []competition.Round
	for number := range rounds {
		r, err := competition.Next(c, entrants, played, uint64(number+5))
		if err != nil {
			break
		}
		shown := resultpage.CompetitionRound{Number: number + 1, Byes: r.Byes}
		if c.Days > 0 {
			shown.Due = now.Add(time.Duration(number-rounds+2) * 7 * 24 * time.Hour)
		}
		for i, t := range r.Tables {
			open := number == rounds-1 && i == 0 && rounds < 3
			for _, id := range t.Players {
				place := 1
				for _, other := range t.Players {
					if other < id {
						place++
					}
				}
				if !open {
					t.Placing = append(t.Placing, place)
				}
			}
			r.Tables[i] = t
			shown.Tables = append(shown.Tables, resultpage.CompetitionTable{Number: i + 1, Table: 21 + i,
				Match: int64(len(t.Placing)), Reasons: t.Reasons, Players: t.Players, Placing: t.Placing,
				Decided: i == 1 && number == 1, Hours: make([]time.Time, len(t.Players))})
		}
		played = append(played, r)
		p.Rounds = append(p.Rounds, shown)
	}
	p.Of = max(c.RoundsFor(len(entrants)), len(played))
	p.Bracket = competition.Bracket(c, entrants, played)
	for _, line := range competition.Standings(c, entrants, played) {
		p.Lines = append(p.Lines, resultpage.StandingRow{Line: line, Person: people[line.Player]})
	}
	return p
}

// competitions are the pages of competitions.
func (g list) competitions() []Page {
	swiss := competition.Standard()
	swiss.Game, swiss.Days, swiss.Late, swiss.LateBye = knock, 7, 2, true
	knockout := swiss
	knockout.Format, knockout.Seeding, knockout.Late = competition.Knockout, competition.ByList, 0
	fours := swiss
	fours.Game, fours.Format, fours.Size, fours.Rounds, fours.Days = palace, competition.League, 4, 3, 0
	fours.Places, fours.Draw = []int{4, 2, 1}, -1
	open := g.competition(knockout, 0)
	open.MayEnter, open.Faults = true, part.Faults{"": "competition_few"}
	running := g.competition(swiss, 2)
	running.Amendments = []resultpage.CompetitionAmendment{{Due: now.Add(48 * time.Hour), By: bento, At: now,
		Reason: "Domingo foi feriado."}}
	for i, t := range running.Rounds[1].Tables {
		for seat := range t.Players {
			running.Rounds[1].Tables[i].Hours[seat] = now.Add(time.Duration(seat+20) * time.Hour)
		}
	}
	running.Wrong, running.Faults = page.WrongPlaces{Round: 2, Table: 1}, part.Faults{"places": "places"}
	running.Entrants[4].Left, running.Entrants[5].From = 2, 2
	over := g.competition(knockout, 3)
	over.Over = now.Add(-time.Hour)
	row := resultpage.CompetitionRow{ID: 1, Name: "Suíço de Bater", Charter: swiss, Entrants: 7, Rounds: 2, Of: 5,
		Due: now.Add(48 * time.Hour), Mine: true, Against: []string{"Bento"}}
	entry := resultpage.CompetitionRow{ID: 2, Name: "Rummy de Natal", Charter: fours, Entrants: 5, Mine: true}
	ended := resultpage.CompetitionRow{ID: 3, Name: "Copa de Inverno", Charter: knockout, Over: now,
		Winners: []part.Person{celia}}
	form := resultpage.CompetitionForm{Games: g.infos(), Name: "Suíço de Bater", Format: "swiss", Game: knock,
		Size: "2", Rounds: "5", Advance: "1", Places: "3", Draw: "1", Bye: "3", Ties: []string{"opponents", "wins", ""},
		Late:    "2",
		Seeding: "lot", Days: "7", Missed: "both"}
	amended := form
	amended.ID, amended.Started, amended.Due = 1, true, "2026-11-29"
	amended.Faults = part.Faults{"reason": "required", "due": "date_ahead", "rounds": "number", "places": "points"}
	return []Page{
		inside("competitions", resultpage.Competitions(resultpage.CompetitionsProps{
			Running: []resultpage.CompetitionRow{row}, Open: []resultpage.CompetitionRow{entry},
			Over: []resultpage.CompetitionRow{ended}})),
		inside("competitions-none", resultpage.Competitions(resultpage.CompetitionsProps{})),
		inside("competition-new", resultpage.CompetitionRules(form)),
		inside("competition-amend", resultpage.CompetitionRules(amended)),
		inside("competition-open", resultpage.Competition(open)),
		inside("competition", resultpage.Competition(running)),
		inside("competition-knockout", resultpage.Competition(g.competition(knockout, 2))),
		inside("competition-tables", resultpage.Competition(g.competition(fours, 3))),
		inside("competition-over", resultpage.Competition(over)),
	}
}
