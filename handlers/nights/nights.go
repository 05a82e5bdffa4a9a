package nights

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"

	"carteado/db/base"
	"carteado/db/nights"
	"carteado/engine/clock"
	"carteado/handlers/web"
	"carteado/views/link"
	nightspage "carteado/views/page/nights"
	"carteado/views/part"
)

// Bounds of a night.
const (
	maxAddress = 200 // characters
	maxSays    = 300
	maxCrowd   = 500 // places
	maxAhead   = 2   // years
)

func (w *Wing) ShowNights(r *web.Request) error {
	coming, past, err := w.Store.NightsOf(r.Ctx(), r.Club.ID, r.Player())
	if err != nil {
		return err
	}
	props := nightspage.NightsProps{Coming: w.NightsOf(coming), Past: w.NightsOf(past)}
	if props.Calendar, err = w.calendarURL(r); err != nil {
		return err
	}
	return r.Show(http.StatusOK, nightspage.Nights(props))
}

func (w *Wing) ShowNight(r *web.Request) error {
	return w.nightPage(r, http.StatusOK, "", nil)
}

// nightPage shows the night in the path, with what was typed in a form of it and what is wrong there.
func (w *Wing) nightPage(r *web.Request, status int, typed string, faults part.Faults) error {
	n, answers, silent, err := w.Store.NightOf(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"))
	if err != nil {
		return err
	}
	props := nightspage.NightProps{Night: w.NightOf(n), URL: w.URL + link.Night(r.Club.Slug, n.ID), Typed: typed,
		Reason: r.Field("reason"), Series: r.Field("following") == "on", Faults: faults}
	zone := w.Zone(r.Club.TimeZone)
	if props.Typed == "" {
		props.Typed = n.Starts.In(zone).Add(45 * time.Minute).Format("15:04")
		if !n.Arrives.IsZero() {
			props.Typed = n.Arrives.In(zone).Format("15:04")
		}
	}
	for _, a := range answers {
		props.Answers = append(props.Answers, nightspage.NightAnswer{
			Person: web.PersonOf(r.Player(), base.Person{ID: a.Player, Name: a.Name, Face: a.Face}), Answer: a.Answer,
			Arrives: a.Arrives, Placed: a.Placed, Since: a.Since,
		})
	}
	for _, p := range silent {
		props.Silent = append(props.Silent, web.PersonOf(r.Player(), p))
	}
	came, err := w.Store.ArrivalsOf(r.Ctx(), r.Club.ID, r.Player(), n.ID)
	if err != nil {
		return err
	}
	props.Door = n.Door
	for _, a := range came {
		props.Came = append(props.Came, arrivalOf(r, a))
		props.Here = props.Here || a.Player == r.Player() && a.Left.IsZero()
		props.Was = props.Was || a.Player == r.Player()
	}
	if props.Calendar, err = w.calendarURL(r); err != nil {
		return err
	}
	return r.Show(status, nightspage.NightPage(props))
}

// AnswerNight keeps what the reader says. An hour is one of the night, which may go on after midnight.
func (w *Wing) AnswerNight(r *web.Request) error {
	answer, typed := r.Field("answer"), r.Field("arrives")
	if !slices.Contains(nights.AnswerKinds(), answer) {
		return web.ErrForm
	}
	var arrives time.Time
	if answer == nights.Late && typed != "" {
		n, _, _, err := w.Store.NightOf(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"))
		if err != nil {
			return err
		}
		begins := n.Starts.In(w.Zone(r.Club.TimeZone))
		var ok bool
		if arrives, ok = at(begins, typed, begins.Location()); ok && arrives.Before(begins) {
			arrives = arrives.AddDate(0, 0, 1)
		}
		if !ok || arrives.After(n.Ends) {
			return w.nightPage(r, http.StatusUnprocessableEntity, typed, part.Faults{"arrives": "night_hour"})
		}
	}
	err := w.Store.AnswerNight(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"), answer, arrives)
	return r.Done(err, link.Night(r.Club.Slug, r.Number("night")))
}

// at is a time of day on a date in a time zone.
func at(day time.Time, clock string, zone *time.Location) (time.Time, bool) {
	t, err := time.Parse("15:04", clock)
	if err != nil {
		return time.Time{}, false
	}
	return time.Date(day.Year(), day.Month(), day.Day(), t.Hour(), t.Minute(), 0, 0, zone), true
}

func (w *Wing) RemindNight(r *web.Request) error {
	return r.Done(w.Store.RemindNight(r.Ctx(), r.Club.ID, r.Player(), r.Number("night")),
		link.Night(r.Club.Slug, r.Number("night")))
}

func (w *Wing) GivePlace(r *web.Request) error {
	return r.Done(w.Store.GivePlace(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"), r.Number("player")),
		link.Night(r.Club.Slug, r.Number("night")))
}

func (w *Wing) CallOffNight(r *web.Request) error {
	faults := part.Faults{}
	why := web.CleanField(r, faults, "reason", web.MaxReason)
	if len(faults) > 0 {
		return w.nightPage(r, http.StatusUnprocessableEntity, "", faults)
	}
	err := w.Store.CallOff(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"), why, r.Field("following") == "on")
	return r.Done(err, link.Night(r.Club.Slug, r.Number("night")))
}

// ShowNewNight is the form, which begins with Friday at eight.
func (w *Wing) ShowNewNight(r *web.Request) error {
	today := w.Now().In(w.Zone(r.Club.TimeZone))
	friday := today.AddDate(0, 0, (int(time.Friday-today.Weekday())+6)%7+1)
	return w.nightForm(r, http.StatusOK, nightspage.NightForm{
		Date: friday.Format(time.DateOnly), From: "20:00", Until: "23:00", Recurs: "once", Close: "2",
	})
}

// ShowEditNight is the form filled in.
func (w *Wing) ShowEditNight(r *web.Request) error {
	n, _, _, err := w.Store.NightOf(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"))
	if err != nil {
		return err
	}
	zone := w.Zone(r.Club.TimeZone)
	form := nightspage.NightForm{
		ID: n.ID, Name: n.Name, Date: n.Starts.In(zone).Format(time.DateOnly), From: n.Starts.In(zone).Format("15:04"),
		Until: n.Ends.In(zone).Format("15:04"), Place: n.Place, Address: n.Address, Says: n.Says, Chosen: n.Games,
		Series: n.Goes, Close: nightspage.ClosesBefore(n.Starts.In(zone), n.AnswersUntil.In(zone)),
	}
	if n.Places > 0 {
		form.Places = strconv.Itoa(n.Places)
	}
	return w.nightForm(r, http.StatusOK, form)
}

func (w *Wing) nightForm(r *web.Request, status int, form nightspage.NightForm) error {
	for _, game := range w.GameInfos {
		form.Games = append(form.Games, game.Key)
	}
	return r.Show(status, nightspage.NewNight(form))
}

// readNight reads the form, noting what is wrong in it.
func (w *Wing) readNight(r *web.Request) (form nightspage.NightForm, n nights.Plan) {
	form = nightspage.NightForm{
		ID: r.Number("night"), Date: r.Field("date"), From: r.Field("from"), Until: r.Field("until"),
		Recurs: r.Field("recurs"), Chosen: r.Request().PostForm["games"], Places: r.Field("places"),
		Close: r.Field("close"), Following: r.Field("following") == "on", Faults: part.Faults{},
	}
	n.Name = web.CleanField(r, form.Faults, "name", web.MaxClub)
	n.Place = optional(r, form.Faults, "place", web.MaxClub)
	n.Address = optional(r, form.Faults, "address", maxAddress)
	n.Says = optional(r, form.Faults, "says", maxSays)
	form.Name, form.Place, form.Address, form.Says = n.Name, n.Place, n.Address, n.Says
	for _, game := range form.Chosen {
		if _, err := w.Game(game); err != nil {
			form.Faults[""] = web.ReasonChoice
		}
	}
	if len(form.Chosen) < len(w.GameInfos) {
		n.Games = form.Chosen
	}
	if form.Places != "" {
		n.Places = web.BoundedField(r, form.Faults, "places", maxCrowd)
	}
	w.readNightTimes(r, &form, &n)
	return form, n
}

// optional is web.CleanField for a field that may be empty.
func optional(r *web.Request, faults part.Faults, name string, limit int) string {
	text := web.CleanField(r, faults, name, limit)
	if faults[name] == web.ReasonEmpty {
		delete(faults, name)
		return ""
	}
	return text
}

// readNightTimes reads the day and the hours, in the club's time zone. A night may end after midnight.
func (w *Wing) readNightTimes(r *web.Request, form *nightspage.NightForm, n *nights.Plan) {
	zone := w.Zone(r.Club.TimeZone)
	day, err := time.Parse(time.DateOnly, form.Date)
	// A night that began on that day may go on, until the end of the next one anywhere.
	if err != nil || day.After(w.Now().AddDate(maxAhead, 0, 0)) || day.Before(w.Now().AddDate(0, 0, -3)) {
		form.Faults["date"] = "date_ahead"
		return
	}
	var ok bool
	if n.Starts, ok = at(day, form.From, zone); !ok {
		form.Faults["from"] = "hour"
	} else if n.Ends, ok = at(day, form.Until, zone); !ok {
		form.Faults["until"] = "hour"
	}
	if !n.Ends.After(n.Starts) {
		n.Ends, _ = at(day.AddDate(0, 0, 1), form.Until, zone)
	}
	hours, err := strconv.Atoi(cmp.Or(form.Close, "2"))
	if err != nil || hours < 0 || hours > 7*24 {
		form.Faults["close"] = web.ReasonChoice
	}
	n.AnswersUntil = time.Date(n.Starts.Year(), n.Starts.Month(), n.Starts.Day(), n.Starts.Hour()-hours,
		n.Starts.Minute(), 0, 0, zone) // by the clock on the wall, by which nights of a series move
	if len(form.Faults) == 0 && !n.Ends.After(w.Now()) {
		form.Faults["date"] = "date_ahead"
	}
}

// PlanNight adds a night or a series.
func (w *Wing) PlanNight(r *web.Request) error {
	form, n := w.readNight(r)
	recurs := clock.Once
	switch form.Recurs {
	case "once":
	case "weekly", "fortnight":
		recurs = clock.Recurrence(form.Recurs)
	case "monthly":
		recurs = clock.MonthlyAs(n.Starts)
	default:
		form.Faults[""] = web.ReasonChoice
	}
	if len(form.Faults) > 0 {
		return w.nightForm(r, http.StatusUnprocessableEntity, form)
	}
	id, err := w.Store.PlanNight(r.Ctx(), r.Club.ID, r.Player(), n, recurs, r.Key())
	var quota *base.ErrQuota
	if errors.As(err, &quota) {
		form.Faults[""] = web.QuotaKey(quota)
		return w.nightForm(r, http.StatusTooManyRequests, form)
	}
	return r.Done(err, link.Night(r.Club.Slug, id))
}

// ChangeNight changes a night, and those that follow if asked.
func (w *Wing) ChangeNight(r *web.Request) error {
	before, _, _, err := w.Store.NightOf(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"))
	if err != nil {
		return err
	}
	form, n := w.readNight(r)
	if form.Series = before.Goes; len(form.Faults) > 0 {
		return w.nightForm(r, http.StatusUnprocessableEntity, form)
	}
	err = w.Store.ChangeNight(r.Ctx(), r.Club.ID, r.Player(), before.ID, n, form.Following)
	if errors.Is(err, base.ErrTaken) {
		form.Faults["date"] = "date_taken"
		return w.nightForm(r, http.StatusUnprocessableEntity, form)
	}
	return r.Done(err, link.Night(r.Club.Slug, before.ID))
}
