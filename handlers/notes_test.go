package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"carteado/views/link"
)

// A note is written and read again on a page of its own, which the table and the score sheet lead to for its players
// alone.
func TestNotes(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	bento, address := e.as("Bento"), link.Note(e.club, e.running)
	for _, path := range []string{link.Table(e.club, 1), link.Match(e.club, e.running)} {
		if !strings.Contains(bento.get(path).body, address) || strings.Contains(e.as("Davi").get(path).body, address) {
			t.Errorf("%s leads to the notes of others, or not to one's own", path)
		}
	}
	if r := bento.post(address,
		url.Values{"note": {"she keeps kings\n\nand queens"}}); r.StatusCode != http.StatusSeeOther {
		t.Fatalf("saving: %d", r.StatusCode)
	}
	if r := bento.get(address); !strings.Contains(r.body, "she keeps kings\n\nand queens") {
		t.Error("it is not there afterwards")
	}
	if r := e.as("Célia").get(address); strings.Contains(r.body, "she keeps") {
		t.Error("the other player reads it")
	}
	if r := bento.post(address,
		url.Values{"note": {strings.Repeat("x", 5000)}}); r.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("a long note: %d", r.StatusCode)
	}
}
