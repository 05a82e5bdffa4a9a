package main

import (
	"testing"
)

// TestMeasuresFind plants a fault for each measure.
func TestMeasuresFind(t *testing.T) {
	t.Parallel()
	p := newGallery(t, newBrowser(t), look{"en", "light", 360, 740})
	for _, planted := range []struct {
		page, style string
		found       func(layout) bool
	}{
		{"table-draw", `body { min-inline-size: 900px }`, func(l layout) bool { return l.Wide > 360 }},
		{"table-draw", `body { min-block-size: 3000px }`, func(l layout) bool { return l.Tall > 740 }},
		{"table-draw", `.mine { margin-block-start: -300px !important }`, func(l layout) bool {
			return l.Covered != ""
		}},
		{"table-draw", `.felt button { scale: .3 }`, func(l layout) bool { return l.Cramped != "" }},
		{"sign-in", `main .btn { inline-size: 20px; padding: 0; white-space: nowrap }`, func(l layout) bool {
			return l.Cut != ""
		}},
		{"members", `.item__text { max-inline-size: 2rem }`, func(l layout) bool { return l.Broken != "" }},
	} {
		p.swap("/" + planted.page + "?lang=en")
		if l := eval[layout](p, measure); planted.found(l) {
			t.Errorf("%s: %+v, and nothing is planted", planted.page, l)
		}
		eval[bool](p, `(s => { s.replaceSync(`+quote(planted.style)+
			`); document.adoptedStyleSheets = [s] })(new CSSStyleSheet()), true`)
		if l := eval[layout](p, measure); !planted.found(l) {
			t.Errorf("%s: %s is not found: %+v", planted.page, planted.style, l)
		}
		eval[bool](p, `document.adoptedStyleSheets = [], true`)
	}
}
