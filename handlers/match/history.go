package match

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"carteado/db/results"
	"carteado/engine/clock"
	"carteado/handlers/web"
	"carteado/views/link"
	matchpage "carteado/views/page/match"
)

// ShowHistory lists the club's matches to a host.
func (w *Wing) ShowHistory(r *web.Request) error {
	at, err := r.MatchRange()
	if err != nil {
		return err
	}
	asked := link.HistoryFilter{
		Game: r.QueryParam("game"), Ended: r.QueryParam("ended"), From: r.QueryParam("from"),
		Until: r.QueryParam("until"),
	}
	asked.Search, _ = web.CleanText(r.QueryParam("q"), web.MaxSearch)
	asked.Season, _ = strconv.ParseInt(r.QueryParam("season"), 10, 64)
	if _, err := w.Game(asked.Game); err != nil {
		asked.Game = ""
	}
	if !slices.Contains(matchpage.Ends, asked.Ended) {
		asked.Ended = ""
	}
	filter := results.HistoryFilter{Search: asked.Search, Game: asked.Game, Ended: asked.Ended, Season: asked.Season}
	filter.From = w.dayAsked(r, &asked.From)
	if last := w.dayAsked(r, &asked.Until); !last.IsZero() {
		filter.Until = clock.DayEnd(last) // the day itself is part of it
	}
	history, err := w.Store.HistoryOf(r.Ctx(), r.Club.ID, r.Player(), filter, at)
	if err != nil {
		return err
	}
	props := matchpage.HistoryProps{
		Newer: history.Newer.String(), Older: history.Older.String(), Running: min(history.Running, results.MaxCounted),
		More:   history.Running > results.MaxCounted,
		Filter: asked, Games: w.GameInfos, Seasons: web.SeasonChoices(history.Seasons),
	}
	for _, m := range history.Lines {
		props.Results = append(props.Results, w.Result(r, m))
	}
	return r.Show(http.StatusOK, matchpage.History(props))
}

// dayAsked is the beginning of a day in the club's time zone; zero, and no text, for
// what is no day.
func (w *Wing) dayAsked(r *web.Request, text *string) time.Time {
	day, ok := web.Day(*text, w.Zone(r.Club.TimeZone))
	if !ok {
		*text = ""
		return time.Time{}
	}
	return day
}
