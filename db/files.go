package db

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/db/results"
)

// files are those of a kind that jobs write into the database, part by part: a table with a row for each, one with
// their parts, the column by which a part names its file, how long a file can be fetched, and which of them go then.
type files struct {
	rows, parts, of string
	last            time.Duration
	ends            string
}

// filePart is how much of a file is held before it is stored.
const filePart = 512 << 10

// DropOldFiles deletes what nobody can fetch any more, one file at a time, since each may be large: yearbooks, clubs'
// files, and those that were brought, whatever came of them, or score books about which nobody has decided.
func (s *Store) DropOldFiles(ctx context.Context) error {
	expired := map[string]string{"brought_clubs": `made_at < now() - ` + broughtLasts,
		"imports": results.OldDraftSQL}
	for _, f := range []files{yearbookFiles, clubFiles} {
		expired[f.rows] = fmt.Sprintf(`asked_at < now() - interval '%d seconds' AND `+f.ends, int(f.last.Seconds()))
	}
	for rows, when := range expired {
		var err error
		for err == nil {
			err = s.changeFile(ctx, `DELETE FROM `+rows+` WHERE id = (SELECT min(id) FROM `+rows+` WHERE `+when+`)`)
		}
		if !errors.Is(err, base.ErrNotFound) {
			return err
		}
	}
	return nil
}

// nextFile asks for another file of a club: *base.ErrQuota, base.ErrStale while one of the club is being written.
func (s *Store) nextFile(ctx context.Context, tx *pg.Tx, f files, club int64) error {
	tx.Do(ctx, `SELECT FROM clubs WHERE id = $1 FOR NO KEY UPDATE`, club)
	if err := s.Quota(ctx, tx, f.rows, 1, f.rows+` WHERE club_id = $1
		AND asked_at > now() - interval '1 day'`, club); err != nil {
		return err
	}
	var underWay bool
	err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM `+f.rows+` WHERE club_id = $1 AND ready_at IS NULL
		AND failed_at IS NULL AND asked_at > now() - $2::interval)`, club, yearbookTime).Scan(&underWay)
	if err == nil && underWay {
		err = base.ErrStale
	}
	return err
}

// writeFile has a file written into the database, unless it is done or gone. Nobody can have it before it is whole;
// what an earlier try has written is forgotten first, and that try can write no more.
func (s *Store) writeFile(ctx context.Context, f files, id int64, write func(ctx context.Context, out io.Writer,
	note func(done, total int) error) error) error {
	var try int
	err := s.InTx(ctx, "begin file", func(ctx context.Context, tx *pg.Tx) error {
		if err := tx.QueryRow(ctx, fmt.Sprintf(`UPDATE %s SET tries = tries + 1, done = 0, size = 0 WHERE id = $1
			AND ready_at IS NULL AND failed_at IS NULL RETURNING tries`, f.rows), id).Scan(&try); err != nil {
			return err
		}
		tx.Do(ctx, fmt.Sprintf(`DELETE FROM %s WHERE %s = $1`, f.parts, f.of), id)
		return nil
	})
	if errors.Is(err, base.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	change := func(set string, args ...any) error {
		return s.changeFile(ctx, fmt.Sprintf(`UPDATE %s SET %s WHERE id = $1 AND tries = $2`, f.rows, set),
			append([]any{id, try}, args...)...)
	}
	parts := &partWriter{add: func(number int, data []byte) error {
		return s.changeFile(ctx, fmt.Sprintf(`WITH own AS (UPDATE %s SET size = size + length($4::bytea) WHERE id = $1
			AND tries = $2 RETURNING id) INSERT INTO %s (%s, number, data) SELECT id, $3, $4 FROM own`, f.rows, f.parts,
			f.of), id, try, number, data)
	}}
	err = write(ctx, parts, func(done, total int) error { return change(`done = $3, total = $4`, done, total) })
	if err == nil {
		err = parts.flush()
	}
	if err != nil {
		return err
	}
	return change(`ready_at = clock_timestamp(), done = total`)
}

// giveFileUp says that a file cannot be made; nothing of it stays.
func (s *Store) giveFileUp(ctx context.Context, f files, id int64) error {
	return s.changeFile(ctx, fmt.Sprintf(`WITH gone AS (DELETE FROM %s WHERE %s = $1)
		UPDATE %s SET failed_at = clock_timestamp(), tries = tries + 1, size = 0 WHERE id = $1`, f.parts, f.of, f.rows), id)
}

// changeFile changes a file that is still there and, where the statement says so, still this try's to write.
func (s *Store) changeFile(ctx context.Context, sql string, args ...any) error {
	return s.InTx(ctx, "write file", func(ctx context.Context, tx *pg.Tx) error {
		return tx.Change(ctx, base.ErrNotFound, sql, args...)
	})
}

// A partWriter stores what is written in parts of a size.
type partWriter struct {
	add    func(number int, data []byte) error
	number int
	held   []byte
}

func (p *partWriter) Write(data []byte) (int, error) {
	p.held = append(p.held, data...)
	if len(p.held) < filePart {
		return len(data), nil
	}
	return len(data), p.flush()
}

func (p *partWriter) flush() error {
	if len(p.held) == 0 {
		return nil
	}
	err := p.add(p.number, p.held)
	p.number++
	p.held = p.held[:0]
	return err
}
