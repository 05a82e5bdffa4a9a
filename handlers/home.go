package handlers

import (
	"net/http"

	"carteado/views/page"
	"carteado/views/part"
)

func (s *Server) showClub(r *request) error {
	props, err := s.homeProps(r)
	if err != nil {
		return err
	}
	return r.render(http.StatusOK, page.Home(props))
}

func (s *Server) homeProps(r *request) (page.HomeProps, error) {
	home, err := s.store.HomeOf(r.ctx(), r.club)
	if err != nil {
		return page.HomeProps{}, err
	}
	props := page.HomeProps{
		At:     home.At,
		MyTurn: s.tables(r, home.MyTurn), Waiting: s.tables(r, home.Waiting),
		Invited: s.tables(r, home.Invited), Open: s.tables(r, home.Open),
		Playing: s.tables(r, home.Playing),
	}
	if home.News != nil {
		news := page.Announcement(*home.News)
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
