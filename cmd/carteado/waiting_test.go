package main

import "testing"

// What somebody types or chooses in a room stays, while others sit down and the room is drawn anew.
func TestARoomKeepsWhatIsTyped(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana, bento := b.person(c.url, 1366, 768, "en"), b.person(c.url, 360, 740, "en")
	ana.foundClub(c, "Ana")
	bento.accept(ana.invite(), "Bento")
	ana.openTableOf("palace", []string{"open", "open", "open"})
	bento.visit(eval[string](ana, "location.pathname"))
	bento.fill(`[name=contribution]`, "jabuticaba")
	const bots = `document.querySelectorAll("form[action$='/bot'] select")`
	ana.click(`form[action$="/bot"] button`)
	ana.until(bots + `.length === 3 && document.querySelector("#room").textContent.includes("Club bot")`)
	bento.until(`document.querySelector("#room").textContent.includes("Club bot")`)
	if got := eval[string](bento, `document.querySelector("[name=contribution]").value`); got != "jabuticaba" {
		t.Errorf("a word that was typed is %q", got)
	}
	eval[bool](ana, `(() => { [...`+bots+`].at(-1).value = "master"; return true })()`)
	bento.click(`form[action$="/join"] button`)
	ana.until(`document.querySelector("#room").textContent.includes("Bento")`)
	if got := eval[string](ana, `[...`+bots+`].at(-1).value`); got != "master" {
		t.Errorf("a level that was chosen is %q", got)
	}
}
