package handlers

import (
	"net/http"
	"time"

	"carteado/db"
	"carteado/engine/clock"
	"carteado/views/i18n"
	"carteado/views/link"
	"carteado/views/page"
	"carteado/views/part"
)

// readClub reads a club's name, language and time zone.
func readClub(r *request) page.ClubForm {
	form := page.ClubForm{Zone: r.field("zone"), Lang: r.field("lang"), Faults: part.Faults{}}
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
	return s.clubsPage(r, http.StatusOK, page.ClubForm{Lang: r.language(), Zone: page.DefaultZone})
}

func (s *Server) clubsPage(r *request, status int, form page.ClubForm) error {
	site, err := s.store.SiteFor(r.ctx(), r.player())
	if err != nil {
		return err
	}
	clubs, err := s.store.ClubsOf(r.ctx(), r.player())
	if err != nil {
		return err
	}
	pending, err := s.store.RequestsOf(r.ctx(), r.player())
	if err != nil {
		return err
	}
	props := page.ClubsProps{MayFound: site.MayFound(), Owner: site.Owner, ForAll: site.ClubsForAll, Pending: pending, Form: form}
	turns, err := s.store.TurnsOf(r.ctx(), r.player())
	if err != nil {
		return err
	}
	for _, c := range clubs {
		props.Clubs = append(props.Clubs, page.ClubRow{Slug: c.Slug, Name: c.Name, Role: string(c.Role), Turns: turns[c.ID]})
	}
	return r.render(status, page.Clubs(props))
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
	return r.render(http.StatusOK, page.ClubSettings(page.ClubForm{
		Name: r.club.Name, Lang: r.club.Lang, Zone: r.club.TimeZone, Pace: r.club.Pace, Saved: r.QueryParam("saved") != "",
	}, r.club.Slug))
}

func (s *Server) saveClubSettings(r *request) error {
	form := readClub(r)
	form.Pace = r.field("pace")
	if _, err := clock.Parse(form.Pace); err != nil {
		form.Faults["pace"] = reasonPace
	}
	if len(form.Faults) > 0 {
		return r.render(http.StatusUnprocessableEntity, page.ClubSettings(form, r.club.Slug))
	}
	err := s.store.ChangeClub(r.ctx(), r.club.ID, r.player(), db.NewClub{Name: form.Name, Lang: form.Lang, TimeZone: form.Zone, Pace: form.Pace})
	return r.done(err, link.ClubSettings(r.club.Slug)+"?saved=1")
}
