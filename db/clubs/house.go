package clubs

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/delivery"
	"carteado/db/pg"
)

// A House is the state of the program and its database for the owner of the site. It
// names its owners, no other member and no match.
type House struct {
	Postgres  string // version of the server
	OneRole   bool   // the program works by the role that owns the tables
	Schema    int64
	Size      int64      // of the database, in bytes
	Waiting   int        // jobs that are due and have not begun
	Oldest    time.Time  // since when the oldest of them has been due; zero: there is none
	Stuck     []StuckJob // the newest
	StuckAll  int
	Instances []Instance
	Founded   time.Time    // when the first club was
	Backup    *BackupNote  // the last good one; nil: none is known
	Kept      []BackupNote // all that are kept, the newest first
	Failed    int          // tries since then
	Mail      delivery.MailState
	Owners    []base.Person // of the house
	Archived  []ArchivedClub
	Deleted   []DeletedClub // the newest
}

// An ArchivedClub can only be read.
type ArchivedClub struct {
	Name, Slug string
	Since      time.Time
	Deletion   time.Time // zero: it is to stay
}

// A DeletedClub was one of the house.
type DeletedClub struct {
	Name, Slug string
	At         time.Time
}

// A StuckJob was set aside after many tries. Why is in the log.
type StuckJob struct {
	ID    int64
	Kind  string
	Tries int
	At    time.Time // of the last try
}

// An Instance is a program that serves the club now.
type Instance struct {
	Name, Version string
	Since         time.Time
	Ahead         time.Duration // by which its clock is ahead of the database's; negative: behind it
}

// A BackupNote is what the command that writes backups has noted.
type BackupNote struct {
	Name    string // of the file; "" for an old one
	At      time.Time
	Size    int64
	Matches int
	Proved  bool // it was restored, and each of its matches played again
}

const (
	// An instance says that it is there this often, and is forgotten soon after it
	// stopped to.
	HeartbeatPause = 5 * time.Second
	heartbeatLost  = 20 * time.Second

	maxStuck = 20 // on the page
	maxKept  = 30
	maxGone  = 50
)

// HouseFor is House for the owner of the site: ErrNotFound for others.
func (s *Clubs) HouseFor(ctx context.Context, player int64) (h House, err error) {
	err = s.Read(ctx, "house", func(ctx context.Context, conn *pgxpool.Conn) error {
		site, err := selectSite(ctx, conn, player)
		if err == nil && !site.Owner {
			err = base.ErrNotFound
		}
		if err == nil {
			h, err = selectHouse(ctx, conn)
		}
		if err == nil {
			err = h.selectArchive(ctx, conn)
		}
		return err
	})
	return h, err
}

// selectArchive adds which clubs can only be read, those first that are to be deleted, and which were deleted.
func (h *House) selectArchive(ctx context.Context, q pg.Querier) (err error) {
	if h.Archived, err = pg.Collect(ctx, q, pgx.RowToStructByPos[ArchivedClub], `
		SELECT name, slug, archived_at, coalesce(delete_at, '0001-01-01') FROM clubs WHERE archived_at IS NOT NULL
			ORDER BY delete_at, name LIMIT $1`, maxGone); err != nil {
		return err
	}
	h.Deleted, err = pg.Collect(ctx, q, pgx.RowToStructByPos[DeletedClub], `
		SELECT details->>'name', details->>'slug', at FROM audit WHERE club_id IS NULL AND action = 'club_deleted'
			ORDER BY id DESC LIMIT $1`, maxGone)
	return err
}

// House is the state of the house for the listener of metrics.
func (s *Clubs) House(ctx context.Context) (h House, err error) {
	err = s.Read(ctx, "house", func(ctx context.Context, conn *pgxpool.Conn) error {
		h, err = selectHouse(ctx, conn)
		return err
	})
	return h, err
}

func selectHouse(ctx context.Context, q pg.Querier) (h House, err error) {
	err = q.QueryRow(ctx, `SELECT current_setting('server_version'), pg_database_size(current_database()),
		(SELECT max(version_id) FROM goose_db_version WHERE is_applied),
		(SELECT coalesce(min(created_at), now()) FROM clubs)`).Scan(&h.Postgres, &h.Size, &h.Schema, &h.Founded)
	if err != nil {
		return h, err
	}
	if h.OneRole, err = pg.OwnsTables(ctx, q); err != nil {
		return h, err
	}
	var oldest *time.Time
	err = q.QueryRow(ctx, `SELECT count(*), min(scheduled_at) FROM river_job WHERE state = 'available'
		AND scheduled_at <= now()`).Scan(&h.Waiting, &oldest)
	if err != nil {
		return h, err
	}
	if oldest != nil {
		h.Oldest = *oldest
	}
	err = q.QueryRow(ctx, `SELECT count(*) FROM river_job WHERE state = 'discarded'`).Scan(&h.StuckAll)
	if err != nil {
		return h, err
	}
	if h.Stuck, err = pg.Collect(ctx, q, pgx.RowToStructByPos[StuckJob], `
		SELECT id, kind, attempt, coalesce(finalized_at, attempted_at, created_at) FROM river_job
			WHERE state = 'discarded' ORDER BY id DESC LIMIT $1`, maxStuck); err != nil {
		return h, err
	}
	if h.Instances, err = pg.Collect(ctx, q, pgx.RowToStructByPos[Instance], `
		SELECT name, version, started_at, ahead FROM instances WHERE seen_at > now() - $1::interval
			ORDER BY name, started_at`, heartbeatLost); err != nil {
		return h, err
	}
	if h.Kept, err = pg.Collect(ctx, q, pgx.RowToStructByPos[BackupNote], `
		SELECT name, at, size, matches, proved FROM backups WHERE good AND NOT removed ORDER BY at DESC
			LIMIT $1`, maxKept); err != nil {
		return h, err
	}
	if len(h.Kept) > 0 {
		h.Backup = &h.Kept[0]
	}
	if h.Owners, err = pg.All[base.Person](ctx, q, `SELECT id, name, face FROM players WHERE site_owner`); err != nil {
		return h, err
	}
	base.InNameOrder(h.Owners, func(p base.Person) string { return p.Name })
	if h.Mail, err = delivery.SelectMailState(ctx, q); err != nil {
		return h, err
	}
	err = q.QueryRow(ctx, `SELECT count(*) FROM backups b WHERE NOT good
		AND at > coalesce((SELECT max(at) FROM backups WHERE good), '-infinity')`).Scan(&h.Failed)
	return h, err
}

// RetryJob lets a job that was set aside run again, for the owner of the site:
// ErrNotFound for others, and where there is no such job any more.
func (s *Clubs) RetryJob(ctx context.Context, by, job int64) error {
	return s.InTx(ctx, "retry job", func(ctx context.Context, tx *pg.Tx) error {
		site, err := selectSite(ctx, tx, by)
		if err != nil {
			return err
		}
		var stuck bool
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM river_job WHERE id = $1 AND state = 'discarded')`, job).
			Scan(&stuck); err != nil {
			return err
		}
		if !site.Owner || !stuck {
			return base.ErrNotFound
		}
		return tx.RetryJob(ctx, job)
	})
}

// NoteTestLetter lets the owner of the site send a letter that only tries the mail server: ErrNotFound for others,
// *ErrQuota.
func (s *Clubs) NoteTestLetter(ctx context.Context, by int64) error {
	return s.InTx(ctx, "note test letter", func(ctx context.Context, tx *pg.Tx) error {
		site, err := selectSite(ctx, tx, by)
		if err != nil {
			return err
		}
		if !site.Owner {
			return base.ErrNotFound
		}
		if err := s.Quota(ctx, tx, "test_letters", 1, `audit WHERE player_id = $1 AND action = 'letter_tested'
			AND at > now() - interval '1 hour'`, by); err != nil {
			return err
		}
		return base.Note(ctx, tx, 0, by, "letter_tested", nil)
	})
}

// Attend says that an instance is there, 0 for one that has just started, and returns
// its number.
func (s *Clubs) Attend(ctx context.Context, id int64, name, version string) (beats int64, err error) {
	err = s.InTx(ctx, "attend", func(ctx context.Context, tx *pg.Tx) error {
		tag, err := tx.Exec(ctx, `UPDATE instances SET seen_at = now(), ahead = $2 WHERE id = $1`, id, s.Ahead())
		if beats = id; err != nil || tag.RowsAffected() > 0 {
			return err
		}
		tx.Do(ctx, `DELETE FROM instances WHERE seen_at < now() - interval '1 day'`)
		return tx.QueryRow(ctx, `INSERT INTO instances (name, version, ahead) VALUES ($1, $2, $3)
			RETURNING id`, name, version, s.Ahead()).Scan(&beats)
	})
	return beats, err
}

// Leave forgets an instance that stops in order.
func (s *Clubs) Leave(ctx context.Context, id int64) error {
	return s.InTx(ctx, "leave", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `DELETE FROM instances WHERE id = $1`, id)
		return nil
	})
}

// NoteBackup notes how a backup went, nil for one that failed, and the names of the files
// that made room for it.
func NoteBackup(ctx context.Context, url string, note *BackupNote, removed ...string) (err error) {
	conn, err := pg.Connect(ctx, url)
	if err != nil {
		return fmt.Errorf("note backup: %w", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	n, good := BackupNote{}, note != nil
	if good {
		n = *note
		removed = append(removed, n.Name) // a file of that name was written over
	}
	_, err = conn.Exec(ctx, `UPDATE backups SET removed = true WHERE name <> '' AND name = ANY ($1)`, removed)
	if err == nil {
		_, err = conn.Exec(ctx, `INSERT INTO backups (good, name, size, matches, proved)
			VALUES ($1, $2, $3, $4, $5)`, good, n.Name, n.Size, n.Matches, n.Proved)
	}
	if err == nil {
		_, err = conn.Exec(ctx, `DELETE FROM backups WHERE at < now() - interval '1 year' AND id NOT IN (SELECT max(id)
			FROM backups WHERE good)`)
	}
	if err != nil {
		return fmt.Errorf("note backup: %w", err)
	}
	return nil
}

// HouseKey returns a key of the house by its name.
func (s *Clubs) HouseKey(ctx context.Context, name string) (key []byte, err error) {
	err = s.Read(ctx, "house key", func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `SELECT value FROM secrets WHERE name = $1`, name).Scan(&key)
	})
	return key, err
}
