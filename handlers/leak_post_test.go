package handlers

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/conform"
	"carteado/engine/shuffle"
)

// Two matches that differ only in what a viewer cannot know answer alike, to the
// last byte and header, to everything that the viewer posts: moves that are refused
// and a move that reveals nothing, the order of the hand, exports in the middle of
// the match, giving up, and all the other forms of the site.
func TestNoLeakInPosts(t *testing.T) {
	for _, game := range testGames() {
		t.Run(game.Rules.Info().Key, func(t *testing.T) {
			t.Parallel()
			c := newCrowd(t, game)
			watch := c.dealt(game.Rules.Info().MinSeats)
			chance := shuffle.NewChance(engine.Seed{}.Derive("posts", 0))
			for range 6 {
				c.step(watch, chance)
			}
			blind := c.blind(watch)
			for range 200 { // until Bento has a move that reveals nothing to him
				if len(blind) > 0 {
					break
				}
				c.step(watch, chance)
				blind = c.blind(watch)
			}
			if len(blind) == 0 {
				t.Fatal("no move reveals nothing")
			}
			restore := c.remember()
			for _, viewer := range []string{"Bento", "Célia", "Davi", "Gina", "Ana"} {
				for _, fault := range c.postsTell(watch, restore, viewer, blind, "") {
					t.Error(fault)
				}
			}
			for _, planted := range []string{"/moves", "/sort", "/hand", "/leave", "/offers/rematch",
				"/settings/export"} {
				c.plantPost(watch, restore, blind, planted)
			}
		})
	}
}

// plantPost lets a site tell of all cards in the answers to one kind of form, which
// must be found.
func (c *crowd) plantPost(watch *conform.Worlds, restore func(), blind []engine.Move, end string) {
	c.t.Helper()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, end) {
			w.Header().Set("Server-Timing", c.stateHash()[:8])
		}
		c.Handler().ServeHTTP(w, r)
	}))
	defer web.Close()
	right := c.url
	defer func() { c.url = right }()
	c.url = web.URL
	if len(c.postsTell(watch, restore, "Bento", blind, end)) == 0 {
		c.t.Errorf("a header over all cards in the answer to %s is not found", end)
	}
}

// blind lists the legal moves of Bento's after which he knows what he would know if
// the cards that he cannot see were others.
func (c *crowd) blind(watch *conform.Worlds) (blind []engine.Move) {
	c.t.Helper()
	match := c.stored()
	if !slices.Contains(match.ToMove(), 0) {
		return nil
	}
	blind = match.Legal(0, nil)
	for range 8 { // one alone may turn up the same card by chance
		other, _, err := watch.Another(0, engine.Seed{})
		c.must(err)
		blind = slices.DeleteFunc(blind, func(move engine.Move) bool {
			return c.after(match, move) != c.after(other, move)
		})
	}
	return blind
}

// after is what Bento knows after a move of his.
func (c *crowd) after(match *engine.Match, move engine.Move) string {
	c.t.Helper()
	played := match.Clone()
	events, err := played.Play(0, move)
	c.must(err)
	known := []any{played.View(0), played.Legal(0, nil)}
	for _, event := range events {
		if e, saw := event.For(0); saw {
			known = append(known, e)
		}
	}
	data, err := json.Marshal(known)
	c.must(err)
	return string(data)
}

// postsTell compares what a viewer is answered to all forms, or to those of the
// addresses with an end, in the match as it is and in another that differs in what
// the viewer cannot know. It restores the match as it is.
func (c *crowd) postsTell(watch *conform.Worlds, restore func(), viewer string, blind []engine.Move, end string) (
	faults []string) {
	c.t.Helper()
	looks := 4
	if end != "" { // what is planted is found by each
		looks = 1
	}
	for again := range looks { // time passes between the two: what differs by that does not differ each time
		one := c.posts(viewer, blind, end)
		restore()
		c.exchange(watch, viewer)
		two := c.posts(viewer, blind, end)
		restore()
		if len(one) != len(two) {
			c.t.Fatalf("%d answers and %d", len(one), len(two))
		}
		faults = nil
		for i := range one {
			if one[i] != two[i] && steady(one[i]) != steady(two[i]) {
				name, _, _ := strings.Cut(one[i], "\n")
				faults = append(faults, fmt.Sprintf("%s can tell from %s (look %d): %s", viewer, name, again+1,
					difference(steady(one[i]), steady(two[i]))))
			}
		}
		if len(faults) == 0 {
			break
		}
	}
	return faults
}

// parting is posted last: it ends the session or the match.
var parting = []string{"/leave", "/close", "/sign-out"}

// posts sends every form of the site whose address has an end and returns the
// answers, each with its name.
func (c *crowd) posts(viewer string, blind []engine.Move, end string) (answers []string) {
	c.t.Helper()
	c.forget()
	c.Polls.Dismiss()
	b := c.as(viewer) // a session of its own, since some forms end it
	keep := func(name string, got *reply) { answers = append(answers, name+"\n"+impersonal(got)) }
	send := func(path string, form url.Values, headers ...string) {
		if strings.HasSuffix(path, end) {
			keep("POST "+path+" "+form.Encode(), b.post(path, form, headers...))
		}
	}
	table := fmt.Sprintf("/clubs/%s/tables/%d", c.club, c.tables["running"])
	version := c.stored().Version()
	move := func(text string, version int, headers ...string) {
		send(table+"/moves", url.Values{"match": {fmt.Sprint(c.matches["running"])}, "version": {fmt.Sprint(version)},
			"idem": {strings.Repeat("A", 26)}, "move": {text}, "game": {c.offered[0].Rules.Info().Key}}, headers...)
	}
	last := func(r route) bool {
		return slices.ContainsFunc(parting, func(end string) bool { return strings.HasSuffix(r.path, end) })
	}
	for _, r := range c.routes() {
		if r.method == http.MethodPost && !last(r) {
			send(c.address(r, "running"), c.form(r, "running"))
		}
	}
	keep("then the table", b.get(table))
	for _, what := range []string{"members", "matches", "standings"} {
		send("/clubs/"+c.club+"/export", url.Values{"what": {what}})
	}
	for _, headers := range [][]string{nil, {"HX-Request", "true"}} {
		for _, text := range []string{"next", "draw @stock", "nothing", "*"} {
			move(text, version-1, headers...)
			move(text, version+1, headers...)
		}
		for _, text := range []string{"next", "discard *", "ready", "end", "take"} {
			if viewer != "Bento" { // who might have made a legal one of them
				move(text, version, headers...)
			}
		}
		send(table+"/sort", url.Values{"sort": {"suit"}}, headers...)
		if hand := c.handIn(b); hand != nil {
			send(table+"/hand", url.Values{"match": {fmt.Sprint(c.matches["running"])},
				"hand": {strings.Join(hand, " ")}}, headers...)
			send(table+"/hand", url.Values{"match": {fmt.Sprint(c.matches["running"])}, "hand": {"right"},
				"card": hand[:1], "step": {"yes"}}, headers...)
		}
	}
	if viewer == "Bento" {
		move(blind[0].String(), version, "HX-Request", "true")
		keep("then the table", b.get(table))
	}
	for _, r := range c.routes() {
		if r.method == http.MethodPost && last(r) {
			send(c.address(r, "running"), c.form(r, "running"))
		}
	}
	return answers
}

// drawn is what is drawn anew in every answer: keys of links, the same as QR codes, recovery codes, and
// the time of now.
var drawn = regexp.MustCompile(
	`(/invitations/|/passwords/|carteado=)[A-Za-z0-9_-]+|(<path d=")M4 4h7v1h-7z[^"]*|` +
		`\b(?:[0-9a-z]{4}-){2}[0-9a-z]{4}\b|\d{4}-\d\d-\d\d[T ]\d\d:\d\d[:.\d]*`)

// steady is an answer without what is new in every one.
func steady(answer string) string { return drawn.ReplaceAllString(answer, "$1$2") }

// remember copies all rows of the database, once for a site. What it returns puts them back, as often as it is called.
func (s *site) remember() (restore func()) {
	s.t.Helper()
	s.sql(`CREATE SCHEMA kept`)
	s.sql(`DO $$ DECLARE name text; BEGIN
		FOR name IN SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public' LOOP
			EXECUTE 'CREATE TABLE kept.' || name || ' AS TABLE public.' || name;
		END LOOP;
	END $$`)
	s.sql(`CREATE TABLE kept."next numbers" AS SELECT sequencename, last_value FROM pg_sequences
		WHERE schemaname = 'public'`)
	return func() {
		s.t.Helper()
		s.sql(`DO $$ DECLARE name text; columns text; n record; BEGIN
			SET LOCAL session_replication_role = replica;
			FOR name IN SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public' LOOP
				EXECUTE 'DELETE FROM public.' || name;
				SELECT string_agg(quote_ident(attname), ', ') INTO columns FROM pg_attribute
				WHERE attrelid = ('public.' || name)::regclass AND attnum > 0 AND NOT attisdropped
					AND attgenerated = '';
				EXECUTE format('INSERT INTO public.%s (%s) OVERRIDING SYSTEM VALUE SELECT %2$s FROM kept.%1$s', name,
					columns);
			END LOOP;
			FOR n IN SELECT * FROM kept."next numbers" LOOP
				PERFORM setval('public.' || quote_ident(n.sequencename), coalesce(n.last_value, 1),
					n.last_value IS NOT NULL);
			END LOOP;
		END $$`)
	}
}
