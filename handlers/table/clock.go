package table

import (
	"net/url"
	"slices"
	"strconv"
	"time"

	"carteado/engine/clock"
	"carteado/handlers/web"
	tablepage "carteado/views/page/table"
)

// readPace reads the choice of a pace as it is filled in.
func readPace(values url.Values) tablepage.PaceForm {
	form := tablepage.PaceForm{Chosen: values.Get("pace"), Number: values.Get("pace_number"),
		Unit: values.Get("pace_unit")}
	if !slices.Contains(tablepage.PaceUnits(), form.Unit) {
		form.Unit = "minutes"
	}
	return form
}

// paceForm is the choice filled in with a pace, which need not be one of those on
// offer.
func paceForm(pace string) tablepage.PaceForm {
	form := tablepage.PaceForm{Chosen: pace, Unit: "minutes"}
	p, err := clock.Parse(pace)
	if err != nil {
		form.Chosen = ""
	} else if !slices.Contains(clock.Presets(), p) {
		form.Chosen, form.Number, form.Unit = tablepage.PaceOwn, strconv.Itoa(int(p.Move/time.Second)), "seconds"
	}
	return form
}

// written is the pace of a form in its written form, which the store may refuse. The
// unit says what kind of pace it is.
func written(form tablepage.PaceForm) string {
	if form.Chosen != tablepage.PaceOwn {
		return form.Chosen
	}
	n, err := strconv.Atoi(form.Number)
	if err != nil || n < 0 || n > 100_000 {
		return form.Number + " " + form.Unit
	}
	length := time.Duration(n) * map[string]time.Duration{"seconds": time.Second, "minutes": time.Minute,
		"hours": time.Hour, "days": 24 * time.Hour}[form.Unit]
	kind := clock.Slow
	switch {
	case length < 5*time.Minute:
		kind = clock.Live
	case length < time.Hour:
		kind = clock.Relaxed
	}
	return clock.Pace{Kind: kind, Move: length}.String()
}

// TakeBack gives the player the seat again that a bot has kept.
func (w *Wing) TakeBack(r *web.Request) error {
	return w.change(r, w.Store.Back(r.Ctx(), r.Club.ID, r.Table(), r.Player()))
}

// Nudge asks the players who are to move to do so.
func (w *Wing) Nudge(r *web.Request) error {
	return w.change(r, w.Store.Nudge(r.Ctx(), r.Club.ID, r.Table(), r.Player()))
}
