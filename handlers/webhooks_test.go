package handlers

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"carteado/db/clubs"
	"carteado/db/dbtest"
	"carteado/db/delivery"
	"carteado/db/live"
	"carteado/db/nights"
	"carteado/engine"
	"carteado/engine/clock"
	"carteado/engine/role"
	"carteado/views/link"
	letters "carteado/views/mail"
)

// A receiver is a program outside of the house that a webhook calls.
type receiver struct {
	*httptest.Server
	t      testing.TB
	status atomic.Int32
	calls  chan received
	table  int64 // that waits, and is told of
}

type received struct {
	header http.Header
	body   string
	call   letters.Call
}

func newReceiver(t testing.TB) *receiver {
	t.Helper()
	r := &receiver{t: t, calls: make(chan received, 100)}
	r.status.Store(http.StatusNoContent)
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		body, err := io.ReadAll(q.Body)
		got := received{header: q.Header, body: string(body)}
		if err == nil {
			err = json.Unmarshal(body, &got.call)
		}
		if err != nil {
			t.Errorf("a call of %q: %v", body, err)
		}
		w.WriteHeader(int(r.status.Load())) // before anybody knows of the call
		r.calls <- got
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) next() received {
	r.t.Helper()
	return dbtest.Receive(r.t, "a webhook is called", r.calls)
}

// hooked is an evening with a webhook that hears of everything, and its secret.
func hooked(t *testing.T) (e *evening, ana *browser, r *receiver, id int64, secret string) {
	t.Helper()
	e, r = newEvening(t), newReceiver(t)
	e.WebhookHosts = []string{r.URL}
	ana = e.as("Ana")
	page := ana.post(link.Webhooks(e.club), url.Values{"address": {r.URL + "/in/s3cret"},
		"kinds": delivery.WebhookKinds()}).want(http.StatusOK)
	found := regexp.MustCompile(`whsec_[A-Za-z0-9+/]{43}=`).FindString(page.body)
	if found == "" {
		t.Fatal("the page shows no secret")
	}
	return e, ana, r, e.id(`SELECT id FROM webhooks`), found
}

func signedBy(t *testing.T, got received, secret string) bool {
	t.Helper()
	w, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	return w.Verify([]byte(got.body), got.header) == nil
}

// called waits until the calls that were queued are made or put off.
func (e *evening) called() {
	e.t.Helper()
	dbtest.Await(e.t, "the webhooks are called", func() bool {
		return e.id(`SELECT count(*) FROM river_job WHERE kind = 'webhook' AND state IN ('available', 'running')`) == 0
	})
}

// What hosts choose is told, signed, in the club's language, and nothing that a member could not see.
func TestWebhooksTellNothingHidden(t *testing.T) {
	t.Parallel()
	e, _, r, _, secret := hooked(t)
	e.runs()
	ctx := t.Context()
	says := func(kind string, parts ...string) received {
		t.Helper()
		got := r.next()
		if got.call.Kind != kind || !signedBy(t, got, secret) || got.call.ID != got.header.Get("webhook-id") {
			t.Errorf("%s: the call is %q %s", kind, got.header, got.body)
		}
		for _, part := range append(parts, e.url+link.Club(e.club), "Clube da Esquina") {
			if !strings.Contains(got.call.Text, part) && !strings.Contains(got.body, part) {
				t.Errorf("%s lacks %q: %s", kind, part, got.body)
			}
		}
		if got.call.Text != got.call.Content || !strings.Contains(got.body, `"allowed_mentions":{"parse":[]}`) {
			t.Errorf("%s reads otherwise on Discord: %s", kind, got.body)
		}
		return got
	}
	// Tables for those invited, practice, and tables that have their players are told to nobody.
	for _, n := range []live.NewTable{{Reach: live.ReachInvited, Seats: []live.SeatChoice{{Kind: live.SeatOpen}}},
		{Practice: true, Seats: []live.SeatChoice{{Kind: live.SeatBot, Level: "novice"}}},
		{Seats: []live.SeatChoice{{Kind: live.SeatMember, Player: e.players["Davi"]}}}} {
		n.Game, n.Contribution = e.GameInfos[0].Key, e.adds("Bento")
		if _, err := e.Store.OpenTable(ctx, e.clubID, e.players["Bento"], n); err != nil {
			t.Fatal(err)
		}
	}
	e.sql(`UPDATE players SET name = '<!here> [x](y)' WHERE id = $1`, e.players["Davi"])
	e.open("Davi", live.SeatChoice{Kind: live.SeatOpen})
	if got := says("table", "1 seat is free", "‹!here› (x)(y)"); got.call.Table.Host != "<!here> [x](y)" {
		t.Errorf("the table is %+v", got.call.Table)
	}

	starts := time.Now().Add(48 * time.Hour).Truncate(time.Minute)
	plan := nights.Plan{Name: "@everyone Quinta", Starts: starts, Ends: starts.Add(time.Hour), AnswersUntil: starts,
		Place: "Ana’s", Address: "Rua Secreta 1", Says: "the code is 4711"}
	night, err := e.Store.PlanNight(ctx, e.clubID, e.players["Ana"], plan, clock.Once, "")
	if err != nil {
		t.Fatal(err)
	}
	told := []received{says("night", "＠everyone Quinta", `"change":"new"`)}
	plan.Starts, plan.Ends = starts.Add(time.Hour), starts.Add(2*time.Hour)
	if err := e.Store.ChangeNight(ctx, e.clubID, e.players["Ana"], night, plan, false); err != nil {
		t.Fatal(err)
	}
	told = append(told, says("night", "was changed", plan.Starts.UTC().Format(time.RFC3339)))
	if err := e.Store.CallOff(ctx, e.clubID, e.players["Ana"], night, "Ana is ill", false); err != nil {
		t.Fatal(err)
	}
	told = append(told, says("night", "called off", `"change":"off"`))

	e.plays(1, "Bento", engine.Move{Verb: engine.VerbLeave})
	result := says("result", "Bento", "Célia", link.Match(e.club, e.running))
	if s := result.call.Match.Seats; len(s) != 2 || s[0].Name != "Célia" || s[0].Place != 1 || s[1].Place != 2 {
		t.Errorf("the result is %+v", s)
	}
	asks, err := e.Store.CreateInvitation(ctx, e.clubID, e.players["Ana"],
		clubs.NewInvitation{Role: role.Member, Uses: 5, TTL: time.Hour, Approval: true})
	if err != nil {
		t.Fatal(err)
	}
	e.as("Eva").post(link.Invitation(asks.Token.Reveal()), nil).want(http.StatusSeeOther)
	told = append(told, says("request", "1 person asks"), result)
	for _, got := range told {
		for _, hidden := range []string{"Rua Secreta", "4711", "Ana’s", "ill", "Eva", "@example"} {
			if strings.Contains(got.body, hidden) {
				t.Errorf("a call tells %q: %s", hidden, got.body)
			}
		}
	}
	e.called()
	if len(r.calls) > 0 {
		t.Errorf("too much is told: %s", (<-r.calls).body)
	}
	if e.id(`SELECT count(*) FROM webhooks WHERE taken_at IS NOT NULL AND refused_at IS NULL`) != 1 {
		t.Error("the page does not know of the calls that were taken")
	}
}

// A call that is not taken is tried again as the same, what is over meanwhile is not told, and after three days of
// refusals nobody is called and the club's owners are told.
func TestWebhooksAreTriedAgain(t *testing.T) {
	t.Parallel()
	e, ana, r, id, secret := hooked(t)
	e.runs()
	r.status.Store(http.StatusBadGateway)
	e.open("Davi", live.SeatChoice{Kind: live.SeatOpen})
	first := r.next()
	again := func() {
		e.called()
		e.sql(`UPDATE river_job SET scheduled_at = now() WHERE kind = 'webhook' AND state = 'retryable'`)
	}
	again()
	if second := r.next(); second.call.ID != first.call.ID || second.body != first.body || !signedBy(t, second, secret) {
		t.Errorf("the second try is another: %s, %s", first.body, second.body)
	}
	e.called()
	ana.get(link.Webhooks(e.club)).says("502 Bad Gateway")
	r.status.Store(http.StatusOK)
	e.sql(`UPDATE tables SET status = 'closed' WHERE number = $1`, first.call.Table.Number)
	again()
	dbtest.Await(t, "the call is given up", func() bool {
		return e.id(`SELECT count(*) FROM river_job WHERE kind = 'webhook' AND state = 'completed'`) == 1
	})
	if len(r.calls) > 0 {
		t.Error("a table is told of that waits no more")
	}

	r.status.Store(http.StatusInternalServerError)
	e.sql(`UPDATE webhooks SET refused_since = now() - interval '4 days'`)
	e.open("Davi", live.SeatChoice{Kind: live.SeatOpen})
	r.next()
	e.called()
	ana.get(link.Webhooks(e.club)).says("Off since")
	ana.get(link.Notices).says("nobody took its calls")
	ana.get(link.Audit(e.club)).says("calls the webhook")
	if strings.Contains(e.as("Bento").get(link.Notices).body, "took its calls") {
		t.Error("a member is told of the webhook")
	}
	e.open("Davi", live.SeatChoice{Kind: live.SeatOpen})
	e.called()
	if len(r.calls) > 0 {
		t.Error("a webhook is called that is off")
	}
	r.status.Store(http.StatusOK)
	form := url.Values{"on": {"on"}, "kinds": {"table"}}
	ana.post(link.Webhook(e.club, id), form).want(http.StatusSeeOther)
	e.open("Davi", live.SeatChoice{Kind: live.SeatOpen})
	r.next()
	r.status.Store(http.StatusGone) // the receiver wants no more: it is off at once
	e.open("Davi", live.SeatChoice{Kind: live.SeatOpen})
	r.next()
	dbtest.Await(t, "it is off", func() bool {
		return e.id(`SELECT count(*) FROM webhooks WHERE off_at IS NOT NULL`) == 1
	})
	if e.id(`SELECT count(*) FROM river_job WHERE kind = 'webhook' AND state = 'discarded'`) != 0 {
		t.Error("the house has a stuck job")
	}
}

// An owner adds, tries and removes webhooks, and reads what they answer; the address and the secret are shown to nobody
// again, and in the database they cannot be read.
func TestWebhooksOfAClub(t *testing.T) {
	t.Parallel()
	e, ana, r, id, secret := hooked(t)
	page := ana.get(link.Webhooks(e.club)).want(http.StatusOK)
	row := e.id(`SELECT count(*) FROM webhooks w WHERE w::text || encode(sealed, 'escape') ~ 's3cret|whsec'`)
	if strings.Contains(page.body, "s3cret") || strings.Contains(page.body, "whsec") || row != 0 {
		t.Error("the address or the secret is shown again, or lies in the database")
	}
	for _, address := range []string{"", "http://hooks.example.org/x", "https://a:b@hooks.example.org/x", "nothing"} {
		ana.post(link.Webhooks(e.club), url.Values{"address": {address}, "kinds": {"night"}}).
			want(http.StatusUnprocessableEntity)
	}
	ana.post(link.Webhooks(e.club), url.Values{"address": {"https://hooks.example.org/x"}}).
		want(http.StatusUnprocessableEntity).says("Choose one")
	e.as("Bento").get(link.Webhooks(e.club)).want(http.StatusForbidden)

	test := func(id int64) *reply { return ana.post(link.TestWebhook(e.club, id), nil).want(http.StatusOK) }
	test(id).says("taken: 204 No Content")
	if got := r.next(); got.call.Kind != "test" || !signedBy(t, got, secret) {
		t.Errorf("the test is %s", got.body)
	}
	r.status.Store(http.StatusTeapot)
	test(id).says("not taken: 418")
	r.next()
	ana.post(link.WebhookSecret(e.club, id), nil).want(http.StatusOK) // pressed twice
	turned := regexp.MustCompile(`whsec_[A-Za-z0-9+/]{43}=`).FindString(ana.post(link.WebhookSecret(e.club, id), nil).
		want(http.StatusOK).body)
	test(id)
	if got := r.next(); turned == secret || !signedBy(t, got, turned) || !signedBy(t, got, secret) {
		t.Error("for a day both secrets sign")
	}
	e.sql(`UPDATE webhooks SET turned_at = now() - interval '25 hours'`)
	test(id)
	if got := r.next(); !signedBy(t, got, turned) || signedBy(t, got, secret) {
		t.Error("after a day the new one alone signs")
	}
	if _, err := e.Store.RotateKey(t.Context()); err != nil {
		t.Fatal(err)
	}
	test(id)
	if got := r.next(); !signedBy(t, got, turned) {
		t.Error("another key loses the secret")
	}

	// The house's own network, by its number and by a name, and a page that asks for a proof.
	for _, address := range []string{"https://127.0.0.1:1/x", "https://localhost:1/x", "https://[::1]:1/x"} {
		ana.post(link.Webhooks(e.club), url.Values{"address": {address}, "kinds": {"night"}}).want(http.StatusOK)
		inside := e.id(`SELECT max(id) FROM webhooks`)
		test(inside).says("does not lead to the public network")
		ana.post(link.RemoveWebhook(e.club, inside), nil).want(http.StatusSeeOther)
	}
	e.sql(`UPDATE sessions SET proved_at = now() - interval '11 minutes'`)
	ana.post(link.WebhookSecret(e.club, id), nil).want(http.StatusForbidden).says("Is it you?")
	ana.post(link.Webhooks(e.club), url.Values{"address": {r.URL}, "kinds": {"night"}}).want(http.StatusForbidden)
	e.sql(`UPDATE sessions SET proved_at = now()`)

	// A key that is lost: the page says so, and the webhook is off.
	e.sql(`UPDATE webhooks SET sealed = '\x0102030405060708'::bytea || substr(sealed, 9)`)
	ana.post(link.TestWebhook(e.club, id), nil).want(http.StatusConflict).says("has lost its key")
	ana.get(link.Webhooks(e.club)).says("Off since")
	for _, action := range []string{"added", "turned", "tested", "removed", "off"} {
		if e.id(`SELECT count(*) FROM audit WHERE action = 'webhook_' || $1`, action) == 0 {
			t.Errorf("the log has no webhook_%s", action)
		}
	}
}
