package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	"carteado/cmd/carteado/games"
	"carteado/views/gallery"
)

type galleryCommand struct {
	Listen string `default:"localhost:8081" help:"Address of the gallery."`
	Once   bool   `hidden:"" help:"Serve, without rebuilding."`
}

// Run serves the gallery from a build of this very tool, so that a changed page
// is seen after a moment.
func (g galleryCommand) Run(ctx context.Context) error {
	if g.Once {
		return g.serve(ctx)
	}
	address := "http://" + g.Listen + "/"
	return loop(ctx, site{
		source: "./cmd/dev", args: []string{"gallery", "--once", "--listen=" + g.Listen},
		environment: os.Environ(), ready: address,
		hello: fmt.Sprintf("The gallery hangs at %s — Ctrl-C takes it down.", address),
	})
}

func (g galleryCommand) serve(ctx context.Context) error {
	const timeout = 3 * time.Second
	server := &http.Server{Addr: g.Listen, Handler: gallery.Handler(games.All()), ReadHeaderTimeout: timeout}
	go func() {
		<-ctx.Done()
		_ = server.Close() // pages of a gallery are quick, and nobody is in the middle of one
	}()
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
