package handlers

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"carteado/db/results"
	"carteado/engine/role"
	"carteado/views/link"
	clubpage "carteado/views/page/club"
)

// showHistory lists the club's matches to a host.
func (s *Server) showHistory(r *request) error {
	at, err := r.beside()
	if err != nil {
		return err
	}
	asked := link.HistoryFilter{
		Game: r.QueryParam("game"), Ended: r.QueryParam("ended"), From: r.QueryParam("from"), Until: r.QueryParam("until"),
	}
	asked.Search, _ = cleanText(r.QueryParam("q"), maxSearch)
	asked.Season, _ = strconv.ParseInt(r.QueryParam("season"), 10, 64)
	if _, err := s.game(asked.Game); err != nil {
		asked.Game = ""
	}
	if !slices.Contains(clubpage.Ends, asked.Ended) {
		asked.Ended = ""
	}
	filter := results.HistoryFilter{Search: asked.Search, Game: asked.Game, Ended: asked.Ended, Season: asked.Season}
	filter.From = s.dayAsked(r, &asked.From)
	if last := s.dayAsked(r, &asked.Until); !last.IsZero() {
		filter.Until = last.AddDate(0, 0, 1) // the day itself is part of it
	}
	history, err := s.store.HistoryOf(r.ctx(), r.club.ID, r.player(), filter, at)
	if err != nil {
		return err
	}
	props := clubpage.HistoryProps{
		Newer: history.Newer.String(), Older: history.Older.String(), Running: min(history.Running, results.MaxCounted), More: history.Running > results.MaxCounted,
		Filter: asked, Games: s.games, Seasons: seasonChoices(history.Seasons), Exports: r.club.Role.May(role.Export),
	}
	for _, m := range history.Lines {
		props.Results = append(props.Results, s.result(r, m))
	}
	return r.render(http.StatusOK, clubpage.History(props))
}

// dayAsked is the beginning of a day in the club's time zone; zero, and no text, for
// what is no day.
func (s *Server) dayAsked(r *request, text *string) time.Time {
	day, err := time.ParseInLocation(time.DateOnly, *text, s.zone(r.club.TimeZone))
	if err != nil || !likely(day) {
		*text = ""
		return time.Time{}
	}
	return day
}
