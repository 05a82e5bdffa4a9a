package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"carteado/views/link"
)

// How the hand is sorted is the player's own, and stays.
func TestSortHand(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	bento := e.as("Bento")
	sorted := func() string {
		return bento.get(link.Settings).want(http.StatusOK).mustForm(link.Settings).values.Get("sort")
	}
	path := link.Sort(e.club, 1)
	led := bento.post(path, url.Values{"sort": {"suit"}}).want(http.StatusSeeOther)
	if to := led.Header.Get("Location"); to != link.Table(e.club, 1) || sorted() != "suit" {
		t.Errorf("led to %s, sorted by %q", to, sorted())
	}
	if swap := bento.post(path, url.Values{"sort": {"rank"}}, "HX-Request", "true").want(http.StatusOK); !strings.Contains(swap.body, `id="poll"`) || sorted() != "" {
		t.Errorf("a script gets %.200s, sorted by %q", swap.body, sorted())
	}
	bento.post(path, url.Values{"sort": {"colour"}}).want(http.StatusBadRequest)
	bento.post(link.Sort(e.club, 99), url.Values{"sort": {"suit"}}).want(http.StatusNotFound)
	// At a table that is no board any more a script is led to what it is.
	if got := bento.post(link.Sort(e.club, 2), url.Values{"sort": {"suit"}}, "HX-Request", "true").want(http.StatusNoContent); got.Header.Get("HX-Redirect") == "" {
		t.Error("a script is not led to the result")
	}
}
