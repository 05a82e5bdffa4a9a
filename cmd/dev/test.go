package main

import (
	"context"
	"errors"
	"os"
	"strings"

	"carteado/db/postgres"
)

type testCommand struct {
	Args []string `arg:"" optional:"" help:"Packages (all when none is named) and flags of go test."`
}

// Run gives the whole run one Postgres, as durable as a club's.
func (t testCommand) Run(ctx context.Context) (err error) {
	if err := fetchVendor(ctx, htmx, axe); err != nil {
		return err
	}
	browser, err := chromium(ctx)
	if err != nil {
		return err
	}
	bin, err := postgresBin(ctx)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "carteado-test-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := os.Chmod(dir, 0o755); err != nil { // for the user that root's server runs as
		return err
	}
	server, err := postgres.Start(ctx, postgres.Config{Dir: dir, Bin: bin})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()

	args := goTest(t.Args)
	c := command(ctx, "go", args...)
	c.Env = append(os.Environ(), "CARTEADO_TEST_DATABASE_URL="+server.URL(),
		"CARTEADO_POSTGRES_BIN="+bin, "CARTEADO_CHROMIUM="+browser)
	if err := c.Run(); err != nil {
		return failure(ctx, err, "go", args)
	}
	return nil
}

// goTest adds all packages when the arguments name none.
func goTest(args []string) []string {
	all := append([]string{"test"}, args...)
	for _, arg := range args {
		if strings.HasPrefix(arg, ".") || strings.HasPrefix(arg, "carteado/") {
			return all
		}
	}
	return append(all, "./...")
}
