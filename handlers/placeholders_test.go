package handlers

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"carteado/db/dbtest"
	"carteado/views/link"
)

// A host erases for good who somebody without an account was, after a question: the name stands nowhere any more, in no
// column of the database and so in nothing that is written from it, and results stay.
func TestErasedNamesStandNowhere(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	ana := e.as("Ana")
	ana.client.CheckRedirect = nil
	draft := ana.brings(link.Imports(e.club), "velho.csv", strings.NewReader(oldBook), nil).want(http.StatusOK)
	book := link.KeepImport(e.club, e.id(`SELECT id FROM imports`))
	ana.post(book, draft.mustForm(book).values).want(http.StatusOK)
	ana.brings(link.Imports(e.club), "outro.csv", strings.NewReader(oldBook), nil).want(http.StatusOK) // and is left
	e.sql(`INSERT INTO nights (club_id, planned_at, name, starts_at, ends_at, answers_until, place, address, says, games,
			places, created_by)
		SELECT id, now(), 'Friday', now() - interval '9 days', now() - interval '8 days', now() - interval '9 days',
			'', '', '', '{}', 0, $1 FROM clubs`, e.players["Ana"])
	e.sql(`INSERT INTO arrivals (night_id, name) SELECT id, n FROM nights, unnest('{tia rosa,Tio Raul}'::text[]) n`)
	e.sql(`WITH t AS (INSERT INTO transfers (club_id, number, slug, written_at)
			SELECT id, 7, 'clube-da-rua', now() FROM clubs RETURNING id, club_id),
		p AS (INSERT INTO players (name, password_hash, placeholder) VALUES ('Otávio Queirós', '', true) RETURNING id),
		n AS (INSERT INTO names (player_id, name) SELECT id, 'Otávio de Queirós' FROM p),
		b AS (INSERT INTO brought_clubs (by_id, name, owner, club_id, said)
			SELECT $1, 'x', 'x', club_id, '{"Invited": ["Otávio Queirós"]}' FROM t)
		INSERT INTO placeholders (transfer_id, number, player_id, role) SELECT t.id, 3, p.id, 'member' FROM t, p`,
		e.players["Ana"])
	otavio := strconv.FormatInt(e.id(`SELECT player_id FROM placeholders`), 10)
	ana.post(link.Invitations(e.club), url.Values{"placeholder": {otavio}, "uses": {"1"}, "days": {"30"}}).
		want(http.StatusOK).says("Otávio Queirós")

	names := ana.get(link.Placeholders(e.club)).want(http.StatusOK)
	for _, name := range []string{"Tia Rosa", "Tio Raul", "Otávio Queirós"} {
		names.says(name)
		if len(dbtest.Holding(t, e.past(), name)) == 0 {
			t.Errorf("the database does not hold %s", name)
		}
	}
	const played = `SELECT sum(place) FROM recorded_seats`
	results := e.id(played)
	erase := link.EraseName(e.club)
	for _, fields := range []url.Values{{"player": {"0"}, "name": {"Tia Rosa"}}, {"player": {otavio}}} {
		ana.post(erase, fields).want(http.StatusOK).says("The name is gone")
		ana.post(erase, fields).want(http.StatusNotFound)
	}
	account := strconv.FormatInt(e.players["Bento"], 10)
	ana.post(erase, url.Values{"player": {account}}).want(http.StatusNotFound)
	for _, name := range []string{"Tia Rosa", "Queirós"} {
		if left := dbtest.Holding(t, e.past(), name); len(left) > 0 {
			t.Errorf("%s stands in %v", name, left)
		}
	}
	if n := e.id(`SELECT count(*) FROM imports WHERE kept_at IS NULL`); n != 0 {
		t.Error("a score book that is not kept yet would bring the name back")
	}
	if e.id(played) != results {
		t.Error("results have changed")
	}
	ana.get(link.Audit(e.club)).says("erased the name of player " + otavio + " for good").
		says("is now former player")
	sheet := e.id(`SELECT match_id FROM recorded_seats WHERE name LIKE 'former player %'`)
	ana.get(link.Recorded(e.club, sheet)).says("former player")
	if left := ana.get(link.Placeholders(e.club)).says("Tio Raul").text(); strings.Contains(left, "former player ") {
		t.Error("a name that was erased is offered again")
	}
}
