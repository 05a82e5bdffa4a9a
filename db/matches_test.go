package db_test

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/db"
	"carteado/db/base"
	"carteado/db/dbtest"
	"carteado/db/live"
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
		live.NewTable{Game: "toy", Seats: []live.SeatChoice{{Kind: live.SeatMember, Player: c.celia}}})
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
		"with Bento":  {results.MatchFilter{With: results.Group{c.bento}}, []int64{won, lost, before}},
		"with Célia":  {results.MatchFilter{With: results.Group{c.celia}}, []int64{running}},
		"with nobody": {results.MatchFilter{With: results.Group{c.davi}}, nil},
		"who":         {results.MatchFilter{Who: "celia"}, []int64{running}},
		"who, all":    {results.MatchFilter{Who: "E"}, []int64{running, won, lost, before}},
		"who, self":   {results.MatchFilter{Who: "ana"}, nil},
		"won":         {results.MatchFilter{Result: results.MatchesWon}, []int64{won}},
		"lost":        {results.MatchFilter{Result: results.MatchesLost}, []int64{lost, before}},
		"season":      {results.MatchFilter{Season: season}, []int64{won, lost}},
		"all": {results.MatchFilter{Game: "toy", With: results.Group{c.bento}, Result: results.MatchesLost, Season: season},
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
		if found := page.Found.Matches; total == 0 && found != len(f.want) {
			t.Errorf("%s: %d are found, want %d", name, found, len(f.want))
		}
		if !slices.Equal(got, f.want) || page.Total != total {
			t.Errorf("%s: matches %v of %d, want %v of %d", name, got, page.Total, f.want, total)
		}
		if len(page.Met) != 2 || page.Met[0].Name != "Bento" || page.Met[1].ID != c.celia || len(page.Seasons) != 1 {
			t.Errorf("%s: to choose from %+v and %+v", name, page.Met, page.Seasons)
		}
	}
}

// It is narrowed by house rules, by how matches ended, by who played, by a night and by days; a member's list too,
// where tables for those invited are left out.
func TestMatchesNarrowedFurther(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	first, second, third := c.wins(t, c.ana), c.wins(t, c.bento), c.wins(t, c.bento)
	table, bots := c.againstBot(t, engine.Options{})
	leave := c.input(t, table, c.ana, "leave")
	leave.Move = engine.Move{Verb: engine.VerbLeave}
	_, err := c.Play(ctx, leave)
	must(t, err)
	of := `(SELECT table_id FROM matches WHERE id = $1)`
	must(t, c.exec(t, `UPDATE tables SET options = options || '{"target": "none"}' WHERE id = `+of, second))
	var preset int64
	must(t, c.Pool().QueryRow(ctx, `INSERT INTO table_presets (club_id, name, game, seats, options, created_by)
		SELECT $1, 'Ours', 'toy', 2, options, $2 FROM tables WHERE id = (SELECT table_id FROM matches WHERE id = $3)
		RETURNING id`, c.id, c.ana, second).Scan(&preset))
	night := c.tonight(t)
	must(t, c.DrawTables(ctx, c.id, c.ana, night, wish(1)))
	must(t, c.exec(t, `UPDATE draw_tables SET table_id = `+of, third))
	must(t, c.Correct(ctx, c.id, c.ana, first, results.Correction{Kind: results.CorrectVoid, Reason: "x"}))
	must(t, c.exec(t, `UPDATE results SET open = false WHERE match_id = $1`, third)) // as of a table for those invited
	must(t, c.exec(t, `INSERT INTO imports (club_id, by_id, name, wish, kept_at) VALUES ($1, $2, 'book', '{}', now())`,
		c.id, c.ana))
	must(t, c.exec(t, `INSERT INTO recorded_matches (id, import_id, club_id, line, game, ended_at, timed, label, counts)
		SELECT 900000 + n, min(id), $1, n, 'toy', now() - n * interval '1 day', false, '', true
		FROM imports, generate_series(1, 3) n GROUP BY n`, c.id))
	must(t, c.exec(t, `INSERT INTO recorded_seats (match_id, seat, player_id, points, place)
		SELECT 900000 + n, 0, $1, 10, 1 + n % 2 FROM generate_series(1, 2) n`, c.ana))
	must(t, c.exec(t, `INSERT INTO recorded_seats (match_id, seat, player_id, points, place)
		SELECT 900000 + n, 1, $1, 20, 2 - n % 2 FROM generate_series(1, 3) n`, c.bento))
	hour := time.Now().Add(time.Hour)
	for name, f := range map[string]struct {
		viewer, player int64
		filter         results.MatchFilter
		want           []int64
	}{
		"as written": {c.ana, c.ana, results.MatchFilter{Rules: results.RulesWritten}, []int64{bots, third, first}},
		"house":      {c.ana, c.ana, results.MatchFilter{Rules: results.RulesHouse}, []int64{second}},
		"preset": {c.ana, c.ana, results.MatchFilter{Rules: strconv.FormatInt(preset, 10)},
			[]int64{second}},
		"voided":  {c.ana, c.ana, results.MatchFilter{Ended: results.HistoryVoided}, []int64{first}},
		"left":    {c.ana, c.ana, results.MatchFilter{Ended: results.HistoryLeft}, []int64{bots, third, second}},
		"bots":    {c.ana, c.ana, results.MatchFilter{Company: results.CompanyBots}, []int64{bots}},
		"people":  {c.ana, c.ana, results.MatchFilter{Company: results.CompanyPeople}, []int64{third, second, first}},
		"night":   {c.ana, c.ana, results.MatchFilter{Night: night}, []int64{third}},
		"no day":  {c.ana, c.ana, results.MatchFilter{From: hour}, nil},
		"today":   {c.ana, c.ana, results.MatchFilter{Until: hour}, []int64{bots, third, second, first}},
		"group":   {c.ana, c.ana, results.MatchFilter{With: results.Group{c.bento, c.celia}}, nil},
		"names":   {c.ana, c.ana, results.MatchFilter{Who: "ben, nto"}, []int64{third, second, first}},
		"paper":   {c.ana, c.ana, results.MatchFilter{Medium: results.OnPaper}, []int64{900001, 900002}},
		"won":     {c.ana, c.ana, results.MatchFilter{Medium: results.OnPaper, Result: results.MatchesWon}, []int64{900002}},
		"theirs":  {c.celia, c.bento, results.MatchFilter{}, []int64{second, first}},
		"lost":    {c.celia, c.bento, results.MatchFilter{Result: results.MatchesLost}, []int64{second}},
		"both":    {c.celia, c.bento, results.MatchFilter{With: results.Group{c.ana}}, []int64{second, first}},
		"papers":  {c.celia, c.bento, results.MatchFilter{Medium: results.OnPaper}, []int64{900001, 900002, 900003}},
		"on both": {c.celia, c.bento, results.MatchFilter{Medium: results.OnPaper, Who: "ana"}, []int64{900001, 900002}},
	} {
		list := func() (results.MatchPage, error) {
			if f.viewer == f.player {
				return c.MatchesOf(ctx, c.id, f.player, f.filter, results.MatchRange{})
			}
			return c.MatchesFor(ctx, c.id, f.viewer, f.player, f.filter, results.MatchRange{})
		}
		page, err := list()
		must(t, err)
		var got []int64
		for _, l := range page.Lines {
			got = append(got, l.ID)
		}
		if !slices.Equal(got, f.want) || page.Found.Matches != len(f.want) || page.Found.Among != 0 {
			t.Errorf("%s: %v of %+v, want %v", name, got, page.Found, f.want)
		}
	}
	_, err = c.MatchesFor(ctx, c.id, c.davi, c.ana, results.MatchFilter{}, results.MatchRange{})
	refused(t, err, base.ErrNotFound)
	_, err = c.MatchesFor(ctx, c.id, c.ana, c.davi, results.MatchFilter{}, results.MatchRange{})
	refused(t, err, base.ErrNotFound)
	strangers, names, err := c.Unknown(ctx, c.id, results.MatchFilter{With: results.Group{c.bento, c.davi, 999},
		Who: "ana, zz"})
	must(t, err)
	if strangers != 2 || !slices.Equal(names, []string{"zz"}) {
		t.Errorf("unknown are %d and %q", strangers, names)
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
	if pages, ids = walk(results.MatchFilter{With: results.Group{999}}); len(pages) != 3 || len(ids) != 0 ||
		pages[2].Newer == (results.Mark{}) {
		t.Errorf("with nobody: %d pages, %v", len(pages), ids)
	}
	if _, ids = walk(results.MatchFilter{Result: results.MatchesLost}); len(ids) < 100 ||
		!slices.Contains(ids, want[len(want)-1]) {
		t.Errorf("%d matches were lost", len(ids))
	}
	// So do those of the club's history, which holds all matches. A number that no table can have is nobody's name.
	found, err := store.HistoryOf(ctx, club.ID, 1, results.HistoryFilter{Search: "99999999999"}, results.MatchRange{})
	if must(t, err); len(found.Lines) != 0 {
		t.Errorf("of a number that no table has: %d matches", len(found.Lines))
	}
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
