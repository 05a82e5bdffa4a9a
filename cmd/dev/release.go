package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"carteado/cmd/dev/release"
)

type releaseCommand struct {
	DryRun bool   `help:"Make all of it, and publish nothing."`
	Image  string `help:"Name of the image, without a version, as ghcr.io/somebody/carteado."`
	Dir    string `help:"Where to put it; emptied first." default:".bin/release" type:"path"`
}

func (c releaseCommand) Run(ctx context.Context) error {
	if !c.DryRun && c.Image == "" {
		return errors.New("--image says where the image goes, or --dry-run that nothing is published")
	}
	// the licences of what browsers are given lie beside it
	if err := fetchVendor(ctx, htmx, filepath.Join("static", "node_modules", "htmx.org", "LICENSE")); err != nil {
		return err
	}
	say := func(format string, args ...any) { fmt.Fprintf(os.Stdout, format+"\n", args...) }
	if err := release.Run(ctx, release.Options{Dir: c.Dir, Image: c.Image, Dry: c.DryRun, Say: say}); err != nil {
		return err
	}
	if c.DryRun {
		say("%s has what a release would publish; nothing was.", c.Dir)
	}
	return nil
}
