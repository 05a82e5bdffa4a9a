package main

import "testing"

// TestPlayNow counts the presses from a fresh club to the first cards: one on "Play now" and one on a game.
func TestPlayNow(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 360, 740, "en")
	ana.foundClub(c, "Ana")
	ana.click(`.hero [popovertarget="play-now"]`)
	ana.has(`#play-now a[href="/lessons/huangdi"]`) // for those who have not played it
	ana.click(`#play-now button[value="rummy"]`)
	ana.until(boardShown)
	if n := eval[int](ana, `document.querySelectorAll(".hand .card").length`); n == 0 {
		t.Error("no cards are dealt")
	}
	if eval[bool](ana, `!!document.querySelector("[data-due]")`) {
		t.Error("a clock runs")
	}
}
