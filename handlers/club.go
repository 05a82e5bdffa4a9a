package handlers

import (
	"net/http"

	"carteado/db"
	"carteado/engine"
	"carteado/views/page"
	"carteado/views/part"
	"carteado/views/table"
)

func (s *Server) showClub(r *request) error {
	props, err := s.homeProps(r)
	if err != nil {
		return err
	}
	return r.render(http.StatusOK, page.Home(props))
}

func (s *Server) homeProps(r *request) (page.HomeProps, error) {
	home, err := s.store.HomeOf(r.ctx(), r.club.ID, r.player())
	if err != nil {
		return page.HomeProps{}, err
	}
	props := page.HomeProps{
		Club: r.club.Slug, At: home.At,
		MyTurn: s.tables(r, home.MyTurn), Waiting: s.tables(r, home.Waiting),
		Invited: s.tables(r, home.Invited), Open: s.tables(r, home.Open),
		Playing: s.tables(r, home.Playing),
	}
	if home.News != nil {
		news := announcement(*home.News)
		props.News = &news
	}
	if st := home.Standings; st != nil {
		props.Season = st.Season.Name
		for _, line := range st.Lines {
			props.Standings = append(props.Standings, page.StandingRow{
				Line: line, Person: part.Person{ID: line.Player, Name: st.Names[line.Player], Me: line.Player == r.player()},
			})
		}
	}
	for _, m := range home.Recent {
		props.Recent = append(props.Recent, s.result(r, m))
	}
	for _, p := range home.Online {
		props.Members = append(props.Members, part.Person{ID: p.ID, Name: p.Name, Online: true})
	}
	return props, nil
}

func (s *Server) tables(r *request, lines []db.TableLine) []page.Table {
	var tables []page.Table
	for _, l := range lines {
		seats := people(r, l.Seats)
		line := page.Table{
			Number: l.Table, Game: l.Game, Seats: seats, Totals: l.Totals, Mine: int(l.Mine),
			Goal: s.goal(l.Game, l.Options), Since: l.At,
		}
		for _, seat := range l.ToMove {
			line.Turn = append(line.Turn, seats[seat])
		}
		if l.Last != nil {
			line.Last = &table.Entry{Version: l.Last.Version, Seat: l.Last.Seat, Events: l.Last.Events, Time: l.Last.At}
		}
		tables = append(tables, line)
	}
	return tables
}

// goal is what a match is played to under a table's house rules.
func (s *Server) goal(game string, options engine.Options) part.Goal {
	rules, known := s.rules[game]
	if !known {
		return part.Goal{}
	}
	return table.Goal(game, options, rules.Scoring(options))
}

// people are the seats of a table, in order, as r's reader knows them. A seat
// that is only kept for somebody is free.
func people(r *request, seats []db.Seat) []part.Person {
	people := make([]part.Person, len(seats))
	for _, seat := range seats {
		people[seat.Seat] = person(r, seat)
	}
	return numbered(people)
}

// numbered tells bots of one level apart by a number.
func numbered(people []part.Person) []part.Person {
	last := map[string]int{}
	for _, p := range people {
		last[p.Bot]++
	}
	next := map[string]int{}
	for i, p := range people {
		if p.Bot != "" && last[p.Bot] > 1 {
			next[p.Bot]++
			people[i].Number = next[p.Bot]
		}
	}
	return people
}

func person(r *request, seat db.Seat) part.Person {
	switch {
	case seat.Bot != "":
		return part.Person{Bot: seat.Bot}
	case seat.Player != 0:
		return part.Person{ID: seat.Player, Name: seat.Name, Me: seat.Player == r.player()}
	}
	return part.Person{}
}
