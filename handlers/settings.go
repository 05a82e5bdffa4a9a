package handlers

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"

	"carteado/db"
	"carteado/views/i18n"
	"carteado/views/link"
	accountpage "carteado/views/page/account"
	"carteado/views/part"
	"carteado/views/table"
)

// saved are the changes that the settings page can confirm.
var saved = []string{"settings", "face", "name", "rest", "password", "session", "sessions"}

func (s *Server) showSettings(r *request) error {
	said := r.QueryParam("saved")
	if !slices.Contains(saved, said) {
		said = ""
	}
	return s.settingsPage(r, http.StatusOK, said, nil, nil)
}

func (s *Server) settingsPage(r *request, status int, said string, faults part.Faults, rest *accountpage.RestForm) error {
	sessions, err := s.store.Sessions(r.ctx(), r.player())
	if err != nil {
		return err
	}
	used, err := s.store.LastPasswordUse(r.ctx(), r.player())
	if err != nil {
		return err
	}
	if rest == nil {
		form, err := s.restForm(r)
		if err != nil {
			return err
		}
		rest = &form
	}
	from, err := s.store.RenameFrom(r.ctx(), r.player())
	if err != nil {
		return err
	}
	player := r.viewer.Player
	props := accountpage.SettingsProps{
		Number: player.ID, Name: player.Name, NameFrom: from, Typed: r.field("name"), Face: part.FaceOf(player.Face), Email: player.Email, Lang: r.language(), Theme: player.Prefs.Theme,
		Deck: player.Prefs.Deck, Index: player.Prefs.Index, Sort: player.Prefs.Sort, Saved: said, Faults: faults,
		LinkBy: part.Person{ID: used.Maker, Name: used.Name}, LinkUsed: used.At, Rest: *rest,
	}
	for _, one := range sessions {
		props.Sessions = append(props.Sessions, accountpage.Session{
			ID: one.ID, Agent: one.UserAgent, Since: one.CreatedAt, Seen: one.SeenAt, Current: one.ID == r.viewer.ID,
		})
	}
	if err := s.nameClub(r); err != nil {
		return err
	}
	return r.render(status, accountpage.Settings(props))
}

// nameClub sets the club that a page outside of any club leads back to.
func (s *Server) nameClub(r *request) error {
	clubs, err := s.store.ClubsOf(r.ctx(), r.player())
	if err == nil && len(clubs) > 0 {
		r.club = clubs[0]
	}
	return err
}

func (s *Server) saveSettings(r *request) error {
	prefs := db.Prefs{Lang: r.field("lang"), Theme: r.field("theme"), Deck: r.field("deck"), Index: r.field("index"), Sort: r.field("sort")}
	known := i18n.Known(prefs.Lang) && slices.Contains([]string{"", "light", "dark"}, prefs.Theme) &&
		slices.Contains([]string{"", "4"}, prefs.Deck) && slices.Contains([]string{"", "big"}, prefs.Index) &&
		slices.Contains([]string{"", table.SortSuit}, prefs.Sort)
	if !known {
		return errForm
	}
	if err := s.store.SavePrefs(r.ctx(), r.player(), prefs); err != nil {
		return err
	}
	s.hub.renew(r.player())
	s.cookies.language(r, prefs.Lang)
	return r.goTo(link.Settings + "?saved=settings")
}

// saveFace keeps the emblem and the colour by which others know the player.
func (s *Server) saveFace(r *request) error {
	var face part.Face
	if face.Emblem = r.field("emblem"); face.Emblem != "" {
		if face.Colour, _ = strconv.Atoi(r.field("colour")); !face.Known() {
			return errForm
		}
	}
	if err := s.store.SaveFace(r.ctx(), r.player(), face.String()); err != nil {
		return err
	}
	s.hub.renew(r.player())
	return r.goTo(link.Settings + "?saved=face#face")
}

// chooseLanguage is remembered in this browser, and by the player's account.
func (s *Server) chooseLanguage(r *request) error {
	lang := r.field("lang")
	if !i18n.Known(lang) {
		return errForm
	}
	if r.viewer != nil {
		prefs := r.viewer.Player.Prefs
		prefs.Lang = lang
		if err := s.store.SavePrefs(r.ctx(), r.player(), prefs); err != nil {
			return err
		}
		s.hub.renew(r.player())
	}
	s.cookies.language(r, lang)
	return r.goTo(cmp.Or(local(r.field("next")), link.Root))
}
