package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"carteado/cmd/carteado/games"
	"carteado/db"
	"carteado/db/postgres"
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

// run keeps the club open until ctx ends, which is no error, or until it has to
// stop. It calls opened once requests are answered.
func run(ctx context.Context, c config, log *slog.Logger, opened func(url string)) (err error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", c.Listen)
	if err != nil {
		return fmt.Errorf("CARTEADO_LISTEN: %w", err)
	}
	defer func() { err = errors.Join(err, closed(listener.Close())) }()
	url, private, err := c.database(ctx, log)
	if err != nil {
		return err
	}
	if private != nil {
		defer func() { err = errors.Join(err, private.Stop()) }()
	}
	err = db.Migrate(ctx, url, log)
	if errors.Is(err, context.Canceled) {
		return nil // told to close while it waited for the database
	}
	if err != nil {
		return err
	}
	if c.games == nil {
		c.games = games.All()
	}
	store, err := db.Open(ctx, db.Config{URL: url, Games: table.Rules(c.games), Random: c.random, Patience: c.patience})
	if err != nil {
		return err
	}
	defer store.Close()
	if err := store.Ready(ctx); err != nil {
		log.Error("the club will not be ready", slog.Any("error", err)) // and /readyz says so until it is
	}
	address := c.address(listener.Addr())
	err = c.saySetupCode(ctx, store, address, log)
	if errors.Is(err, context.Canceled) {
		return nil
	}
	if err != nil {
		return err
	}
	server, err := handlers.New(handlers.Config{
		Store: store, Games: c.games, URL: address, Logger: log,
		TrustedProxies: c.TrustedProxies, BotPause: c.BotPause, Patience: c.patience,
	})
	if err != nil {
		return err
	}
	return serve(ctx, listener, server, private, log, func() { opened(address) })
}

// saySetupCode tells whoever reads the log how to found the first club, whatever
// else the log leaves out.
func (c config) saySetupCode(ctx context.Context, store *db.Store, address string, log *slog.Logger) error {
	code, err := store.NewSetupCode(ctx, log)
	if err != nil || code == "" {
		return err
	}
	log.Log(ctx, max(slog.LevelWarn, c.LogLevel), "there is no club yet: whoever opens this address founds it and owns it",
		slog.String("code", code), slog.String("open", address+link.Setup+"?code="+code))
	return nil
}

// serve answers requests and works the queue until ctx ends or one of the two
// fails, and then stops in this order: not ready any more, requests, jobs.
func serve(ctx context.Context, listener net.Listener, server *handlers.Server, private *postgres.Server, log *slog.Logger, opened func()) error {
	web := &http.Server{
		Handler:           server.Handler(),
		ReadHeaderTimeout: readHeaderTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeaderBytes,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug), // mistakes of strangers' connections
	}
	group, ctx := errgroup.WithContext(ctx)
	jobs, stopJobs := context.WithCancel(context.WithoutCancel(ctx))
	defer stopJobs()

	group.Go(func() error { return closed(web.Serve(listener)) })
	group.Go(func() error {
		err := server.Run(jobs)
		if err == nil && jobs.Err() == nil {
			err = errors.New("the queue is not worked any more")
		}
		return err
	})
	if private != nil {
		group.Go(func() error {
			select {
			case <-private.Done():
				return errors.New("the private Postgres is gone") // Stop says why
			case <-ctx.Done():
				return nil
			}
		})
	}
	group.Go(func() error {
		<-ctx.Done()
		log.Info("the club is closing")
		server.Drain()
		defer stopJobs()
		limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), inFlight)
		defer cancel()
		if err := web.Shutdown(limited); err != nil {
			return errors.Join(fmt.Errorf("requests were cut off: %w", err), web.Close())
		}
		return nil
	})
	opened()
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
	return db.Migrate(ctx, url, log)
}
