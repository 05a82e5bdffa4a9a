package db_test

import (
	"testing"
	"time"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/live"
	"carteado/db/results"
	"carteado/engine"
	"carteado/engine/role"
	"carteado/engine/standing"
)

// A table for those invited is nowhere for other members: not before the deal,
// not while it is played, and not afterwards.
func TestInvitedTablesExistForTheInvitedAlone(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	dora := c.joins(t, "Dora")
	must(t, c.SetRole(ctx, c.id, c.ana, dora, role.Host))
	_, err := c.OpenTable(ctx, c.id, c.bento, live.NewTable{Game: "toy", Reach: live.ReachInvited,
		Seats: []live.SeatChoice{{Kind: live.SeatMember, Player: c.ana}}})
	must(t, err)
	elsa := c.joins(t, "Elsa")
	c.here(t, c.celia, false)
	for _, player := range []int64{c.bento, c.ana} { // who opened it, who is invited
		c.here(t, player, true)
	}
	view, err := c.TableOf(ctx, c.id, 1, dora)
	must(t, err) // who may close it sees it
	home, err := c.homeOf(t, c.celia)
	must(t, err)
	empty := home.At

	// The link is a key for members alone, and opening it changes nothing.
	key := view.Token.Reveal()
	for _, wrong := range []string{"", "x", key + "x", key[1:]} {
		_, err = c.DoorOf(ctx, c.id, 1, c.celia, wrong)
		refused(t, err, base.ErrNotFound)
		refused(t, c.EnterByKey(ctx, c.id, 1, c.celia, wrong), base.ErrNotFound)
	}
	refused(t, c.EnterByKey(ctx, c.id, 1, c.davi, key), base.ErrNotFound)
	refused(t, c.EnterByKey(ctx, c.id, 2, elsa, key), base.ErrNotFound)
	door, err := c.DoorOf(ctx, c.id, 1, elsa, key)
	must(t, err)
	if door.HostName != "Bento" || door.Game != "toy" {
		t.Errorf("door: %+v", door)
	}
	_, err = c.TableOf(ctx, c.id, 1, elsa)
	refused(t, err, base.ErrNotFound)
	must(t, c.EnterByKey(ctx, c.id, 1, elsa, key))
	must(t, c.EnterByKey(ctx, c.id, 1, elsa, key))
	_, err = c.TableOf(ctx, c.id, 1, elsa)
	must(t, err)

	// The match: running, and over.
	must(t, c.JoinTable(ctx, c.id, 1, c.ana))
	match := c.board(t, 1, c.ana).Table.Match
	c.here(t, c.celia, false)
	_, err = c.Match(ctx, c.id, match, c.celia)
	refused(t, err, base.ErrNotFound)
	_, err = c.Match(ctx, c.id, match, elsa)
	must(t, err)
	leave := c.input(t, 1, c.ana, "leave")
	leave.Move = engine.Move{Verb: engine.VerbLeave}
	_, err = c.Play(ctx, leave)
	must(t, err)
	must(t, c.Correct(ctx, c.id, c.ana, match, results.Correction{Kind: results.CorrectVoid,
		Reason: "a card was missing"}))
	c.sheets(t, match, elsa, nil, 0)
	c.sheets(t, match, c.celia, base.ErrNotFound, 0)
	for _, viewer := range []int64{c.celia, c.ana, c.bento} { // not even for those who know
		record, err := c.RecordOf(ctx, c.id, viewer, c.bento)
		must(t, err)
		line, err := c.MemberOf(ctx, c.id, viewer, c.bento)
		must(t, err)
		if len(record.Games)+len(record.Rivals)+len(record.Recent)+line.Matches+line.Wins > 0 {
			t.Errorf("it counts for player %d: %+v, %+v", viewer, record, line)
		}
	}
	must(t, c.Correct(ctx, c.id, c.ana, match, results.Correction{Kind: results.CorrectRestore,
		Reason: "no card was missing"}))
	must(t, c.CloseTable(ctx, c.id, 1, dora, "too late in the night"))
	log, err := c.AuditOf(ctx, c.id, c.celia, clubs.AuditRange{})
	must(t, err)
	if len(log.Entries) > 0 {
		t.Errorf("the log tells of it: %+v", log.Entries)
	}
	c.here(t, c.celia, false)
	if home, err = c.homeOf(t, c.celia); err != nil || home.At != empty {
		t.Errorf("the position of the home told that something happened: %v", err)
	}
	season, err := c.FoundSeason(ctx, c.id, c.ana, results.Season{Name: "All", StartsAt: time.Now().Add(-time.Hour),
		EndsAt: time.Now().Add(time.Hour), Charter: standing.Standard()})
	must(t, err)
	places, err := c.StandingsOf(ctx, c.id, c.celia, season)
	must(t, err)
	if len(places.Lines) > 0 {
		t.Errorf("it counts in the standings: %+v", places.Lines)
	}
}

// here says whether the first table exists for a player: on their home, and for
// all that can be done at it.
func (c club) here(t *testing.T, player int64, want bool) {
	t.Helper()
	ctx := t.Context()
	view, err := c.TableOf(ctx, c.id, 1, player)
	if !want {
		refused(t, err, base.ErrNotFound)
		_, err = c.Board(ctx, c.id, 1, player)
		refused(t, err, base.ErrNotFound)
		refused(t, c.JoinTable(ctx, c.id, 1, player), base.ErrNotFound)
		refused(t, c.LeaveSeat(ctx, c.id, 1, player), base.ErrNotFound)
		refused(t, c.AddBot(ctx, c.id, 1, player, 1, "club"), base.ErrNotFound)
		refused(t, c.StartTable(ctx, c.id, 1, player), base.ErrNotFound)
		refused(t, c.WithdrawTable(ctx, c.id, 1, player), base.ErrNotFound)
		refused(t, c.CloseTable(ctx, c.id, 1, player, "late"), base.ErrNotFound)
		refused(t, c.Propose(ctx, c.id, 1, player, 1, live.OfferRematch), base.ErrNotFound)
	} else {
		must(t, err)
		if len(view.Token.Reveal()) < 26 || view.Reach != live.ReachInvited {
			t.Errorf("player %d sees %+v", player, view)
		}
	}
	home, err := c.homeOf(t, player)
	must(t, err)
	if n := len(home.Open) + len(home.Invited) + len(home.Waiting) + len(home.MyTurn) + len(home.Playing) +
		len(home.Recent); (n > 0) != want {
		t.Errorf("player %d: %d tables at home", player, n)
	}
}

// sheets says whether a player can read a finished match: its score sheet, its
// replay and its corrections. Nobody can read the end of a round that has none.
func (c club) sheets(t *testing.T, match, player int64, want error, step int) {
	t.Helper()
	ctx := t.Context()
	_, err := c.Match(ctx, c.id, match, player)
	refused(t, err, want)
	_, err = c.RoundEnd(ctx, c.id, match, 1, player)
	refused(t, err, base.ErrNotFound)
	_, err = c.Replay(ctx, c.id, match, step, player)
	refused(t, err, want)
	list, err := c.Corrections(ctx, c.id, player, match)
	must(t, err)
	if (len(list) > 0) != (want == nil && step == 0) {
		t.Errorf("player %d: %d corrections", player, len(list))
	}
}

// joins is a new member.
func (c club) joins(t testing.TB, name string) (id int64) {
	t.Helper()
	invitation, err := c.CreateInvitation(t.Context(), c.id, c.ana, clubs.NewInvitation{Role: role.Member, Uses: 1,
		TTL: time.Hour})
	must(t, err)
	_, player, err := c.AcceptInvitation(t.Context(), invitation.Token.Reveal(),
		accounts.NewPlayer{Name: name, Password: "hash"})
	must(t, err)
	return player.ID
}

// A seat given up at a table for those invited can be taken again.
func TestWhoStandsUpStillFindsTheTable(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	_, err := c.OpenTable(ctx, c.id, c.ana, live.NewTable{
		Game: "toy", Reach: live.ReachInvited, Seats: []live.SeatChoice{{Kind: live.SeatMember, Player: c.bento},
			{Kind: live.SeatOpen}},
	})
	must(t, err)
	for range 2 {
		must(t, c.JoinTable(ctx, c.id, 1, c.bento))
		must(t, c.LeaveSeat(ctx, c.id, 1, c.bento))
	}
	if n := c.count(t, `SELECT count(*) FROM table_guests`); n != 1 {
		t.Errorf("%d guests, want 1", n)
	}
}
