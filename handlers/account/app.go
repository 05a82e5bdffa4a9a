package account

import (
	"net/http"
	"strings"

	"carteado/handlers/web"
	"carteado/static"
	"carteado/views/i18n"
	"carteado/views/link"
	accountpage "carteado/views/page/account"
)

// A manifest says how the club stands among a device's programs.
type manifest struct {
	Name       string     `json:"name"`
	ShortName  string     `json:"short_name"`
	ID         string     `json:"id"`
	StartURL   string     `json:"start_url"`
	Scope      string     `json:"scope"`
	Display    string     `json:"display"`
	Lang       string     `json:"lang"`
	Background string     `json:"background_color"`
	Theme      string     `json:"theme_color"`
	Icons      []appIcon  `json:"icons"`
	Shortcuts  []shortcut `json:"shortcuts"`
}

type appIcon struct {
	Src     string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose,omitempty"`
}

type shortcut struct {
	Name  string    `json:"name"`
	URL   string    `json:"url"`
	Icons []appIcon `json:"icons"`
}

// ShowManifest names the reader's club, and leads to its tables by shortcuts.
func (w *Wing) ShowManifest(r *web.Request) error {
	icon := func(name, sizes, purpose string) appIcon {
		kind := "image/svg+xml"
		if strings.HasSuffix(name, ".png") {
			kind = "image/png"
		}
		return appIcon{static.URL(name), sizes, kind, purpose}
	}
	say := func(key string) string { return i18n.T(i18n.With(r.Ctx(), r.Language()), key) }
	m := manifest{
		Name: say("brand"), ShortName: say("brand"), ID: link.Root, StartURL: link.Root, Scope: link.Root,
		Display: "standalone",
		Lang:    r.Language(), Background: "#f4efe4", Theme: "#17503f",
		Icons: []appIcon{
			icon("icon-maskable.svg", "512x512", "maskable"), icon("icon.svg", "any", "any"),
			icon("icon-maskable-512.png", "512x512", "maskable"), // for devices that take no drawings
			icon("icon-192.png", "192x192", "any"), icon("icon-512.png", "512x512", "any"),
		},
		Shortcuts: []shortcut{
			{say("app.next"), link.Next, []appIcon{icon("shortcut-next.svg", "96x96", "")}},
			{say("notices.title"), link.Notices, []appIcon{icon("shortcut-notices.svg", "96x96", "")}},
		},
	}
	if r.Viewer != nil {
		if err := w.NameClub(r); err != nil {
			return err
		}
		if r.Club.Slug != "" {
			m.Name = r.Club.Name
			m.Shortcuts = append(m.Shortcuts, shortcut{
				say("app.new"), link.NewTable(r.Club.Slug), []appIcon{icon("shortcut-new.svg", "96x96", "")},
			})
		}
	}
	r.Response().Header().Set("Cache-Control", "no-store")
	r.Response().Header().Set("Content-Type", "application/manifest+json")
	return r.JSON(http.StatusOK, m)
}

// ServeWorker is the script that shows notices. Its address stays the same, so that
// browsers find a new one, and its place lets it look after the whole site.
func (w *Wing) ServeWorker(r *web.Request) error {
	r.Response().Header().Set("Cache-Control", "no-store")
	return r.Blob(http.StatusOK, "text/javascript; charset=utf-8", static.Bytes("worker.js"))
}

// ShowOffline is the page that devices keep for the time without a connection. It is
// the same for everybody.
func (w *Wing) ShowOffline(r *web.Request) error { return r.Show(http.StatusOK, accountpage.Offline()) }
