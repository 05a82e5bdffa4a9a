package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"carteado/views/link"
)

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
	for _, n := range all(choice.doc(), "button", "name", "preset") {
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

	// They are kept where they are chosen, too, by those who may.
	page := ana.get(link.NewTableOf(e.club, "knock"))
	form := func() *form { return page.mustForm(link.Tables(e.club)).with("seat1", "open") }
	long := strings.Repeat("x", 61)
	bad := form().with("keep", long).send().want(http.StatusUnprocessableEntity)
	if got := bad.mustForm(link.Tables(e.club)).values.Get("keep"); got != long {
		t.Errorf("the form forgot the name: %q", got)
	}
	kept := form().with("keep", "De sempre").send().want(http.StatusSeeOther)
	if to := kept.Header.Get("Location"); !strings.HasSuffix(to, "?kept=1") {
		t.Errorf("it leads to %s", to)
	}
	choice = bento.get(link.NewTableOf(e.club, "knock")).says("De sempre")
	if choice.mustForm(link.Tables(e.club)).values.Has("keep") {
		t.Error("a member is asked for the name of house rules")
	}
}
