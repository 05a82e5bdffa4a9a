package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"carteado/db/live"
	"carteado/views/link"
)

// A player who may sit down reads how often the others have missed turns, until the club switches it off.
func TestMissedTurnsBeforeSittingDown(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	opened := e.open("Bento", live.SeatChoice{Kind: live.SeatOpen})
	e.sql(`UPDATE tables SET pace = 'slow 86400'`)
	e.sql(`WITH m AS (INSERT INTO matches (id, table_id, club_id, status, rules_version, shuffle_version, seed,
		commitment,
			started_at, ended_at, outcome)
		SELECT nextval('match_ids'), table_id, club_id, status, rules_version, shuffle_version, seed, commitment,
			started_at, ended_at, outcome FROM matches, generate_series(1, 11) WHERE id = $1 RETURNING id)
		INSERT INTO match_seats (match_id, seat, player_id) SELECT id, 0, $2 FROM m`, e.over, e.players["Bento"])
	e.sql(`INSERT INTO results SELECT * FROM outcomes ON CONFLICT DO NOTHING`)
	const told = "Missed turns in 0 of the last 12 matches by days"
	celia, address := e.as("Célia"), link.Table(e.club, opened.Number)
	if page := celia.get(address); !strings.Contains(page.body, told) {
		t.Errorf("the waiting room does not say %q", told)
	}
	if page := e.as("Bento").get(address); strings.Contains(page.body, "Missed turns in") {
		t.Error("it tells a player of themself")
	}
	settings := link.ClubSettingsOf(e.club, "members")
	if r := e.as("Ana").post(settings, url.Values{"ratings": {"off"}}); r.StatusCode != http.StatusSeeOther {
		t.Fatalf("the club's settings: %d %s", r.StatusCode, r.body[:min(len(r.body), 300)])
	}
	if page := celia.get(address); strings.Contains(page.body, "Missed turns in") {
		t.Error("the club does not want it told")
	}
}
