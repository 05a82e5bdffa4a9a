package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
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

	"carteado/cmd/carteado/games"
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

	children     chan *os.Process // each when it has been started
	acknowledged chan struct{}    // one for each move
}

// A sentMove holds the fields of a player's form.
type sentMove struct {
	seat engine.Seat
	idem string
	move string
}

// kill -9 of the program and of its connections, under a load of moves that are
// each sent twice: the stored moves are exactly the acknowledged ones, each once
// and in order.
func TestNoMoveIsLostOrDoubled(t *testing.T) {
	t.Parallel()
	const tables, rounds, between = 4, 3, 20 // moves
	k := newKilling(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	acknowledged := make([][]sentMove, tables)
	var players sync.WaitGroup
	defer players.Wait()
	for i := range tables {
		table := k.open()
		players.Go(func() { acknowledged[i] = k.play(ctx, table) })
	}
	child := k.started()
	for range rounds {
		k.moves(between)
		child = k.kill(child)
		k.moves(between)
		child = k.kill(k.kill(child)) // the second time while it opens
		k.moves(between)
		k.cutOff(1)
		k.moves(between)
		child = k.kill(child)
		k.cutOff(between) // while it opens
	}
	k.moves(between)
	stop()
	players.Wait()
	for i, sent := range acknowledged {
		k.check(i+1, sent)
	}
}

func newKilling(t *testing.T) *killing {
	t.Helper()
	k := &killing{t: t, children: make(chan *os.Process, 1), acknowledged: make(chan struct{}, 1000)}
	database := dbtest.New(t)
	k.address = freeAddress(t)
	k.env = append(os.Environ(), asChild+"=1", "PGAPPNAME="+asChild, "DATABASE_URL="+database, "CARTEADO_LISTEN="+k.address, "CARTEADO_LOG_LEVEL=error")
	var err error
	k.pool, err = pgxpool.New(t.Context(), database)
	k.must(err)
	t.Cleanup(k.pool.Close)
	k.store, err = db.Open(t.Context(), db.Config{URL: database, Games: games.Rules(), Patience: dbtest.Patience})
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
		_, err := k.store.CreateSession(t.Context(), player, "hash", db.HashToken(token), "", db.TokenHash{})
		k.must(err)
		k.tokens = append(k.tokens, base64.RawURLEncoding.EncodeToString(token))
	}
	k.supervise()
	return k
}

func (k *killing) must(err error) {
	k.t.Helper()
	if err != nil {
		k.t.Fatal(err)
	}
}

// supervise starts the program until the test ends, whenever it has ended.
func (k *killing) supervise() {
	program, err := os.Executable()
	k.must(err)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	k.t.Cleanup(func() { stop(); <-ended })
	go func() {
		defer close(ended)
		for ctx.Err() == nil {
			child := exec.CommandContext(ctx, program)
			var said strings.Builder
			child.Env, child.Stderr = k.env, &said
			if err := child.Start(); err != nil {
				k.t.Error(err)
				return
			}
			select {
			case <-k.children: // that nobody has asked for, and that is dead
			default:
			}
			k.children <- child.Process
			_ = child.Wait()
			if child.ProcessState.Exited() {
				k.t.Errorf("the program was not killed, and ended: %s", said.String())
			}
		}
	}()
}

// started returns the program that runs, once there is one.
func (k *killing) started() *os.Process {
	k.t.Helper()
	return waited(k, k.children)
}

// kill kills a program, or finds it dead, and returns the next.
func (k *killing) kill(child *os.Process) *os.Process {
	k.t.Helper()
	_ = child.Kill()
	return k.started()
}

// cutOff ends connections of the program until so many have been ended.
func (k *killing) cutOff(n int) {
	k.t.Helper()
	for end := time.Now().Add(dbtest.Patience); n > 0; time.Sleep(time.Millisecond) {
		ended, err := k.pool.Exec(k.t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1`, asChild)
		k.must(err)
		if n -= int(ended.RowsAffected()); time.Now().After(end) {
			k.t.Fatal("the program has no connections")
		}
	}
}

// moves returns after so many more moves have been acknowledged.
func (k *killing) moves(n int) {
	k.t.Helper()
	for len(k.acknowledged) > 0 {
		<-k.acknowledged
	}
	for range n {
		waited(k, k.acknowledged)
	}
}

func waited[T any](k *killing, from <-chan T) (value T) {
	k.t.Helper()
	select {
	case value = <-from:
	case <-time.After(dbtest.Patience):
		k.t.Fatal("waited in vain")
	}
	return value
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
		select {
		case k.acknowledged <- struct{}{}:
		default: // nobody counts any more
		}
	}
	return acknowledged
}

// send posts a form until it is acknowledged. The only other answer that is right
// says that the move may not have been saved.
func (k *killing) send(table int, seat engine.Seat, form url.Values) {
	address := fmt.Sprintf("http://%s/clubs/%s/tables/%d/moves", k.address, k.club.Slug, table)
	client := http.Client{Timeout: dbtest.Patience, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	const pause = 20 * time.Millisecond
	for end := time.Now().Add(dbtest.Patience); time.Now().Before(end); time.Sleep(pause) {
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

// check compares a table's log with the acknowledged moves, and replays it.
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
