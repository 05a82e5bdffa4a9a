package nights

import (
	"errors"
	"net/http"

	"carteado/db/base"
	"carteado/handlers/web"
	"carteado/views/layout"
	"carteado/views/link"
	nightspage "carteado/views/page/nights"
	"carteado/views/part"
)

// ShowTelevision is a night on a big screen, for everybody who has its link.
func (w *Wing) ShowTelevision(r *web.Request) error {
	n, err := w.Store.NightOnScreen(r.Ctx(), base.Secret(r.Param("token")))
	if errors.Is(err, base.ErrGone) && r.HTMX() {
		return r.GoTo(link.Television(r.Param("token"))) // which shows nothing any more
	}
	if err != nil {
		return err
	}
	r.Lang = n.Lang
	return r.Show(http.StatusOK, nightspage.Television(nightspage.TelevisionProps{
		Club: &layout.Club{Slug: n.Slug, Name: n.ClubName, Crest: part.CrestOf(n.Crest, n.Slug)}, Name: n.Name,
		Evening: w.eveningOf(r, n.Draws), Now: w.Now(),
	}))
}

// ShowScreen is where a host finds the link of a night's television, and SetScreen makes or ends it.
func (w *Wing) ShowScreen(r *web.Request) error {
	n, _, _, err := w.Store.NightOf(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"))
	if err != nil {
		return err
	}
	token, err := w.Store.ScreenOf(r.Ctx(), r.Club.ID, r.Player(), n.ID)
	if err != nil {
		return err
	}
	props := nightspage.ScreenProps{Night: w.NightOf(n)}
	if token != "" {
		props.URL = w.URL + link.Television(token.Reveal())
	}
	return r.Show(http.StatusOK, nightspage.Screen(props))
}

func (w *Wing) SetScreen(r *web.Request) error {
	err := w.Store.SetScreen(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"), r.Field("on") != "no")
	return r.Done(err, link.Screen(r.Club.Slug, r.Number("night")))
}
