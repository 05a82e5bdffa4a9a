package db

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
)

// restoreSchema is where a backup is restored, beside the club that is there: a schema of
// its own takes no right to make databases.
const restoreSchema = "carteado_restore"

// restoreLock is of one restore at a time: any number that nobody else uses.
const restoreLock = 0x6361727466

// cleanTime is how long a restore that failed waits for its connection to be gone.
const cleanTime = 10 * time.Second

// Restore puts a backup into a database that has no club yet, or replaces the
// club if told, and brings it up to date. It is read twice: nothing is begun
// before it has been found whole. What was there goes in the one step in which all of
// the backup takes its place, so that whatever ends a restore before leaves it as it was.
func Restore(ctx context.Context, url string, open func() (io.ReadCloser, error), replace bool, log *slog.Logger) (m Manifest, err error) {
	if m, err = eachPiece(open, nil); err == nil {
		err = restore(ctx, url, open, replace, m, log)
	}
	if err != nil {
		return m, fmt.Errorf("restore: %w", err)
	}
	return m, nil
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
			sums[table].Write(content)
			if take != nil {
				if err := take(table, content); err != nil {
					return m, err
				}
			}
		case file.Name == backupManifest:
			if err := json.Unmarshal(content, &m); err != nil || m.Format != backupFormat {
				return m, fmt.Errorf("%w: format %d", ErrNoBackup, m.Format)
			}
			for _, table := range m.Tables {
				sums[table.Name] = sha256.New()
			}
		case file.Name == backupSums:
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

func restore(ctx context.Context, url string, open func() (io.ReadCloser, error), replace bool, m Manifest, log *slog.Logger) (err error) {
	if known, err := pg.Newest(); err != nil || m.Schema > known {
		return errors.Join(err, fmt.Errorf("the backup has schema %d, this program knows %d: use the program that wrote it (%s)", m.Schema, known, m.Program))
	}
	conn, err := pg.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	if err := mayFill(ctx, conn, replace); err != nil {
		return err
	}
	var alone bool
	if err := conn.QueryRow(ctx, `SELECT pg_try_advisory_lock($1)`, restoreLock).Scan(&alone); err != nil || !alone {
		return errors.Join(err, errors.New("another restore is under way in this database"))
	}
	// One that was killed has left its own.
	if _, err := conn.Exec(ctx, `DROP SCHEMA IF EXISTS `+restoreSchema+` CASCADE; CREATE SCHEMA `+restoreSchema+`; SET search_path = `+restoreSchema); err != nil {
		return err
	}
	scratch := with(url, "search_path", restoreSchema)
	err = pg.MigrateTo(ctx, scratch, m.Schema, m.Queue)
	if err == nil {
		err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return load(ctx, tx, open, m) })
	}
	if err == nil {
		err = pg.Migrate(ctx, scratch, log)
	}
	if err == nil {
		err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
			return takePlace(ctx, tx, replace)
		})
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
	_ = conn.Close(ctx)
}

// takePlace moves what was restored into the schema public, which stays with its owner,
// its rights and its extensions; only the club that was there goes. Who might read a
// table of that club, or columns of it, may read the new one.
func takePlace(ctx context.Context, tx pgx.Tx, replace bool) error {
	var clubs bool
	err := tx.QueryRow(ctx, `SELECT to_regclass('public.clubs') IS NOT NULL`).Scan(&clubs)
	if err == nil && clubs { // somebody may be founding a club
		_, err = tx.Exec(ctx, `LOCK TABLE public.clubs IN ACCESS EXCLUSIVE MODE`)
	}
	if err == nil {
		err = mayFill(ctx, tx, replace)
	}
	if err != nil {
		return err
	}
	before, err := things(ctx, tx, "public")
	if err != nil {
		return err
	}
	after, err := things(ctx, tx, restoreSchema)
	if err == nil && clubs {
		err = othersAmong(ctx, tx, before, after)
	}
	if err != nil {
		return err
	}
	rights, err := grants(ctx, tx)
	if err != nil {
		return err
	}
	statements := []string{`CREATE SCHEMA IF NOT EXISTS public`}
	for _, it := range before {
		statements = append(statements, fmt.Sprintf("DROP %s IF EXISTS %s CASCADE", it.Kind, it.Name))
	}
	for _, it := range after {
		statements = append(statements, fmt.Sprintf("ALTER %s %s SET SCHEMA public", it.Kind, it.Name))
	}
	statements = append(statements, rights...)
	statements = append(statements, `DROP SCHEMA `+restoreSchema) // fails if anything was not moved
	_, err = tx.Exec(ctx, strings.Join(statements, ";"))
	return err
}

// othersAmong refuses to drop what somebody else made beside the club's tables: all that
// the new schema lacks, where the club's is of the same version, but for the queue's.
func othersAmong(ctx context.Context, q pg.Querier, there, ours []thing) error {
	var same bool
	err := q.QueryRow(ctx, `SELECT (SELECT max(version_id) FROM public.goose_db_version WHERE is_applied)
		IS NOT DISTINCT FROM (SELECT max(version_id) FROM `+restoreSchema+`.goose_db_version WHERE is_applied)`).Scan(&same)
	if err != nil || !same {
		return err
	}
	for _, it := range there {
		if !strings.HasPrefix(it.Name, "public.river_") && !slices.Contains(ours, thing{it.Kind, strings.ReplaceAll(it.Name, "public.", restoreSchema+".")}) {
			return fmt.Errorf("%w: the %s %s; move it into a schema of its own", ErrNotOurs, it.Kind, it.Name)
		}
	}
	return nil
}

// grants are the statements that give others the rights again that they have on single
// tables, their columns and sequences.
func grants(ctx context.Context, q pg.Querier) ([]string, error) {
	rows, err := q.Query(ctx, `SELECT format('GRANT %s ON %spublic.%I TO %s%s', g.privilege_type || coalesce(' (' || quote_ident(g.attname) || ')', ''),
			CASE c.relkind WHEN 'S' THEN 'SEQUENCE ' ELSE '' END, c.relname,
			CASE g.grantee WHEN 0 THEN 'PUBLIC' ELSE g.grantee::regrole::text END, CASE WHEN g.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END)
		FROM pg_class c, LATERAL (
			SELECT NULL AS attname, a.* FROM aclexplode(c.relacl) a
			UNION ALL SELECT n.attname, a.* FROM pg_attribute n, aclexplode(n.attacl) a WHERE n.attrelid = c.oid AND EXISTS (
				SELECT FROM pg_attribute o WHERE o.attrelid = to_regclass(format($1 || '.%I', c.relname)) AND o.attname = n.attname AND NOT o.attisdropped)) g
		WHERE c.relnamespace = to_regnamespace('public') AND g.grantee <> c.relowner AND to_regclass(format($1 || '.%I', c.relname)) IS NOT NULL`, restoreSchema)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// A thing is a table, a function, a type or whatever else a schema holds, in SQL's words.
type thing struct{ Kind, Name string }

// things are what stands in a schema by itself: not extensions and what is theirs, nor what
// comes and goes with something else, as an index does with its table. Functions
// come first, as their names hold the names of types.
func things(ctx context.Context, q pg.Querier, schema string) ([]thing, error) {
	rows, err := q.Query(ctx, `SELECT o.type, o.identity FROM pg_depend d, pg_identify_object(d.classid, d.objid, 0) o
		WHERE d.refclassid = 'pg_namespace'::regclass AND d.refobjid = to_regnamespace($1) AND d.deptype = 'n' AND d.classid <> 'pg_extension'::regclass
			AND NOT EXISTS (SELECT FROM pg_depend p WHERE p.classid = d.classid AND p.objid = d.objid AND p.deptype IN ('e', 'a', 'i'))
		ORDER BY d.classid <> 'pg_proc'::regclass, 2`, schema)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[thing])
}

// mayFill refuses a database with a club, unless told to replace it, and one that is
// not ours.
func mayFill(ctx context.Context, q pg.Querier, replace bool) error {
	there, err := things(ctx, q, "public")
	if err != nil {
		return err
	}
	var ours, clubs bool
	err = q.QueryRow(ctx, `SELECT to_regclass('public.goose_db_version') IS NOT NULL AND to_regclass('public.clubs') IS NOT NULL`).Scan(&ours)
	if err == nil && ours {
		err = q.QueryRow(ctx, `SELECT EXISTS (SELECT FROM public.clubs)`).Scan(&clubs)
	}
	switch {
	case err != nil:
		return err
	case clubs && !replace:
		return ErrHoldsClub
	case len(there) > 0 && !ours:
		return fmt.Errorf("%w: the %s %s", ErrNotOurs, there[0].Kind, there[0].Name)
	}
	return nil
}

// load copies all rows in. Foreign keys are made again afterwards, so that the
// tables' order does not matter; triggers rest, as they have done their work.
func load(ctx context.Context, tx pgx.Tx, open func() (io.ReadCloser, error), m Manifest) error {
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
		before = append(before, "ALTER TABLE "+name+" DISABLE TRIGGER USER", "DELETE FROM "+name) // what migrations wrote; files of a TRUNCATE would stay after a crash of the server
		after = append(after, "ALTER TABLE "+name+" ENABLE TRIGGER USER", "ANALYZE "+name)
		copies[table.Name] = "COPY " + table.copied() + " FROM STDIN"
	}
	for _, sequence := range slices.Sorted(maps.Keys(m.Sequences)) {
		after = append(after, fmt.Sprintf("SELECT setval('%s', %d, false)", strings.ReplaceAll(pgx.Identifier{sequence}.Sanitize(), "'", "''"), m.Sequences[sequence]))
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
	hashes, err := matchHashes(ctx, tx)
	if err == nil && !slices.Equal(hashes, m.Matches) {
		err = errors.New("the matches in the database are not those of the backup")
	}
	return err
}

type foreignKey struct{ Table, Name, Definition string }

func foreignKeys(ctx context.Context, tx pgx.Tx) ([]foreignKey, error) {
	rows, err := tx.Query(ctx, `SELECT conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid) FROM pg_constraint
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
