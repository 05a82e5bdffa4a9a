package db_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/dbtest"
	"carteado/db/live"
	"carteado/db/nights"
	"carteado/db/results"
	"carteado/engine"
	"carteado/engine/knock"
	"carteado/engine/rummy"
	"carteado/engine/standing"
)

// onPaper is a night with one table with real cards, at which members and guests sit.
func onPaper(t *testing.T, game string, seats int, options engine.Options, guests ...string) (c club, night int64) {
	t.Helper()
	c = foundOn(t, dbtest.Store(t, knock.Game{}, rummy.Game{}), knock.Game{})
	ctx := t.Context()
	night = c.tonight(t, guests...)
	if seats == 2 {
		must(t, c.SetArrived(ctx, c.id, c.ana, night, c.ana, false))
	}
	must(t, c.DrawTables(ctx, c.id, c.ana, night, nights.Wish{Game: game, Sizes: []int{seats}, Minutes: 20,
		Options: options}))
	must(t, c.OpenRound(ctx, c.id, c.ana, night, 1))
	return c, night
}

func (c club) sheet(t *testing.T, night int64) nights.SheetAt {
	t.Helper()
	at, err := c.SheetOf(t.Context(), c.id, c.celia, night, 1, 1)
	must(t, err)
	return at
}

func places(at nights.SheetAt) (list []int) {
	for _, s := range at.Table.Seats {
		list = append(list, s.Place)
	}
	return list
}

// A table writes its rounds down, and its match comes in by itself. It counts once somebody else has confirmed it.
func TestASheetIsAMatch(t *testing.T) {
	t.Parallel()
	c, night := onPaper(t, "knock", 2, engine.Options{"target_score": "50"})
	ctx := t.Context()
	must(t, c.ChooseRatings(ctx, c.id, c.ana, results.RatingsAll))
	charter := standing.Standard()
	season, err := c.FoundSeason(ctx, c.id, c.ana, results.Season{Name: "Spring", StartsAt: time.Now().Add(-time.Hour),
		EndsAt: time.Now().Add(time.Hour), Charter: charter})
	must(t, err)
	write := func(by int64, n int, w engine.Written) error {
		return c.WriteRound(ctx, c.id, by, night, 1, 1, n, w)
	}
	first := engine.Written{By: 0, How: "knock", Left: []int{2, 30}}
	refused(t, write(c.davi, 0, first), base.ErrNotFound)
	var impossible *engine.ErrPaper
	if err := write(c.bento, 0, engine.Written{By: 0, How: "knock", Left: []int{2, -3}}); !errors.As(err, &impossible) {
		t.Fatalf("deadwood below zero: %v", err)
	}
	must(t, write(c.bento, 0, first))
	must(t, write(c.bento, 0, first)) // pressed twice
	refused(t, write(c.celia, 0, engine.Written{By: 1, How: "knock_zero", Left: []int{9, 0}}), base.ErrStale)
	if at := c.sheet(t, night); !slices.Equal(at.Match.Totals(), []int{2, 30}) || !slices.Equal(places(at), []int{0, 0}) {
		t.Fatalf("after a round: %v, %v", at.Match.Totals(), places(at))
	}
	refused(t, c.ConfirmSheet(ctx, c.id, c.celia, night, 1, 1), base.ErrStale) // it goes on
	refused(t, c.UndoRound(ctx, c.id, c.ana, night, 1, "Drawn again"), base.ErrStale)
	last := engine.Written{By: 1, How: "knock_zero", Left: []int{48, engine.Blank}}
	must(t, write(c.celia, 1, last))
	at := c.sheet(t, night)
	match := at.Table.Sheet.Match
	if !slices.Equal(places(at), []int{2, 1}) || match == 0 || !slices.Equal(at.Match.Totals(), []int{50, 20}) {
		t.Fatalf("at the end: %v, match %d, %v", places(at), match, at.Match.Totals())
	}
	if err := write(c.bento, 2, last); !errors.As(err, &impossible) || impossible.Key != engine.PaperOver {
		t.Errorf("a round after the end: %v", err)
	}
	must(t, c.TakeBackRound(ctx, c.id, c.celia, night, 1, 1, 2))
	if at = c.sheet(t, night); at.Table.Sheet.Match != 0 || !slices.Equal(places(at), []int{0, 0}) ||
		c.count(t, `SELECT count(*) FROM recorded_matches`) != 0 {
		t.Fatalf("taken back: %+v, %v", at.Table.Sheet, places(at))
	}
	must(t, write(c.celia, 1, last))
	match = c.sheet(t, night).Table.Sheet.Match
	lines := func() []standing.Line {
		t.Helper()
		now := time.Now()
		for _, job := range []results.SeasonCompute{{Club: c.id, From: now.Add(-time.Minute), Until: now}} {
			must(t, c.ComputeSeasons(ctx, job))
		}
		must(t, c.ComputeRatings(ctx, results.RatingCompute{Club: c.id}))
		st, err := c.StandingsOf(ctx, c.id, c.ana, season)
		must(t, err)
		return st.Lines
	}
	refused(t, c.Correct(ctx, c.id, c.ana, match, results.Correction{Kind: results.CorrectVoid, Reason: "x"}),
		base.ErrStale)
	if got := lines(); len(got) != 0 || c.count(t, `SELECT count(*) FROM rated`) != 0 {
		t.Errorf("what nobody has confirmed counts: %+v", got)
	}
	refused(t, c.ConfirmSheet(ctx, c.id, c.celia, night, 1, 1), base.ErrForbidden) // who wrote it
	must(t, c.ConfirmSheet(ctx, c.id, c.bento, night, 1, 1))
	must(t, c.ConfirmSheet(ctx, c.id, c.bento, night, 1, 1))
	refused(t, c.TakeBackRound(ctx, c.id, c.celia, night, 1, 1, 2), base.ErrStale)
	winner := c.sheet(t, night).Table.Seats[1].Player
	if got := lines(); len(got) != 2 || got[0].Player != winner || got[0].Points != 3 ||
		c.count(t, `SELECT count(*) FROM rated`) != 2 {
		t.Errorf("confirmed it comes to %+v", got)
	}
	must(t, c.Correct(ctx, c.id, c.ana, match, results.Correction{Kind: results.CorrectPlaces, Places: []int{1, 2},
		Reason: "other way round"}))
	if got := lines(); got[0].Player == winner || !slices.Equal(places(c.sheet(t, night)), []int{1, 2}) {
		t.Errorf("corrected it comes to %+v, %v", got, places(c.sheet(t, night)))
	}
	m, _, err := c.RecordedMatch(ctx, c.id, c.celia, match)
	must(t, err)
	if m.Seats[0].Place != 1 || m.Sheet.Table != 1 || m.Last == nil || m.Last.Reason != "other way round" ||
		*m.Seats[0].Points != 50 || !slices.Equal(m.Ends[1], []int{48, -10}) {
		t.Errorf("recorded is %+v", m)
	}
	must(t, c.Correct(ctx, c.id, c.ana, match, results.Correction{Kind: results.CorrectVoid, Reason: "a joke"}))
	if got := lines(); len(got) != 0 || c.count(t, `SELECT count(*) FROM rated`) != 0 {
		t.Errorf("void it comes to %+v", got)
	}
	page, err := c.MatchesOf(ctx, c.id, c.bento, results.MatchFilter{Medium: results.OnPaper, Night: night},
		results.MatchRange{})
	must(t, err)
	if len(page.Lines) != 1 || page.Lines[0].Void == nil || page.Lines[0].Unconfirmed {
		t.Errorf("listed are %+v", page.Lines)
	}
}

// A host writes for guests, and one who sits elsewhere confirms, too; a match may end as it stands.
func TestASheetOfGuests(t *testing.T) {
	t.Parallel()
	c, night := onPaper(t, "rummy", 3, nil, "Luís", "Rui")
	ctx := t.Context()
	at := c.sheet(t, night)
	sits := map[int64]bool{}
	for _, s := range at.Table.Seats {
		sits[s.Player] = true
	}
	writer := c.ana
	refused(t, c.EndSheet(ctx, c.id, writer, night, 1, 1), base.ErrStale) // nothing is written
	must(t, c.WriteRound(ctx, c.id, writer, night, 1, 1, 0,
		engine.Written{By: 1, How: "rummy", Left: []int{22, 0, 14}}))
	must(t, c.EndSheet(ctx, c.id, writer, night, 1, 1))
	refused(t, c.EndSheet(ctx, c.id, writer, night, 1, 1), base.ErrStale)
	var impossible *engine.ErrPaper
	if err := c.WriteRound(ctx, c.id, writer, night, 1, 1, 1, engine.Written{By: 1, How: "rummy",
		Left: []int{3, 0, 5}}); !errors.As(err, &impossible) || impossible.Key != engine.PaperOver {
		t.Errorf("by a form from before the end: %v", err)
	}
	if at = c.sheet(t, night); !slices.Equal(places(at), []int{2, 1, 2}) ||
		!slices.Equal(at.Match.Totals(), []int{0, 72, 0}) {
		t.Fatalf("as it stands: %v %v", places(at), at.Match.Totals())
	}
	must(t, c.TakeBackRound(ctx, c.id, writer, night, 1, 1, 1)) // the end, not the round
	if at = c.sheet(t, night); at.Table.Sheet.Match != 0 || len(at.Table.Sheet.Written) != 1 {
		t.Fatalf("the end taken back: %+v", at.Table.Sheet)
	}
	must(t, c.EndSheet(ctx, c.id, writer, night, 1, 1))
	err := c.ConfirmSheet(ctx, c.id, writer, night, 1, 1)
	if sits[writer] {
		refused(t, err, base.ErrForbidden)
	} else {
		must(t, err)
	}
	guests := 0 // the lot may have seated the members
	for _, s := range at.Table.Seats {
		if s.Player == 0 {
			guests++
		}
	}
	if n := c.count(t, `SELECT count(*) FROM recorded_seats WHERE name <> '' AND arrival_id IS NOT NULL`); n != guests {
		t.Errorf("%d guests are on the sheet, want %d", n, guests)
	}
}

// A host has a table of a proposal play with real cards, though the round is on screens.
func TestATableWithRealCards(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	night := c.tonight(t)
	w := wish(1)
	w.Screens = true
	must(t, c.DrawTables(ctx, c.id, c.ana, night, w))
	refused(t, c.SetPaper(ctx, c.id, c.bento, night, 1, 1, true), base.ErrForbidden)
	must(t, c.SetPaper(ctx, c.id, c.ana, night, 1, 1, true))
	must(t, c.OpenRound(ctx, c.id, c.ana, night, 1))
	must(t, c.OpenDrawnTables(ctx, c.id, c.ana, night, 1))
	if d := c.draws(t, night)[0].Tables[0]; d.Table != 0 || !d.Paper {
		t.Errorf("the table is %+v", d)
	}
	refused(t, c.SetPaper(ctx, c.id, c.ana, night, 1, 1, false), base.ErrStale)
	_, err := c.SheetOf(ctx, c.id, c.ana, night, 1, 1)
	refused(t, err, base.ErrStale) // nobody knows how the toy is scored on paper
	_, err = c.SheetOf(ctx, c.id, c.ana, night, 2, 1)
	refused(t, err, base.ErrNotFound)
}

// A confirmed sheet counts in its place among a player's numbers: between the matches before and after it. What nobody
// has confirmed, or is void, does not.
func TestSheetsCountAmongNumbers(t *testing.T) {
	t.Parallel()
	c, night := onPaper(t, "knock", 2, engine.Options{"target_score": "50"})
	ctx := t.Context()
	wins := func() {
		t.Helper()
		opened, err := c.OpenTable(ctx, c.id, c.bento, live.NewTable{Game: "knock",
			Seats: []live.SeatChoice{{Kind: live.SeatMember, Player: c.celia}}})
		must(t, err)
		must(t, c.JoinTable(ctx, c.id, opened.Number, c.celia))
		b := c.board(t, opened.Number, c.celia)
		_, err = c.Play(ctx, live.PlayInput{Club: c.id, Table: opened.Number, Match: b.Table.Match, Player: c.celia,
			Version: b.View.Version, Idem: "leave", Move: engine.Move{Verb: engine.VerbLeave}})
		must(t, err)
	}
	numbers := func(matches, won, row, longest int) {
		t.Helper()
		c.counts(t)
		n, err := c.NumbersOf(ctx, c.id, c.ana, c.bento, "")
		must(t, err)
		if got := []int{n.Matches, n.Wins, n.Row, n.Longest}; !slices.Equal(got, []int{matches, won, row, longest}) ||
			len(n.Games) != 1 || n.Games[0] != (results.GameRecord{Game: "knock", Matches: matches, Wins: won}) ||
			len(n.Rivals) != 1 || n.Rivals[0].Matches != matches || n.Rivals[0].Won != won {
			t.Errorf("Bento's numbers are %v, %+v, %+v", got, n.Games, n.Rivals)
		}
		v, err := c.VersusOf(ctx, c.id, c.ana, c.bento, c.celia)
		must(t, err)
		if sum := v.Sum(); sum.Matches != matches || sum.Won != won || len(v.Meetings) != matches ||
			v.Meetings[matches-1].Lead != 2*won-matches {
			t.Errorf("Bento and Célia have %+v, %+v", sum, v.Meetings)
		}
		r, err := c.RecordOf(ctx, c.id, c.ana, c.bento)
		must(t, err)
		if len(r.Games) != 1 || r.Games[0].Matches != matches || len(r.Rivals) != 1 || r.Rivals[0].Won != won {
			t.Errorf("Bento's record is %+v", r)
		}
	}
	wins()
	at := c.sheet(t, night)
	left, winner := []int{50, engine.Blank}, engine.Seat(1)
	if at.Table.Seats[1].Player == c.bento {
		left, winner = []int{engine.Blank, 50}, 0
	}
	must(t, c.WriteRound(ctx, c.id, c.bento, night, 1, 1, 0, engine.Written{By: winner, How: "knock_zero", Left: left}))
	match := c.sheet(t, night).Table.Sheet.Match
	wins()
	numbers(2, 2, 2, 2) // nobody has confirmed it
	must(t, c.ConfirmSheet(ctx, c.id, c.celia, night, 1, 1))
	numbers(3, 2, 1, 1)
	placing := []int{2, 1}
	if winner == 1 {
		placing = []int{1, 2}
	}
	correct := results.Correction{Kind: results.CorrectPlaces, Places: placing, Reason: "The other way round"}
	must(t, c.Correct(ctx, c.id, c.ana, match, correct))
	numbers(3, 3, 3, 3)
	bests, err := c.BestsOf(ctx, c.id, c.celia)
	must(t, err)
	if !slices.ContainsFunc(bests.List, func(b results.Best) bool {
		return b.Name == results.BestStreak && b.Game == "knock" && b.Value == 3
	}) {
		t.Errorf("the club's records are %+v", bests.List)
	}
	must(t, c.Correct(ctx, c.id, c.ana, match, results.Correction{Kind: results.CorrectVoid, Reason: "a joke"}))
	numbers(2, 2, 2, 2)
}

// What a guest has played with real cards is theirs once they are a member, like what they have played on a screen.
func TestASheetOfAVisitorWhoBecomesAMember(t *testing.T) {
	t.Parallel()
	c := foundOn(t, dbtest.Store(t, knock.Game{}, rummy.Game{}), knock.Game{})
	ctx, night := t.Context(), c.tonight(t)
	luis := c.visitor(t, night, "Luís")
	must(t, c.SetArrived(ctx, c.id, c.ana, night, c.ana, false))
	must(t, c.SetArrived(ctx, c.id, c.ana, night, c.celia, false))
	must(t, c.DrawTables(ctx, c.id, c.ana, night, nights.Wish{Game: "rummy", Sizes: []int{2}, Minutes: 20}))
	must(t, c.OpenRound(ctx, c.id, c.ana, night, 1))
	must(t, c.WriteRound(ctx, c.id, c.ana, night, 1, 1, 0, engine.Written{By: 1, How: "rummy", Left: []int{22, 0}}))
	must(t, c.EndSheet(ctx, c.id, c.ana, night, 1, 1))
	seats := func(of string) int {
		t.Helper()
		return c.count(t, `SELECT count(*) FROM recorded_seats WHERE `+of)
	}
	if n := seats(`name = 'Luís'`); n != 1 {
		t.Fatalf("the guest has %d seats", n)
	}
	_, err := c.SignUpGuest(ctx, luis, accounts.NewPlayer{Name: "Luís", Password: "hash", Lang: "en"})
	must(t, err)
	must(t, c.AnswerRequest(ctx, c.id, c.ana, luis, true))
	if n, names := seats(fmt.Sprint(`player_id = `, luis)), seats(`name <> ''`); n != 1 || names != 0 {
		t.Errorf("as a member they have %d, and %d have a name only", n, names)
	}
}
