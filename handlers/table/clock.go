package table

import (
	"cmp"
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
		Unit: values.Get("pace_unit"), Reserve: values.Get("pace_reserve"),
		ReserveUnit: values.Get("pace_reserve_unit")}
	for _, unit := range []*string{&form.Unit, &form.ReserveUnit} {
		if !slices.Contains(tablepage.PaceUnits(), *unit) {
			*unit = "minutes"
		}
	}
	return form
}

// paceForm is the choice filled in with a pace, which need not be one of those on
// offer.
func paceForm(pace string) tablepage.PaceForm {
	form := tablepage.PaceForm{Chosen: pace, Unit: "minutes", ReserveUnit: "minutes"}
	p, err := clock.Parse(pace)
	if err != nil {
		form.Chosen = ""
	} else if !slices.Contains(clock.Presets(), p) {
		form.Chosen = tablepage.PaceOwn
		form.Number, form.Unit = inUnits(p.Move)
		if p.Reserve > 0 {
			form.Reserve, form.ReserveUnit = inUnits(p.Reserve)
		}
	}
	return form
}

// units are the lengths of tablepage.PaceUnits.
var units = map[string]time.Duration{"seconds": time.Second, "minutes": time.Minute, "hours": time.Hour,
	"days": 24 * time.Hour}

// inUnits writes a length in the largest unit that says it exactly.
func inUnits(length time.Duration) (number, unit string) {
	for _, u := range tablepage.PaceUnits() {
		if length%units[u] == 0 {
			number, unit = strconv.Itoa(int(length/units[u])), u
		}
	}
	return number, unit
}

// length reads a number of units; false for none.
func length(number, unit string) (time.Duration, bool) {
	n, err := strconv.Atoi(number)
	return time.Duration(n) * units[unit], err == nil && n >= 0 && n <= 100_000
}

// written is the pace of a form in its written form, which the store may refuse. The
// unit says what kind of pace it is.
func written(form tablepage.PaceForm) string {
	if form.Chosen != tablepage.PaceOwn {
		return form.Chosen
	}
	move, is := length(form.Number, form.Unit)
	reserve, more := length(cmp.Or(form.Reserve, "0"), form.ReserveUnit)
	if !is || !more {
		return form.Number + " " + form.Unit
	}
	kind := clock.Slow
	switch {
	case move < 5*time.Minute:
		kind = clock.Live
	case move < time.Hour:
		kind = clock.Relaxed
	}
	return clock.Pace{Kind: kind, Move: move, Reserve: reserve}.String()
}

// RetakeSeat gives the player the seat again that a bot has kept.
func (w *Wing) RetakeSeat(r *web.Request) error {
	return w.change(r, w.Store.RetakeSeat(r.Ctx(), r.Club.ID, r.Table(), r.Player()))
}

// Nudge asks the players who are to move to do so.
func (w *Wing) Nudge(r *web.Request) error {
	return w.change(r, w.Store.Nudge(r.Ctx(), r.Club.ID, r.Table(), r.Player()))
}
