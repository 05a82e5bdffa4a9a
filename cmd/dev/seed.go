package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"carteado/cmd/carteado/games"
	"carteado/db/base"
	"carteado/db/pg"
	"carteado/db/postgres"
	"carteado/db/seed"
	"carteado/handlers/password"
)

// seedPassword is every member's in the club that is made for looking at.
const seedPassword = "sete cavalos dormem cedo"

type seedCommand struct {
	Members int `help:"Members of the club." default:"200"`
	Open    int `help:"Tables with a free seat." default:"50"`
	Matches int `help:"Matches that are over." default:"20000"`
	Moves   int `help:"Moves of each match." default:"5"`
}

// Run fills the developer's own database, which must have no club yet.
func (c seedCommand) Run(ctx context.Context) (err error) {
	url := os.Getenv("DATABASE_URL")
	if url == "" {
		bin, err := postgresBin(ctx)
		if err != nil {
			return err
		}
		private, err := postgres.Reach(ctx, postgres.Config{Dir: dataDir(), Bin: bin})
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, private.Stop()) }()
		url = private.URL()
	}
	if err := pg.Migrate(ctx, url, slog.Default()); err != nil {
		return err
	}
	hash, err := password.NewKeeper().Hash(ctx, seedPassword)
	if err != nil {
		return err
	}
	size := seed.Size{Members: c.Members - 1, Open: c.Open, Matches: c.Matches, Days: seed.Large.Days,
		Moves: c.Moves}
	all := games.Rules()
	keys := cmp.Or(os.Getenv("CARTEADO_KEYS"), filepath.Join(dataDir(), "keys"))
	_, err = seed.Fill(ctx, url, keys, all[len(all)-1], base.Secret(hash), size, time.Now())
	if errors.Is(err, base.ErrSetupDone) {
		return errors.New("the database has a club already: seed an empty one, or name another with DATABASE_URL or " +
			"CARTEADO_DATA")
	}
	if err == nil {
		fmt.Printf("%s: %d members, %d open tables, %d matches. Everybody's password, %s's too, is %q.\n",
			seed.ClubName, c.Members, c.Open, c.Matches, seed.Owner, seedPassword)
	}
	return err
}
