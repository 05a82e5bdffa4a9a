package main

import (
	"encoding/json"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"carteado/views/gallery"
)

// axe is the accessibility checker, put into a page from outside: the page's own
// policy stops a script tag, as it should.
func axe(t *testing.T) string {
	t.Helper()
	source, err := os.ReadFile(filepath.Join("..", "..", "static", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatalf("run the tests with `go run ./cmd/dev test`: %v", err)
	}
	return string(source)
}

// A finding is one rule of accessibility that a page breaks.
type finding struct {
	ID    string   `json:"id"`
	Nodes []string `json:"nodes"`
}

// findings runs axe in the page that is shown.
func (p *person) findings(source string) []finding {
	p.t.Helper()
	eval[bool](p, source+"\n;true")
	text := eval[string](p, `axe.run(document, {resultTypes: ["violations"]}).then(r =>
		JSON.stringify(r.violations.map(v => ({id: v.id, nodes: v.nodes.map(n => n.html.slice(0, 200))}))))`)
	var found []finding
	if err := json.Unmarshal([]byte(text), &found); err != nil {
		p.t.Fatal(err)
	}
	return found
}

// covered names what the own zone or the seats lie upon: the middle of a table
// shrinks without the page growing.
const covered = `(() => {
	const box = (e) => e?.getBoundingClientRect();
	const mine = box(document.querySelector(".mine")), seats = [...document.querySelectorAll(".seat")].map(box);
	if (!mine) return "";
	return [...document.querySelectorAll(".pile, .lastmove, .meld, .wall")].filter((e) => {
		const b = box(e);
		return b.bottom > mine.top + 1 ||
			seats.some((s) => s.bottom > b.top + 1 && s.top < b.bottom && s.left < b.right && s.right > b.left);
	}).map((e) => e.className).join(", ");
})()`

// cutOff names the boxes of a page that hide the end of what is in them.
const cutOff = `[...document.querySelectorAll("main .box, main .hero:not(:has(.spread)), main .btn")]
	.filter((e) => e.scrollWidth > e.clientWidth + 1 && !e.matches(".sr"))
	.map((e) => e.className + ": " + e.textContent.trim().slice(0, 60)).join(", ")`

// TestPagesAreAccessible holds every page and board of the gallery, on a phone
// and on a wide screen, in both themes and languages, to axe and to the content
// policy.
func TestPagesAreAccessible(t *testing.T) {
	t.Parallel()
	source := axe(t)
	site := httptest.NewServer(gallery.Handler())
	t.Cleanup(site.Close)
	b := newBrowser(t)
	looks := []struct {
		lang, theme   string
		width, height int64
	}{
		{"pt-BR", "light", 360, 740},
		{"en", "dark", 1366, 768},
	}
	for _, look := range looks {
		p := b.person(site.URL, look.width, look.height, look.lang)
		p.theme(look.theme)
		for _, page := range gallery.Pages() {
			p.visit("/" + page.Name + "?lang=" + look.lang)
			for _, f := range p.findings(source) {
				t.Errorf("%s, %s, %s: %s: %s", page.Name, look.lang, look.theme, f.ID, strings.Join(f.Nodes, "\n\t"))
			}
			if wide := eval[int64](p, "document.documentElement.scrollWidth"); wide > look.width {
				t.Errorf("%s, %s: %d px wide in a window of %d", page.Name, look.lang, wide, look.width)
			}
			if tall := eval[int64](p, "document.body.matches('.play') ? document.documentElement.scrollHeight : 0"); tall > look.height {
				t.Errorf("%s, %s: %d px tall in a window of %d", page.Name, look.lang, tall, look.height)
			}
			if cut := eval[string](p, cutOff); cut != "" {
				t.Errorf("%s, %s: cut off at the side: %s", page.Name, look.lang, cut)
			}
			if hidden := eval[string](p, covered); hidden != "" {
				t.Errorf("%s, %s: covered on the table: %s", page.Name, look.lang, hidden)
			}
			if narrow := eval[string](p, cramped); narrow != "" {
				t.Errorf("%s, %s: no room on the table: %s", page.Name, look.lang, narrow)
			}
		}
		if noted := p.complaints(); len(noted) > 0 {
			t.Errorf("%s, %s: the console complains: %q", look.lang, look.theme, noted)
		}
	}
}

// TestAxeFinds plants what axe is there to find.
func TestAxeFinds(t *testing.T) {
	t.Parallel()
	source := axe(t)
	site := httptest.NewServer(gallery.Handler())
	t.Cleanup(site.Close)
	p := newBrowser(t).person(site.URL, 360, 740, "en")
	p.visit("/sign-in")
	eval[bool](p, `document.querySelector("label").remove(), true`)
	if len(p.findings(source)) == 0 {
		t.Error("a field without a label is not found")
	}
}

// TestConnectionLost stops the program under a table, and starts it again.
func TestConnectionLost(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 360, 740, "pt-BR")
	ana.foundClub("Ana")
	ana.openTable("bot:steady")
	ana.until(drawReady)
	c.stop()
	ana.has(`#offline:not([hidden])`)
	c.open()
	ana.until(`document.querySelector('#offline')?.hidden`)
	ana.turn()
	ana.until(drawReady + ` || ` + nextReady)
}
