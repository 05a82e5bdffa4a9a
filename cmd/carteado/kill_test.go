package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db"
	"carteado/db/dbtest"
	"carteado/engine"
)

// asChild makes the test's own program the club, so that one can be killed.
const asChild = "CARTEADO_TEST_AS_CHILD"

// A killing is a club under a load of moves, whose program is killed again and
// again.
type killing struct {
	t       *testing.T
	address string
	env     []string
	store   *db.Store
	pool    *pgxpool.Pool
	club    db.Club
	players []int64
	tokens  []string // of their sessions

	mu    sync.Mutex
	child *exec.Cmd
}

// A sentMove is what a player's form held.
type sentMove struct {
	seat engine.Seat
	idem string
	move string
}

// kill -9 of the program and of its connections, under a load of moves that are
// each sent twice: what was acknowledged is there, once and in its order, and
// nothing else is.
func TestNoMoveIsLostOrDoubled(t *testing.T) {
	t.Parallel()
	const tables, disturbances, pause = 4, 6, 300 * time.Millisecond
	k := newKilling(t)
	k.start()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	acknowledged := make([][]sentMove, tables)
	var players sync.WaitGroup
	for i := range tables {
		table := k.open()
		players.Go(func() { acknowledged[i] = k.play(ctx, table) })
	}
	for n := range disturbances {
		time.Sleep(pause)
		if n%3 == 2 {
			_, err := k.pool.Exec(ctx, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`)
			k.must(err)
			continue
		}
		k.kill()
		k.start()
	}
	time.Sleep(pause)
	stop()
	players.Wait()
	total := 0
	for i, sent := range acknowledged {
		total += len(sent)
		k.check(i+1, sent)
	}
	if total < 10*tables {
		t.Errorf("%d moves are no load", total)
	}
	t.Logf("%d moves", total)
}

func newKilling(t *testing.T) *killing {
	t.Helper()
	k := &killing{t: t}
	database := dbtest.New(t)
	free, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "localhost:0")
	k.must(err)
	k.address = free.Addr().String()
	k.must(free.Close())
	k.env = append(os.Environ(), asChild+"=1", "DATABASE_URL="+database, "CARTEADO_LISTEN="+k.address, "CARTEADO_LOG_LEVEL=error")
	k.pool, err = pgxpool.New(t.Context(), database)
	k.must(err)
	t.Cleanup(k.pool.Close)
	k.store, err = db.Open(t.Context(), db.Config{URL: database, Games: games()})
	k.must(err)
	t.Cleanup(k.store.Close)
	var ana db.Player
	k.club, ana, err = k.store.Setup(t.Context(), db.NewClub{Name: "Club", Lang: "en", TimeZone: "UTC"}, db.NewPlayer{Name: "Ana", Password: "hash"})
	k.must(err)
	bento, link, err := k.store.CreateAccount(t.Context(), k.club.ID, ana.ID, db.NewPlayer{Name: "Bento"})
	k.must(err)
	_, err = k.store.UsePasswordLink(t.Context(), db.HashToken(link.Token[:]), "hash")
	k.must(err)
	k.players = []int64{ana.ID, bento.ID}
	for _, player := range k.players {
		token := make([]byte, 32)
		_, _ = rand.Read(token)
		_, err := k.store.CreateSession(t.Context(), player, "hash", db.HashToken(token), "")
		k.must(err)
		k.tokens = append(k.tokens, base64.RawURLEncoding.EncodeToString(token))
	}
	t.Cleanup(k.kill)
	return k
}

func (k *killing) must(err error) {
	k.t.Helper()
	if err != nil {
		k.t.Fatal(err)
	}
}

func (k *killing) start() {
	k.t.Helper()
	program, err := os.Executable()
	k.must(err)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.child = exec.Command(program)
	k.child.Env = k.env
	k.must(k.child.Start())
}

func (k *killing) kill() {
	k.mu.Lock()
	defer k.mu.Unlock()
	_ = k.child.Process.Kill()
	_ = k.child.Wait()
}

// open opens a table at which both sit.
func (k *killing) open() int {
	k.t.Helper()
	table, err := k.store.OpenTable(k.t.Context(), k.club.ID, k.players[0], db.NewTable{Game: "knock", Seats: []db.SeatChoice{{Kind: db.SeatOpen}}})
	k.must(err)
	k.must(k.store.JoinTable(k.t.Context(), k.club.ID, table.Number, k.players[1]))
	return table.Number
}

// play makes moves at a table, one after the other, until ctx ends, and returns
// those that were acknowledged: in the end, all that were sent.
func (k *killing) play(ctx context.Context, table int) (acknowledged []sentMove) {
	for ctx.Err() == nil {
		board, err := k.store.Board(k.t.Context(), k.club.ID, table, k.players[0])
		if err != nil {
			continue // its connection was ended
		}
		seat := board.View.ToMove[0]
		mine, err := k.store.Board(k.t.Context(), k.club.ID, table, k.players[seat])
		if err != nil {
			continue
		}
		if mine.View.Version != len(acknowledged) {
			k.t.Errorf("table %d: %d moves are stored, %d acknowledged", table, mine.View.Version, len(acknowledged))
			return acknowledged
		}
		sent := sentMove{seat: seat, idem: rand.Text(), move: mine.Legal[len(acknowledged)%len(mine.Legal)].String()}
		form := url.Values{
			"match": {strconv.FormatInt(mine.Table.Match, 10)}, "version": {strconv.Itoa(mine.View.Version)},
			"idem": {sent.idem}, "move": {sent.move}, "game": {"knock"},
		}
		var twice sync.WaitGroup
		for range 2 {
			twice.Go(func() { k.send(table, seat, form) })
		}
		twice.Wait()
		acknowledged = append(acknowledged, sent)
	}
	return acknowledged
}

// send posts a form until it is acknowledged. Whatever else is answered than
// that it was not saved is a fault.
func (k *killing) send(table int, seat engine.Seat, form url.Values) {
	address := fmt.Sprintf("http://%s/clubs/%s/tables/%d/moves", k.address, k.club.Slug, table)
	client := http.Client{Timeout: 5 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		req, err := http.NewRequestWithContext(k.t.Context(), http.MethodPost, address, strings.NewReader(form.Encode()))
		if err != nil {
			k.t.Error(err)
			return
		}
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.AddCookie(&http.Cookie{Name: "carteado", Value: k.tokens[seat]})
		res, err := client.Do(req)
		if err != nil {
			continue // nobody knows
		}
		_ = res.Body.Close()
		switch res.StatusCode {
		case http.StatusSeeOther:
			return
		case http.StatusServiceUnavailable: // nobody knows, and it says so
		default:
			k.t.Errorf("table %d: %s is answered %s", table, form, res.Status)
			return
		}
	}
	k.t.Errorf("table %d: %s is never acknowledged", table, form)
}

// check compares a table's log with what was acknowledged, and replays it.
func (k *killing) check(table int, acknowledged []sentMove) {
	k.t.Helper()
	ctx := k.t.Context()
	board, err := k.store.Board(ctx, k.club.ID, table, k.players[0])
	k.must(err)
	rows, err := k.pool.Query(ctx, `SELECT seat, idem, move FROM moves WHERE match_id = $1 ORDER BY version`, board.Table.Match)
	k.must(err)
	var stored []sentMove
	for rows.Next() {
		var m sentMove
		k.must(rows.Scan(&m.seat, &m.idem, &m.move))
		stored = append(stored, m)
	}
	k.must(rows.Err())
	if !slices.Equal(stored, acknowledged) {
		k.t.Errorf("table %d: stored\n%v\nacknowledged\n%v", table, stored, acknowledged)
	}
	_, err = k.store.Play(ctx, db.PlayInput{
		Club: k.club.ID, Table: table, Match: board.Table.Match, Player: k.players[0], Version: board.View.Version,
		Idem: rand.Text(), Move: engine.Move{Verb: engine.VerbLeave},
	})
	k.must(err)
	if _, err := k.store.Replay(ctx, k.club.ID, board.Table.Match, len(stored)+1, k.players[0]); err != nil {
		k.t.Errorf("table %d does not follow from its seed and moves: %v", table, err)
	}
}
