package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"carteado/db/live"
	"carteado/engine"
	"carteado/handlers/web"
	"carteado/views/link"
)

// A host makes an account, hands the link over, and the member comes in by it,
// once.
func TestAnAccountWithoutEmail(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana, club := s.founded()
	members := link.Members(club)
	page := ana.get(members).want(http.StatusOK).mustForm(members).with("name", "ana").send().
		want(http.StatusUnprocessableEntity)
	if kept, _ := attr(all(page.doc(), "input", "id", "name")[0], "value"); kept != "ana" {
		t.Errorf("the name is now %q", kept)
	}
	shown := ana.get(members).mustForm(members).with("name", "Eva").send().want(http.StatusOK).says("Eva")
	address, _ := attr(all(shown.doc(), "input", "id", "password-link")[0], "value")
	path := strings.TrimPrefix(address, s.url)
	eva := s.browser()
	for range 2 {
		eva.get(path).want(http.StatusOK).says("Eva") // looking uses nothing up
	}
	eva.get(path).mustForm(path).with("password", "12345").send().want(http.StatusUnprocessableEntity)
	eva.get(path).mustForm(path).with("password", "clube-da-esquina").send().want(http.StatusUnprocessableEntity).
		says("too close")
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
		s.browser().post(link.SignIn, url.Values{"user": {"Otto"}, "password": {password}}).
			want(http.StatusUnprocessableEntity)
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
	bento.get(link.Settings).mustForm(link.DeleteAccount).with("delete", "errada").send().
		want(http.StatusUnprocessableEntity)
	ana.get(link.Settings).mustForm(link.DeleteAccount).with("delete", goodPassword).send().want(http.StatusConflict)
	bento.get(link.Settings).mustForm(link.DeleteAccount).with("delete", goodPassword).send().want(http.StatusOK).
		at(link.SignIn)
	bento.get(link.Club(club)).want(http.StatusOK).at(link.SignInTo(link.Club(club)))
	s.browser().post(link.SignIn, url.Values{"user": {"Bento"}, "password": {goodPassword}}).
		want(http.StatusUnprocessableEntity)
}

// A host who plays against a member gets no link for that member's password, and
// a link from before the match opens nothing until the match is over. Afterwards
// the member reads who made the link, and so does the club's log.
func TestAHostSeesNoHandByALink(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	ana := e.as("Ana")
	reset := link.ResetMember(e.club, e.players["Célia"])
	made := ana.post(reset, nil).want(http.StatusOK)
	address, _ := attr(all(made.doc(), "input", "id", "password-link")[0], "value")
	path := strings.TrimPrefix(address, e.url)
	if drawing, _, err := web.QrPath(address); err != nil || len(all(made.doc(), "path", "d", drawing)) != 1 {
		t.Errorf("the page does not draw its link: %v", err)
	}
	thief := e.browser()
	thief.get(path).want(http.StatusOK).says("Célia")

	number := e.open("Ana", live.SeatChoice{Kind: live.SeatMember, Player: e.players["Célia"]}).Number
	if err := e.Store.JoinTable(t.Context(), e.clubID, number, e.players["Célia"], live.Contribution{}); err != nil {
		t.Fatal(err)
	}
	refusal := ana.post(reset, nil).want(http.StatusConflict).says("You are in a match with this member")
	refusal.mustForm(reset) // the member's page stays, with its forms
	ana.post(link.Language, url.Values{"lang": {"pt-BR"}}).want(http.StatusSeeOther)
	ana.post(reset, nil).want(http.StatusConflict).says("Você está em uma partida com esta pessoa")
	const ended = "whoever made it is in a match with you"
	thief.get(path, "Accept-Language", "en").want(http.StatusGone).says(ended)
	thief.post(path, url.Values{"password": {"cartas na manga"}}, "Accept-Language", "en").want(http.StatusGone).
		says(ended)
	celia := e.as("Célia") // her password and her sessions are as before
	celia.get(link.Table(e.club, number)).want(http.StatusOK)
	if strings.Contains(celia.get(link.Settings).want(http.StatusOK).body, "by a link") {
		t.Error("a link is said to have been used")
	}

	e.plays(number, "Célia", engine.Move{Verb: engine.VerbLeave})
	e.browser().get(path).want(http.StatusOK).mustForm(path).with("password", "cartas na manga").send().
		want(http.StatusOK)
	e.as("Célia").get(link.Settings).want(http.StatusOK).says("The link was made by: Ana.")
	ana.post(link.Language, url.Values{"lang": {"en"}}).want(http.StatusSeeOther)
	log := ana.get(link.Audit(e.club)).want(http.StatusOK)
	log.says("Ana made a link for a new password of Célia").says("Célia set a new password by the link that Ana made")
}

// A form says why a name is refused that the club itself uses.
func TestAReservedNameIsRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana, club := s.founded()
	members := link.Members(club)
	for name, says := range map[string]string{"Ana (owner)": "says a role", "Аna": "too much like"} {
		ana.get(members).mustForm(members).with("name", name).send().want(http.StatusUnprocessableEntity).says(says)
	}
}
