package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"carteado/cmd/carteado/games"
	"carteado/db/backup"
	"carteado/db/pg"
	"carteado/views/link"
)

type exportClubCommand struct {
	Club string `arg:"" help:"The club's part of the address, as in /clubs/<club>."`
	File string `arg:"" type:"path" help:"The file to write; replaced when the new one is whole."`
}

// Run writes a club's file as backups are written, encrypted for the same keys.
func (c exportClubCommand) Run(ctx context.Context, out io.Writer) error {
	return withURL(ctx, func(url string, config config) error {
		keys, err := recipients(config.BackupKeys)
		if err != nil {
			return err
		}
		if err := soon(ctx, url, config.logger(os.Stderr), pg.Migrate); err != nil {
			return err
		}
		var m backup.Manifest
		err = replaceFile(c.File, func(w io.Writer) error {
			return sealed(w, keys, func(w io.Writer) (err error) {
				m, err = backup.WriteClub(ctx, url, programVersion(), c.Club, w)
				return err
			})
		}, func(string) error { return nil })
		if err != nil {
			return err
		}
		if _, err = fmt.Fprintf(out, "%s: %s, %d matches.\n", c.File, m.Club.Name, len(m.Matches)); err != nil {
			return err
		}
		return stayed(out, m)
	})
}

// stayed says what a club's file does not hold.
func stayed(out io.Writer, m backup.Manifest) error {
	_, err := fmt.Fprintf(out, "Not in it: %d matches that go on, %d open tables without any, and %d score books that "+
		"nobody has decided about. Passwords, addresses, devices, notes, deals of the day and what somebody has for "+
		"themselves alone never are.\n", m.Club.Running, m.Club.Open, m.Club.Drafts)
	return err
}

type importClubCommand struct {
	File     string `arg:"" help:"What export-club has written in the other house." type:"existingfile"`
	Owner    string `help:"The account here that will own the club, by name or e-mail." required:""`
	Address  string `help:"The club's part of the address here; else as it was." placeholder:"CLUB"`
	Name     string `help:"The club's name here; else as it was."`
	DryRun   bool   `help:"Say what would come, and keep nothing."`
	Identity string `help:"A file with the age identity that opens an encrypted file." type:"existingfile"`
}

// Run takes a club into the house, beside a running program.
func (c importClubCommand) Run(ctx context.Context, out io.Writer) error {
	return withURL(ctx, func(url string, config config) error {
		log := config.logger(os.Stderr)
		if err := soon(ctx, url, log, pg.Migrate); err != nil {
			return err
		}
		identities, err := readIdentities(c.Identity)
		if err != nil {
			return err
		}
		came, err := backup.Import(ctx, url, func() (io.ReadCloser, error) { return openBackup(c.File, identities) },
			backup.Transfer{Owner: c.Owner, Slug: c.Address, Name: c.Name, DryRun: c.DryRun, Keys: config.keys(),
				Games: games.Rules(), Progress: progress(os.Stderr), Log: log})
		if errors.Is(err, backup.ErrClash) {
			err = fmt.Errorf("%w: --address and --name give this one others", err)
		}
		if err != nil {
			return err
		}
		return c.tell(out, came, config.URL)
	})
}

// tell says what has come, and prints the links.
func (c importClubCommand) tell(out io.Writer, came backup.Transferred, at string) (err error) {
	say := func(text string, args ...any) {
		if err == nil {
			_, err = fmt.Fprintf(out, text+"\n", args...)
		}
	}
	verb := "has come"
	if c.DryRun {
		verb = "would come"
	}
	say("%s %s to %s, as of %s: %d matches with %d moves at %d tables, %d that were written down, %d seasons, "+
		"%d nights, %d announcements, %d house rules, %d entries of its log, and %d players.", came.Name, verb,
		at+link.Club(came.Slug), came.At.UTC().Format("2006-01-02 15:04 UTC"), len(came.Matches), came.Moves,
		came.Tables, came.Recorded, came.Seasons, came.Nights, came.Announcements, came.Presets, came.Entries,
		came.Players)
	say("Played again, %d matches with %d moves are as they were; of %d under older rules only the commitments were "+
		"checked, and %d could not be read, for want of their key.", came.Proof.Matches, came.Proof.Moves,
		came.Proof.Older, came.Proof.Closed)
	if err == nil {
		err = stayed(out, came.Manifest)
	}
	if len(came.Namesakes) > 0 {
		say("Accounts here have these names, too, and are not taken for the same people: %s.",
			printable(strings.Join(came.Namesakes, ", ")))
	}
	if c.DryRun {
		say("%d members would have a link of their own. Nothing was kept.", len(came.Invited))
		return err
	}
	if at == "" {
		say("The address of the house goes ahead of each link.")
	}
	say("%s owns it. Whoever joins by one of these links, within 30 days, has what was this member's:", c.Owner)
	for _, i := range came.Invited {
		say("%s (%s): %s", printable(i.Name), i.Role, at+link.Invitation(i.Token))
	}
	return err
}
