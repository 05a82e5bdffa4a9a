package db_test

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"testing"
	"time"

	"carteado/db/base"
	"carteado/db/live"
	"carteado/db/nights"
	"carteado/db/results"
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
	opened, err := c.OpenTable(t.Context(), c.id, c.ana,
		live.NewTable{Game: "toy", Seats: []live.SeatChoice{{Kind: live.SeatMember, Player: c.bento}}})
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
	id, err := c.FoundSeason(t.Context(), c.id, c.ana, results.Season{
		Name: "Spring", StartsAt: time.Now().Add(from), EndsAt: time.Now().Add(to), Charter: standing.Standard(),
	}, c.seasons(t)...)
	must(t, err)
	return id
}

// seasons are all of the club.
func (c club) seasons(t *testing.T) (ids []int64) {
	t.Helper()
	must(t, c.Pool().QueryRow(t.Context(), `SELECT coalesce(array_agg(id), '{}') FROM seasons WHERE club_id = $1`, c.id).
		Scan(&ids))
	return ids
}

func TestACharterIsFrozenWhenItsSeasonStarts(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	must(t, c.SetRole(ctx, c.id, c.ana, c.bento, role.Host))
	running, next := c.season(t, -time.Hour, time.Hour), c.season(t, time.Hour, 2*time.Hour)
	charter := standing.Standard()
	charter.Places = []int{5, 3, 1}
	change := results.Season{ID: next, Name: "Autumn", StartsAt: time.Now().Add(2 * time.Hour), EndsAt: time.Now().
		Add(3 * time.Hour), Charter: charter}
	must(t, c.ChangeSeason(ctx, c.id, c.bento, change))
	refused(t, c.ChangeSeason(ctx, c.id, c.celia, change), base.ErrForbidden)
	change.ID = running
	refused(t, c.ChangeSeason(ctx, c.id, c.ana, change), results.ErrFrozen)
	for _, change := range []string{"charter = '{}'", "starts_at = now()",
		"ends_at = ends_at + interval '1 day'", "club_id = 0"} {
		if _, err := c.Pool().Exec(ctx, `UPDATE seasons SET `+change+` WHERE id = $1`, running); err == nil {
			t.Errorf("the database lets a running season be changed: %s", change)
		}
	}
	refused(t, c.AmendSeason(ctx, c.id, c.celia, running, charter, time.Time{}, "x"), base.ErrForbidden)
	c.wins(t, c.ana)
	must(t, c.AmendSeason(ctx, c.id, c.ana, running, charter, time.Time{}, "places count"))
	expectPlaces(t, c.places(t, running), "1. Bento 5; 2. Ana 3; ")
	st, err := c.StandingsOf(ctx, c.id, c.celia, running)
	must(t, err)
	if len(st.Amendments) != 1 || st.Amendments[0].Reason != "places count" || st.Charter.Places[0] != 5 ||
		st.Founded.Places[0] != 3 {
		t.Errorf("season %+v", st)
	}
}

// A season is closed early and extended by amendment alone: what ended later counts no
// more, then again; when it was to end is kept.
func TestSeasonClosesEarly(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	day := 24 * time.Hour
	now := time.Now().Truncate(time.Second)
	id, err := c.FoundSeason(ctx, c.id, c.ana, results.Season{Name: "Spring", StartsAt: now.Add(-30 * day),
		EndsAt: now.Add(30 * day), Charter: standing.Standard()})
	must(t, err)
	if c.exec(t, `UPDATE seasons SET ends_at = now() WHERE id = $1`, id) == nil {
		t.Error("the end of a season that runs is changed without an amendment")
	}
	refused(t, c.AmendSeason(ctx, c.id, c.ana, id, standing.Standard(), now.Add(-day), "too late"), results.ErrFrozen)
	for _, ends := range []time.Time{now.Add(day), now.Add(60 * day)} {
		must(t, c.AmendSeason(ctx, c.id, c.ana, id, standing.Standard(), ends, "The club moves house"))
		st, err := c.StandingsOf(ctx, c.id, c.bento, id)
		must(t, err)
		if !st.EndsAt.Equal(ends) || !st.WasToEnd.Equal(now.Add(30*day)) ||
			!st.Amendments[len(st.Amendments)-1].EndsAt.Equal(ends) {
			t.Errorf("%+v %+v", st.Season, st.Amendments)
		}
	}
	if n := c.count(t, `SELECT count(*) FROM audit WHERE action = 'season_amended' AND details ? 'until'`); n != 2 {
		t.Errorf("%d entries in the log", n)
	}
}

// Of two hosts whose seasons would count the same matches, and who press at the same moment, one is asked, as is one
// who comes later.
func TestSeasonsAtTheSameMoment(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	must(t, c.SetRole(ctx, c.id, c.ana, c.bento, role.Host))
	now, day := time.Now().Truncate(time.Second), 24*time.Hour
	founds := func(by int64, name string, from, until time.Duration) func() error {
		return func() error {
			_, err := c.FoundSeason(ctx, c.id, by, results.Season{Name: name, StartsAt: now.Add(from),
				EndsAt: now.Add(until), Charter: standing.Standard()})
			return err
		}
	}
	runs := c.season(t, -day, day)
	next := c.season(t, 40*day, 50*day)
	for name, both := range map[string][2]func() error{
		"both found": {founds(c.ana, "One", 10*day, 20*day), founds(c.bento, "Two", 19*day, 30*day)},
		"one amends": {founds(c.ana, "Three", 2*day, 4*day), func() error {
			return c.AmendSeason(ctx, c.id, c.bento, runs, standing.Standard(), now.Add(3*day), "longer")
		}},
		"one changes": {founds(c.ana, "Four", 55*day, 60*day), func() error {
			return c.ChangeSeason(ctx, c.id, c.bento, results.Season{ID: next, Name: "Next",
				StartsAt: now.Add(40 * day), EndsAt: now.Add(56 * day), Charter: standing.Standard()})
		}},
	} {
		var one, two error
		c.holding(t, `SELECT FROM clubs WHERE id = $1 FOR UPDATE`, []any{c.id}, func(release func()) {
			first := begun(both[0])
			c.waits(t, 1)
			second := begun(both[1])
			c.waits(t, 2)
			release()
			one, two = ended(t, first), ended(t, second)
		})
		var twice *results.CountedTwice
		if one == nil {
			one, two = two, one
		}
		if two != nil || !errors.As(one, &twice) || len(twice.Seasons) != 1 {
			t.Errorf("%s: %v and %v", name, one, two)
		}
	}
}

// A season's name can be changed at any time, and a season is deleted for which nothing has counted.
func TestSeasonsAreRenamedAndDeleted(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	played := c.season(t, -time.Hour, time.Hour)
	must(t, c.RenameSeason(ctx, c.id, c.ana, played, "Sprung"))
	refused(t, c.RenameSeason(ctx, c.id, c.celia, played, "Mine"), base.ErrForbidden)
	refused(t, c.RenameSeason(ctx, c.id, c.ana, played+1, "None"), base.ErrNotFound)
	empty := c.season(t, -3*time.Hour, -2*time.Hour)
	amended := c.season(t, -5*time.Hour, -4*time.Hour)
	must(t, c.AmendSeason(ctx, c.id, c.ana, amended, standing.Standard(), time.Time{}, "to stay"))
	table := c.meets(t)
	leave := c.input(t, table, c.ana, "leave")
	leave.Move = engine.Move{Verb: engine.VerbLeave}
	_, err := c.Play(ctx, leave)
	must(t, err)
	refused(t, c.DeleteSeason(ctx, c.id, c.ana, played), results.ErrFrozen) // before the job has counted the match
	must(t, c.ComputeStandingsFor(ctx, c.board(t, table, c.ana).Table.Match))
	if c.exec(t, `DELETE FROM seasons WHERE id = $1`, played) == nil {
		t.Error("the database lets a season with places be deleted")
	}
	refused(t, c.DeleteSeason(ctx, c.id, c.ana, amended), results.ErrFrozen)
	refused(t, c.DeleteSeason(ctx, c.id, c.celia, empty), base.ErrForbidden)
	must(t, c.DeleteSeason(ctx, c.id, c.ana, empty))
	refused(t, c.DeleteSeason(ctx, c.id, c.ana, empty), base.ErrNotFound)
	st, err := c.StandingsOf(ctx, c.id, c.bento, 0)
	must(t, err)
	if len(st.Seasons) != 2 || st.Name != "Sprung" || len(st.Lines) == 0 {
		t.Errorf("%+v", st)
	}
	if n := c.count(t, `SELECT count(*) FROM audit WHERE action IN ('season_renamed', 'season_deleted')`); n != 2 {
		t.Errorf("%d entries in the log", n)
	}
}

func TestCountsTwice(t *testing.T) {
	t.Parallel()
	at := func(id int64, from, until int, games ...string) results.Season {
		day := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
		return results.Season{ID: id, StartsAt: day.AddDate(0, 0, from), EndsAt: day.AddDate(0, 0, until),
			Charter: standing.Charter{Games: games}}
	}
	spring := at(1, 0, 30, "knock", "rummy")
	for name, one := range map[string]struct {
		other results.Season
		twice bool
	}{
		"itself": {spring, false}, "the next": {at(2, 30, 60), false}, "the one before": {at(2, -30, 0), false},
		"the last day": {at(2, 29, 60), true}, "within": {at(2, 3, 4, "rummy"), true},
		"another game": {at(2, 3, 4, "palace"), false}, "around": {at(2, -9, 90), true},
	} {
		if spring.CountsTwice(one.other) != one.twice || one.other.CountsTwice(spring) != one.twice {
			t.Errorf("%s: want %t", name, one.twice)
		}
	}
}

// Of a season of 24 nights each player's best eight count, corrections of nights long past among them, and a
// computation from scratch comes to the same list.
func TestASeasonOfNights(t *testing.T) {
	t.Parallel()
	c, ctx, chance := found(t), t.Context(), rand.New(rand.NewPCG(24, 8))
	season := c.season(t, -time.Hour, time.Hour)
	members := []int64{c.ana, c.bento, c.celia}
	w := nights.Wish{Game: "toy", Minutes: 20, Sizes: []int{2}, Screens: true}
	var matches []int64
	won := map[int64]int64{} // by match
	for n := range 24 {
		night := c.tonight(t)
		home := chance.IntN(len(members))
		must(t, c.SetArrived(ctx, c.id, c.ana, night, members[home], false))
		must(t, c.DrawTables(ctx, c.id, c.ana, night, w))
		must(t, c.OpenRound(ctx, c.id, c.ana, night, 1))
		must(t, c.OpenDrawnTables(ctx, c.id, c.ana, night, 1))
		table := c.draws(t, night)[0].Tables[0]
		must(t, c.JoinTable(ctx, c.id, table.Table, table.Seats[1].Player))
		loser := chance.IntN(2)
		if table.Seats[loser].Player == c.bento {
			loser = 1 - loser // who wins more than eight nights
		}
		leave := c.input(t, table.Table, table.Seats[loser].Player, "leave")
		leave.Move = engine.Move{Verb: engine.VerbLeave}
		_, err := c.Play(ctx, leave)
		must(t, err)
		must(t, c.EndRound(ctx, c.id, c.ana, night, 1, ""))
		match := c.board(t, table.Table, table.Seats[1-loser].Player).Table.Match
		matches, won[match] = append(matches, match), table.Seats[1-loser].Player
		if n%6 == 5 { // of a night long past
			match = matches[n/2]
			must(t, c.Correct(ctx, c.id, c.ana, match, results.Correction{Kind: results.CorrectVoid, Reason: "void"}))
			delete(won, match)
		}
		must(t, c.ComputeStandingsFor(ctx, match))
	}
	nightsWon := map[int64]int{}
	for _, player := range won {
		nightsWon[player]++
	}
	if nightsWon[c.bento] <= 8 || nightsWon[c.ana]+nightsWon[c.celia] == 0 {
		t.Fatalf("nights won: %v", nightsWon)
	}
	st, err := c.StandingsOf(ctx, c.id, c.celia, season)
	must(t, err)
	for _, l := range st.Lines {
		if want := 3 * min(8, nightsWon[l.Player]); l.Points != want {
			t.Errorf("%s has %d points of %d nights won, want %d", st.Players[l.Player].Name, l.Points,
				nightsWon[l.Player], want)
		}
	}
	computed, changed, err := c.RecomputeStandings(ctx)
	if err != nil || computed != 1 || changed != 0 || len(st.Lines) != 3 {
		t.Errorf("%d of %d lists differ from scratch, %d lines, %v", changed, computed, len(st.Lines), err)
	}
}

// Of two seasons at the same time that count different games, a match belongs to the one that counts its game, in the
// chronicle and in who does what most often; what belongs to two is still one match of the club.
func TestSeasonsOfDifferentGames(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	season := func(name string, games ...string) int64 {
		id, err := c.FoundSeason(ctx, c.id, c.ana, results.Season{Name: name, StartsAt: time.Now().Add(-time.Hour),
			EndsAt: time.Now().Add(time.Hour), Charter: standing.Charter{Games: games}}, c.seasons(t)...)
		must(t, err)
		return id
	}
	toys, cards, all := season("toys", "toy"), season("cards", "knock"), season("all")
	for range 4 {
		c.playOut(t, c.table(t, engine.Options{"target": "15"}))
	}
	c.counts(t)
	if n := c.count(t, `SELECT count(DISTINCT season_id) FROM season_times`); n != 2 {
		t.Errorf("%d seasons know who does what, want 2", n)
	}
	b, err := c.BestsOf(ctx, c.id, c.ana)
	must(t, err)
	for _, best := range b.Seasons {
		if best.Season != toys {
			t.Errorf("of two seasons that know the same, the later one has the record: %+v", best)
		}
	}
	if len(b.Seasons) == 0 {
		t.Error("no season has a record")
	}
	must(t, c.AmendSeason(ctx, c.id, c.ana, all, standing.Charter{Games: []string{"knock"}}, time.Time{}, "Cards", toys,
		cards))
	c.counts(t)
	if n := c.count(t, `SELECT count(*) FROM season_times WHERE season_id = $1`, all); n != 0 {
		t.Errorf("a season that counts the game no more knows %d times", n)
	}
	must(t, c.AmendSeason(ctx, c.id, c.ana, all, standing.Charter{}, time.Time{}, "All", toys, cards))
	matches := map[int64]int{}
	must(t, c.Chronicle(ctx, results.ChronicleOf{Club: c.id}, func(_ context.Context, h *results.Chronicle) error {
		for _, chapter := range h.Chapters {
			matches[chapter.Season.ID] = chapter.Matches
		}
		if h.Matches != 4 {
			t.Errorf("the club has %d matches, want 4", h.Matches)
		}
		return nil
	}))
	if want := map[int64]int{toys: 4, cards: 0, all: 4, 0: 0}; !maps.Equal(matches, want) {
		t.Errorf("matches by season %v, want %v", matches, want)
	}
}
