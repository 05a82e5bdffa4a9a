package handlers

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"carteado/db"
	"carteado/engine/role"
	"carteado/engine/standing"
	"carteado/views/link"
	"carteado/views/page"
	"carteado/views/part"
)

// Bounds of a charter's numbers.
const (
	maxReason = 500 // characters of a reason
	maxPoints = 1000
	maxPlaces = 10
	tiesAsked = 3 // comparisons a charter may name
)

func (s *Server) showStandings(r *request) error {
	season, _ := strconv.ParseInt(r.QueryParam("season"), 10, 64)
	props, err := s.standings(r, season)
	if err != nil {
		return err
	}
	return r.render(http.StatusOK, page.Standings(props))
}

func (s *Server) standings(r *request, season int64) (page.StandingsProps, error) {
	st, err := s.store.StandingsOf(r.ctx(), r.club.ID, r.player(), season)
	if err != nil {
		return page.StandingsProps{}, err
	}
	props := page.StandingsProps{Club: r.club.Slug, Season: seasonChoice(st.Season), Charter: st.Charter, Founded: st.Founded}
	for _, one := range st.Seasons {
		props.Seasons = append(props.Seasons, seasonChoice(one))
	}
	for _, line := range st.Lines {
		props.Lines = append(props.Lines, page.StandingRow{
			Line: line, Person: part.Person{ID: line.Player, Name: st.Names[line.Player], Me: line.Player == r.player()},
		})
	}
	for _, a := range st.Amendments {
		props.Amendments = append(props.Amendments, page.AmendmentRow{
			Charter: a.Charter, Reason: a.Reason, By: part.Person{ID: a.By, Name: a.Name}, At: a.At,
		})
	}
	return props, nil
}

func seasonChoice(s db.Season) page.SeasonChoice {
	return page.SeasonChoice{ID: s.ID, Name: s.Name, From: s.StartsAt, Until: s.EndsAt, Started: s.Started, Ended: s.Ended}
}

func (s *Server) showNewSeason(r *request) error {
	if !r.club.Role.May(role.Season) {
		return db.ErrForbidden
	}
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

// oneSeason is the season in the path, for those who may found seasons.
func (s *Server) oneSeason(r *request) (db.Standings, error) {
	id, err := r.number("season")
	if err != nil {
		return db.Standings{}, err
	}
	if !r.club.Role.May(role.Season) {
		return db.Standings{}, db.ErrForbidden
	}
	return s.store.StandingsOf(r.ctx(), r.club.ID, r.player(), id)
}

// charterForm fills the form in from a charter.
func charterForm(c standing.Charter) page.SeasonProps {
	form := page.SeasonProps{Chosen: c.Games, Bots: c.Bots, Drop: strconv.Itoa(c.Drop), Least: strconv.Itoa(c.Least)}
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

func (s *Server) seasonPage(r *request, status int, form page.SeasonProps) error {
	form.Club = r.club.Slug
	for _, game := range s.games {
		form.Games = append(form.Games, game.Key)
	}
	for len(form.Ties) < tiesAsked {
		form.Ties = append(form.Ties, "")
	}
	return r.render(status, page.Season(form))
}

// readCharter reads the fields of a charter, noting what is wrong in the form.
func (s *Server) readCharter(r *request, form *page.SeasonProps) (c standing.Charter) {
	form.Faults = part.Faults{}
	form.Chosen, form.Bots = r.Request().PostForm["games"], r.field("bots") == "on"
	form.Places, form.Draw, form.Drop, form.Least = r.field("places"), r.field("draw"), r.field("drop"), r.field("least")
	c.Bots = form.Bots
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

// readDays reads the season's days as the club's time zone has them.
func (s *Server) readDays(r *request, form *page.SeasonProps) (from, until time.Time) {
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

// likely leaves out years that only a slip of the finger writes.
func likely(day time.Time) bool { return day.Year() >= 2000 && day.Year() < 2200 }

func (s *Server) foundSeason(r *request) error {
	if !r.club.Role.May(role.Season) {
		return db.ErrForbidden
	}
	var form page.SeasonProps
	charter := s.readCharter(r, &form)
	from, until := s.readDays(r, &form)
	if len(form.Faults) > 0 {
		return s.seasonPage(r, http.StatusUnprocessableEntity, form)
	}
	id, err := s.store.FoundSeason(r.ctx(), r.club.ID, r.player(), db.Season{Name: form.Name, StartsAt: from, EndsAt: until, Charter: charter})
	if err != nil {
		return err
	}
	return r.goTo(link.StandingsOf(r.club.Slug, id))
}

// saveSeason changes a season before it starts, and amends it afterwards.
func (s *Server) saveSeason(r *request) error {
	st, err := s.oneSeason(r)
	if err != nil {
		return err
	}
	form := page.SeasonProps{ID: st.ID, Started: st.Started, Name: st.Name}
	charter := s.readCharter(r, &form)
	var from, until time.Time
	if st.Started {
		form.Reason = cleanField(r, form.Faults, "reason", maxReason)
	} else {
		from, until = s.readDays(r, &form)
	}
	if len(form.Faults) > 0 {
		return s.seasonPage(r, http.StatusUnprocessableEntity, form)
	}
	if st.Started {
		err = s.store.AmendSeason(r.ctx(), r.club.ID, r.player(), st.ID, charter, form.Reason)
	} else {
		err = s.store.ChangeSeason(r.ctx(), r.club.ID, r.player(), db.Season{ID: st.ID, Name: form.Name, StartsAt: from, EndsAt: until, Charter: charter})
	}
	if errors.Is(err, db.ErrFrozen) {
		return db.ErrStale // it started while the form stood open
	}
	if err != nil {
		return err
	}
	return r.goTo(link.StandingsOf(r.club.Slug, st.ID))
}

// correctMatch voids, corrects or restores a result.
func (s *Server) correctMatch(r *request) error {
	id, err := r.number("match")
	if err != nil {
		return err
	}
	if !r.club.Role.May(role.Correct) {
		return db.ErrForbidden
	}
	faults := part.Faults{}
	c := db.Correction{Kind: db.CorrectionKind(r.field("kind")), Reason: cleanField(r, faults, "reason", maxReason)}
	if !slices.Contains([]db.CorrectionKind{db.CorrectVoid, db.CorrectPlaces, db.CorrectRestore}, c.Kind) {
		return errForm
	}
	typed := r.Request().PostForm["place"]
	for _, text := range typed {
		place, err := strconv.Atoi(text)
		if err != nil && c.Kind == db.CorrectPlaces {
			faults["place"] = "places"
		}
		c.Places = append(c.Places, place)
	}
	if len(faults) == 0 {
		err = s.store.Correct(r.ctx(), r.club.ID, r.player(), id, c)
	}
	if errors.Is(err, db.ErrPlaces) {
		faults["place"] = "places"
	}
	if len(faults) > 0 {
		return s.matchPage(r, http.StatusUnprocessableEntity, id, page.Correcting{Kind: string(c.Kind), Typed: typed, Reason: r.field("reason"), Faults: faults})
	}
	if err != nil {
		return err
	}
	return r.goTo(link.Match(r.club.Slug, id))
}
