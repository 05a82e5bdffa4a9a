package main

import (
	"context"
	"path/filepath"

	"carteado/cmd/dev/compose"
)

type testComposeCommand struct {
	Keep bool `help:"Keep the engine's images for the next time, in .bin/compose."`
}

func (c testComposeCommand) Run(ctx context.Context) error {
	cache, err := filepath.Abs(".bin/compose")
	if err != nil {
		return err
	}
	return compose.Run(ctx, compose.Options{Root: ".", Cache: cache, Keep: c.Keep, Install: aptInstall})
}
