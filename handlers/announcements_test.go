package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"carteado/views/link"
)

// Announcements are plain text whose addresses become links, and the newest is
// at home.
func TestAnnouncements(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	ana, bento := e.as("Ana"), e.as("Bento")
	page := link.Announcements(e.club)
	write := ana.get(page).want(http.StatusOK).mustForm(page)
	write.with("body", strings.Repeat("x", 2001)).send().want(http.StatusUnprocessableEntity)
	write.with("body", "Quinta <script>alert(1)</script>\r\n\r\n\r\nhttps://cartas.example/mesa javascript:alert(1)").
		send().want(http.StatusSeeOther)
	if bento.get(page).form(page) != nil {
		t.Error("a member may write")
	}
	for _, path := range []string{page, link.Club(e.club)} {
		got := bento.get(path).want(http.StatusOK).says("Quinta <script>alert(1)</script>")
		if len(all(got.doc(), "a", "href", "https://cartas.example/mesa")) != 1 ||
			strings.Contains(got.body, `href="javascript`) {
			t.Errorf("%s: links", path)
		}
	}
	// Its author changes its words, and it is pinned.
	var edit string
	for _, n := range all(ana.get(page).doc(), "a", "", "") {
		if href, _ := attr(n, "href"); strings.HasSuffix(href, "/edit") {
			edit = href
		}
	}
	item := strings.TrimSuffix(edit, "/edit")
	other := ana.get(edit).want(http.StatusOK).mustForm(item)
	other.with("body", "").send().want(http.StatusUnprocessableEntity).mustForm(item)
	other.with("body", other.values.Get("body")+" Sexta também").send().want(http.StatusSeeOther)
	ana.get(page).mustForm(item+"/pin").with("pin", "on").send().want(http.StatusSeeOther)
	ana.get(page).want(http.StatusOK).says("Unpin")
	bento.get(page).says("Sexta também").says("Pinned")
	bento.post(item, url.Values{"body": {"x"}}).want(http.StatusForbidden)
	var hide string
	for _, n := range all(ana.get(page).doc(), "form", "", "") {
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
