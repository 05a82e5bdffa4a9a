package handlers

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"carteado/db/live"
	"carteado/views/link"
)

// A player who waits for somebody reads until when they have a holiday or are asleep; so does one who is about to sit
// down.
func TestRestsAreTold(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	opened, err := e.Store.OpenTable(t.Context(), e.clubID, e.players["Bento"], live.NewTable{
		Contribution: e.adds("Bento"),
		Game:         e.GameInfos[0].Key, Pace: "slow 86400", Seats: []live.SeatChoice{{Kind: live.SeatOpen}},
	})
	if err != nil {
		t.Fatal(err)
	}
	bento := e.as("Bento")
	if r := bento.post(link.Rest, url.Values{"now": {"7"}}); r.StatusCode != http.StatusSeeOther {
		t.Fatalf("a holiday at once: %d", r.StatusCode)
	}
	if page := bento.get(link.Settings); len(all(page.doc(), "button", "name", "remove")) > 0 ||
		len(all(page.doc(), "button", "name", "now")) > 0 {
		t.Error("a holiday that has begun can be taken back")
	}
	celia := e.as("Célia")
	const told = "Bento is on holiday until "
	for place, path := range map[string]string{"the waiting room": link.Table(e.club, opened.Number),
		"the club": link.Club(e.club)} {
		if r := celia.get(path); !strings.Contains(r.body, told) {
			t.Errorf("%s does not say %q", place, told)
		}
	}
	if err := e.Store.JoinTable(t.Context(), e.clubID, opened.Number, e.players["Célia"],
		live.Contribution{}); err != nil {
		t.Fatal(err)
	}
	if e.board(opened.Number, "Célia").View.MyTurn() {
		e.sql(`UPDATE matches SET to_move = '{0}' WHERE id = (SELECT max(id) FROM matches)`)
	}
	if r := celia.get(link.Club(e.club)); !strings.Contains(r.body, told) {
		t.Errorf("the list of those who wait does not say %q", told)
	}
	e.sql(`DELETE FROM holidays`)
	e.sql(`UPDATE players SET quiet_from = (extract(hour
		FROM now() AT TIME ZONE 'America/Sao_Paulo')::int + 23) % 24 * 60,
		quiet_till = (extract(hour FROM now() AT TIME ZONE 'America/Sao_Paulo')::int + 2) % 24 * 60
			WHERE name = 'Bento'`)
	if r := celia.get(link.Club(e.club)); !strings.Contains(r.body, "Bento is asleep until ") {
		t.Error("nobody is told of quiet hours")
	}
}

// A deadline reads the same on the page and in the fragment that takes its place, in the club's time.
func TestFragmentsTellTheClubsTime(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	opened, err := e.Store.OpenTable(t.Context(), e.clubID, e.players["Bento"], live.NewTable{
		Contribution: e.adds("Bento"),
		Game:         e.GameInfos[0].Key, Pace: "slow 86400", Seats: []live.SeatChoice{
			{Kind: live.SeatMember, Player: e.players["Célia"]}},
	})
	if err != nil {
		t.Fatal(err)
	}
	err = e.Store.JoinTable(t.Context(), e.clubID, opened.Number, e.players["Célia"], live.Contribution{})
	if err != nil {
		t.Fatal(err)
	}
	until, celia := regexp.MustCompile(`until [A-Z][a-z]{2} [0-9:]+`), e.as("Célia")
	page := until.FindString(celia.get(link.Table(e.club, opened.Number)).body)
	fragment := until.FindString(celia.get(link.Poll(e.club, opened.Number, "board.0.0.0"), "HX-Request", "true").body)
	if page == "" || fragment != page {
		t.Errorf("the page says %q, its fragment %q", page, fragment)
	}
}
