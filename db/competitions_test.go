package db_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"carteado/db/base"
	"carteado/db/competitions"
	"carteado/db/delivery"
	"carteado/db/results"
	"carteado/engine/competition"
)

// compete founds a competition of the club's three members.
func (c club) compete(t *testing.T, change func(*competition.Charter)) int64 {
	t.Helper()
	ctx, charter := t.Context(), competition.Standard()
	charter.Game, charter.Rounds = "toy", 3
	if change != nil {
		change(&charter)
	}
	id, err := c.FoundCompetition(ctx, c.id, c.ana, "Spring", charter, "")
	must(t, err)
	for _, player := range []int64{c.ana, c.bento, c.celia} {
		must(t, c.EnterCompetition(ctx, c.id, player, id, player))
	}
	return id
}

func (c club) competition(t *testing.T, id int64) competitions.Competition {
	t.Helper()
	one, err := c.CompetitionOf(t.Context(), c.id, c.ana, id)
	must(t, err)
	return one
}

// kept is the list that was kept of a competition, as player and points.
func (c club) kept(t *testing.T, id int64) string {
	t.Helper()
	var text string
	must(t, c.Pool().QueryRow(t.Context(), `SELECT coalesce(string_agg(p.name || ' ' || (line->>'points'), ', '
		ORDER BY n), '') FROM competitions, jsonb_array_elements(list) WITH ORDINALITY AS l (line, n)
		JOIN players p ON p.id = (line->'player')::bigint WHERE competitions.id = $1`, id).Scan(&text))
	return text
}

// Two hosts draw at once, the program ends before the tables are open, results come in by themselves, a correction runs
// through, and what is computed anew is what was kept.
func TestACompetitionIsPlayed(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	id := c.compete(t, nil)
	must(t, c.EnterCompetition(ctx, c.id, c.bento, id, c.bento)) // pressed twice
	refused(t, c.EnterCompetition(ctx, c.id, c.bento, id, c.celia), base.ErrForbidden)
	refused(t, c.EnterCompetition(ctx, c.id, c.ana, id, c.davi), base.ErrNotFound)
	refused(t, c.DrawRound(ctx, c.id, c.bento, id, 0), base.ErrForbidden)
	done := make(chan error)
	for range 3 {
		go func() { done <- c.DrawRound(ctx, c.id, c.ana, id, 0) }()
	}
	for range 3 {
		must(t, ended(t, done))
	}
	one := c.competition(t, id)
	if len(one.Rounds) != 1 || len(one.Rounds[0].Tables) != 1 || len(one.Rounds[0].Byes) != 1 ||
		one.Rounds[0].Byes[0].Reason.Key == "" || len(one.Rounds[0].Tables[0].Reasons) == 0 {
		t.Fatalf("drawn is %+v", one.Rounds)
	}
	refused(t, c.DrawRound(ctx, c.id, c.ana, id, 1), base.ErrStale) // nobody has played
	for range 2 {
		go func() { done <- c.OpenCompetitionTables(ctx, c.id, c.ana, id) }()
	}
	must(t, ended(t, done))
	must(t, ended(t, done))
	must(t, c.exec(t, `UPDATE competition_tables SET table_id = NULL`)) // as if it had ended in the middle
	must(t, c.OpenCompetitionTables(ctx, c.id, c.bento, id))
	if n := c.count(t, `SELECT count(*) FROM tables`); n != 1 {
		t.Fatalf("%d tables were opened", n)
	}
	table := c.competition(t, id).Rounds[0].Tables[0]
	must(t, c.JoinTable(ctx, c.id, table.Table, table.Players[1]))
	match := c.givesUp(t, table.Table, table.Players[0])
	must(t, c.ComputeCompetitions(ctx, 0, match)) // as the same job does
	names := map[int64]string{c.ana: "Ana", c.bento: "Bento", c.celia: "Célia"}
	winner, loser := names[table.Players[1]], names[table.Players[0]]
	first := c.kept(t, id)
	if got := c.competition(t, id).Rounds[0].Tables[0]; fmt.Sprint(got.Placing) != "[2 1]" || got.Match != match {
		t.Errorf("the result that came in is %+v", got)
	}
	must(t, c.DrawRound(ctx, c.id, c.ana, id, 1))
	must(t, c.Correct(ctx, c.id, c.ana, match, results.Correction{Kind: results.CorrectPlaces, Places: []int{1, 2},
		Reason: "The other way round"}))
	must(t, c.ComputeCompetitions(ctx, 0, match))
	one = c.competition(t, id)
	if fmt.Sprint(one.Rounds[0].Tables[0].Placing) != "[1 2]" || len(one.Rounds) != 2 {
		t.Errorf("after a correction: %+v", one.Rounds)
	}
	// A player with a bye in the second round has its points, too.
	if after := c.kept(t, id); !strings.Contains(first, winner+" 3") || !strings.Contains(first, loser+" 0") ||
		strings.Contains(after, loser+" 0") {
		t.Errorf("%s won against %s; kept was %q and is %q", winner, loser, first, after)
	}
	if computed, changed, err := c.RecomputeCompetitions(ctx); err != nil || computed != 1 || changed != 0 {
		t.Errorf("%d computed, %d changed, %v", computed, changed, err)
	}
	must(t, c.exec(t, `UPDATE competitions SET list = '[]'`))
	if _, changed, err := c.RecomputeCompetitions(ctx); err != nil || changed != 1 {
		t.Errorf("%d changed by hand, %v", changed, err)
	}
	before := c.kept(t, id)
	must(t, c.exec(t, `UPDATE competitions SET list = '[]'`))
	must(t, c.ComputeCompetitions(ctx, c.id, 0)) // as after a club has come from another house
	if after := c.kept(t, id); after != before || after == "" {
		t.Errorf("of a club is counted %q, and was %q", after, before)
	}
}

// A host decides what nobody plays, until the end; nothing is changed afterwards but by name or amendment.
func TestAHostDecides(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	id := c.compete(t, nil)
	must(t, c.DrawRound(ctx, c.id, c.ana, id, 0))
	must(t, c.OpenCompetitionTables(ctx, c.id, c.ana, id))
	must(t, c.TakeRoundBack(ctx, c.id, c.ana, id, 1, "Drawn again"))
	if n := c.count(t, `SELECT count(*) FROM tables WHERE status <> 'closed'`); n != 0 {
		t.Errorf("%d tables are open after the round was taken back", n)
	}
	for round := 1; round <= 3; round++ {
		must(t, c.DrawRound(ctx, c.id, c.ana, id, round-1))
		table := c.competition(t, id).Rounds[round-1].Tables[0]
		places := map[int64]int{table.Players[0]: 1, table.Players[1]: 2}
		refused(t, c.DecideTable(ctx, c.id, c.bento, id, round, 1, places), base.ErrForbidden)
		refused(t, c.DecideTable(ctx, c.id, c.ana, id, round, 1, map[int64]int{c.davi: 1}), base.ErrStale)
		must(t, c.DecideTable(ctx, c.id, c.ana, id, round, 1, places))
		must(t, c.DecideTable(ctx, c.id, c.ana, id, round, 1, nil)) // taken back
		must(t, c.DecideTable(ctx, c.id, c.ana, id, round, 1, places))
		refused(t, c.TakeRoundBack(ctx, c.id, c.ana, id, round, "Too late"), base.ErrStale)
	}
	refused(t, c.DrawRound(ctx, c.id, c.ana, id, 3), base.ErrStale)
	one := c.competition(t, id)
	byes := map[int64]int{}
	for _, r := range one.Rounds {
		byes[r.Byes[0].Player]++
	}
	if one.Over.IsZero() || len(byes) != 3 {
		t.Errorf("over at %v, byes %v", one.Over, byes)
	}
	if b, err := c.BestsOf(ctx, c.id, c.bento); err != nil || len(b.Champions) == 0 || b.Champions[0].Competition != id {
		t.Errorf("the hall of fame has %+v, %v", b.Champions, err)
	}
	list, err := c.CompetitionsOf(ctx, c.id, c.bento)
	if err != nil || len(list) != 1 || len(list[0].Winners) == 0 || list[0].Rounds != 3 || !list[0].Mine {
		t.Errorf("the list has %+v, %v", list, err)
	}
	changed := one.Charter
	changed.Size = 3
	refused(t, c.ChangeCompetition(ctx, c.id, c.ana, id, "Summer", changed, time.Time{}, "x"), base.ErrStale)
	changed = one.Charter
	changed.Bye = 1
	must(t, c.ChangeCompetition(ctx, c.id, c.ana, id, "Summer", changed, time.Time{}, "Too many for nothing"))
	if one = c.competition(t, id); one.Name != "Summer" || one.Charter.Bye != 1 || one.Founded.Bye != 3 ||
		len(one.Amendments) != 1 {
		t.Errorf("amended is %+v", one)
	}
	if err := c.exec(t, `UPDATE competitions SET charter = '{}'`); err == nil {
		t.Error("a charter was changed under its rounds")
	}
	if err := c.exec(t, `INSERT INTO competition_seats (competition_id, round, number, seat, player_id)
		SELECT competition_id, round, 9, 0, player_id FROM competition_seats`); err == nil {
		t.Error("a player sits at two tables of a round")
	}
}

// An hour that all of a table have named is arranged; a player who has named none loses, where the charter says so.
func TestAnHourIsArranged(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	id := c.compete(t, func(charter *competition.Charter) {
		charter.Days, charter.Missed = 7, competition.MissedThere
	})
	must(t, c.DrawRound(ctx, c.id, c.ana, id, 0))
	round := c.competition(t, id).Rounds[0]
	a, b := round.Tables[0].Players[0], round.Tables[0].Players[1]
	at := time.Now().Add(24 * time.Hour).Truncate(time.Minute)
	refused(t, c.NameHour(ctx, c.id, round.Byes[0].Player, id, 1, 1, at), base.ErrStale)
	refused(t, c.NameHour(ctx, c.id, a, id, 1, 1, time.Now().Add(-time.Hour)), base.ErrStale)
	refused(t, c.NameHour(ctx, c.id, a, id, 1, 1, round.Due.Add(time.Hour)), base.ErrStale)
	must(t, c.NameHour(ctx, c.id, a, id, 1, 1, at))
	if got := c.competition(t, id).Rounds[0].Tables[0].Arranged(); !got.IsZero() {
		t.Errorf("one alone has arranged %v", got)
	}
	must(t, c.NameHour(ctx, c.id, b, id, 1, 1, at))
	if got := c.competition(t, id).Rounds[0].Tables[0].Arranged(); !got.Equal(at) {
		t.Errorf("arranged is %v", got)
	}
	told := func(player int64) (list []string) {
		t.Helper()
		notices, err := c.Notices(ctx, player)
		must(t, err)
		for _, n := range notices {
			if n.Kind == delivery.NoticeCompetition {
				list = append(list, n.What)
				if n.Moment.IsZero() || n.Competition != id || n.CompetitionName != "Spring" {
					t.Errorf("told is %+v", n)
				}
			}
		}
		return list
	}
	opened := func(player int64) []string { // who draws is not told
		if player == c.ana {
			return nil
		}
		return []string{competitions.ToldOpened}
	}
	if got := told(a); !slices.Equal(got, append([]string{competitions.ToldArranged}, opened(a)...)) {
		t.Errorf("who named the hour first is told %v", got)
	}
	if got := told(b); !slices.Equal(got, append([]string{competitions.ToldHour}, opened(b)...)) {
		t.Errorf("who took it is told %v", got)
	}
	must(t, c.RemindRounds(ctx)) // there is time
	must(t, c.exec(t, `UPDATE competition_rounds SET due_at = now() + interval '23 hours',
		drawn_at = now() - interval '6 days'`))
	must(t, c.RemindRounds(ctx))
	must(t, c.RemindRounds(ctx))
	if got := told(b); !slices.Equal(got, append([]string{competitions.ToldDue, competitions.ToldHour}, opened(b)...)) {
		t.Errorf("a day before the end one is told %v", got)
	}
	must(t, c.NameHour(ctx, c.id, b, id, 1, 1, time.Time{}))
	must(t, c.exec(t, `UPDATE competition_rounds SET due_at = now()`))
	must(t, c.CloseRounds(ctx))
	if got := c.competition(t, id).Rounds[0].Tables[0]; fmt.Sprint(got.Placing) != "[1 3]" {
		t.Errorf("who has named an hour has %v", got.Placing)
	}
}

// A player who leaves the competition is not drawn any more, and one who leaves the club is taken out; the time of a
// round runs out by the charter.
func TestWhoLeavesAndWhatIsNotPlayed(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	id := c.compete(t, func(charter *competition.Charter) {
		charter.Format, charter.Days = competition.League, 7
	})
	must(t, c.WithdrawEntrant(ctx, c.id, c.celia, id, c.celia))
	refused(t, c.WithdrawEntrant(ctx, c.id, c.celia, id, c.celia), base.ErrStale)
	must(t, c.EnterCompetition(ctx, c.id, c.ana, id, c.celia))
	drawn := time.Now()
	must(t, c.DrawRound(ctx, c.id, c.ana, id, 0))
	if due := c.competition(t, id).Rounds[0].Due.Sub(drawn); due < 7*24*time.Hour || due > 9*24*time.Hour {
		t.Errorf("the round is due in %v", due)
	}
	must(t, c.CloseRounds(ctx))
	if c.competition(t, id).Rounds[0].Tables[0].Placing != nil {
		t.Error("a round was closed before its time")
	}
	must(t, c.exec(t, `UPDATE competition_rounds SET due_at = now()`))
	must(t, c.CloseRounds(ctx))
	if got := c.competition(t, id).Rounds[0].Tables[0]; fmt.Sprint(got.Placing) != "[3 3]" || !got.Decided {
		t.Errorf("after its time: %+v", got)
	}
	gone := c.competition(t, id).Rounds[0].Tables[0].Players[0]
	if gone == c.ana { // owns the club
		gone = c.competition(t, id).Rounds[0].Tables[0].Players[1]
	}
	must(t, c.LeaveClub(ctx, c.id, gone))
	must(t, c.DrawRound(ctx, c.id, c.ana, id, 1))
	for _, table := range c.competition(t, id).Rounds[1].Tables {
		if slices.Contains(table.Players, gone) {
			t.Errorf("%d has left, and is drawn", gone)
		}
	}
	alone, err := c.FoundCompetition(ctx, c.id, c.ana, "Alone", c.competition(t, id).Charter, "")
	must(t, err)
	must(t, c.EnterCompetition(ctx, c.id, c.ana, alone, c.ana))
	refused(t, c.DrawRound(ctx, c.id, c.ana, alone, 0), base.ErrFull)
}

// Of a round that is to be played its players are told, and before its end those who have not played; not a player
// with a bye, and not one with a result.
func TestWhoIsToldOfARound(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	must(t, c.exec(t, `INSERT INTO memberships (club_id, player_id, role) VALUES ($1, $2, 'member')`, c.id, c.davi))
	drawn := func(more ...int64) (id int64, round competitions.Round) { // by Ana, who is told nothing of what she does
		t.Helper()
		id = c.compete(t, func(charter *competition.Charter) { charter.Days = 7 })
		must(t, c.WithdrawEntrant(ctx, c.id, c.ana, id, c.ana))
		for _, player := range append(more, c.davi) {
			must(t, c.EnterCompetition(ctx, c.id, player, id, player))
		}
		must(t, c.DrawRound(ctx, c.id, c.ana, id, 0))
		return id, c.competition(t, id).Rounds[0]
	}
	told := func(id, player int64, want ...string) {
		t.Helper()
		notices, err := c.Notices(ctx, player)
		must(t, err)
		var got []string
		for _, n := range notices {
			if n.Competition == id {
				got = append(got, n.What)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d is told %v, want %v", player, got, want)
		}
	}
	soon := func() {
		t.Helper()
		must(t, c.exec(t, `UPDATE competition_rounds SET due_at = now() + interval '23 hours',
			drawn_at = now() - interval '6 days'`))
		must(t, c.RemindRounds(ctx))
	}
	id, round := drawn()
	soon()
	told(id, round.Byes[0].Player)
	for _, player := range round.Tables[0].Players {
		told(id, player, competitions.ToldDue, competitions.ToldOpened)
	}

	id, round = drawn(c.ana)
	a, b := round.Tables[0].Players, round.Tables[1].Players
	must(t, c.DecideTable(ctx, c.id, c.ana, id, 1, 1, map[int64]int{a[0]: 1, a[1]: 2}))
	soon()
	for _, player := range slices.Concat(a, b) {
		var want []string
		if slices.Contains(b, player) {
			want = append(want, competitions.ToldDue)
		}
		if player != c.ana {
			want = append(want, competitions.ToldOpened)
		}
		told(id, player, want...)
	}
}
