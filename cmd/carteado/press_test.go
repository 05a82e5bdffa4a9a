package main

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"carteado/db/dbtest"
)

// withhold keeps requests for matching addresses on their way. Each is let go by let, or never.
func (p *person) withhold(pattern string) (held <-chan fetch.RequestID, let func(fetch.RequestID)) {
	p.t.Helper()
	ids := make(chan fetch.RequestID, 64)
	paused := chromedp.Events(p.ctx, fetch.RequestPaused)
	go func() {
		for e, err := range paused {
			if err != nil {
				return
			}
			ids <- e.RequestID
		}
	}()
	p.call("withhold", func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, fetch.Enable,
			fetch.EnableParams{Patterns: []*fetch.RequestPattern{{URLPattern: pattern}}})
		return err
	})
	return ids, func(id fetch.RequestID) {
		p.call("let go", func(ctx context.Context) error {
			_, err := chromedp.Call(ctx, fetch.ContinueRequest, fetch.ContinueRequestParams{RequestID: id})
			return err
		})
	}
}

// TestTableIsNeverStuck: polls bring the next position after a press whose button left the page before the
// answer came, and after one that is never answered.
func TestTableIsNeverStuck(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 360, 740, "en")
	ana.foundClub(c, "Ana")
	ana.openRummy(1)
	ana.has(`#do-draw`)

	version := ana.version()
	held, let := ana.withhold("*/tables/*/sort")
	eval[bool](ana, `(document.querySelector("#sort").click(), true)`)
	sorting := dbtest.Receive(t, "the request to sort", held)
	eval[bool](ana, `(document.querySelector("#sort").remove(), true)`)
	let(sorting)
	ana.has(`#sort`) // the answer has come
	eval[bool](ana, movedElsewhere)
	ana.until(ana.since(version))

	if wait := eval[float64](ana, `htmx.config.timeout`); wait <= 20_000 || wait > 60_000 {
		t.Errorf("a request without an answer ends after %v ms; a poll is held for 20 s", wait)
	}
	held, _ = ana.withhold("*/tables/*/moves")
	eval[bool](ana, `!!(htmx.config.timeout = 500)`)
	version = ana.version()
	eval[bool](ana, `(document.querySelector(".card.is-legal > input").click(), document.querySelector("#do-discard").click(), true)`)
	lost := dbtest.Receive(t, "the move", held)
	ana.until(`!document.querySelector("#offline").hidden`)
	ana.call("let all others go", func(ctx context.Context) error {
		// A request that the browser has not given up yet would reach the club now.
		_, _ = chromedp.Call(ctx, fetch.FailRequest, fetch.FailRequestParams{
			RequestID: lost, ErrorReason: network.ErrorReasonAborted})
		_, err := chromedp.Call(ctx, fetch.Disable, cdp.Empty{})
		return err
	})
	eval[bool](ana, `!!(htmx.config.timeout = 40_000)`)
	eval[bool](ana, `(document.querySelector("#do-discard").click(), true)`)
	ana.until(ana.since(version))
	if noted := ana.complaints(); len(noted) > 0 {
		t.Errorf("the console complains: %q", noted)
	}
}

// TestAPressOnALinkCounts: who has asked for another page gets it, although an answer leads elsewhere meanwhile; if it
// does not come, the answer does.
func TestAPressOnALinkCounts(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 360, 740, "en")
	ana.foundClub(c, "Ana")
	home := ana.clubPath("")
	ana.openRummy(1)
	ana.has(`#do-draw`)
	table := eval[string](ana, `location.pathname`)
	held, let := ana.withhold(c.url + home)
	leaves := func() fetch.RequestID {
		eval[bool](ana, `(window.stays = true, navigation.addEventListener("navigate",
			() => setTimeout(() => location.reload()), { once: true }), true)`)
		ana.do(chromedp.Click(chromedp.CSS(`.bar a[href="` + home + `"]`))) // waits for no answer
		return dbtest.Receive(t, "the request for the other page", held)
	}
	let(leaves())
	ana.until(`location.pathname === ` + quote(home))
	ana.visit(table)
	ana.has(`#do-draw`)
	leaves()
	ana.until(`!window.stays && location.pathname === ` + quote(table))
}

// TestSkippedTransitionIsNoError: a browser that shows a page before its scripts have come skips the transition to it.
func TestSkippedTransitionIsNoError(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 360, 740, "en")
	ana.moves(true)
	ana.foundClub(c, "Ana")
	ana.call("ask for each file", func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, network.SetCacheDisabled, network.SetCacheDisabledParams{CacheDisabled: true})
		return err
	})
	held, let := ana.withhold("*/static/forms*.js")
	eval[bool](ana, `!addEventListener("pageswap", (event) => (sessionStorage.moves = Boolean(event.viewTransition)))`)
	eval[bool](ana, `(document.querySelector('a[href$="/matches"]').click(), true)`)
	forms := dbtest.Receive(t, "the request for forms.js", held)
	const painted = `new Promise((done) => {
		const frames = () => requestAnimationFrame(() => requestAnimationFrame(() => done(document.readyState)));
		document.readyState === "loading" ? document.addEventListener("readystatechange", frames, {once: true}) : frames();
	})`
	if state := eval[string](ana, painted); state != "interactive" {
		t.Errorf("the page is %s when it is shown first", state)
	}
	let(forms)
	ana.until(`sessionStorage.moves === "true"`)
	if noted := ana.complaints(); len(noted) > 0 {
		t.Errorf("the console complains: %q", noted)
	}
}
