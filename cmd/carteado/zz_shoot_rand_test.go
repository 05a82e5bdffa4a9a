package main

import (
	"carteado/cmd/carteado/games"
	"carteado/views/gallery"
	"carteado/views/table"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
)

func TestZZRand(t *testing.T) {
	list, mux := games.All(), http.NewServeMux()
	byKey, _ := table.ByKey(list)
	mux.Handle("/", gallery.Handler(list))
	mux.HandleFunc("GET /random", func(w http.ResponseWriter, r *http.Request) {
		rec := httptest.NewRecorder()
		randomBoards(t, rec, byKey["knock"].Rules, 2, 250)
		for _, s := range strings.Split(rec.Body.String(), "\f") {
			if strings.Contains(s, `id="turns-`) {
				_, _ = w.Write([]byte(s))
				return
			}
		}
	})
	site := httptest.NewServer(mux)
	defer site.Close()
	for _, l := range [][2]int64{{360, 740}, {1366, 768}} {
		p := newBrowser(t).person(site.URL, l[0], l[1], "pt-BR")
		p.visit("/random")
		_ = os.MkdirAll("/tmp/felt/shots", 0o755)
		if l[0] < 500 {
			eval[bool](p, `(document.getElementById("log").showPopover(), true)`)
		}
		eval[bool](p, `(document.querySelector("#log .fold")?.scrollIntoView(), true)`)
		p.shot("/tmp/felt/shots/rand-" + strings.Repeat("x", int(l[0]/500)) + ".png")
	}
}
