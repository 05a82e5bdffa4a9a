// Package chaos plays at a club while everything under it fails: instances and the
// database are killed and paused, connections are cut, answers come late or never,
// the disk is full. In the end each match must hold the acknowledged moves, once and
// in order, and nobody may have seen it otherwise.
//
// The history is judged by porcupine: each match is a list that moves are added to, every reader must see all that was
// acknowledged, and the checker is itself shown the history that each known mistake would leave. Instances have wrong
// clocks because they are built with another time.Now, so that the club needs no setting for it. In the end they are
// minutes behind or ahead, and nothing that is due may be late for it.
package chaos

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"carteado/cmd/carteado/games"
	"carteado/db"
	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/pg"
	"carteado/db/postgres"
)

// Options of a run.
type Options struct {
	Program     string   // the built club
	Env         []string // of the program, beside that of this one
	Clock       bool     // the program sets its clock off by ClockVar
	PostgresBin string
	Data        string        // an empty directory that everybody may enter
	Time        time.Duration // how long; 0: Rounds of faults
	Rounds      int           // see deck
	Restarts    int           // instead: of each instance in turn, behind a web server
	Seed        uint64
}

// ClockVar is by how much an instance's clock is off, for a program built to obey it.
const ClockVar = "CARTEADO_CHAOS_CLOCK"

// off are the clocks of instances. Each start of one takes another.
var off = []time.Duration{0, -3 * time.Second, time.Hour, 2 * time.Second, -26 * time.Hour, 40 * 24 * time.Hour}

const (
	tables    = 4
	instances = 2
	game      = "knock" // two players, and a new round whenever one ends

	// perTable is after how many moves people go to another table, so that the search for
	// an order of what happened stays short.
	perTable = 300

	// timeout is with a request that is sent again and again, and with a start.
	timeout = 2 * time.Minute
)

// A storm is a club under test, with its instances, proxy and players.
type storm struct {
	Options
	server  *postgres.Server
	disk    *disk
	url     string // past the proxy
	proxy   *proxy
	store   *db.Store
	club    clubs.Club
	players []int64
	tokens  []string // of their sessions
	sites   [instances]*site
	front   *front // nil where people ask the instances themselves

	acknowledged chan struct{} // one for each move
	give         func()        // ends the storm
	began        time.Time

	mu    sync.Mutex
	wrong []error
	count map[string]int
}

// Run returns what was done, and an error if anything is not as it should be.
func Run(ctx context.Context, o Options) (report string, err error) {
	s := &storm{Options: o, count: map[string]int{}, acknowledged: make(chan struct{}, 1000), began: time.Now()}
	if s.disk, err = newDisk(ctx, filepath.Join(o.Data, "disk")); err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, s.disk.remove()) }()
	s.server, err = postgres.Start(ctx, postgres.Config{Dir: s.disk.dir, Bin: o.PostgresBin})
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
	if o.Restarts > 0 {
		if s.front, err = newFront(ctx, s.sites); err != nil {
			return "", err
		}
		for _, it := range s.sites {
			if err := insist(ctx, func() error { return it.ready(ctx) }); err != nil {
				return "", err
			}
		}
		defer s.front.door.Close()
	}
	blowing, calm := context.WithCancel(ctx)
	if o.Time > 0 {
		blowing, calm = context.WithTimeout(ctx, o.Time)
	}
	defer calm()
	s.give = calm
	last := make([]*history, tables)
	var playing sync.WaitGroup
	for i := range last {
		playing.Go(func() { last[i] = s.evening(blowing, ctx, i) })
	}
	if o.Restarts > 0 {
		s.roll(blowing)
	} else {
		s.blow(blowing)
	}
	calm()
	playing.Wait()
	if len(s.wrong) == 0 {
		s.settle(ctx, last)
	}
	for _, h := range last {
		s.ends(ctx, h)
	}
	return fmt.Sprintf("seed %d, %s: %v", o.Seed, time.Since(s.began).Round(time.Second), s.count),
		errors.Join(s.wrong...)
}

// evening plays at one table after the other until blowing ends, and returns the
// history of the last one, to which more may happen.
func (s *storm) evening(blowing, ctx context.Context, place int) *history {
	for {
		table, err := s.table(ctx, "", db.SeatChoice{Kind: db.SeatOpen})
		if err != nil {
			s.fails(err)
			return nil
		}
		h := &history{storm: s, table: table, client: 10 * place, old: map[string]form{}}
		watching, enough := context.WithCancel(blowing)
		var looking sync.WaitGroup
		looking.Go(func() { h.look(watching, ctx) })
		h.play(blowing, ctx)
		enough()
		looking.Wait()
		if blowing.Err() != nil {
			return h
		}
		s.ends(ctx, h)
	}
}

// ends judges a table at which nobody plays any more.
func (s *storm) ends(ctx context.Context, h *history) {
	if h == nil {
		return
	}
	if err := h.end(ctx); err != nil {
		s.fails(fmt.Errorf("table %d: %w", h.table, err))
	}
	s.counts("moves", h.moves)
	s.counts("tables", 1)
}

// settle sees that instances learn of moves they did not make, and that what is due is done in time.
func (s *storm) settle(ctx context.Context, last []*history) {
	for _, h := range last {
		for site := range s.sites {
			h.shows(ctx, site)
		}
	}
	s.hear(ctx, last, false)
	s.hear(ctx, last, true)
	for _, clocks := range wrong {
		if s.Clock && s.front == nil {
			if err := s.punctual(ctx, clocks); err != nil {
				s.fails(err)
			}
		}
	}
}

// insist does what the database may be away for.
func insist(ctx context.Context, do func() error) (err error) {
	for end := time.Now().Add(timeout); time.Now().Before(end) && ctx.Err() == nil; time.Sleep(pause) {
		if err = do(); err == nil {
			return nil
		}
	}
	return err
}

func (s *storm) fails(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.wrong) == 0 {
		err = fmt.Errorf("after %s: %w", time.Since(s.began).Round(100*time.Millisecond), err)
		s.give()
	}
	s.wrong = append(s.wrong, err)
}

func (s *storm) counts(what string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count[what] += n
}

// keys are those of all instances.
func (s *storm) keys() string { return filepath.Join(s.Data, "keys") }

// prepare founds a club with two members who are signed in.
func (s *storm) prepare(ctx context.Context) error {
	s.url = s.server.URL()
	if err := pg.Migrate(ctx, s.url, slog.New(slog.DiscardHandler)); err != nil {
		return err
	}
	var err error
	config := db.Config{URL: s.url, Games: games.Rules(), Unlimited: true, Keys: s.keys()}
	if s.store, err = db.Open(ctx, config); err != nil {
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
	var ana accounts.Player
	s.club, ana, err = s.store.Setup(ctx, clubs.NewClub{Name: "Clube", Lang: "en", TimeZone: "UTC"},
		accounts.NewPlayer{Name: "Ana", Password: "hash"})
	if err != nil {
		return err
	}
	bento, link, err := s.store.CreateAccount(ctx, s.club.ID, ana.ID, accounts.NewPlayer{Name: "Bento"})
	if err != nil {
		return err
	}
	if _, err := s.store.UsePasswordLink(ctx, base.HashToken(link.Token[:]), "hash"); err != nil {
		return err
	}
	s.players = []int64{ana.ID, bento.ID}
	for _, player := range s.players {
		token := make([]byte, 32)
		_, _ = rand.Read(token) // cannot fail
		if _, err := s.store.CreateSession(ctx, player, "hash", base.HashToken(token), "",
			base.TokenHash{}, accounts.ByPassword); err != nil {
			return err
		}
		s.tokens = append(s.tokens, base64.RawURLEncoding.EncodeToString(token))
	}
	return nil
}

// table opens a table at which a rival sits: the other player, or a bot.
func (s *storm) table(ctx context.Context, pace string, rival db.SeatChoice) (number int, err error) {
	err = insist(ctx, func() error {
		seal, err := s.store.SealOf(ctx, s.players[0])
		if err != nil {
			return err
		}
		table, err := s.store.OpenTable(ctx, s.club.ID, s.players[0], db.NewTable{
			Game: game, Pace: pace, Seats: []db.SeatChoice{rival}, Contribution: db.Contribution{
				Seal: seal, Text: rand.Text(), How: base.ByBrowser},
		})
		number = table.Number
		return err
	})
	if err != nil || rival.Kind == db.SeatBot {
		return number, err
	}
	return number, insist(ctx, func() error {
		return s.store.JoinTable(ctx, s.club.ID, number, s.players[1],
			db.Contribution{Text: rand.Text(), How: base.ByBrowser})
	})
}

// A site is an instance that is started again whenever it is killed.
type site struct {
	address string
	stop    func()
	told    atomic.Bool                   // to end
	clock   atomic.Pointer[time.Duration] // of its next starts; nil: each takes another
	mu      sync.Mutex
	process *os.Process
}

func (s *storm) open(ctx context.Context) (*site, error) {
	door, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	through := (&url.URL{Scheme: "postgres", User: url.User("postgres"), Host: s.proxy.door.Addr().String(),
		Path: "postgres", RawQuery: "sslmode=disable"}).String()
	it := &site{address: door.Addr().String()}
	if err := door.Close(); err != nil {
		return nil, err
	}
	trusted := ""
	if s.Restarts > 0 {
		trusted = "127.0.0.1/32"
	}
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	it.stop = func() { cancel(); <-ended }
	go func() {
		defer close(ended)
		for starts := 0; ctx.Err() == nil; starts++ {
			clock := off[starts%len(off)]
			if told := it.clock.Load(); told != nil {
				clock = *told
			}
			if s.Clock && clock != 0 {
				s.counts("clock off", 1)
			}
			program := exec.CommandContext(ctx, s.Program)
			var said strings.Builder
			program.Stderr = &said
			program.Env = slices.Concat(os.Environ(), s.Env, []string{"DATABASE_URL=" + through,
				"CARTEADO_KEYS=" + s.keys(),
				"CARTEADO_LISTEN=" +
					it.address, "CARTEADO_LOG_LEVEL=error", "CARTEADO_TRUSTED_PROXIES=" + trusted, ClockVar + "=" +
					clock.String()})
			if err := program.Start(); err != nil {
				s.fails(err)
				return
			}
			it.mu.Lock()
			it.process = program.Process
			it.mu.Unlock()
			_ = program.Wait()
			if asked := it.told.Swap(false); program.ProcessState.Exited() && ctx.Err() == nil &&
				!(asked && program.ProcessState.Success()) {
				s.fails(fmt.Errorf("an instance ended by itself: %s", said.String()))
				return
			}
		}
	}()
	return it, nil
}
