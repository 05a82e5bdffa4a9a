package handlers

import (
	"net/http"
	"net/url"
	"strconv"
	"testing"

	"carteado/db/live"
	"carteado/db/seed"
	"carteado/views/link"
)

// A club with many members and tables: pages show a part, lead to the others, and find
// them by name, whatever the accents.
func TestLargeClub(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	e.sql(`INSERT INTO players (name, lang, password_hash) SELECT 'Lía ' || n, 'en', 'hash'
		FROM generate_series(1, 30) n`)
	e.sql(`INSERT INTO memberships (club_id, player_id, role) SELECT $1, id, 'member' FROM players
		WHERE name LIKE 'Lía %'`, e.clubID)
	for range 30 {
		e.open("Davi", live.SeatChoice{Kind: live.SeatOpen})
	}
	ana := e.as("Ana")
	rows := func(path, tag, class string, want int) *reply {
		t.Helper()
		page := ana.get(path).want(http.StatusOK)
		if got := len(all(page.doc(), tag, "class", class)); got != want {
			t.Errorf("%s has %d rows, want %d", path, got, want)
		}
		return page
	}
	next := func(page *reply, rel string) string {
		t.Helper()
		links := all(page.doc(), "a", "rel", rel)
		if len(links) != 1 {
			t.Fatalf("%d links lead to the %s page", len(links), rel)
		}
		href, _ := attr(links[0], "href")
		return href
	}
	members := rows(link.Members(e.club), "li", "member", 25).says("1–25 of 34")
	rest := rows(next(members, "next"), "li", "member", 9).says("26–34 of 34")
	rows(next(rest, "prev"), "li", "member", 25)
	rows(link.MembersPage(e.club, "lia 1", "", 1), "li", "member", 11)
	rows(link.MembersPage(e.club, "", "hosts", 1), "li", "member", 1)

	rows(link.Club(e.club), "li", "item", 8)
	tables := rows(link.AllTables(e.club, "", "", 1), "li", "item", 25).says("1–25 of 33")
	rows(next(tables, "next"), "li", "item", 6)
	rows(link.AllTables(e.club, "celia", "", 1), "li", "item", 0).says("2 tables")
	rows(link.AllTables(e.club, "12", "", 1), "li", "item", 1)
	ana.get(link.AllTables(e.club, "", "", 9)).want(http.StatusNotFound)

	// A page of the standings shows the reader's own place as well, wherever it is.
	season := e.id(`INSERT INTO seasons (club_id, name, starts_at, ends_at, charter, created_by)
		SELECT $1, 'Verão', now() - interval '1 hour', now() + interval '1 day', '{"places":[3]}', $2
			RETURNING id`, e.clubID, e.players["Ana"])
	e.sql(`INSERT INTO standings (season_id, list) SELECT $1, jsonb_agg(jsonb_build_object('player', CASE n
		WHEN 60 THEN $2 ELSE 9000 + n END, 'place', n, 'points', 500 - n))
		FROM generate_series(1, 120) n`, season, e.players["Ana"])
	places := func(path string, lines, mine int) *reply {
		t.Helper()
		page := ana.get(path).want(http.StatusOK)
		table := all(page.doc(), "table", "class", "data")[0]
		if all, me := len(all(table, "tr", "", ""))-1, len(all(table, "tr", "class", "is-me")); all != lines ||
			me != mine {
			t.Errorf("%s: %d lines, %d of them the reader's; want %d, %d", path, all, me, lines, mine)
		}
		return page
	}
	second := next(places(link.Standings(e.club), 51, 1).says("1–50 of 120"), "next")
	places(next(places(second, 50, 1), "next"), 21, 1)
	places(link.StandingsPage(e.club, season, 0), 120, 1)
	places(link.StandingsPage(e.club, season, 99), 21, 1)

	// A player who has met many searches for a person, whose name stays in the form.
	e.sql(`INSERT INTO encounters (club_id, player_id, rival_id, game, matches, won, lost)
		SELECT $1, $2, id, 'toy', 1, 1, 0 FROM players WHERE name LIKE 'Lía %'`, e.clubID, e.players["Ana"])
	met := ana.get(link.MatchesPage(e.club, link.MatchFilter{Who: "lia"}, link.Cursor{})).want(http.StatusOK)
	if len(all(met.doc(), "select", "name", "with")) != 0 || met.mustForm(link.Matches(e.club)).
		values.Get("who") != "lia" {
		t.Errorf("the form of those who met many:\n%s", met.text())
	}

	form := ana.get(link.NewTable(e.club) + "?who=LIA+2&seat1=open").want(http.StatusOK).says("8 of 11 named")
	var words []string
	for _, b := range all(form.doc(), "button", "name", "seat") {
		word, _ := attr(b, "value")
		words = append(words, word)
	}
	if len(words) != 8 {
		t.Fatalf("%d people are offered", len(words))
	}
	seated := ana.get(link.NewTable(e.club) + "?seat1=open&seat=" + url.QueryEscape(words[3])).want(http.StatusOK)
	if got := seated.mustForm(link.Tables(e.club)).values.Get("seat1"); got != words[3] {
		t.Errorf("seat 1 is for %s, want %s", got, words[3])
	}
	seated.mustForm(link.Tables(e.club)).send().want(http.StatusSeeOther)
	if kept := e.id(`SELECT max(invited_id) FROM seats`); "member:"+strconv.FormatInt(kept, 10) != words[3] {
		t.Errorf("a seat is kept for %d, want %s", kept, words[3])
	}
}

// BenchmarkHome is the home of a club of 200 members, 50 open tables and 20,000
// matches, from the request to the last byte.
func BenchmarkHome(b *testing.B) {
	_, club, ask := seeded(b, seed.Large)
	page := link.Club(club.Slug)
	for b.Loop() {
		ask(2, page)
	}
}
