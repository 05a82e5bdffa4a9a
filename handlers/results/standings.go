package results

import (
	"net/http"
	"strconv"

	"carteado/handlers/web"
	"carteado/views/link"
	resultpage "carteado/views/page/results"
)

// placesPerPage is how many places a page of the standings shows, unless it shows all.
const placesPerPage = 50

func (w *Wing) ShowStandings(r *web.Request) error {
	season, _ := strconv.ParseInt(r.QueryParam("season"), 10, 64)
	props, err := w.standings(r, season)
	if err != nil {
		return err
	}
	if n := len(props.Lines); n > placesPerPage && r.QueryParam("page") != "0" {
		at := max(1, min(r.PageAsked(), (n+placesPerPage-1)/placesPerPage))
		to := func(n int) string { return link.StandingsPage(r.Club.Slug, props.Season.ID, n) }
		props.Paging = web.Paged(at, placesPerPage, n, to)
	}
	return r.Show(http.StatusOK, resultpage.Standings(props))
}

func (w *Wing) standings(r *web.Request, season int64) (resultpage.StandingsProps, error) {
	st, err := w.Store.StandingsOf(r.Ctx(), r.Club.ID, r.Player(), season)
	if err != nil {
		return resultpage.StandingsProps{}, err
	}
	props := resultpage.StandingsProps{Season: resultpage.SeasonChoice(st.Season), Founded: st.Founded}
	for _, one := range st.Seasons {
		props.Seasons = append(props.Seasons, resultpage.SeasonChoice(one))
	}
	for _, line := range st.Lines {
		props.Lines = append(props.Lines, resultpage.StandingRow{
			Line: line, Person: web.PersonOf(r.Player(), st.Players[line.Player]),
		})
	}
	for _, a := range st.Amendments {
		props.Amendments = append(props.Amendments, resultpage.AmendmentRow(a))
	}
	return props, nil
}
