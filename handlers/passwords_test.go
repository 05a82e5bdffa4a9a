package handlers

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"testing"

	"carteado/db/accounts"
	"carteado/db/live"
	"carteado/views/link"
)

// A browser that came by a link for a password sees no hand at a table where the
// maker of the link plays or which they watch. A browser of the member's from
// before sees all.
func TestALinkShowsNoHandToItsMaker(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	phone := e.browser() // Davi's own
	phone.post(link.SignIn, url.Values{"user": {"Davi"}, "password": {goodPassword}}).want(http.StatusOK)
	thief := e.cameByLink("Davi")

	number := 0
	with := func(host string) string {
		opened := e.open(host, live.SeatChoice{Kind: live.SeatMember, Player: e.players["Davi"]})
		if err := e.Store.JoinTable(t.Context(), e.clubID, opened.Number, e.players["Davi"],
			live.Contribution{}); err != nil {
			t.Fatal(err)
		}
		number = opened.Number
		return link.Table(e.club, number)
	}
	const hidden = "Your cards are therefore not shown here"
	played := with("Ana")
	thief.get(played).want(http.StatusForbidden).says(hidden)
	thief.get(played + "/poll?at=board.0").want(http.StatusForbidden)
	phone.post(link.SignIn, url.Values{"user": {"Davi"}, "password": {"three jacks in one sleeve"}}).want(http.StatusOK)
	phone.get(played).want(http.StatusOK)

	watched := with("Bento")
	thief.get(watched).want(http.StatusOK)
	ana := e.as("Ana")
	ana.get(watched).want(http.StatusOK)
	thief.get(watched).want(http.StatusForbidden).says(hidden)
	e.sql(`UPDATE watches SET at = at - interval '4 minutes'`)
	page := thief.get(watched).want(http.StatusOK)

	// A poll that has begun to wait before is asked again when a move answers it.
	waits := e.parkedPoll(thief, pollOf(t, page))
	ana.get(watched).want(http.StatusOK)
	mover := "Bento"
	if !e.board(number, mover).View.MyTurn() {
		mover = "Davi"
	}
	e.plays(number, mover, e.board(number, mover).Legal[0])
	(<-waits).want(http.StatusForbidden)
	e.sql(`UPDATE watches SET at = at - interval '4 minutes'`)

	e.sql(`UPDATE sessions SET link_until = now() WHERE link_by IS NOT NULL`)
	thief.get(played).want(http.StatusOK)
}

// cameByLink is a browser in which somebody has set a player's password by a link that Ana has made.
func (e *evening) cameByLink(name string) *browser {
	e.t.Helper()
	made, err := e.Store.MakePasswordLink(e.t.Context(), e.clubID, e.players["Ana"], e.players[name])
	if err != nil {
		e.t.Fatal(err)
	}
	path, b := link.PasswordLink(base64.RawURLEncoding.EncodeToString(made.Token[:])), e.browser()
	b.get(path).mustForm(path).with("password", "three jacks in one sleeve").send().want(http.StatusOK)
	return b
}

// The first password of an account that a host made is set by a link, and nothing
// is hidden in it.
func TestTheFirstPasswordHidesNothing(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	player, made, err := e.Store.CreateAccount(t.Context(), e.clubID, e.players["Ana"],
		accounts.NewPlayer{Name: "Otto", Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	path := link.PasswordLink(base64.RawURLEncoding.EncodeToString(made.Token[:]))
	otto := e.browser()
	otto.get(path).mustForm(path).with("password", goodPassword).send().want(http.StatusOK)
	opened := e.open("Ana", live.SeatChoice{Kind: live.SeatMember, Player: player.ID})
	if err := e.Store.JoinTable(t.Context(), e.clubID, opened.Number, player.ID, live.Contribution{}); err != nil {
		t.Fatal(err)
	}
	otto.get(link.Table(e.club, opened.Number)).want(http.StatusOK)
}

// Thirty wrong guesses of strangers behind one address do not hold up a browser
// that has signed in before.
func TestStrangersHoldUpNoKnownBrowser(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	phone := e.browser()
	phone.post(link.SignIn, url.Values{"user": {"Davi"}, "password": {goodPassword}}).want(http.StatusOK)
	phone.post(link.SignOut, url.Values{}).want(http.StatusOK)
	e.sql(`INSERT INTO throttle (account, address) SELECT sha256(n::text::bytea), '127.0.0.1'
		FROM generate_series(1, 30) n`)
	stranger := e.browser()
	stranger.post(link.SignIn, url.Values{"user": {"Davi"}, "password": {goodPassword}}).
		want(http.StatusTooManyRequests)
	phone.post(link.SignIn, url.Values{"user": {"Davi"}, "password": {"wrong"}}).want(http.StatusUnprocessableEntity)
	phone.post(link.SignIn, url.Values{"user": {"Davi"}, "password": {goodPassword}}).want(http.StatusOK)
	phone.get(link.Table(e.club, 4)).want(http.StatusOK)
}

// Who came by a link for a new password does not make an address theirs: by that they would have the account once the
// member has another password. The member's own browser does.
func TestALinkKeepsNoAccountByAnAddress(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	e.mailed()
	phone := e.browser()
	phone.post(link.SignIn, url.Values{"user": {"Davi"}, "password": {goodPassword}}).want(http.StatusOK)
	thief := e.cameByLink("Davi")
	form := thief.get(link.Delivery).mustForm(link.Address).with("address", "thief@example.org")
	form.send().want(http.StatusUnprocessableEntity).says("could be at this browser")
	phone.post(link.SignIn, url.Values{"user": {"Davi"}, "password": {"three jacks in one sleeve"}}).want(http.StatusOK)
	phone.get(link.Delivery).mustForm(link.Address).with("address", "davi@example.org").send().want(http.StatusOK)
}
