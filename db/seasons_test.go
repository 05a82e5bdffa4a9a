package db_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"carteado/db"
	"carteado/engine"
	"carteado/engine/role"
	"carteado/engine/standing"
)

// wins plays a match of Ana and Bento that the winner's opponent gives up.
func (c club) wins(t *testing.T, loser int64) (match int64) {
	t.Helper()
	return c.givesUp(t, c.meets(t), loser)
}

// meets deals a match of Ana and Bento.
func (c club) meets(t *testing.T) (table int) {
	t.Helper()
	opened, err := c.OpenTable(t.Context(), c.id, c.ana, db.NewTable{Game: "toy", Seats: []db.SeatChoice{{Kind: db.SeatMember, Player: c.bento}}})
	must(t, err)
	must(t, c.JoinTable(t.Context(), c.id, opened.Number, c.bento))
	return opened.Number
}

func (c club) givesUp(t *testing.T, table int, loser int64) (match int64) {
	t.Helper()
	ctx := t.Context()
	leave := c.input(t, table, loser, "leave")
	leave.Move = engine.Move{Verb: engine.VerbLeave}
	_, err := c.Play(ctx, leave)
	must(t, err)
	match = c.board(t, table, c.ana).Table.Match
	must(t, c.ComputeStandingsFor(ctx, match)) // as its job does
	return match
}

func (c club) season(t *testing.T, from, to time.Duration) (id int64) {
	t.Helper()
	id, err := c.FoundSeason(t.Context(), c.id, c.ana, db.Season{
		Name: "Spring", StartsAt: time.Now().Add(from), EndsAt: time.Now().Add(to), Charter: standing.Standard(),
	})
	must(t, err)
	return id
}

func (c club) places(t *testing.T, season int64) string {
	t.Helper()
	st, err := c.StandingsOf(t.Context(), c.id, c.celia, season)
	must(t, err)
	text := ""
	for _, l := range st.Lines {
		text += fmt.Sprintf("%d. %s %d; ", l.Place, st.Names[l.Player], l.Points)
	}
	return text
}

func expectPlaces(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("standings %q, want %q", got, want)
	}
}

// What counts as the last match is the one that ended last, whenever it was opened.
func TestFormFollowsTheEnds(t *testing.T) {
	t.Parallel()
	c := found(t)
	season := c.season(t, -time.Hour, time.Hour)
	slow := c.meets(t)
	c.wins(t, c.ana)
	c.givesUp(t, slow, c.bento)
	st, err := c.StandingsOf(t.Context(), c.id, c.celia, season)
	must(t, err)
	form := map[string]string{}
	for _, l := range st.Lines {
		for _, f := range l.Form {
			form[st.Names[l.Player]] += string(f)
		}
	}
	if form["Ana"] != "lw" || form["Bento"] != "wl" {
		t.Errorf("form %v", form)
	}
}

// The list of one's matches is narrowed by game, by who sat there, by how it
// ended and by season, and counts what is left.
func TestMatchesNarrowed(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	before := c.wins(t, c.ana)
	season := c.season(t, 0, time.Hour)
	lost, won := c.wins(t, c.ana), c.wins(t, c.bento)
	other, err := c.OpenTable(ctx, c.id, c.ana, db.NewTable{Game: "toy", Seats: []db.SeatChoice{{Kind: db.SeatMember, Player: c.celia}}})
	must(t, err)
	must(t, c.JoinTable(ctx, c.id, other.Number, c.celia))
	running := c.board(t, other.Number, c.ana).Table.Match
	for name, f := range map[string]struct {
		filter db.MatchFilter
		want   []int64
	}{
		"nothing":     {db.MatchFilter{}, []int64{running, won, lost, before}},
		"game":        {db.MatchFilter{Game: "toy"}, []int64{running, won, lost, before}},
		"other game":  {db.MatchFilter{Game: "knock"}, nil},
		"with Bento":  {db.MatchFilter{With: c.bento}, []int64{won, lost, before}},
		"with Célia":  {db.MatchFilter{With: c.celia}, []int64{running}},
		"with nobody": {db.MatchFilter{With: c.davi}, nil},
		"won":         {db.MatchFilter{Result: db.MatchesWon}, []int64{won}},
		"lost":        {db.MatchFilter{Result: db.MatchesLost}, []int64{lost, before}},
		"season":      {db.MatchFilter{Season: season}, []int64{won, lost}},
		"all":         {db.MatchFilter{Game: "toy", With: c.bento, Result: db.MatchesLost, Season: season}, []int64{lost}},
	} {
		page, err := c.MatchesOf(ctx, c.id, c.ana, f.filter, 1)
		must(t, err)
		var got []int64
		for _, l := range page.Lines {
			got = append(got, l.ID)
		}
		if !slices.Equal(got, f.want) || page.Total != len(f.want) {
			t.Errorf("%s: matches %v of %d, want %v", name, got, page.Total, f.want)
		}
		if len(page.Met) != 2 || page.Met[0].Name != "Bento" || page.Met[1].ID != c.celia || len(page.Seasons) != 1 {
			t.Errorf("%s: to choose from %+v and %+v", name, page.Met, page.Seasons)
		}
	}
}

func TestStandings(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	before := c.wins(t, c.ana)
	_, err := c.StandingsOf(ctx, c.id, c.ana, 7)
	refused(t, err, db.ErrNotFound)
	now := c.season(t, -time.Hour, time.Hour)
	past, next := c.season(t, -2*time.Hour, -time.Hour), c.season(t, time.Hour, 2*time.Hour)
	expectPlaces(t, c.places(t, 0), "1. Bento 3; 2. Ana 0; ") // the running one, with what it began after
	expectPlaces(t, c.places(t, past), "")
	expectPlaces(t, c.places(t, next), "")
	c.wins(t, c.bento)
	last := c.wins(t, c.bento)
	expectPlaces(t, c.places(t, now), "1. Ana 6; 2. Bento 3; ")

	// Corrections count, and never touch the match.
	refused(t, c.Correct(ctx, c.id, c.bento, before, db.Correction{Kind: db.CorrectVoid, Reason: "x"}), db.ErrForbidden)
	refused(t, c.Correct(ctx, c.id, c.ana, 999, db.Correction{Kind: db.CorrectVoid, Reason: "x"}), db.ErrNotFound)
	for _, bad := range [][]int{nil, {1}, {1, 3}, {2, 2}, {0, 1}} {
		refused(t, c.Correct(ctx, c.id, c.ana, last, db.Correction{Kind: db.CorrectPlaces, Places: bad, Reason: "x"}), db.ErrPlaces)
	}
	for _, step := range []struct {
		match int64
		db.Correction
		want string
	}{
		{last, db.Correction{Kind: db.CorrectVoid, Reason: "played twice"}, "1. Ana 3; 1. Bento 3; "},
		{last, db.Correction{Kind: db.CorrectPlaces, Places: []int{2, 1}, Reason: "names exchanged"}, "1. Bento 6; 2. Ana 3; "},
		{last, db.Correction{Kind: db.CorrectRestore, Reason: "it was right"}, "1. Ana 6; 2. Bento 3; "},
	} {
		must(t, c.Correct(ctx, c.id, c.ana, step.match, step.Correction))
		must(t, c.ComputeStandingsFor(ctx, step.match))
		expectPlaces(t, c.places(t, now), step.want)
	}
	list, err := c.Corrections(ctx, c.id, c.celia, last)
	must(t, err)
	if len(list) != 3 || list[1].Reason != "names exchanged" || list[1].Name != "Ana" {
		t.Errorf("corrections %+v", list)
	}
	if o := c.board(t, 3, c.ana).View.Outcome; o.Winner() != 0 {
		t.Errorf("the match itself was changed: %+v", o)
	}
	computed, changed, err := c.RecomputeStandings(ctx)
	must(t, err)
	if computed != 3 || changed != 0 {
		t.Errorf("%d computed, %d changed", computed, changed)
	}
	_, err = c.Pool().Exec(ctx, `UPDATE standings SET list = '[]'`)
	must(t, err)
	if _, changed, err = c.RecomputeStandings(ctx); err != nil || changed != 1 {
		t.Errorf("%d changed: %v", changed, err)
	}
}

func TestACharterIsFrozenWhenItsSeasonStarts(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	must(t, c.SetRole(ctx, c.id, c.ana, c.bento, role.Host))
	running, next := c.season(t, -time.Hour, time.Hour), c.season(t, time.Hour, 2*time.Hour)
	charter := standing.Standard()
	charter.Places = []int{5, 3, 1}
	change := db.Season{ID: next, Name: "Autumn", StartsAt: time.Now().Add(2 * time.Hour), EndsAt: time.Now().Add(3 * time.Hour), Charter: charter}
	must(t, c.ChangeSeason(ctx, c.id, c.bento, change))
	refused(t, c.ChangeSeason(ctx, c.id, c.celia, change), db.ErrForbidden)
	change.ID = running
	refused(t, c.ChangeSeason(ctx, c.id, c.ana, change), db.ErrFrozen)
	for _, change := range []string{"charter = '{}'", "name = 'X'", "starts_at = now()", "ends_at = ends_at + interval '1 day'", "club_id = club_id"} {
		if _, err := c.Pool().Exec(ctx, `UPDATE seasons SET `+change+` WHERE id = $1`, running); err == nil {
			t.Errorf("the database lets a running season be changed: %s", change)
		}
	}
	if _, err := c.Pool().Exec(ctx, `DELETE FROM seasons WHERE id = $1`, running); err == nil {
		t.Error("the database lets a running season be deleted")
	}
	refused(t, c.AmendSeason(ctx, c.id, c.celia, running, charter, "x"), db.ErrForbidden)
	c.wins(t, c.ana)
	must(t, c.AmendSeason(ctx, c.id, c.ana, running, charter, "places count"))
	expectPlaces(t, c.places(t, running), "1. Bento 5; 2. Ana 3; ")
	st, err := c.StandingsOf(ctx, c.id, c.celia, running)
	must(t, err)
	if len(st.Amendments) != 1 || st.Amendments[0].Reason != "places count" || st.Charter.Places[0] != 5 || st.Founded.Places[0] != 3 {
		t.Errorf("season %+v", st)
	}
}
