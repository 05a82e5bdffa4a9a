package main

import (
	"slices"
	"testing"
)

// BenchmarkMoveToOtherBrowser measures the time from the press of a button in one
// window to the change of the board in the other, by the clock that both share. It
// reports the median and the ninth decile in milliseconds.
func BenchmarkMoveToOtherBrowser(b *testing.B) {
	c, chromium := openClub(b), newBrowser(b)
	ana := chromium.person(c.url, 1366, 768, "en")
	bento := chromium.person(c.url, 360, 740, "pt-BR")
	ana.foundClub(c, "Ana")
	bento.accept(ana.invite(), "Bento")
	ana.openTable("open")
	bento.visit(eval[string](ana, "location.pathname"))
	bento.click(`form[action$="/join"] button`)
	ana.until(boardShown)
	bento.until(boardShown)

	var took []float64
	for len(took) < b.N {
		mover, watcher := ana, bento
		if !eval[bool](mover, "!!("+drawReady+")") {
			mover, watcher = bento, ana
		}
		if eval[bool](ana, "!!("+nextReady+")") || eval[bool](bento, "!!("+nextReady+")") {
			break // the stock is used up: the round was long enough
		}
		mover.until(drawReady)
		for _, press := range []string{`#do-draw`, `#do-discard`} {
			eval[bool](watcher, `(() => {
				window.changed = new Promise(done => {
					const watch = new MutationObserver(() => { watch.disconnect(); done(Date.now()) });
					watch.observe(document.querySelector('#table'), {subtree: true, childList: true, characterData: true});
				});
				return true;
			})()`)
			mover.has(press)
			mover.settle()
			pressed := eval[float64](mover, `(() => {
				[...document.querySelectorAll('#table .card.is-legal input')].at(-1)?.click();
				const at = Date.now();
				document.querySelector('`+press+`').click();
				return at;
			})()`)
			took = append(took, eval[float64](watcher, "window.changed")-pressed)
		}
	}
	slices.Sort(took)
	b.ReportMetric(took[len(took)/2], "ms-p50")
	b.ReportMetric(took[len(took)*9/10], "ms-p90")
	b.ReportMetric(0, "ns/op")
}
