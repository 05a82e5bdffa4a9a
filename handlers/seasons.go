package handlers

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"carteado/db"
	"carteado/db/results"
	"carteado/engine/standing"
	"carteado/views/link"
	clubpage "carteado/views/page/club"
	"carteado/views/part"
)

// Bounds of a charter's numbers.
const (
	maxReason = 500 // characters of a reason
	maxPoints = 1000
	maxPlaces = 10
	tiesAsked = 3 // comparisons a charter may name

	anyAway = "any" // standing.Any in the form
)

func (s *Server) showNewSeason(r *request) error {
	today := s.now().In(s.zone(r.club.TimeZone))
	form := charterForm(standing.Standard())
	form.From, form.Until = today.Format(time.DateOnly), today.AddDate(0, 3, -1).Format(time.DateOnly)
	return s.seasonPage(r, http.StatusOK, form)
}

// showSeason is the form for a season there is: to change before it starts, and
// to amend afterwards.
func (s *Server) showSeason(r *request) error {
	st, err := s.oneSeason(r)
	if err != nil {
		return err
	}
	form := charterForm(st.Charter)
	zone := s.zone(r.club.TimeZone)
	form.ID, form.Started, form.Name = st.ID, st.Started, st.Name
	form.From, form.Until = st.StartsAt.In(zone).Format(time.DateOnly), st.EndsAt.In(zone).Add(-time.Second).Format(time.DateOnly)
	return s.seasonPage(r, http.StatusOK, form)
}

// oneSeason is the season in the path.
func (s *Server) oneSeason(r *request) (results.Standings, error) {
	return s.store.StandingsOf(r.ctx(), r.club.ID, r.player(), r.number("season"))
}

// charterForm fills the form in from a charter.
func charterForm(c standing.Charter) clubpage.SeasonProps {
	form := clubpage.SeasonProps{Chosen: c.Games, Bots: c.Bots, Away: cmp.Or(string(c.Away), anyAway), Drop: strconv.Itoa(c.Drop), Least: strconv.Itoa(c.Least)}
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

func (s *Server) seasonPage(r *request, status int, form clubpage.SeasonProps) error {
	for _, game := range s.games {
		form.Games = append(form.Games, game.Key)
	}
	for len(form.Ties) < tiesAsked {
		form.Ties = append(form.Ties, "")
	}
	return r.render(status, clubpage.Season(form))
}

// readCharter reads the fields of a charter, noting what is wrong in the form.
func (s *Server) readCharter(r *request, form *clubpage.SeasonProps) (c standing.Charter) {
	form.Faults = part.Faults{}
	form.Chosen, form.Bots = r.Request().PostForm["games"], r.field("bots") == "on"
	form.Places, form.Draw, form.Drop, form.Least = r.field("places"), r.field("draw"), r.field("drop"), r.field("least")
	c.Bots, form.Away = form.Bots, r.field("away")
	if c.Away = standing.Away(strings.TrimPrefix(form.Away, anyAway)); !slices.Contains(standing.Aways(), c.Away) {
		form.Faults[""] = reasonChoice
	}
	for _, game := range form.Chosen {
		if _, err := s.game(game); err != nil {
			form.Faults[""] = reasonChoice
		}
	}
	if len(form.Chosen) < len(s.games) {
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
			form.Faults[name] = reasonNumber
		}
		return n
	}
	c.Draw = -1
	if form.Draw != "" {
		c.Draw = number("draw", form.Draw, 0)
	}
	c.Drop, c.Least = number("drop", form.Drop, 0), number("least", form.Least, 1)
	for i := range tiesAsked {
		tie := standing.Tie(r.field("tie" + strconv.Itoa(i+1)))
		form.Ties = append(form.Ties, string(tie))
		switch {
		case tie == "" || slices.Contains(c.Ties, tie):
		case slices.Contains(standing.Ties(), tie):
			c.Ties = append(c.Ties, tie)
		default:
			form.Faults[""] = reasonChoice
		}
	}
	return c
}

// readDays reads the season's first and last day in the club's time zone.
func (s *Server) readDays(r *request, form *clubpage.SeasonProps) (from, until time.Time) {
	zone := s.zone(r.club.TimeZone)
	form.Name = cleanField(r, form.Faults, "name", maxClub)
	form.From, form.Until = r.field("from"), r.field("until")
	from, err := time.ParseInLocation(time.DateOnly, form.From, zone)
	if err != nil || !likely(from) {
		form.Faults["from"] = "date"
	}
	last, err := time.ParseInLocation(time.DateOnly, form.Until, zone)
	switch {
	case err != nil || !likely(last):
		form.Faults["until"] = "date"
	case last.Before(from):
		form.Faults["until"] = "date_order"
	}
	return from, last.AddDate(0, 0, 1)
}

// readEnd reads the last day of a season that runs; zero where it stays.
func (s *Server) readEnd(r *request, form *clubpage.SeasonProps, st results.Season) time.Time {
	zone := s.zone(r.club.TimeZone)
	form.Until = r.field("until")
	if form.Until == "" || form.Until == st.EndsAt.In(zone).Add(-time.Second).Format(time.DateOnly) {
		return time.Time{}
	}
	last, err := time.ParseInLocation(time.DateOnly, form.Until, zone)
	ends := last.AddDate(0, 0, 1)
	if err != nil || !likely(last) || st.Ended || !ends.After(s.now()) {
		form.Faults["until"] = "date_ahead"
	}
	return ends
}

// likely reports that a year is no typing mistake.
func likely(day time.Time) bool { return day.Year() >= 2000 && day.Year() < 2200 }

func (s *Server) foundSeason(r *request) error {
	var form clubpage.SeasonProps
	charter := s.readCharter(r, &form)
	from, until := s.readDays(r, &form)
	if len(form.Faults) > 0 {
		return s.seasonPage(r, http.StatusUnprocessableEntity, form)
	}
	id, err := s.store.FoundSeason(r.ctx(), r.club.ID, r.player(), results.Season{Name: form.Name, StartsAt: from, EndsAt: until, Charter: charter})
	return r.done(err, link.StandingsOf(r.club.Slug, id))
}

// saveSeason changes a season before it starts, and amends it afterwards.
func (s *Server) saveSeason(r *request) error {
	st, err := s.oneSeason(r)
	if err != nil {
		return err
	}
	form := clubpage.SeasonProps{ID: st.ID, Started: st.Started, Name: st.Name}
	charter := s.readCharter(r, &form)
	var from, until time.Time
	if st.Started {
		form.Reason = cleanField(r, form.Faults, "reason", maxReason)
		until = s.readEnd(r, &form, st.Season)
	} else {
		from, until = s.readDays(r, &form)
	}
	if len(form.Faults) > 0 {
		return s.seasonPage(r, http.StatusUnprocessableEntity, form)
	}
	if st.Started {
		err = s.store.AmendSeason(r.ctx(), r.club.ID, r.player(), st.ID, charter, until, form.Reason)
	} else {
		err = s.store.ChangeSeason(r.ctx(), r.club.ID, r.player(), results.Season{ID: st.ID, Name: form.Name, StartsAt: from, EndsAt: until, Charter: charter})
	}
	if errors.Is(err, results.ErrFrozen) {
		return db.ErrStale // it started while the form stood open
	}
	return r.done(err, link.StandingsOf(r.club.Slug, st.ID))
}
