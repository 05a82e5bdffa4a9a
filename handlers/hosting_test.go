package handlers

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"carteado/engine/role"
	"carteado/views/link"
)

// A table for those invited: other members find nothing, its link leads to a
// button, and only pressing it lets them in.
func TestATableForThoseInvited(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	bento, davi, eva := e.as("Bento"), e.as("Davi"), e.as("Eva")
	room := bento.get(link.NewTableOf(e.club, "knock")).want(http.StatusOK).mustForm(link.Tables(e.club)).
		with("seat1", "open", "reach", "invited").send().want(http.StatusSeeOther)
	table := room.Header.Get("Location")
	var key string
	for _, n := range all(bento.get(table).want(http.StatusOK).doc, "input", "", "") {
		if value, _ := attr(n, "value"); strings.Contains(value, "?key=") {
			_, key, _ = strings.Cut(value, "?key=")
		}
	}
	if len(key) < 26 {
		t.Fatalf("key %q", key)
	}
	absent := strings.ReplaceAll(table, table[strings.LastIndex(table, "/"):], "/999")
	for _, path := range []string{"", "/rules", "/poll?at=waiting.0", "/close", "/arrange", "?key=wrong"} {
		got, want := davi.get(table+path).want(http.StatusNotFound), davi.get(absent+path)
		if a, b := impersonal(got), strings.ReplaceAll(impersonal(want), absent, table); a != b {
			t.Errorf("%s: hidden is\n%s\nabsent is\n%s", path, a, b)
		}
	}
	if home := davi.get(link.Club(e.club)); strings.Contains(home.body, table) {
		t.Error("the home names the table")
	}
	eva.get(table + "?key=" + key).want(http.StatusNotFound)
	davi.post(table+"/guests", url.Values{"key": {"wrong"}}).want(http.StatusNotFound)
	before := e.digest()
	door := davi.get(table + "?key=" + key).want(http.StatusOK)
	if e.digest() != before {
		t.Error("looking at the door writes")
	}
	davi.get(table).want(http.StatusNotFound)
	door.mustForm(table + "/guests").send().want(http.StatusSeeOther).at(table + "/guests")
	davi.get(table).want(http.StatusOK)
	home := davi.get(link.Club(e.club)).want(http.StatusOK)
	home.mustForm(table + "/join").send().want(http.StatusSeeOther)
	davi.get(table).want(http.StatusOK).mustForm(table + "/moves")
}

// Hosts close a table that is being played: the players read why, and by the
// next poll.
func TestAHostClosesATable(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	table := link.Table(e.club, 1)
	if err := e.store.SetRole(t.Context(), e.clubID, e.players["Ana"], e.players["Davi"], role.Host); err != nil {
		t.Fatal(err)
	}
	davi, bento := e.as("Davi"), e.as("Bento")
	if len(all(bento.get(table).doc, "a", "href", table+"/close")) != 0 || len(all(davi.get(table).doc, "a", "href", table+"/close")) != 1 {
		t.Error("who sees the way to close the table")
	}
	at := e.board(1, "Bento").Table.At
	bento.post(table+"/close", url.Values{"reason": {"mine"}}).want(http.StatusForbidden)
	form := davi.get(table + "/close").want(http.StatusOK).mustForm(table + "/close")
	form.with("reason", "   ").send().want(http.StatusUnprocessableEntity).says("Fill in")
	form.with("reason", "O bar fechou <b>").send().want(http.StatusSeeOther)
	if got := bento.get(table+"/poll?at=board."+at, "HX-Request", "true"); got.Header.Get("HX-Redirect") == "" {
		t.Errorf("the poll answers %d", got.StatusCode)
	}
	bento.get(table).want(http.StatusOK).says("Davi closed the table: O bar fechou <b>")
	e.as("Célia").get(link.Match(e.club, e.running)).want(http.StatusOK).says("O bar fechou <b>")
	e.as("Célia").get(link.Audit(e.club)).want(http.StatusOK).says("Davi closed table 1: O bar fechou <b>")
	davi.get(table + "/close").want(http.StatusSeeOther)
}

// House rules that a host keeps from a table open the next one.
func TestHouseRulesOfTheClub(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	ana, bento := e.as("Ana"), e.as("Bento")
	opened := ana.get(link.NewTableOf(e.club, "knock")).mustForm(link.Tables(e.club)).
		with("seat1", "open", "option.knock_limit", "7").send().want(http.StatusSeeOther)
	table := opened.Header.Get("Location")
	bento.get(table).want(http.StatusOK)
	keep := ana.get(table).want(http.StatusOK).mustForm(link.Presets(e.club))
	keep.with("name", "").send().want(http.StatusUnprocessableEntity)
	keep.with("name", "Knock da casa").send().want(http.StatusSeeOther)
	again := keep.with("name", "knock DA casa").send().want(http.StatusUnprocessableEntity)
	if got := again.mustForm(link.Presets(e.club)).values.Get("name"); got != "knock DA casa" {
		t.Errorf("the form forgot the name: %q", got)
	}
	choice := bento.get(link.NewTableOf(e.club, "knock")).want(http.StatusOK)
	var preset string
	for _, n := range all(choice.doc, "button", "name", "preset") {
		if strings.Contains(text(n), "Knock da casa") {
			preset, _ = attr(n, "value")
		}
	}
	chosen := bento.get(link.NewTableOf(e.club, "knock") + "&preset=" + preset).want(http.StatusOK)
	if got := chosen.mustForm(link.Tables(e.club)).values.Get("option.knock_limit"); got != "7" {
		t.Errorf("knock_limit is %q", got)
	}
	id := strings.TrimPrefix(preset, "club-")
	bento.post(link.Presets(e.club)+"/"+id+"/remove", url.Values{}).want(http.StatusForbidden)
	ana.post(link.Presets(e.club)+"/"+id+"/remove", url.Values{"game": {"knock"}}).want(http.StatusSeeOther)
	if got := bento.get(link.NewTableOf(e.club, "knock")); strings.Contains(got.body, "Knock da casa") {
		t.Error("the removed house rules are still on offer")
	}
}

// Announcements are plain text whose addresses become links, and the newest is
// at home.
func TestAnnouncements(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	ana, bento := e.as("Ana"), e.as("Bento")
	page := link.Announcements(e.club)
	write := ana.get(page).want(http.StatusOK).mustForm(page)
	write.with("body", strings.Repeat("x", 2001)).send().want(http.StatusUnprocessableEntity)
	write.with("body", "Quinta <script>alert(1)</script>\r\n\r\n\r\nhttps://cartas.example/mesa javascript:alert(1)").send().want(http.StatusSeeOther)
	if bento.get(page).form(page) != nil {
		t.Error("a member may write")
	}
	for _, path := range []string{page, link.Club(e.club)} {
		got := bento.get(path).want(http.StatusOK).says("Quinta <script>alert(1)</script>")
		if len(all(got.doc, "a", "href", "https://cartas.example/mesa")) != 1 || strings.Contains(got.body, `href="javascript`) {
			t.Errorf("%s: links", path)
		}
	}
	var hide string
	for _, n := range all(ana.get(page).doc, "form", "", "") {
		if action, _ := attr(n, "action"); strings.HasSuffix(action, "/hide") {
			hide = action
		}
	}
	bento.post(hide, url.Values{}).want(http.StatusForbidden)
	ana.post(hide, url.Values{}).want(http.StatusSeeOther)
	if strings.Contains(bento.get(link.Club(e.club)).body, "Quinta &lt;script") {
		t.Error("what was taken down is at home")
	}
}

// A match of other rules says so, and leads a host to where it can be ended.
func TestAMatchOfOtherRules(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	e.sql(`UPDATE matches SET rules_version = 0 WHERE id = $1`, e.running)
	table := link.Table(e.club, 1)
	e.as("Bento").get(table).want(http.StatusConflict).says("rules that are not played here any more")
	e.as("Bento").post(link.Moves(e.club, 1), url.Values{
		"idem": {newIdem()}, "version": {"0"}, "match": {strconv.FormatInt(e.running, 10)}, "move": {"draw @stock"}, "game": {"knock"},
	}).want(http.StatusConflict)
	ana := e.as("Ana")
	if at := ana.get(table).want(http.StatusSeeOther).Header.Get("Location"); at != link.Close(e.club, 1) {
		t.Fatalf("the host is led to %s", at)
	}
	ana.get(link.Close(e.club, 1)).want(http.StatusOK).mustForm(link.Close(e.club, 1)).with("reason", "new rules").send().want(http.StatusSeeOther)
	ana.get(table).want(http.StatusConflict)
	ana.get(link.Match(e.club, e.running)).want(http.StatusOK)
}
