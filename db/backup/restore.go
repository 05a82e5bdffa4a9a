package backup

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"log/slog"
	"maps"
	neturl "net/url"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/db/pg"
)

var (
	// ErrHoldsClub is returned when a backup would replace a club.
	ErrHoldsClub = errors.New("the database holds a club")
	// ErrNotOurs is returned for a database with what another program made.
	ErrNotOurs = errors.New("the database holds what is not of Carteado")
	// ErrNoBackup is returned for a file that is no whole backup.
	ErrNoBackup = errors.New("not a whole backup")
	// ErrNewer is returned for a file of a newer program.
	ErrNewer = errors.New("a newer program wrote the file")
	// ErrOneClub is returned for a file that holds one club, where a house is restored.
	ErrOneClub = errors.New("the file holds one club, which `carteado admin import-club` takes into a house")
)

// restoreSchema is where a backup is restored, beside the club that is there: a schema of
// its own takes no right to make databases.
const restoreSchema = "carteado_restore"

// restoreLock is of one restore at a time: any number that nobody else uses.
const restoreLock = 0x6361727466

// maxPiece is how many bytes a piece of a file may have: one with rows has some more than pieceSize, and the manifest
// has a line for each match.
const maxPiece = 256 << 20

// cleanTime is how long a restore waits for its connection, or what one that failed has left, to be gone.
const cleanTime = time.Minute

// Restore puts a backup into a database that has no club yet, or replaces the
// club if told, and brings it up to date. It is read twice: nothing is begun
// before it has been found whole. What was there goes in the one step in which all of
// the backup takes its place, so that whatever ends a restore before leaves it as it was.
func Restore(ctx context.Context, url string, open func() (io.ReadCloser, error), replace bool, log *slog.Logger) (
	m Manifest, err error) {
	m, err = eachPiece(open, nil)
	if err == nil && m.Club != nil {
		err = ErrOneClub
	}
	if err == nil {
		err = fill(ctx, url, open, m, log, filling{
			may: func(ctx context.Context, conn *pgx.Conn) error { return mayFill(ctx, conn, replace) },
			end: func(ctx context.Context, tx pgx.Tx) error { return takePlace(ctx, tx, replace) },
		})
	}
	if err != nil {
		return m, fmt.Errorf("restore: %w", err)
	}
	return m, nil
}

// A filling says what becomes of the rows of a file, which stand in a schema beside the club's.
type filling struct {
	may  func(context.Context, *pgx.Conn) error // refuses ahead of everything
	look func(ctx context.Context, scratch string) error
	end  func(context.Context, pgx.Tx) error // leaves nothing of that schema
}

// eachPiece reads a whole backup and hands over the rows of its tables. ErrNoBackup.
func eachPiece(open func() (io.ReadCloser, error), take func(table string, rows []byte) error) (m Manifest, err error) {
	in, err := open()
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	zipped, err := gzip.NewReader(in)
	if err != nil {
		return m, pg.Because(ErrNoBackup, err)
	}
	archive := tar.NewReader(zipped)
	sums, said := map[string]hash.Hash{}, map[string]string(nil)
	for {
		file, err := archive.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return m, pg.Because(ErrNoBackup, err)
		}
		if file.Size > maxPiece {
			return m, fmt.Errorf("%w: %s is too large", ErrNoBackup, file.Name)
		}
		content, err := io.ReadAll(archive)
		if err != nil {
			return m, pg.Because(ErrNoBackup, err)
		}
		switch table, isTable := strings.CutPrefix(file.Name, "tables/"); {
		case isTable:
			table, _, _ = strings.Cut(table, "/")
			if sums[table] == nil {
				return m, fmt.Errorf("%w: it does not name the table %s", ErrNoBackup, table)
			}
			_, _ = sums[table].Write(content) // never fails
			if take != nil {
				if err := take(table, content); err != nil {
					return m, err
				}
			}
		case file.Name == manifestName:
			if err := json.Unmarshal(content, &m); err != nil || m.Format != fileFormat && m.Format != clubFormat {
				return m, fmt.Errorf("%w: format %d", ErrNoBackup, m.Format)
			}
			for _, table := range m.Tables {
				sums[table.Name] = sha256.New()
			}
		case file.Name == sumsName:
			if err := json.Unmarshal(content, &said); err != nil {
				return m, pg.Because(ErrNoBackup, err)
			}
		}
	}
	if said == nil {
		return m, fmt.Errorf("%w: its end is missing", ErrNoBackup)
	}
	for table, sum := range sums {
		if hex.EncodeToString(sum.Sum(nil)) != said[table] {
			return m, fmt.Errorf("%w: %s was changed", ErrNoBackup, table)
		}
	}
	return m, nil
}

// fill restores a backup that was found whole.
func fill(ctx context.Context, url string, open func() (io.ReadCloser, error), m Manifest, log *slog.Logger,
	f filling) (err error) {
	if known, err := pg.Newest(); err != nil || m.Schema > known {
		return errors.Join(err, fmt.Errorf("%w: the backup has schema %d, this program knows %d: use the program "+
			"that wrote it (%s)", ErrNewer, m.Schema, known, m.Program))
	}
	conn, err := pg.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, leave(ctx, conn)) }()
	if err := f.may(ctx, conn); err != nil {
		return err
	}
	var alone bool
	if err := conn.QueryRow(ctx, `SELECT pg_try_advisory_lock($1)`, restoreLock).Scan(&alone); err != nil || !alone {
		return errors.Join(err, errors.New("another restore is under way in this database"))
	}
	// One that was killed has left its own.
	if _, err := conn.Exec(ctx, `DROP SCHEMA IF EXISTS `+restoreSchema+` CASCADE; CREATE SCHEMA `+restoreSchema+`;
		SET search_path = `+restoreSchema); err != nil {
		return err
	}
	scratch := with(url, "search_path", restoreSchema)
	err = pg.MigrateTo(ctx, scratch, m.Schema, m.Queue)
	if err == nil {
		err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return copyRows(ctx, tx, open, m) })
	}
	if err == nil {
		err = pg.Migrate(ctx, scratch, log)
	}
	if err == nil && f.look != nil {
		err = f.look(ctx, scratch)
	}
	if err == nil {
		err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return f.end(ctx, tx) })
	}
	if err != nil {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cleanTime)
		defer cancel()
		_ = conn.Close(ctx) // what was cancelled or cut has closed it already
		clean(ctx, url)
	}
	return err
}

// clean drops what a restore has left. Where it fails, the next restore does it.
func clean(ctx context.Context, url string) {
	conn, err := pg.Connect(ctx, url)
	if err != nil {
		return
	}
	// The lock is free once the server has noticed that the restore has ended.
	if _, err = conn.Exec(ctx, fmt.Sprintf(`SELECT pg_advisory_lock(%d)`, restoreLock)); err == nil {
		_, _ = conn.Exec(ctx, `DROP SCHEMA IF EXISTS `+restoreSchema+` CASCADE`)
	}
	_ = leave(ctx, conn)
}

// leave closes the connection of a restore. It frees the lock before, so that the next restore may begin at once: the
// server notices the end of a connection a moment later.
func leave(ctx context.Context, conn *pgx.Conn) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cleanTime)
	defer cancel()
	_, _ = conn.Exec(ctx, fmt.Sprintf(`SELECT pg_advisory_unlock(%d)`, restoreLock)) // there is none on a closed one
	return conn.Close(ctx)
}

// copyRows copies all rows in. Foreign keys are made again afterwards, so that the
// tables' order does not matter; triggers rest, as they have done their work.
func copyRows(ctx context.Context, tx pgx.Tx, open func() (io.ReadCloser, error), m Manifest) error {
	keys, err := foreignKeys(ctx, tx)
	if err != nil {
		return err
	}
	var before, after []string
	for _, key := range keys {
		before = append(before, fmt.Sprintf("ALTER TABLE %s DROP CONSTRAINT %s", key.Table, key.Name))
		after = append(after, fmt.Sprintf("ALTER TABLE %s ADD CONSTRAINT %s %s", key.Table, key.Name, key.Definition))
	}
	copies := map[string]string{}
	for _, table := range m.Tables {
		name := pgx.Identifier{table.Name}.Sanitize()
		// what migrations wrote; files of a TRUNCATE would stay after a crash of the server
		before = append(before, "ALTER TABLE "+name+" DISABLE TRIGGER USER", "DELETE FROM "+name)
		after = append(after, "ALTER TABLE "+name+" ENABLE TRIGGER USER", "ANALYZE "+name)
		copies[table.Name] = "COPY " + table.copied() + " FROM STDIN"
	}
	for _, sequence := range slices.Sorted(maps.Keys(m.Sequences)) {
		after = append(after, fmt.Sprintf("SELECT setval('%s', %d, false)",
			strings.ReplaceAll(pgx.Identifier{sequence}.Sanitize(), "'", "''"), m.Sequences[sequence]))
	}
	for _, statement := range before {
		if _, err := tx.Exec(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	if err := copyIn(ctx, tx, open, copies); err != nil {
		return err
	}
	for _, statement := range after {
		if _, err := tx.Exec(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	hashes, err := matchHashes(ctx, tx, everyMatch)
	if err == nil && !slices.Equal(hashes, m.Matches) {
		err = fmt.Errorf("%w: the matches in the database are not those of the backup", ErrNoBackup)
	}
	return err
}

type foreignKey struct{ Table, Name, Definition string }

func foreignKeys(ctx context.Context, tx pgx.Tx) ([]foreignKey, error) {
	rows, err := tx.Query(ctx, `SELECT conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid)
		FROM pg_constraint
		WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY 1, 2`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[foreignKey])
}

// copyIn runs one COPY per table, whose pieces come one after the other.
func copyIn(ctx context.Context, tx pgx.Tx, open func() (io.ReadCloser, error), copies map[string]string) error {
	var table string
	var feed *io.PipeWriter
	var done chan error
	end := func(with error) error {
		if feed == nil {
			return with
		}
		_ = feed.CloseWithError(with) // always nil
		feed = nil
		if copied := <-done; !errors.Is(with, copied) {
			return errors.Join(with, copied)
		}
		return with
	}
	_, err := eachPiece(open, func(of string, rows []byte) error {
		if of != table || feed == nil {
			if err := end(nil); err != nil {
				return err
			}
			reader, writer := io.Pipe()
			table, feed, done = of, writer, make(chan error, 1)
			go func() {
				_, err := tx.Conn().PgConn().CopyFrom(ctx, reader, copies[of])
				if code := pg.Code(err); strings.HasPrefix(code, "22") || strings.HasPrefix(code, "23") {
					err = pg.Because(ErrNoBackup, err) // no table has such rows
				}
				if err != nil {
					err = fmt.Errorf("%s: %w", of, err)
				}
				_ = reader.CloseWithError(err)
				done <- err
			}()
		}
		_, err := feed.Write(rows)
		return err
	})
	return end(err)
}

// with is an address with another setting of its sessions.
func with(url, setting, value string) string {
	u, err := neturl.Parse(url)
	if err != nil || u.Scheme == "" {
		return url + " " + setting + "=" + value
	}
	q := u.Query()
	q.Set(setting, value)
	u.RawQuery = q.Encode()
	return u.String()
}
