package match

import (
	"net/http"
	"slices"
	"strconv"

	"carteado/db/base"
	"carteado/engine"
	"carteado/handlers/web"
	"carteado/views/link"
	matchpage "carteado/views/page/match"
	"carteado/views/table"
)

// ShowReplay shows every hand of a match that is over, after some of its moves.
func (w *Wing) ShowReplay(r *web.Request) error {
	id := r.Number("match")
	step, err := strconv.Atoi(r.Param("step"))
	if err != nil || step < 0 || strconv.Itoa(step) != r.Param("step") {
		return base.ErrNotFound
	}
	replay, err := w.Store.Replay(r.Ctx(), r.Club.ID, id, step, r.Player())
	if err != nil {
		return err
	}
	if to, err := strconv.Atoi(r.QueryParam("move")); err == nil {
		return r.GoTo(link.Replay(r.Club.Slug, id, min(max(to, 0), replay.Sheet.Moves)))
	}
	props := matchpage.ReplayProps{
		Match: replay.ID, Game: replay.Game, Seats: web.People(r.Player(), replay.Seats),
		Step: replay.Step, Views: replay.Views, Rounds: len(replay.Scores), Ended: replay.EndedAt,
		Scores: replay.Scores, Link: w.URL + link.Replay(r.Club.Slug, id, step),
	}
	if replay.Sheet.Outcome != nil {
		props.Outcome = *replay.Sheet.Outcome
	}
	props.Starts = []int{0}
	for _, m := range replay.List {
		props.Moves = append(props.Moves, table.Entry(m.LogEntry))
		dealt := slices.ContainsFunc(m.Events, func(e engine.Event) bool { return e.Kind == "dealt" })
		if dealt && m.Round > len(props.Starts) {
			props.Starts = append(props.Starts, m.Version)
		}
	}
	for _, said := range replay.Said {
		props.Said = append(props.Said, table.Entry(said))
	}
	return r.Show(http.StatusOK, matchpage.Replay(props))
}
