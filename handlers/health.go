package handlers

import (
	"log/slog"
	"net/http"
)

// showHealth says that the process answers, whatever the database does.
func (s *Server) showHealth(r *request) error {
	r.Response().Header().Set("Cache-Control", "no-store")
	return r.String(http.StatusOK, "ok\n")
}

// showReady says whether requests should come here: the database answers, its
// schema is ours, it loses nothing it has acknowledged, and we are not about to
// stop. The reason why not is for the log.
func (s *Server) showReady(r *request) error {
	r.Response().Header().Set("Cache-Control", "no-store")
	if s.draining.Load() {
		return r.String(http.StatusServiceUnavailable, "stopping\n")
	}
	if err := s.store.Ready(r.ctx()); err != nil {
		s.log.LogAttrs(r.ctx(), slog.LevelWarn, "not ready", slog.Any("error", err))
		return r.String(http.StatusServiceUnavailable, "not ready\n")
	}
	return r.String(http.StatusOK, "ready\n")
}
