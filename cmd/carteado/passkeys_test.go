package main

import (
	"context"
	"io"
	"log"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/security"
	"github.com/chromedp/cdproto/webauthn"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/jackc/pgx/v5/pgxpool"
)

// TestPasskeys adds a passkey, comes in by it, sends its answer twice, shows a copy of it, and proves by it who sits at
// an open browser.
func TestPasskeys(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	c.stop()
	c.config.URL = "http://localhost:" + strings.Split(c.config.Listen, ":")[1]
	c.open()
	past, err := pgxpool.New(t.Context(), c.config.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(past.Close)
	sql := func(statement string) {
		t.Helper()
		if _, err := past.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	ana := b.person(c.url, 360, 740, "en")
	ana.hasAuthenticator()
	ana.foundClub(c, "Ana")
	ana.visit("/settings/safety")
	ana.click(`a[href="/settings/passkeys/new"]`)
	ana.fill(`[name=name]`, "Blue key")
	sql(`UPDATE sessions SET proved_at = now() - interval '11 minutes'`) // the new key goes along to the page that asks
	ana.click(`[data-passkey=make] button`)
	ana.fill(`[name=proof]`, secret)
	ana.click(`main form button.btn--primary`)
	ana.says(`[aria-label="Remove: Blue key"]`, "Remove")

	leaves := func() {
		t.Helper()
		ana.visit("/settings")
		ana.click(`main form[action="/sign-out"] button`)
		ana.has(`form[action="/sign-in"]`)
	}
	leaves()
	ana.click(`[data-passkey=get] button`)
	ana.has(`#home`)

	leaves() // The answer of the browser is caught, and sent twice.
	eval[bool](ana, `HTMLFormElement.prototype.submit = function () {
		window.caught = new URLSearchParams(new FormData(this)) }, true`)
	ana.click(`[data-passkey=get] button`)
	ana.until(`window.caught`)
	const send = `fetch("/sign-in/passkey", {method: "POST", body: window.caught, redirect: "manual"})
		.then((answer) => answer.type === "opaqueredirect" ? "in" : "refused")`
	if first, again := eval[string](ana, send), eval[string](ana, send); first != "in" || again != "refused" {
		t.Errorf("an answer is good %s, then %s", first, again)
	}

	leaves() // A key whose counter is behind ours was copied.
	sql(`UPDATE passkeys SET credential = jsonb_set(credential, '{authenticator,signCount}', '1000')`)
	ana.click(`[data-passkey=get] button`)
	ana.says(`[role=alert]`, "opens nothing here")
	sql(`UPDATE passkeys SET credential = jsonb_set(credential, '{authenticator,signCount}', '0')`)
	ana.click(`[data-passkey=get] button`)
	ana.has(`#home`)

	sql(`UPDATE sessions SET proved_at = now() - interval '11 minutes'`)
	ana.visit("/settings/safety")
	ana.click(`form[action="/settings/codes"] button`)
	ana.click(`[data-passkey=get] button`)
	ana.has(`.codes li:nth-child(10)`)
	const codes = `[...document.querySelectorAll(".codes code")].map((code) => code.textContent).join("\n")`
	for _, clipboard := range []string{ // a page that came without https has none
		`{ writeText: async (text) => (window.copied = text) }`,
		`(addEventListener("copy", () => (window.copied = getSelection().toString())), undefined)`,
	} {
		eval[bool](ana, `!Object.defineProperty(navigator, "clipboard", { configurable: true, value: `+clipboard+` }).none`)
		ana.click(`[data-copy=codes]`)
		ana.until(`window.copied === ` + codes)
		ana.says(`[data-copy=codes]`, "Copied")
		eval[bool](ana, `window.copied = "", true`)
	}
	if noted := ana.complaints(); len(noted) > 0 {
		t.Error(noted)
	}
}

// hasAuthenticator gives the person's browser a device that makes passkeys.
func (p *person) hasAuthenticator() {
	p.t.Helper()
	p.call("authenticator", func(ctx context.Context) error {
		if _, err := chromedp.Call(ctx, webauthn.Enable, webauthn.EnableParams{}); err != nil {
			return err
		}
		_, err := chromedp.Call(ctx, webauthn.AddVirtualAuthenticator, webauthn.AddVirtualAuthenticatorParams{
			Options: &webauthn.VirtualAuthenticatorOptions{Protocol: webauthn.AuthenticatorProtocolCtap2,
				Transport: webauthn.AuthenticatorTransportInternal, HasResidentKey: true, HasUserVerification: true,
				IsUserVerified: true, AutomaticPresenceSimulation: true}})
		return err
	})
}

// TestPasskeysBehindAProxy makes a passkey and comes in by it where a web server in front has the club's name and its
// certificate, as HOSTING.md shows it: the program itself listens elsewhere, without TLS.
func TestPasskeysBehindAProxy(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	c.stop()
	inside, err := url.Parse("http://" + c.config.Listen)
	if err != nil {
		t.Fatal(err)
	}
	front := httptest.NewUnstartedServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(inside)
		r.SetXForwarded()
		r.Out.Host = r.In.Host
	}})
	front.Config.ErrorLog = log.New(io.Discard, "", 0) // that the browser doubts the certificate first
	front.StartTLS()
	t.Cleanup(front.Close)
	_, port, _ := strings.Cut(front.Listener.Addr().String(), ":")
	c.config.URL = "https://club.localhost:" + port
	c.open()
	ana := b.person(c.url, 360, 740, "en")
	ana.call("certificate", func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, security.SetIgnoreCertificateErrors,
			security.SetIgnoreCertificateErrorsParams{Ignore: true})
		return err
	})
	ana.hasAuthenticator()
	ana.foundClub(c, "Ana")
	ana.visit("/settings/safety")
	ana.click(`a[href="/settings/passkeys/new"]`)
	ana.fill(`[name=name]`, "Blue key")
	ana.press(`[name=name]`, kb.Enter)
	ana.says(`[aria-label="Remove: Blue key"]`, "Remove")
	ana.visit("/settings")
	ana.click(`main form[action="/sign-out"] button`)
	ana.has(`form[action="/sign-in"]`)
	ana.click(`[data-passkey=get] button`)
	ana.has(`#home`)
}
