package db_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"carteado/db/base"
	"carteado/db/live"
	"carteado/db/nights"
	"carteado/db/results"
	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/competition"
	"carteado/engine/standing"
)

func (c club) places(t *testing.T, season int64) string {
	t.Helper()
	st, err := c.StandingsOf(t.Context(), c.id, c.celia, season)
	must(t, err)
	text := ""
	for _, l := range st.Lines {
		text += fmt.Sprintf("%d. %s %d; ", l.Place, st.Players[l.Player].Name, l.Points)
	}
	return text
}

func expectPlaces(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("standings %q, want %q", got, want)
	}
}

func TestStandings(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	before := c.wins(t, c.ana)
	_, err := c.StandingsOf(ctx, c.id, c.ana, 7)
	refused(t, err, base.ErrNotFound)
	now := c.season(t, -time.Hour, time.Hour)
	past, next := c.season(t, -2*time.Hour, -time.Hour), c.season(t, time.Hour, 2*time.Hour)
	expectPlaces(t, c.places(t, 0), "1. Bento 3; 2. Ana 0; ") // the running one, with what it began after
	expectPlaces(t, c.places(t, past), "")
	expectPlaces(t, c.places(t, next), "")
	c.wins(t, c.bento)
	last := c.wins(t, c.bento)
	expectPlaces(t, c.places(t, now), "1. Ana 6; 2. Bento 3; ")

	// Corrections count, and never touch the match.
	refused(t, c.Correct(ctx, c.id, c.bento, before, results.Correction{Kind: results.CorrectVoid, Reason: "x"}),
		base.ErrForbidden)
	refused(t, c.Correct(ctx, c.id, c.ana, 999, results.Correction{Kind: results.CorrectVoid, Reason: "x"}),
		base.ErrNotFound)
	for _, bad := range [][]int{nil, {1}, {1, 3}, {2, 2}, {0, 1}} {
		refused(t, c.Correct(ctx, c.id, c.ana, last, results.Correction{Kind: results.CorrectPlaces, Places: bad,
			Reason: "x"}), results.ErrPlaces)
	}
	for _, step := range []struct {
		match int64
		results.Correction
		want string
	}{
		{last, results.Correction{Kind: results.CorrectVoid, Reason: "played twice"}, "1. Ana 3; 1. Bento 3; "},
		{last, results.Correction{Kind: results.CorrectPlaces, Places: []int{2, 1}, Reason: "names exchanged"},
			"1. Bento 6; 2. Ana 3; "},
		{last, results.Correction{Kind: results.CorrectRestore, Reason: "it was right"}, "1. Ana 6; 2. Bento 3; "},
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

// The last match is the one that ended last, whenever it was opened.
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
			form[st.Players[l.Player].Name] += string(f)
		}
	}
	if form["Ana"] != "lw" || form["Bento"] != "wl" {
		t.Errorf("form %v", form)
	}
}

// What a bot has played while its player was away is counted when the match ends, and weighed by the charter, by
// default one that allows a quarter; the list of matches tells it.
func TestMovesByBotsCountForNobody(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	c.timed(t, "slow 86400")
	season := c.season(t, -time.Hour, time.Hour)
	away := c.mover(t, 1)
	other := c.ana + c.bento - away
	must(t, c.exec(t, `UPDATE matches SET clock = jsonb_set(clock, ARRAY['seats', (SELECT seat::text FROM match_seats
		WHERE match_id = matches.id AND player_id = $1), 'kept'], 'true')`, away))
	for range 3 {
		for c.mover(t, 1) == away {
			due, err := c.OverdueMoves(ctx, 0)
			must(t, err)
			must(t, c.PlayBot(ctx, due[0], func(_, _ string, sight bot.Sight) engine.Move { return sight.Legal[0] }))
		}
		c.discards(t, 1)
	}
	board := c.board(t, 1, other)
	_, err := c.Play(ctx, live.PlayInput{ // the one who is there leaves, so that the bot's seat has won
		Club: c.id, Table: 1, Match: board.Table.Match, Player: other, Version: board.View.Version, Idem: "leave",
		Move: engine.Move{Verb: engine.VerbLeave},
	})
	must(t, err)
	must(t, c.ComputeStandingsFor(ctx, board.Table.Match))
	st, err := c.StandingsOf(ctx, c.id, c.celia, season)
	must(t, err)
	if len(st.Lines) != 2 || st.Lines[0].Points != 0 || st.Lines[1].Points != 0 {
		t.Fatalf("a bot has won a match for somebody who slept: %+v", st.Lines)
	}
	page, err := c.MatchesOf(ctx, c.id, away, results.MatchFilter{}, results.MatchRange{})
	must(t, err)
	if a := page.Lines[0].Away; len(a) != 1 || a[0].ByBot < 3 || a[0].ByBot != a[0].Moves {
		t.Errorf("the list of matches says %+v", a)
	}
}

// A season's charter says whether matches of game nights and of competitions count for it.
func TestWhereMatchesCount(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	season := c.season(t, -time.Hour, time.Hour)
	night, table := c.seatedAt(t, nights.PlayedOut)
	c.givesUp(t, table.Table, c.bento)
	id := c.compete(t, func(charter *competition.Charter) { charter.Format = competition.League })
	must(t, c.DrawRound(ctx, c.id, c.ana, id, 0))
	must(t, c.OpenCompetitionTables(ctx, c.id, c.ana, id))
	drawn := c.competition(t, id).Rounds[0].Tables[0]
	must(t, c.JoinTable(ctx, c.id, drawn.Table, drawn.Players[1]))
	c.givesUp(t, drawn.Table, drawn.Players[0])
	played := func(skip ...standing.Origin) (matches int) {
		t.Helper()
		charter := standing.Standard()
		charter.Skip = skip
		must(t, c.AmendSeason(ctx, c.id, c.ana, season, charter, time.Time{}, "What counts"))
		st, err := c.StandingsOf(ctx, c.id, c.ana, season)
		must(t, err)
		for _, l := range st.Lines {
			matches += l.Played
		}
		return matches / 2
	}
	if got := []int{played(), played(standing.OfNights), played(standing.OfCompetitions),
		played(standing.OfCompetitions, standing.OfNights)}; !slices.Equal(got, []int{2, 1, 1, 0}) {
		t.Errorf("of a match of night %d and one of a competition count %v", night, got)
	}
}
