package web

import (
	"time"

	"carteado/db/base"
	tablepage "carteado/views/page/table"
)

// DailyWinners are those who have made the most of the deals of a day that is over.
func (s *Site) DailyWinners(r *Request, day time.Time) (rows []tablepage.DailyWinner, err error) {
	games, best, err := s.Store.DailyWinners(r.Ctx(), r.Club.ID, day)
	for i, game := range games {
		rows = append(rows, tablepage.DailyWinner{Day: day, Game: game, Score: *best[i].Score,
			Person: PersonOf(r.Player(), base.Person{ID: best[i].Player, Name: best[i].Name, Face: best[i].Face})})
	}
	return rows, err
}
