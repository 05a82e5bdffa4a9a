package handlers

import (
	"fmt"
	"net/http"

	"carteado/engine/bot"
	"carteado/engine/role"
	clubpage "carteado/views/page/club"
)

func (s *Server) showClub(r *request) error {
	props, err := s.homeProps(r)
	if err != nil {
		return err
	}
	return r.render(http.StatusOK, clubpage.Home(props))
}

// atTheDoor fills in the parts for members who may invite: the people who ask to come in,
// and the hint that the club has no other member yet.
func (s *Server) atTheDoor(r *request, props *clubpage.HomeProps) error {
	asking, err := s.store.JoinRequests(r.ctx(), r.club.ID, r.player())
	if err != nil {
		return err
	}
	for _, a := range asking {
		props.Asking = append(props.Asking, clubpage.RequestRow(a))
	}
	props.Alone, err = s.store.Alone(r.ctx(), r.club)
	if err != nil {
		return err
	}
	if len(asking) > 0 || props.Alone {
		props.At += fmt.Sprintf("-%d", len(asking))
	}
	return nil
}

func (s *Server) homeProps(r *request) (clubpage.HomeProps, error) {
	home, err := s.store.HomeOf(r.ctx(), r.club, clubpage.TablesAtHome)
	if err != nil {
		return clubpage.HomeProps{}, err
	}
	props := clubpage.HomeProps{
		At: home.At, Games: s.games, Bot: bot.Club,
		MyTurn: s.tables(r, home.MyTurn), Waiting: s.tables(r, home.Waiting),
		Invited: s.tables(r, home.Invited), Open: s.tables(r, home.Open),
		Playing: s.tables(r, home.Playing), More: clubpage.More(home.More), Backup: home.Backup,
	}
	if home.News != nil {
		news := clubpage.Announcement(*home.News)
		props.News = &news
	}
	if st := home.Standings; st != nil {
		props.Season = st.Season.Name
		for _, line := range st.Lines {
			props.Standings = append(props.Standings, clubpage.StandingRow{
				Line: line, Person: faced(r.player(), st.Players[line.Player]),
			})
		}
	}
	if r.club.Role.May(role.Invite) {
		if err := s.atTheDoor(r, &props); err != nil {
			return clubpage.HomeProps{}, err
		}
	}
	for _, m := range home.Recent {
		props.Recent = append(props.Recent, s.result(r, m))
	}
	for _, p := range home.Online {
		member := faced(r.player(), p)
		member.Online = true
		props.Members = append(props.Members, member)
	}
	return props, nil
}
