package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"carteado/db"
	"carteado/db/base"
	"carteado/db/clubs"
)

type archiveClubCommand struct {
	Club   string `arg:"" help:"The club's part of the address, as in /clubs/<club>."`
	Open   bool   `help:"Open it again." xor:"what"`
	DryRun bool   `help:"Say what stands against it, and change nothing." xor:"what"`
}

// Run archives a club, or opens it again.
func (c archiveClubCommand) Run(ctx context.Context, out io.Writer) error {
	return withClub(ctx, c.Club, func(store *db.Store, club clubs.Club) error {
		switch {
		case c.DryRun:
			return wouldDo(ctx, out, store, club, "archived")
		case c.Open:
			return did(out, store.Reopen(ctx, club.ID, 0), club, "is open", "is open already, or is to be deleted")
		}
		return did(out, unfinished(ctx, store, club, store.Archive(ctx, club.ID, 0)), club, "is archived",
			"is archived already")
	})
}

type deleteClubCommand struct {
	Club   string `arg:"" help:"The club's part of the address, as in /clubs/<club>."`
	Keep   bool   `help:"Take back that it is to be deleted." xor:"what"`
	DryRun bool   `help:"Say what would go and what stands against it, and change nothing." xor:"what"`
}

// Run has a club deleted after a while, as an owner does on its page, or keeps it.
func (c deleteClubCommand) Run(ctx context.Context, out io.Writer) error {
	return withClub(ctx, c.Club, func(store *db.Store, club clubs.Club) error {
		switch {
		case c.DryRun:
			goes, err := store.ContentsOf(ctx, club.ID, 0)
			if err != nil {
				return err
			}
			if _, err := fmt.Fprintf(out, "With %s would go %d memberships, %d matches with %d moves, %d matches that "+
				"were written down, %d seasons, %d nights, %d announcements, %d house rules and %d entries of its "+
				"log. Accounts stay.\n", goes.Name, goes.Players, goes.Matches, goes.Moves, goes.Recorded, goes.Seasons,
				goes.Nights, goes.Announcements, goes.Presets, goes.Entries); err != nil {
				return err
			}
			return wouldDo(ctx, out, store, club, "deleted")
		case c.Keep:
			return did(out, store.KeepClub(ctx, club.ID, 0), club, "stays, and is archived", "is not to be deleted")
		}
		err := unfinished(ctx, store, club, store.AskDeletion(ctx, club.ID, 0))
		if err == nil {
			club, err = store.ClubBySlug(ctx, club.Slug)
		}
		return did(out, err, club, fmt.Sprintf("is archived, and is deleted on %s, once its last export is written; "+
			"delete-club --keep keeps it", club.Deletion.UTC().Format("2006-01-02 15:04 UTC")),
			"is to be deleted already")
	})
}

// withClub opens the club's database, and finds the club.
func withClub(ctx context.Context, slug string, do func(*db.Store, clubs.Club) error) error {
	return withStore(ctx, func(store *db.Store, _ config) error {
		club, err := store.ClubBySlug(ctx, slug)
		if errors.Is(err, base.ErrNotFound) {
			return fmt.Errorf("there is no club %q", slug)
		}
		if err != nil {
			return err
		}
		return do(store, club)
	})
}

// wouldDo says what stands against something.
func wouldDo(ctx context.Context, out io.Writer, store *db.Store, club clubs.Club, what string) error {
	if err := unfinished(ctx, store, club, base.ErrUnfinished); err != nil {
		_, err = fmt.Fprintf(out, "It cannot be %s yet: %v.\n", what, err)
		return err
	}
	_, err := fmt.Fprintln(out, "Nothing stands against it. Nothing was changed.")
	return err
}

// unfinished says what a club has to bring to its end, where that is why something was refused.
func unfinished(ctx context.Context, store *db.Store, club clubs.Club, err error) error {
	if !errors.Is(err, base.ErrUnfinished) {
		return err
	}
	u, err := store.UnfinishedOf(ctx, club.ID, 0)
	if err == nil && u != (clubs.Unfinished{}) {
		err = fmt.Errorf("to be ended first: %d tables at which a match is played or waits, %d nights that are to "+
			"come, %d competitions", u.Tables, u.Nights, u.Competitions)
	}
	return err
}

// did says what was done, or that it was so before.
func did(out io.Writer, err error, club clubs.Club, is, before string) error {
	if errors.Is(err, base.ErrStale) {
		return fmt.Errorf("%s %s", club.Name, before)
	}
	if err == nil {
		_, err = fmt.Fprintf(out, "%s %s.\n", club.Name, is)
	}
	return err
}
