// Package gallery shows every page, every state of the board and every mail with prepared
// data: for looking at while one builds, for screenshots, and for tests that
// hold all pages to the same promises. It is served by the developer's tool
// alone, never by the club.
package gallery

import (
	"bytes"
	"context"
	"net/http"
	"time"

	"github.com/a-h/templ"

	"carteado/engine/role"
	"carteado/static"
	"carteado/views/i18n"
	"carteado/views/layout"
	"carteado/views/part"
	"carteado/views/table"
	"carteado/views/table/sample"
)

// A Page is one page of the gallery.
type Page struct {
	Name      string // in addresses and file names
	Door      bool   // shown to somebody who is not signed in
	Asks      bool   // whether the reader's device may call them
	Archived  bool   // of a club that can only be read
	Visiting  bool   // its reader is a guest of a game night
	Component func() templ.Component
	games     table.Games
}

// The time, the club and the people of all pages.
const club = sample.Club

var (
	now      = sample.Now
	ana      = sample.Ana
	bento    = sample.Bento
	celia    = sample.Celia
	davi     = sample.Davi
	iara     = sample.Iara
	robot    = sample.Robot
	nobody   = sample.Nobody
	longName = sample.LongName
	oddName  = sample.OddName
)

// The reader's clubs; the first is that of all pages.
var clubs = []layout.ClubMark{
	{Slug: club, Name: "Quinta do baralho", Crest: part.Crest{Figure: "arches", Ground: 1, Colour: 2}, Turns: 2},
	{Slug: "domingo", Name: "Domingo no parque", Crest: part.Crest{Figure: "raft", Ground: 6, Colour: 1}, Alone: true},
}

func house() *layout.Club {
	return &layout.Club{Slug: club, Name: clubs[0].Name, Crest: clubs[0].Crest, Role: role.Owner, Ratings: true}
}

// Context is the context that the page is rendered in, for a reader who has
// chosen these settings.
func (p Page) Context(ctx context.Context, lang, theme, deck, index string) context.Context {
	zone := time.FixedZone("America/Sao_Paulo", -3*60*60)
	r := layout.Request{Lang: lang, Theme: theme, Deck: deck, Index: index, Path: "/", Now: now, Zone: zone}
	if !p.Door {
		me := ana
		r.Player = &me
		r.Club = house()
		r.Club.Archived = p.Archived
		if p.Visiting {
			r.Club.Role = role.Guest
		}
		r.Marks = layout.Marks{Clubs: clubs}
	}
	if p.Asks {
		r.DeviceKey = "BA"
	}
	return layout.With(table.With(ctx, p.games), r)
}

// Handler serves the gallery: / lists its pages, /<name> shows one, /letters/<name> a
// mail, and the query chooses lang, theme, deck and index.
func Handler(games []table.Game) http.Handler {
	pages, mux := Pages(games), http.NewServeMux()
	mux.Handle(static.Prefix, static.Handler())
	mux.HandleFunc("GET /clubs/", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusNoContent) // nothing ever happens to prepared data
	})
	// A yearbook finds these in its folder.
	for name, file := range map[string]string{"style.css": "style.css", "crest.svg": "icon.svg"} {
		mux.Handle("GET /"+name, http.RedirectHandler(static.URL(file), http.StatusFound))
	}
	mux.HandleFunc("GET /worker.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript") // a worker that does nothing
	})
	for _, l := range Letters() {
		mux.HandleFunc("GET /letters/"+l.Name, func(w http.ResponseWriter, r *http.Request) { sendLetter(w, r, l) })
	}
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		show(w, r, Page{Name: "index", Component: func() templ.Component { return index(pages, Letters()) }})
	})
	for _, p := range pages {
		mux.HandleFunc("GET /"+p.Name, func(w http.ResponseWriter, r *http.Request) { show(w, r, p) })
	}
	return mux
}

// language is the one asked for.
func language(r *http.Request) string {
	if lang := r.URL.Query().Get("lang"); i18n.Known(lang) {
		return lang
	}
	return i18n.Portuguese
}

func show(w http.ResponseWriter, r *http.Request, p Page) {
	q := r.URL.Query()
	ctx := p.Context(r.Context(), language(r), q.Get("theme"), q.Get("deck"), q.Get("index"))
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
