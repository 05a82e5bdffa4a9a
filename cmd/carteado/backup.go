package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"filippo.io/age"

	"carteado/cmd/carteado/games"
	"carteado/db/backup"
	"carteado/db/clubs"
	"carteado/db/pg"
	"carteado/db/postgres"
)

// Backups in a directory are named by the minute, so that their names sort by age.
const (
	backupName      = "carteado-2006-01-02-1504.backup"
	backupEncrypted = ".age"
	backupUnwritten = ".part"
	backupUnproved  = "carteado-unproved.backup"
)

// retryBackup is the wait after a failed backup.
const retryBackup = 10 * time.Minute

type backupCommand struct {
	File     string        `arg:"" help:"The file to write, or a directory for one that is named by the time."`
	Prove    bool          `help:"Restore it into a database of its own, play every match again and compare."`
	Identity string        `help:"A file with the age identity that opens it: --prove then proves that, too." type:"existingfile"`
	Every    time.Duration `help:"Go on, and write another this often into the directory."`
	Keep     int           `help:"Remove all but this many of the backups in the directory." default:"0"`
}

// Run writes a backup beside a running club. A file that is there already stays
// whole until the new one is.
func (b backupCommand) Run(ctx context.Context, out io.Writer) error {
	if dir := isDirectory(b.File); !dir && (b.Every > 0 || b.Keep > 0) {
		return fmt.Errorf("--every and --keep need a directory, and %s is none", b.File)
	}
	return withURL(ctx, func(url string, c config) error {
		log := c.logger(os.Stderr)
		keys, err := recipients(c.BackupKeys)
		if err != nil {
			return err
		}
		if b.Every == 0 {
			if err := soon(ctx, url, log, pg.Await); err != nil {
				return err
			}
			return b.once(ctx, url, c.keys(), keys, out)
		}
		if err := pg.AwaitSchema(ctx, url, log); err != nil && ctx.Err() == nil {
			return err
		}
		return b.again(ctx, url, c.keys(), keys, out, log)
	})
}

// again writes backups until it is told to stop. A restarted program goes on where it was.
func (b backupCommand) again(ctx context.Context, url, ring string, keys []age.Recipient, out io.Writer,
	log *slog.Logger) error {
	next := newestBackup(b.File).Add(b.Every)
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
			continue
		case <-time.After(time.Until(next)):
		}
		began := time.Now()
		next = began.Add(b.Every)
		switch err := b.once(ctx, url, ring, keys, out); {
		case errors.Is(err, pg.ErrRefused):
			return err // started again, it may read another password
		case err != nil:
			log.Error("no backup was written", slog.Any("error", err))
			next = began.Add(min(b.Every, retryBackup))
		}
	}
	return nil
}

// once writes a backup, and notes in the database how that went.
func (b backupCommand) once(ctx context.Context, url, ring string, keys []age.Recipient, out io.Writer) error {
	removeUnwritten(b.File)
	note, err := b.write(ctx, url, ring, keys, out)
	if errors.Is(err, pg.ErrRefused) || errors.Is(err, backup.ErrEmpty) {
		return err // and nothing can be noted
	}
	var removed []string
	if err == nil {
		removed, err = removeOldest(b.File, b.Keep)
	}
	return errors.Join(err, clubs.NoteBackup(ctx, url, note, removed...))
}

func (b backupCommand) write(ctx context.Context, url, ring string, keys []age.Recipient,
	out io.Writer) (*clubs.BackupNote, error) {
	file, unproved := b.File, b.File+".unproved"
	if isDirectory(b.File) {
		unproved = filepath.Join(b.File, backupUnproved)
		file = filepath.Join(b.File, time.Now().UTC().Format(backupName))
		if len(keys) > 0 {
			file += backupEncrypted
		}
	}
	identities, keys, err := b.identities(keys)
	if err != nil {
		return nil, err
	}
	var manifest backup.Manifest
	err = replaceFile(file, func(w io.Writer) error {
		return sealed(w, keys, func(w io.Writer) (err error) {
			manifest, err = backup.Write(ctx, url, programVersion(), w)
			return err
		})
	}, func(written string) error {
		if _, err := fmt.Fprintf(out, "%s: %d matches, schema %d.\n", file, len(manifest.Matches),
			manifest.Schema); err != nil || !b.Prove {
			return err
		}
		err := prove(ctx, url, ring, written, identities, out)
		if err != nil { // it may be all that there is, as without room for the proof
			err = errors.Join(fmt.Errorf("%w; it lies in %s", err, unproved), os.Rename(written, unproved))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, head := range manifest.Heads {
		if _, err := fmt.Fprintf(out, "Log of club %s\n", head); err != nil {
			return nil, err
		}
	}
	if b.Prove {
		_ = os.Remove(unproved) // this one is better
	}
	note := &clubs.BackupNote{Name: filepath.Base(file), Matches: len(manifest.Matches), Proved: b.Prove}
	if written, err := os.Stat(file); err == nil {
		note.Size = written.Size()
	}
	return note, nil
}

// sealed writes what is encrypted for keys, if there are any.
func sealed(w io.Writer, keys []age.Recipient, write func(io.Writer) error) error {
	if len(keys) == 0 {
		return write(w)
	}
	within, err := age.Encrypt(w, keys...)
	if err == nil {
		err = write(within)
	}
	if err != nil {
		return err
	}
	return within.Close()
}

// identities open what is encrypted for keys, to prove it. Where none was given it is encrypted for one of our own,
// too, which is forgotten afterwards: the hosts' identity need not lie on the machine.
func (b backupCommand) identities(keys []age.Recipient) ([]age.Identity, []age.Recipient, error) {
	if b.Identity != "" || len(keys) == 0 || !b.Prove {
		identities, err := readIdentities(b.Identity)
		return identities, keys, err
	}
	own, err := age.GenerateX25519Identity()
	if err != nil {
		return nil, nil, err
	}
	return []age.Identity{own}, append(slices.Clip(keys), own.Recipient()), nil
}

func prove(ctx context.Context, url, ring, file string, identities []age.Identity, out io.Writer) error {
	proof, err := backup.Prove(ctx, url, ring, games.Rules(), func() (io.ReadCloser, error) {
		return openBackup(file, identities)
	}, progress(os.Stderr))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "Proved in %s: %d matches with %d moves, played again, are as they were",
		proof.Took.Round(time.Millisecond), proof.Matches, proof.Moves)
	if err == nil && proof.Closed > 0 {
		_, err = fmt.Fprintf(out, "; %d could not be read, for want of their key", proof.Closed)
	}
	if err == nil && proof.Older > 0 {
		_, err = fmt.Fprintf(out, "; of %d under older rules only the hashes", proof.Older)
	}
	if err == nil {
		_, err = fmt.Fprintln(out, ".")
	}
	return err
}

type restoreCommand struct {
	File     string `arg:"" help:"The backup." type:"existingfile"`
	Into     string `help:"URL of the database, which must be empty or a club's that has not been founded. Left out: the club's own; a private one while no program runs it."`
	Replace  bool   `help:"Replace the club that is there."`
	Identity string `help:"A file with the age identity that opens an encrypted backup." type:"existingfile"`
}

func (r restoreCommand) Run(ctx context.Context, out io.Writer) (err error) {
	c, err := readConfig()
	if err != nil {
		return err
	}
	switch {
	case r.Into == "":
		var private *postgres.Server
		if r.Into, private, err = c.database(ctx, slog.New(slog.DiscardHandler)); err != nil {
			return err
		}
		r.Into = c.owner(r.Into)
		if private != nil {
			defer func() { err = errors.Join(err, private.Stop()) }()
		}
	case c.DatabasePassword != "" && lacksPassword(r.Into):
		if r.Into, err = withPassword(r.Into, strings.TrimSpace(c.DatabasePassword)); err != nil {
			return err
		}
	}
	log := c.logger(os.Stderr)
	if err := soon(ctx, r.Into, log, pg.Await); err != nil {
		return err
	}
	identities, err := readIdentities(r.Identity)
	if err != nil {
		return err
	}
	manifest, err := backup.Restore(ctx, r.Into, func() (io.ReadCloser, error) {
		return openBackup(r.File, identities)
	}, r.Replace, log)
	if errors.Is(err, backup.ErrHoldsClub) {
		err = fmt.Errorf("%w: --replace puts the backup in its place", err)
	}
	if err == nil {
		_, err = fmt.Fprintf(out, "Restored %d matches, as of %s. "+
			"If the club goes on from there, its log has to be told: admin verify-audit --restored.\n",
			len(manifest.Matches), manifest.At.UTC().Format("2006-01-02 15:04 UTC"))
	}
	return err
}

// recipients reads the age keys that a backup is encrypted for.
func recipients(keys string) ([]age.Recipient, error) {
	if keys == "" {
		return nil, nil
	}
	read, err := age.ParseRecipients(strings.NewReader(strings.ReplaceAll(keys, ",", "\n")))
	if err != nil {
		err = fmt.Errorf("CARTEADO_BACKUP_KEYS: %w", err)
	}
	return read, err
}

// readIdentities reads a file of age identities; none where it has no name.
func readIdentities(name string) ([]age.Identity, error) {
	if name == "" {
		return nil, nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	identities, err := age.ParseIdentities(file)
	return identities, errors.Join(err, file.Close())
}

// openBackup opens a file that may be encrypted, whatever it is called.
func openBackup(file string, identities []age.Identity) (io.ReadCloser, error) {
	const encrypted = "age-encryption.org/"
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	buffered := bufio.NewReader(in)
	var content io.Reader = buffered
	if start, err := buffered.Peek(len(encrypted)); err == nil && string(start) == encrypted {
		if len(identities) == 0 {
			return nil, errors.Join(fmt.Errorf("%s is encrypted: --identity names the file that opens it", file),
				in.Close())
		}
		if content, err = age.Decrypt(buffered, identities...); err != nil {
			return nil, errors.Join(err, in.Close())
		}
	}
	return struct {
		io.Reader
		io.Closer
	}{content, in}, nil
}

// replaceFile writes beside a file and takes its place once all of it is on the disk and was found to be right, so
// that what is there stays when the disk is full, and nothing takes its place that does not prove.
func replaceFile(name string, write func(io.Writer) error, check func(written string) error) (err error) {
	file, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*"+backupUnwritten) // for its owner alone
	if err != nil {
		return err
	}
	part := file.Name()
	defer func() {
		if err == nil {
			return
		}
		if left := os.Remove(part); !errors.Is(left, fs.ErrNotExist) {
			err = errors.Join(err, left)
		}
	}()
	if err := errors.Join(write(file), file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := check(part); err != nil {
		return err
	}
	if err := os.Rename(part, name); err != nil {
		return err
	}
	dir, err := os.Open(filepath.Dir(name))
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// removeOldest keeps the newest backups of a directory, 0 keeps all, and returns the
// names of the others.
func removeOldest(dir string, keep int) (removed []string, err error) {
	files := backups(dir)
	if keep == 0 || len(files) <= keep {
		return nil, nil
	}
	for _, old := range files[:len(files)-keep] {
		if err := os.Remove(old); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return removed, err
		}
		removed = append(removed, filepath.Base(old))
	}
	return removed, nil
}

// removeUnwritten removes what backups have left in a directory that were killed, or cut off from their disk.
func removeUnwritten(dir string) {
	const stale = 24 * time.Hour // nothing is written for so long

	files, _ := filepath.Glob(filepath.Join(dir, "carteado-*.backup.*"+backupUnwritten)) // it has no mistake
	for _, name := range files {
		if info, err := os.Stat(name); err == nil && time.Since(info.ModTime()) > stale {
			_ = os.Remove(name) // if not now, with the next
		}
	}
}

// newestBackup is when the last one in a directory was written; zero: never.
func newestBackup(dir string) time.Time {
	files := backups(dir)
	if len(files) == 0 {
		return time.Time{}
	}
	at, _ := writtenAt(files[len(files)-1])
	return at
}

// backups are the files that we have named in a directory, the oldest first.
func backups(dir string) []string {
	files, _ := filepath.Glob(filepath.Join(dir, "carteado-*.backup*")) // it has no mistake
	files = slices.DeleteFunc(files, func(name string) bool {
		_, err := writtenAt(name)
		return err != nil
	})
	slices.Sort(files)
	return files
}

func writtenAt(name string) (time.Time, error) {
	return time.Parse(backupName, strings.TrimSuffix(filepath.Base(name), backupEncrypted))
}

func isDirectory(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
