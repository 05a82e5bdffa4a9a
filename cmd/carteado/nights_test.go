package main

import (
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
)

var hereAt = regexp.MustCompile(`/here/[\w-]+`)

// A night of twelve by phones: ten members, the host and a guest without an account come by the code on the wall, one
// more comes when the round goes on and is seated in, the guest's table plays with real cards, and the host, who does all
// of it with a thumb, needs few presses.
func TestANightOfTwelve(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 360, 740, "en")
	ana.foundClub(c, "Ana")
	club := ana.clubPath("")
	ana.visit(club + "/invitations")
	ana.fill(`[name=uses]`, "11")
	ana.click(`form[action$="/invitations"] .btn--primary`)
	ana.has(`.is-fresh input[readonly]`)
	invitation := eval[string](ana, `new URL(document.querySelector(".is-fresh input[readonly]").value).pathname`)
	night, presses := tonight(c, club), 0
	press := func(selector string) { // of the host, on a page that fits the phone
		t.Helper()
		ana.click(selector)
		presses++
	}
	fits := func() {
		t.Helper()
		if wide := eval[int](ana, `document.documentElement.scrollWidth`); wide > 360 {
			t.Errorf("%s is %d px wide", ana.where(), wide)
		}
	}
	here := ana.showsCode(night)

	// They come: one on a phone that is looked at, the others by plain forms.
	bento := b.person(c.url, 360, 740, "en")
	bento.accept(invitation, "Bento")
	bento.comes(here, night)
	players := map[string]*guest{}
	for n := range 8 {
		name := fmt.Sprintf("Friend %d", n+1)
		players[name] = newGuest(t, c.url)
		players[name].post(invitation, url.Values{"name": {name}, "password": {secret}})
		players[name].post(here, nil)
	}
	newGuest(t, c.url).post(here, url.Values{"as": {"guest"}, "name": {"Luís"}})
	ana.visit(here)
	press(`form[action$="` + here + `"] .btn--primary`)
	ana.until(`location.pathname === ` + quote(night))

	ana.visit(night + "/draws")
	eval[bool](ana, `(() => { document.querySelector("#game").value = "rummy"; document.querySelector("#size").value = "3-4"; return true })()`)
	press(`form[action$="/draws"] .btn--primary`)
	ana.has(`form[action$="/open"]`)
	fits()
	press(`form[action$="/open"] .btn--primary`)
	ana.has(`form[action$="/end"]`)
	fits()
	bento.visit("/settings")
	bento.says(`#seatline`, "with")

	// Célia comes late, and her phone says where she sits.
	celia := b.person(c.url, 360, 740, "en")
	celia.accept(invitation, "Célia")
	celia.comes(here, night)
	celia.visit(club) // a status that stands is read out
	eval[bool](celia, `!!(window.line = document.getElementById("seatline"))`)
	ana.visit(night + "/draws")
	ana.says("main", "Célia is here and has no table")
	press(`form[action$="/seats"]:has([name="table"]) .btn`)
	ana.until(`!document.querySelector("main").textContent.includes("Célia is here and has no table")`)
	celia.says(`#seatline`, "with")
	if !eval[bool](celia, `line === document.getElementById("seatline")`) {
		t.Error("the line of her seat came with its status, of which a screen reader says nothing")
	}
	if hidden := eval[string](celia, `new Promise((done) => {
		Object.defineProperty(document, "hidden", { configurable: true, value: true });
		document.addEventListener("htmx:beforeSend", (event) => {
			delete document.hidden;
			done(event.detail.requestConfig.headers["Carteado-Hidden"] ?? "");
		}, { once: true });
	})`); hidden != "true" {
		t.Errorf("the page of a night that nobody looks at says %q", hidden)
	}

	// The guest's table plays with real cards: the host writes the round down, and another of the table confirms it.
	const lot = `[...document.querySelectorAll(".lot")].find((l) => l.textContent.includes("Luís"))`
	ana.visit(eval[string](ana, lot+`.querySelector('a[href$="/sheet"]').getAttribute("href")`))
	sheet := eval[string](ana, `location.pathname`)
	seats := eval[int](ana, `document.querySelectorAll('.tally [name="left"]').length`)
	press(`label:has([name="by"][value="0"])`)
	press(`label:has([name="how"][value="out"])`)
	for seat := 2; seat <= seats; seat++ {
		ana.fill(`.tally:nth-child(`+strconv.Itoa(seat)+`) [name="left"]`, "10")
	}
	fits()
	press(`.sheetform .btn--primary`)
	ana.says(`.ledger tfoot`, strconv.Itoa(10*(seats-1)))
	press(`form[action$="/end"] .btn`)
	ana.has(`.tag`)
	confirmed := false
	for name, p := range players {
		if !confirmed && eval[bool](ana, `document.querySelector("main").textContent.includes(`+quote(name)+`)`) {
			p.post(sheet+"/confirm", nil)
			confirmed = true
		}
	}
	if !confirmed { // the lot has put Bento there, and none of them
		bento.visit(sheet)
		bento.click(`form[action$="/confirm"] .btn`)
	}
	ana.visit(sheet)
	ana.until(`!document.querySelector("main .tag")`)

	ana.visit(night + "/draws")
	press(`form[action$="/end"] .btn--primary`)
	ana.says(`table.data`, "Luís")
	if rows := eval[int](ana, `document.querySelectorAll("table.data tbody tr").length`); rows != 12 {
		t.Errorf("%d people stand in the standings", rows)
	}
	fits()
	t.Logf("the host's presses, from the code on the wall to the standings: %d", presses)
	for _, p := range []*person{ana, bento, celia} {
		if noted := p.complaints(); len(noted) > 0 {
			t.Errorf("the console complains: %q", noted)
		}
	}
}

// tonight plans a night of a club that begins in an hour.
func tonight(c *club, slug string) (path string) {
	c.t.Helper()
	pool, err := pgxpool.New(c.t.Context(), c.config.DatabaseURL)
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(pool.Close)
	if _, err := pool.Exec(c.t.Context(), `INSERT INTO nights (club_id, planned_at, name, starts_at, ends_at,
			answers_until, place, address, says, games, places, created_by)
		SELECT c.id, now(), 'Friday', now() + interval '1 hour', now() + interval '3 hours', now() + interval '1 hour',
			'At Ana’s', '', '', '{}', 0, m.player_id FROM clubs c JOIN memberships m ON m.club_id = c.id`); err != nil {
		c.t.Fatal(err)
	}
	return slug + "/nights/1"
}

// showsCode has a host make the code on the wall, and returns where it leads.
func (p *person) showsCode(night string) string {
	p.t.Helper()
	p.visit(night + "/poster")
	p.click(`form[action$="/poster"] .btn--primary`)
	p.has(`.qr path`)
	return hereAt.FindString(p.text(".poster"))
}

// comes has a member check in by the code on the wall.
func (p *person) comes(here, night string) {
	p.t.Helper()
	p.visit(here)
	p.click(`form[action$="` + here + `"] .btn--primary`)
	p.until(`location.pathname === ` + quote(night))
}

// discards plays one turn by mouse, and never knocks, so that no deal ends the round.
func (p *person) discards() {
	p.t.Helper()
	p.ends(`null`)
}

// A guest plays at a table of the night on their phone, until its battery is empty: the host hands another one over,
// which shows the hand that the first one showed, and goes on. The first one shows nothing any more.
func TestAGuestOnTwoPhones(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana, bento := b.person(c.url, 1366, 768, "en"), b.person(c.url, 360, 740, "en")
	luis, other := b.person(c.url, 360, 740, "pt-BR"), b.person(c.url, 320, 640, "pt-BR")
	ana.foundClub(c, "Ana")
	club, invitation := ana.clubPath(""), ana.invite()
	night := tonight(c, club)
	here := ana.showsCode(night)
	bento.accept(invitation, "Bento")
	bento.comes(here, night)
	luis.visit(here)
	luis.fill(`[name=name]`, "Luís")
	luis.click(`form:has([name="as"]) .btn`)
	luis.until(`location.pathname === "/here"`)

	ana.visit(night + "/draws")
	eval[bool](ana, `(() => {
		document.querySelector("#game").value = "knock";
		document.querySelector('[name="screens"]').checked = true;
		return true;
	})()`)
	ana.click(`form[action$="/draws"] .btn--primary`)
	ana.click(`form[action$="/open"] .btn--primary`)
	ana.has(`form[action$="/end"]`)
	luis.click(`#visit .btn--turn`)              // by itself
	bento.click(`#seatline a[href*="/tables/"]`) // before the tables are open it leads to the draw
	for _, p := range []*person{luis, bento} {
		p.until(boardShown + ` || document.querySelector('form[action$="/join"]')`)
		if !eval[bool](p, `!!`+boardShown) {
			p.click(`form[action$="/join"] button`)
		}
	}
	for _, p := range []*person{luis, bento} {
		p.until(boardShown)
	}
	play(t, []*person{luis, bento}, 3, (*person).discards)

	const hand = `[...document.querySelectorAll("#table .fan input")].map((card) => card.id).sort().join(" ")`
	luis.settle()
	held := eval[string](luis, hand)
	ana.visit(night + "/arrivals")
	ana.click(`form[action$="/phone"] .btn`)
	ana.has(`#phone-link`)
	link := eval[string](ana, `new URL(document.querySelector("#phone-link").value).pathname`)
	other.visit(link)
	other.says(`h1`, "Luís")
	other.click(`form .btn--primary`)
	other.until(`location.pathname === "/here"`)
	other.click(`#visit .btn--turn`)
	other.until(boardShown)
	if got := eval[string](other, hand); got != held || held == "" {
		t.Errorf("the other phone shows %q, the first one has shown %q", got, held)
	}
	play(t, []*person{other, bento}, 3, (*person).discards)
	luis.visit("/here")
	if shown := luis.text("body"); strings.Contains(shown, "Bento") || eval[bool](luis, `!!`+boardShown) {
		t.Errorf("the first phone shows %q", shown)
	}
	for _, p := range []*person{ana, bento, other} {
		if noted := p.complaints(); len(noted) > 0 {
			t.Errorf("the console complains: %q", noted)
		}
	}
}
