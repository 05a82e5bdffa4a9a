package handlers

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"carteado/views/link"
)

// A host founds a season, a match counts, its result is voided, and the charter
// is amended: all of it by forms.
func TestSeason(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	e.noon()
	ana, davi := e.as("Ana"), e.as("Davi")
	davi.get(link.Standings(e.club)).want(http.StatusOK)
	form := link.Season(e.club, 0)
	kept := ana.get(link.NewSeason(e.club)).mustForm(form).with("name", "Primavera", "places", "5, x", "until",
		"2020-01-01").send().want(http.StatusUnprocessableEntity)
	if got := kept.mustForm(form).values; got.Get("name") != "Primavera" || got.Get("places") != "5, x" {
		t.Errorf("the form is now %v", got)
	}
	founded := ana.get(link.NewSeason(e.club)).mustForm(form).with("name", "Primavera").send().want(http.StatusSeeOther)
	season := founded.Header.Get("Location")
	_, id, _ := strings.Cut(season, "season=")

	// The match that is over has counted for it: Célia won it.
	standings := ana.get(season).want(http.StatusOK).says("Primavera").says("Célia")
	if standings.form(link.ExportClub(e.club)) == nil || davi.get(season).form(link.ExportClub(e.club)) != nil {
		t.Error("the list is handed out to its owners alone, where it stands")
	}
	edit := link.Season(e.club, 0) + "/" + id
	davi.get(edit + "/edit").want(http.StatusForbidden)
	amend := ana.get(edit + "/edit").want(http.StatusOK)
	amend.mustForm(edit).with("places", "7").send().want(http.StatusUnprocessableEntity) // without a reason
	seven := ana.get(edit+"/edit").mustForm(edit).with("places", "7", "reason", "seven is nicer")
	seven.send().want(http.StatusSeeOther)
	seven.send().want(http.StatusSeeOther) // the button pressed twice
	// Another form, which was opened before that, takes nothing back unseen.
	again := amend.mustForm(edit).with("places", "6", "reason", "six is enough").send().
		want(http.StatusUnprocessableEntity).says("or was amended").mustForm(edit)
	if again.values.Get("places") != "6" || again.values.Get("reason") != "six is enough" {
		t.Errorf("the form is now %v", again.values)
	}
	amended := davi.get(season).says("seven is nicer")
	if points := text(all(amended.doc(), "tbody", "", "")[0]); !strings.Contains(points, "7") {
		t.Errorf("places are %s", points)
	}
	davi.get(link.Audit(e.club)).want(http.StatusOK).says("seven is nicer")

	sheet := link.Match(e.club, e.over)
	davi.get(sheet).want(http.StatusOK)
	correct := link.Correct(e.club, e.over)
	davi.post(correct, url.Values{"kind": {"void"}, "reason": {"x"}}).want(http.StatusForbidden)
	ana.get(sheet).mustForm(correct).with("kind", "void").send().want(http.StatusUnprocessableEntity)
	ana.post(correct, url.Values{"kind": {"places"}, "place": {"1", "3"}, "reason": {"x"}}).
		want(http.StatusUnprocessableEntity)
	ana.get(sheet).mustForm(correct).with("kind", "void", "reason", "played by candle light").send().
		want(http.StatusSeeOther)
	davi.get(sheet).says("candle light")

	// Lists say so before who won, and the hosts' list finds it by that.
	e.as("Célia").get(link.Matches(e.club)).says("Voided").says("voided by Ana: played by candle light")
	for query, found := range map[string]bool{
		"": true, "?ended=voided": true, "?ended=played": false, "?ended=closed": false, "?game=knock": true,
		"?q=celia": true, "?q=davi": false,
		"?q=2": true, "?q=1": false, "?from=2020-01-01": true, "?until=2020-01-01": false, "?season=" + id: true,
		"?ended=x&game=x&from=x&season=x": true,
	} {
		page := ana.get(link.History(e.club) + query).want(http.StatusOK)
		if got := len(all(page.doc(), "a", "class", "item is-void")); got != map[bool]int{true: 1}[found] {
			t.Errorf("%q lists %d voided matches: %s", query, got, page.text())
		}
	}
	ana.get(link.History(e.club) + "?before=x").want(http.StatusNotFound)
}

// Two seasons for which the same matches would count are asked about, in a form that keeps what was written; a second
// press agrees, and only to what it was asked. An empty one is deleted, and a name changed, by forms.
func TestSeasonsOverlap(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	e.noon()
	year := strconv.Itoa(time.Now().Year() + 5)
	ana, davi := e.as("Ana"), e.as("Davi")
	seasons := link.Season(e.club, 0)
	days := func(name, from, until string) *form {
		return ana.get(link.NewSeason(e.club)).mustForm(seasons).with("name", name, "from", from, "until", until)
	}
	days("Outono", year+"-03-01", year+"-05-31").send().want(http.StatusSeeOther)
	days("Inverno", year+"-06-01", year+"-08-31").send().want(http.StatusSeeOther)
	days("Festa", year+"-09-01", year+"-09-30").send().want(http.StatusSeeOther)
	asked := days("Copa", year+"-05-31", year+"-06-02").send().want(http.StatusUnprocessableEntity).
		says("Outono").says("Inverno")
	again := asked.mustForm(seasons)
	if got := again.values; got.Get("name") != "Copa" || got.Get("until") != year+"-06-02" || got.Get("agreed") == "" {
		t.Errorf("the form is now %v", got)
	}
	again.with("until", year+"-09-02").send().want(http.StatusUnprocessableEntity).says("Festa") // another question
	cup := asked.mustForm(seasons).send().want(http.StatusSeeOther).Header.Get("Location")
	asked.mustForm(seasons).send().want(http.StatusSeeOther) // the button pressed twice
	_, id, _ := strings.Cut(cup, "season=")
	edit := seasons + "/" + id
	// What it overlaps already is not asked about again.
	ana.get(edit+"/edit").mustForm(edit).with("until", year+"-06-01").send().want(http.StatusSeeOther)

	davi.post(edit+"/delete", url.Values{}).want(http.StatusForbidden)
	ana.get(edit + "/edit").mustForm(edit + "/delete").send().want(http.StatusSeeOther)
	ana.get(cup).want(http.StatusNotFound)

	spring := ana.get(link.NewSeason(e.club)).mustForm(seasons).with("name", "Primavera").send().
		want(http.StatusSeeOther).Header.Get("Location")
	_, id, _ = strings.Cut(spring, "season=")
	edit = seasons + "/" + id
	page := ana.get(edit + "/edit").want(http.StatusOK)
	if page.form(edit+"/delete") != nil {
		t.Error("a season with places can be deleted")
	}
	ana.post(edit+"/delete", url.Values{}).want(http.StatusConflict)
	page.mustForm(edit+"/name").with("name", "").send().want(http.StatusUnprocessableEntity)
	page.mustForm(edit+"/name").with("name", "Vera").send().want(http.StatusSeeOther)
	davi.get(spring).want(http.StatusOK).says("Vera")
}
