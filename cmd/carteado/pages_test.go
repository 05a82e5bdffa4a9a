package main

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	devtools "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"carteado/cmd/carteado/games"
	"carteado/views/gallery"
)

// axe is the accessibility checker, put into a page from outside: the page's own
// policy stops a script tag, as it should.
func axe(t *testing.T) string {
	t.Helper()
	source, err := os.ReadFile(filepath.Join("..", "..", "static", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatalf("run the tests with `go run ./cmd/dev test`: %v", err)
	}
	return string(source)
}

// A finding is one rule of accessibility that a page breaks.
type finding struct {
	ID    string   `json:"id"`
	Nodes []string `json:"nodes"`
}

// findings runs axe on some elements of the page that is shown, given as a list
// in the page's language, and on what is in them. It loads nothing for itself: the one
// rule that would need it is about audio, of which pages have none.
func (p *person) findings(source, elements string) []finding {
	p.t.Helper()
	if !eval[bool](p, `"axe" in window`) {
		eval[bool](p, source+"\n;true")
	}
	return eval[[]finding](p, `axe.run({include: `+elements+`}, {resultTypes: ["violations"], preload: false}).then(r =>
		r.violations.map(v => ({id: v.id, nodes: v.nodes.map(n => n.html.slice(0, 200))})))`)
}

// newGallery opens the gallery in a window; swap then shows its pages there.
func newGallery(t *testing.T, b *browser, look look) *person {
	t.Helper()
	site := httptest.NewServer(gallery.Handler(games.All()))
	t.Cleanup(site.Close)
	p := b.person(site.URL, look.width, look.height, look.lang)
	p.show(look)
	p.visit("/")
	return p
}

// hide minimizes a window for swap. The page that is shown keeps its size and has all
// its styles and places, and the browser does not draw it. It may load no other page.
func (p *person) hide() {
	p.t.Helper()
	p.call("hide", func(ctx context.Context) error {
		window, err := chromedp.CallBrowser(ctx, devtools.GetWindowForTarget, devtools.GetWindowForTargetParams{
			TargetID: chromedp.FromContext(ctx).Target.TargetID,
		})
		if err != nil {
			return err
		}
		_, err = chromedp.CallBrowser(ctx, devtools.SetWindowBounds, devtools.SetWindowBoundsParams{
			WindowID: window.WindowID, Bounds: &devtools.Bounds{WindowState: devtools.WindowStateMinimized},
		})
		if err != nil {
			return err
		}
		_, err = chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{})
		return err
	})
}

// show gives a window another look.
func (p *person) show(look look) {
	p.t.Helper()
	p.do(chromedp.EmulateViewport(look.width, look.height))
	p.prefers("prefers-color-scheme", look.theme)
}

// A look is a window in which every page of the gallery is looked at.
type look struct {
	lang, theme   string
	width, height int64
}

func (l look) String() string { return fmt.Sprintf("%s, %s, %d px", l.lang, l.theme, l.width) }

// swap puts a page of the gallery in place of the one that is shown. That takes a
// third of the time of a visit, because the style sheet stays. The drawings of cards
// and signs are left out: they have no part in the places of things or in contrast,
// and were four fifths of the work of styling a page.
// Scripts do not run: no page of the gallery is made by one, and none stands in a
// page's body, nor does style, which the content policy would refuse. It reports whether
// the page has a board.
func (p *person) swap(path string) (board bool) {
	p.t.Helper()
	return eval[bool](p, `fetch(`+quote(path)+`).then(async r => {
		if (!r.ok) throw new Error(r.status + " " + r.url);
		const text = await r.text();
		const page = new DOMParser().parseFromString(text, "text/html"), root = document.documentElement;
		if (page.body.querySelector("script, style, [style]")) throw new Error("script or style in the page");
		for (const drawing of page.body.querySelectorAll("use")) drawing.remove();
		for (const a of [...root.attributes]) root.removeAttribute(a.name);
		for (const a of page.documentElement.attributes) root.setAttribute(a.name, a.value);
		root.classList.add("js");
		document.title = page.title;
		document.body.replaceWith(document.adoptNode(page.body));
		return document.querySelector(".play .felt") !== null;
	})`)
}

// fresh lists the elements of a page that are new to the window, so that axe judges
// each kind of element once, and needs no list of templates: another page with the same
// kinds differs in its data only. An element is of a known kind if
//   - an earlier one stood in the same elements, but for those that mean nothing, and had
//     the same attributes, with or without a label, a text and a part that scrolls; an
//     attribute's value counts if it is a keyword,
//   - and its text, if any, had the same colour, size and weight on the same ground.
//
// A fresh text whose ground is drawn is in drawn instead, for faint.
//
// A heading or landmark after one that it never followed, or a new number of first
// headings or main landmarks, makes the whole page fresh.
const fresh = `(() => {
	window.known ??= new Set();
	const news = (kind) => !known.has(kind) && !!known.add(kind);
	window.drawn = [];
	const list = [], keyword = (v) => (/^[a-z-]{0,12}$/.test(v) ? v : "");
	const outline = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6, main, nav, header, footer, aside")].map((e) => e.localName);
	const count = (name) => name + " " + outline.filter((other) => other === name).length;
	const order = [count("h1"), count("main"), ...outline.map((name, i) => outline[i - 1] + " " + name)].filter(news);
	const look = (e, path, ground) => {
		if (!e.checkVisibility({visibilityProperty: true})) return;
		const style = getComputedStyle(e), paint = style.backgroundColor, own = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
		const attributes = [...e.attributes].filter((a) => !/^(class|id|for|name|value|href|style)$|^data-/.test(a.name)).map((a) => a.name + "=" + keyword(a.value)).sort();
		const kind = path + ">" + e.localName + (e.textContent.trim() ? "T" : "") + (e.labels?.length ? "L" : "") + attributes
			+ (/auto|scroll/.test(style.overflow) && (e.scrollHeight > e.clientHeight || e.scrollWidth > e.clientWidth) ? "S" : "");
		const plain = e.matches("svg[aria-hidden=true]") || !attributes.length && /^(span|b|i|small|strong|em|div|p)$/.test(e.localName) && !/^(ul|ol|dl|menu)$/.test(e.parentElement.localName);
		if (!plain && news(kind)) list.push(e.parentElement.closest("ul, ol, dl, table, [role]") ?? e); // a list is judged by what is in it
		if (!/^rgba/.test(paint)) ground = "";
		if (paint !== "rgba(0, 0, 0, 0)") ground += paint;
		if (style.backgroundImage !== "none") ground += style.backgroundImage;
		if (style.opacity !== "1") ground += "/" + style.opacity;
		const ink = [style.color, style.fontSize, style.fontWeight, style.textDecorationLine, e.matches("a, a *"), ground].join();
		if ((own || e.matches("input, select, textarea")) && news(ink)) (/gradient|url/.test(ground) ? drawn : list).push(e);
		if (!/^(div|span)$/.test(e.localName) || e.role) path += ">" + e.localName + (e.role ?? "");
		if (e.localName !== "svg") for (const child of e.children) look(child, path, ground);
	};
	look(document.body, "", "");
	return order.length || list.includes(document.body) ? [document.documentElement] : [...new Set(list)].filter((e) => !list.some((f) => f !== e && f.contains(e)));
})()`

// cutOff names the boxes of a page whose content is wider than they are, and fields in
// which nobody could read what they have typed.
const cutOff = `[...document.querySelectorAll("main .box, main .hero:not(:has(.spread)), main .btn, main .scroll:not([tabindex]), main .input.grow")]
	.filter((e) => (e.matches(".input") ? e.checkVisibility() && e.clientWidth < 112 : e.scrollWidth > e.clientWidth + 1) && !e.matches(".sr"))
	.map((e) => e.className + ": " + e.textContent.trim().slice(0, 60)).join(", ")`

// faint names the elements in drawn whose words stand out too little from the worst of their grounds. Each colour and
// each stop of a gradient that lies below makes some; pictures and gradients with a size, such as arrows, make none.
// The ratios are those of WCAG 2.2, 1.4.3. Axe judges no ground that is drawn, such as felt.
const faint = `(() => {
	const brush = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true});
	const parsed = (color) => {
		brush.clearRect(0, 0, 1, 1), brush.fillStyle = color, brush.fillRect(0, 0, 1, 1);
		return [...brush.getImageData(0, 0, 1, 1).data];
	};
	const over = (color, ground, opacity = 1) => {
		const [r, g, b, a] = parsed(color), part = a / 255 * opacity;
		return [r, g, b].map((v, i) => v * part + ground[i] * (1 - part));
	};
	const lay = (colors, grounds) => {
		const laid = new Map(colors.flatMap((c) => grounds.map((g) => over(c, g))).map((g) => [String(g), g]));
		return [...laid.values()];
	};
	const grounds = (e) => {
		const style = getComputedStyle(e), sizes = style.backgroundSize.split(", ");
		let found = lay([style.backgroundColor], e.parentElement ? grounds(e.parentElement) : [[255, 255, 255]]);
		const layers = style.backgroundImage.split(/, (?=[a-z-]+-gradient|url)/).filter((_, i) => sizes[i % sizes.length] === "auto");
		for (const layer of layers.reverse()) {
			found = lay(layer.match(/(rgba?|oklab|oklch|color)\([^)]*\)/g) ?? ["transparent"], found);
		}
		return found;
	};
	const light = (rgb) => {
		const [r, g, b] = rgb.map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const opacity = (e) => getComputedStyle(e).opacity * (e.parentElement ? opacity(e.parentElement) : 1);
	const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
	return drawn.filter((e) => {
		const {color, fontSize, fontWeight} = getComputedStyle(e), size = parseFloat(fontSize);
		const wanted = size >= 24 || size >= 18.66 && fontWeight >= 700 ? 3 : 4.5;
		return grounds(e).some((g) => contrast(light(over(color, g, opacity(e))), light(g)) < wanted);
	}).map((e) => e.localName + " " + e.className + " " + (e.name ?? e.textContent.trim().slice(0, 40))).join(", ");
})()`

// A layout holds the measures of a page, and names what has no room in it.
type layout struct {
	Window  int64 // its width
	Wide    int64
	Tall    int64 // 0 if the page may scroll
	Sunk    int64 // by how much the page begins below what stands above it
	Cut     string
	Covered string
	Cramped string
	Broken  string
}

// broken names short words that are broken over two lines, as a name in a narrow column is.
const broken = `(() => {
	const wrong = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
	for (let text; (text = texts.nextNode()); ) {
		if (!text.parentElement.checkVisibility() || text.parentElement.closest(".sr, code, pre, .digest, textarea, svg")) continue;
		for (const word of text.data.matchAll(/[\p{L}\p{N}_]+/gu)) {
			if (word[0].length > 11) continue;
			range.setStart(text, word.index);
			range.setEnd(text, word.index + word[0].length);
			const lines = new Set([...range.getClientRects()].filter((b) => b.width > 0).map((b) => Math.round(b.top)));
			if (lines.size > 1) wrong.push(word[0]);
		}
	}
	return wrong.join(", ");
})()`

const measure = `({
	Window: innerWidth,
	Wide: document.documentElement.scrollWidth,
	Tall: document.body.matches(".play") ? document.documentElement.scrollHeight : 0,
	Sunk: document.body.matches(".page") ? Math.round(document.querySelector(".page > .main").getBoundingClientRect().top - (document.querySelector("#seatline > a") ?? document.querySelector(".top")).getBoundingClientRect().bottom) : 0,
	Cut: ` + cutOff + `, Covered: ` + covered + `, Cramped: ` + cramped + `, Broken: ` + broken + `,
})`

// measure fails the test if the page that is shown does not fit a window of the look's
// size. Another size of the same page costs a tenth of a swap.
func (p *person) measure(name string, look look) {
	p.t.Helper()
	p.do(chromedp.EmulateViewport(look.width, look.height))
	l := eval[layout](p, measure)
	if l.Window != look.width {
		p.t.Fatalf("%s, %s: the window is %d px wide", name, look, l.Window)
	}
	if l.Wide > look.width {
		p.t.Errorf("%s, %s: %d px wide", name, look, l.Wide)
	}
	if l.Tall > look.height {
		p.t.Errorf("%s, %s: %d px tall in a window of %d", name, look, l.Tall, look.height)
	}
	if l.Sunk != 0 {
		p.t.Errorf("%s, %s: the page begins %d px below the line above it", name, look, l.Sunk)
	}
	for what, found := range map[string]string{"cut off at the side": l.Cut, "covered on the table": l.Covered,
		"no room on the table": l.Cramped, "broken": l.Broken} {
		if found != "" {
			p.t.Errorf("%s, %s: %s: %s", name, look, what, found)
		}
	}
}

// TestPagesAreAccessible measures every page of the gallery, on a phone and on a wide
// screen, in both themes and languages, and holds everything that
// is fresh in it to axe. One page of each kind, which is the first word of its name,
// is also visited, for the script that runs as a page opens: swap looks at the rest
// of the content policy on every page.
func TestPagesAreAccessible(t *testing.T) {
	t.Parallel()
	source, b := axe(t), newBrowser(t)
	pages, visited := gallery.Pages(games.All()), map[string]bool{}
	looks := []look{{"pt-BR", "light", 320, 640}, {"en", "dark", 1366, 768}}
	p, visitor := newGallery(t, b, looks[0]), newGallery(t, b, looks[0])
	p.hide()
	for i, look := range looks {
		p.show(look) // the same window, in which axe stays and what is known
		visitor.show(look)
		other, checked := looks[1-i], 0
		other.lang, other.theme = look.lang, look.theme
		for _, page := range pages {
			path := "/" + page.Name + "?lang=" + look.lang
			if board := p.swap(path); !board || look.lang != "en" { // in which TestBoardsFit measures boards
				p.measure(page.Name, other)
				p.measure(page.Name, look)
			}
			if kind, _, _ := strings.Cut(page.Name, "-"); !visited[kind] {
				visited[kind] = true
				visitor.visit(path)
				visitor.measure(page.Name, look)
			}
			found := eval[int](p, `(window.fresh = `+fresh+`).length`)
			if words := eval[string](p, faint); words != "" {
				t.Errorf("%s, %s: too faint: %s", page.Name, look, words)
			}
			if found == 0 {
				continue
			}
			checked++
			for _, f := range p.findings(source, "window.fresh") {
				t.Errorf("%s, %s: %s: %s", page.Name, look, f.ID, strings.Join(f.Nodes, "\n\t"))
			}
		}
		t.Logf("%s: %d of %d pages have something fresh, and %d kinds of page were visited", look, checked, len(pages),
			len(visited))
	}
	// On paper the rows of a table are as high as their words, and nothing can be pressed.
	visitor.visit("/standings")
	visitor.call("paper", func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
		return err
	})
	if found := eval[string](
		visitor, `[...document.querySelectorAll(".nav, .tabs, .data .named")].filter((e) => e.offsetHeight > 30).map((e) => e.className).join(" ")`); found != "" {
		t.Errorf("the printed standings have %s", found)
	}
	for _, p := range []*person{p, visitor} {
		if noted := p.complaints(); len(noted) > 0 {
			t.Errorf("the console complains: %q", noted)
		}
	}
}

// TestAxeFinds plants faults that axe must find, on a page without fresh elements, and words on felt for faint.
func TestAxeFinds(t *testing.T) {
	t.Parallel()
	source := axe(t)
	for _, theme := range []string{"light", "dark"} {
		p := newGallery(t, newBrowser(t), look{"en", theme, 360, 740})
		for rule, plant := range map[string]string{
			"":      `true`,
			"label": `document.querySelector("label").remove(), true`,
			"list": `document.querySelector("main").innerHTML += "<ul><li>one</li></ul>", ` + fresh +
				`, document.querySelector("main ul").append(document.createElement("p")), true`,
			"heading-order": `document.querySelector("main").innerHTML += "<h5>deep</h5>", true`,
			"color-contrast": `document.querySelector("main label").classList.add("planted-" + ` + quote(theme) +
				`), true`,
		} {
			p.swap("/sign-in?lang=en")
			eval[int](p, fresh+".length")
			eval[bool](p, `(s => { s.replaceSync(".planted-light { color: #eee !important } .planted-dark { color: #222 !important } .planted-felt { color: #8fb0a4 !important }"); document.adoptedStyleSheets = [s] })(new CSSStyleSheet()), true`)
			eval[bool](p, plant)
			found := ""
			for _, f := range p.findings(source, fresh) {
				found += f.ID + " "
			}
			if rule == "" && found != "" || !strings.Contains(found, rule) {
				t.Errorf("%s: %q is planted, axe finds %q", theme, rule, found)
			}
		}
		p.swap("/lessons?lang=en")
		eval[bool](p, `document.querySelector(".hero p:not([class])").classList.add("planted-felt"), true`)
		eval[int](p, fresh+".length")
		if found := eval[string](p, faint); !strings.HasPrefix(found, "p planted-felt") {
			t.Errorf("%s: faint words are planted on felt, and %q found", theme, found)
		}
	}
}
