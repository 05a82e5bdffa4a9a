package results

import (
	"net/http"

	"carteado/handlers/web"
	resultpage "carteado/views/page/results"
)

// ShowBests is the club's records and its hall of fame.
func (w *Wing) ShowBests(r *web.Request) error {
	bests, err := w.Store.BestsOf(r.Ctx(), r.Club.ID, r.Player())
	if err != nil {
		return err
	}
	props := resultpage.BestsProps{Games: w.GameKeys(), Features: w.Features}
	for _, b := range bests.List {
		row := resultpage.BestRow{Game: b.Game, Name: b.Name, Value: b.Value, Match: b.Match, At: b.Ended,
			By: web.PersonOf(r.Player(), b.By)}
		if b.Before != nil {
			row.Before = &resultpage.BestBefore{Value: b.Before.Value, Match: b.Before.Match, At: b.Before.Ended,
				By: web.PersonOf(r.Player(), b.Before.By)}
		}
		props.List = append(props.List, row)
	}
	for _, b := range bests.Seasons {
		props.Seasons = append(props.Seasons, resultpage.SeasonBest{Game: b.Game, Name: b.Name, Times: b.Times,
			Season: b.Season, Called: b.Called, By: web.PersonOf(r.Player(), b.By)})
	}
	for _, c := range bests.Champions {
		props.Champions = append(props.Champions, resultpage.Champion{Season: c.Season, Competition: c.Competition,
			Called: c.Called, Ended: c.Ended, By: web.PersonOf(r.Player(), c.By), Points: c.Points, Played: c.Played})
	}
	return r.Show(http.StatusOK, resultpage.Bests(props))
}
