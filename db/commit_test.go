package db_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"regexp"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db"
	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/dbtest"
	"carteado/db/live"
	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/enginetest/toy"
	"carteado/engine/role"
)

// A loss is what happens to the next COMMIT on its way.
type loss int32

const (
	none   loss = iota
	before      // the server never hears of it
	after       // the server has committed, its answer is lost
)

// lossy is a network that can lose a COMMIT.
type lossy struct {
	next    atomic.Int32 // loss
	pass    atomic.Int32 // COMMITs that arrive before it
	commits atomic.Int32 // seen
}

func (l *lossy) adjust(c *pgx.ConnConfig) {
	dial := c.DialFunc
	c.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		return &lossyConn{Conn: conn, network: l}, err
	}
}

// A lossyConn reads along: pgx prepares COMMIT under a name, once for each
// connection, and then runs it by that name.
type lossyConn struct {
	net.Conn
	network *lossy
	run     []byte // how COMMIT is run, once it is prepared
}

var prepareCommit = regexp.MustCompile(`(stmtcache_[0-9a-f]+)\x00COMMIT\x00`)

func (c *lossyConn) Write(p []byte) (int, error) {
	if name := prepareCommit.FindSubmatch(p); name != nil {
		c.run = fmt.Appendf(nil, "\x00%s\x00", name[1]) // of no portal, the statement of that name
	}
	if c.run == nil || !bytes.Contains(p, c.run) {
		return c.Conn.Write(p)
	}
	c.network.commits.Add(1)
	if c.network.pass.Add(-1) >= 0 {
		return c.Conn.Write(p)
	}
	switch loss(c.network.next.Swap(int32(none))) {
	case before:
		_ = c.Close()
		return 0, io.ErrClosedPipe
	case after:
		n, err := c.Conn.Write(p)
		if err == nil { // wait for the answer, and keep it
			_, err = c.Conn.Read(make([]byte, 1))
		}
		_ = c.Close()
		return n, err
	}
	return c.Conn.Write(p)
}

func foundLossy(t *testing.T) (club, *lossy) {
	t.Helper()
	network := &lossy{}
	store, err := db.OpenAdjusted(t.Context(), db.Config{URL: dbtest.New(t), Games: []engine.Game{toy.Game{}},
		Timeout: dbtest.Timeout}, network.adjust)
	must(t, err)
	t.Cleanup(store.Close)
	return foundOn(t, store, toy.Game{}), network
}

// TestCommitAnswerLost: a move whose COMMIT fails is not acknowledged, COMMIT is
// not sent again, and playing again with the same key makes the move once.
func TestCommitAnswerLost(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		loss loss
		kept int // moves after the failure
	}{
		"before the server had it": {before, 0},
		"after the server had it":  {after, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, network := foundLossy(t)
			table := c.table(t, inTurn)
			in := c.input(t, table, c.mover(t, table), "key")
			commits := network.commits.Load()
			network.next.Store(int32(tc.loss))
			_, err := c.Play(t.Context(), in)
			refused(t, err, base.ErrUnavailable)
			if n := network.commits.Load() - commits; n != 1 {
				t.Errorf("COMMIT was sent %d times", n)
			}
			if n := c.count(t, `SELECT count(*) FROM moves`); n != tc.kept {
				t.Errorf("%d moves are kept, want %d", n, tc.kept)
			}
			played, err := c.Play(t.Context(), in)
			must(t, err)
			if played.Version != 1 || played.Again != (tc.kept == 1) {
				t.Errorf("played again: %+v", played)
			}
			if n := c.count(t, `SELECT count(*) FROM moves`); n != 1 {
				t.Errorf("%d moves in the end, want 1", n)
			}
		})
	}
}

// TestFormAnswerLost: what a form makes is made once, when the answer to its COMMIT was
// lost and the form comes again with its key. Without a key it is made twice: the test
// would see it.
func TestFormAnswerLost(t *testing.T) {
	t.Parallel()
	c, network := foundLossy(t)
	ctx := t.Context()
	for name, form := range map[string]struct {
		send func(idem string) error
		rows string
	}{
		"table": {func(idem string) error {
			_, err := c.OpenTable(ctx, c.id, c.bento,
				live.NewTable{Game: "toy", Seats: []live.SeatChoice{{Kind: live.SeatOpen}}, Idem: idem})
			return err
		}, `SELECT count(*) FROM tables`},
		"announcement": {func(idem string) error {
			_, err := c.Announce(ctx, c.id, c.ana, "words "+idem, idem)
			return err
		}, `SELECT count(*) FROM announcements`},
		"invitations": {func(idem string) error {
			_, err := c.CreateInvitations(ctx, c.id, c.ana, clubs.NewInvitation{Role: role.Member, Uses: 1,
				TTL:  time.Hour,
				Idem: idem}, []string{"A", "B"})
			return err
		}, `SELECT count(*) / 2 FROM invitations WHERE label <> ''`},
	} {
		for _, tc := range []struct {
			loss loss
			idem string
			want int
		}{{before, "before", 1}, {after, "after", 1}, {after, "", 2}} {
			if name == "announcement" && tc.idem == "" {
				continue // an equal one is a button pressed twice
			}
			had := c.count(t, form.rows)
			network.next.Store(int32(tc.loss))
			key := tc.idem
			if key != "" {
				key = name + " " + key
			}
			refused(t, form.send(key), base.ErrUnavailable)
			must(t, form.send(key))
			if n := c.count(t, form.rows) - had; n != tc.want {
				t.Errorf("%s with the key %q: %d made, want %d", name, tc.idem, n, tc.want)
			}
		}
	}
}

// TestLossIsCaught plants the bug that the key prevents: a player who plays again with a new key,
// as a form drawn anew would, is told that the position has moved on; and where moves may come at
// any time the move is made twice.
func TestLossIsCaught(t *testing.T) {
	t.Parallel()
	c, network := foundLossy(t)
	table := c.table(t, inTurn)
	in := c.input(t, table, c.mover(t, table), "key")
	network.next.Store(int32(after))
	_, err := c.Play(t.Context(), in)
	refused(t, err, base.ErrUnavailable)
	in.Idem = "forgotten"
	_, err = c.Play(t.Context(), in)
	refused(t, err, base.ErrStale)
	// And a COMMIT that is simply sent again by a new transaction doubles the work.
	twice := func() error {
		insert := func(ctx context.Context, tx *pg.Tx) error {
			_, err := tx.Exec(ctx, `INSERT INTO audit (action) VALUES ('planted')`)
			return err
		}
		if err := c.InTx(t.Context(), "test", insert); err != nil {
			return c.InTx(t.Context(), "test", insert)
		}
		return nil
	}
	network.next.Store(int32(after))
	must(t, twice())
	if n := c.count(t, `SELECT count(*) FROM audit WHERE action = 'planted'`); n != 2 {
		t.Errorf("the planted bug wrote %d rows: this test would not see a resent COMMIT", n)
	}
}

// TestServerRestarted: connections that died while nobody used them, as all do when
// the server crashes, fail neither a page nor a move.
func TestServerRestarted(t *testing.T) {
	t.Parallel()
	ctx, url := t.Context(), dbtest.New(t)
	store, err := db.OpenAdjusted(ctx, db.Config{URL: url, Games: []engine.Game{toy.Game{}}, Timeout: dbtest.Timeout},
		func(c *pgx.ConnConfig) { c.RuntimeParams["application_name"] = "restarted" })
	must(t, err)
	t.Cleanup(store.Close)
	c := foundOn(t, store, toy.Game{})
	other, err := pgx.Connect(ctx, url)
	must(t, err)
	defer func() { must(t, other.Close(context.Background())) }()
	for name, ask := range map[string]func() error{
		"a page": func() error { _, err := c.ClubsOf(ctx, c.ana); return err },
		"a move": func() error {
			return c.InTx(ctx, "test", func(ctx context.Context, tx *pg.Tx) error {
				_, err := tx.Exec(ctx, `INSERT INTO audit (action) VALUES ('again')`)
				return err
			})
		},
	} {
		must(t, ask()) // a connection waits in the pool now
		const ours = ` FROM pg_stat_activity WHERE application_name = 'restarted' AND datname = current_database()`
		_, err := other.Exec(ctx, `SELECT pg_terminate_backend(pid)`+ours)
		must(t, err)
		for left := 1; left > 0; {
			must(t, other.QueryRow(ctx, `SELECT count(*)`+ours).Scan(&left))
		}
		if err := ask(); err != nil {
			t.Errorf("%s after the restart: %v", name, err)
		}
	}
	if n := c.count(t, `SELECT count(*) FROM audit WHERE action = 'again'`); n != 2 {
		t.Errorf("it was written %d times, want 2", n)
	}
}

// impatient is the club's store with the limits of the program.
func (c club) impatient(t *testing.T) *db.Store {
	t.Helper()
	store, err := db.Open(t.Context(), db.Config{URL: c.Pool().Config().ConnString(), Games: []engine.Game{c.game}})
	must(t, err)
	t.Cleanup(store.Close)
	return store
}

// TestOverload: a player who finds no connection within a second is told so.
func TestOverload(t *testing.T) {
	t.Parallel()
	store := found(t).impatient(t)
	for range store.Pool().Config().MaxConns {
		var conn *pgxpool.Conn
		dbtest.Await(t, "a connection", func() (opened bool) {
			var err error
			conn, err = store.Pool().Acquire(t.Context())
			return err == nil
		})
		defer conn.Release()
	}
	_, err := store.SetupDone(t.Context())
	refused(t, err, base.ErrUnavailable)
}

func TestLockTimeout(t *testing.T) {
	t.Parallel()
	c := found(t)
	table := c.table(t, inTurn)
	in := c.input(t, table, c.mover(t, table), "key")
	tx, err := c.Pool().Begin(t.Context())
	must(t, err)
	_, err = tx.Exec(t.Context(), `SELECT FROM matches FOR UPDATE`)
	must(t, err)
	_, err = c.impatient(t).Play(t.Context(), in)
	refused(t, err, base.ErrUnavailable)
	must(t, tx.Rollback(t.Context()))
	_, err = c.Play(t.Context(), in)
	must(t, err)
}
