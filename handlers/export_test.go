package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"carteado/views/link"
)

func TestExports(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	ana := e.as("Ana")
	for what, holds := range map[string]string{"members": "Bento", "matches": "Célia", "standings": "place"} {
		got := ana.post(link.ExportClub(e.club), url.Values{"what": {what}}).want(http.StatusOK)
		if kind := got.Header.Get("Content-Type"); kind != "text/csv; charset=utf-8" || !strings.Contains(got.body, holds) {
			t.Errorf("%s: %s, %s", what, kind, got.body)
		}
	}
	ana.post(link.ExportClub(e.club), url.Values{"what": {"seeds"}}).want(http.StatusBadRequest)
	e.as("Davi").post(link.ExportClub(e.club), url.Values{"what": {"members"}}).want(http.StatusForbidden)
	data, err := writeCSV([][]string{{"=1+1", "-3", "@x", "Ana"}})
	if err != nil || string(data) != "'=1+1,-3,'@x,Ana\n" {
		t.Errorf("%q, %v", data, err)
	}
}
