package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"carteado/cmd/carteado/games"
	"carteado/db"
	"carteado/db/backup"
	"carteado/db/pg"
	"carteado/handlers"
	"carteado/views/link"
	"carteado/views/table"
)

// Limits on what one connection may ask for. The longest answer is a poll that
// waits some twenty seconds for something to happen.
const (
	readHeaderTimeout = 3 * time.Second
	readTimeout       = 10 * time.Second
	writeTimeout      = 40 * time.Second
	idleTimeout       = 60 * time.Second
	maxHeaderBytes    = 16 << 10
)

// inFlight is how long requests may take to finish when the club closes.
const inFlight = 10 * time.Second

// linger is how long each of two steps lasts by which a program closes behind a proxy.
// First it is only not ready, so that a proxy that asks sends its visitors elsewhere.
// Then it refuses new connections, which a proxy tries elsewhere, and each answer closes
// an old one, so that the proxy has none left to send a request on while it is closed.
const linger = time.Second

// run keeps the club open until ctx ends, which is no error, or until it has to
// stop. It calls opened once requests are answered.
func run(ctx context.Context, c config, log *slog.Logger, opened func(url string)) (err error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", c.Listen)
	if err != nil {
		return fmt.Errorf("CARTEADO_LISTEN: %w", err)
	}
	defer func() { err = errors.Join(err, closed(listener.Close())) }()
	metrics, err := c.listenForMetrics(ctx)
	if err != nil {
		return err
	}
	if metrics != nil {
		defer func() { err = errors.Join(err, closed(metrics.Close())) }()
	}
	url, private, err := c.database(ctx, log)
	if err != nil {
		return err
	}
	disk := ""
	if private != nil {
		disk = c.Data
		defer func() { err = errors.Join(err, private.Stop()) }()
	}
	if c.games == nil {
		c.games = games.All()
	}
	store, err := db.Open(ctx, db.Config{URL: url, Games: table.Rules(c.games), Random: c.random, Timeout: c.timeout,
		Logger: log, Keys: c.keys()})
	if err != nil {
		return err
	}
	defer store.Close()
	address := c.address(listener.Addr())
	server, err := handlers.New(handlers.Config{
		Store: store, Games: c.games, URL: address, Logger: log, Opening: true,
		MailServer: c.MailServer, MailPassword: strings.TrimSpace(c.MailPassword), MailFrom: c.MailFrom,
		PushServices:   c.PushServices,
		WebhookHosts:   c.WebhookHosts,
		TrustedProxies: c.TrustedProxies, BotPause: c.BotPause, Timeout: c.timeout,
		Version: programVersion(), LogAddresses: c.LogAddresses, Disk: disk,
		TakeClub: func(ctx context.Context, open func() (io.ReadCloser, error), t backup.Transfer) (
			backup.Transferred, error) {
			t.Games, t.Keys, t.Log = table.Rules(c.games), c.keys(), log
			return backup.Import(ctx, c.owner(url), open, t)
		},
	})
	if err != nil {
		return err
	}
	lingers := time.Duration(0)
	if len(c.TrustedProxies) > 0 {
		lingers = linger
	}
	return serve(ctx, listener, metrics, server, lingers, log, func(ctx context.Context) error {
		if err := c.prepare(ctx, url, store, address, log); err != nil {
			return err
		}
		server.Opened()
		opened(address)
		return nil
	})
}

// listenForMetrics returns nil where nobody wants them.
func (c config) listenForMetrics(ctx context.Context) (net.Listener, error) {
	if c.Metrics == "" {
		return nil, nil
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", c.Metrics)
	if err != nil {
		return nil, fmt.Errorf("CARTEADO_METRICS: %w", err)
	}
	return listener, nil
}

// prepare waits for the database and brings it up to date.
func (c config) prepare(ctx context.Context, url string, store *db.Store, address string, log *slog.Logger) error {
	owner := c.owner(url)
	if err := pg.Migrate(ctx, owner, log); err != nil {
		return err
	}
	if err := c.restrict(ctx, url, store, log); err != nil {
		return err
	}
	if err := pg.Retry(ctx, log, func() error {
		if err := store.CheckKeys(ctx); err != nil {
			return err
		}
		return store.SealRows(ctx, owner)
	}); err != nil {
		return err
	}
	if err := store.MakeSeals(ctx); err != nil {
		log.Error("some seals could not be made, and are when they are needed", slog.Any("error", err))
	}
	if err := store.Ready(ctx); err != nil {
		log.Error("the club will not be ready", slog.Any("error", err)) // and /readyz says so until it is
	}
	return c.saySetupCode(ctx, store, address, log)
}

// restrict lets the program work by a role that owns nothing, where there can be one.
func (c config) restrict(ctx context.Context, url string, store *db.Store, log *slog.Logger) error {
	if c.OwnerURL != "" {
		return pg.Grant(ctx, c.OwnerURL, url, log)
	}
	err := store.Restrict(ctx, url, log)
	if errors.Is(err, pg.ErrOneRole) {
		log.Info("one role owns the tables and works with them", slog.Any("why", err))
		return nil
	}
	return err
}

// saySetupCode writes the code for the first club into the log, at every log level.
func (c config) saySetupCode(ctx context.Context, store *db.Store, address string, log *slog.Logger) error {
	code, err := store.NewSetupCode(ctx, log)
	if err != nil || code == "" {
		return err
	}
	log.Log(ctx, max(slog.LevelWarn, c.LogLevel), "there is no club yet: whoever opens this address founds it "+
		"and owns it",
		slog.String("code", code), slog.String("open", address+link.Setup+"?code="+code))
	return nil
}

// serve answers requests, and works the queue once the club is prepared, until ctx
// ends or one of them fails. It stops in this order: not ready any more, after
// lingers the door, after lingers requests, jobs.
func serve(ctx context.Context, listener, metrics net.Listener, server *handlers.Server, lingers time.Duration,
	log *slog.Logger, prepare func(context.Context) error) error {
	web := &http.Server{
		Handler:           server.Handler(),
		ReadHeaderTimeout: readHeaderTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeaderBytes,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug), // mistakes of strangers' connections
	}
	group, ctx := errgroup.WithContext(ctx)
	jobs, stopJobs := context.WithCancel(context.WithoutCancel(ctx))
	defer stopJobs()

	outside := server.Polls.ParkOutside(web)
	group.Go(func() error { return closed(web.Serve(listener)) })
	group.Go(func() error { return closed(web.Serve(outside)) })
	if metrics != nil {
		side := &http.Server{Handler: server.Metrics(), ReadHeaderTimeout: readHeaderTimeout,
			WriteTimeout: writeTimeout, IdleTimeout: idleTimeout}
		group.Go(func() error { return closed(side.Serve(metrics)) })
		context.AfterFunc(ctx, func() { _ = side.Close() })
	}
	group.Go(func() error {
		err := prepare(ctx)
		if errors.Is(err, context.Canceled) {
			return nil // told to close while it waited for the database
		}
		if err != nil {
			return err
		}
		err = server.Run(jobs)
		if err == nil && jobs.Err() == nil {
			err = errors.New("the queue is not worked any more")
		}
		return err
	})
	group.Go(func() error {
		<-ctx.Done()
		log.Info("the club is closing")
		defer stopJobs()
		server.Leave()
		time.Sleep(lingers)
		server.Drain()
		if err := listener.Close(); err != nil {
			return err
		}
		time.Sleep(lingers)
		limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), inFlight)
		defer cancel()
		if err := closed(web.Shutdown(limited)); err != nil { // the door may be shut by now, and not yet forgotten
			return errors.Join(fmt.Errorf("requests were cut off: %w", err), web.Close())
		}
		return nil
	})
	return group.Wait()
}

// closed ignores the error that something has been closed already.
func closed(err error) error {
	if errors.Is(err, net.ErrClosed) || errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

func migrate(ctx context.Context, c config, log *slog.Logger) (err error) {
	url, private, err := c.database(ctx, log)
	if err != nil {
		return err
	}
	if private != nil {
		defer func() { err = errors.Join(err, private.Stop()) }()
	}
	return soon(ctx, c.owner(url), log, pg.Migrate)
}

// soon is for a command, which does not wait for a database for ever.
func soon(ctx context.Context, url string, log *slog.Logger,
	do func(context.Context, string, *slog.Logger) error) error {
	const timeout = 3 * time.Minute
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	return do(ctx, url, log)
}
