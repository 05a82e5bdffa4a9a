package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"filippo.io/age"

	"carteado/cmd/carteado/games"
	"carteado/db"
	"carteado/db/accounts"
	"carteado/db/clubs"
	"carteado/db/dbtest"
)

// A club goes by commands from one house into another, encrypted.
func TestExportClubAndImportClub(t *testing.T) {
	dir := t.TempDir()
	key, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	identity, file := filepath.Join(dir, "identity"), filepath.Join(dir, "quinta.club")
	if err := os.WriteFile(identity, []byte(key.String()+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CARTEADO_BACKUP_KEYS", key.Recipient().String())
	var out bytes.Buffer
	for _, name := range []string{"Quinta", "Sexta"} { // the second house is where it goes
		url := dbtest.New(t)
		t.Setenv("DATABASE_URL", url)
		t.Setenv("CARTEADO_KEYS", t.TempDir())
		store, err := db.Open(t.Context(), db.Config{URL: url, Games: games.Rules(), Timeout: dbtest.Timeout,
			Keys: os.Getenv("CARTEADO_KEYS")})
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		if _, _, err := store.Setup(t.Context(), clubs.NewClub{Name: name, Lang: "en", TimeZone: "UTC"},
			accounts.NewPlayer{Name: "Ana", Password: "hash"}); err != nil {
			t.Fatal(err)
		}
		if name == "Quinta" {
			if err := (exportClubCommand{Club: "nowhere", File: file}).Run(t.Context(), &out); err == nil {
				t.Error("a club that is not there was written")
			}
			if err := (exportClubCommand{Club: "quinta", File: file}).Run(t.Context(), &out); err != nil {
				t.Fatal(err)
			}
		}
	}
	content, err := os.ReadFile(file)
	if err != nil || !bytes.HasPrefix(content, []byte("age-encryption.org")) {
		t.Errorf("not encrypted: %v", err)
	}
	for _, refused := range []struct {
		importClubCommand
		why string
	}{
		{importClubCommand{File: file, Owner: "ana"}, "--identity"},
		{importClubCommand{File: file, Owner: "nobody", Identity: identity}, "nobody"},
		{importClubCommand{File: file, Owner: "ana", Identity: identity, Name: "sexta"}, "--address"},
	} {
		if err := refused.Run(t.Context(), &out); err == nil || !strings.Contains(err.Error(), refused.why) {
			t.Errorf("%+v: %v", refused.importClubCommand, err)
		}
	}
	out.Reset()
	for _, dry := range []bool{true, false} {
		if err := (importClubCommand{File: file, Owner: "ana", Identity: identity, DryRun: dry}).Run(t.Context(),
			&out); err != nil {
			t.Fatal(err)
		}
	}
	for _, said := range []string{"Quinta would come to /clubs/quinta", "Nothing was kept", "Quinta has come to",
		"not taken for the same people: Ana", "Ana (host): /invitations/"} {
		if !strings.Contains(out.String(), said) {
			t.Errorf("did not say %q:\n%s", said, &out)
		}
	}
	if err := (verifyAuditCommand{}).Run(t.Context(), &out); err != nil {
		t.Error(err)
	}
}
