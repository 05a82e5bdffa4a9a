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
// scrolling and on a wide screen, to having room for all of it, in the languages
// in which TestPagesAreAccessible does not look.
func TestBoardsFit(t *testing.T) {
	t.Parallel()
	site := httptest.NewServer(gallery.Handler())
	t.Cleanup(site.Close)
	b := newBrowser(t)
	for _, look := range []struct {
		width, height int64
		lang          string
	}{{360, 740, "en"}, {1366, 768, "pt-BR"}} {
		p := b.person(site.URL, look.width, look.height, look.lang)
		boards := 0
		for _, page := range gallery.Pages() {
			p.visit("/" + page.Name + "?lang=" + look.lang)
			if !eval[bool](p, `!!document.querySelector(".play .felt")`) {
				continue
			}
			boards++
			if tall := eval[int64](p, "document.documentElement.scrollHeight"); tall > look.height {
				t.Errorf("%s, %s: %d px tall in a window of %d", page.Name, look.lang, tall, look.height)
			}
			if hidden := eval[string](p, covered); hidden != "" {
				t.Errorf("%s, %s, %d px: covered on the table: %s", page.Name, look.lang, look.width, hidden)
			}
			if narrow := eval[string](p, cramped); narrow != "" {
				t.Errorf("%s, %s, %d px: no room on the table: %s", page.Name, look.lang, look.width, narrow)
			}
		}
		if boards == 0 {
			t.Error("the gallery has no board")
		}
	}
}
