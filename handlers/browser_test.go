package handlers

import (
	"context"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// A browser is a client that keeps cookies and follows links and forms, and has
// no JavaScript.
type browser struct {
	t      testing.TB
	site   *site
	client *http.Client
	lang   string // Accept-Language
}

func (s *site) browser() *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DisableCompression = true // it takes a third of a page's time here, and has a test of its own
	s.t.Cleanup(transport.CloseIdleConnections)
	return &browser{t: s.t, site: s, client: &http.Client{Jar: jar, Transport: transport}, lang: "en"}
}

// A reply is an answer that was read whole.
type reply struct {
	*http.Response
	browser *browser
	body    string
	parsed  *html.Node // by doc
}

// doc is the page. It is parsed for those who look into it: that takes a fifth of a test that asks for all pages.
func (r *reply) doc() *html.Node {
	if r.parsed == nil {
		doc, err := html.Parse(strings.NewReader(r.body))
		if err != nil {
			r.browser.t.Fatalf("%s %s: %v", r.Request.Method, r.Request.URL.Path, err)
		}
		r.parsed = doc
	}
	return r.parsed
}

func (b *browser) do(req *http.Request) *reply {
	b.t.Helper()
	if req.Header.Get("Accept-Language") == "" && b.lang != "" {
		req.Header.Set("Accept-Language", b.lang)
	}
	res, err := b.client.Do(req)
	if err != nil {
		b.t.Fatalf("%s %s: %v", req.Method, req.URL.Path, err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		b.t.Fatalf("%s %s: %v", req.Method, req.URL.Path, err)
	}
	return &reply{Response: res, browser: b, body: string(body)}
}

// request prepares a request; pairs of headers follow.
func (b *browser) request(method, path string, form url.Values, headers ...string) *http.Request {
	b.t.Helper()
	var body io.Reader
	if form != nil {
		body = strings.NewReader(form.Encode())
	}
	req, err := http.NewRequestWithContext(context.WithoutCancel(b.t.Context()), method, b.site.url+path, body)
	if err != nil {
		b.t.Fatal(err)
	}
	if form != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	return req
}

func (b *browser) get(path string, headers ...string) *reply {
	b.t.Helper()
	return b.do(b.request(http.MethodGet, path, nil, headers...))
}

func (b *browser) post(path string, form url.Values, headers ...string) *reply {
	b.t.Helper()
	if form == nil {
		form = url.Values{}
	}
	return b.do(b.request(http.MethodPost, path, form, headers...))
}

// want checks a reply's status.
func (r *reply) want(status int) *reply {
	r.browser.t.Helper()
	if r.StatusCode != status {
		r.browser.t.Fatalf("%s %s: status %d, want %d\n%s", r.Request.Method, r.Request.URL.RequestURI(), r.StatusCode,
			status, r.text())
	}
	return r
}

// at checks where a reply came from after all redirects.
func (r *reply) at(path string) *reply {
	r.browser.t.Helper()
	if got := strings.TrimSuffix(r.Request.URL.RequestURI(), "?refresh=yes"); got != path {
		r.browser.t.Fatalf("at %s, want %s (status %d)\n%s", got, path, r.StatusCode, r.text())
	}
	return r
}

// says checks that a page holds a text.
func (r *reply) says(part string) *reply {
	r.browser.t.Helper()
	if !strings.Contains(r.text(), part) {
		r.browser.t.Fatalf("%s does not say %q:\n%s", r.Request.URL.Path, part, r.text())
	}
	return r
}

// reads demands that a screen reader is told something beside the moves of a table, once.
func (r *reply) reads(want string) *reply {
	r.browser.t.Helper()
	told, beside := all(r.doc(), "", "id", "announce"), all(r.doc(), "", "id", "offers")
	twice := slices.ContainsFunc(all(beside[0], "", "role", "status"), func(n *html.Node) bool {
		_, hidden := attr(n, "hidden") // until a script shows it
		return !hidden
	})
	if len(told) != 1 || text(told[0]) != want || twice {
		r.browser.t.Errorf("%s does not tell a screen reader %q, or twice:\n%s", r.Request.URL.Path, want, r.body)
	}
	return r
}

// text is what the page says.
func (r *reply) text() string { return text(r.doc()) }

// text is what a part of a page says, tags and spaces aside.
func text(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode && c.Parent.Data != "script" && c.Parent.Data != "style" {
			b.WriteString(c.Data + " ")
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func attr(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}

// all returns the elements of a kind with an attribute's value; "" takes any.
func all(n *html.Node, tag, name, value string) []*html.Node {
	var found []*html.Node
	for c := range n.Descendants() {
		if c.Type != html.ElementNode || tag != "" && c.Data != tag {
			continue
		}
		if got, ok := attr(c, name); name == "" || ok && (value == "" || got == value) {
			found = append(found, c)
		}
	}
	return found
}

// A form is a form of a page, filled in as a browser would fill it.
type form struct {
	reply  *reply
	action string
	values url.Values
	node   *html.Node
}

// form returns the form of a page that posts to a path; nil when there is none.
func (r *reply) form(action string) *form {
	for _, n := range all(r.doc(), "form", "action", action) {
		return &form{r, action, filled(n), n}
	}
	return nil
}

// mustForm is form, where there must be one.
func (r *reply) mustForm(action string) *form {
	r.browser.t.Helper()
	f := r.form(action)
	if f == nil {
		r.browser.t.Fatalf("%s has no form for %s:\n%s", r.Request.URL.Path, action, r.text())
	}
	return f
}

// filled are the values that a browser sends for a form nobody has touched.
func filled(n *html.Node) url.Values {
	values := url.Values{}
	for c := range n.Descendants() {
		name, named := attr(c, "name")
		if _, disabled := attr(c, "disabled"); !named || disabled {
			continue
		}
		value, _ := attr(c, "value")
		switch c.Data {
		case "input":
			kind, _ := attr(c, "type")
			_, checked := attr(c, "checked")
			if kind == "submit" || (kind == "radio" || kind == "checkbox") && !checked {
				continue
			}
			values.Add(name, value)
		case "select":
			for i, option := range all(c, "option", "", "") {
				value, _ := attr(option, "value")
				if _, selected := attr(option, "selected"); selected || i == 0 {
					values.Set(name, value)
				}
			}
		}
	}
	return values
}

// buttons are the values of a form's buttons of a name that can be pressed.
func (f *form) buttons(name string) []string {
	var values []string
	for _, b := range all(f.node, "button", "name", name) {
		if _, disabled := attr(b, "disabled"); !disabled {
			value, _ := attr(b, "value")
			values = append(values, value)
		}
	}
	return values
}

// with sets fields, in pairs.
func (f *form) with(pairs ...string) *form {
	for i := 0; i+1 < len(pairs); i += 2 {
		f.values.Set(pairs[i], pairs[i+1])
	}
	return f
}

func (f *form) send(headers ...string) *reply {
	f.reply.browser.t.Helper()
	return f.reply.browser.post(f.action, f.values, headers...)
}
