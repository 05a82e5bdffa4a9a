package handlers

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"time"
	_ "time/tzdata" // clubs have a time zone on machines that have none

	"github.com/labstack/echo/v4"
	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/singleflight"

	"carteado/db/live"
	"carteado/handlers/account"
	"carteado/handlers/club"
	"carteado/handlers/jobs"
	"carteado/handlers/match"
	"carteado/handlers/nights"
	"carteado/handlers/results"
	"carteado/handlers/table"
	"carteado/handlers/web"
	views "carteado/views/table"
)

// A Config holds what a server needs.
type Config = web.Config

// Values of Config.LogAddresses.
const (
	AddressesShort = web.AddressesShort
	AddressesFull  = web.AddressesFull
	AddressesNone  = web.AddressesNone
)

// A Server answers the club's requests and does its background work.
type Server struct {
	*web.Site
	account   account.Wing
	club      club.Wing
	match     match.Wing
	nights    nights.Wing
	results   results.Wing
	table     table.Wing
	meter     meter
	flights   singleflight.Group // see ready
	echo      *echo.Echo
	pages     http.Handler // echo, for all but polls, which compress what many share once
	lastReady readiness    // of the flight "ready" alone
	leaving   atomic.Bool
	halved    atomic.Int32 // how often the time of bots to think is halved
}

// New returns a server. It asks the store nothing yet.
func New(c Config) (*Server, error) {
	site, err := web.NewSite(c)
	if err != nil {
		return nil, err
	}
	s := &Server{
		Site: site, account: account.Wing{Site: site}, club: club.Wing{Site: site}, match: match.Wing{Site: site},
		nights: nights.Wing{Site: site}, results: results.New(site), table: table.New(site),
	}
	s.meter = newMeter(s)
	site.Count = s.meter.count
	s.echo = s.routed(s.routes())
	s.pages, err = web.Compressed(s.echo)
	return s, err
}

// Handler answers all requests.
func (s *Server) Handler() http.Handler { return s.Polls.Handler(s.pages, s.echo) }

// Run follows the changes of tables and works the queue until ctx ends and the
// jobs that have begun are done.
func (s *Server) Run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		err := s.Store.Listen(ctx, s.Polls.Dismiss)
		if err != nil && !errors.Is(err, context.Canceled) {
			return fmt.Errorf("listen for changes: %w", err)
		}
		return nil
	})
	group.Go(func() error {
		tick := time.NewTicker(live.Trust)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				s.Polls.Sweep()
				s.Store.Waiters.Sweep()
			case <-ctx.Done():
				return nil
			}
		}
	})
	group.Go(func() error { return s.beat(ctx) })
	group.Go(func() error {
		return jobs.Run(ctx, jobs.Config{
			Store: s.Store, Games: views.Rules(s.Games), Pause: s.BotPause, House: s.Senders, Logger: s.Logger,
			Halved: &s.halved, Faces: s.GamesByKey, Version: s.Version, TakeClub: s.TakeClub,
		})
	})
	return group.Wait()
}

// Leave is the first step of stopping: the server says that it is not ready.
func (s *Server) Leave() { s.leaving.Store(true) }

// Drain is the second: the server lets go of the polls it holds, and each answer
// closes its connection.
func (s *Server) Drain() {
	s.Leave()
	s.Polls.Drain()
}

// routed puts the layers around routes, outermost first.
func (s *Server) routed(routes []route) *echo.Echo {
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.IPExtractor = echo.ExtractIPDirect()
	if proxies := s.TrustedProxies; len(proxies) > 0 {
		trusted := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false),
			echo.TrustPrivateNet(false)}
		for _, p := range proxies {
			_, network, err := net.ParseCIDR(p.String())
			if err == nil {
				trusted = append(trusted, echo.TrustIPRange(network))
			}
		}
		e.IPExtractor = echo.ExtractIPFromXFFHeader(trusted...)
	}
	e.Use(s.Observe, s.Headers, s.SameSite, s.Limits)
	for _, route := range routes {
		handle := route.guard(route.handle)
		methods := []string{route.method}
		if route.method == http.MethodGet {
			methods = append(methods, http.MethodHead)
		}
		e.Match(methods, route.path, func(c echo.Context) error {
			r := c.(*web.Request)
			r.Quiet = route.quiet
			return handle(r)
		})
	}
	return e
}

// A route is a page or an action with its guard and its handler.
type route struct {
	method string
	path   string
	guard  web.Guard
	handle web.Handler
	quiet  bool // programs ask it all the time, so its successes are logged only at level debug
}

func get(path string, guard web.Guard, handle web.Handler) route {
	return route{method: http.MethodGet, path: path, guard: guard, handle: handle}
}

func post(path string, guard web.Guard, handle web.Handler) route {
	return route{method: http.MethodPost, path: path, guard: guard, handle: handle}
}

func (r route) quietly() route {
	r.quiet = true
	return r
}
