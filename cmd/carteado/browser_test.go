package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"carteado/db/dbtest"
)

// A browser is the tests' Chromium as one test sees it.
type browser struct {
	t   testing.TB
	ctx context.Context
}

// newBrowser returns the Chromium that all tests share. What a test opens in it
// is closed when the test ends.
func newBrowser(t testing.TB) *browser {
	t.Helper()
	ctx, err := chromium()
	if err != nil {
		t.Fatal(err)
	}
	return &browser{t, ctx}
}

// quitChromium ends the Chromium of this process, if a test has started one.
var quitChromium = func() {}

// chromium starts Chromium for the first test that asks. One serves all tests:
// starting one takes longer than many a test, and each person in it has cookies
// of their own.
var chromium = sync.OnceValues(func() (context.Context, error) {
	path := os.Getenv("CARTEADO_CHROMIUM")
	if path == "" {
		var err error
		if path, err = exec.LookPath("chromium"); err != nil {
			return nil, errors.New("no Chromium: run the tests with `go run ./cmd/dev test`")
		}
	}
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path), chromedp.NoFirstRun, chromedp.Headless,
		chromedp.Flag("disable-gpu", true), chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.WSURLReadTimeout(dbtest.Timeout),
	}
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	allocator, quit := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(allocator)
	quitChromium = func() { cancel(); quit() }
	if err := chromedp.Do(ctx); err != nil {
		return nil, fmt.Errorf("start Chromium: %w", err)
	}
	return ctx, nil
})

// A person is one player at one browser window.
type person struct {
	t    testing.TB
	ctx  context.Context
	base string

	preferences []*emulation.MediaFeature

	mu   sync.Mutex
	seen []string // console errors and breaches of the content policy
}

// person opens a window of its own size with no cookies, in which cards do not move.
func (b *browser) person(base string, width, height int64, language string) *person {
	b.t.Helper()
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	b.t.Cleanup(cancel)
	// The window lives as long as the context it is opened with.
	if err := chromedp.Do(ctx); err != nil {
		b.t.Fatalf("open a window: %v", err)
	}
	p := &person{t: b.t, ctx: ctx, base: base}
	p.do(chromedp.EmulateViewport(width, height))
	// tests that run side by side share a Chromium, which focuses one window
	p.call("focus", func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{
			Enabled: true})
		return err
	})
	p.call("language", func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, network.SetExtraHTTPHeaders, network.SetExtraHTTPHeadersParams{
			Headers: network.Headers{"Accept-Language": language},
		})
		return err
	})
	p.moves(false)
	p.listen()
	return p
}

// listen collects errors of the console, among them breaches of the content policy and
// what htmx finds no place for.
func (p *person) listen() {
	calls := chromedp.Events(p.ctx, runtime.ConsoleAPICalled)
	entries := chromedp.Events(p.ctx, log.EntryAdded)
	exceptions := chromedp.Events(p.ctx, runtime.ExceptionThrown)
	go func() {
		for e, err := range entries {
			if err != nil {
				return
			}
			if e.Entry.Level == log.EntryLevelError {
				p.note(fmt.Sprint(e.Entry.Source, ": ", e.Entry.Text, " ", e.Entry.URL))
			}
		}
	}()
	go func() {
		for e, err := range calls {
			if err != nil {
				return
			}
			if e.Type == runtime.ConsoleAPICalledTypeError {
				text := "console:"
				for _, said := range e.Args {
					text += " " + cmp.Or(said.Description, string(said.Value))
				}
				p.note(text)
			}
		}
	}()
	go func() {
		for e, err := range exceptions {
			if err != nil {
				return
			}
			text := e.ExceptionDetails.Text
			if e.ExceptionDetails.Exception != nil {
				text += " " + e.ExceptionDetails.Exception.Description
			}
			p.note("exception: " + text)
		}
	}()
}

func (p *person) note(s string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.seen = append(p.seen, s)
}

// provoked is of what tests do: errors of HTTP, polls that a move ends, and the end of a
// transition between pages when cards shall move no longer.
var provoked = regexp.MustCompile(
	`Failed to load resource|Response Status Error Code|htmx:(afterRequest|sendAbort|sendError|timeout)|ViewTransition opt-in disabled`)

// complaints returns what was noted and not provoked.
func (p *person) complaints() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(p.seen), provoked.MatchString)
}

func (p *person) call(what string, f func(context.Context) error) {
	p.t.Helper()
	ctx, cancel := dbtest.Limit(p.ctx)
	defer cancel()
	if err := f(ctx); err != nil {
		p.t.Fatalf("%s: %v", what, err)
	}
}

func (p *person) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := dbtest.Limit(p.ctx)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.t.Fatalf("browser: %v\nat %s", err, p.where())
	}
}

// stay keeps the page from leading on by itself, as a table does when a bot ends its round.
const stay = `navigation.addEventListener("navigate", (event) => event.preventDefault()), true`

// visit opens a path of the club. The page before it, or one that it was about to lead to, does not come instead.
func (p *person) visit(path string) {
	p.t.Helper()
	ctx, cancel := dbtest.Limit(p.ctx)
	defer cancel()
	for stays := false; !stays && ctx.Err() == nil; { // the page may go away under the question
		stays, _ = chromedp.Run(ctx, chromedp.Evaluate[bool](stay))
	}
	if err := chromedp.Do(ctx, chromedp.Navigate(p.base+path)); err != nil {
		p.t.Fatalf("open %s: %v\nat %s", path, err, p.where())
	}
}

// prefers sets what the device prefers: prefers-color-scheme or prefers-reduced-motion.
func (p *person) prefers(feature, value string) {
	p.t.Helper()
	p.preferences = slices.DeleteFunc(p.preferences, func(f *emulation.MediaFeature) bool { return f.Name == feature })
	p.preferences = append(p.preferences, &emulation.MediaFeature{Name: feature, Value: value})
	p.call("preference", func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: p.preferences})
		return err
	})
}

// moves lets cards move, or no longer. Drawing the way of a card is more than half of the
// work of a move, so cards move in one short test of each game alone.
func (p *person) moves(yes bool) {
	p.t.Helper()
	p.prefers("prefers-reduced-motion", map[bool]string{true: "no-preference", false: "reduce"}[yes])
}

// eval runs an expression in the page. It is not bound by the page's policy.
func eval[T any](p *person, expression string) T {
	p.t.Helper()
	ctx, cancel := dbtest.Limit(p.ctx)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("eval %.200s: %v\nat %s", expression, err, p.where())
	}
	return v
}

// settled is a promise that holds when cards have stopped moving.
const settled = `(document.activeViewTransition?.finished ?? Promise.resolve())`

// settle waits until cards have stopped moving.
func (p *person) settle() {
	p.t.Helper()
	eval[bool](p, settled+`.then(() => true)`)
}

// until waits for an expression to hold.
func (p *person) until(expression string) {
	p.t.Helper()
	p.await("(" + expression + `) ? "holds" : ""`)
}

// busy are the elements of a page that is settling, or waits for the answer to a form of the table.
const busy = `document.querySelectorAll(".htmx-swapping, .htmx-added, .htmx-settling, #table.htmx-request, #table .htmx-request")`

// await waits for an expression to be a text other than the empty one, and returns
// it. It looks again whenever the document or the focus changes, and over navigations.
// Nothing holds on a page that is loading or settling, or that waits for the answer to a
// form of the table. A form that is sent before
// the scripts know it is answered by another page, which loses the focus.
func (p *person) await(expression string) string {
	p.t.Helper()
	ctx, cancel := dbtest.Limit(p.ctx)
	defer cancel()
	wait := `new Promise(done => {
		const look = () => {
			const ready = document.readyState === "complete" && !` + busy + `.length;
			const found = ready && (` + expression + `);
			if (found) { watch.disconnect(); done(found) }
			return found;
		};
		const watch = new MutationObserver(look);
		if (!look()) {
			watch.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
			for (const change of ["load", "focusin"]) addEventListener(change, look);
		}
	})`
	for {
		found, err := chromedp.Run(ctx, chromedp.Evaluate[string](wait, chromedp.EvalAwaitPromise))
		if err == nil {
			return found
		}
		if ctx.Err() != nil {
			p.t.Fatalf("never came: %s\nat %s", expression, p.where())
		}
		select { // the page went away under the promise: ask the next one
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
		}
	}
}

// has waits for an element.
func (p *person) has(selector string) {
	p.t.Helper()
	p.until("document.querySelector(" + quote(selector) + ")")
}

// says waits for text in an element.
func (p *person) says(selector, text string) {
	p.t.Helper()
	p.until("document.querySelector(" + quote(selector) + ")?.textContent.includes(" + quote(text) + ")")
}

// click presses an element with the mouse, where it is. A poll may replace or move the
// element between the look and the press, or the page may lead on by itself: what is there then is pressed again.
func (p *person) click(selector string) {
	p.t.Helper()
	watch := `document.querySelector(` + quote(selector) + `) && (sessionStorage.pressed = "no", addEventListener("click", (e) => {
		if (e.target.closest?.(` + quote(selector) + `)) sessionStorage.pressed = "yes";
	}, true), "watched")`
	// During a transition the page passes the press on, when the cards have stopped.
	const lost = settled + `.then(() => new Promise((done) => setTimeout(done))).then(() => sessionStorage.pressed === "no")`
	ctx, cancel := dbtest.Limit(p.ctx)
	defer cancel()
	for {
		p.await(watch)
		err := chromedp.Do(ctx, chromedp.Click(chromedp.CSS(selector)))
		again, gone := chromedp.Run(ctx, chromedp.Evaluate[bool](lost, chromedp.EvalAwaitPromise))
		if ctx.Err() == nil && (gone != nil || !again) { // the press has led to another page, or was seen
			return
		}
		if ctx.Err() != nil {
			p.t.Fatalf("click %s: %v\nat %s", selector, err, p.where())
		}
	}
}

// fill replaces the text of a field, as typing does.
func (p *person) fill(selector, text string) {
	p.t.Helper()
	p.has(selector)
	if got := eval[string](p, `((e) => {
		e.focus();
		e.select();
		document.execCommand("insertText", false, `+quote(text)+`);
		return e.value;
	})(document.querySelector(`+quote(selector)+`))`); got != text {
		p.t.Fatalf("%s is filled with %q, not with %q", selector, got, text)
	}
}

// text returns the text of an element, with white space folded.
func (p *person) text(selector string) string {
	p.t.Helper()
	return strings.Join(strings.Fields(eval[string](p, "document.querySelector("+quote(selector)+
		")?.textContent ?? ''")), " ")
}

// where describes the page for a failing test.
func (p *person) where() string {
	ctx, cancel := context.WithTimeout(p.ctx, 5*time.Second)
	defer cancel()
	s, _ := chromedp.Run(ctx, chromedp.Evaluate[string](
		`[location.href, document.title, document.readyState, ...[...`+busy+`].map((e) => "busy: " + e.cloneNode().outerHTML),
			(document.querySelector("main")?.innerText ?? "").slice(0, 1500)].join("\n")`))
	return s
}

func quote(s string) string {
	q, _ := json.Marshal(s)
	return string(q)
}
