package handlers

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"carteado/db"
	"carteado/engine/clock"
	"carteado/views/i18n"
	"carteado/views/link"
	"carteado/views/page"
	clubpage "carteado/views/page/club"
	"carteado/views/part"
)

// readClub reads a club's name, language and time zone.
func readClub(r *request) clubpage.ClubForm {
	form := clubpage.ClubForm{Zone: r.field("zone"), Lang: r.field("lang"), Faults: part.Faults{}}
	form.Name = cleanField(r, form.Faults, "club", maxClub)
	if !i18n.Known(form.Lang) {
		form.Faults["lang"] = reasonChoice
	}
	if _, err := time.LoadLocation(form.Zone); err != nil || form.Zone == "" || form.Zone == "Local" {
		form.Faults["zone"] = reasonChoice
	}
	return form
}

func (s *Server) showClubs(r *request) error {
	return s.clubsPage(r, http.StatusOK, clubpage.ClubForm{Lang: r.language(), Zone: page.DefaultZone})
}

func (s *Server) clubsPage(r *request, status int, form clubpage.ClubForm) error {
	site, err := s.store.SiteFor(r.ctx(), r.player())
	if err != nil {
		return err
	}
	clubs, err := s.store.ClubsOf(r.ctx(), r.player())
	if err != nil {
		return err
	}
	pending, declined, err := s.store.RequestsOf(r.ctx(), r.player())
	if err != nil {
		return err
	}
	props := clubpage.ClubsProps{MayFound: site.MayFound(), Owner: site.Owner, ForAll: site.ClubsForAll, Pending: pending, Declined: declined, Form: form}
	for _, c := range clubs {
		props.Clubs = append(props.Clubs, clubpage.ClubRow{Slug: c.Slug, Name: c.Name, Role: string(c.Role), Crest: part.CrestOf(c.Crest, c.Slug)})
	}
	return r.render(status, clubpage.Clubs(props))
}

func (s *Server) foundClub(r *request) error {
	site, err := s.store.SiteFor(r.ctx(), r.player())
	if err != nil {
		return err
	}
	if !site.MayFound() {
		return db.ErrForbidden
	}
	form := readClub(r)
	if len(form.Faults) > 0 {
		return s.clubsPage(r, http.StatusUnprocessableEntity, form)
	}
	club, err := s.store.FoundClub(r.ctx(), r.player(), db.NewClub{Name: form.Name, Lang: form.Lang, TimeZone: form.Zone, Idem: r.key()})
	return r.done(err, link.Club(club.Slug))
}

func (s *Server) saveSite(r *request) error {
	return r.done(s.store.SetClubsForAll(r.ctx(), r.player(), r.field("clubs_for_all") == "on"), link.Clubs)
}

func (s *Server) showClubSettings(r *request) error {
	return r.render(http.StatusOK, clubpage.ClubSettings(clubpage.ClubForm{
		Name: r.club.Name, Crest: part.CrestOf(r.club.Crest, r.club.Slug), Lang: r.club.Lang, Zone: r.club.TimeZone, Pace: r.club.Pace, Phrases: r.club.Phrases, Messages: r.club.Messages, Absence: r.club.Absence, Saved: r.QueryParam("saved") != "",
	}, r.club.Slug))
}

func (s *Server) saveClubSettings(r *request) error {
	form := readClub(r)
	form.Pace, form.Phrases, form.Messages = r.field("pace"), r.field("phrases") == "on", r.field("messages") == "on"
	if _, err := clock.Parse(form.Pace); err != nil {
		form.Faults["pace"] = reasonPace
	}
	if form.Absence, _ = strconv.Atoi(r.field("absence")); !slices.Contains(clubpage.Absences, form.Absence) {
		form.Faults["absence"], form.Absence = reasonChoice, r.club.Absence
	}
	form.Crest.Figure = r.field("crest")
	form.Crest.Ground, _ = strconv.Atoi(r.field("ground")) // 0 is no colour
	form.Crest.Colour, _ = strconv.Atoi(r.field("colour"))
	if !form.Crest.Known() {
		form.Faults["crest"], form.Crest = reasonChoice, part.CrestOf(r.club.Crest, r.club.Slug)
	}
	if len(form.Faults) > 0 {
		return r.render(http.StatusUnprocessableEntity, clubpage.ClubSettings(form, r.club.Slug))
	}
	err := s.store.ChangeClub(r.ctx(), r.club.ID, r.player(), db.NewClub{
		Name: form.Name, Lang: form.Lang, TimeZone: form.Zone, Pace: form.Pace, Crest: form.Crest.String(), Silent: !form.Phrases, Messages: form.Messages, Absence: form.Absence,
	})
	return r.done(err, link.ClubSettings(r.club.Slug)+"?saved=1")
}
