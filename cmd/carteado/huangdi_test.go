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

// huangdiMove makes one move by mouse: the first card that fits goes to its wall,
// the stock's before others; else a card of the hand is discarded.
func (p *person) huangdiMove() {
	p.t.Helper()
	p.settle()
	version := p.version()
	target := eval[string](p, `(() => {
		const input = document.querySelector('.own `+fitting+`') ?? document.querySelector('#table `+fitting+`');
		if (!input) return '';
		if (!input.checked) input.click();
		return '#wall-' + input.closest('[data-fits]').dataset.fits[0];
	})()`)
	if target == "" {
		target = eval[string](p, `(() => {
			for (const chosen of document.querySelectorAll('#table .card > :checked')) chosen.click();
			document.querySelector('.hand input')?.click();
			return '#' + document.querySelector('#table .acts button').id;
		})()`)
	}
	p.click(target)
	p.until(matchOver + ` || ` + p.since(version))
}

func (p *person) version() string {
	return eval[string](p, `document.querySelector('#table [name=version]').value`)
}

// since holds when the board shows a later version.
func (p *person) since(version string) string {
	return `document.querySelector('#table') && document.querySelector('#table [name=version]').value !== ` + quote(version)
}

// TestHuangDi plays a match of Huang Di against three bots, in the windows that
// it must fit.
func TestHuangDi(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 360, 740, "pt-BR")
	ana.foundClub("Ana")
	ana.openTableOf("huangdi", []string{"bot:steady", "bot:steady", "bot:steady"}, "stock_size=5")
	const enough = 500 // moves
	for range enough {
		ana.until(matchOver + ` || ` + huangdiReady)
		if eval[bool](ana, `!!(`+matchOver+`)`) {
			break
		}
		if eval[bool](ana, "document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth") {
			t.Errorf("the table does not fit the window, at %s", ana.text(".log li"))
		}
		ana.huangdiMove()
	}
	ana.has(`form[action$="/rematch"]`)
	if noted := ana.complaints(); len(noted) > 0 {
		t.Errorf("the console complains: %q", noted)
	}
}

// TestHuangDiByKeyboard plays without a mouse: a card is chosen and let go, is
// put where it may not belong, and another is discarded.
func TestHuangDiByKeyboard(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 1366, 768, "en")
	ana.foundClub("Ana")
	ana.openTableOf("huangdi", []string{"bot:steady"})
	ana.until(huangdiReady)
	version := ana.version()
	const chosen = `document.querySelector('#table [name=card]:checked')`

	ana.choose(`.hand [name=card]`)
	ana.do(chromedp.KeyEvent(kb.Enter)) // plays it nowhere, and asks where
	ana.says("#toast", "There are 3 walls at this table. Choose one of them.")
	if got := ana.version(); got != version {
		t.Error("the enter key on a card plays it somewhere")
	}
	ana.settle()
	ana.press(`#table [name=card]:checked`, " ")
	ana.until(`!` + chosen)

	ana.choose(`.hand [name=card]`)
	ana.press(`#wall-3`, kb.Enter)
	ana.until(`document.querySelector('#toast') || ` + ana.since(version))
	if eval[bool](ana, `!!document.querySelector('#toast')`) && !eval[bool](ana, `!!`+chosen) {
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

// choose walks by Tab to the cards of which one can be chosen, and by arrow to
// the first that the selector names.
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
