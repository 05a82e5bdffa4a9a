package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"filippo.io/age"
	"github.com/jackc/pgx/v5/pgproto3"

	"carteado/cmd/carteado/games"
	"carteado/db"
	"carteado/db/accounts"
	"carteado/db/clubs"
	"carteado/db/dbtest"
	"carteado/db/live"
)

// A club is backed up, encrypted and proved, and brought back elsewhere.
func TestBackup(t *testing.T) {
	url, elsewhere, dir := dbtest.New(t), dbtest.New(t), t.TempDir()
	keys := t.TempDir()
	t.Setenv("DATABASE_URL", url)
	t.Setenv("CARTEADO_KEYS", keys)
	store, err := db.Open(t.Context(), db.Config{URL: url, Games: games.Rules(), Timeout: dbtest.Timeout, Keys: keys})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	club, ana, err := store.Setup(t.Context(), clubs.NewClub{Name: "Quinta", Lang: "en", TimeZone: "UTC"},
		accounts.NewPlayer{Name: "Ana", Password: "hash"})
	if err != nil {
		t.Fatal(err)
	}
	for _, game := range games.Rules() { // each dealt at once, against a bot
		if _, err := store.OpenTable(t.Context(), club.ID, ana.ID,
			live.NewTable{Contribution: live.Contribution{Seal: dbtest.Seal(t, store, ana.ID)}, Game: game.Info().Key,
				Seats: []live.SeatChoice{{Kind: live.SeatBot, Level: "club"}}}); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	plain := filepath.Join(dir, "club.backup")
	if err := (backupCommand{File: plain, Prove: true}).Run(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "Proved in") ||
		!strings.Contains(out.String(), fmt.Sprintf(" %d matches with", len(games.Rules()))) {
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
	nameless := filepath.Join(t.TempDir(), "copy") // encrypted, and not called so
	out.Reset()
	if err := (backupCommand{File: nameless, Prove: true}).Run(t.Context(), &out); err != nil ||
		!strings.Contains(out.String(), "Proved in") {
		t.Errorf("an encrypted backup is not proved without its identity: %v, said %s", err, &out)
	}
	if err := (restoreCommand{File: nameless, Into: elsewhere}).Run(t.Context(), &out); err == nil ||
		!strings.Contains(err.Error(), "--identity") {
		t.Errorf("an encrypted backup by another name: %v", err)
	}
	// One that does not prove takes the place of none, and counts as none.
	other, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	wrong := filepath.Join(t.TempDir(), "identity")
	if err := os.WriteFile(wrong, []byte(other.String()+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(nameless)
	if err != nil {
		t.Fatal(err)
	}
	for file, unproved := range map[string]string{nameless: nameless + ".unproved",
		dir: filepath.Join(dir, backupUnproved)} {
		if err := (backupCommand{File: file, Prove: true, Identity: wrong}).Run(t.Context(), &out); err == nil ||
			!strings.Contains(err.Error(), unproved) {
			t.Errorf("%s, with another identity: %v", file, err)
		}
		if _, err := os.Stat(unproved); err != nil {
			t.Error(err)
		}
	}
	if after, err := os.ReadFile(nameless); err != nil || !bytes.Equal(after, before) {
		t.Errorf("the earlier one is another: %v", err)
	}
	if files := backups(dir); len(files) != 0 {
		t.Errorf("it counts as %v", files)
	}
	if err := (backupCommand{File: dir, Prove: true, Identity: identity}).Run(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, backupUnproved)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it stays beside one that proves: %v", err)
	}
	files := backups(dir)
	if len(files) != 1 || filepath.Ext(files[0]) != backupEncrypted {
		t.Fatalf("backups %v", files)
	}
	content, err := os.ReadFile(files[0])
	if err != nil || bytes.Contains(content, []byte("manifest.json")) ||
		!bytes.HasPrefix(content, []byte("age-encryption.org")) {
		t.Errorf("not encrypted: %v", err)
	}
	if err := (restoreCommand{File: files[0], Into: elsewhere}).Run(t.Context(), &out); err == nil ||
		!strings.Contains(err.Error(), "--identity") {
		t.Errorf("restored without the identity: %v", err)
	}
	if err := (restoreCommand{File: files[0], Into: elsewhere, Identity: identity}).Run(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	if err := (restoreCommand{File: plain, Into: elsewhere}).Run(t.Context(), &out); err == nil ||
		!strings.Contains(err.Error(), "--replace") {
		t.Errorf("a club was replaced: %v", err)
	}
	if err := (restoreCommand{File: plain, Into: elsewhere, Replace: true}).Run(t.Context(), &out); err != nil ||
		!strings.HasSuffix(out.String(), "its log has to be told: admin verify-audit --restored.\n") {
		t.Errorf("replaced: %v, %s", err, out.String())
	}
	t.Setenv("DATABASE_URL", elsewhere)
	if err := (restoreCommand{File: plain}).Run(t.Context(), &out); err == nil ||
		!strings.Contains(err.Error(), "--replace") {
		t.Errorf("the club's own was replaced: %v", err)
	}
}

// A disk that is full leaves the last backup as it is.
func TestReplaceFile(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "club.backup")
	unproved := errors.New("not proved")
	for _, c := range []struct {
		written    string
		err, wrong error
		want       string
	}{{"first", nil, nil, "first"}, {"sec", syscall.ENOSPC, nil, "first"}, {"worse", nil, unproved, "first"},
		{"third", nil, nil, "third"}} {
		err := replaceFile(name, func(w io.Writer) error {
			_, err := io.WriteString(w, c.written)
			return errors.Join(err, c.err)
		}, func(written string) error {
			if content, err := os.ReadFile(written); err != nil || string(content) != c.written {
				t.Errorf("checked is %q, %v", content, err)
			}
			return c.wrong
		})
		if !errors.Is(err, cmp.Or(c.err, c.wrong)) {
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
	if gone, err := removeOldest(dir, 2); err != nil || len(gone) != 1 || len(backups(dir)) != 2 ||
		filepath.Base(backups(dir)[0]) != "carteado-2026-11-21-0400.backup.age" {
		t.Errorf("%v, %v", backups(dir), err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 5 {
		t.Errorf("what is not ours went, too: %v", left)
	}
	cut := filepath.Join(dir, "carteado-2026-11-22-0400.backup.age.123.part")
	for _, age := range []time.Duration{time.Hour, 25 * time.Hour} {
		at := time.Now().Add(-age)
		if err := errors.Join(os.WriteFile(cut, nil, 0o600), os.Chtimes(cut, at, at)); err != nil {
			t.Fatal(err)
		}
		removeUnwritten(dir)
		_, err := os.Stat(cut)
		expect(t, "what a killed backup left is there after "+age.String(), err == nil, age < 24*time.Hour)
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
	if err := (backupCommand{File: file}).Run(t.Context(), io.Discard); err == nil ||
		!strings.Contains(err.Error(), "CARTEADO_BACKUP_KEYS") {
		t.Errorf("no key: %v", err)
	}
}

// A database that is there and lets nobody in is no reason to wait: every command says
// so in one line and ends.
func TestCommandsSayWhyTheyGetNoDatabase(t *testing.T) {
	refusing, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer refusing.Close()
	go func() { // as PostgreSQL answers a wrong password
		for {
			conn, err := refusing.Accept()
			if err != nil {
				return
			}
			server := pgproto3.NewBackend(conn, conn)
			_, _ = server.ReceiveStartupMessage()
			server.Send(&pgproto3.ErrorResponse{Severity: "FATAL", Code: "28P01",
				Message: "password authentication failed"})
			_ = errors.Join(server.Flush(), conn.Close())
		}
	}()
	dir := t.TempDir()
	file := filepath.Join(dir, "club.backup")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	nobody, err := url.Parse(dbtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	nobody.User = url.User("nobody_at_all")
	for database, why := range map[string]string{
		"postgres://carteado:hunter2@" + refusing.Addr().String() + "/carteado?sslmode=disable": "refuses the password",
		elsewhere(t, "none"): `database "none" does not exist`,
		nobody.String():      `role "nobody_at_all" does not exist`,
	} {
		t.Setenv("DATABASE_URL", database)
		for name, run := range map[string]func() error{
			"serve": func() error {
				return run(t.Context(), config{Listen: "localhost:0", DatabaseURL: database},
					slog.New(slog.DiscardHandler), nil)
			},
			"migrate": func() error { return migrateCommand{}.Run(t.Context()) },
			"backup":  func() error { return backupCommand{File: file}.Run(t.Context(), io.Discard) },
			"backup every": func() error {
				return backupCommand{File: dir, Every: time.Hour}.Run(t.Context(), io.Discard)
			},
			"restore": func() error { return restoreCommand{File: file}.Run(t.Context(), io.Discard) },
			"restore into": func() error {
				return restoreCommand{File: file, Into: database}.Run(t.Context(), io.Discard)
			},
			"admin": func() error { return verifyAuditCommand{}.Run(t.Context(), io.Discard) },
		} {
			err := run()
			if err == nil || !strings.Contains(err.Error(), why) || strings.Contains(err.Error(), "\n") ||
				strings.Contains(err.Error(), "hunter2") {
				t.Errorf("%s: %v, want %q in one line", name, err, why)
			}
		}
	}
}
