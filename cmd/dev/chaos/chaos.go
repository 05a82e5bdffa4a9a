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
	"cmp"
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"carteado/cmd/carteado/games"
	"carteado/db"
	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/live"
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
	People      int           // instead: who come to an evening of so many Rounds, behind a web server
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
	front   *front         // nil where people ask the instances themselves
	after   []func() error // what ends the storm, in the order in which it began

	acknowledged chan struct{} // one for each move
	give         func()        // ends the storm
	interrupted  func() error  // why the run is over before its time; nil: it is not
	began        time.Time

	mu    sync.Mutex
	wrong []error
	count map[string]int
}

// newStorm is a storm that is to begin, and is interrupted when ctx ends.
func newStorm(ctx context.Context, o Options) *storm {
	return &storm{Options: o, count: map[string]int{}, acknowledged: make(chan struct{}, 1000), began: time.Now(),
		give: func() {}, interrupted: ctx.Err}
}

// fronted reports that people come by a web server before the instances.
func (o Options) fronted() bool { return o.Restarts > 0 || o.People > 0 }

// raise starts the database, the proxy before it, the instances and, if it is wanted, the web server before those. What
// it has started lay ends, also if it fails.
func (s *storm) raise(ctx context.Context) (err error) {
	if s.disk, err = newDisk(ctx, filepath.Join(s.Data, "disk")); err != nil {
		return err
	}
	s.after = append(s.after, s.disk.remove)
	if s.server, err = postgres.Start(ctx, postgres.Config{Dir: s.disk.dir, Bin: s.PostgresBin}); err != nil {
		return err
	}
	s.after = append(s.after, s.server.Stop)
	if err := s.connect(ctx); err != nil {
		return err
	}
	for i := range s.sites {
		if s.sites[i], err = s.open(ctx); err != nil {
			return err
		}
		s.after = append(s.after, func() error { s.sites[i].stop(); return nil })
	}
	if !s.fronted() {
		return nil
	}
	if s.front, err = newFront(ctx, s.sites); err != nil {
		return err
	}
	s.after = append(s.after, s.front.door.Close)
	for _, it := range s.sites {
		if err := insist(ctx, func() error { return it.ready(ctx) }); err != nil {
			return err
		}
	}
	return nil
}

// lay ends what raise has started, the last first.
func (s *storm) lay() (err error) {
	for _, end := range slices.Backward(s.after) {
		err = errors.Join(err, end())
	}
	return err
}

// Run returns what was done, and an error if anything is not as it should be.
func Run(ctx context.Context, o Options) (report string, err error) {
	s := newStorm(ctx, o)
	defer func() { err = errors.Join(err, s.lay()) }()
	if err = s.raise(ctx); err == nil {
		err = s.found(ctx)
	}
	if err != nil {
		return "", cmp.Or(ctx.Err(), err)
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
		s.verdict()
}

// verdict is what is not as it should be, and that the run was interrupted if it was.
func (s *storm) verdict() error { return errors.Join(append(s.wrong, s.interrupted())...) }

// evening plays at one table after the other until blowing ends, and returns the
// history of the last one, to which more may happen.
func (s *storm) evening(blowing, ctx context.Context, place int) *history {
	for {
		table, err := s.table(ctx, "", live.SeatChoice{Kind: live.SeatOpen})
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

// fails notes a fault. Once the run is interrupted there are none: what is left undone then is nobody's fault.
func (s *storm) fails(err error) {
	if s.interrupted() != nil {
		return
	}
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

// config is that of a store which goes past the instances.
func (s *storm) config() db.Config {
	return db.Config{URL: s.url, Games: games.Rules(), Unlimited: true, Keys: s.keys()}
}

// connect prepares the database, and goes to it past the instances and by the proxy.
func (s *storm) connect(ctx context.Context) error {
	s.url = s.server.URL()
	if err := pg.Migrate(ctx, s.url, slog.New(slog.DiscardHandler)); err != nil {
		return err
	}
	var err error
	if s.store, err = db.Open(ctx, s.config()); err != nil {
		return err
	}
	s.after = append(s.after, func() error { s.store.Close(); return nil })
	c, err := pgconn.ParseConfig(s.url)
	if err != nil {
		return err
	}
	network, address := pgconn.NetworkAddress(c.Host, c.Port)
	if s.proxy, err = newProxy(ctx, network, address); err != nil {
		return err
	}
	s.after = append(s.after, s.proxy.door.Close)
	return nil
}

// found founds a club with two members who are signed in.
func (s *storm) found(ctx context.Context) (err error) {
	config := s.config()
	config.Timeout = time.Minute // nothing fails yet
	store, err := db.Open(ctx, config)
	if err != nil {
		return err
	}
	defer store.Close()
	var ana accounts.Player
	s.club, ana, err = store.Setup(ctx, clubs.NewClub{Name: "Clube", Lang: "en", TimeZone: "UTC"},
		accounts.NewPlayer{Name: "Ana", Password: "hash"})
	if err != nil {
		return err
	}
	bento, link, err := store.CreateAccount(ctx, s.club.ID, ana.ID, accounts.NewPlayer{Name: "Bento"})
	if err != nil {
		return err
	}
	if _, err := store.UsePasswordLink(ctx, base.HashToken(link.Token[:]), "hash"); err != nil {
		return err
	}
	s.players = []int64{ana.ID, bento.ID}
	for _, player := range s.players {
		token := make([]byte, 32)
		_, _ = rand.Read(token) // cannot fail
		if _, err := store.CreateSession(ctx, player, "hash", base.HashToken(token), "",
			base.TokenHash{}, accounts.ByPassword); err != nil {
			return err
		}
		s.tokens = append(s.tokens, base64.RawURLEncoding.EncodeToString(token))
	}
	return nil
}

// table opens a table at which a rival sits: the other player, or a bot.
func (s *storm) table(ctx context.Context, pace string, rival live.SeatChoice) (number int, err error) {
	err = insist(ctx, func() error {
		seal, err := s.store.SealOf(ctx, s.players[0])
		if err != nil {
			return err
		}
		table, err := s.store.OpenTable(ctx, s.club.ID, s.players[0], live.NewTable{
			Game: game, Pace: pace, Seats: []live.SeatChoice{rival}, Contribution: live.Contribution{
				Seal: seal, Text: rand.Text(), How: base.ByBrowser},
		})
		number = table.Number
		return err
	})
	if err != nil || rival.Kind == live.SeatBot {
		return number, err
	}
	return number, insist(ctx, func() error {
		return s.store.JoinTable(ctx, s.club.ID, number, s.players[1],
			live.Contribution{Text: rand.Text(), How: base.ByBrowser})
	})
}
