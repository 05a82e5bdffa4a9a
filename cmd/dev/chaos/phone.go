package chaos

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/html"

	"carteado/cmd/dev/markup"
)

// A phone is somebody's browser: it keeps cookies, and asks for news as the script of a page does. What it posts is the
// forms that pages show.
type phone struct {
	*night
	name   string
	client *http.Client
	shown  page
	done   int // the round whose match is over for it
}

func (n *night) phone(name string) *phone {
	jar, _ := cookiejar.New(nil) // it has no mistake
	return &phone{night: n, name: name, client: &http.Client{Jar: jar, Timeout: timeout, CheckRedirect: func(
		*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}}
}

// A page is an answer that was read whole.
type page struct {
	status int
	path   string
	to     string // of a redirect
	doc    *html.Node
}

// send asks once.
func (p *phone) send(ctx context.Context, method, path string, form url.Values, script bool) (page, error) {
	req, err := http.NewRequestWithContext(ctx, method, "http://"+p.front.door.Addr().String()+path,
		strings.NewReader(form.Encode()))
	if err != nil {
		return page{}, err
	}
	req.Header.Set("Accept-Language", "en")
	if method == http.MethodPost {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if script {
		req.Header.Set("HX-Request", "true")
	}
	answer, err := p.client.Do(req)
	if err != nil {
		return page{}, err
	}
	defer answer.Body.Close()
	doc, err := html.Parse(answer.Body)
	_, _ = io.Copy(io.Discard, answer.Body) // the connection serves again
	to := answer.Header.Get("Location")
	if u, e := url.Parse(to); e == nil && to != "" {
		to = u.RequestURI()
	}
	if script { // which is led on without a word
		to = cmp.Or(answer.Header.Get("HX-Redirect"), answer.Header.Get("HX-Location"), answer.Header.Get("HX-Refresh"))
	}
	return page{answer.StatusCode, path, to, doc}, err
}

// ask asks until the club answers, as people do.
func (p *phone) ask(ctx context.Context, method, path string, form url.Values) (got page, err error) {
	for end := time.Now().Add(timeout); time.Now().Before(end) && ctx.Err() == nil; time.Sleep(again) {
		if got, err = p.send(ctx, method, path, form, false); err == nil && got.status != http.StatusTooManyRequests &&
			got.status < http.StatusInternalServerError {
			return got, nil
		}
		if err == nil {
			p.counts(fmt.Sprint("answers ", got.status), 1)
		}
	}
	if err == nil && got.doc == nil {
		err = ctx.Err() // the night was over
	} else if err == nil {
		err = fmt.Errorf("%s %s is answered %d: %.200s", method, path, got.status, markup.Text(got.doc))
	}
	return got, err
}

// again is how long somebody waits who has had no answer.
const again = 200 * time.Millisecond

// get shows a page, wherever it leads.
func (p *phone) get(ctx context.Context, path string) (page, error) {
	for range 5 {
		got, err := p.ask(ctx, http.MethodGet, path, nil)
		if err != nil || got.status < 300 || got.status >= 400 {
			p.mu.Lock()
			p.shown = got
			p.mu.Unlock()
			return got, err
		}
		path = got.to
	}
	return page{}, fmt.Errorf("%s leads nowhere", path)
}

// press sends a form until it is answered, and returns the page it leads to.
func (p *phone) press(ctx context.Context, f *pageForm) (page, error) {
	got, err := p.ask(ctx, http.MethodPost, f.action, f.values)
	switch {
	case err != nil:
		return got, err
	case got.status >= 400:
		return got, fmt.Errorf("%s: %s is answered %d: %.300s", p.name, f.action, got.status, markup.Text(got.doc))
	case got.status >= 300:
		return p.get(ctx, got.to)
	}
	return got, nil
}

// fill shows a page, fills its form for an address in with pairs, and presses its button.
func (p *phone) fill(ctx context.Context, path, action string, pairs ...string) (page, error) {
	shown, err := p.get(ctx, path)
	if err != nil {
		return shown, err
	}
	f := shown.form(action)
	if f == nil {
		return shown, fmt.Errorf("%s: %s has no form for %s: %.300s", p.name, path, action, markup.Text(shown.doc))
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		f.values.Set(pairs[i], pairs[i+1])
	}
	return p.press(ctx, f)
}

// news waits until the page that a phone shows has some, as its script does: at once after an answer, and after a while
// where the club has nothing to say. What is new is a part of a page.
func (p *phone) news(ctx context.Context, shown page) page {
	const every, held = 3 * time.Second, time.Second
	element := shown.id("poll")
	if element == nil {
		time.Sleep(every)
		return page{}
	}
	path := markup.Attr(element, "data-hx-get")
	if marks := shown.id("marks"); marks != nil {
		path += "&marks=" + url.QueryEscape(markup.Attr(marks, "value"))
	}
	for ctx.Err() == nil {
		began := time.Now()
		got, err := p.send(ctx, http.MethodGet, path, nil, true)
		switch took := time.Since(began); {
		case err != nil, got.status >= 500, got.status == http.StatusTooManyRequests:
			time.Sleep(time.Second)
		case got.status != http.StatusNoContent || got.to != "":
			return got
		case took < held:
			time.Sleep(every - took)
		}
	}
	return page{}
}

// A pageForm is the form of a page, filled in as it is shown.
type pageForm struct {
	action string
	values url.Values
	node   *html.Node
}

// form is the first of a page whose address ends so; nil for none.
func (g page) form(action string) *pageForm {
	for _, n := range markup.Find(g.doc, "form", "action", "") {
		if to := markup.Attr(n, "action"); strings.HasSuffix(to, action) {
			return &pageForm{to, markup.Filled(n), n}
		}
	}
	return nil
}

func (g page) id(id string) *html.Node {
	if g.doc == nil {
		return nil
	}
	for _, n := range markup.Find(g.doc, "", "id", id) {
		return n
	}
	return nil
}

// choose fills the form of a table in with a move that its page offers: the cards of the first rank that may go, else
// one that lies face down, else the pile. False where there is nothing to do.
func (f *pageForm) choose() bool {
	var moves, legal []string
	for _, b := range markup.Find(f.node, "button", "name", "move") {
		if !markup.Has(b, "disabled") {
			moves = append(moves, markup.Attr(b, "value"))
		}
	}
	for _, label := range markup.Find(f.node, "label", "class", "") {
		if slices.Contains(strings.Fields(markup.Attr(label, "class")), "is-legal") {
			for _, input := range markup.Find(label, "input", "name", "card") {
				legal = append(legal, markup.Attr(input, "value"))
			}
		}
	}
	covered := slices.IndexFunc(moves, func(m string) bool { return strings.HasPrefix(m, "flip ") })
	switch {
	case slices.Contains(moves, "next"):
		f.values.Set("move", "next")
	case slices.Contains(moves, "ready"):
		f.values.Set("move", "ready")
	case slices.Contains(moves, "play *") && len(legal) > 0:
		f.values.Set("move", "play *")
		for i, card := range legal {
			if i == 0 || card[0] == legal[0][0] && !strings.HasSuffix(card, "@up") {
				f.values.Add("card", card)
			}
		}
	case covered >= 0:
		f.values.Set("move", moves[covered])
	case slices.Contains(moves, "take"):
		f.values.Set("move", "take")
	default:
		return false
	}
	return true
}
