package handlers

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"testing"

	"carteado/handlers/web"
	"carteado/views/link"
)

// Before something that matters, a browser whose last proof is old is asked for the password, and what was filled in
// goes along.
func TestAnOldProofIsAskedFor(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	ana := e.as("Ana")
	role := fmt.Sprintf("%s/members/%d/role", link.Club(e.club), e.players["Bento"])
	form := url.Values{"role": {"host"}}
	e.sql(`UPDATE sessions SET proved_at = now() - interval '10 minutes'`)
	asked := ana.post(role, form).want(http.StatusForbidden).says("Is it you?").mustForm(role)
	before := cookieOf(t, ana)
	asked = asked.with("proof", "a wrong one").send().want(http.StatusForbidden).says("not right").mustForm(role)
	if e.id(`SELECT count(*) FROM memberships WHERE player_id = $1 AND role = 'host'`, e.players["Bento"]) != 0 {
		t.Fatal("a role was given without a proof")
	}
	asked.with("proof", goodPassword).send().want(http.StatusSeeOther)
	if e.id(`SELECT count(*) FROM memberships WHERE player_id = $1 AND role = 'host'`, e.players["Bento"]) != 1 {
		t.Error("what was filled in was lost")
	}
	now := cookieOf(t, ana)
	if now == before {
		t.Error("the session's token is the one from before the proof")
	}
	ana.post(link.Export, nil).want(http.StatusOK) // it is fresh
	// What was pressed twice is sent by the former token, which soon is nobody's.
	former := stolen(t, e.site, before)
	former.get(link.Settings).want(http.StatusOK).at(link.Settings)
	e.sql(`UPDATE sessions SET renewed_at = now() - interval '61 seconds' WHERE former_hash IS NOT NULL`)
	former.get(link.Settings).at(link.SignIn + "?next=%2Fsettings")
	e.sql(`UPDATE sessions SET proved_at = now() - interval '10 minutes'`)
	ana.post(link.EndOtherSessions, nil).want(http.StatusForbidden).mustForm(link.EndOtherSessions).
		with("proof", goodPassword).send().want(http.StatusSeeOther)
	ana.get(link.Safety).says("A refused sign-in").says("exported")
	e.as("Bento").get(link.Safety).says("Nothing in the last 90 days")
}

// A recovery code opens the account once, in whatever letters; a player who has given the password up comes in by
// nothing else without a passkey.
func TestRecoveryCodes(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	page := e.as("Ana").post(link.RecoveryCodes, nil).want(http.StatusOK).body
	codes := regexp.MustCompile(`<code>([0-9a-hjkmnp-tv-z]{4}(?:-[0-9a-hjkmnp-tv-z]{4}){5})</code>`).FindAllStringSubmatch(page, -1)
	if len(codes) != 10 {
		t.Fatalf("%d codes in %s", len(codes), page)
	}
	in := func(user, code string) int {
		b := e.browser()
		b.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
		return b.post(link.SignInByCode, url.Values{"user": {user}, "code": {code}}).StatusCode
	}
	first := "  " + regexp.MustCompile("[01-]").ReplaceAllStringFunc(codes[0][1], func(c string) string {
		return map[string]string{"0": "O", "1": "L", "-": " "}[c]
	})
	for _, try := range []struct {
		user, code string
		want       int
	}{
		{"Ana", first, http.StatusSeeOther}, {"Ana", codes[0][1], http.StatusUnprocessableEntity},
		{"Bento", codes[1][1], http.StatusUnprocessableEntity}, {"Nobody", codes[1][1], http.StatusUnprocessableEntity},
		{"Ana", codes[1][1], http.StatusSeeOther}, {"Ana", "", http.StatusUnprocessableEntity},
	} {
		if got := in(try.user, try.code); got != try.want {
			t.Errorf("%s with %q: %d, want %d", try.user, try.code, got, try.want)
		}
	}
	e.sql(`UPDATE players SET passkeys_only = true WHERE id = $1`, e.players["Ana"])
	e.browser().post(link.SignIn, url.Values{"user": {"Ana"}, "password": {goodPassword}}).want(http.StatusForbidden).
		says("The password opens nothing here")
	if got := in("Ana", codes[2][1]); got != http.StatusSeeOther {
		t.Errorf("a code of one without a password: %d", got)
	}
}

// What a browser says of a passkey is not believed without a challenge of ours.
func TestPasskeysNeedAChallenge(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	stranger, ana := e.browser(), e.as("Ana")
	for _, state := range []string{"", "x", encodeToken(web.NewToken())} {
		const answer = `{"id":"AAAA","rawId":"AAAA","type":"public-key"}`
		form := url.Values{"passkey_state": {state}, "passkey": {answer}, "new_passkey_state": {state},
			"new_passkey": {answer}, "name": {"x"}}
		stranger.post(link.SignInByPasskey, form).want(http.StatusUnprocessableEntity).says("took too long")
		ana.post(link.Passkeys, form).want(http.StatusUnprocessableEntity).says("took too long")
	}
}

// Where a club asks it of hosts, one whose password still opens the account is a member like others. Only an owner who
// could go on may ask for it.
func TestHostsAreAskedForPasskeys(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	ana := e.as("Ana")
	settings, history := link.ClubSettingsOf(e.club, "safety"), link.History(e.club)
	asks := func() *reply { return ana.get(settings).mustForm(settings).with("host_passkeys", "on").send() }
	asks().want(http.StatusUnprocessableEntity).says("let them alone open your account")
	e.sql(`UPDATE players SET passkeys_only = true WHERE id = $1`, e.players["Ana"])
	asks().want(http.StatusSeeOther)
	if !ana.get(settings).mustForm(settings).values.Has("host_passkeys") {
		t.Error("it is not kept")
	}
	ana.get(history).want(http.StatusOK)
	e.sql(`UPDATE memberships SET role = 'host' WHERE player_id = $1`, e.players["Bento"])
	bento := e.as("Bento")
	bento.get(history).want(http.StatusForbidden).says("Sign-in and safety")
	bento.get(link.Club(e.club)).want(http.StatusOK).says("Sign-in and safety")
	for _, as := range []string{"owner", "host"} { // who reads the whole log, or a part of it
		e.sql(`UPDATE memberships SET role = $2 WHERE player_id = $1`, e.players["Bento"], as)
		bento.get(link.Audit(e.club)).want(http.StatusOK)
	}
	// Nor do routes of every member, by what the store lets hosts do there.
	closes := link.Close(e.club, 4)
	bento.post(closes, url.Values{"reason": {"spill"}}).want(http.StatusForbidden).says("Sign-in and safety")
	if e.id(`SELECT count(*) FROM tables WHERE number = 4 AND status = 'closed'`) != 0 {
		t.Error("the table is closed")
	}
	e.sql(`UPDATE players SET passkeys_only = true WHERE id = $1`, e.players["Bento"])
	bento.get(history).want(http.StatusOK)
	bento.post(closes, url.Values{"reason": {"spill"}}).want(http.StatusSeeOther)
}

// Where passkeys alone open the account, the password that may be forgotten is not asked for either: who sits there is
// proved as for anything else that matters. At an open browser a password is no proof any more.
func TestPasskeysAloneDelete(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	davi := e.as("Davi")
	if !davi.get(link.Settings).mustForm(link.DeleteAccount).values.Has("delete") {
		t.Fatal("no password is asked for")
	}
	davi.post(link.DeleteAccount, url.Values{"delete": {"wrong"}}).want(http.StatusUnprocessableEntity)
	e.sql(`UPDATE players SET passkeys_only = true WHERE id = $1`, e.players["Davi"])
	e.sql(`UPDATE sessions SET proved_at = now() - interval '11 minutes'`)
	for _, path := range []string{link.DeleteAccount, link.Name} {
		form := davi.get(link.Settings).mustForm(path)
		if form.values.Has("delete") || form.values.Has("sure") {
			t.Error("the password is asked for")
		}
		davi.post(path, url.Values{"delete": {goodPassword}, "sure": {goodPassword}, "name": {"David"}}).
			want(http.StatusForbidden).says("Is it you?")
	}
	e.sql(`UPDATE sessions SET proved_at = now()`)
	davi.get(link.Settings).mustForm(link.Name).with("name", "David").send().want(http.StatusSeeOther)
	davi.get(link.Settings).mustForm(link.DeleteAccount).send().want(http.StatusSeeOther)
	if e.id(`SELECT count(*) FROM players WHERE id = $1 AND deleted_at IS NOT NULL`, e.players["Davi"]) != 1 {
		t.Error("the account is there")
	}
}
