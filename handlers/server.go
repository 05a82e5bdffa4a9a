package handlers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	_ "time/tzdata" // clubs have a time zone on machines that have none

	"github.com/labstack/echo/v4"
	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"

	"carteado/db"
	"carteado/engine"
	"carteado/handlers/jobs"
	"carteado/handlers/mail"
	"carteado/handlers/password"
	"carteado/views/table"
)

// A Config holds what a server needs.
type Config struct {
	Store          *db.Store
	Games          []table.Game
	URL            string // under which browsers reach the club; https makes cookies secure
	Logger         *slog.Logger
	TrustedProxies []netip.Prefix // networks whose X-Forwarded-For is believed
	BotPause       time.Duration  // before each move of a bot
	MailServer     string         // see mail.New; "" for none
	MailPassword   string         // towards it
	MailFrom       string         // sender of the letters
	PushServices   []string       // beside those of browsers: the beginnings of addresses
	Patience       time.Duration  // with a request, for tests on slow machines; 0: maxDuration
	Version        string         // version of the program
	LogAddresses   string         // visitors' addresses in the log: none, short or full
	Disk           string         // a directory on the database's disk; "" where it is another machine's
	Opening        bool           // until Opened is called, the database may not be asked yet
}

// readsAtOnce leaves half of the store's connections to those who do not wait, when
// everything changes at once.
const readsAtOnce = 8

// errandsAtOnce bounds the memory that polls take while they are answered. It is
// far more than work at once, so that those of one table do not wait for another's.
const errandsAtOnce = 256

// atDoor bounds the sign-ins that run at the same time. The others wait, without a
// connection to the database.
const atDoor = 4

// A Server answers the club's requests and does its background work.
type Server struct {
	config    Config
	store     *db.Store
	games     []engine.Info
	byKey     table.Games // the same games with their rules and faces
	log       *slog.Logger
	now       func() time.Time
	cookies   cookies
	passwords *password.Keeper
	door      chan struct{} // a place for each who signs in at the same time
	doorWait  time.Duration // for one of them: shorter than a request, because a sign-in that is cut off counts as a wrong password
	hub       *hub
	wayBack   *wayBack // of polls that wait outside of the web server; nil: they wait inside
	meter     meter
	flights   singleflight.Group  // tables that are being read
	reads     *semaphore.Weighted // for polls; see reading
	errands   *semaphore.Weighted // polls that are on their way through the routes
	echo      *echo.Echo
	pages     http.Handler  // echo, for all but polls, which compress what many share once
	lastReady readiness     // of the flight "ready" alone
	opened    chan struct{} // closed by Opened; until then pages say so
	leaving   atomic.Bool
	draining  atomic.Bool
	settled   atomic.Bool                // the club has its owner: never asked again
	zones     sync.Map                   // *time.Location by name
	mails     *mail.Sender               // nil: no mail can be sent
	calls     atomic.Pointer[jobs.House] // see house
}

// New returns a server. It asks the store nothing yet.
func New(c Config) (*Server, error) {
	address, err := url.Parse(c.URL)
	if err != nil || address.Host == "" || address.Scheme != "http" && address.Scheme != "https" {
		return nil, fmt.Errorf("public URL %q: expected http:// or https:// and a host", c.URL)
	}
	c.URL = strings.TrimSuffix(c.URL, "/")
	now := time.Now
	if c.Store != nil {
		now = c.Store.Now
	}
	c.Patience = cmp.Or(c.Patience, maxDuration)
	s := &Server{
		config: c, store: c.Store, log: c.Logger, now: now,
		cookies:   cookies{secure: address.Scheme == "https"},
		passwords: password.NewKeeper(),
		door:      make(chan struct{}, atDoor),
		doorWait:  c.Patience * 3 / 4,
		hub:       newHub(now),
		reads:     semaphore.NewWeighted(readsAtOnce),
		errands:   semaphore.NewWeighted(errandsAtOnce),
		opened:    make(chan struct{}),
	}
	if !c.Opening {
		s.Opened()
	}
	for _, game := range c.Games {
		s.games = append(s.games, game.Rules.Info())
	}
	if s.byKey, err = table.ByKey(c.Games); err != nil {
		return nil, err
	}
	if c.MailServer != "" {
		if s.mails, err = mail.New(c.MailServer, c.MailPassword, c.MailFrom); err != nil {
			return nil, err
		}
	}
	s.meter = newMeter(s)
	s.echo = s.routed(s.routes())
	s.pages, err = compressed(s.echo)
	return s, err
}

// Handler answers all requests.
func (s *Server) Handler() http.Handler { return http.HandlerFunc(s.serve) }

// Run follows the changes of tables and works the queue until ctx ends and the
// jobs that have begun are done.
func (s *Server) Run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		err := s.store.Listen(ctx, s.hub.hinted, s.hub.forget)
		if err != nil && !errors.Is(err, context.Canceled) {
			return fmt.Errorf("listen for changes: %w", err)
		}
		return nil
	})
	group.Go(func() error {
		tick := time.NewTicker(trust)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				s.hub.sweep()
			case <-ctx.Done():
				return nil
			}
		}
	})
	group.Go(func() error { return s.beat(ctx) })
	group.Go(func() error {
		return jobs.Run(ctx, jobs.Config{
			Store: s.store, Games: table.Rules(s.config.Games), Pause: s.config.BotPause, House: s.house, Logger: s.log,
		})
	})
	return group.Wait()
}

// Opened says, once, that the database is there and has the schema of this program.
func (s *Server) Opened() { close(s.opened) }

func (s *Server) isOpen() bool {
	select {
	case <-s.opened:
		return true
	default:
		return false
	}
}

// Leave is the first step of stopping: the server says that it is not ready.
func (s *Server) Leave() { s.leaving.Store(true) }

// Drain is the second: the server lets go of the polls it holds, and each answer
// closes its connection.
func (s *Server) Drain() {
	s.Leave()
	s.draining.Store(true)
	s.hub.drain()
}

// game returns what is known of a game by its key; db.ErrNotFound.
func (s *Server) game(key string) (engine.Info, error) {
	i := slices.IndexFunc(s.games, func(g engine.Info) bool { return g.Key == key })
	if i < 0 {
		return engine.Info{}, db.ErrNotFound
	}
	return s.games[i], nil
}

// zone returns a time zone by name, UTC where there is none of that name.
func (s *Server) zone(name string) *time.Location {
	if zone, ok := s.zones.Load(name); ok {
		return zone.(*time.Location)
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		zone = time.UTC
	}
	s.zones.Store(name, zone)
	return zone
}
