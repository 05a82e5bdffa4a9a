package main

import (
	"context"
	"flag"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
	"github.com/jackc/pgx/v5/pgxpool"
)

// evening is for how long a television is left open, at the pace at which it asks: with 8 as many times as in eight
// hours, one after the other. go test ./cmd/carteado -run Television -args -hours 8
var evening = flag.Float64("hours", 0.5, "how long the test of the television lasts, if it asked every 15 seconds")

const tvAsks = 15 * time.Second // views/layout/evening.templ

// A television that is open for a whole evening, while the standings change, needs no more memory than at its
// beginning.
func TestTelevisionIsLeftOpen(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 1366, 768, "en")
	ana.foundClub(c, "Ana")
	pool, err := pgxpool.New(t.Context(), c.config.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	sql := func(text string) {
		t.Helper()
		if _, err := pool.Exec(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	sql(`INSERT INTO nights (club_id, planned_at, name, starts_at, ends_at, answers_until, place, address, says, games,
			places, created_by)
		SELECT c.id, now(), 'Friday', now() + interval '1 hour', now() + interval '9 hours', now() + interval '1 hour',
			'At Ana’s', '', '', '{}', 0, m.player_id FROM clubs c JOIN memberships m ON m.club_id = c.id`)
	sql(`INSERT INTO arrivals (night_id, name) SELECT 1, 'Guest ' || n FROM generate_series(1, 40) n`)
	night := ana.clubPath("/nights/1")
	ana.visit(night + "/draws")
	ana.click(`form[action$="/draws"] .btn--primary`)
	ana.click(`form[action$="/open"] .btn--primary`)
	ana.click(`form[action$="/end"] .btn--primary`)
	ana.has(`form[action$="/draws"]`)
	const played = `UPDATE draw_seats SET place = 1 + (seat + 1 + coalesce(place, 0)) % 2 WHERE number > 0`
	sql(played)
	ana.visit(night + "/screen")
	ana.click(`form[action$="/screen"] .btn--primary`)
	ana.has(`#television-address`)
	address := eval[string](ana, `document.querySelector("#television-address").value`)

	tv := b.person(c.url, 1920, 1080, "en")
	tv.call("pace", func(ctx context.Context) error { // a wait of 15 s is over at once
		if _, err := chromedp.Call(ctx, performance.Enable, performance.EnableParams{}); err != nil {
			return err
		}
		_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
			Source: `(() => {
				const right = window.setTimeout, again = window.setInterval;
				const asks = ` + strconv.FormatInt(tvAsks.Milliseconds(), 10) + `;
				const soon = (ms) => ms === asks ? 1 : ms;
				window.setTimeout = (f, ms, ...rest) =>
					window.resting && ms === asks ? (resting.push(f), 0) : right(f, soon(ms), ...rest);
				window.setInterval = (f, ms, ...rest) => again(f, soon(ms), ...rest);
				window.shown = window.underway = 0;
				document.addEventListener("htmx:beforeSend", () => underway++);
				document.addEventListener("htmx:afterRequest", () => underway--);
				document.addEventListener("htmx:afterSettle", () => window.shown++);
			})()`})
		return err
	})
	tv.visit(strings.TrimPrefix(address, c.url))
	const warm = 40 // by then all that is made once is made
	tv.until(`window.shown > ` + strconv.Itoa(warm))
	nodes, heap, server := tv.memory()
	refreshes := int(*evening * float64(time.Hour/tvAsks))
	for shown := warm; shown < warm+refreshes; shown += warm {
		sql(played)
		tv.until(`window.shown > ` + strconv.Itoa(shown+warm))
	}
	if eval[bool](tv, `!document.querySelector("table.data tbody tr")`) {
		t.Error("the television shows no standings")
	}
	nodesAfter, heapAfter, serverAfter := tv.memory()
	t.Logf("%d refreshes: %.0f nodes, then %.0f; the script's heap %.2f MB, then %.2f; the program's %.1f MB, then %.1f",
		refreshes, nodes, nodesAfter, heap/1e6, heapAfter/1e6, server/1e6, serverAfter/1e6)
	// One that kept what it has shown would grow by all of its elements with each refresh.
	if page := eval[float64](tv, `document.getElementsByTagName("*").length`); nodesAfter-nodes > 4*page {
		t.Errorf("the page has %.0f elements, and has grown by %.0f nodes", page, nodesAfter-nodes)
	}
	if heapAfter-heap > 1e6 {
		t.Errorf("the script's heap has grown by %.2f MB", (heapAfter-heap)/1e6)
	}
	if noted := tv.complaints(); len(noted) > 0 {
		t.Errorf("the console complains: %q", noted)
	}
}

// memory is what a television holds at rest, when all is thrown away that nobody needs, and what the program does,
// which other tests change. While it asks, it also holds copies of what is being replaced, more of them in a busy browser.
func (p *person) memory() (nodes, heap, server float64) {
	p.t.Helper()
	eval[int](p, `(window.resting = []).length`)
	defer eval[int](p, `{ const asks = resting; resting = null; asks.map((ask) => ask()).length }`)
	p.until(`resting.length > 0 && underway === 0 &&
		!document.querySelector(".htmx-request, .htmx-swapping, .htmx-settling, .htmx-added")`)
	p.call("memory", func(ctx context.Context) error {
		for range 2 {
			if _, err := chromedp.Call(ctx, heapprofiler.CollectGarbage, cdp.Empty{}); err != nil {
				return err
			}
		}
		all, err := chromedp.Call(ctx, performance.GetMetrics, cdp.Empty{})
		for _, m := range all.Metrics {
			switch m.Name {
			case "Nodes":
				nodes = m.Value
			case "JSHeapUsedSize":
				heap = m.Value
			}
		}
		return err
	})
	if nodes == 0 || heap == 0 {
		p.t.Fatal("the browser says nothing of its memory")
	}
	var s runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&s)
	return nodes, heap, float64(s.HeapAlloc)
}
