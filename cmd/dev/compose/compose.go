// Package compose proves the hosting of README and HOSTING.md by doing it: it starts a container
// engine, follows their blocks word by word, and plays on the club that
// they put up. It takes minutes and needs root, so that it is no go test.
//
// The blocks are run word by word, so that a command that is changed in the guide is the one that was tried.
package compose

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Options say how to prove it.
type Options struct {
	Root    string // of the repository
	Cache   string // keeps what takes long to make: Compose, a Debian
	Keep    bool   // the engine's images, too, for a next time
	Install func(ctx context.Context, packages ...string) error
}

// A failed is what a step panics with when something is not as it should be, as a
// test ends by t.Fatal.
type failed struct{ error }

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		panic(failed{err})
	}
}

func wrong(format string, args ...any) { panic(failed{fmt.Errorf(format, args...)}) }

// steps are the life of a hosted club, in order.
var steps = []struct {
	name string
	do   func(*host, context.Context)
}{
	{"the first start", (*host).firstStart},
	{"what runs", (*host).looksAtContainers},
	{"a club over https", (*host).foundsClub},
	{"a match", (*host).playsMatch},
	{"forged addresses", (*host).forgesAddresses},
	{"a backup", (*host).backsUp},
	{"a new version", (*host).upgrades},
	{"nobody to believe", (*host).provesItself},
	{"the older backup", (*host).restores},
	{"the version before", (*host).goesBack},
	{"kill -9 of each", (*host).killsEach},
	{"the club is away", (*host).isAway},
	{"two instances", (*host).scales},
	{"rescue", (*host).rescues},
	{"an unreadable secret", (*host).forgetsMode},
	{"another password", (*host).changesPassword},
	{"another volume", (*host).movesHouse},
	{"a proved backup", (*host).provesBackup},
	{"a webhook", (*host).callsOut},
	{"a lost key", (*host).losesKey},
	{"a club moves house", (*host).movesClub},
	{"a release", (*host).releases},
	{"stopping", (*host).stops},
}

// Run goes through all steps and cleans up after itself.
func Run(ctx context.Context, o Options) (err error) {
	if os.Geteuid() != 0 {
		return errors.New("an engine of its own needs root")
	}
	if err := os.MkdirAll(o.Cache, 0o755); err != nil {
		return err
	}
	e, err := startEngine(ctx, o.Cache, o.Install)
	if err != nil {
		return err
	}
	defer func() {
		err = errors.Join(err, e.stop())
		if !o.Keep {
			err = errors.Join(err, os.RemoveAll(filepath.Join(o.Cache, "engine")))
		}
	}()
	h, err := newHost(ctx, e, o.Root)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.tidy()) }()
	for _, step := range steps {
		began := time.Now()
		if err := h.try(ctx, step.do); err != nil {
			return fmt.Errorf("%s: %w\n%s", step.name, err, h.logs())
		}
		fmt.Printf("%-22s ok  %5.1fs  %s\n", step.name, time.Since(began).Seconds(), h.found)
	}
	return nil
}

// try does one step.
func (h *host) try(ctx context.Context, do func(*host, context.Context)) (err error) {
	defer func() {
		switch what := recover().(type) {
		case nil:
		case failed:
			err = what.error
		default:
			panic(what)
		}
	}()
	h.found = ""
	do(h, ctx)
	return nil
}
