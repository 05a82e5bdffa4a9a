package handlers

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"carteado/views/link"
)

// playDeal plays a deal of the day to its end by plain forms, always the first legal move that a button makes.
func (b *browser) playDeal(path string, moves func(page *reply) []string) *reply {
	b.t.Helper()
	for range 400 {
		page := b.get(path).want(http.StatusOK)
		if page.form(path) == nil {
			return page
		}
		page.mustForm(path).with(moves(page)...).send().want(http.StatusSeeOther)
	}
	b.t.Fatal("the deal does not end")
	return nil
}

// knockAtOnce draws from the stock and discards the card just drawn.
func knockAtOnce(page *reply) []string {
	for _, button := range all(page.doc(), "button", "name", "move") {
		if value, _ := attr(button, "value"); value == "draw @stock" {
			return []string{"move", value}
		}
	}
	cards := all(page.doc(), "input", "name", "card")
	last, _ := attr(cards[len(cards)-1], "value")
	return []string{"move", "discard *", "card", last}
}

// Everybody plays the same deal once. A player who has not finished sees how many have, and nothing of what they
// made.
func TestTheDealOfTheDay(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	e.noon()
	now := time.Now().In(e.zone())
	path := link.Deal(e.club, now, "knock")
	ana, bento := e.as("Ana"), e.as("Bento")
	dealt := func(b *browser) string {
		return text(all(b.get(path).want(http.StatusOK).doc(), "fieldset", "class", "hand hand--groups")[0])
	}
	if dealt(ana) != dealt(bento) {
		t.Errorf("two members are dealt\n%s\nand\n%s", dealt(ana), dealt(bento))
	}
	ana.get(link.Deal(e.club, now.AddDate(0, 0, 1), "knock")).want(http.StatusNotFound)
	ana.get(link.Deal(e.club, now, "chess")).want(http.StatusNotFound)

	form := ana.get(path).mustForm(path).with("move", "draw @stock")
	form.send().want(http.StatusSeeOther)
	form.send().want(http.StatusOK) // twice is once
	ana.get(path).mustForm(path).with("move", "knock *", "card", "2C").send().want(http.StatusUnprocessableEntity)
	end := ana.playDeal(path, knockAtOnce)
	if !strings.Contains(end.text(), "All with the same deal") {
		t.Fatalf("after the end the page says\n%s", end.text())
	}
	ana.post(path, form.values).want(http.StatusSeeOther)

	// Two worlds that differ in what Ana has made of it.
	world := func() (seen string) {
		for _, page := range []string{path, link.Daily(e.club), link.Club(e.club)} {
			seen += bento.get(page).want(http.StatusOK).text()
		}
		return seen
	}
	before := world()
	e.sql(`UPDATE daily_plays SET score = score + 50, own = own + 3, moves = moves[:4] WHERE player_id = $1`,
		e.players["Ana"])
	if after := world(); after != before {
		t.Errorf("who has not played sees\n%s\nand in another world\n%s", before, after)
	}
	if !strings.Contains(before, "1 has played") {
		t.Errorf("nobody is said to have played: %s", before)
	}
	e.sql(`UPDATE daily_plays SET score = score - 50, own = own - 3 WHERE player_id = $1`, e.players["Ana"])
	done := bento.playDeal(path, knockAtOnce)
	if len(all(done.doc(), "ol", "class", "rows")) != 1 || !strings.Contains(done.text(), "Ana") {
		t.Errorf("after the own play the page says\n%s", done.text())
	}

	// A day later the best is on the home page; a club can switch it off.
	e.sql(`UPDATE daily_plays SET day = day - 1`)
	if home := ana.get(link.Club(e.club)).text(); !strings.Contains(home, "Yesterday’s best") {
		t.Errorf("home says\n%s", home)
	}
	e.sql(`UPDATE clubs SET daily = '{}'`)
	ana.get(path).want(http.StatusNotFound)
	if home := ana.get(link.Club(e.club)).text(); strings.Contains(home, "Deal of the day") {
		t.Errorf("switched off, home says\n%s", home)
	}
}

// noon moves the clubs to where it is noon, so that no day ends while a test runs.
func (e *evening) noon() {
	e.sql(`UPDATE clubs SET time_zone = $1`, fmt.Sprintf("Etc/GMT%+d", time.Now().UTC().Hour()-12))
}

// zone is the club's.
func (e *evening) zone() *time.Location {
	club, err := e.Store.ClubFor(e.t.Context(), e.club, e.players["Ana"])
	if err != nil {
		e.t.Fatal(err)
	}
	return e.Zone(club.TimeZone)
}
