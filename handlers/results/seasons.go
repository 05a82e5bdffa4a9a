package results

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"carteado/db/base"
	"carteado/db/results"
	"carteado/engine/clock"
	"carteado/engine/standing"
	"carteado/handlers/web"
	"carteado/views/link"
	resultpage "carteado/views/page/results"
	"carteado/views/part"
)

// Bounds of a charter's numbers.
const (
	maxPoints = 1000
	maxPlaces = 10
	tiesAsked = 3 // comparisons a charter may name

	anyAway = "any" // standing.Any in the form
)

func (w *Wing) ShowNewSeason(r *web.Request) error {
	today := w.Now().In(w.Zone(r.Club.TimeZone))
	form := charterForm(standing.Standard())
	form.From, form.Until = today.Format(time.DateOnly), quarter(today).Format(time.DateOnly)
	return w.seasonPage(r, http.StatusOK, form)
}

// quarter is the last of three months that begin with a day: the day before that day, or the end of a month that has
// no such day.
func quarter(day time.Time) time.Time {
	end := time.Date(day.Year(), day.Month()+4, 0, 0, 0, 0, 0, time.UTC)
	return end.AddDate(0, 0, min(day.Day()-1, end.Day())-end.Day())
}

// ShowSeason is the form for a season there is: to change before it starts, to amend afterwards, and to rename or, if
// nothing has counted for it, delete at any time.
func (w *Wing) ShowSeason(r *web.Request) error {
	st, err := w.oneSeason(r)
	if err != nil {
		return err
	}
	return w.seasonPage(r, http.StatusOK, w.formOf(r, st))
}

// formOf fills the form in from a season as it is.
func (w *Wing) formOf(r *web.Request, st results.Standings) resultpage.SeasonProps {
	form := charterForm(st.Charter)
	zone := w.Zone(r.Club.TimeZone)
	form.ID, form.Started, form.Ended, form.Name = st.ID, st.Started, st.Ended, st.Name
	form.Empty, form.Called = len(st.Lines)+len(st.Amendments) == 0, st.Name
	form.From = st.StartsAt.In(zone).Format(time.DateOnly)
	form.Until = st.EndsAt.In(zone).Add(-time.Second).Format(time.DateOnly)
	form.State = seasonState(st)
	return form
}

// seasonState tells whether a season is still as the form of an amendment showed it.
func seasonState(st results.Standings) string { return strconv.Itoa(len(st.Amendments)) }

// amended reports that a season is not as the form showed it any more, and that it was not this form, sent twice.
func amended(r *web.Request, st results.Standings, reason string) bool {
	last := len(st.Amendments) - 1
	return r.Field("state") != seasonState(st) &&
		(last < 0 || st.Amendments[last].By != r.Player() || st.Amendments[last].Reason != reason)
}

// oneSeason is the season in the path.
func (w *Wing) oneSeason(r *web.Request) (results.Standings, error) {
	return w.Store.StandingsOf(r.Ctx(), r.Club.ID, r.Player(), r.Number("season"))
}

// charterForm fills the form in from a charter.
func charterForm(c standing.Charter) resultpage.SeasonProps {
	form := resultpage.SeasonProps{
		Chosen: c.Games, Bots: c.Bots, Paper: c.Paper, Away: cmp.Or(string(c.Away), anyAway),
		Nights:       !slices.Contains(c.Skip, standing.OfNights),
		Competitions: !slices.Contains(c.Skip, standing.OfCompetitions),
		BestNights:   strconv.Itoa(c.Nights), Drop: strconv.Itoa(c.Drop), Least: strconv.Itoa(c.Least),
	}
	var places []string
	for _, n := range c.Places {
		places = append(places, strconv.Itoa(n))
	}
	form.Places = strings.Join(places, ", ")
	if c.Draw >= 0 {
		form.Draw = strconv.Itoa(c.Draw)
	}
	for _, t := range c.Ties {
		form.Ties = append(form.Ties, string(t))
	}
	return form
}

func (w *Wing) seasonPage(r *web.Request, status int, form resultpage.SeasonProps) error {
	for _, game := range w.GameInfos {
		form.Games = append(form.Games, game.Key)
	}
	for len(form.Ties) < tiesAsked {
		form.Ties = append(form.Ties, "")
	}
	return r.Show(status, resultpage.Season(form))
}

// readCharter reads the fields of a charter, noting what is wrong in the form.
func (w *Wing) readCharter(r *web.Request, form *resultpage.SeasonProps) (c standing.Charter) {
	form.Faults = part.Faults{}
	form.Chosen, form.Bots = r.Request().PostForm["games"], r.Field("bots") == "on"
	form.Places, form.Draw, form.Drop, form.Least = r.Field("places"), r.Field("draw"), r.Field("drop"),
		r.Field("least")
	c.Bots, form.Away = form.Bots, r.Field("away")
	form.Paper = r.Field("paper") == "on"
	c.Paper = form.Paper
	form.Nights, form.Competitions = r.Field("nights") == "on", r.Field("competitions") == "on"
	form.BestNights = r.Field("best_nights")
	for origin, counts := range map[standing.Origin]bool{standing.OfNights: form.Nights,
		standing.OfCompetitions: form.Competitions} {
		if !counts {
			c.Skip = append(c.Skip, origin)
		}
	}
	slices.Sort(c.Skip) // equal charters are equal
	if c.Away = standing.Away(strings.TrimPrefix(form.Away, anyAway)); !slices.Contains(standing.Aways(), c.Away) {
		form.Faults[""] = web.ReasonChoice
	}
	for _, game := range form.Chosen {
		if _, err := w.Game(game); err != nil {
			form.Faults[""] = web.ReasonChoice
		}
	}
	if len(form.Chosen) < len(w.GameInfos) {
		c.Games = form.Chosen
	}
	for field := range strings.SplitSeq(form.Places, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(field))
		if err != nil || n < 0 || n > maxPoints || len(c.Places) == maxPlaces {
			form.Faults["places"] = "points"
			break
		}
		c.Places = append(c.Places, n)
	}
	number := func(name, text string, least int) int {
		n, err := strconv.Atoi(text)
		if err != nil || n < least || n > maxPoints {
			form.Faults[name] = web.ReasonNumber
		}
		return n
	}
	c.Draw = -1
	if form.Draw != "" {
		c.Draw = number("draw", form.Draw, 0)
	}
	c.Nights = number("best_nights", form.BestNights, 0)
	c.Drop, c.Least = number("drop", form.Drop, 0), number("least", form.Least, 1)
	for i := range tiesAsked {
		tie := standing.Tie(r.Field("tie" + strconv.Itoa(i+1)))
		form.Ties = append(form.Ties, string(tie))
		switch {
		case tie == "" || slices.Contains(c.Ties, tie):
		case slices.Contains(standing.Ties(), tie):
			c.Ties = append(c.Ties, tie)
		default:
			form.Faults[""] = web.ReasonChoice
		}
	}
	return c
}

// readDays reads the season's first and last day in the club's time zone.
func (w *Wing) readDays(r *web.Request, form *resultpage.SeasonProps) (from, until time.Time) {
	zone := w.Zone(r.Club.TimeZone)
	form.Name = web.CleanField(r, form.Faults, "name", web.MaxClub)
	form.From, form.Until = r.Field("from"), r.Field("until")
	from, ok := web.Day(form.From, zone)
	if !ok {
		form.Faults["from"] = "date"
	}
	last, ok := web.Day(form.Until, zone)
	switch {
	case !ok:
		form.Faults["until"] = "date"
	case last.Before(from):
		form.Faults["until"] = "date_order"
	}
	return from, clock.DayEnd(last)
}

// readEnd reads the last day of a season that runs; zero where it stays.
func (w *Wing) readEnd(r *web.Request, form *resultpage.SeasonProps, st results.Season) time.Time {
	zone := w.Zone(r.Club.TimeZone)
	form.Until = r.Field("until")
	if form.Until == "" || form.Until == st.EndsAt.In(zone).Add(-time.Second).Format(time.DateOnly) {
		return time.Time{}
	}
	last, ok := web.Day(form.Until, zone)
	ends := clock.DayEnd(last)
	if !ok || st.Ended || !ends.After(w.Now()) {
		form.Faults["until"] = "date_ahead"
	}
	return ends
}

// agreed are the seasons for which the second press of a form agrees that matches count, too.
func agreed(r *web.Request) (ids []int64) {
	for field := range strings.SplitSeq(r.Field("agreed"), ",") {
		if id, err := strconv.ParseInt(field, 10, 64); err == nil {
			ids = append(ids, id)
		}
	}
	return ids
}

// seasonDone leads on to the season. Where matches would count twice the form comes back with the question, and names
// what its second press agrees to; where the season has changed while its form stood open, it says so.
func (w *Wing) seasonDone(r *web.Request, form resultpage.SeasonProps, err error, path string) error {
	var twice *results.CountedTwice
	if errors.As(err, &twice) {
		var ids []string
		for _, other := range twice.Seasons {
			ids = append(ids, strconv.FormatInt(other.ID, 10))
			form.Twice = append(form.Twice, resultpage.SeasonChoice(other))
		}
		form.Agreed = strings.Join(ids, ",")
		return w.seasonPage(r, http.StatusUnprocessableEntity, form)
	}
	if errors.Is(err, results.ErrFrozen) {
		err = base.ErrStale
	}
	return r.Done(err, path)
}

func (w *Wing) FoundSeason(r *web.Request) error {
	var form resultpage.SeasonProps
	charter := w.readCharter(r, &form)
	from, until := w.readDays(r, &form)
	if len(form.Faults) > 0 {
		return w.seasonPage(r, http.StatusUnprocessableEntity, form)
	}
	n := results.Season{Name: form.Name, StartsAt: from, EndsAt: until, Charter: charter}
	id, err := w.Store.FoundSeason(r.Ctx(), r.Club.ID, r.Player(), n, agreed(r)...)
	return w.seasonDone(r, form, err, link.StandingsOf(r.Club.Slug, id))
}

// SaveSeason changes a season before it starts, and amends it afterwards.
func (w *Wing) SaveSeason(r *web.Request) error {
	st, err := w.oneSeason(r)
	if err != nil {
		return err
	}
	form := resultpage.SeasonProps{ID: st.ID, Started: st.Started, Ended: st.Ended, Name: st.Name, Called: st.Name}
	n := results.Season{ID: st.ID, StartsAt: st.StartsAt, Charter: w.readCharter(r, &form)}
	if st.Started {
		form.Reason = web.CleanField(r, form.Faults, "reason", web.MaxReason)
		n.EndsAt = w.readEnd(r, &form, st.Season)
		form.State = seasonState(st)
		if amended(r, st, form.Reason) {
			form.Faults[""] = "season_changed"
		}
	} else {
		n.StartsAt, n.EndsAt = w.readDays(r, &form)
		n.Name = form.Name
	}
	if len(form.Faults) > 0 {
		return w.seasonPage(r, http.StatusUnprocessableEntity, form)
	}
	if st.Started {
		err = w.Store.AmendSeason(r.Ctx(), r.Club.ID, r.Player(), st.ID, n.Charter, n.EndsAt, form.Reason, agreed(r)...)
	} else {
		err = w.Store.ChangeSeason(r.Ctx(), r.Club.ID, r.Player(), n, agreed(r)...)
	}
	return w.seasonDone(r, form, err, link.StandingsOf(r.Club.Slug, st.ID))
}

// RenameSeason changes the name of a season that has started.
func (w *Wing) RenameSeason(r *web.Request) error {
	st, err := w.oneSeason(r)
	if err != nil {
		return err
	}
	faults := part.Faults{}
	name := web.CleanField(r, faults, "name", web.MaxClub)
	if len(faults) > 0 {
		form := w.formOf(r, st)
		form.Name, form.Faults = name, faults
		return w.seasonPage(r, http.StatusUnprocessableEntity, form)
	}
	err = w.Store.RenameSeason(r.Ctx(), r.Club.ID, r.Player(), st.ID, name)
	return r.Done(err, link.StandingsOf(r.Club.Slug, st.ID))
}

// DeleteSeason deletes a season for which nothing has counted.
func (w *Wing) DeleteSeason(r *web.Request) error {
	err := w.Store.DeleteSeason(r.Ctx(), r.Club.ID, r.Player(), r.Number("season"))
	return w.seasonDone(r, resultpage.SeasonProps{}, err, link.Standings(r.Club.Slug))
}
