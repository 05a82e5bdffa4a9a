package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

type generateCommand struct{}

// Run draws the icons where there is a browser. Hosts without one run it, too, and have the icons of the repository.
func (generateCommand) Run(ctx context.Context) error {
	if err := os.Remove(vendored); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := fetchVendor(ctx); err != nil {
		return err
	}
	browser, err := chromium(ctx)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		fmt.Println("The icons are left as they are, because no browser can be had to draw them:", err)
	default:
		if err := generateIcons(ctx, browser); err != nil {
			return err
		}
	}
	return generate(ctx)
}

func generate(ctx context.Context) error {
	if err := quietly(ctx, ".", "go", "tool", "templ", "generate", "-path", "views"); err != nil {
		return err
	}
	// templ leaves a file alone that would not change; it is new all the same.
	now := time.Now()
	return eachTempl(func(_, generated string) error {
		return os.Chtimes(generated, now, now)
	})
}

// generateStale generates only when a page was edited: the repository holds the
// generated files, and building templ takes a minute.
func generateStale(ctx context.Context) error {
	const checkout = 5 * time.Second // git writes both files within moments, in any order
	stale := false
	err := eachTempl(func(source, generated string) error {
		from, err := os.Stat(source)
		if err != nil {
			return err
		}
		to, err := os.Stat(generated)
		if errors.Is(err, fs.ErrNotExist) {
			stale = true
			return nil
		}
		if err == nil && from.ModTime().Sub(to.ModTime()) > checkout {
			stale = true
		}
		return err
	})
	if err != nil || !stale {
		return err
	}
	return generate(ctx)
}

func eachTempl(do func(source, generated string) error) error {
	return filepath.WalkDir("views", func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name, ok := strings.CutSuffix(path, ".templ"); ok {
			return do(path, name+"_templ.go")
		}
		return nil
	})
}
