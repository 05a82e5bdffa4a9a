package handlers

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"carteado/db"
)

// showHealth says that the process answers, whatever the database does.
func (s *Server) showHealth(r *request) error {
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
func (s *Server) showReady(r *request) error {
	r.Response().Header().Set("Cache-Control", "no-store")
	why := ""
	switch {
	case s.leaving.Load():
		why = "stopping"
	case !s.isOpen():
		why = "it waits for its database, or brings it up to date"
	default:
		var not *db.ErrNotReady
		if err := s.ready(r); errors.As(err, &not) {
			s.log.LogAttrs(r.ctx(), slog.LevelWarn, "not ready", slog.Any("error", err))
			why = not.Why
		}
	}
	if why != "" {
		return r.String(http.StatusServiceUnavailable, "not ready: "+why+"\n")
	}
	if s.store.ClockIsWrong() {
		return r.String(http.StatusOK, fmt.Sprintf("ready\nthe clock here is %s ahead of the database's\n", s.store.Ahead().Round(time.Second)))
	}
	return r.String(http.StatusOK, "ready\n")
}

func (s *Server) ready(r *request) error {
	_, err, _ := s.flights.Do("ready", func() (any, error) {
		if last := s.lastReady; s.now().Sub(last.at) < readyHolds {
			return nil, last.err
		}
		within := readyWithin
		if s.config.Patience != maxDuration {
			within = s.config.Patience // of a test
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.ctx()), within)
		defer cancel()
		err := s.store.Ready(ctx)
		s.lastReady = readiness{s.now(), err}
		return nil, err
	})
	return err
}
