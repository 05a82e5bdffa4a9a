package db_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/dbtest"
	"carteado/db/live"
	"carteado/db/pg"
	"carteado/engine/role"
)

// holding runs do while another transaction holds the rows that a statement
// locks, and lets go of them when do calls release, or returns.
func (c club) holding(t *testing.T, lock string, args []any, do func(release func())) {
	t.Helper()
	tx, err := c.Pool().Begin(t.Context())
	must(t, err)
	released := false
	release := func() {
		if !released {
			released = true
			must(t, tx.Rollback(t.Context()))
		}
	}
	defer release()
	_, err = tx.Exec(t.Context(), lock, args...)
	must(t, err)
	do(release)
}

// waits returns when so many statements wait for a lock in this database. That of notices is the server's, and
// other tests hold it.
func (c club) waits(t *testing.T, n int) {
	t.Helper()
	dbtest.Await(t, fmt.Sprintf("%d wait for a lock", n), func() bool {
		return c.count(t, `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
			AND wait_event_type = 'Lock' AND wait_event <> 'object'`) >= n
	})
}

func begun(do func() error) chan error {
	done := make(chan error, 1)
	go func() { done <- do() }()
	return done
}

// ended is what came of it. A test that waits in vain fails.
func ended(t *testing.T, done <-chan error) error {
	t.Helper()
	return dbtest.Receive(t, "what was begun to end", done)
}

// A member who takes the last seat while a host removes them does not end up as a player
// for whom everybody waits.
func TestNobodyIsRemovedIntoASeat(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	table, err := c.OpenTable(ctx, c.id, c.ana, live.NewTable{Game: "toy",
		Seats: []live.SeatChoice{{Kind: live.SeatOpen}}})
	must(t, err)
	c.holding(t, `SELECT FROM matches WHERE table_id = $1 FOR UPDATE`, []any{table.ID}, func(release func()) {
		sits := begun(func() error { return c.JoinTable(ctx, c.id, table.Number, c.bento) })
		c.waits(t, 1) // Bento was seen as a member, and is about to be dealt in
		removed := begun(func() error { return c.Remove(ctx, c.id, c.ana, c.bento) })
		select {
		case err := <-removed:
			t.Errorf("the removal did not wait: %v", err)
			removed <- nil
		case <-time.After(100 * time.Millisecond):
		}
		release()
		must(t, ended(t, sits))
		must(t, ended(t, removed))
	})
	if n := c.count(t, `SELECT count(*) FROM seats WHERE player_id = $1`, c.bento); n != 0 {
		t.Error("the removed player sits at a table")
	}
	if n := c.count(t, `SELECT count(*) FROM matches WHERE status = 'playing'`); n != 0 {
		t.Error("a match waits for the removed player")
	}
}

// A host who is suspended while opening a table opens none.
func TestNobodyOpensATableWhileSuspended(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	tx, err := c.Pool().Begin(ctx)
	must(t, err)
	defer func() { _ = tx.Rollback(ctx) }()
	_, err = tx.Exec(ctx, `SELECT FROM clubs WHERE id = $1 FOR NO KEY UPDATE`, c.id)
	must(t, err)
	_, err = tx.Exec(ctx, `UPDATE memberships SET suspended_at = now() WHERE player_id = $1`, c.bento)
	must(t, err)
	opens := begun(func() error {
		_, err := c.OpenTable(ctx, c.id, c.bento, live.NewTable{Game: "toy",
			Seats: []live.SeatChoice{{Kind: live.SeatOpen}}})
		return err
	})
	c.waits(t, 1)
	must(t, tx.Commit(ctx))
	refused(t, ended(t, opens), base.ErrNotFound)
}

// Changing the club does not wait for a change of its members: each would hold
// what the other needs, the log's lock and the club's.
func TestTheLogDoesNotWaitForTheClub(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	table := c.table(t, nil)
	c.holding(t, `SELECT FROM tables WHERE club_id = $1 AND number = $2 FOR UPDATE`, []any{c.id, table},
		func(release func()) {
			suspended := begun(func() error { return c.Suspend(ctx, c.id, c.ana, c.bento, pause) })
			c.waits(t, 1) // it holds the club
			announced := begun(func() error { _, err := c.Announce(ctx, c.id, c.ana, "Hear, hear", ""); return err })
			must(t, dbtest.Receive(t, "the announcement", announced))
			release()
			must(t, ended(t, suspended))
		})
	// And so for the constraint, which locks the club, too.
	must(t, c.SetRole(ctx, c.id, c.ana, c.celia, role.Owner))
	must(t, c.InTx(ctx, "test", func(ctx context.Context, conn *pg.Tx) error {
		if _, err := conn.Exec(ctx, `SET CONSTRAINTS club_keeps_owner IMMEDIATE`); err != nil {
			return err
		}
		if _, err := conn.Exec(ctx, `UPDATE memberships SET role = 'host' WHERE player_id = $1`, c.celia); err != nil {
			return err
		}
		_, err := c.Announce(ctx, c.id, c.ana, "Hear, hear", "")
		return err
	}))
}

// Where everything is taken that pages may use, they wait, and a move is made.
func TestMovesGoAheadOfPages(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	table := c.table(t, inTurn)
	in := c.input(t, table, c.mover(t, table), "key")
	inside, leave := make(chan bool, pg.PoolSize-pg.Reserved+1), make(chan bool)
	release := sync.OnceFunc(func() { close(leave) })
	defer release()
	page := func() error {
		return c.InTx(ctx, "page", func(context.Context, *pg.Tx) error { inside <- true; <-leave; return nil })
	}
	var pages []chan error
	for range pg.PoolSize - pg.Reserved {
		pages = append(pages, begun(page))
		dbtest.Receive(t, "a page to be inside", inside)
	}
	for range pg.Reserved - 1 { // of the other connections one is left
		conn, err := c.Pool().Acquire(ctx)
		must(t, err)
		defer conn.Release()
	}
	pages = append(pages, begun(page)) // would take it
	for range 3 {
		_, err := c.Play(ctx, in)
		must(t, err)
	}
	select {
	case <-inside:
		t.Error("a page is read with a connection that moves have for themselves")
	default:
	}
	release()
	for _, done := range pages {
		must(t, ended(t, done))
	}
}

// A sign-in that was checked before the password was changed comes too late, and
// so does one for an account that is gone.
func TestSignInAfterThePasswordWasChanged(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	token := func(s string) base.TokenHash { return base.HashToken([]byte(s)) }
	mine, err := c.CreateSession(ctx, c.ana, "hash of Ana", token("mine"), "", base.TokenHash{}, accounts.ByPassword)
	must(t, err)
	must(t, c.SetPassword(ctx, c.ana, "hash of Ana", "new", mine.ID, token("renewed")))
	_, err = c.CreateSession(ctx, c.ana, "hash of Ana", token("thief's"), "", base.TokenHash{}, accounts.ByPassword)
	refused(t, err, base.ErrWrongPassword)
	must(t, c.DeleteAccount(ctx, c.celia))
	for _, hash := range []base.Secret{"hash", ""} {
		_, err = c.CreateSession(ctx, c.celia, hash, token("ghost"), "", base.TokenHash{}, accounts.ByPassword)
		refused(t, err, base.ErrWrongPassword)
	}
	if n := c.count(t, `SELECT count(*) FROM sessions`); n != 1 {
		t.Errorf("%d sessions, want 1", n)
	}
}

// A player who deletes the account while joining a club is a member of none.
func TestDeletedWhileJoining(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	link, err := c.CreateInvitation(ctx, c.id, c.ana, clubs.NewInvitation{Role: role.Member, Uses: 1, TTL: time.Hour})
	must(t, err)
	joins := func() error { _, err := c.JoinByInvitation(ctx, link.Token.Reveal(), c.davi); return err }
	// The joining first: the log's lock holds it up after it has written.
	c.holding(t, `SELECT pg_advisory_xact_lock(hashtext('audit'), $1)`, []any{int32(c.id)}, func(release func()) {
		joined := begun(joins)
		c.waits(t, 1)
		deleted := begun(func() error { return c.DeleteAccount(ctx, c.davi) })
		c.waits(t, 2)
		release()
		must(t, ended(t, joined))
		must(t, ended(t, deleted))
	})
	if n := c.count(t, `SELECT count(*) FROM memberships m JOIN players p ON p.id = m.player_id
		WHERE p.deleted_at IS NOT NULL`); n != 0 {
		t.Error("a deleted account is a member")
	}
	// The deletion first.
	refused(t, joins(), base.ErrGone) // the link is used up
	another, err := c.CreateInvitation(ctx, c.id, c.ana, clubs.NewInvitation{Role: role.Member, Uses: 1,
		TTL: time.Hour})
	must(t, err)
	_, err = c.JoinByInvitation(ctx, another.Token.Reveal(), c.davi)
	refused(t, err, base.ErrNotFound)
	must(t, c.LeaveClub(ctx, c.id, c.celia))
	asks, err := c.CreateInvitation(ctx, c.id, c.ana, clubs.NewInvitation{Role: role.Member, Uses: 1, TTL: time.Hour,
		Approval: true})
	must(t, err)
	must(t, c.DeleteAccount(ctx, c.celia))
	_, err = c.JoinByInvitation(ctx, asks.Token.Reveal(), c.celia)
	refused(t, err, base.ErrNotFound)
}
