// Package gallery shows every page and every state of the board with prepared
// data: for looking at while one builds, for screenshots, and for tests that
// hold all pages to the same promises. It is served by the developer's tool
// alone, never by the club.
package gallery

import (
	"bytes"
	"net/http"
	"time"

	"github.com/a-h/templ"

	"carteado/engine/role"
	"carteado/static"
	"carteado/views/i18n"
	"carteado/views/layout"
)

// A Page is one page of the gallery.
type Page struct {
	Name      string // in addresses and file names
	Door      bool   // shown to somebody who is not signed in
	Component func() templ.Component
}

// now is when the gallery plays: the evening of the sample data.
var now = time.Date(2026, time.November, 20, 23, 31, 0, 0, time.UTC)

// Request is what pages of the gallery are told of their request.
func Request(p Page, lang, theme, deck, index string) layout.Request {
	zone := time.FixedZone("America/Sao_Paulo", -3*60*60)
	r := layout.Request{Lang: lang, Theme: theme, Deck: deck, Index: index, Path: "/", Now: now, Zone: zone}
	if !p.Door {
		me := ana
		r.Player = &me
		r.Club = &layout.Club{Slug: club, Name: "Quinta do baralho", Role: role.Owner}
	}
	return r
}

// Handler serves the gallery: / lists its pages, /<name> shows one, and the
// query chooses lang, theme, deck and index.
func Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle(static.Prefix, static.Handler())
	mux.HandleFunc("GET /clubs/", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusNoContent) // nothing ever happens to prepared data
	})
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		show(w, r, Page{Name: "index", Component: list})
	})
	for _, p := range Pages() {
		mux.HandleFunc("GET /"+p.Name, func(w http.ResponseWriter, r *http.Request) { show(w, r, p) })
	}
	return mux
}

func show(w http.ResponseWriter, r *http.Request, p Page) {
	q := r.URL.Query()
	lang := q.Get("lang")
	if !i18n.Known(lang) {
		lang = i18n.Portuguese
	}
	ctx := layout.With(r.Context(), Request(p, lang, q.Get("theme"), q.Get("deck"), q.Get("index")))
	var page bytes.Buffer
	if err := p.Component().Render(ctx, &page); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; "+
		"img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'")
	_, _ = page.WriteTo(w) // the browser has gone: nobody left to tell
}

// variants are the ways each page is listed in.
var variants = []string{"lang=pt-BR", "lang=en", "lang=pt-BR&theme=dark", "lang=en&theme=dark&deck=4&index=big"}
