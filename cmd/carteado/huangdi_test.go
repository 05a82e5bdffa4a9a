package main

import (
	"testing"

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

// TestHuangDiByKeyboard plays without a mouse: a card is chosen, is not
// played by the enter key alone, and is let go.
func TestHuangDiByKeyboard(t *testing.T) {
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 1366, 768, "en")
	ana.foundClub("Ana")
	ana.openTableOf("huangdi", []string{"bot:steady"})
	ana.until(huangdiReady)
	version := ana.version()
	const chosen = `document.querySelector('#table [name=card]:checked')`

	ana.press(`#table [name=card]`, kb.ArrowUp) // from the first card to the last
	ana.until(chosen)
	ana.press(`#table [name=card]:checked`, kb.Enter)
	if got := ana.version(); got != version {
		t.Error("the enter key on a card plays it somewhere")
	}
	ana.press(`#table [name=card]:checked`, " ")
	ana.until(`!` + chosen)
	if noted := ana.complaints(); len(noted) > 0 {
		t.Errorf("the console complains: %q", noted)
	}
}
