package handlers

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"carteado/views/link"
	tablepage "carteado/views/page/table"
)

// address fills a route's pattern in.
func (e *evening) address(r route) string {
	table := "1"
	if strings.HasSuffix(r.path, "/leave") {
		table = "3" // which is needed only once
	}
	return filledIn(r, strings.NewReplacer(
		":club", e.club, ":table", table, ":match", strconv.FormatInt(e.over, 10), ":round", "1", ":step", "0",
		":game", "knock", ":lesson", "melds", ":token", "nobody-made-this", ":id", "999999", ":player", "999999",
		":season", "999999", ":part", "name", ":night", "999999", ":day", "2024-02-29", ":number", "1",
	), tablepage.KindWaiting)
}

// filledIn is a route's pattern, filled in. A poll comes from a page of some kind, and is answered
// at once.
func filledIn(r route, params *strings.Replacer, from tablepage.Kind) string {
	path := params.Replace(r.path)
	switch {
	case strings.HasSuffix(path, "/*"):
		return "/static/nothing.css"
	case strings.HasSuffix(path, "/poll"), strings.HasSuffix(path, "/tables") && r.method == http.MethodGet:
		return path + "?at=" + string(from) + ".0"
	}
	return path
}

func TestEveryRouteForEveryRole(t *testing.T) {
	t.Parallel()
	c := newCrowd(t)
	c.playRounds()
	seen := map[string]bool{}
	for _, r := range c.routes() {
		name := r.method + " " + r.path
		seen[name] = true
		for _, fault := range c.guarded(r, expected[name]) {
			t.Error(fault)
		}
	}
	for name := range expected {
		if !seen[name] {
			t.Errorf("%s is no route", name)
		}
	}
}

// guarded compares what a route answers with its row.
func (c *crowd) guarded(r route, row []string) (faults []string) {
	c.t.Helper()
	if len(row) == 0 {
		return []string{r.method + " " + r.path + " has no row"}
	}
	for i, state := range states {
		if !c.has(r, state) {
			continue
		}
		want := strings.Fields(row[min(i, len(row)-1)])
		if len(want) != len(roles) {
			return append(faults, fmt.Sprintf("%s %s: a row of %d", r.method, r.path, len(want)))
		}
		for n, name := range roles {
			got := c.ask(c.in(name), r, c.address(r, state), state)
			answer := strconv.Itoa(got.StatusCode)
			if strings.HasPrefix(got.Header.Get("Location"), link.SignIn) {
				answer = "in"
			}
			if answer != want[n] {
				faults = append(faults, fmt.Sprintf("%s %s (%s) as %s: %s, want %s: %s", r.method, r.path, state, name,
					answer, want[n], got.text()))
			}
			if r.method == http.MethodPost && got.StatusCode < 400 {
				c.renew(r, state)
			}
		}
	}
	return faults
}

// Pages that a reader may not see answer exactly like those that are not there: the club to
// who is not in it, whatever else they may, and what belongs to another club to
// who owns one.
func TestAbsentAndForbiddenAreAlike(t *testing.T) {
	t.Parallel()
	c := newCrowd(t)
	c.playRounds()
	c.signIn()
	before := c.digest()
	for _, r := range c.routes() {
		if !strings.HasPrefix(r.path, "/clubs/:club") {
			continue
		}
		for _, state := range states {
			if !c.has(r, state) {
				continue
			}
			for _, name := range outsiders {
				for _, fault := range c.alike(name, r, c.address(r, state), state, "/clubs/"+c.club,
					"/clubs/no-such-club") {
					t.Error(fault)
				}
			}
			there := strings.Replace(c.address(r, state), "/clubs/"+c.club, "/clubs/"+c.elsewhere, 1)
			for _, param := range []string{":table", ":match", ":player", ":id", ":season", ":night"} {
				at := slices.Index(strings.Split(r.path, "/"), param)
				if at < 0 {
					continue
				}
				named := strings.Join(strings.Split(there, "/")[:at+1], "/")
				nothing := named[:strings.LastIndex(named, "/")+1] + "999999"
				for _, name := range []string{"Fábio", "Hugo"} {
					for _, fault := range c.alike(name, r, there, state, named, nothing) {
						t.Error(fault)
					}
				}
			}
		}
		if after := c.digest(); after != before {
			t.Errorf("%s %s changes something for those outside:\n%s\n%s", r.method, r.path, before, after)
			before = after
		}
	}
}

// alike compares what somebody gets at an address with what they get where
// nothing is.
func (c *crowd) alike(name string, r route, path, state, named, nothing string) (faults []string) {
	c.t.Helper()
	b := c.in(name)
	got := impersonal(c.ask(b, r, path, state))
	absent := impersonal(c.ask(b, r, strings.Replace(path, named, nothing, 1), state))
	last := func(path string) string { return path[strings.LastIndex(path, "/")+1:] }
	if want := strings.ReplaceAll(absent, last(nothing), last(named)); got != want {
		faults = append(faults, fmt.Sprintf("%s %s as %s: forbidden is\n%s\nabsent is\n%s", r.method, path, name, got,
			want))
	}
	return faults
}

// origins are the headers of a request that another site made a browser send.
var origins = [][]string{
	{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"},
	{"Origin", "https://evil.example"}, {"Origin", "null"}, {"Origin", "http://127.0.0.1:1"},
}

func TestOtherSitesCannotAct(t *testing.T) {
	t.Parallel()
	c := newCrowd(t)
	c.signIn()
	for _, r := range c.routes() {
		for _, fault := range c.foreign(r) {
			t.Error(fault)
		}
	}
	bento := c.in("Bento")
	bento.get(link.Club(c.club), "Sec-Fetch-Site", "cross-site").want(http.StatusOK)
	bento.post(link.Language, url.Values{"lang": {"en"}}, "Sec-Fetch-Site", "same-origin").want(http.StatusSeeOther)
	bento.post(link.Language, url.Values{"lang": {"en"}}, "Origin", c.url).want(http.StatusSeeOther)
}

// foreign lets another site use a route in the name of those who may most.
func (c *crowd) foreign(r route) (faults []string) {
	c.t.Helper()
	if r.method == http.MethodGet || r.method == http.MethodHead {
		return nil
	}
	before := c.digest()
	for _, name := range []string{"nobody", "Bento", "Ana", "Hugo"} {
		b := c.in(name)
		for _, state := range states {
			for _, origin := range origins {
				if !c.has(r, state) {
					continue
				}
				if got := c.ask(b, r, c.address(r, state), state, origin...); got.StatusCode != http.StatusForbidden ||
					got.form(link.Language) == nil {
					faults = append(faults, fmt.Sprintf("%s %s (%s) as %s with %v: %d", r.method, r.path, state, name,
						origin, got.StatusCode))
				}
			}
		}
	}
	if after := c.digest(); after != before {
		faults = append(faults, fmt.Sprintf("%s %s: another site changes something:\n%s\n%s", r.method, r.path, before,
			after))
	}
	return faults
}

func TestGetNeverWrites(t *testing.T) {
	t.Parallel()
	c := newCrowd(t)
	c.playRounds()
	c.signIn()
	for _, r := range c.routes() {
		for _, fault := range c.writes(r) {
			t.Error(fault)
		}
	}
}

// writes looks for rows that a GET or a HEAD changes.
func (c *crowd) writes(r route) (faults []string) {
	c.t.Helper()
	if r.method != http.MethodGet {
		return nil
	}
	before := c.digest()
	for _, name := range roles {
		b := c.in(name)
		for _, state := range states {
			if c.has(r, state) {
				b.get(c.address(r, state))
				b.do(b.request(http.MethodHead, c.address(r, state), nil))
			}
		}
	}
	if after := c.digest(); after != before {
		faults = append(faults, fmt.Sprintf("GET %s writes:\n%s\n%s", r.path, before, after))
	}
	return faults
}
