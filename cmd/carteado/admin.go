package main

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"carteado/cmd/carteado/games"
	"carteado/db"
	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/pg"
	"carteado/db/postgres"
	"carteado/views/link"
)

// adminCommands help when no owner can sign in any more, and check and repair what
// the database holds. They may run beside the club.
type adminCommands struct {
	GrantOwner    grantOwnerCommand    `cmd:"" help:"Make a player an owner of a club."`
	GrantHouse    grantHouseCommand    `cmd:"" help:"Make a player an owner of the house, too."`
	ResetPassword resetPasswordCommand `cmd:"" help:"Print a link with which a player sets a new password, once."`
	EndSessions   endSessionsCommand   `cmd:"" help:"Sign a player out in every browser."`
	Records       recordsCommand       `cmd:"" help:"Compute anew what is kept of every player's matches."`
	Ratings       ratingsCommand       `cmd:"" help:"Compute all ratings anew from the matches, and say whether the digits are the same."`
	Standings     standingsCommand     `cmd:"" help:"Compute all standings anew from charters and results."`
	Competitions  competitionsCommand  `cmd:"" help:"Compute all competitions anew from charters and results."`
	Yearbook      yearbookCommand      `cmd:"" help:"Write a season, or all of a club, as a folder in a zip file that reads without the server."`
	ArchiveClub   archiveClubCommand   `cmd:"" help:"Let a club only be read from now on, or open it again."`
	DeleteClub    deleteClubCommand    `cmd:"" help:"Have a club deleted two weeks from now, after a last export, or keep it."`
	ExportClub    exportClubCommand    `cmd:"" help:"Write one club into a file, which import-club takes into another house."`
	ImportClub    importClubCommand    `cmd:"" help:"Take a club out of such a file into this house, after every match was played again."`
	VerifyAudit   verifyAuditCommand   `cmd:"" help:"Check that no entry of the audit log was changed or taken out."`
	RotateKey     rotateKeyCommand     `cmd:"" help:"Draw a new key for the secrets of running matches."`
	DealAnew      dealAnewCommand      `cmd:"" help:"Deal the matches anew whose key is lost."`
}

type grantOwnerCommand struct {
	Club   string `arg:"" help:"The club's part of the address, as in /clubs/<club>."`
	Player string `arg:"" help:"The player's name or e-mail."`
}

func (c grantOwnerCommand) Run(ctx context.Context, out io.Writer) error {
	return withStore(ctx, func(store *db.Store, _ config) error {
		err := store.GrantOwner(ctx, c.Club, c.Player)
		if errors.Is(err, base.ErrNotFound) {
			return fmt.Errorf("there is no club %q or no player %q", c.Club, c.Player)
		}
		if errors.Is(err, base.ErrArchived) {
			return fmt.Errorf("%w, and %s is no member: archive-club --open opens it first", err, c.Player)
		}
		if err == nil {
			_, err = fmt.Fprintf(out, "%s is an owner of %s.\n", c.Player, c.Club)
		}
		return err
	})
}

type grantHouseCommand struct {
	Player string `arg:"" help:"The player's name or e-mail."`
}

func (c grantHouseCommand) Run(ctx context.Context, out io.Writer) error {
	return withStore(ctx, func(store *db.Store, _ config) error {
		err := store.GiveHouse(ctx, 0, c.Player)
		if errors.Is(err, base.ErrNotFound) {
			return fmt.Errorf("there is no player %q", c.Player)
		}
		if err == nil {
			_, err = fmt.Fprintf(out, "%s is an owner of the house.\n", c.Player)
		}
		return err
	})
}

type resetPasswordCommand struct {
	Player string `arg:"" help:"The player's name or e-mail."`
}

func (c resetPasswordCommand) Run(ctx context.Context, out io.Writer) error {
	return withStore(ctx, func(store *db.Store, config config) error {
		made, err := store.RescuePasswordLink(ctx, c.Player)
		if errors.Is(err, base.ErrNotFound) {
			return fmt.Errorf("there is no player %q", c.Player)
		}
		if err == nil {
			address := link.PasswordLink(base64.RawURLEncoding.EncodeToString(made.Token[:]))
			if config.URL == "" {
				address += " at the club's address" // the club's data do not say
			}
			_, err = fmt.Fprintf(out, "%s%s\nIt works once, until %s.\n", config.URL, address, made.Expires.UTC().
				Format("2006-01-02 15:04 UTC"))
		}
		return err
	})
}

type endSessionsCommand struct {
	Player string `arg:"" help:"The player's name or e-mail."`
}

func (c endSessionsCommand) Run(ctx context.Context, out io.Writer) error {
	return withStore(ctx, func(store *db.Store, _ config) error {
		account, err := store.PlayerByName(ctx, c.Player)
		if errors.Is(err, base.ErrNotFound) {
			return fmt.Errorf("there is no player %q", c.Player)
		}
		if err == nil {
			err = store.EndOtherSessions(ctx, account.ID, 0)
		}
		if err == nil {
			_, err = fmt.Fprintf(out, "%s is signed in nowhere.\n", c.Player)
		}
		return err
	})
}

type recordsCommand struct{}

func (recordsCommand) Run(ctx context.Context, out io.Writer) error {
	return withStore(ctx, func(store *db.Store, _ config) error {
		computed, changed, err := store.RecomputeRecords(ctx)
		if err == nil {
			_, err = fmt.Fprintf(out, "%d players, of whom %d had other records than their matches say.\n", computed,
				changed)
		}
		return err
	})
}

type ratingsCommand struct{}

func (ratingsCommand) Run(ctx context.Context, out io.Writer) error {
	return withStore(ctx, func(store *db.Store, _ config) error {
		computed, changed, err := store.RecomputeRatings(ctx)
		if err == nil {
			_, err = fmt.Fprintf(out, "%d games of clubs, of which %d came to other digits than were kept.\n", computed,
				changed)
		}
		return err
	})
}

type standingsCommand struct{}

func (standingsCommand) Run(ctx context.Context, out io.Writer) error {
	return withStore(ctx, func(store *db.Store, _ config) error {
		computed, changed, err := store.RecomputeStandings(ctx)
		if err == nil {
			_, err = fmt.Fprintf(out, "%d seasons, of which %d came out otherwise than they were kept.\n", computed,
				changed)
		}
		return err
	})
}

type competitionsCommand struct{}

func (competitionsCommand) Run(ctx context.Context, out io.Writer) error {
	return withStore(ctx, func(store *db.Store, _ config) error {
		computed, changed, err := store.RecomputeCompetitions(ctx)
		if err == nil {
			_, err = fmt.Fprintf(out, "%d competitions, of which %d came out otherwise than they were kept.\n",
				computed, changed)
		}
		return err
	})
}

type verifyAuditCommand struct {
	Head     []string `help:"A head that somebody kept, from a letter or on paper, as club:place:digits. May be given again." placeholder:"CLUB:PLACE:DIGITS"`
	Restored bool     `help:"An older backup was restored: let go of the heads whose entries it lacks, and say so in the log."`
}

func (c verifyAuditCommand) Run(ctx context.Context, out io.Writer) error {
	var noted []clubs.PaperHead
	for _, text := range c.Head {
		head, err := clubs.ParsePaperHead(text)
		if err != nil {
			return err
		}
		noted = append(noted, head)
	}
	return withStore(ctx, func(store *db.Store, _ config) error {
		if c.Restored {
			gone, err := store.AcceptRestore(ctx)
			for _, h := range gone {
				_, printed := fmt.Fprintf(out, "Club %d, entry %d of %s is not in the backup; the log says so now.\n",
					h.Club, h.Place, h.At.UTC().Format("2006-01-02 15:04 UTC"))
				err = errors.Join(err, printed)
			}
			if err != nil {
				return err
			}
		}
		broken, err := store.VerifyAudit(ctx, noted...)
		if err != nil {
			return err
		}
		for _, b := range broken {
			_, printed := fmt.Fprintf(out, "Club %d, entry %d: %s.\n", b.Club, b.Place, b.Why)
			err = errors.Join(err, printed)
		}
		if len(broken) > 0 {
			return errors.Join(err, errors.New("the audit log is not as it was"))
		}
		_, err = fmt.Fprintf(out, "Every entry of the audit log follows from the one before it, and is as it was "+
			"signed by the keys in %s.\n", store.Signer)
		return err
	})
}

type rotateKeyCommand struct{}

func (rotateKeyCommand) Run(ctx context.Context, out io.Writer) error {
	return withStore(ctx, func(store *db.Store, _ config) error {
		resealed, err := store.RotateKey(ctx)
		if err == nil {
			_, err = fmt.Fprintf(out, "A new key in %s encrypts the secrets of %d matches that run or are to come. "+
				"The older keys stay there: they open older backups.\n", store.Keys, resealed)
		}
		return err
	})
}

type dealAnewCommand struct{}

func (dealAnewCommand) Run(ctx context.Context, out io.Writer) error {
	return withStore(ctx, func(store *db.Store, _ config) error {
		dealt, err := store.DealAnew(ctx)
		if err == nil {
			_, err = fmt.Fprintf(out, "%d matches could not be read, and were dealt anew.\n", dealt)
		}
		return err
	})
}

// commandTimeout is the limit of each statement of a command, for which no page waits.
const commandTimeout = time.Minute

// withStore opens the club's database for a command, beside a club that may be
// running on it.
func withStore(ctx context.Context, do func(*db.Store, config) error) error {
	return withURL(ctx, func(url string, c config) error {
		if err := soon(ctx, url, c.logger(os.Stderr), pg.Migrate); err != nil {
			return err
		}
		store, err := db.Open(ctx, db.Config{URL: url, Games: games.Rules(), Keys: c.keys(), Timeout: commandTimeout})
		if err != nil {
			return err
		}
		defer store.Close()
		return do(store, c)
	})
}

// hasPrivate says whether a private database was ever made: a command that makes one finds nothing in it, and would
// say that all is well.
func hasPrivate(dir string) bool {
	made, err := filepath.Glob(filepath.Join(dir, "postgres", "pg*"))
	return err != nil || len(made) > 0
}

// withURL reaches the club's database, which may be a private one.
func withURL(ctx context.Context, do func(url string, c config) error) (err error) {
	c, err := readConfig()
	if err != nil {
		return err
	}
	url := c.owner(c.DatabaseURL)
	if url == "" {
		if !hasPrivate(c.Data) {
			return fmt.Errorf("no club is kept in %s: DATABASE_URL or CARTEADO_DATA says where its database is", c.Data)
		}
		private, reached := postgres.Reach(ctx, postgres.Config{Dir: c.Data, Bin: c.PostgresBin,
			Log: slog.New(slog.DiscardHandler)})
		if reached != nil {
			return reached
		}
		defer func() { err = errors.Join(err, private.Stop()) }()
		url = private.URL()
	}
	return do(url, c)
}
