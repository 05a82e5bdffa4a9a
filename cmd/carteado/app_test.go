package main

import (
	"context"
	"encoding/json"
	"testing"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/serviceworker"
	"github.com/chromedp/chromedp"

	"carteado/views/mail"
)

// The club can stand among a device's programs, and its worker shows a notice.
func TestTheClubAmongPrograms(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 360, 740, "en")
	ana.foundClub(c, "Ana")
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

	// A push comes to the worker, and no page of ours has a hand in it.
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
	ping, err := json.Marshal(mail.Ping{Title: "Your turn, table 21", Body: "Knock with Bento", Tag: "t21", URL: "/next", Turns: 1})
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
	if got := eval[string](ana, `navigator.serviceWorker.ready.then(async (worker) => {
		for (;;) {
			const [shown] = await worker.getNotifications();
			if (shown) return [shown.title, shown.body, shown.tag, shown.data.url].join("|");
			await new Promise((done) => setTimeout(done, 10));
		}
	})`); got != "Your turn, table 21|Knock with Bento|t21|/next" {
		t.Errorf("the worker shows %q", got)
	}

	if noted := ana.complaints(); len(noted) > 0 {
		t.Errorf("the console complains: %q", noted)
	}
}
