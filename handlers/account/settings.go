package account

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"

	"carteado/db/accounts"
	"carteado/handlers/web"
	"carteado/views/i18n"
	"carteado/views/link"
	accountpage "carteado/views/page/account"
	"carteado/views/part"
	"carteado/views/table"
)

// saved are the changes that the settings page can confirm.
var saved = []string{"settings", "face", "name", "rest", "password", "session", "sessions"}

func (w *Wing) ShowSettings(r *web.Request) error {
	said := r.QueryParam("saved")
	if !slices.Contains(saved, said) {
		said = ""
	}
	return w.settingsPage(r, http.StatusOK, said, nil, nil)
}

func (w *Wing) settingsPage(
	r *web.Request, status int, said string, faults part.Faults, rest *accountpage.RestForm,
) error {
	sessions, err := w.Store.Sessions(r.Ctx(), r.Player())
	if err != nil {
		return err
	}
	used, err := w.Store.LastPasswordUse(r.Ctx(), r.Player())
	if err != nil {
		return err
	}
	if rest == nil {
		form, err := w.restForm(r)
		if err != nil {
			return err
		}
		rest = &form
	}
	ways, err := w.Store.WaysOf(r.Ctx(), r.Player())
	if err != nil {
		return err
	}
	from, err := w.Store.RenameFrom(r.Ctx(), r.Player())
	if err != nil {
		return err
	}
	player := r.Viewer.Player
	props := accountpage.SettingsProps{
		Number: player.ID, Name: player.Name, NameFrom: from, Typed: r.Field("name"), Face: part.FaceOf(player.Face),
		Email: player.Email, Lang: r.Language(), Theme: player.Prefs.Theme,
		Deck: player.Prefs.Deck, Index: player.Prefs.Index, Sort: player.Prefs.Sort, Saved: said, Faults: faults,
		Outside: player.Prefs.Outside, PasskeysOnly: ways.PasskeysOnly,
		LinkBy: part.Person{ID: used.Maker, Name: used.Name}, LinkUsed: used.At, Rest: *rest,
	}
	for _, one := range sessions {
		props.Sessions = append(props.Sessions, accountpage.Session{
			ID: one.ID, Agent: one.UserAgent, Since: one.CreatedAt, Seen: one.SeenAt, By: one.OpenedBy,
			Current: one.ID == r.Viewer.ID,
		})
	}
	if err := w.NameClub(r); err != nil {
		return err
	}
	return r.Show(status, accountpage.Settings(props))
}

func (w *Wing) SaveSettings(r *web.Request) error {
	prefs := accounts.Prefs{
		Lang: r.Field("lang"), Theme: r.Field("theme"), Deck: r.Field("deck"), Index: r.Field("index"),
		Sort: r.Field("sort"), Outside: r.Field("outside") != "",
	}
	known := i18n.Known(prefs.Lang) && slices.Contains([]string{"", "light", "dark"}, prefs.Theme) &&
		slices.Contains([]string{"", "4"}, prefs.Deck) && slices.Contains([]string{"", "big"}, prefs.Index) &&
		slices.Contains([]string{"", table.SortSuit}, prefs.Sort)
	if !known {
		return web.ErrForm
	}
	if err := w.Store.SavePrefs(r.Ctx(), r.Player(), prefs); err != nil {
		return err
	}
	w.Polls.Renew(r.Player())
	w.Cookies.Language(r, prefs.Lang)
	return r.GoTo(link.Settings + "?saved=settings")
}

// SaveFace keeps the emblem and the colour by which others know the player.
func (w *Wing) SaveFace(r *web.Request) error {
	var face part.Face
	if face.Emblem = r.Field("emblem"); face.Emblem != "" {
		if face.Colour, _ = strconv.Atoi(r.Field("colour")); !face.Known() {
			return web.ErrForm
		}
	}
	if err := w.Store.SaveFace(r.Ctx(), r.Player(), face.String()); err != nil {
		return err
	}
	w.Polls.Renew(r.Player())
	return r.GoTo(link.Settings + "?saved=face#face")
}

// ChooseLanguage is remembered in this browser, and by the player's account.
func (w *Wing) ChooseLanguage(r *web.Request) error {
	lang := r.Field("lang")
	if !i18n.Known(lang) {
		return web.ErrForm
	}
	if r.Viewer != nil {
		prefs := r.Viewer.Player.Prefs
		prefs.Lang = lang
		if err := w.Store.SavePrefs(r.Ctx(), r.Player(), prefs); err != nil {
			return err
		}
		w.Polls.Renew(r.Player())
	}
	w.Cookies.Language(r, lang)
	return r.GoTo(cmp.Or(web.LocalPath(r.Field("next")), link.Root))
}
