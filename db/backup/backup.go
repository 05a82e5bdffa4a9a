// Package backup writes a house, or one of its clubs, into a file, puts it into a database again, and proves that it is
// whole.
//
// # The file
//
// What is written here is plain; the command encrypts it (cmd/carteado/backup.go).
//
// A backup is rows beside the number of their schema, not a file of pg_dump, which the program's image does not hold:
// migrations build that schema again, the rows go in, and newer migrations follow. So an old backup takes the way that
// an old database would take.
//
// # Restoring
//
// A restore fills a schema beside the club's and then moves it there in one step, so that one that is killed changed
// nothing; a database beside it would need a right that a remote server need not give. The schema public stays, with
// its rights and extensions.
//
// # A club of a house
//
// The file of one club is the same kind of file with fewer rows: what is over, and nothing that lets somebody in. An
// import restores it beside the house in the same way, plays every match again there, and then moves the rows in by new
// numbers, in one transaction. A match keeps the number by which it was dealt, because its commitment names that.
//
// Nobody is taken for somebody by a name. The players come as placeholders, and an invitation that was made for one
// gives all that is theirs to the account that accepts it. The log of the other house is kept as it was written,
// numbers and all, beside the log that begins here: entries put into a chain of ours would be our word for what we
// have not seen, and its own hashes and heads prove it to everybody who has noted one.
package backup

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/db/keys"
	"carteado/db/pg"
)

// A backup is a gzipped tar of plain text: manifest.json, then the rows of each table as COPY writes them, in
// pieces tables/<name>/<number>, and at last sums.json with the SHA-256 of each table, without which it is
// not whole. Restoring builds the schema of that version, inserts the rows and then migrates, so a newer
// program can restore an older backup.
const (
	fileFormat   = 1
	manifestName = "manifest.json"
	sumsName     = "sums.json"
	pieceSize    = 1 << 20
)

// ErrEmpty is returned for a database in which no program has made its tables.
var ErrEmpty = errors.New("the database holds nothing of Carteado")

// A Manifest says what a backup holds.
type Manifest struct {
	Format    int              `json:"format"`
	Program   string           `json:"program"` // version of the one that wrote it
	At        time.Time        `json:"at"`
	Schema    int64            `json:"schema"`
	Queue     int              `json:"queue"` // River's schema
	Tables    []TableCopy      `json:"tables"`
	Sequences map[string]int64 `json:"sequences"` // next numbers
	Matches   []MatchHash      `json:"matches"`
	Club      *ClubCopy        `json:"club,omitempty"`  // nil: the file holds a house
	Heads     []string         `json:"heads,omitempty"` // the last signed head of each club's log, see keys.Head
}

// A TableCopy names the columns that a backup holds of a table.
type TableCopy struct {
	Name    string   `json:"name"`
	Columns []string `json:"columns"`
}

// copied is the table with its columns, as COPY wants it.
func (t TableCopy) copied() string {
	var columns []string
	for _, column := range t.Columns {
		columns = append(columns, pgx.Identifier{column}.Sanitize())
	}
	return fmt.Sprintf("%s (%s)", pgx.Identifier{t.Name}.Sanitize(), strings.Join(columns, ", "))
}

// A MatchHash is the hash of all that makes a match: its rules, seed, moves,
// rounds and result.
type MatchHash struct {
	ID   int64  `json:"id"`
	Hash string `json:"hash"`
}

// Write writes a consistent copy of the whole database while the club goes on.
// It holds everything, hands and passwords' hashes included.
func Write(ctx context.Context, url, program string, out io.Writer) (m Manifest, err error) {
	return reading(ctx, url, func(ctx context.Context, tx pgx.Tx) (Manifest, error) {
		m, err := manifestOf(ctx, tx, program)
		if err == nil {
			err = m.all(ctx, tx)
		}
		if err == nil {
			err = writeTables(ctx, tx.Conn(), m, TableCopy.copied, out, func(int, int) error { return nil })
		}
		return m, err
	})
}

// reading runs do in one state of the database.
func reading(ctx context.Context, url string, do func(context.Context, pgx.Tx) (Manifest, error)) (
	m Manifest, err error) {
	conn, err := pg.Connect(ctx, url)
	if err != nil {
		return m, fmt.Errorf("backup: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return m, fmt.Errorf("backup: %w", err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }() // it has only read
	if m, err = do(ctx, tx); err != nil {
		return m, fmt.Errorf("backup: %w", err)
	}
	return m, nil
}

// manifestOf is what all files say of the database.
func manifestOf(ctx context.Context, tx pgx.Tx, program string) (m Manifest, err error) {
	m = Manifest{Format: fileFormat, Program: program, Sequences: map[string]int64{}}
	err = tx.QueryRow(ctx, `SELECT now(), (SELECT max(version_id) FROM goose_db_version WHERE is_applied),
		(SELECT max(version) FROM river_migration WHERE line = 'main')`).Scan(&m.At, &m.Schema, &m.Queue)
	if pg.IsMissing(err) {
		err = ErrEmpty
	}
	if err != nil {
		return m, err
	}
	// Migrating writes the tables about migrations; the other tables hold passing facts:
	// the leader of River's workers, recent sign-ins, the code of the first start,
	// running programs and the list of backups.
	rows, err := tx.Query(ctx, `
		SELECT c.relname, array_agg(a.attname ORDER BY a.attnum)
		FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
			AND a.attgenerated = ''
		WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
			AND c.relname NOT IN ('goose_db_version', 'river_migration', 'river_leader', 'river_client',
				'river_client_queue', 'throttle', 'setup_code', 'instances', 'backups')
		GROUP BY c.relname ORDER BY c.relname`)
	if err != nil {
		return m, err
	}
	m.Tables, err = pgx.CollectRows(rows, pgx.RowToStructByPos[TableCopy])
	return m, err
}

// all fills in what a file of the whole house says beside its tables.
func (m *Manifest) all(ctx context.Context, tx pgx.Tx) error {
	rows, err := tx.Query(ctx, `SELECT sequencename::text, coalesce(last_value + increment_by, start_value)
		FROM pg_sequences
		WHERE schemaname = 'public' AND sequencename <> 'goose_db_version_id_seq'`)
	if err != nil {
		return err
	}
	var name string
	var next int64
	if _, err = pgx.ForEachRow(rows, []any{&name, &next}, func() error {
		m.Sequences[name] = next
		return nil
	}); err != nil {
		return err
	}
	if m.Matches, err = matchHashes(ctx, tx, everyMatch); err != nil {
		return err
	}
	m.Heads, err = heads(ctx, tx, 0)
	return err
}

// heads are those of a club, or of all, 0; none in a database from before heads were signed.
func heads(ctx context.Context, tx pgx.Tx, club int64) (list []string, err error) {
	var signed bool
	err = tx.QueryRow(ctx, `SELECT to_regclass('public.audit_heads') IS NOT NULL`).Scan(&signed)
	if err != nil || !signed {
		return nil, err
	}
	rows, err := tx.Query(ctx, `SELECT DISTINCT ON (coalesce(club_id, 0)) coalesce(club_id, 0), place, hash, at, key,
			signature
		FROM audit_heads WHERE $1::bigint IN (0, club_id) ORDER BY coalesce(club_id, 0), place DESC`, club)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (string, error) {
		var h keys.Head
		err := row.Scan(&h.Club, &h.Place, &h.Hash, &h.At, (*[]byte)(&h.Key), &h.Signature)
		return h.String(), err
	})
}

// everyMatch is the condition on m that leaves none out.
const everyMatch = "true"

// matchHashes are those of matches, by number. The text of a jsonb is the
// same in every database, and an older schema has no contributions.
func matchHashes(ctx context.Context, tx pgx.Tx, which string) ([]MatchHash, error) {
	rows, err := tx.Query(ctx, `
		SELECT m.id, encode(sha256(convert_to(concat_ws(E'\n',
			t.game, t.options, m.rules_version, m.shuffle_version, encode(m.seed, 'hex'), m.commitment,
			m.status, m.version, m.state, m.totals, m.outcome, to_jsonb(m)->>'secret',
			(SELECT string_agg(concat_ws(' ', s.seat, s.player_id, s.bot, to_jsonb(s)->>'contribution'), E'\n'
			ORDER BY s.seat) FROM match_seats s WHERE s.match_id = m.id),
			(SELECT string_agg(concat_ws(' ', v.version, v.seat, v.move, v.events), E'\n' ORDER BY v.version)
			FROM moves v WHERE v.match_id = m.id),
			(SELECT string_agg(concat_ws(' ', r.number, r.version, r.result, r.totals), E'\n' ORDER BY r.number)
			FROM rounds r WHERE r.match_id = m.id)
		), 'UTF8')), 'hex')
		FROM matches m JOIN tables t ON t.id = m.table_id WHERE `+which+` ORDER BY m.id`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[MatchHash])
}

// writeTables writes a file; rows says where those of a table come from, as COPY wants it.
func writeTables(ctx context.Context, conn *pgx.Conn, m Manifest, rows func(TableCopy) string, out io.Writer,
	note func(done, total int) error) error {
	zipped := gzip.NewWriter(out)
	archive := tar.NewWriter(zipped)
	file := func(name string, content []byte) error {
		err := archive.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: int64(len(content)), ModTime: m.At})
		if err == nil {
			_, err = archive.Write(content)
		}
		return err
	}
	value := func(name string, of any) error {
		content, err := json.Marshal(of)
		if err != nil {
			return err
		}
		return file(name, content)
	}
	if err := value(manifestName, m); err != nil {
		return err
	}
	sums := map[string]string{}
	for i, table := range m.Tables {
		if err := note(i, len(m.Tables)); err != nil {
			return err
		}
		w := &pieces{file: file, name: table.Name, sum: sha256.New()}
		if _, err := conn.PgConn().CopyTo(ctx, w, "COPY "+rows(table)+" TO STDOUT"); err != nil {
			return fmt.Errorf("%s: %w", table.Name, err)
		}
		if err := w.flush(); err != nil {
			return err
		}
		sums[table.Name] = hex.EncodeToString(w.sum.Sum(nil))
	}
	if err := value(sumsName, sums); err != nil {
		return err
	}
	return errors.Join(archive.Close(), zipped.Close())
}

// pieces writes a table's rows as files of a size, because tar wants to know how
// long a file is before it comes.
type pieces struct {
	file   func(name string, content []byte) error
	name   string
	number int
	held   bytes.Buffer
	sum    hash.Hash
}

func (p *pieces) Write(b []byte) (int, error) {
	p.held.Write(b)
	if p.held.Len() >= pieceSize {
		return len(b), p.flush()
	}
	return len(b), nil
}

func (p *pieces) flush() error {
	if p.held.Len() == 0 {
		return nil
	}
	p.number++
	p.sum.Write(p.held.Bytes())
	err := p.file(fmt.Sprintf("tables/%s/%06d", p.name, p.number), p.held.Bytes())
	p.held.Reset()
	return err
}
