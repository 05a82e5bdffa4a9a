package handlers

import (
	"net/http"

	tablepage "carteado/views/page/table"
)

func (s *Server) showRound(r *request) error {
	end, err := s.store.RoundEnd(r.ctx(), r.club.ID, r.number("match"), int(r.number("round")), r.player())
	if err != nil {
		return err
	}
	return r.render(http.StatusOK, tablepage.Round(tablepage.RoundProps{
		Match: end.ID, Game: end.Game, Goal: s.goal(end.Game, end.Options), View: end.View, Score: end.Score,
		Seats: people(r.player(), end.Seats), Last: len(end.Scores),
	}))
}
