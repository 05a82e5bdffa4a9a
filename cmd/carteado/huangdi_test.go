package main

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const (
	huangdiReady = `document.querySelector('#table .acts button[id^="do-"]')`
	fitting      = `[data-fits]:not([data-fits=""]) [name=card]`
)

// huangdiMove makes one move by mouse: it builds with the first card that fits, the
// stock's before others, else discards a card of the hand.
func (p *person) huangdiMove() {
	p.t.Helper()
	choice := eval[[]string](p, settled+`.then(() => {
		const version = document.querySelector('#table [name=version]').value;
		const input = document.querySelector('.own `+fitting+`') ?? document.querySelector('#table `+fitting+`');
		if (input) {
			if (!input.checked) input.click();
			return [version, '#wall-' + input.closest('[data-fits]').dataset.fits[0]];
		}
		for (const chosen of document.querySelectorAll('#table .card > :checked')) chosen.click();
		document.querySelector('.hand input')?.click();
		return [version, '#' + document.querySelector('#table .acts button').id];
	})`)
	p.click(choice[1])
	p.until(matchOver + ` || ` + p.since(choice[0]))
}

// version returns the version of the board that is shown, "" if none is.
func (p *person) version() string {
	p.t.Helper()
	return eval[string](p, `document.querySelector('#table [name=version]')?.value ?? ''`)
}

// since holds when the board shows a later version.
func (p *person) since(version string) string {
	return `document.querySelector('#table') && document.querySelector('#table [name=version]').value !== ` +
		quote(version)
}

// TestHuangDi plays a match of Huang Di against three bots on a phone, and measures
// before each move that the table fits the window.
func TestHuangDi(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 360, 740, "pt-BR")
	ana.foundClub(c, "Ana")
	ana.openTableOf("huangdi", []string{"bot:club", "bot:club", "bot:club"}, "stock_size=5")
	const enough = 500 // moves
	for range enough {
		if ana.await(matchOver+` ? "over" : `+huangdiReady+` ? "move" : ""`) == "over" {
			break
		}
		if eval[bool](ana, "document.documentElement.scrollHeight > innerHeight || "+
			"document.documentElement.scrollWidth > innerWidth") {
			t.Errorf("the table does not fit the window, at %s", ana.text(".log li"))
		}
		ana.huangdiMove()
	}
	ana.has(`form[action$="/rematch"]`)
	if noted := ana.complaints(); len(noted) > 0 {
		t.Errorf("the console complains: %q", noted)
	}
}

// TestHuangDiByKeyboard plays without a mouse: it chooses a card and lets it go,
// builds with a card that may be refused, and discards another.
func TestHuangDiByKeyboard(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 1366, 768, "en")
	ana.moves(true)
	ana.foundClub(c, "Ana")
	ana.openTableOf("huangdi", []string{"bot:club"})
	ana.until(huangdiReady)
	version := ana.version()
	const chosen = `document.querySelector('#table [name=card]:checked')`

	const which = "Choose one of them."
	nowhere := func() { // the enter key on a card plays it nowhere, and asks where
		t.Helper()
		eval[bool](ana, `(() => { document.querySelector('#toast')?.remove(); return true })()`)
		ana.do(chromedp.KeyEvent(kb.Enter))
		ana.says("#toast", "There are 3 walls at this table. "+which)
		if got := ana.version(); got != version {
			t.Error("the enter key on a card plays it somewhere")
		}
	}
	// The server knows two equal cards by their number alone, but the page still holds the one that was chosen.
	eval[bool](ana, `(() => {
		const [first, second] = document.querySelectorAll('.hand [name=card]');
		second.value = first.value;
		second.click();
		second.focus();
		return true;
	})()`)
	nowhere()
	if !eval[bool](ana, `document.querySelectorAll('.hand [name=card]')[1].checked`) {
		t.Error("of two equal cards the page does not hold the one that was chosen")
	}
	ana.choose(`.hand [name=card]`)
	nowhere()
	ana.settle()
	ana.press(`#table [name=card]:checked`, " ") // picks it up
	ana.until(`!document.querySelector('#keys').hidden`)
	ana.press(`#table [name=card]:checked`, " ")
	ana.until(`!` + chosen)

	ana.choose(`.hand [name=card]`)
	ana.press(`#wall-3`, kb.Enter)
	ana.until(`document.querySelector('#toast')?.textContent.includes(` + quote(which) + `) === false || ` +
		ana.since(version))
	if ana.version() == version && !eval[bool](ana, `!!`+chosen) {
		t.Error("a refused choice is not kept")
	}

	version = ana.version()
	ana.choose(`.hand [name=card]`)
	ana.press(`#do-a`, kb.Enter)
	ana.until(ana.since(version))
	ana.says(`.log`, "You discarded")
	if noted := ana.complaints(); len(noted) > 0 {
		t.Errorf("the console complains: %q", noted)
	}
}

// choose goes to the cards by Tab, and by arrow to the first that matches the
// selector.
func (p *person) choose(selector string) {
	p.t.Helper()
	p.settle()
	p.press(`#table [name=card]`, kb.ArrowDown)
	n := eval[int](p, `document.querySelectorAll('#table [name=card]').length`)
	for range n {
		if eval[bool](p, `document.activeElement.matches(`+quote(selector+":checked")+`)`) {
			return
		}
		p.do(chromedp.KeyEvent(kb.ArrowDown))
	}
	p.t.Fatalf("no arrow leads to %s\nat %s", selector, p.where())
}
