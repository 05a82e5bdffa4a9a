package db

import (
	"context"
	"io"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine/role"
)

// A ClubFile is a file with all of a club, which a job writes for its owners; see db/backup.
type ClubFile struct {
	ID     int64
	By     base.Person
	Asked  time.Time
	Done   int // tables that are written so far
	Total  int // of how many; 0 before it has begun
	Size   int64
	Ready  time.Time // zero: nobody can have it yet
	Failed bool
}

func (f *ClubFile) Fields() []any {
	return []any{&f.ID, &f.By, &f.Asked, &f.Done, &f.Total, &f.Size, &f.Ready, &f.Failed}
}

// ClubFileJob writes a club's file.
type ClubFileJob struct {
	File int64 `json:"file"`
}

// Kind names the job in the queue.
func (ClubFileJob) Kind() string { return "club_file" }

// clubFilesLast is how long a club's file can be fetched.
const clubFilesLast = 3 * 24 * time.Hour

// clubFiles is where they lie.
var clubFiles = files{"club_files", "club_file_parts", "file_id"}

const clubFileSQL = `SELECT f.id, json_build_object('id', p.id, 'name', coalesce(p.name, ''), 'face', p.face),
		f.asked_at, f.done, f.total, f.size, coalesce(f.ready_at, '0001-01-01'),
		f.failed_at IS NOT NULL OR f.ready_at IS NULL AND f.asked_at < now() - $3::interval
	FROM club_files f JOIN players p ON p.id = f.by_id
	WHERE f.club_id = $1 AND f.asked_at > now() - $2::interval ORDER BY f.id DESC LIMIT 20`

// ClubFilesOf lists a club's files to its owners, the latest first.
func (s *Store) ClubFilesOf(ctx context.Context, club, viewer int64) (list []ClubFile, err error) {
	err = s.ReadAs(ctx, "club files", club, viewer, role.Export, func(ctx context.Context, conn *pgxpool.Conn) error {
		list, err = pg.Collect(ctx, conn, pg.Scanned[ClubFile], clubFileSQL, club, clubFilesLast, yearbookTime)
		return err
	})
	return list, err
}

// AskClubFile has a job write all of a club into a file: base.ErrStale while another of the club is being written.
// Those that can be fetched no longer are gone then.
func (s *Store) AskClubFile(ctx context.Context, club, by int64) error {
	return s.InTxAs(ctx, "ask for a club's file", club, by, role.Export, func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `SELECT FROM clubs WHERE id = $1 FOR NO KEY UPDATE`, club)
		if err := s.Quota(ctx, tx, "club_files", 1, `club_files WHERE club_id = $1
			AND asked_at > now() - interval '1 day'`, club); err != nil {
			return err
		}
		tx.Do(ctx, `DELETE FROM club_files WHERE asked_at < now() - $1::interval`, clubFilesLast)
		var underWay bool
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM club_files WHERE club_id = $1 AND ready_at IS NULL
			AND failed_at IS NULL AND asked_at > now() - $2::interval)`, club, yearbookTime).Scan(&underWay); err != nil {
			return err
		}
		if underWay {
			return base.ErrStale
		}
		var id int64
		if err := tx.QueryRow(ctx, `INSERT INTO club_files (club_id, by_id) VALUES ($1, $2) RETURNING id`, club, by).
			Scan(&id); err != nil {
			return err
		}
		if err := base.Note(ctx, tx, club, by, "club_file_asked", nil); err != nil {
			return err
		}
		return tx.AddJobsOnce(ctx, river.InsertManyParams{Args: ClubFileJob{id}, InsertOpts: &river.InsertOpts{
			Queue: YearbookQueue, Priority: lowestPriority, MaxAttempts: yearbookTries, UniqueOpts: pg.OnceInQueue}})
	})
}

// clubFileTime bounds how long a club is read for its file.
const clubFileTime = 10 * time.Minute

// WriteClubFile has a club's file written into the database, as writeFile has it, from one state of the database.
func (s *Store) WriteClubFile(ctx context.Context, id int64, write func(ctx context.Context, tx pgx.Tx, slug string,
	out io.Writer, note func(done, total int) error) error) error {
	return s.writeFile(ctx, clubFiles, id, func(ctx context.Context, out io.Writer,
		note func(done, total int) error) error {
		return s.ReadSnapshot(ctx, "club file", clubFileTime, func(ctx context.Context, tx pgx.Tx) error {
			var slug string
			if err := tx.QueryRow(ctx, `SELECT c.slug FROM club_files f JOIN clubs c ON c.id = f.club_id WHERE f.id = $1`,
				id).Scan(&slug); err != nil {
				return err
			}
			return write(ctx, tx, slug, out, note)
		})
	})
}

// GiveClubFileUp says that a club's file cannot be made; nothing of it stays.
func (s *Store) GiveClubFileUp(ctx context.Context, id int64) error {
	return s.giveFileUp(ctx, clubFiles, id)
}

// ClubFilePart is a part of a club's file that is whole, for its owners: base.ErrNotFound behind the last.
func (s *Store) ClubFilePart(ctx context.Context, club, viewer, id int64, number int) (data []byte, err error) {
	const op = "part of a club's file"
	err = s.ReadAs(ctx, op, club, viewer, role.Export, func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `SELECT t.data FROM club_files f JOIN club_file_parts t ON t.file_id = f.id
			WHERE f.club_id = $1 AND f.id = $2 AND f.ready_at IS NOT NULL AND t.number = $3
				AND f.asked_at > now() - $4::interval`, club, id, number, clubFilesLast).Scan(&data)
	})
	return data, err
}
