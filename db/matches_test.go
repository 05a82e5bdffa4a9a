package db_test

import (
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/db"
	"carteado/db/dbtest"
	"carteado/db/results"
	"carteado/db/seed"
	"carteado/engine"
	"carteado/engine/knock"
)

// The list of one's matches is narrowed by game, by who sat there, by how it
// ended and by season.
func TestMatchesNarrowed(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	before := c.wins(t, c.ana)
	season := c.season(t, 0, time.Hour)
	lost, won := c.wins(t, c.ana), c.wins(t, c.bento)
	other, err := c.OpenTable(ctx, c.id, c.ana,
		db.NewTable{Game: "toy", Seats: []db.SeatChoice{{Kind: db.SeatMember, Player: c.celia}}})
	must(t, err)
	must(t, c.JoinTable(ctx, c.id, other.Number, c.celia))
	running := c.board(t, other.Number, c.ana).Table.Match
	for name, f := range map[string]struct {
		filter results.MatchFilter
		want   []int64
	}{
		"nothing":     {results.MatchFilter{}, []int64{running, won, lost, before}},
		"game":        {results.MatchFilter{Game: "toy"}, []int64{running, won, lost, before}},
		"other game":  {results.MatchFilter{Game: "knock"}, nil},
		"with Bento":  {results.MatchFilter{With: c.bento}, []int64{won, lost, before}},
		"with Célia":  {results.MatchFilter{With: c.celia}, []int64{running}},
		"with nobody": {results.MatchFilter{With: c.davi}, nil},
		"who":         {results.MatchFilter{Who: "celia"}, []int64{running}},
		"who, all":    {results.MatchFilter{Who: "E"}, []int64{running, won, lost, before}},
		"who, self":   {results.MatchFilter{Who: "ana"}, nil},
		"won":         {results.MatchFilter{Result: results.MatchesWon}, []int64{won}},
		"lost":        {results.MatchFilter{Result: results.MatchesLost}, []int64{lost, before}},
		"season":      {results.MatchFilter{Season: season}, []int64{won, lost}},
		"all": {results.MatchFilter{Game: "toy", With: c.bento, Result: results.MatchesLost, Season: season},
			[]int64{lost}},
	} {
		page, err := c.MatchesOf(ctx, c.id, c.ana, f.filter, results.MatchRange{})
		must(t, err)
		var got []int64
		for _, l := range page.Lines {
			got = append(got, l.ID)
		}
		total := 0 // a narrowed list is not counted
		if f.filter == (results.MatchFilter{}) {
			total = len(f.want)
		}
		if !slices.Equal(got, f.want) || page.Total != total {
			t.Errorf("%s: matches %v of %d, want %v of %d", name, got, page.Total, f.want, total)
		}
		if len(page.Met) != 2 || page.Met[0].Name != "Bento" || page.Met[1].ID != c.celia || len(page.Seasons) != 1 {
			t.Errorf("%s: to choose from %+v and %+v", name, page.Met, page.Seasons)
		}
	}
}

// Pages follow each other by when matches ended, there and back, also where a page
// of a narrowed list has found nothing yet.
func TestPagesOfMatches(t *testing.T) {
	t.Parallel()
	url, ctx := dbtest.New(t), t.Context()
	club, err := seed.Fill(ctx, url, "", knock.Game{}, "hash", seed.Size{Members: 1, Matches: 2100, Days: 30}, time.Now())
	must(t, err)
	store, err := db.Open(ctx, db.Config{URL: url, Games: []engine.Game{knock.Game{}}, Timeout: dbtest.Timeout})
	must(t, err)
	t.Cleanup(store.Close)
	// Two ended at one time, and the last that was opened ended long ago.
	_, err = store.Pool().Exec(ctx, `UPDATE results SET ended_at = (SELECT max(ended_at) FROM results
		WHERE match_id = 40) WHERE match_id = 41`)
	must(t, err)
	_, err = store.Pool().Exec(ctx, `UPDATE results SET ended_at = ended_at - interval '1 year', placed = 7 - placed
		WHERE match_id = (SELECT max(match_id) FROM results)`)
	must(t, err)
	_, err = store.Pool().Exec(ctx, `UPDATE matches m SET ended_at = r.ended_at FROM results r WHERE r.match_id = m.id`)
	must(t, err)
	rows, err := store.Pool().Query(ctx, `SELECT match_id FROM results WHERE player_id = 1
		ORDER BY ended_at DESC, match_id DESC`)
	must(t, err)
	want, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	must(t, err)
	walk := func(f results.MatchFilter) (pages []results.MatchPage, ids []int64) {
		for at := (results.MatchRange{}); ; {
			page, err := store.MatchesOf(ctx, club.ID, 1, f, at)
			must(t, err)
			pages = append(pages, page)
			for _, l := range page.Lines {
				ids = append(ids, l.ID)
			}
			if page.Older == (results.Mark{}) {
				return pages, ids
			}
			mark, err := results.ParseMark(page.Older.String())
			must(t, err)
			at = results.MatchRange{Before: mark}
		}
	}
	pages, ids := walk(results.MatchFilter{})
	if !slices.Equal(ids, want) || pages[0].Total != len(want) || pages[0].Newer != (results.Mark{}) {
		t.Errorf("%d matches on %d pages, of %d in all, want %d", len(ids), len(pages), pages[0].Total, len(want))
	}
	for i := len(pages) - 1; i > 0; i-- {
		back, err := store.MatchesOf(ctx, club.ID, 1, results.MatchFilter{}, results.MatchRange{After: pages[i].Newer})
		must(t, err)
		if back.Lines[0].ID != pages[i-1].Lines[0].ID || len(back.Lines) != results.MatchesPerPage ||
			back.Older != pages[i-1].Older {
			t.Fatalf("back from page %d: %+v", i, back.Lines)
		}
	}
	if pages, ids = walk(results.MatchFilter{With: 999}); len(pages) != 3 || len(ids) != 0 ||
		pages[2].Newer == (results.Mark{}) {
		t.Errorf("with nobody: %d pages, %v", len(pages), ids)
	}
	if _, ids = walk(results.MatchFilter{Result: results.MatchesLost}); len(ids) < 100 ||
		!slices.Contains(ids, want[len(want)-1]) {
		t.Errorf("%d matches were lost", len(ids))
	}
	// So do those of the club's history, which holds all matches.
	var whole []int64
	for at, ahead := (results.MatchRange{}), (results.Mark{}); ; {
		page, err := store.HistoryOf(ctx, club.ID, 1, results.HistoryFilter{}, at)
		must(t, err)
		for _, l := range page.Lines {
			whole = append(whole, l.ID)
		}
		if at != (results.MatchRange{}) {
			back, err := store.HistoryOf(ctx, club.ID, 1, results.HistoryFilter{},
				results.MatchRange{After: page.Newer})
			must(t, err)
			if len(back.Lines) != results.MatchesPerPage || back.Older != ahead {
				t.Fatalf("back from %v: %d lines before %v", at, len(back.Lines), back.Older)
			}
		}
		if ahead = page.Older; ahead == (results.Mark{}) {
			break
		}
		at = results.MatchRange{Before: ahead}
	}
	if !slices.Equal(whole, want) {
		t.Errorf("the history has %d matches, want %d", len(whole), len(want))
	}
	for _, bad := range []string{"", "x", "1", "1-x", "9223372036854775807-1", "-1"} {
		if mark, err := results.ParseMark(bad); err == nil {
			t.Errorf("%q is the mark %v", bad, mark)
		}
	}
}
