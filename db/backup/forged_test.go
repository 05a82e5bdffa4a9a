package backup_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"carteado/db/backup"
)

// forged is a club's file with other rows in one table, and sums that fit.
func forged(t *testing.T, content []byte, table, old, instead string) []byte {
	t.Helper()
	return packed(t, content, table, old, instead, true)
}

// changed is a backup with other rows in one table, by the sums that it had before.
func changed(t *testing.T, content []byte, table, old, instead string) []byte {
	t.Helper()
	return packed(t, content, table, old, instead, false)
}

func packed(t *testing.T, content []byte, table, old, instead string, fits bool) []byte {
	t.Helper()
	zipped, err := gzip.NewReader(bytes.NewReader(content))
	must(t, err)
	var out bytes.Buffer
	to := gzip.NewWriter(&out)
	from, archive, changed := tar.NewReader(zipped), tar.NewWriter(to), false
	sum := sha256.New()
	for {
		file, err := from.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		must(t, err)
		text, err := io.ReadAll(from)
		must(t, err)
		switch {
		case strings.HasPrefix(file.Name, "tables/"+table+"/"):
			changed = changed || bytes.Contains(text, []byte(old))
			text = bytes.ReplaceAll(text, []byte(old), []byte(instead))
			_, _ = sum.Write(text)
		case file.Name == "sums.json" && fits:
			sums := map[string]string{}
			must(t, json.Unmarshal(text, &sums))
			sums[table] = hex.EncodeToString(sum.Sum(nil))
			text, err = json.Marshal(sums)
			must(t, err)
		}
		file.Size = int64(len(text))
		must(t, archive.WriteHeader(file))
		_, err = archive.Write(text)
		must(t, err)
	}
	must(t, archive.Close())
	must(t, to.Close())
	if !changed {
		t.Fatalf("%s has no %q", table, old)
	}
	return out.Bytes()
}

// A club's file is not signed: what a program writes into each holds for a forged one, too. Its players are no
// accounts, its tables are closed, and a match that is not over is refused.
func TestAForgedFile(t *testing.T) {
	t.Parallel()
	c, _, content := written(t)
	house := found(t)
	accounts := func() int { return house.count(t, `SELECT count(*) FROM players WHERE NOT placeholder`) }
	before := accounts()
	_, err := house.take(t, forged(t, content, "players", "\t\t\\N\tt\n", "\thash\t\\N\tf\n"), elsewhere)
	must(t, err)
	if n := accounts() - before; n != 0 || house.count(t, `SELECT count(*) FROM players WHERE placeholder
		AND password_hash <> ''`) != 0 {
		t.Errorf("%d accounts have come with a password", n)
	}

	another := found(t)
	_, err = another.take(t, forged(t, content, "tables", "\tclosed\t", "\tplaying\t"), elsewhere)
	must(t, err)
	if n := another.count(t, `SELECT count(*) FROM tables WHERE status <> 'closed'`); n != 0 {
		t.Errorf("%d tables have come open", n)
	}
	third := found(t)
	_, err = third.take(t, forged(t, content, "matches", "\tover\t", "\tplaying\t"), elsewhere)
	refused(t, err, backup.ErrNoBackup)

	must(t, c.exec(t, `UPDATE clubs SET host_passkeys = true`))
	fourth := found(t)
	_, err = fourth.take(t, c.file(t, "clube-do-baralho"), elsewhere)
	must(t, err)
	if n := fourth.count(t, `SELECT count(*) FROM clubs WHERE host_passkeys`); n != 0 {
		t.Error("an owner without a passkey could do nothing in the club")
	}
}
