package handlers

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"
	_ "time/tzdata" // clubs have a time zone on machines that have none

	"github.com/labstack/echo/v4"
	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"

	"carteado/db"
	"carteado/handlers/account"
	"carteado/handlers/club"
	"carteado/handlers/jobs"
	"carteado/handlers/web"
	"carteado/views/layout"
	"carteado/views/table"
)

// errandsAtOnce bounds the memory that polls take while they are answered. It is
// far more than work at once, so that those of one table do not wait for another's.
const errandsAtOnce = 256

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
	hub       *hub
	wayBack   *wayBack // of polls that wait outside of the web server; nil: they wait inside
	meter     meter
	flights   singleflight.Group  // see ready
	errands   *semaphore.Weighted // polls that are on their way through the routes
	echo      *echo.Echo
	pages     http.Handler // echo, for all but polls, which compress what many share once
	lastReady readiness    // of the flight "ready" alone
	leaving   atomic.Bool
	draining  atomic.Bool
	short
}

// New returns a server. It asks the store nothing yet.
func New(c Config) (*Server, error) {
	site, err := web.NewSite(c)
	if err != nil {
		return nil, err
	}
	s := &Server{
		Site: site, account: account.Wing{Site: site}, club: club.Wing{Site: site},
		hub:     newHub(site.Now),
		errands: semaphore.NewWeighted(errandsAtOnce),
		short:   shortOf(site),
	}
	s.meter = newMeter(s)
	site.Dismiss, site.Renew, site.Drained, site.Count = s.hub.dismiss, s.hub.renew, s.hub.drained, s.meter.count
	site.Marks = func(r *web.Request) (layout.Marks, error) { return s.marks(requestOf(r)) }
	s.echo = s.routed(s.routes())
	s.pages, err = web.Compressed(s.echo)
	return s, err
}

// Handler answers all requests.
func (s *Server) Handler() http.Handler { return http.HandlerFunc(s.serve) }

// Run follows the changes of tables and works the queue until ctx ends and the
// jobs that have begun are done.
func (s *Server) Run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		err := s.Store.Listen(ctx, s.hub.dismiss)
		if err != nil && !errors.Is(err, context.Canceled) {
			return fmt.Errorf("listen for changes: %w", err)
		}
		return nil
	})
	group.Go(func() error {
		tick := time.NewTicker(db.Trust)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				s.hub.sweep()
				s.Store.Waiters.Sweep()
			case <-ctx.Done():
				return nil
			}
		}
	})
	group.Go(func() error { return s.beat(ctx) })
	group.Go(func() error {
		return jobs.Run(ctx, jobs.Config{
			Store: s.Store, Games: table.Rules(s.Games), Pause: s.BotPause, House: s.Senders, Logger: s.Logger,
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
	s.draining.Store(true)
	s.hub.drain()
}
