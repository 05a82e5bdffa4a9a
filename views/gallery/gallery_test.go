package gallery_test

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"carteado/cmd/carteado/games"
	"carteado/engine"
	"carteado/views/gallery"
	"carteado/views/i18n"
	tablepage "carteado/views/page/table"
)

func render(t testing.TB, p gallery.Page, lang string) string {
	t.Helper()
	var b bytes.Buffer
	if err := p.Component().Render(p.Context(t.Context(), lang, "dark", "4", "big"), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// gap is a key that has no text, or an argument that was not given.
var gap = regexp.MustCompile(`\[[a-z_]+(\.[a-zA-Z0-9_]+)+\]|\{[a-z_]+\}`)

// Each mail has all its words in both languages, as text and as HTML, and says where its
// button leads.
func TestLetters(t *testing.T) {
	handler := gallery.Handler(games.All())
	for _, l := range gallery.Letters() {
		for _, query := range []string{"lang=pt-BR", "lang=en", "lang=pt-BR&text=on", "lang=en&text=on"} {
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/letters/"+l.Name+"?"+query, nil))
			letter := w.Body.String()
			if !strings.Contains(letter, "https://cartas.example/") || gap.MatchString(letter) {
				t.Errorf("%s?%s:\n%s", l.Name, query, letter)
			}
		}
	}
}

func TestPages(t *testing.T) {
	for _, p := range gallery.Pages(games.All()) {
		for _, lang := range i18n.Languages() {
			t.Run(p.Name+"/"+lang, func(t *testing.T) {
				t.Parallel()
				page := render(t, p, lang)
				doc, err := html.Parse(strings.NewReader(page))
				if err != nil {
					t.Fatal(err)
				}
				seen := newSeen()
				seen.walk(t, doc)
				if seen.tags["h1"] != 1 || seen.tags["main"] != 1 || seen.tags["title"] != 1 {
					t.Errorf("%d h1, %d main and %d title, want one of each", seen.tags["h1"], seen.tags["main"],
						seen.tags["title"])
				}
				if text := seen.text.String(); gap.MatchString(text) {
					t.Errorf("gap in the text: %v", gap.FindAllString(text, -1))
				}
				for id := range seen.refs {
					if !seen.ids[id] {
						t.Errorf("something refers to #%s, which is not there", id)
					}
				}
			})
		}
	}
}

// seen is what a page is made of.
type seen struct {
	tags map[string]int
	ids  map[string]bool
	refs map[string]bool
	text strings.Builder
}

func newSeen() *seen {
	return &seen{tags: map[string]int{}, ids: map[string]bool{}, refs: map[string]bool{}}
}

// notInHeads must not stand in a th: nothing that heads a section, and nothing that folds.
var notInHeads = map[string]bool{
	"h1": true, "h2": true, "h3": true, "h4": true, "section": true, "nav": true, "header": true, "footer": true,
	"details": true,
}

func (s *seen) walk(t *testing.T, n *html.Node) {
	switch n.Type {
	case html.TextNode:
		s.text.WriteString(n.Data + "\n")
	case html.ElementNode:
		s.tags[n.Data]++
		if n.Data == "th" {
			for inside := range n.Descendants() {
				if notInHeads[inside.Data] {
					t.Errorf("<%s> in the head of a row or column", inside.Data)
				}
			}
		}
		for _, a := range n.Attr {
			s.attribute(t, n.Data, a.Key, a.Val)
		}
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		s.walk(t, c)
	}
}

func (s *seen) attribute(t *testing.T, tag, name, value string) {
	if name != "content" && !strings.HasPrefix(name, "data-hx") {
		s.text.WriteString(value + "\n")
	}
	switch {
	case name == "style" || strings.HasPrefix(name, "on") || strings.HasPrefix(name, "hx-"):
		t.Errorf("<%s %s=%q>: not under our content policy", tag, name, value)
	case name == "id":
		if s.ids[value] {
			t.Errorf("id %q twice", value)
		}
		s.ids[value] = true
	case name == "for" || name == "popovertarget" || name == "aria-describedby":
		for id := range strings.FieldsSeq(value) {
			s.refs[id] = true
		}
	case (name == "href" || name == "action") && value == "":
		t.Errorf("<%s> leads nowhere", tag)
	}
}

// Every game of the list shows its board, a finished round and a replay.
func TestEveryGameIsShown(t *testing.T) {
	shown := map[string]int{}
	for _, p := range gallery.Pages(games.All()) {
		page := render(t, p, i18n.English)
		for _, game := range games.All() {
			key := game.Rules.Info().Key
			for what, sign := range map[string]string{
				"board": `data-game="` + key + `"`, "replay": `class="open"`,
			} {
				if strings.Contains(page, sign) &&
					strings.Contains(page, i18n.T(i18n.With(t.Context(), i18n.English), "game."+key)) {
					shown[key+" "+what]++
				}
			}
		}
	}
	for _, game := range games.All() {
		for _, what := range []string{"board", "replay"} {
			if shown[game.Rules.Info().Key+" "+what] == 0 {
				t.Errorf("%s has no %s", game.Rules.Info().Key, what)
			}
		}
	}
}

func TestHandler(t *testing.T) {
	for path, status := range map[string]int{"/": 200, "/home?lang=en&theme=dark": 200, "/no-such-page": 404,
		"/clubs/quinta": 204} {
		w := httptest.NewRecorder()
		gallery.Handler(games.All()).ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		if w.Code != status {
			t.Errorf("%s: %d, want %d", path, w.Code, status)
		}
	}
}

// maxFragment is the promise of the first evening: a board is at most 12 kB on
// the wire.
const maxFragment = 12 << 10

func TestBoardIsSmall(t *testing.T) {
	for _, p := range gallery.Fragments(games.All()) {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, _ = w.Write([]byte(render(t, p, i18n.Portuguese)))
		_ = w.Close()
		t.Logf("%s: %d bytes, %d compressed", p.Name, len(render(t, p, i18n.Portuguese)), b.Len())
		if b.Len() > maxFragment {
			t.Errorf("%s: %d bytes compressed, at most %d", p.Name, b.Len(), maxFragment)
		}
	}
}

func BenchmarkBoard(b *testing.B) {
	for _, p := range gallery.Fragments(games.All()) {
		b.Run(p.Name, func(b *testing.B) {
			ctx := p.Context(b.Context(), i18n.Portuguese, "", "", "")
			var page bytes.Buffer
			b.ReportAllocs()
			for b.Loop() {
				page.Reset()
				if err := p.Component().Render(ctx, &page); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(page.Len()), "bytes")
		})
	}
}

// Every example of every game can be shown in every language, under the house rules
// for which it is true.
func TestEveryExampleIsInWords(t *testing.T) {
	for _, game := range games.Rules() {
		for _, e := range engine.Examples(game) {
			for _, lang := range i18n.Languages() {
				ctx := i18n.With(t.Context(), lang)
				var b strings.Builder
				shown := tablepage.RulesProps{Club: "quinta", Table: 7, Game: game.Info(), Options: e.Options,
					Examples: []engine.Example{e}}
				if err := tablepage.Rules(shown).Render(ctx, &b); err != nil {
					t.Fatal(err)
				}
				text := i18n.T(ctx, "rules."+game.Info().Key+".example."+e.Key)
				if gap.MatchString(b.String()) || !strings.Contains(html.UnescapeString(b.String()), text) {
					t.Errorf("%s, %s, %s: %v", game.Info().Key, e.Key, lang, gap.FindAllString(b.String(), -1))
				}
			}
		}
	}
}
