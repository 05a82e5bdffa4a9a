package table

import (
	"net/http"

	"carteado/handlers/web"
	tablepage "carteado/views/page/table"
)

func (w *Wing) ShowRound(r *web.Request) error {
	end, err := w.Store.RoundEnd(r.Ctx(), r.Club.ID, r.Number("match"), int(r.Number("round")), r.Player())
	if err != nil {
		return err
	}
	return r.Show(http.StatusOK, tablepage.Round(tablepage.RoundProps{
		Match: end.ID, Game: end.Game, Goal: w.Goal(end.Game, end.Options), View: end.View, Score: end.Score,
		Seats: web.People(r.Player(), end.Seats), Last: len(end.Scores),
	}))
}
