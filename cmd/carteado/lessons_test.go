package main

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestLesson takes two steps with the scripts that carry cards: one by mouse with a wrong try, one by keys,
// with a card that is picked up and put back. A lesson has no polls and keeps no order of the hand.
func TestLesson(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 360, 740, "en")
	ana.foundClub(c, "Ana")
	const done = `.lesson.is-done`
	ana.visit("/lessons/knock/melds")
	ana.click(`#table button[value="draw @discard"]`)
	ana.has(`.lesson [role="alert"]`)
	ana.click(`#table button[value="draw @stock"]`)
	ana.has(done)

	ana.visit("/lessons/knock/deadwood")
	const card = `#table .hand .card input`
	ana.press(card, " ")
	ana.press(card, " ") // picks it up
	ana.has(`#table .is-held`)
	ana.press(card, kb.ArrowRight)
	ana.press(card, kb.Escape)
	ana.until(`!document.querySelector("#table .is-held")`)
	ana.click(`#table .hand .card:has(input[value^="KD"])`)
	ana.press(`#table .acts button[value="discard *"]`, kb.Enter)
	ana.has(done)
	if noted := ana.complaints(); len(noted) > 0 {
		t.Error(noted)
	}
}
