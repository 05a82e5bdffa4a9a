package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/serviceworker"
	"github.com/chromedp/chromedp"

	"carteado/db/dbtest"
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
	ana.openTable("bot:club", "first_turn_knock=off") // or a lucky bot ends the round at once
	table := eval[string](ana, "location.pathname")
	ana.visit("/notices")
	eval[bool](ana, `navigator.serviceWorker.ready.then(() => true)`)
	for _, lang := range []string{"pt-BR", "en"} {
		eval[bool](ana, `fetch("/language", {method: "POST", body: new URLSearchParams({lang: `+quote(lang)+
			`})}).then(() => true)`)
		ana.visit("/notices")
		dbtest.Await(t, "the page without a connection in "+lang, func() bool {
			return eval[bool](ana, `caches.match("/offline").then((kept) => kept.text()).then((page) => page.includes('<html lang="`+
				lang+`"'))`)
		})
	}
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
	ping := mail.Ping{Title: "Your turn, table 1", Body: "Knock with Bento", Tag: "t1", URL: table, Turns: 3}
	data, err := json.Marshal(ping)
	if err != nil {
		t.Fatal(err)
	}
	// A browser without windows has no place for notices and badges: the worker tells the test of them.
	worker := ana.worker()
	eval[bool](worker, `navigator.setAppBadge = (turns) => { self.turns = turns },
		self.shown = new Promise((done) => {
			registration.showNotification = async (title, options) => setTimeout(() => done({title, ...options, turns: self.turns}));
		}), true`)
	ana.call("push", func(ctx context.Context) error {
		if _, err := chromedp.Call(ctx, serviceworker.Enable, cdp.Empty{}); err != nil {
			return err
		}
		if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
			return err
		}
		select {
		case id := <-found:
			_, err := chromedp.Call(ctx, serviceworker.DeliverPushMessage, serviceworker.DeliverPushMessageParams{
				Origin: c.url, RegistrationID: id, Data: string(data),
			})
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	var notice struct {
		Title, Body, Tag string
		Turns            int
		Data             struct{ URL string }
	}
	shown := eval[string](worker, `shown.then(JSON.stringify)`)
	if err := json.Unmarshal([]byte(shown), &notice); err != nil {
		t.Fatal(err)
	}
	if (mail.Ping{Title: notice.Title, Body: notice.Body, Tag: notice.Tag, URL: notice.Data.URL,
		Turns: notice.Turns}) != ping {
		t.Errorf("the worker shows %s", shown)
	}

	ana.visit("/offline")
	// Nobody can press it, either. So the worker's script is told of a press on this one, and what only a
	// real press may do is written down.
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
					matchAll: async () => `+string(open)+
			`.map((url) => ({ url, focus: async () => did.push("shows " + url) })),
					openWindow: async (url) => did.push("opens " + url),
				},
			};
			(() => {`+string(static.Bytes("worker.js"))+`})();
			let done;
			listeners.notificationclick({ notification: {...`+shown+
			`, close() {}}, waitUntil: (work) => { done = work } });
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
		eval[bool](ana, fmt.Sprintf(
			`localStorage.setItem("visits", JSON.stringify({...JSON.parse(localStorage.getItem("visits")), row: %d})), true`, row))
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

// worker is the service worker of the club, as if it were a window. It is kept from
// going to sleep.
func (p *person) worker() *person {
	p.t.Helper()
	targets, err := chromedp.Targets(p.ctx)
	if err != nil {
		p.t.Fatal(err)
	}
	for _, known := range targets {
		if known.Type == "service_worker" && strings.HasPrefix(known.URL, p.base) {
			ctx, cancel := chromedp.NewContext(p.ctx, chromedp.WithTargetID(known.TargetID))
			p.t.Cleanup(cancel)
			if err := chromedp.Do(ctx); err != nil {
				p.t.Fatalf("attach to the worker: %v", err)
			}
			return &person{t: p.t, ctx: ctx, base: p.base}
		}
	}
	p.t.Fatal("the club has no worker")
	return nil
}

// A member who signs out leaves no number on the program's icon.
func TestTheBadgeGoesAtSignOut(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 360, 740, "en")
	ana.foundClub(c, "Ana")
	const badge = `new Promise((done) => {
		navigator.setAppBadge = async (turns) => done("set " + turns);
		navigator.clearAppBadge = async () => done("cleared");
		document.querySelector("title").append("");
		document.title += " ";
	})`
	if got := eval[string](ana, badge); got != "set 0" {
		t.Errorf("signed in, the badge is %s", got)
	}
	ana.visit("/rules/knock") // which does not poll, and so stays while the session ends
	eval[bool](ana, `fetch("/sign-out", { method: "POST" }).then(() => true)`)
	ana.visit("/")
	if got := eval[string](ana, badge); got != "cleared" {
		t.Errorf("signed out, the badge is %s", got)
	}
}

// A browser that gives no subscription says so. It is a no to the club's question where it is the reader's.
func TestADeviceThatCannotRing(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 360, 740, "en")
	ana.foundClub(c, "Ana")
	for _, of := range []struct {
		permission string
		question   bool // the club asks, as at a table
		want       string
	}{{"default", true, "says"}, {"denied", true, "declines"}, {"denied", false, "says"}} {
		ana.visit("/settings/notices")
		eval[bool](ana, `(() => {
			Object.defineProperty(Notification, "permission", { value: `+quote(of.permission)+` });
			PushManager.prototype.subscribe = async () => { throw new DOMException("no push service", "AbortError") };
			const button = document.querySelector("[data-add-device]");
			button.insertAdjacentHTML("afterend", '<button type="button">');
			button.nextSibling.toggleAttribute("data-decline", `+strconv.FormatBool(of.question)+`);
			button.nextSibling.addEventListener("click", () => (document.body.dataset.did = "declines"));
			button.click();
			return true;
		})()`)
		if did := ana.await(`document.querySelector("[data-device-none]").hidden ? document.body.dataset.did : "says"`); did != of.want {
			t.Errorf("%+v: the page %s", of, did)
		}
	}
}

// A browser that gets another subscription tells the club by the worker, even when the session is forgotten there: the
// device goes on ringing.
func TestSubscriptionChanges(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 360, 740, "en")
	ana.foundClub(c, "Ana")
	ana.visit("/notices")
	eval[bool](ana, `navigator.serviceWorker.ready.then(() => true)`)
	worker := ana.worker()
	// Chromium gives no subscription without a push service of its own, so the test makes them. A browser fires the
	// event with the old and the new one, or with the old one alone.
	eval[bool](worker, `(async () => {
		const text = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
		self.subscription = async (name) => {
			const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
			const endpoint = "https://fcm.googleapis.com/fcm/send/" + name;
			const keys = { p256dh: text(await crypto.subtle.exportKey("raw", pair.publicKey)), auth: text(crypto.getRandomValues(new Uint8Array(16))) };
			return { endpoint, options: {}, toJSON: () => ({ endpoint, keys }) };
		};
		self.change = async (oldSubscription, newSubscription) => {
			let answer;
			const asks = self.fetch;
			self.fetch = async (...request) => (answer = await asks(...request));
			let done;
			const event = Object.assign(new Event("pushsubscriptionchange"), { oldSubscription, newSubscription, waitUntil: (work) => { done = work } });
			self.dispatchEvent(event);
			await done;
			self.fetch = asks;
			return answer.status;
		};
		return true;
	})()`)
	if status := eval[int](worker, `(async () => {
		[self.first, self.second, self.third] = await Promise.all(["first", "second", "third"].map(subscription));
		const { endpoint, keys } = first.toJSON();
		return (await fetch("/settings/devices", { method: "POST", body: new URLSearchParams({ endpoint, ...keys }) })).status;
	})()`); status != 200 {
		t.Fatalf("the device is answered by %d", status)
	}
	ana.call("forget the session", func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, network.ClearBrowserCookies, cdp.Empty{})
		return err
	})
	for _, change := range []struct {
		what string
		want int
	}{
		{`change(first, second)`, 204},
		{`registration.pushManager.subscribe = async () => third, change(second)`, 204},
		{`change(first, second)`, 404}, // nobody rings there any more
	} {
		if got := eval[int](worker, change.what); got != change.want {
			t.Errorf("%s is answered by %d, want %d", change.what, got, change.want)
		}
	}
}
