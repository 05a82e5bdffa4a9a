package gallery

import (
	"time"

	"carteado/engine"
	resultpage "carteado/views/page/results"
	"carteado/views/part"
)

// tallied are numbers for each feature of a game.
func (g list) tallied(game string) (features []engine.Feature, tallies map[string]engine.Tally) {
	features, tallies = engine.FeaturesOf(g.of(game)), map[string]engine.Tally{}
	for i, f := range features {
		tallies[f.Name] = engine.Tally{Times: 156 / (i + 1), Sum: 700 / (i + 1), Least: i, Most: 21 + i}
	}
	return features, tallies
}

func (g list) numbers(game string) resultpage.NumbersProps {
	p := resultpage.NumbersProps{
		Person: ana, Game: game, Matches: 163, Wins: 56, Places: 331, Row: 2, Longest: 5,
		Luck: engine.Tally{Times: 42, Sum: 21420},
		Games: []resultpage.Record{{Game: rummy, Matches: 57, Wins: 17}, {Game: palace, Matches: 44, Wins: 11},
			{Game: knock, Matches: 42, Wins: 18}, {Game: huangdi, Matches: 20, Wins: 10}},
		Seats: []resultpage.Group{{Seats: 2, Matches: 60, Wins: 31}, {Seats: 3, Matches: 81, Wins: 20},
			{Seats: 4, Matches: 22, Wins: 5}},
		Rivals: []resultpage.Opponent{{Person: celia, Matches: 68, Won: 21, Lost: 47},
			{Person: bento, Matches: 48, Won: 25, Lost: 23},
			{Person: part.Person{ID: 17}, Matches: 41, Won: 25, Lost: 14}},
		First: now.AddDate(0, -11, 0), Last: now,
	}
	for i, n := range []int{25, 25, 32, 24, 22, 22, 13, 0, 4, 30, 18, 6} {
		first := time.Date(now.Year(), now.Month()-11, 1, 0, 0, 0, 0, time.UTC)
		p.Months = append(p.Months, resultpage.Group{Month: first.AddDate(0, i, 0), Matches: n, Wins: n / 3})
	}
	if game != "" {
		p.Score = engine.Tally{Times: 42, Sum: 3348, Least: -31, Most: 138}
		p.Features, p.Tallies = g.tallied(game)
	}
	return p
}

// versus are Ana and Bento after a number of matches.
func versus(matches int) resultpage.VersusProps {
	p := resultpage.VersusProps{One: ana, Other: bento}
	lead, won := 0, 0
	for n := range matches {
		m := resultpage.Meeting{Match: int64(n + 1), Game: []string{rummy, knock, palace}[n%3], Place: 1, Other: 2,
			Seats: 2 + n%3, Ended: now.Add(-time.Duration(matches-n) * 72 * time.Hour)}
		switch n * n % 7 {
		case 1, 4:
			m.Place, m.Other = 2, 1
			lead--
		case 2:
			m.Place, m.Other = 1, 1
		default:
			lead++
			won++
		}
		m.Lead = lead
		p.Meetings = append(p.Meetings, m)
	}
	if matches > 0 {
		p.Games = []resultpage.Encounter{{Game: rummy, Matches: matches, Won: won, Lost: won - lead}}
	}
	return p
}

func (g list) bests() resultpage.BestsProps {
	p := resultpage.BestsProps{Games: g.keys(), Features: map[string][]engine.Feature{},
		List: []resultpage.BestRow{{Name: "streak", Value: 6, Match: 4, At: now.Add(-900 * time.Hour), By: bento,
			Before: &resultpage.BestBefore{Value: 5, Match: 3, At: now.Add(-1900 * time.Hour), By: ana}}}}
	for i, game := range p.Games {
		features, tallies := g.tallied(game)
		p.Features[game] = features
		for _, f := range features {
			if f.Best != "" {
				p.List = append(p.List, resultpage.BestRow{Game: game, Name: f.Name,
					Value: tallies[f.Name].Best(f.Best), Match: int64(i + 9),
					At: now.Add(-time.Duration(i+1) * 500 * time.Hour), By: celia})
			}
			if f.Times {
				p.Seasons = append(p.Seasons, resultpage.SeasonBest{Game: game, Name: f.Name, Times: 12 + i, Season: 3,
					Called: "Primavera 2026", By: davi})
			}
		}
	}
	for i, season := range []string{"Inverno 2026", "Outono 2026", "Verão 2026"} {
		who := []part.Person{celia, {ID: 17}, bento}[i]
		p.Champions = append(p.Champions, resultpage.Champion{Season: int64(3 - i), Called: season, By: who,
			Ended: now.AddDate(0, -3*i-1, 0), Points: 61 - i, Played: 20})
	}
	return p
}
