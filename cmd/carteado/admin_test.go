package main

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"carteado/cmd/carteado/games"
	"carteado/db"
	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/dbtest"
	"carteado/db/keys"
	"carteado/engine/role"
)

// A command that is run in another directory than the club's makes no database there, in which all would be well.
func TestCommandsMakeNoDatabase(t *testing.T) {
	dir := t.TempDir()
	setenv(t, map[string]string{"CARTEADO_DATA": dir})
	if err := (verifyAuditCommand{}).Run(t.Context(), io.Discard); err == nil || !strings.Contains(err.Error(), dir) ||
		!strings.Contains(err.Error(), "DATABASE_URL") {
		t.Errorf("said %v", err)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("it has made %v", left)
	}
}

// The only owner is gone: the command line makes another, and hands over a link
// for the password.
func TestRescue(t *testing.T) {
	url := dbtest.New(t)
	t.Setenv("DATABASE_URL", url)
	t.Setenv("CARTEADO_URL", "https://cartas.example/")
	dir := t.TempDir()
	t.Setenv("CARTEADO_KEYS", dir)
	ctx := t.Context()
	store, err := db.Open(ctx, db.Config{URL: url, Games: games.Rules(), Keys: dir, Timeout: dbtest.Timeout})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	club, _, err := store.Setup(ctx, clubs.NewClub{Name: "Quinta", Lang: "en", TimeZone: "UTC"},
		accounts.NewPlayer{Name: "Ana", Password: "hash"})
	if err != nil {
		t.Fatal(err)
	}
	made, err := store.CreateInvitation(ctx, club.ID, 1, clubs.NewInvitation{Role: role.Member, Uses: 1, TTL: 1e12})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := store.AcceptInvitation(ctx, made.Token.Reveal(),
		accounts.NewPlayer{Name: "Bento", Password: "hash"}); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	for _, err := range []error{
		grantOwnerCommand{"nowhere", "Bento"}.Run(ctx, &out), grantOwnerCommand{"quinta", "Otto"}.Run(ctx, &out),
		resetPasswordCommand{"Otto"}.Run(ctx, &out), endSessionsCommand{"Otto"}.Run(ctx, &out),
	} {
		if err == nil || out.Len() > 0 {
			t.Errorf("nobody was helped: %v, %s", err, out.String())
		}
	}
	if err := (grantOwnerCommand{"quinta", "bento"}).Run(ctx, &out); err != nil {
		t.Fatal(err)
	}
	if m, err := store.ClubFor(ctx, "quinta", 2); err != nil || m.Role != role.Owner {
		t.Errorf("Bento is %s: %v", m.Role, err)
	}
	if _, err := store.CreateSession(ctx, 2, "hash", base.TokenHash{1}, "", base.TokenHash{},
		accounts.ByPassword); err != nil {
		t.Fatal(err)
	}
	if err := (endSessionsCommand{"bento"}).Run(ctx, &out); err != nil {
		t.Error(err)
	}
	if open, err := store.Sessions(ctx, 2); err != nil || len(open) > 0 {
		t.Errorf("Bento is signed in %d times, %v", len(open), err)
	}
	if err := (verifyAuditCommand{}).Run(ctx, &out); err != nil {
		t.Error(err)
	}
	// An older backup lacks what was signed since.
	if err := store.Signer.Keep([]keys.Head{{Club: club.ID, Place: 99, Hash: make([]byte, 32), At: time.Unix(0, 0),
		Key: make([]byte, 32), Signature: make([]byte, 64)}}); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	if err := (verifyAuditCommand{}).Run(ctx, &out); err == nil || !strings.Contains(out.String(), "Club 1, entry 99") {
		t.Errorf("a head without its entry: %v, %s", err, out.String())
	}
	for _, gone := range []bool{true, false} {
		out.Reset()
		if err := (verifyAuditCommand{Restored: true}).Run(ctx, &out); err != nil ||
			strings.Contains(out.String(), "Club 1, entry 99 of 1970-01-01 00:00 UTC is not in the backup") != gone {
			t.Errorf("said to be restored: %v, %s", err, out.String())
		}
	}
	if err := (ratingsCommand{}).Run(ctx, &out); err != nil {
		t.Error(err)
	}
	if err := (standingsCommand{}).Run(ctx, &out); err != nil {
		t.Error(err)
	}
	out.Reset()
	if err := (resetPasswordCommand{"bento"}).Run(ctx, &out); err != nil ||
		!strings.HasPrefix(out.String(), "https://cartas.example/passwords/") {
		t.Errorf("%s, %v", out.String(), err)
	}
}
