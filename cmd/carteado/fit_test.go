package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"carteado/cmd/carteado/games"
	"carteado/engine"
	"carteado/views/gallery"
	matchpage "carteado/views/page/match"
	"carteado/views/table"
	"carteado/views/table/sample"
)

var positions = flag.Int("positions", 3, "random positions of each game and number of seats in TestBoardsFit")

// windows are phones, one of them with the browser's bars, one on its side, a tablet,
// a laptop, a desk, and a laptop at 200 %.
var windows = [][2]int64{{320, 640}, {360, 640}, {360, 740}, {740, 360}, {820, 1180}, {1366, 768}, {1920, 1080},
	{683, 384}}

// covered names the parts of a board that lie on each other, or beyond the window, the felt or
// their seat.
const covered = `(() => {
	const wrong = [], name = (e) => e.className + (e.id && "#" + e.id);
	const parts = [...document.querySelectorAll(".play .felt :is(.seat, .pile, .lastmove, .meld, .wall, .prompt, .me, .own, .hand, .acts), .bar__tools, .bar > a")]
		.filter((e) => e.checkVisibility() && !e.closest(".sheet, .sr"))
		.map((e) => ({e, b: e.getBoundingClientRect()}));
	parts.forEach(({e, b}, i) => {
		if (b.left < -1 || b.top < -1 || b.right > innerWidth + 1 || b.bottom > innerHeight + 1)
			wrong.push(name(e) + " is beyond the window");
		const felt = e.closest(".felt")?.getBoundingClientRect();
		if (felt && (b.left < felt.left - 1 || b.top < felt.top - 1 || b.right > felt.right + 1 || b.bottom > felt.bottom + 1))
			wrong.push(name(e) + " is beyond the felt");
		for (const {e: f, b: c} of parts.slice(i + 1))
			if (b.left < c.right - 1.5 && c.left < b.right - 1.5 && b.top < c.bottom - 1.5 && c.top < b.bottom - 1.5)
				wrong.push(name(f) + " lies on " + name(e));
	});
	for (const seat of document.querySelectorAll(".play .felt .seat")) {
		const a = seat.getBoundingClientRect(), id = seat.querySelector(".seat__id");
		for (const card of seat.querySelectorAll(".card, .slot")) {
			const b = card.getBoundingClientRect();
			if (b.height > 0 && (b.top < a.top - 9 || b.bottom > a.bottom + 9)) wrong.push(name(card) + " hangs out of " + name(seat));
		}
		if (id.clientWidth > 1 && id.scrollWidth > id.clientWidth + 1) wrong.push("words go beyond their room in " + name(seat));
	}
	for (const me of document.querySelectorAll(".play .felt .me"))
		for (const e of me.querySelectorAll(":scope > :not(.say)"))
			if (e.getBoundingClientRect().right > me.getBoundingClientRect().right + 1) wrong.push(name(e) + " goes beyond the own name's room");
	return wrong.join(", ");
})()`

// cramped names what has no room on a board: parts that scroll inside, cards, marks on
// a rank or suit, buttons too small for a finger. A hand longer than four rows of a
// phone, or three of a wide screen, may scroll.
const cramped = `(() => {
	const felt = document.querySelector(".play :is(.felt, .board)");
	if (!felt) return "";
	const wrong = [], box = (e) => e.getBoundingClientRect();
	const all = (s) => [...felt.querySelectorAll(s)].filter((e) => e.checkVisibility() && !e.closest(".sheet, .sr"));
	const overflows = (e) => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1;
	const name = (e) => e.outerHTML.slice(0, 100);
	const long = innerHeight < 480 ? 16 : innerHeight < 700 ? 18 : innerWidth < 992 ? 28 : 44;
	for (const e of all(".hand, .mid, .melds, .seats, .piles, .walls, .own")) {
		if (e.matches(".hand") && e.querySelectorAll(".fan > li").length > long) continue;
		const {overflowX, overflowY} = getComputedStyle(e);
		if (/auto|scroll/.test(overflowX + overflowY) && overflows(e)) wrong.push("scrolls: " + name(e));
	}
	for (const e of [...all(".mid, .melds"), ...document.querySelectorAll(".board")]) if (overflows(e)) wrong.push("too small: " + name(e));
	for (const e of all(".prompt > span, .prompt"))
		if (e.scrollHeight > e.clientHeight + 2) wrong.push("cut: " + e.textContent.trim());
	for (const e of all(".meld .strip > :not(:last-child)"))
		if (box(e.nextElementSibling).left - box(e).left < 9) wrong.push("a rank is hidden: " + name(e.closest(".meld")));
	for (const e of all(".fan > li")) if (e.checkVisibility() && box(e).width < 43.9) wrong.push("narrow: " + name(e));
	for (const e of all("button, .card > input")) {
		const b = e.matches(".fan input") ? box(e.closest("li")) : box(e);
		if (b.width < 43.9 || (b.height < 43.9 && !e.matches(".fan input"))) wrong.push("small: " + name(e));
	}
	// The index of a card is at its left, from a little below its top edge to its middle.
	const marks = all(".as, .stands, .avatar, .seat__count").map((e) => [e, box(e)]);
	for (const card of all(".card:not(.card--back)")) {
		const c = box(card), index = {left: c.left + 2, right: c.left + c.width * 0.26, top: c.top + c.width * 0.08 + 1, bottom: c.top + c.height * 0.45};
		if (c.width > card.offsetWidth + 1) continue; // it lies aslant
		const own = ["::before", "::after"].map((which) => getComputedStyle(card, which)).filter((style) => style.content !== "none").map((style) => {
			const left = c.left + parseFloat(style.left), top = c.top + parseFloat(style.top);
			return [card, {left, top, right: left + parseFloat(style.width), bottom: top + parseFloat(style.height)}];
		});
		for (const [e, m] of [...marks, ...own])
			if (m.left < index.right && index.left < m.right && m.top < index.bottom && index.top < m.bottom)
				wrong.push("a mark hides an index: " + name(e) + " on " + name(card));
	}
	return wrong.join("; ");
})()`

// beyond names what the buttons of the bar open beyond the window.
const beyond = `[...document.querySelectorAll(".bar [popovertarget]")].filter((e) => e.checkVisibility()).map((e) => {
	const part = document.getElementById(e.getAttribute("popovertarget"));
	part.showPopover();
	const b = part.getBoundingClientRect();
	part.hidePopover();
	return b.left < -1 || b.top < -1 || b.right > innerWidth + 1 || b.bottom > innerHeight + 1 ? part.id + " opens beyond the window" : "";
}).filter((w) => w).join("; ")`

// A fitted is what one board looks like in one window.
type fitted struct {
	Name  string
	Game  string
	Table string // one for each match, so that the house rules are the same
	Wrong string
	Cards int // of the hand, with a free place for one more
	Top   float64
	Left  float64
	Pile  float64 // the width of its cards; 0 where they make room for the word that the connection is lost
}

// each measures every board that the page has loaded, in the window as it is. The
// boards take turns in one document, which costs a layout each, and no visit.
const each = `boards.map(([name, body], i) => {
	document.body.replaceWith(body);
	const root = document.documentElement, felt = document.querySelector(".felt"), hand = document.querySelector(".hand"), wrong = [` + covered + `, ` + cramped + `, i % 20 ? "" : ` + beyond + `];
	if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) wrong.push("the page is " + root.scrollWidth + " × " + root.scrollHeight);
	return {
		Name: name, Game: body.dataset.game, Table: /mesa (\d+)/.exec(document.querySelector(".bar").textContent)?.[1] ?? (document.querySelector(".lesson:not(:has(.pips))") ? "deal of the day" : ""), Wrong: wrong.filter((w) => w).join("; "),
		Cards: hand?.querySelectorAll(".fan > li").length ?? 0,
		Top: Math.round(hand?.getBoundingClientRect().top ?? 0),
		Left: Math.round(hand?.getBoundingClientRect().left ?? 0),
		Pile: document.querySelector("#offline:not([hidden])") ? 0 : document.querySelector(".piles :is(.card, .slot)")?.offsetWidth ?? 0,
	};
})`

// load gets pages, of which an address may have several, and keeps those with a board.
func (p *person) load(paths []string) int {
	p.t.Helper()
	return eval[int](p, `Promise.all(`+quoteAll(paths)+
		`.map(async (path) => (await (await fetch(path)).text()).split("\f").map((text, i) =>
		[path + " " + i, new DOMParser().parseFromString(text, "text/html").body]))).then((found) => {
			for (const [, body] of found.flat()) for (const drawing of body.querySelectorAll("use")) drawing.remove();
			window.boards = found.flat().filter(([, body]) => body.matches(".play") && body.querySelector(".felt, .board")).map(([name, body]) => [name, document.adoptNode(body)]);
			return boards.length;
		})`)
}

func quoteAll(list []string) string {
	for i := range list {
		list[i] = quote(list[i])
	}
	return "[" + strings.Join(list, ",") + "]"
}

// measureBoards holds the boards that are loaded to having room in every window, and
// the hand to lying where it lay. Knock has a place for each card, and keeps its piles; in
// the other games that is so as long as the hand is short.
func (p *person) measureBoards(few func(fitted) bool) {
	p.t.Helper()
	for _, w := range windows {
		p.do(chromedp.EmulateViewport(w[0], w[1]))
		first := map[string]fitted{}
		for _, f := range eval[[]fitted](p, each) {
			if f.Wrong != "" {
				p.t.Errorf("%s, %d × %d: %s", f.Name, w[0], w[1], f.Wrong)
			}
			if f.Top == 0 || !few(f) {
				continue
			}
			if was, seen := first[f.Game+f.Table]; !seen {
				first[f.Game+f.Table] = f
			} else if was.Top-f.Top > 1 || f.Top-was.Top > 1 {
				p.t.Errorf("%s, %d × %d: the hand begins at %v, and at %v in %s", f.Name, w[0], w[1], f.Top, was.Top,
					was.Name)
			} else if (f.Game == "knock" || f.Game == "palace") && f.Left != was.Left {
				p.t.Errorf("%s, %d × %d: the hand begins %v from the left, and %v in %s", f.Name, w[0], w[1], f.Left,
					was.Left, was.Name)
			} else if f.Game == "knock" && f.Pile != was.Pile && f.Pile > 0 {
				p.t.Errorf("%s, %d × %d: a pile is %v wide, and %v in %s", f.Name, w[0], w[1], f.Pile, was.Pile,
					was.Name)
			}
		}
	}
}

// TestBoardsFit holds every board of the gallery, those of replays among them, and random
// positions of each game and number of seats, to having room for everything in every window.
func TestBoardsFit(t *testing.T) {
	t.Parallel()
	list, mux := games.All(), http.NewServeMux()
	byKey, err := table.ByKey(list)
	if err != nil {
		t.Fatal(err)
	}
	mux.Handle("/", gallery.Handler(list))
	mux.HandleFunc("GET /random/{game}/{seats}", func(w http.ResponseWriter, r *http.Request) {
		var seats int
		_, _ = fmt.Sscan(r.PathValue("seats"), &seats)
		randomBoards(t, w, byKey[r.PathValue("game")].Rules, seats, *positions)
	})
	mux.HandleFunc("GET /steps/{game}", func(w http.ResponseWriter, r *http.Request) {
		lessonBoards(t, w, byKey[r.PathValue("game")].Rules)
	})
	site := httptest.NewServer(mux)
	t.Cleanup(site.Close)
	p := newBrowser(t).person(site.URL, 360, 740, "pt-BR")
	p.visit("/")
	p.hide()
	var paths []string
	for _, page := range gallery.Pages(list) {
		paths = append(paths, "/"+page.Name+"?lang=pt-BR")
	}
	if n := p.load(paths); n < 50 {
		t.Errorf("the gallery has %d boards", n)
	}
	p.measureBoards(func(f fitted) bool { return f.Game == "knock" })
	for _, game := range list {
		info := game.Rules.Info()
		for seats := info.MinSeats; seats <= info.MaxSeats; seats++ {
			if n := p.load([]string{fmt.Sprintf("/random/%s/%d", info.Key, seats)}); n != 2**positions {
				t.Errorf("%d boards of %s", n, info.Key)
			}
			p.measureBoards(func(f fitted) bool { return f.Game == "knock" || f.Cards > 0 && f.Cards <= 6 })
		}
	}
	if n := p.load([]string{"/steps/palace", "/steps/rummy", "/steps/huangdi", "/steps/knock"}); n < 50 {
		t.Errorf("%d boards of lessons", n)
	}
	p.measureBoards(func(fitted) bool { return false })
	if noted := p.complaints(); len(noted) > 0 {
		t.Errorf("the console complains: %q", noted)
	}
}

// lessonBoards writes a page for the beginning and the end of every step of a game's lessons; its round has been
// played for a while.
func lessonBoards(t *testing.T, w http.ResponseWriter, game engine.Game) {
	byKey, err := table.ByKey(games.All())
	if err != nil {
		t.Error(err)
		return
	}
	ctx := table.With(gallery.Page{}.Context(context.Background(), "pt-BR", "", "", ""), byKey)
	for at := range engine.Steps(game) {
		for _, moves := range []int{0, 7} {
			if err := table.LessonPage(sample.Lesson(game, at, moves, "")).Render(ctx, w); err != nil {
				t.Error(err)
			}
			_, _ = w.Write([]byte("\f"))
		}
	}
}

// randomBoards writes pages of matches that are played at random, as their first seat
// sees them and as their replays show them.
func randomBoards(t *testing.T, w http.ResponseWriter, game engine.Game, seats, n int) {
	people := sample.Crowd(seats)
	ctx := gallery.Page{}.Context(context.Background(), "pt-BR", "", "", "")
	byKey, err := table.ByKey(games.All())
	if err != nil {
		t.Error(err)
		return
	}
	ctx = table.With(ctx, byKey)
	chance := rand.New(rand.NewPCG(uint64(seats), uint64(n)))
	drawn := 0
	for match := 0; drawn < n; match++ {
		o := engine.Options{} // any house rules that this many may play by
		for _, option := range game.Info().Options {
			o[option.Key] = option.Values[chance.IntN(len(option.Values))]
		}
		m, err := engine.NewMatch(game, seats, o, engine.Seed{}.Derive("fit", match*10+seats))
		if err != nil {
			continue
		}
		b := sample.Board{Game: game, People: people, Table: match + 1, Match: 7}
		var log, moves []table.Entry
		starts, next := []int{0}, chance.IntN(12)
		for made := 0; made < 400 && drawn < n; made++ {
			if _, over := m.Outcome(); over {
				break
			}
			if made == next && !m.Between() {
				if drawn > 0 {
					_, _ = w.Write([]byte("\f"))
				}
				if err := table.Page(b.Seen(m, log)).Render(ctx, w); err != nil {
					t.Error(err)
				}
				_, _ = w.Write([]byte("\f"))
				if err := matchpage.Replay(b.Replayed(m, moves, starts)).Render(ctx, w); err != nil {
					t.Error(err)
				}
				drawn++
			}
			if made >= next {
				next = made + 1 + chance.IntN(30)
			}
			seat := m.ToMove()[0]
			legal := m.Legal(seat, nil)
			move := m.Auto(seat)
			if len(legal) > 0 {
				move = legal[chance.IntN(len(legal))]
			}
			events, err := m.Play(seat, move)
			if err != nil {
				t.Error(err)
				return
			}
			moves = append(moves, table.Entry{Version: m.Version(), Seat: seat, Events: events, Time: sample.Now})
			if len(starts) < m.Number() {
				starts = append(starts, m.Version())
			}
			// As on a table, going on to the next round is no line of the log.
			events = slices.DeleteFunc(slices.Clone(events), func(e engine.Event) bool {
				return e.Kind == engine.VerbNext
			})
			if len(events) > 0 {
				log = append(log, table.Entry{Version: m.Version(), Seat: seat, Events: events, Time: sample.Now})
			}
		}
	}
}
