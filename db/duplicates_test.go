package db_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"carteado/db"
	"carteado/db/base"
	"carteado/db/dbtest"
	"carteado/db/live"
	"carteado/db/nights"
	"carteado/db/results"
	"carteado/engine"
	"carteado/engine/knock"
	"carteado/engine/standing"
)

// duplicate is a night of two tables of Knock that play the same deal, with everybody seated at so many of them.
func duplicate(t *testing.T, atTime string, dealt int) (c club, night int64, tables []nights.DrawnTable) {
	t.Helper()
	c = foundOn(t, dbtest.Store(t, knock.Game{}), knock.Game{})
	ctx := t.Context()
	must(t, c.exec(t, fmt.Sprintf(`INSERT INTO memberships (club_id, player_id, role) VALUES (%d, %d, 'member')`, c.id,
		c.davi)))
	night = c.tonight(t)
	must(t, c.SetArrived(ctx, c.id, c.ana, night, c.davi, true))
	must(t, c.DrawTables(ctx, c.id, c.ana, night, nights.Wish{Game: "knock", Minutes: 20, Sizes: []int{2, 2},
		Screens: true, AtTime: atTime, Options: engine.Options{engine.Duplicate: "1"}}))
	must(t, c.OpenRound(ctx, c.id, c.ana, night, 1))
	must(t, c.OpenDrawnTables(ctx, c.id, c.ana, night, 1))
	tables = c.draws(t, night)[0].Tables
	for _, table := range tables[:dealt] {
		must(t, c.Store.JoinTable(ctx, c.id, table.Table, table.Seats[1].Player, live.Contribution{ // which is left out
			Text: fmt.Sprint("word ", table.Number), How: base.ByWord}))
	}
	return c, night, tables
}

// sees is what a member is told of two tables, the second of them another's, and of the night.
func (c club) sees(t *testing.T, viewer, night int64, table int, match int64) string {
	t.Helper()
	ctx := t.Context()
	home, err := c.homeOf(t, viewer)
	must(t, err)
	draws, err := c.DrawsOf(ctx, c.id, viewer, night)
	must(t, err)
	own, err := c.MatchesOf(ctx, c.id, viewer, results.MatchFilter{}, results.MatchRange{})
	must(t, err)
	history, _ := c.HistoryOf(ctx, c.id, viewer, results.HistoryFilter{}, results.MatchRange{})
	told := []any{draws, own, history, len(home.MyTurn), len(home.Playing), len(home.Waiting), len(home.Open)}
	for _, look := range []func() error{
		func() error { _, err := c.TableOf(ctx, c.id, table, viewer); return err },
		func() error { _, err := c.Board(ctx, c.id, table, viewer); return err },
		func() error { _, err := c.Admit(ctx, c.id, table, viewer); return err },
		func() error { _, err := c.Match(ctx, c.id, match, viewer); return err },
		func() error { _, err := c.RoundEnd(ctx, c.id, match, 1, viewer); return err },
		func() error { _, _, err := c.Record(ctx, c.id, match, viewer); return err },
	} {
		err := look()
		refused(t, err, base.ErrNotFound)
		told = append(told, fmt.Sprint(err))
	}
	data, err := json.Marshal(told)
	must(t, err)
	return string(data)
}

// Two tables play the same deal. Whatever one has played, the players of the other, and a host who plays there, are
// told the same, and no secret is published, until both are over. Then both are matches like others, with their proofs.
func TestDuplicateTablesAreHeld(t *testing.T) {
	t.Parallel()
	c, night, tables := duplicate(t, nights.PlayedOut, 2)
	ctx := t.Context()
	must(t, c.SetRole(ctx, c.id, c.ana, tables[1].Seats[1].Player, "owner"))
	first, second := tables[0], tables[1]
	boards := []live.Board{c.board(t, first.Table, first.Seats[0].Player), c.board(t, second.Table,
		second.Seats[0].Player)}
	match := boards[0].Table.Match
	if a, b := boards[0].View.Round.(knock.View), boards[1].View.Round.(knock.View); fmt.Sprint(a.Hand, a.Top,
		a.Dealer, a.Lines) != fmt.Sprint(b.Hand, b.Top, b.Dealer, b.Lines) ||
		boards[0].Table.Commitment != boards[1].Table.Commitment {
		t.Errorf("two tables of a round are dealt %+v and %+v", a, b)
	}
	var before []string
	for _, seat := range second.Seats {
		before = append(before, c.sees(t, seat.Player, night, first.Table, match))
	}
	c.playsARound(t, first.Table, first.Seats[0].Player, first.Seats[1].Player)
	if c.board(t, first.Table, first.Seats[1].Player).View.Outcome == nil {
		t.Error("its own players are not told that the match is over")
	}
	release := func() { must(t, c.ReleaseRound(ctx, live.ReleaseJob{Night: night, Round: 1})) }
	release()
	for i, seat := range second.Seats {
		if now := c.sees(t, seat.Player, night, first.Table, match); now != before[i] {
			t.Errorf("seat %d is told\n%s, before the other table played\n%s", i, now, before[i])
		}
	}
	if n := c.count(t, `SELECT count(*) FROM matches WHERE seed IS NOT NULL OR status = 'over'`); n != 0 {
		t.Errorf("%d matches are over, or their secret is published", n)
	}
	refused(t, c.CloseDrawnTable(ctx, c.id, c.ana, night, 1, 2, true, ""), base.ErrStale)
	c.playsARound(t, second.Table, second.Seats[0].Player, second.Seats[1].Player)
	release()
	release()
	must(t, c.EndRound(ctx, c.id, c.ana, night, 1, ""))
	if n := c.count(t, `SELECT count(DISTINCT seed) FROM matches WHERE status = 'over'`); n != 1 {
		t.Errorf("the matches were dealt from %d secrets", n)
	}
	d := c.draws(t, night)[0]
	for _, table := range d.Tables {
		id := c.board(t, table.Table, table.Seats[0].Player).Table.Match
		record, _, err := c.Record(ctx, c.id, id, c.davi)
		must(t, err)
		if _, err := record.Prove([]engine.Game{knock.Game{}}); err != nil {
			t.Errorf("table %d: %v", table.Number, err)
		}
	}
	c.comparedBySeat(t, d)
}

// comparedBySeat sees that those who had the same cards are compared, and nobody else.
func (c club) comparedBySeat(t *testing.T, d nights.Draw) {
	t.Helper()
	tenths := map[int64]int{}
	for _, line := range standing.Evening(nights.Sittings([]nights.Draw{d})) {
		tenths[line.Player] = line.Tenths
	}
	for n := range 2 {
		a, b := d.Tables[0].Seats[n], d.Tables[1].Seats[n]
		if a.Points == nil || b.Points == nil {
			t.Fatalf("seat %d has no points: %+v", n, d)
		}
		want := 30
		if *a.Points != *b.Points {
			want = 0
			if *a.Points < *b.Points { // at Knock fewer are better
				want = 60
			}
		}
		if tenths[a.ID] != want || tenths[b.ID] != 60-want {
			t.Errorf("seat %d: %d and %d points come to %d and %d tenths", n, *a.Points, *b.Points, tenths[a.ID],
				tenths[b.ID])
		}
	}
}

// A host who ends a round as it stands shows its tables at that moment: what was played to its end has its result.
func TestARoundOfTheSameDealsEndsAsItStands(t *testing.T) {
	t.Parallel()
	c, night, tables := duplicate(t, nights.AsItStands, 2)
	c.playsARound(t, tables[0].Table, tables[0].Seats[0].Player, tables[0].Seats[1].Player)
	must(t, c.EndRound(t.Context(), c.id, c.ana, night, 1, "Time is over"))
	d := c.draws(t, night)[0]
	if !d.Tables[0].Played() || d.Tables[0].Closed != "" || d.Tables[1].Closed != nights.Void || d.Tables[1].Held {
		t.Errorf("it ends as %+v", d.Tables)
	}
	if _, err := c.TableOf(context.Background(), c.id, tables[0].Table, tables[1].Seats[0].Player); err != nil {
		t.Errorf("the others do not see the table: %v", err)
	}
}

// A table that nobody has come to does not hold the others for ever: it is closed, or the host ends the round.
// Meanwhile a player whose match is held can leave the club.
func TestARoundOfTheSameDealsWaitsForNobody(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(t *testing.T, c club, night int64, table int){
		"the round ends": func(t *testing.T, c club, night int64, _ int) {
			must(t, c.EndRound(t.Context(), c.id, c.ana, night, 1, ""))
		},
		"the table is closed": func(t *testing.T, c club, _ int64, table int) {
			must(t, c.exec(t, fmt.Sprint(`UPDATE tables SET status = 'closed' WHERE number = `, table)))
			must(t, c.ReleaseRounds(t.Context()))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, night, tables := duplicate(t, nights.PlayedOut, 1)
			ctx, first := t.Context(), tables[0]
			c.playsARound(t, first.Table, first.Seats[0].Player, first.Seats[1].Player)
			leaves := first.Seats[0].Player
			if leaves == c.ana { // who is the only owner
				leaves = first.Seats[1].Player
			}
			must(t, c.LeaveClub(ctx, c.id, leaves))
			over := func() int { return c.count(t, `SELECT count(*) FROM matches WHERE status = 'over'`) }
			must(t, c.ReleaseRounds(ctx))
			if n := over(); n != 0 {
				t.Errorf("%d matches are released before", n)
			}
			end(t, c, night, tables[1].Table)
			if n := over(); n != 1 {
				t.Errorf("%d matches are released", n)
			}
			// By the secret that everybody can read now nothing more is dealt.
			late := tables[1].Seats[1].Player
			refused(t, c.Store.JoinTable(ctx, c.id, tables[1].Table, late, live.Contribution{}), base.ErrFull)
			if n := c.count(t, `SELECT count(*) FROM tables WHERE held OR status = 'open'`); n != 0 {
				t.Errorf("%d tables are open or held", n)
			}
		})
	}
}

// However a table came to be released before it was dealt: it deals nothing by the secret that others share.
func TestASharedSecretDealsNothingOnceReleased(t *testing.T) {
	t.Parallel()
	c, _, tables := duplicate(t, nights.PlayedOut, 0)
	must(t, c.exec(t, `UPDATE tables SET held = false`))
	refused(t, c.Store.JoinTable(t.Context(), c.id, tables[0].Table, tables[0].Seats[1].Player, live.Contribution{}),
		base.ErrStale)
}

// A round of the same deals whose key is lost holds nothing any more, and the club starts.
func TestTheKeyOfARoundOfTheSameDealsIsLost(t *testing.T) {
	t.Parallel()
	c, night, tables := duplicate(t, nights.PlayedOut, 1)
	ctx := t.Context()
	c.playsARound(t, tables[0].Table, tables[0].Seats[0].Player, tables[0].Seats[1].Player)
	store, err := db.Open(ctx, db.Config{URL: c.Pool().Config().ConnString(), Games: []engine.Game{knock.Game{}},
		Timeout: dbtest.Timeout, Keys: t.TempDir()})
	must(t, err)
	t.Cleanup(store.Close)
	c.Store = store
	var lost *db.ErrKeysLost
	if err := c.CheckKeys(ctx); !errors.As(err, &lost) {
		t.Fatalf("without a file: %v", err)
	}
	_, err = c.DealAnew(ctx)
	must(t, err)
	must(t, c.CheckKeys(ctx))
	must(t, c.ReleaseRound(ctx, live.ReleaseJob{Night: night, Round: 1}))
	must(t, c.Store.JoinTable(ctx, c.id, tables[1].Table, tables[1].Seats[1].Player, live.Contribution{}))
	if n := c.count(t, `SELECT count(*) FROM matches WHERE status = 'playing' AND dealt_as IS NULL`); n != 2 {
		t.Errorf("%d matches are played", n)
	}
}

// A round of the same deals that nobody has played is taken back like another.
func TestARoundOfTheSameDealsIsUndone(t *testing.T) {
	t.Parallel()
	c, night, _ := duplicate(t, nights.PlayedOut, 2)
	must(t, c.UndoRound(t.Context(), c.id, c.ana, night, 1, "Drawn again"))
	if n := c.count(t, `SELECT count(*) FROM tables WHERE status <> 'closed' OR held`); n != 0 {
		t.Errorf("%d tables are open or held", n)
	}
}
