package main

import (
	"context"
	"crypto/sha256"
	"flag"
	"io"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"carteado/db/dbtest"
	"carteado/views/table"
)

// A club is the real program on a database of its own.
type club struct {
	t      testing.TB
	config config
	url    string
	setup  string // where it can be founded
	stop   func()
}

// deals changes the cards that tests in a browser are dealt. They are otherwise the same in every run, but for tables
// to which a browser adds chance of its own: go test ./cmd/carteado -args -deals 7
var deals = flag.String("deals", "", "a word for other deals")

// openClub starts the program at a free address of this machine, with the games given or else all of the list.
func openClub(t testing.TB, games ...table.Game) *club {
	t.Helper()
	seed := sha256.Sum256([]byte(t.Name() + *deals))
	c := &club{t: t, config: config{
		DatabaseURL: dbtest.New(t), Listen: freeAddress(t), BotPause: time.Millisecond, timeout: dbtest.Timeout,
		random: &shared{reader: rand.NewChaCha8(seed)}, games: games,
	}}
	c.open()
	t.Cleanup(func() { c.stop() })
	return c
}

// open starts the program.
func (c *club) open() {
	c.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	opened, done, says := make(chan string, 1), make(chan error, 1), make(setupSaid, 1)
	go func() {
		done <- run(ctx, c.config, slog.New(slog.NewTextHandler(says, nil)), func(url string) { opened <- url })
	}()
	dbtest.Await(c.t, "open club", func() bool {
		select {
		case c.url = <-opened:
		case err := <-done:
			c.t.Fatalf("open the club: %v", err)
		default:
			return false
		}
		return true
	})
	select {
	case c.setup = <-says:
	default: // it is founded
	}
	c.stop = func() {
		cancel()
		if err := dbtest.Receive(c.t, "the club to close", done); err != nil {
			c.t.Errorf("close the club: %v", err)
		}
		c.stop = func() {}
	}
}

// A setupSaid is a log of which only the address is kept at which a club can be
// founded.
type setupSaid chan string

func (s setupSaid) Write(line []byte) (int, error) {
	if _, after, found := strings.Cut(string(line), `open="`); found {
		address, _, _ := strings.Cut(after, `"`)
		s <- address
	}
	return len(line), nil
}

// A shared reader may be read by several goroutines.
type shared struct {
	mu     sync.Mutex
	reader io.Reader
}

func (s *shared) Read(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.reader.Read(p)
}

const secret = "correct horse 8 battery"

// foundClub fills in the first-run page at the address that the log says, and
// waits for the club's home.
func (p *person) foundClub(c *club, name string) {
	p.t.Helper()
	p.visit(strings.TrimPrefix(c.setup, c.url))
	p.fill(`[name=club]`, "Clube do Porto")
	p.fill(`[name=name]`, name)
	p.fill(`[name=password]`, secret)
	p.click(`form .btn--primary`)
	p.has(`#home`)
}

// invite makes an invitation and returns its link.
func (p *person) invite() string {
	p.t.Helper()
	p.visit(p.clubPath("/invitations"))
	p.click(`form .btn--primary`)
	p.has(`input[value*="/invitations/"]`)
	return strings.TrimPrefix(eval[string](p, `document.querySelector('input[value*="/invitations/"]').value`), p.base)
}

// accept uses an invitation to make a new account.
func (p *person) accept(invitation, name string) {
	p.t.Helper()
	p.visit(invitation)
	p.fill(`[name=name]`, name)
	p.fill(`[name=password]`, secret)
	p.click(`form .btn--primary`)
	p.has(`#home`)
}

// clubPath returns a path below the address of the club that the person is in.
func (p *person) clubPath(rest string) string {
	p.t.Helper()
	path := eval[string](p, "location.pathname")
	parts := strings.SplitN(path, "/", 4)
	if len(parts) < 3 || parts[1] != "clubs" {
		p.t.Fatalf("%s is not in a club", path)
	}
	return "/clubs/" + parts[2] + rest
}

// openTable opens a table for Knock with an opponent: open, bot:club or a
// member by name, under house rules like knock_limit=7 or at a pace.
func (p *person) openTable(opponent string, options ...string) {
	p.t.Helper()
	p.openTableOf("knock", []string{opponent}, options...)
}

// openTableOf opens a table for a game and chooses the opponents, as openTable does.
func (p *person) openTableOf(game string, opponents []string, options ...string) {
	p.t.Helper()
	p.visit(p.clubPath("/tables/new?game=" + game))
	for i, opponent := range append(opponents, "closed", "closed", "closed", "closed")[:5] {
		eval[bool](p, `(() => {
			const seat = document.querySelector('select[name=seat`+strconv.Itoa(i+1)+`]');
			const choice = [...seat?.options ?? []].find(o => o.value === `+quote(opponent)+
			` || o.textContent.includes(`+quote(opponent)+`));
			if (choice) seat.value = choice.value;
			return true;
		})()`)
	}
	for _, o := range options {
		key, value, _ := strings.Cut(o, "=")
		if key != "pace" {
			key = "option." + key
		}
		eval[bool](p, `(() => { document.querySelector('[name="`+key+`"][value="`+value+
			`"]').click(); return true })()`)
	}
	p.click(`form .btn--primary`)
	p.until(`/\/tables\/\d+$/.test(location.pathname)`)
}

// Expressions that hold when a table shows a certain thing to do.
const (
	boardShown = `document.querySelector('form#table')`
	recapShown = `document.querySelector('#recap')`
	drawReady  = `document.querySelector('#table .acts button[value="draw @stock"]')`
	decide     = `document.querySelector('#table .acts button[value="discard *"]')`
	nextReady  = `document.querySelector('button[value="next"]')`
	matchOver  = `document.querySelector('form[action$="/rematch"]')`
)

// turn plays one turn by mouse: it draws from the stock, and knocks or else discards
// the last card that is in no meld.
func (p *person) turn() {
	p.t.Helper()
	p.ends(`document.querySelector('#table .card.is-knock input')`) // the page marks a card that allows a knock
}

// ends plays a turn that ends with a knock by the card that an expression finds, or else with a discard.
func (p *person) ends(knock string) {
	p.t.Helper()
	p.until(drawReady)
	p.click(`#table .acts button[value="draw @stock"]`)
	p.until(decide)
	p.click(eval[string](p, settled+`.then(() => {
		const marked = `+knock+`;
		const legal = [...document.querySelectorAll('#table .card.is-legal input')];
		(marked ?? legal.at(-1)).click();
		return marked && document.querySelector('#table button[value="knock *"]:not([disabled])')
			&& document.querySelector('#table .card.is-knock input:checked')
			? '#table button[value="knock *"]' : '#table .acts button[value="discard *"]';
	})`))
	p.until("!(" + decide + ")")
}

// TestEvening is the first evening of a club: two people in two windows play a
// match of Knock to its end, and find it in the history.
func TestEvening(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 1366, 768, "en")
	bento := b.person(c.url, 360, 740, "pt-BR")
	ana.moves(true)

	ana.foundClub(c, "Ana")
	bento.visit("/setup")
	if strings.Contains(bento.text("body"), "Clube do Porto") &&
		eval[bool](bento, `!!document.querySelector('[name=club]')`) {
		t.Error("the first-run page is open after the club was founded")
	}
	bento.accept(ana.invite(), "Bento")
	ana.visit(ana.clubPath("/settings/members"))
	ana.click(`label:has([name="messages"])`)
	ana.click(`form:has([name="messages"]) .btn--primary`)
	ana.until(`location.search === "?saved=1"`)

	ana.openTable("open", "knock_limit=7", "target_score=100", "court_values=ten")
	table := eval[string](ana, "location.pathname")
	ana.says("main", "Ana")
	bento.visit(table)
	bento.click(`form[action$="/join"] button`)
	bento.until(boardShown)
	ana.until(boardShown) // by itself

	ana.click(`#talk`)
	ana.fill(`#write [name="words"]`, "Sorte, <b>Bento</b>")
	ana.click(`#write button`)
	ana.until(`!document.querySelector("#tray:popover-open") && document.querySelector('#write [name="words"]').value === ""`)
	bento.says(`.say__words`, "Sorte, <b>Bento</b>")

	players := []*person{ana, bento}
	if play(t, players, 6, (*person).turn) { // a knock alone does not come to a hundred points
		t.Error("the match is over before cards have moved for long")
	}
	for _, p := range players { // whose pages were sent each line once
		const said = `.querySelector("#log")?.textContent.replace(/\s+/g, " ")`
		whole := p.await( // over the end of a round, which leads to another page
			`fetch(location.pathname).then((r) => r.text()).then((page) => new DOMParser().parseFromString(page, "text/html")` + said + ` ?? "")`)
		p.until(`(document` + said + ` ?? "") === ` + quote(whole))
	}
	ana.until(`!document.querySelector("#end[data-step]")`) // a round may have ended just now, which is shown with motion
	ana.moves(false)
	if !play(t, players, 1000, (*person).turn) {
		t.Fatal("the match does not end")
	}

	t.Run("recap and rematch", func(t *testing.T) {
		ana.moves(true) // a round's end is shown once to those who wish for motion
		ana.do(chromedp.Reload())
		if found := ana.findings(axe(t), "document"); len(found) > 0 {
			t.Errorf("axe finds %+v while a round's end is shown", found)
		}
		if steps := eval[string](ana, pressOn); !strings.HasSuffix("1 2 3 up", steps) &&
			!strings.HasSuffix("1 3 up", steps) {
			t.Errorf("presses lead through the round's end by %q", steps)
		}
		ana.moves(false)
		ana.has(`form[action$="/rematch"]`)
		bento.has(`form[action$="/rematch"]`)
		if !eval[bool](bento, inReach) {
			t.Error("on a phone the way to a rematch is not in the window")
		}
	})
	t.Run("history", func(t *testing.T) {
		ana.visit(ana.clubPath("/matches"))
		ana.click(`main a[href*="/matches/"]`)
		ana.says("main", "Bento")
		ana.has(".chart svg")
		ana.has("table.data")
		if secret := eval[string](
			ana, `[...document.querySelectorAll('code')].map(c => c.textContent.trim()).find(s => /^[0-9a-f]{64}$/.test(s)) ?? ''`); secret == "" {
			t.Error("no commitment or secret on the sheet of a match that is over")
		}
		sheet := eval[string](ana, "location.pathname")
		checked(t, ana, sheet)
		ana.visit(sheet + "/replay/3")
		ana.has(".board")
		ana.has(`a[href$="/replay/4"]`)
		ana.click(`a[href$="/replay/4"]`)
		ana.until(`location.pathname.endsWith("/replay/4")`)
		ana.visit(sheet + "/replay/0")
		// nothing has the focus, and the page lags behind; Home leads to the beginning of the round, which may be short
		for _, key := range []string{kb.ArrowRight, kb.ArrowRight, kb.Home, kb.ArrowRight, kb.ArrowRight} {
			ana.do(chromedp.KeyEvent(key))
		}
		ana.until(`location.pathname.endsWith("/replay/2") && document.querySelector("#move").value === "2"`)
		eval[bool](ana, `((speed) => { speed.value = "2"; return speed.dispatchEvent(new Event("change", {bubbles: true})) })(document.querySelector("#speed"))`)
		ana.click(`#play`)
		ana.until(`/\/replay\/([3-9]|\d\d)$/.test(location.pathname) && document.querySelector("#speed").value === "2"`)
		ana.click(`#play`)
		ana.until(`document.querySelector("#play[aria-pressed=false]") && !document.querySelector(".htmx-request")`)
		hidden := func(is string) string {
			return eval[string](ana, `new Promise((done) => {
				Object.defineProperty(document, "hidden", {configurable: true, value: `+is+`});
				document.dispatchEvent(new Event("visibilitychange"));
				setTimeout(() => done(document.querySelector("#move").value), 1000);
			})`)
		}
		at := hidden("true")
		ana.click(`#play`)
		if now := hidden("true"); now != at {
			t.Errorf("a replay plays on from %s to %s while nobody sees it", at, now)
		}
		hidden("false")
		ana.until(`document.querySelector("#move").value > ` + at)
	})
	t.Run("rematch", func(t *testing.T) {
		ana.visit(table)
		bento.click(`form[action$="/rematch"] button`)
		ana.has(`[name="answer"][value="yes"]`) // htmx has brought it
		eval[bool](ana, `!addEventListener("formdata", (event) => (sessionStorage.sent = [...event.formData.keys()]))`)
		ana.click(`[name="answer"][value="yes"]`)
		ana.until(boardShown)
		if sent := eval[string](ana, `sessionStorage.sent`); sent != "match,offer,answer,idem,chance,contribution" {
			t.Errorf("a yes sends %q", sent)
		}
		bento.until(boardShown)
	})
	for _, p := range players {
		if noted := p.complaints(); len(noted) > 0 {
			t.Errorf("the console complains: %q", noted)
		}
	}
}

// inReach holds when the score stands and the way to the next round or match is in the window, or
// when a player who wishes for motion is shown the round's end first.
const inReach = `!matchMedia("(prefers-reduced-motion: reduce)").matches || !document.querySelector("#main.is-low, #end[data-step]") &&
	[document.querySelector('button[value="next"], form[action$="/rematch"] button').getBoundingClientRect()].every((b) => b.top >= 0 && b.bottom <= innerHeight)`

// pressOn presses until a round's end has been shown, and lists the steps that it came
// by. A slow machine may find some of them over.
const pressOn = `(() => {
	const end = document.getElementById("end"), steps = [];
	while (end.dataset.step && steps.length < 9) {
		steps.push(document.getElementById("main").matches(".is-low") ? end.dataset.step : "hidden");
		document.getElementById("go-on").click();
	}
	return [...steps, document.getElementById("main").matches(".is-low") ? "low" : "up"].join(" ");
})()`

// play plays so many turns in one way, or less if the match is over then.
func play(t *testing.T, players []*person, most int, turn func(*person)) (over bool) {
	t.Helper()
	for n := range most {
		p, todo := mover(t, players)
		switch todo {
		case "over":
			t.Logf("the match is over after %d turns", n)
			return true
		case "next":
			if !eval[bool](p, inReach) {
				t.Errorf("a player who wishes for less motion does not see the score and the way on, at %s", p.where())
			}
			p.click(`button[value="next"]`)
			p.until("!(" + nextReady + ")")
		case "draw":
			if eval[bool](p, "document.documentElement.scrollHeight > innerHeight") {
				t.Errorf("the table does not fit the window, at %s", p.text(".log li"))
			}
			turn(p)
		}
	}
	return false
}

// mover waits for a window in which there is something to do, and says what.
func mover(t *testing.T, players []*person) (p *person, todo string) {
	t.Helper()
	dbtest.Await(t, "a window with anything to do", func() bool { // the last move is on its way to one of them
		return slices.ContainsFunc(players, func(of *person) bool {
			p, todo = of, eval[string](of, `document.readyState !== "complete" ? '' : (`+matchOver+`) ? 'over' : (`+nextReady+`) ? 'next' : (`+drawReady+
				`) ? 'draw' : ''`)
			return todo != ""
		})
	})
	return p, todo
}
