// Package chaos plays at a club while everything under it fails: instances and the
// database are killed and paused, connections are cut, answers come late or never.
// In the end each match must hold the acknowledged moves, once and in order, and
// nobody may have seen it otherwise.
package chaos

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	mathrand "math/rand/v2"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/anishathalye/porcupine"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"carteado/cmd/carteado/games"
	"carteado/db"
	"carteado/db/postgres"
)

// Options of a run.
type Options struct {
	Program     string // the built club
	PostgresBin string
	Data        string // an empty directory that everybody may enter
	Time        time.Duration
	Seed        uint64
}

const (
	tables    = 4
	instances = 2
	game      = "knock" // two players, and a new round whenever one ends

	// patience is with a request that is sent again and again, and with a start.
	patience = 2 * time.Minute
)

// A storm is a club under test, with its instances, proxy and players.
type storm struct {
	Options
	server  *postgres.Server
	url     string // past the proxy
	proxy   *proxy
	store   *db.Store
	club    db.Club
	players []int64
	tokens  []string // of their sessions
	sites   [instances]*site

	mu    sync.Mutex
	wrong []error
	count map[string]int
}

// Run returns what was done, and an error if anything is not as it should be.
func Run(ctx context.Context, o Options) (report string, err error) {
	s := &storm{Options: o, count: map[string]int{}}
	s.server, err = postgres.Start(ctx, postgres.Config{Dir: o.Data, Bin: o.PostgresBin})
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, s.server.Stop()) }()
	if err := s.prepare(ctx); err != nil {
		return "", err
	}
	defer s.store.Close()
	defer s.proxy.door.Close()
	for i := range s.sites {
		if s.sites[i], err = s.open(ctx); err != nil {
			return "", err
		}
		defer s.sites[i].stop()
	}
	blowing, calm := context.WithTimeout(ctx, o.Time)
	defer calm()
	histories := make([]*history, tables)
	var playing sync.WaitGroup
	for i := range histories {
		table, err := s.table(ctx)
		if err != nil {
			return "", err
		}
		histories[i] = &history{storm: s, table: table, client: 2 * i}
		playing.Go(func() { histories[i].play(blowing, ctx) })
		playing.Go(func() { histories[i].look(blowing, ctx) })
	}
	s.blow(blowing)
	playing.Wait()
	for _, h := range histories {
		if err := h.end(ctx); err != nil {
			s.fails(fmt.Errorf("table %d: %w", h.table, err))
		}
		s.counts("moves", h.moves)
	}
	return fmt.Sprintf("seed %d, %s: %v", o.Seed, o.Time, s.count), errors.Join(s.wrong...)
}

func (s *storm) fails(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wrong = append(s.wrong, err)
}

func (s *storm) counts(what string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count[what] += n
}

// prepare founds a club with two members who are signed in.
func (s *storm) prepare(ctx context.Context) error {
	s.url = s.server.URL()
	if err := db.Migrate(ctx, s.url, slog.New(slog.DiscardHandler)); err != nil {
		return err
	}
	var err error
	if s.store, err = db.Open(ctx, db.Config{URL: s.url, Games: games.Rules(), Unlimited: true}); err != nil {
		return err
	}
	c, err := pgconn.ParseConfig(s.url)
	if err != nil {
		return err
	}
	network, address := pgconn.NetworkAddress(c.Host, c.Port)
	if s.proxy, err = newProxy(ctx, network, address); err != nil {
		return err
	}
	var ana db.Player
	s.club, ana, err = s.store.Setup(ctx, db.NewClub{Name: "Clube", Lang: "en", TimeZone: "UTC"}, db.NewPlayer{Name: "Ana", Password: "hash"})
	if err != nil {
		return err
	}
	bento, link, err := s.store.CreateAccount(ctx, s.club.ID, ana.ID, db.NewPlayer{Name: "Bento"})
	if err != nil {
		return err
	}
	if _, err := s.store.UsePasswordLink(ctx, db.HashToken(link.Token[:]), "hash"); err != nil {
		return err
	}
	s.players = []int64{ana.ID, bento.ID}
	for _, player := range s.players {
		token := make([]byte, 32)
		_, _ = rand.Read(token) // cannot fail
		if _, err := s.store.CreateSession(ctx, player, "hash", db.HashToken(token), "", db.TokenHash{}); err != nil {
			return err
		}
		s.tokens = append(s.tokens, base64.RawURLEncoding.EncodeToString(token))
	}
	return nil
}

// table opens a table at which both sit.
func (s *storm) table(ctx context.Context) (int, error) {
	table, err := s.store.OpenTable(ctx, s.club.ID, s.players[0], db.NewTable{Game: game, Seats: []db.SeatChoice{{Kind: db.SeatOpen}}})
	if err != nil {
		return 0, err
	}
	return table.Number, s.store.JoinTable(ctx, s.club.ID, table.Number, s.players[1])
}

// A site is an instance that is started again whenever it is killed.
type site struct {
	address string
	stop    func()
	mu      sync.Mutex
	process *os.Process
}

func (s *storm) open(ctx context.Context) (*site, error) {
	door, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	through := (&url.URL{Scheme: "postgres", User: url.User("postgres"), Host: s.proxy.door.Addr().String(), Path: "postgres", RawQuery: "sslmode=disable"}).String()
	it := &site{address: door.Addr().String()}
	if err := door.Close(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	it.stop = func() { cancel(); <-ended }
	go func() {
		defer close(ended)
		for ctx.Err() == nil {
			program := exec.CommandContext(ctx, s.Program)
			var said strings.Builder
			program.Stderr = &said
			program.Env = append(os.Environ(), "DATABASE_URL="+through, "CARTEADO_LISTEN="+it.address, "CARTEADO_LOG_LEVEL=error")
			if err := program.Start(); err != nil {
				s.fails(err)
				return
			}
			it.mu.Lock()
			it.process = program.Process
			it.mu.Unlock()
			_ = program.Wait()
			if program.ProcessState.Exited() && ctx.Err() == nil {
				s.fails(fmt.Errorf("an instance ended by itself: %s", said.String()))
				return
			}
		}
	}()
	return it, nil
}

func (it *site) signal(signal syscall.Signal) {
	it.mu.Lock()
	defer it.mu.Unlock()
	if it.process != nil {
		_ = it.process.Signal(signal) // it may be dead already
	}
}

// blow causes one fault after the other until ctx ends, and then mends all of them.
func (s *storm) blow(ctx context.Context) {
	chance := mathrand.New(mathrand.NewPCG(s.Seed, 0))
	between := func(least, most time.Duration) {
		select {
		case <-ctx.Done():
		case <-time.After(least + mathrand.N(most-least)):
		}
	}
	for ctx.Err() == nil {
		it := s.sites[chance.IntN(instances)]
		what := []string{"kill", "kill", "cut before", "cut before", "cut after", "cut after", "cut after", "pause", "slow", "crash"}[chance.IntN(10)]
		s.counts(what, 1)
		switch what {
		case "kill":
			it.signal(syscall.SIGKILL)
		case "crash":
			s.crash()
		case "cut before":
			s.proxy.before.Add(1 + chance.Int32N(3))
		case "cut after":
			s.proxy.after.Add(1 + chance.Int32N(3))
		case "pause":
			it.signal(syscall.SIGSTOP)
			between(200*time.Millisecond, time.Second)
			it.signal(syscall.SIGCONT)
		case "slow":
			s.proxy.slow.Store(int64(5+chance.IntN(20)) * int64(time.Millisecond))
			between(200*time.Millisecond, time.Second)
			s.proxy.slow.Store(0)
		}
		between(300*time.Millisecond, 1200*time.Millisecond)
	}
	s.proxy.before.Store(0)
	s.proxy.after.Store(0)
}

// crash kills the database, which is started again by itself.
func (s *storm) crash() {
	files, _ := filepath.Glob(filepath.Join(s.Data, "postgres/pg*/data/postmaster.pid")) // it has no mistake
	for _, file := range files {
		var pid int
		content, err := os.ReadFile(file)
		if err != nil {
			continue // it has just been killed
		}
		if _, err := fmt.Sscan(string(content), &pid); err == nil && pid > 1 {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}

// kept are the keys of a table's moves, in order.
func (s *storm) kept(ctx context.Context, table int) ([]string, error) {
	conn, err := pgx.Connect(ctx, s.url)
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close(ctx) }()
	rows, err := conn.Query(ctx, `SELECT v.idem FROM moves v JOIN matches m ON m.id = v.match_id JOIN tables t ON t.id = m.table_id
		WHERE t.club_id = $1 AND t.number = $2 ORDER BY v.version`, s.club.ID, table)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// A history is the list of requests about a match with their answers.
type history struct {
	*storm
	table, client int
	moves         int

	mu  sync.Mutex
	all []porcupine.Operation
}

func (h *history) note(client int, in request, call time.Time, out answer) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.all = append(h.all, porcupine.Operation{ClientId: client, Input: in, Call: call.UnixNano(), Output: out, Return: time.Now().UnixNano()})
}

// end compares what was said with what is kept.
func (h *history) end(ctx context.Context) error {
	began := time.Now()
	kept, err := h.kept(ctx, h.table)
	if err != nil {
		return err
	}
	if kept == nil {
		kept = []string{}
	}
	h.note(h.client, request{}, began, answer{version: len(kept), all: kept})
	if len(kept) != h.moves {
		err = fmt.Errorf("%d moves are kept, %d were acknowledged", len(kept), h.moves)
	}
	return errors.Join(err, check(h.all))
}
