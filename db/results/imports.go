package results

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/db/scorebook"
	"carteado/engine/role"
)

// An Import is a file with old results that a host has brought. While it waits for an answer it is a draft: nothing of
// it counts or is seen, and it is gone after a day.
type Import struct {
	ID        int64
	Name      string // of the file
	By        base.Person
	Made      time.Time
	Wish      scorebook.Wish
	File      []byte    // of a draft
	Kept      time.Time // zero: a draft
	Counts    bool      // for seasons
	Matches   int
	TakenBack time.Time // zero: it was not
}

// Draft reports that nobody has decided about it yet.
func (i Import) Draft() bool { return i.Kept.IsZero() }

func (i *Import) Fields() []any {
	return []any{&i.ID, &i.Name, &i.By, &i.Made, &i.Wish, &i.Kept, &i.Counts, &i.Matches, &i.TakenBack}
}

// OldDraftSQL is the condition that nobody has decided about an import for a day; then its file goes.
const OldDraftSQL = `kept_at IS NULL AND made_at < now() - interval '1 day'`

const importColumnsSQL = `i.id, i.name, json_build_object('id', p.id, 'name', coalesce(p.name, ''), 'face', p.face),
	i.made_at, i.wish, coalesce(i.kept_at, '0001-01-01'), i.counts, i.matches, coalesce(i.taken_back_at, '0001-01-01')`

// importSQL are the imports of the club $1 that the member $2 may see: drafts only with the right to them.
var importSQL = `imports i JOIN players p ON p.id = i.by_id
	JOIN members v ON v.club_id = i.club_id AND v.player_id = $2
		AND (i.kept_at IS NOT NULL OR v.role IN (` + base.RolesSQL(role.Import) + `))
	WHERE i.club_id = $1`

// shownImports bounds the list; a club has a few.
const shownImports = 200

// ImportsOf lists a club's imports to a member, the latest first.
func (s *Results) ImportsOf(ctx context.Context, club, viewer int64) (list []Import, err error) {
	err = s.ReadAs(ctx, "imports", club, viewer, role.Play, func(ctx context.Context, conn *pgxpool.Conn) error {
		list, err = pg.Collect(ctx, conn, pg.Scanned[Import], `SELECT `+importColumnsSQL+` FROM `+importSQL+`
			ORDER BY i.id DESC LIMIT $3`, club, viewer, shownImports)
		return err
	})
	return list, err
}

// ImportOf is one of a club's imports, a draft with its file: base.ErrNotFound.
func (s *Results) ImportOf(ctx context.Context, club, viewer, id int64) (i Import, err error) {
	err = s.ReadAs(ctx, "import", club, viewer, role.Play, func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `SELECT `+importColumnsSQL+`, i.file FROM `+importSQL+` AND i.id = $3`, club, viewer,
			id).Scan(append(i.Fields(), &i.File)...)
	})
	return i, err
}

// BringImport keeps a file until somebody decides about it.
func (s *Results) BringImport(ctx context.Context, club, by int64, idem, name string, file []byte,
	wish scorebook.Wish) (id int64, err error) {
	form := base.KeyOf("import", club, idem)
	err = s.InTxAs(ctx, "bring import", club, by, role.Import, func(ctx context.Context, tx *pg.Tx) error {
		if id, err = base.MadeBefore(ctx, tx, by, form); err != nil || id != 0 {
			return err
		}
		if err := s.Quota(ctx, tx, "imports", 1, `imports WHERE club_id = $1 AND made_at > now() - interval '1 day'`,
			club); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, `INSERT INTO imports (club_id, by_id, name, wish, file) VALUES ($1, $2, $3, $4, $5)
			RETURNING id`, club, by, name, wish, file).Scan(&id); err != nil {
			return err
		}
		base.HasMade(ctx, tx, by, form, id)
		return nil
	})
	return id, err
}

// WishImport says how a draft is to be read.
func (s *Results) WishImport(ctx context.Context, club, by, id int64, wish scorebook.Wish) error {
	return s.InTxAs(ctx, "wish import", club, by, role.Import, func(ctx context.Context, tx *pg.Tx) error {
		return tx.Change(ctx, base.ErrStale, `UPDATE imports SET wish = $3 WHERE club_id = $1 AND id = $2
			AND kept_at IS NULL`, club, id, wish)
	})
}

// DropImport throws a draft away.
func (s *Results) DropImport(ctx context.Context, club, by, id int64) error {
	return s.InTxAs(ctx, "drop import", club, by, role.Import, func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `DELETE FROM imports WHERE club_id = $1 AND id = $2 AND kept_at IS NULL`, club, id)
		return nil
	})
}

// lockImport locks a club and one of its imports for somebody with the right: base.ErrStale for a draft, or for one
// that was kept, if the other is asked for.
func lockImport(ctx context.Context, tx *pg.Tx, club, id int64, draft bool) (i Import, err error) {
	tx.Do(ctx, `SELECT FROM clubs WHERE id = $1 FOR NO KEY UPDATE`, club)
	err = tx.QueryRow(ctx, `SELECT `+importColumnsSQL+` FROM imports i JOIN players p ON p.id = i.by_id
		WHERE i.club_id = $1 AND i.id = $2 FOR UPDATE OF i`, club, id).Scan(i.Fields()...)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return i, pg.ErrNotFound
	case err == nil && (i.Draft() != draft || !i.TakenBack.IsZero()):
		return i, base.ErrStale
	}
	return i, err
}

// KeepImport stores what was read from a draft, but for doubles, in one piece, if the draft is still to be read as it
// was: base.ErrStale. A draft of which nothing is left is refused, too.
func (s *Results) KeepImport(ctx context.Context, club, by, id int64, read scorebook.Wish, counts bool,
	matches []Recorded) (kept int, err error) {
	err = s.InTxAs(ctx, "keep import", club, by, role.Import, func(ctx context.Context, tx *pg.Tx) error {
		i, err := lockImport(ctx, tx, club, id, true)
		if err != nil {
			return err
		}
		if i.Wish != read {
			return base.ErrStale
		}
		left := matches
		if !read.Twice {
			if left, err = withoutDoubles(ctx, tx, club, matches); err != nil {
				return err
			}
		}
		if kept = len(left); kept == 0 {
			return base.ErrStale
		}
		if err := insertRecorded(ctx, tx, club, id, counts, left); err != nil {
			return err
		}
		tx.Do(ctx, `UPDATE imports SET kept_at = clock_timestamp(), kept_by = $2, counts = $3, matches = $4, file = NULL
			WHERE id = $1`, id, by, counts, kept)
		if counts {
			if err := queueStandingsOf(ctx, tx, club, id); err != nil {
				return err
			}
		}
		return base.Note(ctx, tx, club, by, "import_kept", base.Details{"name": i.Name, "number": kept,
			"counts": counts})
	})
	return kept, err
}

// TakeBackImport takes everything back that an import has brought.
func (s *Results) TakeBackImport(ctx context.Context, club, by, id int64) error {
	return s.InTxAs(ctx, "take back import", club, by, role.Import, func(ctx context.Context, tx *pg.Tx) error {
		i, err := lockImport(ctx, tx, club, id, false)
		if err != nil {
			return err
		}
		if i.Counts {
			if err := queueStandingsOf(ctx, tx, club, id); err != nil {
				return err
			}
		}
		tx.Do(ctx, `DELETE FROM recorded_matches WHERE import_id = $1`, id)
		tx.Do(ctx, `UPDATE imports SET taken_back_at = clock_timestamp(), taken_back_by = $2 WHERE id = $1`, id, by)
		return base.Note(ctx, tx, club, by, "import_taken_back", base.Details{"name": i.Name, "number": i.Matches})
	})
}

// queueStandingsOf queues the standings of the time from which an import has matches.
func queueStandingsOf(ctx context.Context, tx *pg.Tx, club, id int64) error {
	job := SeasonCompute{Club: club}
	if err := tx.QueryRow(ctx, `SELECT coalesce(min(ended_at), now()), coalesce(max(ended_at), now())
		FROM recorded_matches WHERE import_id = $1`, id).Scan(&job.From, &job.Until); err != nil {
		return err
	}
	return tx.AddJobs(ctx, river.InsertManyParams{Args: job})
}

// insertRecorded stores matches by two statements, however many they are.
func insertRecorded(ctx context.Context, tx *pg.Tx, club, id int64, counts bool, matches []Recorded) error {
	list, err := json.Marshal(matches)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		WITH given AS (
			SELECT nextval('match_ids') AS id, m.* FROM ROWS FROM (jsonb_to_recordset($4) AS (line integer, game text,
				ended timestamptz, timed boolean, label text, ends jsonb, seats jsonb)) m
		), stored AS (
			INSERT INTO recorded_matches (id, import_id, club_id, line, game, ended_at, timed, label, ends, counts)
			SELECT id, $2, $1, line, game, least(ended, now()), timed, label, nullif(ends, 'null'), $3 FROM given
			ORDER BY line RETURNING id
		)
		INSERT INTO recorded_seats (match_id, seat, player_id, name, points, place)
		SELECT g.id, s.n - 1, nullif((s.seat->>'player')::bigint, 0),
			CASE (s.seat->>'player')::bigint WHEN 0 THEN s.seat->>'name' ELSE '' END, (s.seat->>'points')::integer,
			(s.seat->>'place')::smallint
		FROM given g, jsonb_array_elements(g.seats) WITH ORDINALITY AS s (seat, n)`, club, id, counts, list)
	return err
}
