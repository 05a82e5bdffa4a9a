package handlers

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"carteado/db"
	"carteado/engine/clock"
	"carteado/views/link"
	accountpage "carteado/views/page/account"
	tablepage "carteado/views/page/table"
	"carteado/views/part"
)

const reasonPace = "pace"

// readPace reads the choice of a pace as it is filled in.
func readPace(values url.Values) tablepage.PaceForm {
	form := tablepage.PaceForm{Chosen: values.Get("pace"), Number: values.Get("pace_number"), Unit: values.Get("pace_unit")}
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
	length := time.Duration(n) * map[string]time.Duration{"seconds": time.Second, "minutes": time.Minute, "hours": time.Hour, "days": 24 * time.Hour}[form.Unit]
	kind := clock.Slow
	switch {
	case length < 5*time.Minute:
		kind = clock.Live
	case length < time.Hour:
		kind = clock.Relaxed
	}
	return clock.Pace{Kind: kind, Move: length}.String()
}

// restForm is the form for quiet hours and holidays, filled in with those kept.
func (s *Server) restForm(r *request) (accountpage.RestForm, error) {
	rest, err := s.store.RestOf(r.ctx(), r.player())
	if err != nil {
		return accountpage.RestForm{}, err
	}
	form := accountpage.RestForm{Zone: rest.Zone, Left: rest.Left}
	if rest.From != rest.Till {
		form.From, form.Till = dayTime(rest.From), dayTime(rest.Till)
	}
	for _, h := range rest.Holidays {
		form.Holidays = append(form.Holidays, accountpage.Holiday(h))
	}
	return form, nil
}

// dayTime writes minutes of the day as a field for a time holds them.
func dayTime(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }

// saveRest keeps the player's quiet hours, and a holiday if one is filled in.
func (s *Server) saveRest(r *request) error {
	if begins, err := time.Parse(time.DateOnly, r.field("remove")); err == nil {
		return r.done(s.store.RemoveHoliday(r.ctx(), r.player(), begins), link.Settings+"?saved=rest#rest")
	}
	form, err := s.restForm(r)
	if err != nil {
		return err
	}
	form.Zone, form.From, form.Till = r.field("rest_zone"), r.field("quiet_from"), r.field("quiet_till")
	form.Begins, form.Ends, form.Faults = r.field("begins"), r.field("ends"), part.Faults{}
	rest := db.Rest{Zone: form.Zone}
	var both bool
	if rest.From, rest.Till, both = minutesOf(form.From, form.Till); !both || rest.From != rest.Till && (clock.Calendar{From: rest.From, Till: rest.Till}).Quiet() == 0 {
		form.Faults["quiet_from"] = "quiet"
	}
	if form.Zone != "" && !clock.Known(form.Zone) {
		form.Faults["rest_zone"] = "zone"
	}
	if form.Begins+form.Ends != "" {
		begins, first := time.Parse(time.DateOnly, form.Begins)
		ends, last := time.Parse(time.DateOnly, form.Ends)
		if first != nil || last != nil {
			form.Faults["begins"] = "holidays"
		}
		rest.Holidays = []db.Holiday{{Begins: begins, Ends: ends}}
	}
	if len(form.Faults) == 0 {
		err := s.store.SaveRest(r.ctx(), r.player(), rest)
		if !errors.Is(err, db.ErrHolidays) {
			return r.done(err, link.Settings+"?saved=rest#rest")
		}
		form.Faults["begins"] = "holidays"
	}
	return s.settingsPage(r, http.StatusUnprocessableEntity, "", nil, &form)
}

// minutesOf reads two times of the day, both or none.
func minutesOf(from, till string) (a, b int, both bool) {
	if from == "" && till == "" {
		return 0, 0, true
	}
	first, err := time.Parse("15:04", from)
	last, err2 := time.Parse("15:04", till)
	return first.Hour()*60 + first.Minute(), last.Hour()*60 + last.Minute(), err == nil && err2 == nil
}

// takeBack gives the player the seat again that a bot has kept.
func (s *Server) takeBack(r *request) error {
	return s.change(r, s.store.Back(r.ctx(), r.club.ID, r.table(), r.player()))
}

// nudge asks the players who are to move to do so.
func (s *Server) nudge(r *request) error {
	return s.change(r, s.store.Nudge(r.ctx(), r.club.ID, r.table(), r.player()))
}
