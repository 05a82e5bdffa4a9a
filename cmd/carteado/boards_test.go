package main

import (
	"testing"

	"carteado/cmd/carteado/games"
	"carteado/views/gallery"
)

// cramped names what has no room on a table: parts that scroll inside, groups with
// a hidden rank, cards and buttons too narrow to press, and parts beyond the edge
// of the window. A hand longer than four rows of a phone, or three of a wide
// screen, may scroll.
const cramped = `(() => {
	const felt = document.querySelector(".play .felt");
	if (!felt) return "";
	const wrong = [], box = (e) => e.getBoundingClientRect();
	const all = (s) => [...felt.querySelectorAll(s)].filter((e) => e.checkVisibility() && !e.closest(".sheet, .sr"));
	const overflows = (e) => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1;
	const name = (e) => e.outerHTML.slice(0, 100);
	const long = innerWidth < 992 ? 28 : 44;
	for (const e of all("*")) {
		const style = getComputedStyle(e);
		if (e.matches(".hand") && e.querySelectorAll(".fan > li").length > long) continue;
		if (/auto|scroll/.test(style.overflowX + style.overflowY) && overflows(e)) wrong.push("scrolls: " + name(e));
	}
	for (const e of all(".mid, .melds")) if (overflows(e)) wrong.push("too small: " + name(e));
	for (const e of all(".meld .strip > :not(:last-child)"))
		if (box(e.nextElementSibling).left - box(e).left < 11) wrong.push("a rank is hidden: " + name(e.closest(".meld")));
	for (const e of all(".fan > li")) if (box(e).width < 43.9) wrong.push("narrow: " + name(e));
	for (const e of all("button")) if (box(e).width < 43.9 || box(e).height < 43.9) wrong.push("small: " + name(e));
	for (const e of all(".card, .meld, .pile, .wall, .spot, .seat, .btn"))
		if (box(e).left < -1 || box(e).right > innerWidth + 1) wrong.push("beyond the edge: " + name(e));
	return wrong.join("; ");
})()`

// boardSizes are windows in which boards are looked at, beside those of TestPagesAreAccessible.
var boardSizes = [][2]int64{{390, 844}, {768, 1024}, {1440, 900}}

// TestBoardsFit holds every board of the gallery to having room for all of it, without
// scrolling. A page is shown once, and its window then has one size after the other.
func TestBoardsFit(t *testing.T) {
	t.Parallel()
	look := look{"en", "light", boardSizes[0][0], boardSizes[0][1]}
	p := newGallery(t, newBrowser(t), look)
	p.hide()
	boards := 0
	for _, page := range gallery.Pages(games.All()) {
		p.swap("/" + page.Name + "?lang=" + look.lang)
		if !eval[bool](p, `!!document.querySelector(".play .felt")`) {
			continue
		}
		boards++
		for _, size := range boardSizes {
			look.width, look.height = size[0], size[1]
			p.measure(page.Name, look)
		}
	}
	if boards == 0 {
		t.Error("the gallery has no board")
	}
}

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
		{"table-draw", `.mine { margin-block-start: -300px !important }`, func(l layout) bool { return l.Covered != "" }},
		{"table-draw", `.felt button { scale: .3 }`, func(l layout) bool { return l.Cramped != "" }},
		{"sign-in", `main .btn { inline-size: 20px; padding: 0; white-space: nowrap }`, func(l layout) bool { return l.Cut != "" }},
	} {
		p.swap("/" + planted.page + "?lang=en")
		if l := eval[layout](p, measure); planted.found(l) {
			t.Errorf("%s: %+v, and nothing is planted", planted.page, l)
		}
		eval[bool](p, `(s => { s.replaceSync(`+quote(planted.style)+`); document.adoptedStyleSheets = [s] })(new CSSStyleSheet()), true`)
		if l := eval[layout](p, measure); !planted.found(l) {
			t.Errorf("%s: %s is not found: %+v", planted.page, planted.style, l)
		}
		eval[bool](p, `document.adoptedStyleSheets = [], true`)
	}
}
