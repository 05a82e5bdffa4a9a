package main

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestKeyboard plays a round without a mouse: at its end the focus is on the way on, and in the
// next round on the table again. A player with a mouse sees no focus on a new page.
func TestKeyboard(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 1366, 768, "en")
	ana.foundClub(c, "Ana")
	ana.openTable("bot:club", "first_turn_knock=off", "target_score=150") // or a lucky bot ends a round, or the match
	ana.until(drawReady)
	ana.press(`#table .acts button[value="draw @stock"]`, kb.Enter)
	ana.until(decide)
	ana.press(`#table .card input`, kb.Enter) // chooses it
	ana.has(`#table .card input:checked`)
	ana.press(`#table .acts button[value="discard *"]`, kb.Enter)
	ana.until(drawReady + ` || ` + nextReady) // the bot has moved

	const focus = `(document.activeElement?.closest("#table") ? "table" : document.activeElement?.value ?? document.activeElement?.localName)`
	reloaded := func() string {
		ana.do(chromedp.Reload())
		ana.has(`#table, #recap`)
		return eval[string](ana, focus+` + scrollY`)
	}
	if got := reloaded(); got != "table0" && got != "next0" {
		t.Errorf("the focus of who plays by keys is on %s", got)
	}
	for !eval[bool](ana, `!!`+nextReady) {
		ana.press(`#table .acts button[value="draw @stock"]`, kb.Enter)
		ana.until(decide + ` || ` + nextReady)
		if eval[bool](ana, `!!`+decide) {
			ana.press(`#table .card.is-legal input`, " ")
			ana.press(`#table .acts button[value="discard *"]`, kb.Enter)
			ana.until(drawReady + ` || ` + nextReady)
		}
	}
	if got := eval[string](ana, focus); got != "next" {
		t.Fatalf("at the end of a round the focus is on %s", got)
	}
	ana.do(chromedp.KeyEvent(kb.Enter))
	ana.until(drawReady)
	if got := eval[string](ana, focus); got != "table" {
		t.Errorf("in the next round the focus is on %s", got)
	}
	ana.click(`#table .card.is-legal input, #table .hand .card`)
	if got := reloaded(); got != "body0" {
		t.Errorf("the focus of who plays with the mouse is on %s", got)
	}
}

// press walks to an element by Tab alone and presses a key there.
func (p *person) press(selector, key string) {
	p.t.Helper()
	p.has(selector)
	const stops = 200 // more than any page has
	for range stops {
		if eval[bool](p, `document.activeElement?.matches(`+quote(selector)+`) ?? false`) {
			p.do(chromedp.KeyEvent(key))
			return
		}
		p.do(chromedp.KeyEvent(kb.Tab))
	}
	p.t.Fatalf("%s cannot be reached by Tab\nat %s", selector, p.where())
}
