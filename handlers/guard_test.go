package handlers

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"carteado/views/link"
)

// address fills a route's pattern in.
func (e *evening) address(r route) string {
	table := "1"
	if strings.HasSuffix(r.path, "/leave") {
		table = "3" // which is needed only once
	}
	path := strings.NewReplacer(
		":club", e.club, ":table", table, ":match", strconv.FormatInt(e.over, 10), ":round", "1", ":step", "0",
		":game", "knock", ":token", "nobody-made-this", ":id", "999999", ":player", "999999", ":season", "999999",
	).Replace(r.path)
	switch {
	case strings.HasSuffix(path, "/*"):
		return "/static/nothing.css"
	case strings.HasSuffix(path, "/poll"), strings.HasSuffix(path, "/tables") && r.method == http.MethodGet:
		return path + "?at=waiting.0"
	}
	return path
}

// expected is what each route answers to each role: nobody, a stranger to the
// club, a member, a player at the table, and the owner, who plays at no table.
// Forms are posted empty, but for what tells the roles apart.
var expected = map[string][5]int{
	"GET /":                              {303, 303, 303, 303, 303},
	"GET /setup":                         {404, 404, 404, 404, 404},
	"POST /setup":                        {404, 404, 404, 404, 404},
	"GET /sign-in":                       {200, 303, 303, 303, 303},
	"POST /sign-in":                      {422, 422, 422, 422, 422},
	"POST /sign-out":                     {303, 303, 303, 303, 303},
	"POST /language":                     {400, 400, 400, 400, 400},
	"GET /invitations/:token":            {404, 404, 404, 404, 404},
	"POST /invitations/:token":           {404, 404, 404, 404, 404},
	"GET /rules":                         {303, 303, 303, 303, 303},
	"GET /rules/:game":                   {200, 200, 200, 200, 200},
	"GET /settings":                      {303, 200, 200, 200, 200},
	"POST /settings":                     {303, 400, 400, 400, 400},
	"POST /settings/password":            {303, 422, 422, 422, 422},
	"POST /settings/sessions/:id/end":    {303, 404, 404, 404, 404},
	"POST /settings/sessions/end-others": {303, 303, 303, 303, 303},

	"GET /clubs":  {303, 200, 200, 200, 200},
	"POST /clubs": {303, 403, 403, 403, 422},
	"POST /site":  {303, 403, 403, 403, 303},

	"GET /clubs/:club/settings":  {303, 404, 403, 403, 200},
	"POST /clubs/:club/settings": {303, 404, 403, 403, 422},
	"GET /settings/export":       {303, 200, 200, 200, 200},
	"POST /settings/delete":      {303, 422, 422, 422, 422},

	"GET /clubs/:club":                              {303, 404, 200, 200, 200},
	"GET /clubs/:club/tables":                       {303, 404, 200, 200, 200},
	"GET /passwords/:token":                         {404, 404, 404, 404, 404},
	"POST /passwords/:token":                        {404, 404, 404, 404, 404},
	"GET /clubs/:club/members":                      {303, 404, 200, 200, 200},
	"POST /clubs/:club/members":                     {303, 404, 403, 403, 422},
	"GET /clubs/:club/members/:player":              {303, 404, 404, 404, 404}, // nobody has the number
	"POST /clubs/:club/members/:player/role":        {303, 404, 400, 400, 400},
	"POST /clubs/:club/members/:player/suspend":     {303, 404, 404, 404, 404},
	"POST /clubs/:club/members/:player/restore":     {303, 404, 404, 404, 404},
	"POST /clubs/:club/members/:player/remove":      {303, 404, 404, 404, 404},
	"POST /clubs/:club/members/:player/password":    {303, 404, 403, 403, 404},
	"POST /clubs/:club/requests/:player":            {303, 404, 400, 400, 400},
	"POST /clubs/:club/leave":                       {303, 404, 400, 400, 400},
	"GET /clubs/:club/roles":                        {303, 404, 200, 200, 200},
	"GET /clubs/:club/standings":                    {303, 404, 200, 200, 200},
	"GET /clubs/:club/seasons/new":                  {303, 404, 403, 403, 200},
	"POST /clubs/:club/seasons":                     {303, 404, 403, 403, 422},
	"GET /clubs/:club/seasons/:season/edit":         {303, 404, 403, 403, 404},
	"POST /clubs/:club/seasons/:season":             {303, 404, 403, 403, 404},
	"POST /clubs/:club/matches/:match/correct":      {303, 404, 403, 403, 400},
	"GET /clubs/:club/audit":                        {303, 404, 200, 200, 200},
	"POST /clubs/:club/export":                      {303, 404, 400, 400, 400},
	"GET /clubs/:club/invitations":                  {303, 404, 403, 403, 200},
	"POST /clubs/:club/invitations":                 {303, 404, 403, 403, 422},
	"POST /clubs/:club/invitations/:id/revoke":      {303, 404, 403, 403, 404},
	"GET /clubs/:club/tables/new":                   {303, 404, 200, 200, 200},
	"POST /clubs/:club/tables":                      {303, 404, 404, 404, 404}, // no such game
	"GET /clubs/:club/tables/:table":                {303, 404, 200, 200, 200},
	"GET /clubs/:club/tables/:table/poll":           {303, 404, 303, 303, 303}, // the page asks as a waiting room
	"GET /clubs/:club/tables/:table/rules":          {303, 404, 200, 200, 200},
	"POST /clubs/:club/tables/:table/join":          {303, 404, 409, 303, 409},
	"POST /clubs/:club/tables/:table/stand":         {303, 404, 303, 409, 303}, // who does not sit has nothing to give up
	"POST /clubs/:club/tables/:table/bot":           {303, 404, 409, 409, 409},
	"POST /clubs/:club/tables/:table/start":         {303, 404, 403, 409, 403},
	"POST /clubs/:club/tables/:table/close":         {303, 404, 403, 409, 403},
	"POST /clubs/:club/tables/:table/moves":         {303, 404, 404, 422, 404},
	"POST /clubs/:club/tables/:table/sort":          {303, 404, 400, 400, 400},
	"GET /clubs/:club/tables/:table/arrange":        {303, 404, 303, 200, 303}, // who has no hand is led to the table
	"POST /clubs/:club/tables/:table/leave":         {303, 404, 404, 303, 404},
	"POST /clubs/:club/tables/:table/rematch":       {303, 404, 400, 400, 400},
	"GET /clubs/:club/matches":                      {303, 404, 200, 200, 200},
	"GET /clubs/:club/matches/:match":               {303, 404, 200, 200, 200},
	"GET /clubs/:club/matches/:match/rounds/:round": {303, 404, 404, 404, 404}, // no round was finished
	"GET /clubs/:club/matches/:match/replay/:step":  {303, 404, 200, 200, 200},

	"GET /healthz":     {200, 200, 200, 200, 200},
	"GET /readyz":      {200, 200, 200, 200, 200},
	"GET /static/*":    {404, 404, 404, 404, 404},
	"GET /favicon.ico": {200, 200, 200, 200, 200},
}

func TestEveryRouteForEveryRole(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	seen := map[string]bool{}
	for _, r := range e.routes() {
		name := r.method + " " + r.path
		seen[name] = true
		want, ok := expected[name]
		if !ok {
			t.Errorf("%s has no row", name)
			continue
		}
		for i, role := range roles {
			b := e.as(role)
			var got *reply
			if r.method == http.MethodPost {
				got = b.post(e.address(r), url.Values{})
			} else {
				got = b.get(e.address(r))
			}
			if got.StatusCode != want[i] {
				t.Errorf("%s as %s: %d, want %d: %s", name, role, got.StatusCode, want[i], text(got.doc))
			}
			if signIn := strings.HasPrefix(got.Header.Get("Location"), link.SignIn); role == "nobody" && want[i] == 303 && want[1] != 303 && !signIn {
				t.Errorf("%s as nobody leads to %s", name, got.Header.Get("Location"))
			}
		}
	}
	for name := range expected {
		if !seen[name] {
			t.Errorf("%s is no route", name)
		}
	}
}

// What a reader may not see answers exactly like what is not there.
func TestAbsentAndForbiddenAreAlike(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	eva := e.as("Eva")
	for _, r := range e.routes() {
		if !strings.HasPrefix(r.path, "/clubs/:club") {
			continue
		}
		there := e.address(r)
		absent := strings.Replace(there, "/clubs/"+e.club, "/clubs/no-such-club", 1)
		ask := func(path string) *reply {
			if r.method == http.MethodPost {
				return eva.post(path, url.Values{})
			}
			return eva.get(path)
		}
		a, b := ask(there), ask(absent)
		if got, want := impersonal(a), strings.ReplaceAll(impersonal(b), "no-such-club", e.club); got != want {
			t.Errorf("%s %s: forbidden is\n%s\nabsent is\n%s", r.method, r.path, got, want)
		}
	}
}

func TestOtherSitesCannotAct(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	bento := e.as("Bento")
	before := e.digest()
	for _, r := range e.routes() {
		if r.method == http.MethodGet {
			continue
		}
		for _, origin := range [][]string{
			{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}, {"Origin", "https://evil.example"},
			{"Origin", "null"}, {"Origin", "http://127.0.0.1:1"},
		} {
			got := bento.post(e.address(r), url.Values{}, origin...)
			if got.StatusCode != http.StatusForbidden || got.form(link.Language) == nil {
				t.Errorf("%s %s with %v: %d", r.method, r.path, origin, got.StatusCode)
			}
		}
	}
	if e.digest() != before {
		t.Error("another site changed something")
	}
	bento.get(link.Club(e.club), "Sec-Fetch-Site", "cross-site").want(http.StatusOK)
	bento.post(link.Language, url.Values{"lang": {"en"}}, "Sec-Fetch-Site", "same-origin").want(http.StatusSeeOther)
	bento.post(link.Language, url.Values{"lang": {"en"}}, "Origin", e.url).want(http.StatusSeeOther)
}

func TestGetNeverWrites(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	for _, role := range roles {
		b := e.as(role)
		b.get("/settings") // notes that the session was seen, once a minute
		before := e.digest()
		for _, r := range e.routes() {
			if r.method != http.MethodGet {
				continue
			}
			b.get(e.address(r))
			b.do(b.request(http.MethodHead, e.address(r), nil))
			if after := e.digest(); after != before {
				t.Errorf("GET %s as %s writes:\n%s\n%s", r.path, role, before, after)
				before = after
			}
		}
	}
}
