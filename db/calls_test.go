package db_test

import (
	"context"
	"flag"
	"io"
	"math/rand/v2"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/db"
	"carteado/db/dbtest"
	"carteado/engine"
	"carteado/engine/enginetest/toy"
)

var kills = flag.Int("kills", 25, "how often TestToldOnceThroughKills kills a call")

// calls are how many are queued after a look at what waits to be told.
func (c club) calls(t *testing.T) int {
	t.Helper()
	must(t, c.exec(t, `UPDATE players SET seen_at = now() - interval '1 hour'`))
	must(t, c.QueueCalls(t.Context(), true))
	return c.count(t, `SELECT count(*) FROM river_job WHERE kind = 'call'`)
}

// A notice that does not hold any more queues no call, however often the house looks.
func TestNoCallForWhatIsOver(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	must(t, c.TakeAddress(ctx, c.bento, "bento@exemplo.org"))
	_, err := c.Announce(ctx, c.id, c.ana, "hear, hear", "")
	must(t, err)
	must(t, c.exec(t, `UPDATE announcements SET hidden_at = now()`))
	if n := c.calls(t); n != 0 {
		t.Errorf("%d calls for an announcement that is hidden", n)
	}
	must(t, c.exec(t, `UPDATE announcements SET hidden_at = NULL`))
	if n := c.calls(t); n != 1 {
		t.Errorf("%d calls for an announcement", n)
	}
}

// mortal is a network on which all connections die with a write, before or after the
// server has it.
type mortal struct {
	writes atomic.Int64 // until then
	heard  atomic.Bool
}

type mortalConn struct {
	net.Conn
	*mortal
}

func (c mortalConn) Write(p []byte) (int, error) {
	if c.writes.Add(-1) != 0 {
		return c.Conn.Write(p)
	}
	if c.heard.Load() {
		_, _ = c.Conn.Write(p)
	}
	_ = c.Close()
	return 0, io.ErrClosedPipe
}

// A call that is killed at any moment, and made again, tells everything, and once: what
// is sent twice has the same key, by which mail programs and devices show it once.
func TestToldOnceThroughKills(t *testing.T) {
	t.Parallel()
	c, ctx, network := found(t), t.Context(), &mortal{}
	dies, err := db.OpenAdjusted(ctx, db.Config{URL: c.Pool().Config().ConnString(), Games: []engine.Game{toy.Game{}}, Patience: dbtest.Patience}, func(config *pgx.ConnConfig) {
		dial := config.DialFunc
		config.DialFunc = func(ctx context.Context, kind, address string) (net.Conn, error) {
			conn, err := dial(ctx, kind, address)
			return mortalConn{conn, network}, err
		}
	})
	must(t, err)
	defer dies.Close()
	must(t, c.SaveCalling(ctx, c.bento, db.Calling{Push: []string{}, Mail: []string{db.NoticeOver}}))
	must(t, c.TakeAddress(ctx, c.bento, "bento@exemplo.org"))
	call, chance := db.Call{Player: c.bento}, rand.New(rand.NewPCG(1, 2))
	sent, again := map[int64]map[string]bool{}, 0
	killed := 0
	for killed < *kills {
		must(t, c.exec(t, `INSERT INTO notices (player_id, club_id, kind, key) SELECT $1, $2, 'over', 'over ' || count(*) FROM notices`, c.bento, c.id))
		network.heard.Store(chance.IntN(2) == 0)
		network.writes.Store(1 + chance.Int64N(24)) // somewhat more than a call makes
		for late := time.Now().Add(dbtest.Patience); ; {
			told, err := dies.CallFor(ctx, call)
			if err != nil {
				if time.Now().After(late) {
					t.Fatal(err)
				}
				continue
			}
			for _, n := range told.Notices {
				if sent[n.ID] == nil {
					sent[n.ID] = map[string]bool{}
				} else {
					again++
				}
				sent[n.ID][told.Key] = true
			}
			if len(told.Notices) > 0 && chance.IntN(4) == 0 {
				killed++ // between sending and noting that
			} else if err := dies.Told(ctx, call, time.Now()); err == nil {
				break
			}
		}
		if network.writes.Load() <= 0 {
			killed++
		}
	}
	twice := 0
	for _, keys := range sent {
		twice += len(keys) - 1
	}
	missing := c.count(t, `SELECT count(*) FROM notices `) - len(sent)
	if missing != 0 || twice != 0 || again == 0 {
		t.Error("something was lost, or told twice, or nothing was put to the test")
	}
	t.Logf("%d kills: %d missing, %d told twice, %d sent again with the same key", killed, missing, twice, again)
}
