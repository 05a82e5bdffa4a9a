package main

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestWordsStay writes words that are refused, and others that are half written when the page goes: both stay in the
// field. Words that were said do not.
func TestWordsStay(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 360, 740, "en")
	ana.foundClub(c, "Ana")
	ana.visit(ana.clubPath("/settings/members"))
	ana.click(`label:has([name="messages"])`)
	ana.click(`form:has([name="messages"]) .btn--primary`)
	ana.until(`location.search === "?saved=1"`)
	ana.openTable("bot:club", "first_turn_knock=off") // or a lucky bot ends the round at once
	ana.until(drawReady)
	const field = `document.querySelector('#write [name="words"]').value`
	says := func(words string) {
		t.Helper()
		if got := eval[string](ana, field); got != words {
			t.Errorf("the field says %q, want %q", got, words)
		}
	}
	const hidden, half, heart = "turned\u202eround", "Sorte, Bento, e", "Boa! \u2764\ufe0f"
	ana.click(`#talk`)
	ana.fill(`#write [name="words"]`, hidden)
	ana.click(`#write button`)
	ana.says(`main .note[role=alert]`, "a character that cannot be seen")
	ana.until(`!document.querySelector("#tray:popover-open")`)
	says(hidden)
	ana.click(`#talk`)
	ana.fill(`#write [name="words"]`, half)
	ana.do(chromedp.Reload())
	ana.until(drawReady)
	says(half)
	ana.click(`#talk`)
	ana.fill(`#write [name="words"]`, heart)
	ana.click(`#write button`)
	ana.says(`#log`, "Boa! \u2764")
	ana.until(field + ` === ""`)
	ana.do(chromedp.Reload())
	ana.until(drawReady)
	says("")
	if noted := ana.complaints(); len(noted) > 0 {
		t.Errorf("the console complains: %q", noted)
	}
}
