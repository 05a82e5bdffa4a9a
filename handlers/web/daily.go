package web

import (
	"time"

	"carteado/db"
	"carteado/db/base"
	"carteado/engine/clock"
	tablepage "carteado/views/page/table"
)

// Today is the date in the club of the request.
func (s *Site) Today(r *Request) time.Time {
	return clock.Calendar{Zone: r.Club.TimeZone}.Today(s.Now())
}

// DailyWinners are those who have made the most of yesterday's deals.
func (s *Site) DailyWinners(r *Request, best []db.DailyBest) (rows []tablepage.DailyWinner) {
	yesterday := s.Today(r).AddDate(0, 0, -1)
	for _, b := range best {
		rows = append(rows, tablepage.DailyWinner{Day: yesterday, Game: b.Game, Score: b.Score,
			Person: PersonOf(r.Player(), base.Person{ID: b.Player, Name: b.Name, Face: b.Face})})
	}
	return rows
}
