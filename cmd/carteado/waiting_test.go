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
	const typed = "jabuticaba \u2665\ufe0f" // as phones type a heart
	bento.fill(`[name=contribution]`, typed)
	eval[bool](bento, `(localStorage.setItem("seals", "{"), true)`)
	const bots = `document.querySelectorAll("form[action$='/bot'] select")`
	ana.click(`form[action$="/bot"] button`)
	ana.until(bots + `.length === 3 && document.querySelector("#room").textContent.includes("Club bot")`)
	bento.until(`document.querySelector("#room").textContent.includes("Club bot")`)
	if got := eval[string](bento, `document.querySelector("[name=contribution]").value`); got != typed {
		t.Errorf("a word that was typed is %q", got)
	}
	eval[bool](ana, `(() => { [...`+bots+`].at(-1).value = "master"; return true })()`)
	bento.click(`form[action$="/join"] button`)
	bento.until(`!document.querySelector("form[action$='/join']")`)
	if got := eval[string](bento, `JSON.parse(localStorage.getItem("seals")).map(([, word]) => word).join()`); got != "jabuticaba \u2665" {
		t.Errorf("the browser keeps %q as what it has added", got)
	}
	ana.until(`document.querySelector("#room").textContent.includes("Bento")`)
	if got := eval[string](ana, `[...`+bots+`].at(-1).value`); got != "master" {
		t.Errorf("a level that was chosen is %q", got)
	}
}
