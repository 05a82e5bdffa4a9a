package handlers

import (
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"carteado/db"
	"carteado/engine"
	"carteado/views/link"
)

// An evening is a club in full swing: Ana owns it, Bento and Célia play at
// tables 1 and 3 and have played at table 2, Davi is a member who waits at table
// 4, Eva has an account and belongs to no club, and somebody else has none.
type evening struct {
	*site
	club    string
	clubID  int64
	players map[string]int64
	over    int64 // the match at table 2
	running int64 // the match at table 1
}

var roles = []string{"nobody", "Eva", "Davi", "Bento", "Ana"}

func newEvening(t testing.TB) *evening {
	t.Helper()
	s := newSite(t)
	ana, slug := s.founded()
	e := &evening{site: s, club: slug, players: map[string]int64{}}
	for _, name := range []string{"Bento", "Célia", "Davi", "Eva"} {
		s.joined(ana, slug, name)
	}
	for _, name := range []string{"Ana", "Bento", "Célia", "Davi", "Eva"} {
		account, err := s.store.PlayerByName(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		e.players[name] = account.ID
	}
	e.sql(`DELETE FROM members WHERE player_id = $1`, e.players["Eva"])
	club, err := s.store.ClubFor(t.Context(), slug, e.players["Ana"])
	if err != nil {
		t.Fatal(err)
	}
	e.clubID = club.ID
	for range 3 {
		e.open("Bento", db.SeatChoice{Kind: db.SeatMember, Player: e.players["Célia"]})
	}
	for number := 1; number <= 3; number++ {
		if err := s.store.JoinTable(t.Context(), e.clubID, number, e.players["Célia"]); err != nil {
			t.Fatal(err)
		}
	}
	e.open("Davi", db.SeatChoice{Kind: db.SeatOpen})
	e.running, e.over = e.board(1, "Bento").Table.Match, e.board(2, "Bento").Table.Match
	e.plays(2, "Bento", engine.Move{Verb: engine.VerbLeave})
	return e
}

func (e *evening) open(host string, seats ...db.SeatChoice) db.Table {
	e.t.Helper()
	opened, err := e.store.OpenTable(e.t.Context(), e.clubID, e.players[host], db.NewTable{Game: e.games[0].Key, Seats: seats})
	if err != nil {
		e.t.Fatal(err)
	}
	return opened
}

func (e *evening) board(number int, viewer string) db.Board {
	e.t.Helper()
	b, err := e.store.Board(e.t.Context(), e.clubID, number, e.players[viewer])
	if err != nil {
		e.t.Fatal(err)
	}
	return b
}

func (e *evening) plays(number int, player string, move engine.Move) {
	e.t.Helper()
	_, err := e.store.Play(e.t.Context(), db.PlayInput{
		Club: e.clubID, Table: number, Match: e.board(number, player).Table.Match,
		Player: e.players[player], Idem: newIdem(), Move: move,
		Version: e.board(number, player).View.Version,
	})
	if err != nil {
		e.t.Fatalf("%s plays %s: %v", player, move, err)
	}
}

// as is a browser in which a player is signed in. It follows no redirects.
func (e *evening) as(name string) *browser {
	e.t.Helper()
	b := e.browser()
	if id := e.players[name]; id != 0 {
		token := newToken()
		if _, err := e.store.CreateSession(e.t.Context(), id, db.HashToken(token), ""); err != nil {
			e.t.Fatal(err)
		}
		home, err := url.Parse(e.url)
		if err != nil {
			e.t.Fatal(err)
		}
		b.client.Jar.SetCookies(home, []*http.Cookie{{Name: "carteado", Value: encodeToken(token), Path: "/"}})
	}
	b.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return b
}

// sql runs a statement on the site's database, past the store.
func (s *site) sql(query string, args ...any) {
	s.t.Helper()
	conn := s.conn()
	defer conn.Close(s.t.Context())
	if _, err := conn.Exec(s.t.Context(), query, args...); err != nil {
		s.t.Fatal(err)
	}
}

func (s *site) conn() *pgx.Conn {
	s.t.Helper()
	conn, err := pgx.Connect(s.t.Context(), s.database)
	if err != nil {
		s.t.Fatal(err)
	}
	return conn
}

// digest is a hash over every row of every table, and over who wrote it last.
func (s *site) digest() string {
	s.t.Helper()
	conn := s.conn()
	defer conn.Close(s.t.Context())
	rows, err := conn.Query(s.t.Context(), `SELECT quote_ident(table_name) FROM information_schema.tables
		WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT LIKE 'river%' ORDER BY 1`)
	if err != nil {
		s.t.Fatal(err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(tables) < 8 {
		s.t.Fatalf("tables %v: %v", tables, err)
	}
	var digest strings.Builder
	for _, table := range tables {
		var sum string
		err := conn.QueryRow(s.t.Context(), `SELECT coalesce(md5(string_agg(x.xmin::text || x::text, ',' ORDER BY x::text)), '') FROM `+table+` x`).Scan(&sum)
		if err != nil {
			s.t.Fatal(err)
		}
		fmt.Fprintf(&digest, "%s %s\n", table, sum)
	}
	return digest.String()
}

// address fills a route's pattern in.
func (e *evening) address(r route) string {
	table := "1"
	if strings.HasSuffix(r.path, "/leave") {
		table = "3" // which is needed only once
	}
	path := strings.NewReplacer(
		":club", e.club, ":table", table, ":match", strconv.FormatInt(e.over, 10), ":round", "1", ":step", "0",
		":token", "nobody-made-this", ":id", "999999",
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
	"GET /settings":                      {303, 200, 200, 200, 200},
	"POST /settings":                     {303, 400, 400, 400, 400},
	"POST /settings/password":            {303, 422, 422, 422, 422},
	"POST /settings/sessions/:id/end":    {303, 404, 404, 404, 404},
	"POST /settings/sessions/end-others": {303, 303, 303, 303, 303},

	"GET /clubs/:club":                              {303, 404, 200, 200, 200},
	"GET /clubs/:club/tables":                       {303, 404, 200, 200, 200},
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
	"POST /clubs/:club/tables/:table/close":         {303, 404, 403, 409, 403},
	"POST /clubs/:club/tables/:table/moves":         {303, 404, 404, 422, 404},
	"GET /clubs/:club/tables/:table/arrange":        {303, 404, 303, 303, 303}, // nobody is to discard
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

// impersonal is an answer without what is new in every one: its date and id.
func impersonal(r *reply) string {
	header := r.Header.Clone()
	id := header.Get("X-Request-Id")
	header.Del("Date")
	header.Del("X-Request-Id")
	var b strings.Builder
	fmt.Fprintln(&b, r.StatusCode)
	for _, name := range slices.Sorted(maps.Keys(header)) {
		if name != "Content-Length" {
			fmt.Fprintln(&b, name, header[name])
		}
	}
	body := strings.ReplaceAll(r.body, id, "")
	for _, idem := range all(r.doc, "input", "name", "idem") {
		key, _ := attr(idem, "value")
		body = strings.ReplaceAll(body, key, "")
	}
	b.WriteString(body)
	return b.String()
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

func TestHeaders(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	for _, role := range []string{"nobody", "Bento", "Ana"} {
		b := e.as(role)
		for _, r := range e.routes() {
			var got *reply
			if r.method == http.MethodGet {
				got = b.get(e.address(r))
			} else if strings.HasSuffix(r.path, "/leave") || r.path == link.SignOut || r.path == link.EndOtherSessions {
				continue
			} else {
				got = b.post(e.address(r), url.Values{})
			}
			for name, want := range map[string]string{
				"Content-Security-Policy":      policy,
				"X-Content-Type-Options":       "nosniff",
				"Referrer-Policy":              "same-origin",
				"Cross-Origin-Opener-Policy":   "same-origin",
				"Cross-Origin-Resource-Policy": "same-origin",
				"Permissions-Policy":           permissions,
				"Etag":                         "",
				"Strict-Transport-Security":    "",
			} {
				if got.Header.Get(name) != want {
					t.Errorf("%s %s as %s: %s is %q", r.method, r.path, role, name, got.Header.Get(name))
				}
			}
			machine := strings.HasPrefix(r.path, "/static/") || r.path == "/favicon.ico"
			if !machine && got.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s %s as %s: Cache-Control is %q", r.method, r.path, role, got.Header.Get("Cache-Control"))
			}
			if why := inline(got); why != "" {
				t.Errorf("%s %s as %s: %s", r.method, r.path, role, why)
			}
		}
	}
}

// inline finds what the policy forbids on a page.
func inline(r *reply) string {
	for _, n := range all(r.doc, "", "", "") {
		if _, external := attr(n, "src"); n.Data == "style" || n.Data == "script" && !external {
			return "inline " + n.Data
		}
		for _, a := range n.Attr {
			switch {
			case a.Key == "style", strings.HasPrefix(a.Key, "on"), strings.HasPrefix(a.Key, "hx-"), strings.HasPrefix(a.Key, "data-hx-on"):
				return "attribute " + a.Key
			case strings.HasPrefix(strings.ToLower(a.Val), "javascript:"), strings.HasPrefix(a.Val, "js:"):
				return a.Key + " " + a.Val
			case strings.HasSuffix(a.Key, "hx-trigger") && strings.ContainsAny(a.Val, "[]"):
				return "trigger filter " + a.Val
			case (a.Key == "src" || a.Key == "href") && strings.Contains(a.Val, "://"):
				return "from elsewhere: " + a.Val
			}
		}
	}
	return ""
}

func TestInlineFindsWhatIsPlanted(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	b := s.browser()
	for _, planted := range []string{
		`<style>p{}</style>`, `<script>x()</script>`, `<p style="color:red">`, `<p onclick="x()">`, `<p hx-get="/">`,
		`<a href="javascript:x()">`, `<p data-hx-trigger="load[x]">`, `<img src="https://evil.example/">`,
	} {
		page := b.get(link.Setup)
		page.doc = parse(t, strings.Replace(page.body, "</main>", planted+"</main>", 1))
		if inline(page) == "" {
			t.Errorf("%s is not found", planted)
		}
	}
}

func TestBadRequests(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	for _, lang := range []string{"en", "pt-BR"} {
		b := e.as("Bento")
		e.sql(`UPDATE players SET lang = $1 WHERE id = $2`, lang, e.players["Bento"])
		b.get(link.Settings)
		before := e.digest()
		table := link.Table(e.club, 1)
		big := url.Values{"move": {strings.Repeat("x", bodyLimit)}}
		chunked := b.request(http.MethodPost, link.Moves(e.club, 1), big)
		chunked.ContentLength = -1
		multipart := b.request(http.MethodPost, link.Moves(e.club, 1), url.Values{}, "Content-Type", "multipart/form-data; boundary=x")
		multipart.Header.Set("Content-Type", "multipart/form-data; boundary=x")
		for name, c := range map[string]struct {
			got  *reply
			want int
		}{
			"unknown route":      {b.get("/no/such/page"), 404},
			"unknown table":      {b.get(link.Table(e.club, 99)), 404},
			"table by no number": {b.get(link.Tables(e.club) + "/01"), 404},
			"unknown match":      {b.get(link.Match(e.club, 1<<40)), 404},
			"unknown game":       {b.get(link.NewTableOf(e.club, "bridge")), 404},
			"running replay":     {b.get(link.Replay(e.club, e.running, 0)), 404},
			"wrong method":       {b.do(b.request(http.MethodDelete, table, nil)), 405},
			"post to a page":     {b.post(table+"/rules", url.Values{}), 405},
			"large form":         {b.post(link.Moves(e.club, 1), big), 413},
			"large chunks":       {b.do(chunked), 413},
			"not a form":         {b.do(multipart), 415},
			"malformed form":     {b.do(malformed(b, link.Moves(e.club, 1))), 400},
			"no move":            {b.post(link.Moves(e.club, 1), url.Values{}), 422},
		} {
			if c.got.StatusCode != c.want {
				t.Errorf("%s (%s): %d, want %d", name, lang, c.got.StatusCode, c.want)
			}
			root := all(c.got.doc, "html", "", "")
			if got, _ := attr(root[0], "lang"); got != lang {
				t.Errorf("%s (%s): the page speaks %q", name, lang, got)
			}
			if strings.Contains(text(c.got.doc), "[error.") {
				t.Errorf("%s (%s): no words for it: %s", name, lang, text(c.got.doc))
			}
			if c.want == 405 && c.got.Header.Get("Allow") == "" {
				t.Errorf("%s: no Allow", name)
			}
		}
		if after := e.digest(); after != before {
			t.Errorf("bad requests changed something:\n%s\n%s", before, after)
		}
	}
}

func malformed(b *browser, path string) *http.Request {
	req := b.request(http.MethodPost, path, url.Values{})
	body := "move=%zz"
	req.Body, req.ContentLength = readCloser(body), int64(len(body))
	return req
}

// A failure of ours shows its id, and not itself.
func TestFailureShowsNothing(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	bento := e.as("Bento")
	e.sql(`ALTER TABLE matches RENAME COLUMN state TO secret_sauce`)
	page := bento.get(link.Table(e.club, 1)).want(http.StatusInternalServerError)
	id := page.Header.Get("X-Request-Id")
	if id == "" || !strings.Contains(page.body, id) {
		t.Error("the page does not name the request")
	}
	for _, word := range []string{"state", "column", "SQLSTATE", "42703"} {
		if strings.Contains(text(page.doc), word) {
			t.Errorf("the page says %q", word)
		}
	}
	if lines := strings.Count(e.log.String(), id); lines != 1 {
		t.Errorf("the failure is logged %d times", lines)
	}
	if !strings.Contains(e.log.String(), "42703") {
		t.Error("the log does not say what failed")
	}
}

func TestPanicIsAnErrorPage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.echo.GET("/panic", func(c echoContext) error { panic("secret sauce") })
	page := s.browser().get("/panic").want(http.StatusInternalServerError)
	if strings.Contains(page.body, "sauce") || !strings.Contains(page.body, page.Header.Get("X-Request-Id")) {
		t.Error("the page says more than the request's id, or less")
	}
	if !strings.Contains(s.log.String(), "guard_test.go") {
		t.Error("the log has no stack")
	}
}

// The log names routes and ids: no token, password, address of an invitation or
// form of a player reaches it.
func TestLogKeepsSecrets(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana, club := s.founded()
	path := ana.invites(club)
	bento := s.browser()
	bento.get(path).mustForm(path).with("name", "Bento", "password", goodPassword).send().want(http.StatusOK)
	bento.get(link.Club(club) + "?card=7H")
	token := cookieOf(t, bento)
	for _, secret := range []string{goodPassword, token, strings.TrimPrefix(path, "/invitations/"), "7H", url.QueryEscape(goodPassword)} {
		if strings.Contains(s.log.String(), secret) {
			t.Errorf("the log holds %q", secret)
		}
	}
	if !strings.Contains(s.log.String(), `"route":"/invitations/:token"`) {
		t.Error("the log does not name the route")
	}
}

func TestCookiesOverHTTPS(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.cookies.secure = true
	b := s.browser()
	b.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	page := b.get(link.Setup).mustForm(link.Setup).with("club", "X", "lang", "en", "zone", "UTC", "name", "Ana", "password", goodPassword).
		send().want(http.StatusSeeOther)
	found := false
	for _, c := range page.Cookies() {
		if c.Name == "__Host-carteado" {
			found = c.Secure && c.HttpOnly && c.SameSite == http.SameSiteLaxMode && c.Path == "/" && c.Domain == ""
		}
	}
	if !found {
		t.Errorf("cookies %v", page.Header["Set-Cookie"])
	}
	if page.Header.Get("Strict-Transport-Security") == "" {
		t.Error("no HSTS over https")
	}
}

// What a client says of its address is believed only from proxies we know.
func TestAddressOfTheClient(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		proxies []netip.Prefix
		want    string
	}{
		{nil, "127.0.0.1"},
		{[]netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}, "127.0.0.1"},
		{[]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, "203.0.113.7"},
	} {
		s, err := New(Config{URL: "http://localhost", Logger: slog.New(slog.DiscardHandler), TrustedProxies: c.proxies})
		if err != nil {
			t.Fatal(err)
		}
		s.echo.GET("/address", func(c echoContext) error { return c.String(200, c.(*request).address().String()) })
		req := httptest.NewRequest(http.MethodGet, "/address", nil)
		req.RemoteAddr = "127.0.0.1:1234"
		req.Header.Set("X-Forwarded-For", "198.51.100.1, 203.0.113.7")
		req.Header.Set("X-Real-Ip", "198.51.100.2")
		answer := httptest.NewRecorder()
		s.Handler().ServeHTTP(answer, req)
		if got := answer.Body.String(); got != c.want {
			t.Errorf("behind %v the client is %s, want %s", c.proxies, got, c.want)
		}
	}
	for _, bad := range []string{"", "carteado", "ftp://x", "http://", "://"} {
		if _, err := New(Config{URL: bad}); err == nil {
			t.Errorf("public URL %q is taken", bad)
		}
	}
}
