package main

import (
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"fmt"
	"github.com/chromedp/chromedp"
	"carteado/cmd/carteado/games"
	"carteado/views/gallery"
)

func TestZZFit(t *testing.T) {
	if os.Getenv("PAGES") == "" {
		return
	}
	site := httptest.NewServer(gallery.Handler(games.All()))
	t.Cleanup(site.Close)
	p := newBrowser(t).person(site.URL, 360, 740, "en")
	p.visit("/")
	p.hide()
	var paths []string
	for _, l := range []string{"en", "pt-BR"} {
		if os.Getenv("PAGES") == "all" {
			for _, page := range gallery.Pages(games.All()) {
				paths = append(paths, "/"+page.Name+"?lang="+l)
			}
		} else {
			for _, page := range strings.Fields(os.Getenv("PAGES")) {
				paths = append(paths, "/"+page+"?lang="+l)
			}
		}
	}
	p.load(paths)
	ws := windows
	for _, f := range strings.Fields(os.Getenv("WINS")) {
		var w, h int64
		fmt.Sscanf(f, "%dx%d", &w, &h)
		if len(ws) == len(windows) {
			ws = nil
		}
		ws = append(ws, [2]int64{w, h})
	}
	for _, w := range ws {
		p.do(chromedp.EmulateViewport(w[0], w[1]))
		for _, f := range eval[[]fitted](p, each) {
			if f.Wrong != "" {
				t.Errorf("%s, %d × %d: %s", f.Name, w[0], w[1], f.Wrong)
			}
		}
		if probe := os.Getenv("PROBE"); probe != "" {
			t.Log(eval[string](p, probe))
		}
	}
}
