package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"carteado/views/link"
)

// action finds the address of the first form on a page that ends so.
func (r *reply) action(suffix string) string {
	for _, n := range all(r.doc, "form", "", "") {
		if action, _ := attr(n, "action"); strings.HasSuffix(action, suffix) {
			return action
		}
	}
	return ""
}

// A host makes an account, hands the link over, and the member comes in by it,
// once.
func TestAnAccountWithoutEmail(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana, club := s.founded()
	members := link.Members(club)
	page := ana.get(members).want(http.StatusOK).mustForm(members).with("name", "ana").send().want(http.StatusUnprocessableEntity)
	if kept, _ := attr(all(page.doc, "input", "id", "name")[0], "value"); kept != "ana" {
		t.Errorf("the name is now %q", kept)
	}
	shown := ana.get(members).mustForm(members).with("name", "Eva").send().want(http.StatusOK).says("Eva")
	address, _ := attr(all(shown.doc, "input", "id", "password-link")[0], "value")
	path := strings.TrimPrefix(address, s.url)
	eva := s.browser()
	for range 2 {
		eva.get(path).want(http.StatusOK).says("Eva") // looking uses nothing up
	}
	eva.get(path).mustForm(path).with("password", "12345").send().want(http.StatusUnprocessableEntity)
	eva.get(path).mustForm(path).with("password", goodPassword).send().want(http.StatusOK).at(link.Club(club))
	const gone = "This link is no longer good"
	s.browser().get(path).want(http.StatusGone).says(gone)
	s.browser().post(path, url.Values{"password": {goodPassword}}).want(http.StatusGone).says(gone)
	for _, none := range []string{"AAAA", strings.Repeat("A", 43)} {
		s.browser().get("/passwords/" + none).want(http.StatusNotFound).says(gone)
	}
	eva.get(members).want(http.StatusOK)
	eva.post(members, url.Values{"name": {"Otto"}}).want(http.StatusForbidden)

	// An account without a password cannot be signed in to.
	ana.get(members).mustForm(members).with("name", "Otto").send().want(http.StatusOK)
	for _, password := range []string{"", goodPassword} {
		s.browser().post(link.SignIn, url.Values{"user": {"Otto"}, "password": {password}}).want(http.StatusUnprocessableEntity)
	}
}

func TestSuspension(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana, club := s.founded()
	bento := s.joined(ana, club, "Bento")
	list := ana.get(link.Members(club))
	suspend := list.action("/suspend")
	bento.post(suspend, nil).want(http.StatusForbidden)
	list.mustForm(suspend).send().want(http.StatusOK)
	bento.get(link.Club(club)).want(http.StatusNotFound)
	list = ana.get(link.Members(club))
	list.mustForm(list.action("/restore")).send().want(http.StatusOK)
	bento.get(link.Club(club)).want(http.StatusOK)

	own := ana.get(link.Members(club))
	role := own.action("/role") // Ana's is first, by name
	own.mustForm(role).with("role", "member").send().want(http.StatusConflict)
	ana.post(role, url.Values{"role": {"emperor"}}).want(http.StatusBadRequest)
	ana.post(strings.Replace(suspend, "/suspend", "/role", 1), url.Values{"role": {"owner"}}).want(http.StatusOK)
	ana.post(role, url.Values{"role": {"member"}}).want(http.StatusOK)
	ana.get(link.Invitations(club)).want(http.StatusForbidden)
	ana.post(link.LeaveClub(club), nil).want(http.StatusBadRequest)
	ana.post(link.LeaveClub(club), url.Values{"sure": {"yes"}}).want(http.StatusOK)
	ana.get(link.Club(club)).want(http.StatusNotFound)
}

// Who comes by an invitation that asks first waits until a host lets them in.
func TestAskingToComeIn(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana, club := s.founded()
	invitations := link.Invitations(club)
	made := ana.get(invitations).mustForm(invitations).with("uses", "1", "days", "1", "labels", "Davi\n\nEva", "approval", "on").send().want(http.StatusOK).says("Davi").says("Eva")
	var paths []string
	for _, n := range all(made.doc, "input", "", "") {
		if id, _ := attr(n, "id"); strings.HasPrefix(id, "link-") {
			address, _ := attr(n, "value")
			paths = append(paths, strings.TrimPrefix(address, s.url))
		}
	}
	if len(paths) != 2 {
		t.Fatalf("links %v", paths)
	}
	answers := map[string]int{"yes": http.StatusOK, "no": http.StatusNotFound}
	names := map[string]string{"yes": "Davi", "no": "Eva"}
	for i, answer := range []string{"yes", "no"} {
		guest := s.browser()
		guest.get(paths[i]).mustForm(paths[i]).with("name", names[answer], "password", goodPassword).send().want(http.StatusOK).at("/")
		guest.get("/").says("Clube da Esquina")
		guest.get(link.Club(club)).want(http.StatusNotFound)
		list := ana.get(link.Members(club)).says(names[answer])
		path := ""
		for _, n := range all(list.doc, "form", "", "") {
			if action, _ := attr(n, "action"); strings.Contains(action, "/requests/") {
				path = action
			}
		}
		ana.post(path, url.Values{"answer": {"maybe"}}).want(http.StatusBadRequest)
		ana.post(path, url.Values{"answer": {answer}}).want(http.StatusOK)
		guest.get(link.Club(club)).want(answers[answer])
	}
}

func TestMemberPages(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	davi := e.as("Davi")
	list := davi.get(link.Members(e.club)).want(http.StatusOK).says("Bento")
	for _, n := range all(list.doc, "a", "", "") {
		if href, _ := attr(n, "href"); strings.HasPrefix(href, link.Members(e.club)+"/") {
			davi.get(href).want(http.StatusOK)
		}
	}
	if found := davi.get(link.Members(e.club) + "?q=bent"); len(all(found.doc, "li", "class", "member")) != 1 {
		t.Errorf("searching finds %s", text(found.doc))
	}
}

func TestDeletingTheAccount(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana, club := s.founded()
	bento := s.joined(ana, club, "Bento")
	export := bento.get(link.Settings).mustForm(link.Export).send().want(http.StatusOK)
	if got := export.Header.Get("Content-Disposition"); !strings.HasPrefix(got, "attachment") {
		t.Errorf("the export is %q", got)
	}
	bento.get(link.Settings).mustForm(link.DeleteAccount).with("delete", "errada").send().want(http.StatusUnprocessableEntity)
	ana.get(link.Settings).mustForm(link.DeleteAccount).with("delete", goodPassword).send().want(http.StatusConflict)
	bento.get(link.Settings).mustForm(link.DeleteAccount).with("delete", goodPassword).send().want(http.StatusOK).at(link.SignIn)
	bento.get(link.Club(club)).want(http.StatusOK).at(link.SignInTo(link.Club(club)))
	s.browser().post(link.SignIn, url.Values{"user": {"Bento"}, "password": {goodPassword}}).want(http.StatusUnprocessableEntity)
}
