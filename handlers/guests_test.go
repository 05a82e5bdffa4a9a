package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

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
	for _, n := range all(bento.get(table).want(http.StatusOK).says("Mind whom you send this link").doc(), "input", "",
		"") {
		if value, _ := attr(n, "value"); strings.Contains(value, "?key=") {
			_, key, _ = strings.Cut(value, "?key=")
		}
	}
	if len(key) < 26 {
		t.Fatalf("key %q", key)
	}
	absent := strings.ReplaceAll(table, table[strings.LastIndex(table, "/"):], "/999")
	for _, path := range []string{"", "/rules", "/poll?at=waiting.0", "/close", "/hand", "?key=wrong"} {
		status := http.StatusNotFound
		if path == "/close" {
			status = http.StatusForbidden // a member closes no table, whether it is there or not
		}
		got, want := davi.get(table+path).want(status), davi.get(absent+path)
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
