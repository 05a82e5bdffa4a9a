package main

import "testing"

// TestPractice asks at a table of practice what the Master would do, sees the cards marked that it speaks of, moves, and
// takes the move back, upon which it may be made again.
func TestPractice(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 360, 740, "en")
	ana.foundClub(c, "Ana")
	ana.visit(ana.clubPath("/tables/new?game=palace"))
	eval[bool](ana, `(() => {
		document.querySelector('[name="practice"]').checked = true;
		const seat = document.querySelector('select[name="seat1"]');
		seat.value = [...seat.options].find((o) => o.value.includes("bot")).value;
		return true;
	})()`)
	ana.click(`form .btn--primary`)
	ana.until(boardShown)
	ana.says(`.seat`, "ready") // the bot's move would take the advice away
	ana.click(`#take-back`)
	ana.says(`#offers [role=alert]`, "no move to take back")
	ana.click(`#ask`)
	ana.has(`#hint .hint__say`)
	ana.has(`#table [data-aim]`)
	ana.click(`#hint [data-dismiss="hint"]`)
	ana.until(`!document.querySelector("#hint")`)

	const ready = `#table .acts button[value="ready"]`
	ana.click(ready)
	ana.until(`!document.querySelector('` + ready + `')`)
	ana.click(`#take-back`)
	ana.has(ready)
	if noted := ana.complaints(); len(noted) > 0 {
		t.Error(noted)
	}
}
