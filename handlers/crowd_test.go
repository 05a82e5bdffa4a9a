package handlers

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"carteado/db/clubs"
	"carteado/db/live"
	"carteado/db/nights"
	"carteado/db/results"
	"carteado/engine"
	"carteado/engine/clock"
	"carteado/engine/role"
	"carteado/engine/standing"
	"carteado/views/link"
	tablepage "carteado/views/page/table"
	"carteado/views/table"
)

// A crowd is an evening with everybody whom a site must tell apart, and with
// something of everything that an address can name. Beside those of the evening
// there are Gina, a host who sits at no table; Hugo, who owns the site and
// another club; and Fábio, a member of that one.
type crowd struct {
	*evening
	elsewhere string // Hugo's club
	browsers  map[string]*browser

	// Things that addresses name.
	tables                   map[string]int   // by state
	matches                  map[string]int64 // by state
	rounds                   map[string]int64 // by state: a match of which a round was played to its end
	plain, suspended, asking int64
	invitation, session      int64
	preset, announcement     int64
	season, night            int64
	token, password          string // of an invitation and of a password's link
}

// roles are nobody, a stranger to all clubs, a member of another club, a member,
// a player at the table, a host, the owner, and the owner of the site.
var roles = []string{"nobody", "Eva", "Fábio", "Davi", "Bento", "Gina", "Ana", "Hugo"}

// outsiders have nothing to do with the club.
var outsiders = []string{"Eva", "Fábio", "Hugo"}

// states are those of the match that an address names. A table that waits has
// none; it is Bento's.
var states = []string{"running", "finished", "waiting"}

// newCrowd plays the first of the games given, or Knock.
func newCrowd(t testing.TB, games ...table.Game) *crowd {
	t.Helper()
	c := &crowd{evening: newEvening(t, games...), browsers: map[string]*browser{}, tables: map[string]int{},
		matches: map[string]int64{}}
	now := time.Now()
	c.Now = func() time.Time { return now } // for pages: "a minute ago" is "2 minutes ago" on a slow machine
	c.Polls.Rate = rate.Inf                 // these people are quick
	for _, name := range []string{"Fábio", "Gina", "Hugo"} {
		c.players[name] = c.id(`INSERT INTO players (name, password_hash) SELECT $1, password_hash FROM players
			WHERE name = 'Ana' RETURNING id`, name)
	}
	c.sql(`INSERT INTO memberships (club_id, player_id, role) VALUES ($1, $2, 'host')`, c.clubID, c.players["Gina"])
	c.sql(`UPDATE players SET site_owner = id = $1`, c.players["Hugo"])
	other, err := c.Store.FoundClub(t.Context(), c.players["Hugo"], clubs.NewClub{Name: "Quinta", Lang: "en",
		TimeZone: "Europe/Lisbon"})
	if err != nil {
		t.Fatal(err)
	}
	c.elsewhere = other.Slug
	c.sql(`INSERT INTO memberships (club_id, player_id, role) VALUES ($1, $2, 'member')`, other.ID, c.players["Fábio"])
	for _, state := range states {
		c.renewTable(state)
	}
	c.renewPeople()
	return c
}

// playRounds plays a round to its end in a match that goes on and in one that is
// over, for the addresses of rounds.
func (c *crowd) playRounds() {
	c.t.Helper()
	c.rounds = map[string]int64{}
	for _, state := range []string{"running", "finished"} {
		board := c.playRound()
		for board.View.Outcome != nil { // one round was enough, as few are
			board = c.playRound()
		}
		if state == "finished" {
			c.plays(board.Table.Number, "Bento", engine.Move{Verb: engine.VerbLeave})
		}
		c.rounds[state] = board.Table.Match
	}
}

// playRound opens a table and plays a round to its end there, each as a bot would.
func (c *crowd) playRound() live.Board {
	c.t.Helper()
	number := c.open("Bento", live.SeatChoice{Kind: live.SeatMember, Player: c.players["Célia"]}).Number
	c.must(c.Store.JoinTable(c.t.Context(), c.clubID, number, c.players["Célia"], live.Contribution{}))
	board := c.board(number, "Bento")
	for ; len(board.View.Rounds) == 0; board = c.board(number, "Bento") {
		name := "Bento"
		if !board.View.MyTurn() {
			name, board = "Célia", c.board(number, "Célia")
		}
		rates := c.offered[0].Rules.(engine.Rater).Rate(board.View.Round, board.Legal)
		c.plays(number, name, board.Legal[slices.Index(rates, slices.Max(rates))])
	}
	return board
}

// renew makes what the addresses of a route name: a POST that succeeds uses it up.
func (c *crowd) renew(r route, state string) {
	c.t.Helper()
	if strings.Contains(r.path, ":table") || strings.Contains(r.path, ":match") {
		c.renewTable(state)
	} else if strings.Contains(r.path, "/:") {
		c.renewPeople()
	}
	if strings.HasPrefix(r.path, "/s") { // the sessions, and what is set in them
		clear(c.browsers)
	}
}

func (c *crowd) renewTable(state string) {
	c.t.Helper()
	seat := live.SeatChoice{Kind: live.SeatMember, Player: c.players["Célia"]}
	if state == "waiting" {
		seat = live.SeatChoice{Kind: live.SeatOpen}
	}
	number := c.open("Bento", seat).Number
	c.tables[state] = number
	if state != "waiting" {
		c.must(c.Store.JoinTable(c.t.Context(), c.clubID, number, c.players["Célia"], live.Contribution{}))
	}
	c.matches[state] = c.board(number, "Bento").Table.Match
	if state == "finished" {
		c.plays(number, "Bento", engine.Move{Verb: engine.VerbLeave})
	}
}

func (c *crowd) renewPeople() {
	c.t.Helper()
	const insert = `INSERT INTO players (name, password_hash) VALUES ($1 || (SELECT count(*) FROM players), 'none')
		RETURNING id`
	c.plain, c.suspended, c.asking = c.id(insert, "member"), c.id(insert, "suspended"), c.id(insert, "asking")
	c.sql(`INSERT INTO memberships (club_id, player_id, role, suspended_at) VALUES ($1, $2, 'member', NULL),
		($1, $3, 'member', now())`,
		c.clubID, c.plain, c.suspended)
	ana := c.players["Ana"]
	invitation, err := c.Store.CreateInvitation(c.t.Context(), c.clubID, ana,
		clubs.NewInvitation{Role: role.Member, Uses: 9, TTL: time.Hour, Approval: true})
	c.must(err)
	c.invitation, c.token = invitation.ID, invitation.Token.Reveal()
	c.sql(`INSERT INTO join_requests (club_id, player_id, invitation_id)
		VALUES ($1, $2, $3)`, c.clubID, c.asking, c.invitation)
	made, err := c.Store.MakePasswordLink(c.t.Context(), c.clubID, ana, c.plain)
	c.must(err)
	c.password = encodeToken(made.Token[:])
	_, c.session = c.signsIn(c.players["Bento"])
	c.announcement, err = c.Store.Announce(c.t.Context(), c.clubID, ana, "Hear, hear", "")
	c.must(err)
	c.preset = c.id(`INSERT INTO table_presets (club_id, name, game, seats, options, created_by)
		VALUES ($1, 'Ours ' || (SELECT count(*) FROM players), 'knock', 2, '{}', $2) RETURNING id`, c.clubID, ana)
	soon := time.Now().Add(time.Hour)
	c.night, err = c.Store.PlanNight(c.t.Context(), c.clubID, ana, nights.Plan{Name: "Friday", Starts: soon,
		Ends: soon.Add(time.Hour), AnswersUntil: soon}, clock.Once, "")
	c.must(err)
	c.sql(`INSERT INTO night_answers (night_id, player_id, answer) VALUES ($1, $2, 'yes')`, c.night, c.plain)
	var agreed []int64 // with those of earlier crowds
	c.must(c.past().QueryRow(c.t.Context(), `SELECT coalesce(array_agg(id), '{}') FROM seasons`).Scan(&agreed))
	c.season, err = c.Store.FoundSeason(c.t.Context(), c.clubID, ana, results.Season{
		Name: "Next", StartsAt: soon, EndsAt: soon.Add(time.Hour), Charter: standing.Standard(),
	}, agreed...)
	c.must(err)
}

func (c *crowd) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

// in is the browser of a role.
func (c *crowd) in(name string) *browser {
	c.t.Helper()
	b := c.browsers[name]
	if b == nil {
		b = c.as(name)
		if name != "nobody" {
			b.get("/settings").want(http.StatusOK)
		}
		c.browsers[name] = b
	}
	return b
}

// signIn signs everybody in, which changes something: before it is asked whether anything else does.
func (c *crowd) signIn() {
	c.t.Helper()
	for _, name := range roles {
		c.in(name)
	}
}

// lesson is a step whose position is written: its cards are nobody's.
func (c *crowd) lesson() string {
	return engine.Steps(c.GamesByKey[c.GameInfos[0].Key].Rules)[0].Key
}

// address fills a route's pattern in.
func (c *crowd) address(r route, state string) string {
	number := func(id int64) string { return strconv.FormatInt(id, 10) }
	member, token, id := c.plain, c.token, c.invitation
	match := c.matches[state]
	switch {
	case strings.Contains(r.path, "/:round") && c.rounds != nil:
		match = c.rounds[state]
	case strings.HasSuffix(r.path, "/restore"):
		member = c.suspended
	case strings.Contains(r.path, "/requests/"):
		member = c.asking
	case strings.HasPrefix(r.path, "/passwords/"):
		token = c.password
	case strings.HasPrefix(r.path, "/settings/sessions/"):
		id = c.session
	case strings.HasPrefix(r.path, "/notices/"):
		id = 999_999 // of nobody
	case strings.Contains(r.path, "/presets/"):
		id = c.preset
	case strings.Contains(r.path, "/announcements/"):
		id = c.announcement
	}
	return filledIn(r, strings.NewReplacer(
		":club", c.club, ":table", strconv.Itoa(c.tables[state]), ":match", number(match), ":round", "1", ":step", "0",
		":game", c.GameInfos[0].Key, ":lesson", c.lesson(), ":token", token, ":id", number(id),
		":player", number(member),
		":kind", "rematch",
		":season", number(c.season), ":part", "name", ":night", number(c.night), ":day", "2024-02-29", ":number", "1",
	), map[string]tablepage.Kind{"running": tablepage.KindBoard, "finished": tablepage.KindCut,
		"waiting": tablepage.KindWaiting}[state])
}

// has reports that a state makes a difference to a route.
func (c *crowd) has(r route, state string) bool {
	return state == "running" || strings.Contains(r.path, ":table") || state == "finished" &&
		strings.Contains(r.path, ":match")
}

// form is what is posted to a route: what tells the roles apart, and no more.
func (c *crowd) form(r route, state string) url.Values {
	fields := map[string]string{
		"/role": "role=host", "/requests/:player": "answer=no", "/export": "what=members",
		"/correct": "kind=void&reason=why",
		"/off":     "reason=rain", "/:night/answer": "answer=yes", "/:night/here": "here=yes",
		"/close": "reason=late", "/sort": "sort=suit", "/hand": "hand=left&match=", "/offers/:kind": "match=",
		"/hints":   "match=",
		"/phrases": "phrase=nice&match=", "/mute": "mute=1", "/offers/answer": "offer=1&answer=yes&match=",
		"/moves": "move=nothing&idem=key&version=0&match=", "/clubs/:club/tables": "game=" + c.GameInfos[0].Key,
	}
	for path, text := range fields {
		if strings.HasSuffix(r.path, path) {
			if strings.HasSuffix(text, "match=") {
				text += strconv.FormatInt(c.matches[state], 10)
			}
			form, err := url.ParseQuery(text)
			c.must(err)
			return form
		}
	}
	return url.Values{}
}

// ask sends the request of a route.
func (c *crowd) ask(b *browser, r route, path, state string, headers ...string) *reply {
	c.t.Helper()
	if r.path == link.SignIn || r.path == link.DeleteAccount {
		c.sql(`DELETE FROM throttle`)
	}
	if r.method == http.MethodPost {
		return b.post(path, c.form(r, state), headers...)
	}
	return b.do(b.request(r.method, path, nil, headers...))
}
