package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"carteado/db/dbtest"
)

// A guest is a player with plain forms and no script.
type guest struct {
	t      testing.TB
	client *http.Client
	base   string
}

func newGuest(t testing.TB, base string) *guest {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &guest{t, &http.Client{Jar: jar, Timeout: dbtest.Timeout}, base}
}

// post sends a form, and returns the page it leads to.
func (g *guest) post(path string, form url.Values) string {
	g.t.Helper()
	return g.read(g.client.PostForm(g.base+path, form))
}

func (g *guest) get(path string) string {
	g.t.Helper()
	return g.read(g.client.Get(g.base + path))
}

func (g *guest) read(answer *http.Response, err error) string {
	g.t.Helper()
	if err != nil {
		g.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }() // it was read
	page, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		g.t.Fatalf("%s: %s, %v\n%s", answer.Request.URL, answer.Status, err, page)
	}
	return string(page)
}

var sealField = regexp.MustCompile(`name="seal" value="([0-9a-f]{64})"`)

var joinForm = regexp.MustCompile(`action="(/clubs/[^"]+/join)"`)

// TestAnEveningOfTwelve goes the way of a host who sees the program for the first
// time: the home of a new club leads to an invitation's code for the wall, twelve
// people sit down at four tables, all in the host's view, the host makes an
// announcement, and closes one table for a reason.
func TestAnEveningOfTwelve(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 1366, 768, "pt-BR")
	bento := b.person(c.url, 360, 740, "pt-BR")

	// The home of a new club leads to the code and to a table.
	ana.foundClub(c, "Ana")
	ana.click(`#home .empty a[href$="/invitations"]`)
	ana.fill(`[name=uses]`, "11")
	ana.fill(`[name=days]`, "1")
	ana.click(`form[action$="/invitations"] .btn--primary`)
	ana.has(`.is-fresh .qr path`)
	wall := strings.TrimPrefix(eval[string](ana, `document.querySelector(".is-fresh input[readonly]").value`), c.url)
	ana.goHome()
	club := eval[string](ana, "location.pathname")
	ana.opensForThree()

	// With a phone, the code leads to a seat in two forms.
	began := time.Now()
	bento.visit(wall)
	bento.fill(`[name=name]`, "Bento")
	bento.fill(`[name=password]`, secret)
	bento.click(`form .btn--primary`)
	bento.click(`#home form[action$="/join"] button`)
	bento.until(`/\/tables\/1$/.test(location.pathname) && document.querySelector("#room")`)
	t.Logf("from the code on the wall to a chair: two forms, %s", time.Since(began).Round(time.Millisecond))

	// The others have plain forms: three of them open tables, all find a seat.
	var guests []*guest
	for n := range 10 {
		g := newGuest(t, c.url)
		g.post(wall, url.Values{"name": {fmt.Sprintf("Convidado %d", n+1)}, "password": {secret}})
		if n < 3 {
			seal := sealField.FindStringSubmatch(g.get(club + "/tables/new"))
			g.post(club+"/tables", url.Values{"game": {"palace"}, "seat1": {"open"}, "seat2": {"open"},
				"seal": {seal[1]}})
		} else {
			home := g.get(club)
			join := joinForm.FindStringSubmatch(home)
			if join == nil {
				t.Fatalf("guest %d finds no seat:\n%s", n+1, home)
			}
			g.post(join[1], nil)
		}
		guests = append(guests, g)
	}

	// All four tables are in the host's view at home, and no seat is left.
	ana.goHome()
	for table := 1; table <= 4; table++ {
		ana.has(fmt.Sprintf(`#home a[href="%s/tables/%d"]`, club, table))
	}
	ana.until(`!document.querySelector('#home form[action$="/join"]')`)
	ana.click(`#home a[href$="/tables/4"]`)
	ana.has(`form#table, #table`)
	ana.visit(club)

	// An announcement appears on the others' homes without a reload.
	bento.visit(club)
	ana.click(`.nav a[href$="/standings"]`)
	ana.click(`.tabs [popovertarget="more-tabs"]`)
	ana.click(`.tabs a[href$="/announcements"]`)
	ana.fill(`[name=body]`, "Às dez paramos: https://clube.example/mapa")
	ana.click(`form[action$="/announcements"] .btn--primary`)
	bento.says(`#home`, "Às dez paramos")

	// A table is closed, and its players read the reason.
	ana.visit(club + "/tables/4/close")
	ana.click(`form[action$="/close"] button`) // without a reason: the browser asks for one
	ana.fill(`[name=reason]`, "Acabou a luz.")
	ana.click(`form[action$="/close"] button`)
	ana.until(`/\/tables\/4$/.test(location.pathname)`)
	if page := guests[2].get(club + "/tables/4"); !strings.Contains(page, "Acabou a luz.") {
		t.Errorf("who opened the table does not read why it was closed:\n%s", page)
	}
	bento.until(`!document.querySelector('#home a[href$="/tables/4"]')`)

	// A stranger is sent to the sign-in page.
	stranger := newGuest(t, c.url)
	answer, err := stranger.client.Get(c.url + club)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }() // only where it leads is of interest
	if answer.Request.URL.Path != "/sign-in" {
		t.Errorf("a stranger comes to %s", answer.Request.URL)
	}
	for _, p := range []*person{ana, bento} {
		if noted := p.complaints(); len(noted) > 0 {
			t.Errorf("the console complains: %q", noted)
		}
	}
}

// goHome goes to the club's home by the navigation, or by the bar of a table.
func (p *person) goHome() {
	p.t.Helper()
	p.click(`.nav li:first-child a, .bar > a:first-child`)
	p.has(`#home`)
}

// opensForThree opens a table of Palace from the home, with two open seats.
func (p *person) opensForThree() {
	p.t.Helper()
	p.click(`#home a[href$="/tables/new"]`)
	p.has(`#choose-palace.is-on`)
	eval[bool](p, `(() => { for (const n of [1, 2]) document.querySelector("select[name=seat" + n + "]").value = "open"; return true })()`)
	p.click(`form.newtable .btn--wide`)
	p.until(`/\/tables\/\d+$/.test(location.pathname)`)
}

// TestHostingByKeyboard manages a club without a mouse: keys open what opens, and a
// refused field gets the focus.
func TestHostingByKeyboard(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 1366, 768, "en")
	ana.foundClub(c, "Ana")
	members := ana.clubPath("/members")

	ana.visit(members)
	ana.press(`main details > summary`, kb.Enter)
	ana.has(`main details[open]`)
	ana.press(`[name=name]`, "Ana")
	ana.do(chromedp.KeyEvent(kb.Enter))
	ana.says(`#name-fault`, "taken")
	// The refused field takes the focus, at the latest when the page is drawn.
	eval[bool](ana, `new Promise(done => {
		const look = () => document.activeElement.id === "name" ? done(true) : requestAnimationFrame(look);
		look();
	})`)
	ana.do(chromedp.KeyEvent("Maria "))
	ana.do(chromedp.KeyEvent(kb.Enter))
	ana.has(`input[value*="/passwords/"]`)

	ana.visit(members)
	ana.press(`.member:last-child a[href*="/members/"]`, kb.Enter) // Maria's, by name
	ana.until(`/\/members\/\d+$/.test(location.pathname)`)
	maria := eval[string](ana, `location.pathname.split("/").pop()`)
	ana.press(`main > details > summary`, kb.Enter)
	ana.press(`select#role-`+maria, kb.ArrowDown) // from member to host
	ana.press(`form[action$="/`+maria+`/role"] button`, " ")
	ana.until(`location.search.includes("saved") && document.querySelector('select#role-` + maria +
		`')?.value === "host"`)
	ana.press(`main > details > summary`, kb.Enter)
	ana.press(`details details > summary`, " ")
	ana.press(`form[action$="/remove"] button`, kb.Enter)
	ana.until(`location.search.includes("removed") && !document.querySelector('a[href$="/members/` + maria + `"]')`)

	ana.visit(ana.clubPath("/seasons/new"))
	ana.press(`[name=name]`, "Spring")
	ana.press(`[name=games][value=knock]`, " ")
	ana.press(`form[action$="/seasons"] .btn--primary`, kb.Enter)
	ana.says(`h1`, "Spring")
	if noted := ana.complaints(); len(noted) > 0 {
		t.Errorf("the console complains: %q", noted)
	}
}
