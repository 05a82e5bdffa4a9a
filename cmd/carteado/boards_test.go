package main

import (
	"net/http/httptest"
	"testing"

	"carteado/views/gallery"
)

// cramped names what has no room on a table: parts that scroll inside, groups of
// which a rank is not seen, cards and buttons too narrow to press, and what lies
// beyond the edge. A hand longer than four rows of a phone, or three of a wide
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

// TestBoardsFit holds every board of the gallery, on the smallest phone without
// scrolling and on a wide screen, in both languages, to having room for all of it.
func TestBoardsFit(t *testing.T) {
	site := httptest.NewServer(gallery.Handler())
	t.Cleanup(site.Close)
	b := newBrowser(t)
	for _, size := range []struct{ width, height int64 }{{360, 740}, {1366, 768}} {
		p := b.person(site.URL, size.width, size.height, "en")
		boards := 0
		for _, page := range gallery.Pages() {
			for _, lang := range []string{"pt-BR", "en"} {
				p.visit("/" + page.Name + "?lang=" + lang)
				if !eval[bool](p, `!!document.querySelector(".play .felt")`) {
					break
				}
				boards++
				if hidden := eval[string](p, covered); hidden != "" {
					t.Errorf("%s, %s, %d px: covered on the table: %s", page.Name, lang, size.width, hidden)
				}
				if narrow := eval[string](p, cramped); narrow != "" {
					t.Errorf("%s, %s, %d px: no room on the table: %s", page.Name, lang, size.width, narrow)
				}
			}
		}
		if boards == 0 {
			t.Error("the gallery has no board")
		}
	}
}
