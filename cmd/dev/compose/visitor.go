package compose

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/html"

	"carteado/cmd/dev/markup"
)

// A visitor is a browser without JavaScript.
type visitor struct {
	client  *http.Client
	base    string // of addresses
	cookies map[string]string
	forged  string // X-Forwarded-For
}

// visitor comes to the club over https.
func (h *host) visitor() *visitor {
	return &visitor{client: h.client("127.0.0.1", nil), base: "https://" + domain, cookies: map[string]string{}}
}

// client reaches the club's domain at an address of this machine, from another if
// one is given.
func (h *host) client(to string, from net.IP) *http.Client {
	const timeout = 40 * time.Second // a poll is held for 20
	dialer := net.Dialer{}
	if from != nil {
		dialer.LocalAddr = &net.TCPAddr{IP: from}
	}
	return &http.Client{
		Timeout:       timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			TLSClientConfig: &tls.Config{RootCAs: h.roots},
			DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
				if name, port, err := net.SplitHostPort(address); err == nil && name == domain {
					address = net.JoinHostPort(to, port)
				}
				return dialer.DialContext(ctx, network, address)
			},
		},
	}
}

// at is the same person at another address of the club.
func (v *visitor) at(base string) *visitor {
	return &visitor{client: v.client, base: base, cookies: v.cookies}
}

// A page is an answer that was read whole, after all redirects.
type page struct {
	status     int
	path, body string
	header     http.Header
	doc        *html.Node
	visitor    *visitor
}

func (v *visitor) get(ctx context.Context, path string) (page, error) {
	return v.ask(ctx, http.MethodGet, path, nil)
}

func (v *visitor) ask(ctx context.Context, method, path string, form url.Values) (page, error) {
	const hops = 5
	for range hops {
		p, to, err := v.once(ctx, method, path, form)
		if err != nil || to == "" {
			return p, err
		}
		method, path, form = http.MethodGet, to, nil
	}
	return page{}, http.ErrUseLastResponse
}

// once asks without following a redirect, whose path it returns.
func (v *visitor) once(ctx context.Context, method, path string, form url.Values) (p page, to string, err error) {
	r, err := http.NewRequestWithContext(ctx, method, v.base+path, strings.NewReader(form.Encode()))
	if err != nil {
		return page{}, "", err
	}
	r.Header.Set("Accept-Language", "en")
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", "https://"+domain)
		r.Host = domain
	}
	if v.forged != "" {
		r.Header.Set("X-Forwarded-For", v.forged)
	}
	for name, value := range v.cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	answer, err := v.client.Do(r)
	if err != nil {
		return page{}, "", err
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return page{}, "", err
	}
	for _, c := range answer.Cookies() {
		v.cookies[c.Name] = c.Value
	}
	if location, err := answer.Location(); err == nil {
		return page{}, location.RequestURI(), nil
	}
	doc, err := html.Parse(strings.NewReader(string(body)))
	return page{answer.StatusCode, path, string(body), answer.Header, doc, v}, "", err
}

// opens is get of a page that must be there.
func (v *visitor) opens(ctx context.Context, path string) page {
	p := must(v.get(ctx, path))
	p.ok()
	return p
}

func (p page) ok() {
	if p.status != http.StatusOK {
		wrong("%s: status %d: %s", p.path, p.status, p.text())
	}
}

func (p page) text() string { return markup.Text(p.doc) }

// A form is filled in as a browser finds it.
type form struct {
	page   page
	node   *html.Node
	action string
	values url.Values
}

// form returns the form for a path; nil when the page has none.
func (p page) form(action string) *form {
	for _, n := range markup.Find(p.doc, "form", "action", action) {
		return &form{p, n, action, markup.Filled(n)}
	}
	return nil
}

// send fills fields in, by pairs, and presses the button.
func (f *form) send(ctx context.Context, pairs ...string) page {
	for i := 0; i < len(pairs); i += 2 {
		f.values.Set(pairs[i], pairs[i+1])
	}
	return must(f.page.visitor.ask(ctx, http.MethodPost, f.action, f.values))
}

func (p page) mustForm(action string) *form {
	f := p.form(action)
	if f == nil {
		wrong("%s has no form for %s: %s", p.path, action, p.text())
	}
	return f
}
