package results

import (
	"errors"
	"net/http"
	"strconv"
	"time"

	"carteado/db/base"
	"carteado/engine/role"
	"carteado/handlers/web"
	"carteado/views/link"
	"carteado/views/part"
)

// mayRun is the right of those who look after competitions.
const mayRun = role.Season

// DrawRound draws the next round of a competition and opens its tables.
func (w *Wing) DrawRound(r *web.Request) error {
	id := r.Number("id")
	after, err := strconv.Atoi(r.Field("after"))
	if err != nil {
		return web.ErrForm
	}
	err = w.Store.DrawRound(r.Ctx(), r.Club.ID, r.Player(), id, after)
	if errors.Is(err, base.ErrFull) {
		return w.competitionPage(r, http.StatusUnprocessableEntity, nil, part.Faults{"": "competition_few"})
	}
	if err == nil {
		err = w.Store.OpenCompetitionTables(r.Ctx(), r.Club.ID, r.Player(), id)
	}
	return r.Done(err, link.Competition(r.Club.Slug, id))
}

// OpenCompetitionTables opens tables that are missing.
func (w *Wing) OpenCompetitionTables(r *web.Request) error {
	err := w.Store.OpenCompetitionTables(r.Ctx(), r.Club.ID, r.Player(), r.Number("id"))
	return r.Done(err, link.Competition(r.Club.Slug, r.Number("id")))
}

func (w *Wing) UndoCompetitionRound(r *web.Request) error {
	err := w.Store.TakeRoundBack(r.Ctx(), r.Club.ID, r.Player(), r.Number("id"), int(r.Number("round")),
		"draws.undo.reason")
	return r.Done(err, link.Competition(r.Club.Slug, r.Number("id")))
}

// DecideTable has a host say what came of a table, or take that back.
func (w *Wing) DecideTable(r *web.Request) error {
	id, round, number := r.Number("id"), int(r.Number("round")), int(r.Number("number"))
	var places map[int64]int
	if r.Field("back") == "" {
		var list []int
		var err error
		if places, list, err = web.PlacesTyped(r); err != nil {
			return err
		}
		if !web.ValidPlaces(list, len(list)+1) {
			return w.competitionPage(r, http.StatusUnprocessableEntity, places, part.Faults{"places": "places"})
		}
	}
	err := w.Store.DecideTable(r.Ctx(), r.Club.ID, r.Player(), id, round, number, places)
	return r.Done(err, link.CompetitionRound(r.Club.Slug, id, round))
}

// NameHour has a player say when they can play, in the club's time, or take that back. Pressing an hour that another
// has named arranges it.
func (w *Wing) NameHour(r *web.Request) error {
	id, round, number := r.Number("id"), int(r.Number("round")), int(r.Number("number"))
	c, err := w.Store.CompetitionOf(r.Ctx(), r.Club.ID, r.Player(), id)
	if err != nil {
		return err
	}
	var at time.Time
	if r.Field("back") == "" {
		at, err = time.ParseInLocation("2006-01-02 15:04", r.Field("day")+" "+r.Field("hour"), w.Zone(r.Club.TimeZone))
		last := c.Last()
		if err != nil || !at.After(w.Now()) || last != nil && !last.Due.IsZero() && at.After(last.Due) {
			return w.competitionPage(r, http.StatusUnprocessableEntity, nil, part.Faults{"hour": "competition_hour"})
		}
	}
	return r.Done(w.Store.NameHour(r.Ctx(), r.Club.ID, r.Player(), id, round, number, at), link.Competition(r.Club.Slug,
		id))
}
