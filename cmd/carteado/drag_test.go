package main

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A spot is a point of the window.
type spot struct{ X, Y float64 }

// spot is a point of an element that shows: of a card, its upper left corner.
func (p *person) spot(selector string) spot {
	p.t.Helper()
	p.has(selector)
	p.settle()
	box := eval[[]float64](p, `(() => { const b = document.querySelector(`+quote(selector)+`).getBoundingClientRect();
		return [b.left + Math.min(b.width / 2, 18), b.top + Math.min(b.height / 2, 30)] })()`)
	return spot{box[0], box[1]}
}

// touch puts fingers down, moves them or, where there are none, lifts them.
func (p *person) touch(kind input.DispatchTouchEventType, at ...spot) {
	p.t.Helper()
	points := make([]*input.TouchPoint, len(at))
	for i, s := range at {
		id := float64(i)
		points[i] = &input.TouchPoint{X: s.X, Y: s.Y, ID: &id}
	}
	p.call("touch", func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{
			Type: kind, TouchPoints: points})
		return err
	})
}

// lift takes a card by finger, to a point of the window.
func (p *person) lift(card string, to spot) {
	p.t.Helper()
	p.touch(input.DispatchTouchEventTypeTouchStart, p.spot(card))
	p.touch(input.DispatchTouchEventTypeTouchMove, to)
	p.until(carrying)
}

// drag carries a card by finger; more are fingers that come beside it on the way.
func (p *person) drag(card, to string, more ...spot) {
	p.t.Helper()
	p.until(free)
	from, end := p.spot(card), p.spot(to)
	half := spot{(from.X + end.X) / 2, (from.Y + end.Y) / 2}
	p.lift(card, half)
	if len(more) > 0 {
		p.touch(input.DispatchTouchEventTypeTouchStart, append([]spot{half}, more...)...)
	}
	p.touch(input.DispatchTouchEventTypeTouchMove, append([]spot{end}, more...)...)
	p.touch(input.DispatchTouchEventTypeTouchEnd)
	p.until(`!` + carrying + ` && ` + free)
}

const (
	free     = `!document.querySelector('.carried')`
	carrying = `document.documentElement.classList.contains('is-dragging')`
	upCards  = `[...document.querySelectorAll('.own .card > input')].map((i) => i.value.split(' ')[0]).join(' ')`
	inHand   = `[...document.querySelectorAll('.hand .card > input')].map((i) => i.value.split(' ')[0]).join(' ')`
)

// movedElsewhere draws a card as another window of the player would, and notes whether the
// poll that tells so changes the page.
const movedElsewhere = `(() => {
	document.addEventListener("htmx:beforeSwap", (event) => (document.body.dataset.polled = event.detail.shouldSwap));
	const form = document.querySelector("#table");
	return fetch(form.action, {method: "POST", body: new URLSearchParams([...new FormData(form), ["move", "draw @stock"]])}).then((answer) => answer.ok);
})()`

// heard are the notes that the page has made since it was listened to.
const heard = `(document.body.dataset.heard ?? "")`

// listens takes the place of the browser's sound and writes down its notes.
func (p *person) listens() {
	p.t.Helper()
	eval[bool](p, `!!(window.AudioContext = class {
		currentTime = 0;
		async resume() {}
		createOscillator() {
			const hears = (note) => (document.body.dataset.heard = [document.body.dataset.heard, note].filter(Boolean).join(" "));
			return { frequency: { set value(note) { hears(note); } }, connect: (to) => to, start() {}, stop() {} };
		}
		createGain() {
			return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect() {} };
		}
	})`)
}

// TestDrag carries cards with real fingers and a real mouse: to another place of the
// hand, to a pile, to where they may not go, and away; and the same by keys.
func TestDrag(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 360, 740, "en")
	ana.prefers("prefers-reduced-motion", "reduce")
	ana.foundClub(c, "Ana")
	ana.openTable("bot:club", "first_turn_knock=off") // or a lucky bot ends the round at once
	ana.until(`document.querySelector('#do-draw')`)
	before := eval[string](ana, inHand)
	ana.listens()
	ana.click(`[popovertarget="menu"]`)
	ana.click(`label:has(#sound-2)`)
	ana.until(heard + ` === "660 880"`)
	ana.click(`.menu__leave`)
	ana.press(`.menu__leave`, kb.Escape)

	ana.drag(`.hand .card`, `.bar h1`) // no place for cards
	ana.drag(`.hand .card`, `[data-drop]`, spot{300, 300})
	if after := eval[string](ana, inHand); after != before || eval[bool](ana, `!!document.querySelector('#toast')`) {
		t.Errorf("a drop outside or two fingers made %s of %s", after, before)
	}
	ana.drag(`.hand .card`, `[data-drop]`)
	ana.says(`#toast`, "you first draw a card")
	if !eval[bool](ana, `document.querySelector('#sound-2').checked && document.querySelector('#menu details').open`) {
		t.Error("an answer takes back what is chosen and unfolded in the menu")
	}
	cards := strings.Fields(before)
	ana.drag(`#c-`+cards[len(cards)-1], `#c-`+cards[0])
	ana.until(inHand + ` !== ` + quote(before))
	ordered := eval[string](ana, inHand)
	ana.do(chromedp.Reload())
	if again := eval[string](ana, inHand); again != ordered {
		t.Errorf("after a reload %s, not %s", again, ordered)
	}
	ana.listens()
	version := ana.version()
	ana.lift(`.hand .card`, spot{180, 300})
	eval[bool](ana, movedElsewhere)
	ana.until(`document.body.dataset.polled`)
	if eval[bool](ana, `document.body.dataset.polled === "true"`) || ana.version() != version {
		t.Error("a poll changes the board under a card that is carried")
	}
	ana.do(chromedp.EmulateViewport(740, 360))
	ana.until(ana.since(version) + ` && !` + carrying + ` && ` + free)
	ana.touch(input.DispatchTouchEventTypeTouchEnd)
	ana.do(chromedp.EmulateViewport(360, 740))
	ana.until(heard + ` === "330"`)
	version = ana.version()
	ana.drag(`.hand .is-legal`, `[data-drop]`)
	ana.until(recapShown + ` || ` + ana.since(version)) // the bot may knock by now

	ana.openTableOf("palace", []string{"bot:club"})
	ana.until(palaceReady)
	ana.says(`.seat`, "ready") // the bot's move would take the refusal away
	mine, up := eval[string](ana, inHand), eval[string](ana, upCards)
	ana.drag(`.own .card`, `.own [data-drop]:last-child`) // of the row, as that card is
	ana.says(`#toast`, "Choose one of each")
	ana.drag(`.hand .card`, `.own [data-drop]:nth-child(2)`) // while the first of the row is chosen
	ana.until(upCards + ` === ` + quote(up[:3]+mine[:2]+up[5:]))

	ana.do(chromedp.EmulateViewport(1366, 768))
	ana.openRummy(1)
	ana.until(`document.querySelector('#do-draw')`)
	ana.press(`.hand input`, " ")
	first := eval[string](ana, inHand)
	for _, key := range []string{" ", kb.ArrowRight, kb.ArrowRight, kb.Escape} {
		ana.do(chromedp.KeyEvent(key))
	}
	held := true
	for _, step := range []input.DispatchKeyEventParams{ // a key that is held repeats itself
		{Type: input.DispatchKeyEventTypeKeyDown}, {Type: input.DispatchKeyEventTypeKeyDown, AutoRepeat: &held},
		{Type: input.DispatchKeyEventTypeKeyUp},
	} {
		step.Key, step.Code, step.WindowsVirtualKeyCode = " ", "Space", ' '
		ana.call("key", func(ctx context.Context) error {
			_, err := chromedp.Call(ctx, input.DispatchKeyEvent, step)
			return err
		})
	}
	ana.do(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.Enter))
	ana.until(inHand + ` !== ` + quote(first) + ` && document.querySelector('#keys').hidden && ` + free)
	ana.do(chromedp.Reload())
	if again := eval[string](ana, inHand); again[3:5] != first[:2] || again[:2] != first[3:5] {
		t.Errorf("a card moved by keys: %s, not %s", again, first)
	}
	version = ana.version()
	ana.click(`#do-draw`)
	ana.until(ana.since(version))
	ana.until(decide + ` && ` + free)
	version = ana.version()
	from, to := ana.spot(`.hand .is-legal`), ana.spot(`#do-discard`)
	for _, step := range []input.DispatchMouseEventParams{
		{Type: input.DispatchMouseEventTypeMousePressed, X: from.X, Y: from.Y, Button: input.MouseButtonLeft,
			ClickCount: 1},
		{Type: input.DispatchMouseEventTypeMouseMoved, X: from.X, Y: from.Y - 60, Button: input.MouseButtonLeft},
		{Type: input.DispatchMouseEventTypeMouseMoved, X: to.X, Y: to.Y, Button: input.MouseButtonLeft},
		{Type: input.DispatchMouseEventTypeMouseReleased, X: to.X, Y: to.Y, Button: input.MouseButtonLeft,
			ClickCount: 1},
	} {
		ana.call("mouse", func(ctx context.Context) error {
			_, err := chromedp.Call(ctx, input.DispatchMouseEvent, step)
			return err
		})
	}
	ana.until(ana.since(version))
	if noted := ana.complaints(); len(noted) > 0 {
		t.Errorf("the console complains: %q", noted)
	}
}
