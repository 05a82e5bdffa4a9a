package db_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"golang.org/x/sync/errgroup"

	"carteado/db"
	"carteado/db/dbtest"
	"carteado/db/live"
)

var starts = flag.Int("starts", 1, "how often TestQueueStartsOnAnyNetwork disturbs each write of a start")

// A disturbed network does something to all connections of a store when one of them is
// written to for the at-th time.
type disturbed struct {
	at     int
	refuse time.Duration // connections end, and there are no new ones for so long; or
	hold   time.Duration // nothing that is written goes out for so long

	mu      sync.Mutex
	writes  int
	conns   []*held
	refused time.Time // until when
	holds   bool
}

// held is a connection whose writes may have to wait, as in the buffer of a socket.
type held struct {
	net.Conn
	network *disturbed
	waiting []byte
}

func (d *disturbed) adjust(c *pgx.ConnConfig) {
	dial := c.DialFunc
	c.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		d.mu.Lock()
		refused := time.Now().Before(d.refused)
		d.mu.Unlock()
		if refused {
			return nil, syscall.ECONNREFUSED
		}
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		d.mu.Lock()
		defer d.mu.Unlock()
		h := &held{Conn: conn, network: d}
		d.conns = append(d.conns, h)
		return h, nil
	}
}

func (h *held) Write(p []byte) (int, error) {
	d := h.network
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.writes++; d.writes == d.at {
		d.disturb()
	}
	if d.holds {
		h.waiting = append(h.waiting, p...)
		return len(p), nil
	}
	return h.Conn.Write(p)
}

func (d *disturbed) disturb() {
	if d.refuse > 0 {
		d.refused = time.Now().Add(d.refuse)
		for _, h := range d.conns {
			_ = h.Conn.Close()
		}
		return
	}
	d.holds = true
	time.AfterFunc(d.hold, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.holds = false
		for _, h := range d.conns {
			_, _ = h.Conn.Write(h.waiting) // it may be closed by now
		}
	})
}

// A queue whose connections die or stand still at any write of its start is worked
// afterwards.
func TestQueueStartsOnAnyNetwork(t *testing.T) {
	t.Parallel()
	url := dbtest.New(t)
	plain, err := db.Open(t.Context(), db.Config{URL: url, Timeout: dbtest.Timeout})
	must(t, err)
	t.Cleanup(plain.Close)
	adds, err := river.NewClient(riverpgxv5.New(plain.Pool()), &river.Config{})
	must(t, err)
	start := func(name string, d *disturbed) {
		worked := make(chan struct{}, 100)
		workers := river.NewWorkers()
		river.AddWorker(workers, river.WorkFunc(func(context.Context, *river.Job[live.Tick]) error {
			worked <- struct{}{}
			return nil
		}))
		client, err := open(t, url, d).StartWorkers(t.Context(), &river.Config{
			Queues: map[string]river.QueueConfig{name: {MaxWorkers: 1}}, Workers: workers,
			Logger: slog.New(slog.DiscardHandler),
		})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		defer func() { _ = client.Stop(context.Background()) }()
		limit, cancel := dbtest.Limit(t.Context())
		defer cancel()
		for done := false; !done && err == nil; {
			// Of a job that was fetched by a connection that died only River's rescue knows.
			_, err = adds.Insert(t.Context(), live.Tick{}, &river.InsertOpts{Queue: name})
			select {
			case <-worked:
				done = true
			case <-time.After(3 * time.Second):
			case <-limit.Done():
				err = errors.Join(err, errors.New("the queue is not worked"))
			}
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	counted := &disturbed{}
	start("counted", counted)
	counted.mu.Lock()
	writes := counted.writes
	counted.mu.Unlock()
	var all errgroup.Group
	all.SetLimit(20) // each has some connections
	for turn := range *starts {
		for at := range writes + 1 {
			for name, d := range map[string]*disturbed{
				"dies": {at: at, refuse: 100 * time.Millisecond}, "halts": {at: at, hold: 100 * time.Millisecond},
				"stands": {at: at, hold: 6 * time.Second}, // longer than River waits
			} {
				all.Go(func() error {
					start(fmt.Sprintf("%s-%d-%d", name, at, turn), d)
					return nil
				})
			}
		}
	}
	_ = all.Wait() // each has reported for itself
	t.Logf("%d times at each of %d writes", *starts, writes)
}

func open(t *testing.T, url string, d *disturbed) *db.Store {
	t.Helper()
	store, err := db.OpenAdjusted(t.Context(), db.Config{URL: url}, d.adjust)
	must(t, err)
	t.Cleanup(store.Close)
	return store
}
