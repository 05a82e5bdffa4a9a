package handlers

import (
	"net/http"

	"carteado/handlers/web"
	"carteado/static"
)

func (s *Server) serveStatic(r *web.Request) error {
	static.Handler().ServeHTTP(r.Response(), r.Request())
	return nil
}

func (s *Server) serveIcon(r *web.Request) error {
	r.Response().Header().Set("Cache-Control", "public, max-age=86400")
	return r.Blob(http.StatusOK, "image/svg+xml", static.Bytes("icon.svg"))
}
