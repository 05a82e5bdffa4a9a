package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"filippo.io/age"

	"carteado/cmd/carteado/games"
	"carteado/db"
	"carteado/db/dbtest"
)

// A club is backed up, encrypted and proved, and brought back elsewhere.
func TestBackup(t *testing.T) {
	url, elsewhere, dir := dbtest.New(t), dbtest.New(t), t.TempDir()
	t.Setenv("DATABASE_URL", url)
	store, err := db.Open(t.Context(), db.Config{URL: url, Games: games.Rules(), Patience: dbtest.Patience})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	club, ana, err := store.Setup(t.Context(), db.NewClub{Name: "Quinta", Lang: "en", TimeZone: "UTC"}, db.NewPlayer{Name: "Ana", Password: "hash"})
	if err != nil {
		t.Fatal(err)
	}
	for _, game := range games.Rules() { // each dealt at once, against a bot
		if _, err := store.OpenTable(t.Context(), club.ID, ana.ID, db.NewTable{Game: game.Info().Key, Seats: []db.SeatChoice{{Kind: db.SeatBot, Level: "steady"}}}); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	plain := filepath.Join(dir, "club.backup")
	if err := (backupCommand{File: plain, Prove: true}).Run(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "Proved in") || !strings.Contains(out.String(), fmt.Sprintf(" %d matches with", len(games.Rules()))) {
		t.Errorf("said %s", &out)
	}
	info, err := os.Stat(plain)
	if err != nil {
		t.Fatal(err)
	}
	expect(t, "mode", info.Mode().Perm(), 0o600)

	key, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	identity := filepath.Join(dir, "identity")
	if err := os.WriteFile(identity, []byte(key.String()+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CARTEADO_BACKUP_KEYS", key.Recipient().String())
	if err := (backupCommand{File: dir, Prove: true}).Run(t.Context(), &out); err == nil {
		t.Error("an encrypted backup is proved without its identity")
	}
	if err := (backupCommand{File: dir, Prove: true, Identity: identity}).Run(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	files := backups(dir)
	if len(files) != 1 || filepath.Ext(files[0]) != backupEncrypted {
		t.Fatalf("backups %v", files)
	}
	content, err := os.ReadFile(files[0])
	if err != nil || bytes.Contains(content, []byte("manifest.json")) || !bytes.HasPrefix(content, []byte("age-encryption.org")) {
		t.Errorf("not encrypted: %v", err)
	}
	if err := (restoreCommand{File: files[0], Into: elsewhere}).Run(t.Context(), &out); err == nil || !strings.Contains(err.Error(), "--identity") {
		t.Errorf("restored without the identity: %v", err)
	}
	if err := (restoreCommand{File: files[0], Into: elsewhere, Identity: identity}).Run(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	if err := (restoreCommand{File: plain, Into: elsewhere}).Run(t.Context(), &out); err == nil || !strings.Contains(err.Error(), "--replace") {
		t.Errorf("a club was replaced: %v", err)
	}
	if err := (restoreCommand{File: plain, Into: elsewhere, Replace: true}).Run(t.Context(), &out); err != nil {
		t.Error(err)
	}
	t.Setenv("DATABASE_URL", elsewhere)
	if err := (restoreCommand{File: plain}).Run(t.Context(), &out); err == nil || !strings.Contains(err.Error(), "--replace") {
		t.Errorf("the club's own was replaced: %v", err)
	}
}

// A disk that is full leaves the last backup as it is.
func TestReplaceFile(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "club.backup")
	for _, c := range []struct {
		written string
		err     error
		want    string
	}{{"first", nil, "first"}, {"sec", syscall.ENOSPC, "first"}, {"third", nil, "third"}} {
		err := replaceFile(name, func(w io.Writer) error {
			_, err := io.WriteString(w, c.written)
			return errors.Join(err, c.err)
		})
		if !errors.Is(err, c.err) {
			t.Errorf("%s: %v", c.written, err)
		}
		content, err := os.ReadFile(name)
		if err != nil || string(content) != c.want {
			t.Errorf("after %q: %q, %v", c.written, content, err)
		}
		if left, _ := filepath.Glob(name + ".*"); len(left) > 0 {
			t.Errorf("after %q: %v", c.written, left)
		}
	}
}

func TestOldBackupsGo(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{
		"carteado-2026-11-20-0400.backup", "carteado-2026-11-21-0400.backup.age", "carteado-2026-11-22-0400.backup",
		"carteado-2026-11-19-0400.dump", "carteado-before.backup", "carteado-2026-11-18-0400.backup.part",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := removeOldest(dir, 0); err != nil || len(backups(dir)) != 3 {
		t.Errorf("%v, %v", backups(dir), err)
	}
	if gone, err := removeOldest(dir, 2); err != nil || len(gone) != 1 || len(backups(dir)) != 2 || filepath.Base(backups(dir)[0]) != "carteado-2026-11-21-0400.backup.age" {
		t.Errorf("%v, %v", backups(dir), err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 5 {
		t.Errorf("what is not ours went, too: %v", left)
	}
	expect(t, "newest", newestBackup(dir), time.Date(2026, 11, 22, 4, 0, 0, 0, time.UTC))
	expect(t, "newest of none", newestBackup(t.TempDir()).IsZero(), true)
}

func TestBackupRefusals(t *testing.T) {
	file := filepath.Join(t.TempDir(), "club.backup")
	for name, b := range map[string]backupCommand{
		"every, into a file": {File: file, Every: time.Hour}, "keep, of a file": {File: file, Keep: 3},
	} {
		if err := b.Run(t.Context(), io.Discard); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	t.Setenv("DATABASE_URL", "postgres://nobody@localhost/none")
	t.Setenv("CARTEADO_BACKUP_KEYS", "no key")
	if err := (backupCommand{File: file}).Run(t.Context(), io.Discard); err == nil || !strings.Contains(err.Error(), "CARTEADO_BACKUP_KEYS") {
		t.Errorf("no key: %v", err)
	}
}
