package main

import "testing"

// TestNewTableInPlace chooses a game and a preset with the script running: the form
// changes without a new page, and keeps the fields that were filled in.
func TestNewTableInPlace(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 360, 740, "en")
	ana.foundClub(c, "Ana")
	ana.visit(ana.clubPath("/tables/new?game=knock"))
	eval[bool](ana, `(window.here = true, document.querySelector("select[name=seat1]").value = "bot:club", true)`)
	ana.click(`#choose-palace`)
	ana.until(`document.querySelector("#choose-palace.is-on") && document.querySelector("select[name=seat4]")`)
	if !eval[bool](ana, `window.here === true`) {
		t.Error("the page was loaded anew")
	}
	if got := eval[string](ana, `document.querySelector("select[name=seat1]").value`); got != "bot:club" {
		t.Errorf("the first seat is for %q", got)
	}
	ana.click(`.lines .line:first-child > summary`)
	ana.click(`#preset-shithead`)
	ana.until(`document.querySelector("#preset-shithead.is-on") && document.querySelector('[name="option.voluntary_take"][value=on]').checked`)
	own := `getComputedStyle(document.querySelector(".presets__own")).display`
	if got := eval[string](ana, own); got != "none" {
		t.Errorf("the bundle is called a mix: %s", got)
	}
	eval[bool](ana, `(document.querySelector('[name="option.seven_low"][value=on]').click(), true)`)
	if got := eval[string](ana, own); got != "block" {
		t.Errorf("a changed rule goes unnoticed: %s", got)
	}
	ticked := `[...document.querySelectorAll(".paces .choice__check")].filter((tick) => getComputedStyle(tick).visibility === "visible").map((tick) => tick.closest("label").querySelector("input").value).join()`
	ana.click(`.line:has(.paces) > summary`)
	ana.click(`.paces label:has([value="live 120"])`)
	if got := ana.text(`.line:has(.paces) .line__says`); got != "Live" {
		t.Errorf("the line of the pace says %q", got)
	}
	if got := eval[string](ana, ticked); got != "live 120" {
		t.Errorf("the pace with a tick is %q", got)
	}
	ana.click(`form .btn--primary`)
	ana.until(`/\/tables\/\d+$/.test(location.pathname)`)
	ana.until(boardShown)
	if noted := ana.complaints(); len(noted) > 0 {
		t.Errorf("the console complains: %q", noted)
	}
}

// TestNewTableFitsOnePhone opens the form for each game on a phone: all of it is in one window, above the bar, and the
// lines that are folded say what is chosen.
func TestNewTableFitsOnePhone(t *testing.T) {
	t.Parallel()
	p := newGallery(t, newBrowser(t), look{"en", "light", 360, 740})
	for _, page := range []string{"new-table", "new-table-presets", "new-table-six"} {
		for _, lang := range []string{"en", "pt-BR"} {
			p.visit("/" + page + "?lang=" + lang)
			if got := eval[int](p, `document.documentElement.scrollHeight - innerHeight`); got > 0 {
				t.Errorf("%s in %s is %d px too high", page, lang, got)
			}
			if eval[bool](p, `[...document.querySelectorAll(".line__says")].some((says) => !says.innerText.trim())`) {
				t.Errorf("%s in %s: a line does not say what is chosen", page, lang)
			}
		}
	}
}
