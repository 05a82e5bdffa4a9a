package handlers

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"carteado/db/live"
	"carteado/engine/competition"
	"carteado/views/link"
)

// A host founds a Swiss, members enter, rounds are drawn and decided, the charter is amended, and the end is told.
func TestCompetitions(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	ana, bento := e.as("Ana"), e.as("Bento")
	list, fresh := link.Competitions(e.club), link.NewCompetition(e.club)
	form := ana.get(fresh).mustForm(list)
	form.with("name", "").with("rounds", "x").with("places", "3, 2, 1").send().want(http.StatusUnprocessableEntity).
		says("Fill in this field")
	form = ana.get(fresh).mustForm(list)
	form.with("name", "Spring Swiss").with("rounds", "1").with("late", "0").send().want(http.StatusSeeOther)
	form.send().want(http.StatusSeeOther) // pressed twice
	all, err := e.Store.CompetitionsOf(t.Context(), e.clubID, e.players["Ana"])
	if err != nil || len(all) != 1 {
		t.Fatalf("there are %+v, %v", all, err)
	}
	id := all[0].ID
	page := link.Competition(e.club, id)
	ana.post(link.CompetitionRounds(e.club, id), url.Values{"after": {"0"}}).want(http.StatusUnprocessableEntity).
		says("too few entrants")
	for _, name := range []string{"Ana", "Bento", "Célia"} {
		e.as(name).post(link.EnterCompetition(e.club, id), nil).want(http.StatusSeeOther)
		if name == "Ana" { // alone
			ana.get(page).mustForm(link.CompetitionRounds(e.club, id)).send().want(http.StatusUnprocessableEntity).
				says("too few entrants")
		}
	}
	bento.post(link.EnterCompetition(e.club, id), url.Values{"player": {fmt.Sprint(e.players["Davi"])}}).
		want(http.StatusForbidden)
	bento.get(list).says("Spring Swiss").says("3 entrants")
	ana.get(page).mustForm(link.CompetitionRounds(e.club, id)).send().want(http.StatusSeeOther)
	ana.post(link.CompetitionRounds(e.club, id), url.Values{"after": {"0"}}).want(http.StatusSeeOther) // pressed twice
	ana.post(link.CompetitionRounds(e.club, id), url.Values{"after": {"1"}}).want(http.StatusConflict)
	c, err := e.Store.CompetitionOf(t.Context(), e.clubID, e.players["Ana"], id)
	if err != nil || len(c.Rounds) != 1 || c.Rounds[0].Tables[0].Table == 0 {
		t.Fatalf("drawn are %+v, %v", c.Rounds, err)
	}
	bento.get(page).says("All have 0 points").says("has the fewest points")
	table := c.Rounds[0].Tables[0]
	room, named := link.Table(e.club, table.Table), func(page *reply) {
		t.Helper()
		page.says("Spring Swiss")
		if !strings.Contains(page.body, `href="`+link.Competition(e.club, id)+`"`) {
			t.Error("the table does not lead to its competition")
		}
	}
	named(bento.get(room))
	for name, id := range e.players {
		if id == table.Players[0] { // to somebody who has the bye, a table whose seats are given is in no list
			e.as(name).get(link.AllTables(e.club, "", "", 1)).says("Spring Swiss")
		}
	}
	if err := e.Store.JoinTable(t.Context(), e.clubID, table.Table, table.Players[1], live.Contribution{}); err != nil {
		t.Fatal(err)
	}
	named(bento.get(room))
	result := link.CompetitionResult(e.club, id, 1, 1)
	wrong := url.Values{}
	for _, p := range table.Players {
		wrong.Set("place-"+strconv.FormatInt(p, 10), "2")
	}
	again := ana.post(result, wrong).want(http.StatusUnprocessableEntity)
	if n := strings.Count(again.body, `<option value="2" selected>`); n != 2 {
		t.Errorf("%d of 2 places stand in the form as they were typed", n)
	}
	ana.get(link.CompetitionPicture(e.club, id)).want(http.StatusNotFound)
	ana.get(page).mustForm(result).send().want(http.StatusSeeOther)
	bento.get(page).says("won: Spring Swiss").says("3 points")
	ana.get(link.CompetitionPicture(e.club, id)).want(http.StatusOK)
	edit := ana.get(link.EditCompetition(e.club, id)).mustForm(page)
	edit.with("reason", "").send().want(http.StatusUnprocessableEntity)
	late := ana.get(link.EditCompetition(e.club, id)).mustForm(page)
	late.with("reason", "Of another state").with("state", "0.0").send().want(http.StatusUnprocessableEntity).
		says("Meanwhile a round was drawn").mustForm(page)
	edit.with("reason", "A second round, because it was fun").with("rounds", "2").send().want(http.StatusSeeOther)
	bento.get(page).says("because it was fun").says("round 1 of 2")
	bento.post(link.WithdrawEntrant(e.club, id), nil).want(http.StatusSeeOther)
	bento.get(page).says("withdrew after round 1")
	if strings.Contains(bento.get(page).body, "Draw round") {
		t.Error("a member is offered to draw")
	}
}

// 200 entrants are drawn and shown in one go.
func TestTwoHundredEntrants(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	charter := competition.Standard()
	charter.Game = e.GameInfos[0].Key
	id, err := e.Store.FoundCompetition(t.Context(), e.clubID, e.players["Ana"], "Crowd", charter, "")
	if err != nil {
		t.Fatal(err)
	}
	e.sql(`WITH p AS (INSERT INTO players (name, password_hash) SELECT 'Crowd ' || n, 'x' FROM generate_series(1, 200) n
		RETURNING id), m AS (INSERT INTO memberships (club_id, player_id, role) SELECT `+fmt.Sprint(e.clubID)+`, id, 'member'
		FROM p) INSERT INTO competitors (competition_id, player_id, seed) SELECT $1, id, 1 FROM p`, id)
	if err := e.Store.DrawRound(t.Context(), e.clubID, e.players["Ana"], id, 0); err != nil {
		t.Fatal(err)
	}
	page := e.as("Ana").get(link.Competition(e.club, id)).want(http.StatusOK).says("Crowd 200")
	if n := strings.Count(page.body, `class="pairing`); n < 100 {
		t.Errorf("%d tables are shown", n)
	}
}
