package handlers

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"carteado/views/link"
)

// What people and addresses say stays text: no page takes it for its own elements, and no query for its own words.
func TestTextsOfPeopleStayTexts(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	const hostile = `"'><img src=x onerror=alert(1)>`
	e.sql(`UPDATE clubs SET name = $1`, hostile)
	e.sql(`UPDATE players SET name = name || $1`, hostile)
	ana, shown := e.as("Ana"), 0
	said := url.Values{}
	for _, name := range []string{"q", "next", "before", "after", "at", "game", "with", "result", "season", "saved",
		"key", "sort", "role"} {
		said.Set(name, `' OR '1'='1`+hostile)
	}
	for _, r := range e.routes() {
		if r.method != http.MethodGet {
			continue
		}
		for _, query := range []string{"", "?" + said.Encode()} {
			path, _, _ := strings.Cut(e.address(r), "?")
			got := ana.get(path + query)
			if got.StatusCode >= http.StatusInternalServerError {
				t.Errorf("%s%s: %d", path, query, got.StatusCode)
			}
			if why := inline(got); why != "" || len(all(got.doc(), "img", "src", "x")) > 0 {
				t.Errorf("%s%s: a text has become an element: %s", path, query, why)
			}
			if strings.Contains(got.text(), hostile) {
				shown++
			}
		}
	}
	if shown < 20 {
		t.Errorf("only %d pages show the names", shown)
	}
	for _, user := range []string{`Ana' OR '1'='1`, `Ana'--`, hostile} {
		e.browser().post(link.SignIn, url.Values{"user": {user}, "password": {user}}).
			want(http.StatusUnprocessableEntity)
	}
}

// A form's fields come from its body alone, each once, and nothing is taken that the form does not ask for.
func TestFieldsComeFromTheFormAlone(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	good := url.Values{"user": {"Bento"}, "password": {goodPassword}}
	e.browser().post(link.SignIn+"?"+good.Encode(), url.Values{}).want(http.StatusUnprocessableEntity)
	e.browser().post(link.SignIn+"?user=Ana&password=x", good).want(http.StatusOK).at(link.Club(e.club))
	e.browser().post(link.SignIn, url.Values{"user": {"Bento"}, "password": {"x", goodPassword}}).
		want(http.StatusUnprocessableEntity)
	bento := e.as("Bento")
	form := bento.get(link.Settings).mustForm(link.Settings).with("lang", "en").values
	for _, name := range []string{"id", "player", "name", "role", "site_owner", "password_hash", "password", "email",
		"passkeys_only", "deleted_at"} {
		form.Set(name, "true")
	}
	before := e.id(`SELECT hashtext(string_agg(concat(id, name, site_owner, password_hash, email, passkeys_only,
		deleted_at), ',' ORDER BY id)) FROM players`)
	bento.post(link.Settings, form).want(http.StatusSeeOther)
	if e.id(`SELECT hashtext(string_agg(concat(id, name, site_owner, password_hash, email, passkeys_only,
		deleted_at), ',' ORDER BY id)) FROM players`) != before {
		t.Error("the settings changed what they do not ask for")
	}
	if e.id(`SELECT count(*) FROM memberships WHERE role <> 'member'`) != 1 {
		t.Error("the settings changed a role")
	}
}

// Where a request ends is what its chunks say, whatever length it also names.
func TestBoundariesOfRequests(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	smuggled := "GET /no/such/page HTTP/1.1\r\nHost: club\r\n\r\n"
	if _, err := fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: club\r\nContent-Type: application/x-www-form-urlencoded\r\n"+
		"Content-Length: %d\r\nTransfer-Encoding: chunked\r\n\r\n7\r\nlang=en\r\n0\r\n\r\n"+
		"GET /healthz HTTP/1.1\r\nHost: club\r\nConnection: close\r\n\r\n", link.Language, len(smuggled)); err != nil {
		t.Fatal(err)
	}
	said, _ := io.ReadAll(conn) // it closes after the second answer, or at once
	if got := string(said); !strings.HasPrefix(got, "HTTP/1.1 400") && (strings.Count(got, "HTTP/1.1 ") != 2 ||
		!strings.HasSuffix(got, "\r\n\r\nok\n")) {
		t.Errorf("answers:\n%s", got)
	}
}

// The log has a line for each request that was refused: who, where, and why.
func TestRefusalsAreLogged(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	bento := e.as("Bento")
	for _, c := range []struct {
		ask  func() *reply
		want int
		why  string
	}{
		{func() *reply { return bento.get(link.Invitations(e.club)) }, http.StatusForbidden, "forbidden"},
		{func() *reply { return bento.get(link.Club("no-such-club")) }, http.StatusNotFound, "not found"},
		{func() *reply {
			return bento.post(link.Language, url.Values{"lang": {"en"}}, "Sec-Fetch-Site", "cross-site")
		}, http.StatusForbidden, "another site"},
		{func() *reply { return bento.do(malformed(bento, link.Settings)) }, http.StatusBadRequest, "malformed form"},
	} {
		id := c.ask().want(c.want).Header.Get("X-Request-Id")
		_, line, _ := strings.Cut(e.log.String(), `"request":"`+id+`"`)
		line, _, _ = strings.Cut(line, "\n")
		for _, part := range []string{fmt.Sprintf(`"status":%d`, c.want), c.why, `"address":"127.0.0.0/24"`,
			`"route":"/`, fmt.Sprintf(`"player":%d`, e.players["Bento"])} {
			if !strings.Contains(line, part) {
				t.Errorf("%d: the log has no %s: %s", c.want, part, line)
			}
		}
	}
}
