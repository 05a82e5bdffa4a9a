package handlers

import (
	"net/http"
	"strconv"

	"carteado/views/link"
	clubpage "carteado/views/page/club"
)

// placesPerPage is how many places a page of the standings shows, unless it shows all.
const placesPerPage = 50

func (s *Server) showStandings(r *request) error {
	season, _ := strconv.ParseInt(r.QueryParam("season"), 10, 64)
	props, err := s.standings(r, season)
	if err != nil {
		return err
	}
	if n := len(props.Lines); n > placesPerPage && r.QueryParam("page") != "0" {
		at := max(1, min(r.pageAsked(), (n+placesPerPage-1)/placesPerPage))
		props.Paging = paged(at, placesPerPage, n, func(n int) string { return link.StandingsPage(r.club.Slug, props.Season.ID, n) })
	}
	return r.render(http.StatusOK, clubpage.Standings(props))
}

func (s *Server) standings(r *request, season int64) (clubpage.StandingsProps, error) {
	st, err := s.store.StandingsOf(r.ctx(), r.club.ID, r.player(), season)
	if err != nil {
		return clubpage.StandingsProps{}, err
	}
	props := clubpage.StandingsProps{Season: clubpage.SeasonChoice(st.Season), Founded: st.Founded}
	for _, one := range st.Seasons {
		props.Seasons = append(props.Seasons, clubpage.SeasonChoice(one))
	}
	for _, line := range st.Lines {
		props.Lines = append(props.Lines, clubpage.StandingRow{
			Line: line, Person: faced(r.player(), st.Players[line.Player]),
		})
	}
	for _, a := range st.Amendments {
		props.Amendments = append(props.Amendments, clubpage.AmendmentRow(a))
	}
	return props, nil
}
