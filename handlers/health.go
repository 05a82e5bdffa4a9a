package handlers

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"time"

	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/handlers/web"
)

// showHealth says that the process answers, whatever the database does.
func (s *Server) showHealth(r *web.Request) error {
	r.Response().Header().Set("Cache-Control", "no-store")
	return r.String(http.StatusOK, "ok\n")
}

// The time that an answer of /readyz may take, and for which it is kept: so the database
// is asked once in that time.
const (
	readyWithin = 800 * time.Millisecond
	readyHolds  = time.Second
)

// A readiness is the last answer and its time.
type readiness struct {
	at  time.Time
	err error
}

// showReady says whether requests should come here: the database answers and takes
// writes, its schema is ours, it loses nothing it has acknowledged, and we are
// neither about to open nor about to stop.
func (s *Server) showReady(r *web.Request) error {
	r.Response().Header().Set("Cache-Control", "no-store")
	why := ""
	switch {
	case s.leaving.Load():
		why = "stopping"
	case !s.IsOpen():
		why = "it waits for its database, or brings it up to date"
	default:
		var not *base.ErrNotReady
		if err := s.ready(r); errors.As(err, &not) {
			s.Logger.LogAttrs(r.Ctx(), slog.LevelWarn, "not ready", slog.Any("error", err))
			why = not.Why
		}
	}
	if why != "" {
		return r.String(http.StatusServiceUnavailable, "not ready: "+why+"\n")
	}
	if s.Store.ClockIsWrong() {
		ahead := s.Store.Ahead().Round(time.Second)
		return r.String(http.StatusOK, fmt.Sprintf("ready\nthe clock here is %s ahead of the database's\n", ahead))
	}
	return r.String(http.StatusOK, "ready\n")
}

func (s *Server) ready(r *web.Request) error {
	_, err, _ := s.flights.Do("ready", func() (any, error) {
		if last := s.lastReady; s.Now().Sub(last.at) < readyHolds {
			return nil, last.err
		}
		within := readyWithin
		if s.Timeout != web.MaxDuration {
			within = s.Timeout // of a test
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Ctx()), within)
		defer cancel()
		err := s.Store.Ready(ctx)
		s.lastReady = readiness{s.Now(), err}
		return nil, err
	})
	return err
}

// beat notes in the database that this instance is alive, until ctx ends.
func (s *Server) beat(ctx context.Context) error {
	name, err := os.Hostname()
	if err != nil {
		name = "carteado"
	}
	var id int64
	wrong := false // the program's clock
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = s.Store.Leave(ctx, id) // else it is forgotten a little later
	}()
	tick := time.NewTicker(clubs.HeartbeatPause)
	defer tick.Stop()
	for {
		within, cancel := context.WithTimeout(ctx, s.Timeout)
		id, err = s.Store.Attend(within, id, name, s.Version)
		cancel()
		if err != nil && ctx.Err() == nil {
			s.Logger.LogAttrs(ctx, slog.LevelDebug, "heartbeat", slog.Any("error", err))
		}
		if was := wrong; s.Store.ClockIsWrong() != was {
			wrong = !was
			s.Logger.LogAttrs(ctx, slog.LevelWarn, "this program's clock",
				slog.Bool("wrong", wrong), slog.Duration("ahead", s.Store.Ahead()))
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil
		}
	}
}
