package main

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/jackc/pgx/v5/pgxpool"
)

// A phone whose clock is three hours fast shows the time that is left, and says once
// that it runs out. When the phone's clock is put right, it asks what time it is, and the page stays as it is.
func TestClockOnAPhoneThatIsWrong(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 360, 740, "en")
	ana.foundClub(c, "Ana")
	ana.openTable("bot:club", "pace=relaxed 1200", "first_turn_knock=off") // or a lucky bot ends the round at once
	table := eval[string](ana, "location.pathname")
	ana.call("clock", func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
			Source: `(() => { const right = Date.now; window.fast = 3 * 3600_000; Date.now = () => right() + window.fast })()`,
		})
		return err
	})
	ana.visit(table)
	ana.until(`/^(20:00|1[5-9]:\d\d)$/.test(document.querySelector(".me [data-due]")?.textContent) && !document.getElementById("low").textContent`)

	pool, err := pgxpool.New(t.Context(), c.config.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	if _, err := pool.Exec(t.Context(), `UPDATE matches SET clock = jsonb_set(clock, ARRAY['seats', to_move[1]::text,
		'due'], to_jsonb(now() + interval '200 s'))`); err != nil {
		t.Fatal(err)
	}
	ana.visit(table)
	// It is announced with the first look at the clock, and not with the next one.
	if got := eval[int](ana, `new Promise((done) => {
		const low = document.getElementById("low");
		let told = Boolean(low.textContent), said = told ? 1 : 0, ticks = 0;
		new MutationObserver(() => said++).observe(low, { childList: true });
		new MutationObserver(() => { if (low.textContent && ++ticks === 2) done(said) }).observe(document.querySelector(".me [data-due]"), { characterData: true, subtree: true });
	})`); got != 1 {
		t.Errorf("it is announced %d times that the time runs out", got)
	}
	ana.until(`document.querySelector(".me .time--low")`)
	eval[bool](ana, `(() => {
		const ask = window.fetch;
		window.fetch = async (...of) => { const answer = await ask(...of); window.asked = true; return answer };
		window.fast = 0;
		return true;
	})()`)
	ana.until(`window.asked && /^[0-3]:\d\d$/.test(document.querySelector(".me [data-due]").textContent)`)
	if noted := ana.complaints(); len(noted) > 0 {
		t.Errorf("the console complains: %q", noted)
	}
}
