package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"carteado/cmd/carteado/games"
	"carteado/db"
	"carteado/db/accounts"
	"carteado/db/clubs"
	"carteado/db/dbtest"
)

// The house archives a club, opens it again and has it deleted, when its owners are gone. Once it is deleted, the heads
// of its log that are kept outside of the database are none that somebody has taken out.
func TestTheHouseArchivesAndDeletes(t *testing.T) {
	url := dbtest.New(t)
	t.Setenv("DATABASE_URL", url)
	t.Setenv("CARTEADO_KEYS", t.TempDir())
	ctx := t.Context()
	store, err := db.Open(ctx, db.Config{URL: url, Games: games.Rules(), Timeout: dbtest.Timeout,
		Keys: os.Getenv("CARTEADO_KEYS")})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	club, _, err := store.Setup(ctx, clubs.NewClub{Name: "Quinta", Lang: "en", TimeZone: "UTC"},
		accounts.NewPlayer{Name: "Ana", Password: "hash"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Pool().Exec(ctx, `INSERT INTO players (name, password_hash) VALUES ('Bento', '')`); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		says string
		run  interface {
			Run(ctx context.Context, out io.Writer) error
		}
	}{
		{"there is no club", archiveClubCommand{Club: "nowhere"}},
		{"Nothing stands against it", archiveClubCommand{Club: "quinta", DryRun: true}},
		{"Quinta is archived.", archiveClubCommand{Club: "quinta"}},
		{"Quinta is archived already", archiveClubCommand{Club: "quinta"}},
		{"Bento is no member: archive-club --open", grantOwnerCommand{"quinta", "Bento"}},
		{"Ana is an owner of quinta", grantOwnerCommand{"quinta", "Ana"}},
		{"Quinta is open.", archiveClubCommand{Club: "quinta", Open: true}},
		{"With Quinta would go 1 memberships, 0 matches", deleteClubCommand{Club: "quinta", DryRun: true}},
		{"Quinta is archived, and is deleted on 20", deleteClubCommand{Club: "quinta"}},
		{"Quinta is to be deleted already", deleteClubCommand{Club: "quinta"}},
		{"Quinta is open already, or is to be deleted", archiveClubCommand{Club: "quinta", Open: true}},
		{"Quinta stays, and is archived.", deleteClubCommand{Club: "quinta", Keep: true}},
		{"Quinta is archived, and is deleted on 20", deleteClubCommand{Club: "quinta"}},
	} {
		var out bytes.Buffer
		err := step.run.Run(ctx, &out)
		if said := fmt.Sprint(out.String(), err); !strings.Contains(said, step.says) {
			t.Errorf("%+v: %s, want %q", step.run, said, step.says)
		}
	}
	if _, err := store.SignHeads(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Pool().Exec(ctx, `UPDATE clubs SET delete_at = now();
		UPDATE club_files SET ready_at = now() - interval '4 days'`); err != nil {
		t.Fatal(err)
	}
	if more, err := store.DeleteClubPart(ctx, club.ID, 1); more || err != nil {
		t.Fatal(more, err)
	}
	if _, err := store.ClubBySlug(ctx, "quinta"); err == nil {
		t.Error("the club is still there")
	}
	var out bytes.Buffer
	if err := (verifyAuditCommand{}).Run(ctx, &out); err != nil {
		t.Errorf("%v: %s", err, out.String())
	}
}
