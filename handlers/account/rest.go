package account

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"carteado/db/base"
	"carteado/db/live"
	"carteado/engine/clock"
	"carteado/handlers/web"
	"carteado/views/link"
	accountpage "carteado/views/page/account"
	"carteado/views/part"
)

// restForm is the form for quiet hours and holidays, filled in with those kept.
func (w *Wing) restForm(r *web.Request) (accountpage.RestForm, error) {
	rest, err := w.Store.RestOf(r.Ctx(), r.Player())
	if err != nil {
		return accountpage.RestForm{}, err
	}
	form := accountpage.RestForm{Zone: rest.Zone, Left: rest.Left, Now: min(rest.FreeDays(), 7)}
	if rest.From != rest.Till {
		form.From, form.Till = dayTime(rest.From), dayTime(rest.Till)
	}
	for _, h := range rest.Holidays {
		begun := !h.Begins.After(rest.Today)
		form.Holidays = append(form.Holidays, accountpage.Holiday{Begins: h.Begins, Ends: h.Ends, Begun: begun})
	}
	return form, nil
}

// dayTime writes minutes of the day as a field for a time holds them.
func dayTime(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }

// SaveRest keeps the player's quiet hours, and a holiday if one is filled in.
func (w *Wing) SaveRest(r *web.Request) error {
	if begins, err := time.Parse(time.DateOnly, r.Field("remove")); err == nil {
		return r.Done(w.Store.RemoveHoliday(r.Ctx(), r.Player(), begins), link.Settings+"?saved=rest#rest")
	}
	form, err := w.restForm(r)
	if err != nil {
		return err
	}
	if days, err := strconv.Atoi(r.Field("now")); err == nil {
		if err = w.Store.RestNow(r.Ctx(), r.Player(), days); !errors.Is(err, base.ErrHolidays) {
			return r.Done(err, link.Settings+"?saved=rest#rest")
		}
		form.Faults = part.Faults{"begins": "holidays"}
		return w.settingsPage(r, http.StatusUnprocessableEntity, "", nil, &form)
	}
	form.Zone, form.From, form.Till = r.Field("rest_zone"), r.Field("quiet_from"), r.Field("quiet_till")
	form.Begins, form.Ends, form.Faults = r.Field("begins"), r.Field("ends"), part.Faults{}
	rest := live.Rest{Zone: form.Zone}
	var both bool
	rest.From, rest.Till, both = minutesOf(form.From, form.Till)
	if !both || rest.From != rest.Till && (clock.Calendar{From: rest.From, Till: rest.Till}).Quiet() == 0 {
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
		rest.Holidays = []live.Holiday{{Begins: begins, Ends: ends}}
	}
	if len(form.Faults) == 0 {
		err := w.Store.SaveRest(r.Ctx(), r.Player(), rest)
		if !errors.Is(err, base.ErrHolidays) {
			return r.Done(err, link.Settings+"?saved=rest#rest")
		}
		form.Faults["begins"] = "holidays"
	}
	return w.settingsPage(r, http.StatusUnprocessableEntity, "", nil, &form)
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
