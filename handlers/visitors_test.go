package handlers

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"carteado/db/nights"
	"carteado/engine/clock"
	"carteado/handlers/web"
	"carteado/views/link"
)

// expectedVisits holds the routes of guests at a night.
var expectedVisits = map[string][]string{
	"GET /here":            {"in  404 404 404 404 404 404 404"},
	"POST /here/leave":     {"in  303 303 303 303 303 303 303"},
	"POST /here/account":   {"in  404 404 404 404 404 404 404"},
	"GET /here/as/:token":  {"410 410 410 410 410 410 410 410"},
	"POST /here/as/:token": {"410 410 410 410 410 410 410 410"},
	"POST /clubs/:club/nights/:night/guests/:guest/phone": {"in  404 404 403 403 404 404 404"},
	"GET /here/:token":  {"410 410 410 410 410 410 410 410"},
	"POST /here/:token": {"410 410 410 410 410 410 410 410"},
}

// A nightOut is an evening with a game night that goes on.
type nightOut struct {
	*evening
	night int64
	wall  string // where the code leads
}

func newNightOut(t *testing.T) *nightOut {
	t.Helper()
	e := newEvening(t)
	starts := time.Now().Add(time.Hour)
	night, err := e.Store.PlanNight(t.Context(), e.clubID, e.players["Ana"], nights.Plan{Name: "Friday", Starts: starts,
		Ends: starts.Add(time.Hour), AnswersUntil: starts}, clock.Once, "")
	if err != nil {
		t.Fatal(err)
	}
	return e.door(night)
}

// door makes the code on the wall of a night.
func (e *evening) door(night int64) *nightOut {
	e.t.Helper()
	err := e.Store.MakeCode(e.t.Context(), e.clubID, e.players["Ana"], night)
	code, failed := e.Store.CodeOf(e.t.Context(), e.clubID, e.players["Ana"], night)
	if err != nil || failed != nil {
		e.t.Fatal(err, failed)
	}
	return &nightOut{e, night, link.Here(code.Reveal())}
}

// visitor is the phone of a guest who comes by the code on the wall.
func (n *nightOut) visitor(name string) *browser {
	n.t.Helper()
	b := n.as("nobody")
	b.get(n.wall).want(http.StatusOK)
	b.post(n.wall, url.Values{"as": {"guest"}, "name": {name}}).want(http.StatusSeeOther)
	return b
}

// draws has a host draw a round for those who are here, and open it.
func (n *nightOut) draws(sizes ...int) (table int) {
	n.t.Helper()
	ctx, ana := n.t.Context(), n.players["Ana"]
	err := n.Store.DrawTables(ctx, n.clubID, ana, n.night, nights.Wish{Game: n.GameInfos[0].Key, Sizes: sizes,
		Minutes: 20, Screens: true})
	if err == nil {
		err = n.Store.OpenRound(ctx, n.clubID, ana, n.night, 1)
	}
	if err == nil {
		err = n.Store.OpenDrawnTables(ctx, n.clubID, ana, n.night, 1)
	}
	list, failed := n.Store.DrawsOf(ctx, n.clubID, ana, n.night)
	if err != nil || failed != nil {
		n.t.Fatal(err, failed)
	}
	return list[0].Tables[0].Table
}

// leads checks where a reply sends the reader.
func (r *reply) leads(path string) *reply {
	r.browser.t.Helper()
	if got, _, _ := strings.Cut(r.Header.Get("Location"), "?"); got != path {
		r.browser.t.Fatalf("%s leads to %q, want %q", r.Request.URL.Path, got, path)
	}
	return r
}

// A guest comes by the code on the wall, is told where to sit, plays on their own phone, and keeps it by an account.
func TestAGuestPlaysOnTheirPhone(t *testing.T) {
	t.Parallel()
	n := newNightOut(t)
	luis, bento := n.visitor("Luís <b>"), n.as("Bento")
	luis.get(link.Visit).want(http.StatusOK).says("Good evening, Luís <b>").says("No table yet")
	luis.get("/").want(http.StatusSeeOther).leads(link.Visit)
	luis.get(link.Club(n.club)).want(http.StatusSeeOther).leads(link.Visit)
	bento.post(n.wall, nil).want(http.StatusSeeOther)
	table := n.draws(2)
	luis.get(link.Visit).says("Table 1, with Bento").says("To my table")
	at := link.Table(n.club, table)
	for _, b := range []*browser{luis, bento} {
		b.get(at).want(http.StatusOK)
		b.post(link.Join(n.club, table), nil).want(http.StatusSeeOther)
	}
	luis.get(at).want(http.StatusOK).says("Bento")
	bento.get(at).says("Luís <b>")
	leave := link.Leave(n.club, table)
	luis.get(at).mustForm(leave).send().want(http.StatusSeeOther)
	n.as("Ana").get(link.Draws(n.club, n.night)).says("Luís <b>")
	if open := n.as("Ana").get(link.Members(n.club)); strings.Contains(open.body, "Luís") {
		t.Error("a guest in the list of members")
	}

	keep := luis.get(link.Visit).mustForm(link.VisitAccount)
	keep.with("name", "Bento").with("password", goodPassword).send().want(http.StatusUnprocessableEntity)
	keep.with("name", "Luís").with("password", "short").send().want(http.StatusUnprocessableEntity)
	keep.with("name", "Luís").with("password", goodPassword).send().want(http.StatusSeeOther).leads(link.Visit)
	luis.get(link.Visit).says("would like to come in")
	luis.get(link.Settings).want(http.StatusOK) // an account's own
	luis.get(link.Members(n.club)).want(http.StatusForbidden).says("This is for members")
	id := n.id(`SELECT id FROM players WHERE name = 'Luís' AND NOT placeholder`)
	n.as("Ana").post(link.AnswerRequest(n.club, id), url.Values{"answer": {"yes"}}).want(http.StatusSeeOther)
	luis.get(link.Members(n.club)).want(http.StatusOK)
	luis.get(link.Matches(n.club)).want(http.StatusOK).says("Bento")
}

// A visit ends on the phone, too: with a page that says so, and no word of the table.
func TestAPhoneAfterTheVisit(t *testing.T) {
	t.Parallel()
	n := newNightOut(t)
	luis := n.visitor("Luís")
	n.as("Bento").post(n.wall, nil).want(http.StatusSeeOther)
	table := n.draws(2)
	at := link.Table(n.club, table)
	luis.get(at).want(http.StatusOK)
	luis.get(link.Visit).mustForm(link.EndVisit).send().want(http.StatusSeeOther)
	for _, path := range []string{link.Visit, at, link.Members(n.club)} {
		got := luis.get(path).want(http.StatusGone).says("That was the night, Luís")
		if strings.Contains(got.body, "Bento") {
			t.Errorf("%s tells who sat there", path)
		}
	}
	luis.post(link.Join(n.club, table), nil).want(http.StatusGone)
	n.sql(`UPDATE arrivals SET left_at = NULL WHERE name = 'Luís'`)
	luis.get(link.Visit).want(http.StatusOK)
	n.sql(`UPDATE nights SET starts_at = now() - interval '1 day', ends_at = now() - interval '7 hours',
		answers_until = now() - interval '1 day' WHERE id = $1`, n.night)
	luis.get(link.Visit).want(http.StatusGone)
	luis.get(link.Visit).mustForm(link.SignOut).send().want(http.StatusSeeOther)
	luis.get(link.Visit).want(http.StatusSeeOther).leads(link.SignIn)
}

// A host hands a phone to a guest whom they have written down; it works once.
func TestAPhoneIsHandedOver(t *testing.T) {
	t.Parallel()
	n := newNightOut(t)
	ana, door := n.as("Ana"), link.Arrivals(n.club, n.night)
	guests := link.Guest(n.club, n.night)
	ana.get(door).mustForm(guests).with("name", "Bento").send().want(http.StatusUnprocessableEntity).
		says("A member has that name")
	ana.get(door).mustForm(guests).with("name", "a@b.org").send().want(http.StatusUnprocessableEntity)
	ana.get(door).mustForm(guests).with("name", "Rui").send().want(http.StatusSeeOther)
	hand := link.HandOver(n.club, n.night, n.id(`SELECT id FROM arrivals WHERE name = 'Rui'`))
	n.as("Bento").post(hand, nil).want(http.StatusForbidden)
	shown := ana.get(door).mustForm(hand).send().want(http.StatusOK).says("A phone for Rui")
	input, _ := attr(all(shown.doc(), "input", "id", "phone-link")[0], "value")
	take := input[strings.Index(input, "/here/as/"):]
	rui := n.as("nobody")
	rui.get(take).want(http.StatusOK).says("Play as Rui").mustForm(take).send().want(http.StatusSeeOther).
		leads(link.Visit)
	rui.get(link.Visit).want(http.StatusOK).says("Good evening, Rui")
	n.as("nobody").get(take).want(http.StatusGone)
	n.as("nobody").post(take, nil).want(http.StatusGone)
	ana.get(door).says("plays on a screen")
}

// visitorFaults are answers to a guest of the night that are not as ForGuests says.
func (c *crowd) visitorFaults(b *browser, r route) (faults []string) {
	c.t.Helper()
	name := r.method + " " + r.path
	if slices.Contains(machines, r.path) {
		return nil
	}
	for _, state := range states {
		if !c.has(r, state) {
			continue
		}
		got := c.ask(b, r, c.address(r, state), state)
		refused := got.StatusCode == http.StatusForbidden && strings.Contains(got.body, "This is for members") ||
			got.StatusCode == http.StatusForbidden && got.Header.Get("HX-Refresh") != "" ||
			r.method == http.MethodGet && got.StatusCode == http.StatusSeeOther &&
				got.Header.Get("Location") == link.Visit
		if listed := slices.Contains(web.ForGuests, name); refused == listed {
			faults = append(faults, name+" ("+state+") as a guest: "+got.Status+", though listed is "+
				map[bool]string{true: "yes", false: "no"}[listed])
		}
		if strings.Contains(r.path, ":table") && got.StatusCode < 300 || strings.Contains(r.path, ":match") &&
			got.StatusCode < 300 {
			faults = append(faults, name+" ("+state+") shows a guest a table of others")
		}
	}
	return faults
}

// machines are routes that ask nobody who they are.
var machines = []string{"/worker.js", "/offline", "/calendar/:token", "/healthz", "/readyz", "/static/*",
	"/favicon.ico"}

// A guest reaches the routes of ForGuests and no other, and at those tables no other than their own.
func TestEveryRouteForAGuest(t *testing.T) {
	t.Parallel()
	c := newCrowd(t)
	c.playRounds()
	n := c.door(c.night)
	known, guests := map[string]bool{}, 1
	b := n.visitor("Guest A")
	for _, r := range c.routes() {
		known[r.method+" "+r.path] = true
		for _, fault := range c.visitorFaults(b, r) {
			t.Error(fault)
		}
		if r.method == http.MethodPost && slices.Contains([]string{link.EndVisit, link.SignOut}, r.path) {
			b = n.visitor("Guest " + string(rune('A'+guests)))
			guests++
		}
	}
	for _, name := range web.ForGuests {
		if !known[name] {
			t.Errorf("%s is no route", name)
		}
	}
}

// Nothing on a page that a guest reaches, neither a link nor a form, leads to what is for members.
func TestNothingLeadsAGuestAstray(t *testing.T) {
	t.Parallel()
	n := newNightOut(t)
	luis, bento := n.visitor("Luís"), n.as("Bento")
	bento.post(n.wall, nil).want(http.StatusSeeOther)
	table := n.draws(2)
	board := link.Table(n.club, table)
	seen, routes := map[string]bool{}, n.routes()
	follow := func(from string) {
		t.Helper()
		for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
			page := luis.get(queue[0])
			if page.StatusCode >= http.StatusBadRequest {
				t.Errorf("%s answers %s", queue[0], page.Status)
			}
			for _, to := range page.leadsTo() {
				method, path, _ := strings.Cut(to, " ")
				if seen[to] || !strings.HasPrefix(path, "/") {
					continue
				}
				seen[to] = true
				pattern := method + " " + patternOf(routes, method, path)
				home := path == "/" || path == link.Club(n.club)
				listed := slices.Contains(web.ForGuests, pattern)
				if !listed && !home && !slices.Contains(machines, strings.TrimPrefix(pattern, "GET ")) {
					t.Errorf("%s leads a guest to %s", queue[0], to)
				}
				if listed && method == http.MethodGet && !home && !strings.HasSuffix(path, "/poll") {
					queue = append(queue, path)
				}
			}
		}
	}
	follow(link.Visit)
	follow(board) // which waits

	// A member may call others to the table, and a guest may not.
	for b, invites := range map[*browser]int{luis: 0, bento: 1} {
		if links := all(b.get(board).want(http.StatusOK).doc(), "input", "id", "table-link"); len(links) != invites {
			t.Errorf("%d links to call others with, want %d", len(links), invites)
		}
	}
	for _, b := range []*browser{luis, bento} {
		b.post(link.Join(n.club, table), nil).want(http.StatusSeeOther)
	}
	follow(board)
	match := n.board(table, "Bento").Table.Match
	if !seen["POST "+link.Leave(n.club, table)] || !seen["GET "+link.Match(n.club, match)] {
		t.Errorf("of the table is seen only %v", seen)
	}
	bento.get(board).mustForm(link.Leave(n.club, table)).send().want(http.StatusSeeOther)
	follow(board)
	follow(link.Match(n.club, match))
	for _, path := range []string{link.Check(n.club, match), link.Replay(n.club, match, 0), link.LessonsOf("knock")} {
		if !seen["GET "+path] {
			t.Errorf("nothing leads to %s", path)
		}
	}
}

// leadsTo are the methods and paths of the links and forms of a page.
func (r *reply) leadsTo() (list []string) {
	for tag, name := range map[string]string{"a": "href", "form": "action", "div": "data-hx-get"} {
		for _, n := range all(r.doc(), tag, name, "") {
			where, _ := attr(n, name)
			method, _ := attr(n, "method")
			where, _, _ = strings.Cut(where, "#")
			where, _, _ = strings.Cut(where, "?")
			if method = strings.ToUpper(method); method == "" {
				method = http.MethodGet
			}
			if where != "" {
				list = append(list, method+" "+where)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// patternOf is the route of a path, the one with the fewest parameters, "" where there is none.
func patternOf(routes []route, method, path string) (pattern string) {
	parts := strings.Split(path, "/")
	for _, r := range routes {
		names := strings.Split(r.path, "/")
		fits := r.method == method && len(names) == len(parts)
		for i := 0; fits && i < len(names); i++ {
			fits = names[i] == parts[i] || strings.HasPrefix(names[i], ":")
		}
		if fits && (pattern == "" || strings.Count(r.path, ":") < strings.Count(pattern, ":")) {
			pattern = r.path
		}
	}
	return pattern
}
