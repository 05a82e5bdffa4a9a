package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/serviceworker"
	"github.com/chromedp/chromedp"

	"carteado/static"
	"carteado/views/mail"
)

// The club can stand among a device's programs. Its worker shows a notice while no page
// is open, and a press on that opens the table, or the window that shows it already.
func TestTheClubAmongPrograms(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 360, 740, "en")
	ana.foundClub(c, "Ana")
	ana.openTable("bot:steady")
	table := eval[string](ana, "location.pathname")
	ana.visit("/notices")
	eval[bool](ana, `navigator.serviceWorker.ready.then(() => true)`)
	ana.call("manifest", func(ctx context.Context) error {
		manifest, err := chromedp.Call(ctx, page.GetAppManifest, page.GetAppManifestParams{})
		if err == nil && (len(manifest.Errors) > 0 || manifest.URL == "") {
			t.Errorf("the manifest %q has errors: %v", manifest.URL, manifest.Errors)
		}
		if err != nil {
			return err
		}
		wrong, err := chromedp.Call(ctx, page.GetInstallabilityErrors, cdp.Empty{})
		for _, w := range wrong.InstallabilityErrors {
			if w.ErrorID != "in-incognito" { // as the windows of tests are
				t.Errorf("not to be installed: %s", w.ErrorID)
			}
		}
		return err
	})

	// A push comes to the worker, and no page of ours is open.
	registered := chromedp.Events(ana.ctx, serviceworker.WorkerRegistrationUpdated)
	found := make(chan serviceworker.RegistrationID, 1)
	go func() {
		for e, err := range registered {
			if err != nil {
				return
			}
			for _, r := range e.Registrations {
				found <- r.RegistrationID
				return
			}
		}
	}()
	ping, err := json.Marshal(mail.Ping{Title: "Your turn, table 1", Body: "Knock with Bento", Tag: "t1", URL: table, Turns: 1})
	if err != nil {
		t.Fatal(err)
	}
	ana.call("push", func(ctx context.Context) error {
		if _, err := chromedp.Call(ctx, serviceworker.Enable, cdp.Empty{}); err != nil {
			return err
		}
		if _, err := chromedp.CallBrowser(ctx, cdpbrowser.SetPermission, cdpbrowser.SetPermissionParams{
			Permission: &cdpbrowser.PermissionDescriptor{Name: "notifications"}, Setting: cdpbrowser.PermissionSettingGranted,
			Origin: c.url, BrowserContextID: chromedp.FromContext(ana.ctx).BrowserContextID,
		}); err != nil {
			return err
		}
		if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
			return err
		}
		select {
		case id := <-found:
			_, err := chromedp.Call(ctx, serviceworker.DeliverPushMessage, serviceworker.DeliverPushMessageParams{
				Origin: c.url, RegistrationID: id, Data: string(ping),
			})
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	ana.visit("/offline")
	if got := eval[string](ana, `navigator.serviceWorker.ready.then(async (worker) => {
		for (;;) {
			const [shown] = await worker.getNotifications();
			if (shown) return [shown.title, shown.body, shown.tag, shown.data.url].join("|");
			await new Promise((done) => setTimeout(done, 10));
		}
	})`); got != "Your turn, table 1|Knock with Bento|t1|"+table {
		t.Errorf("the worker shows %q", got)
	}

	// Nobody can press a notice of a browser without a screen. So the worker's script is told of a
	// press on this one, and what only a real press may do is written down.
	press := func(windows ...string) string {
		t.Helper()
		open, err := json.Marshal(windows)
		if err != nil {
			t.Fatal(err)
		}
		return eval[string](ana, `(async () => {
			const listeners = {}, did = [];
			const self = {
				addEventListener: (kind, listener) => { listeners[kind] = listener },
				clients: {
					matchAll: async () => `+string(open)+`.map((url) => ({ url, focus: async () => did.push("shows " + url) })),
					openWindow: async (url) => did.push("opens " + url),
				},
			};
			(() => {`+string(static.Bytes("worker.js"))+`})();
			window.pressed ??= (await (await navigator.serviceWorker.ready).getNotifications())[0];
			let done;
			listeners.notificationclick({ notification: pressed, waitUntil: (work) => { done = work } });
			await done;
			return did.join();
		})()`)
	}
	if got, want := press(c.url+"/notices"), "opens "+table; got != want {
		t.Errorf("a press does %q, want %q", got, want)
	}
	if got, want := press(c.url+table+"?refresh=yes"), "shows "+c.url+table+"?refresh=yes"; got != want {
		t.Errorf("a press beside the table's window does %q, want %q", got, want)
	}
	ana.visit(table)
	ana.has("#table")

	// The club offers itself on the fifth day in a row, and once. A window of tests gets no
	// offer from the browser.
	const offer = `dispatchEvent(Object.assign(new Event("beforeinstallprompt", {cancelable: true}), {prompt: () => { window.prompted = true }})),
		document.querySelector("#install").checkVisibility()`
	days := func(row int) {
		home := table[:strings.Index(table, "/tables/")]
		ana.visit(home)
		eval[bool](ana, fmt.Sprintf(`localStorage.setItem("visits", JSON.stringify({...JSON.parse(localStorage.getItem("visits")), row: %d})), true`, row))
		ana.visit(home)
	}
	days(4)
	if eval[bool](ana, offer) {
		t.Error("the club offers itself on the fourth day")
	}
	days(5)
	if !eval[bool](ana, offer) {
		t.Error("the club does not offer itself on the fifth day")
	}
	ana.click(`[data-install="yes"]`)
	ana.until(`window.prompted`)
	days(6)
	if eval[bool](ana, offer) {
		t.Error("the club offers itself again")
	}

	if noted := ana.complaints(); len(noted) > 0 {
		t.Errorf("the console complains: %q", noted)
	}
}
