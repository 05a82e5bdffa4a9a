package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"carteado/cmd/carteado/games"
	"carteado/db"
	"carteado/db/base"
	"carteado/db/results"
	"carteado/handlers/yearbook"
	"carteado/views/table"
)

type yearbookCommand struct {
	Club   string `arg:"" help:"The club's part of the address, as in /clubs/<club>."`
	File   string `arg:"" type:"path" help:"The zip file to write; replaced when the new one is whole."`
	Season int64  `help:"Only this season, by its number in the list of standings; else all of the club."`
}

// Run writes a yearbook into a file beside the one that is asked for, and puts it there when it is whole: a full disk
// or a kill leaves what was there before.
func (c yearbookCommand) Run(ctx context.Context, out io.Writer) error {
	return withStore(ctx, func(store *db.Store, _ config) (err error) {
		faces, err := table.ByKey(games.All())
		if err != nil {
			return err
		}
		part, err := os.CreateTemp(filepath.Dir(c.File), ".yearbook-*")
		if err != nil {
			return err
		}
		defer func() {
			if err != nil {
				err = errors.Join(err, part.Close(), os.Remove(part.Name()))
			}
		}()
		tell := progress(os.Stderr)
		err = yearbook.Write(ctx, store, faces, results.ChronicleOf{Slug: c.Club, Season: c.Season}, part,
			func(done, of int) error {
				tell(done, of)
				return nil
			})
		if errors.Is(err, base.ErrNotFound) {
			err = fmt.Errorf("there is no club %q, or it has no season %d", c.Club, c.Season)
		}
		if err == nil {
			err = part.Sync()
		}
		if err != nil {
			return err
		}
		if err = part.Close(); err == nil {
			err = os.Rename(part.Name(), c.File)
		}
		if err == nil {
			_, err = fmt.Fprintf(out, "%s is written.\n", c.File)
		}
		return err
	})
}
