package db

import (
	"context"
	"io"
	"slices"
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
	Last   bool // of a club that is to be deleted: it stays until then
}

func (f *ClubFile) Fields() []any {
	return []any{&f.ID, &f.By, &f.Asked, &f.Done, &f.Total, &f.Size, &f.Ready, &f.Failed, &f.Last}
}

// ClubFileJob writes a club's file.
type ClubFileJob struct {
	File int64 `json:"file"`
}

// Kind names the job in the queue.
func (ClubFileJob) Kind() string { return "club_file" }

// clubFilesLast is how long a club's file can be fetched, unless it is a last export.
const clubFilesLast = 3 * 24 * time.Hour

// clubFiles is where they lie.
var clubFiles = files{"club_files", "club_file_parts", "file_id", clubFilesLast, "NOT last"}

const clubFileSQL = `SELECT f.id, json_build_object('id', coalesce(p.id, 0), 'name', coalesce(p.name, ''),
		'face', coalesce(p.face, '')), f.asked_at, f.done, f.total, f.size, coalesce(f.ready_at, '0001-01-01'),
		f.failed_at IS NOT NULL OR f.ready_at IS NULL AND f.asked_at < now() - $3::interval, f.last
	FROM club_files f LEFT JOIN players p ON p.id = f.by_id
	WHERE f.club_id = $1 AND (f.last OR f.asked_at > now() - $2::interval) ORDER BY f.id DESC LIMIT 20`

// ClubFilesOf lists a club's files to its owners, the latest first.
func (s *Store) ClubFilesOf(ctx context.Context, club, viewer int64) (list []ClubFile, err error) {
	err = s.ReadAs(ctx, "club files", club, viewer, role.Export, func(ctx context.Context, conn *pgxpool.Conn) error {
		list, err = pg.Collect(ctx, conn, pg.Scanned[ClubFile], clubFileSQL, club, clubFilesLast, yearbookTime)
		return err
	})
	return list, err
}

// AskClubFile has a job write all of a club into a file: base.ErrStale while another of the club is being written.
func (s *Store) AskClubFile(ctx context.Context, club, by int64) error {
	return s.InTxAs(ctx, "ask for a club's file", club, by, role.Export, func(ctx context.Context, tx *pg.Tx) error {
		if err := s.nextFile(ctx, tx, clubFiles, club); err != nil {
			return err
		}
		if err := base.Note(ctx, tx, club, by, "club_file_asked", nil); err != nil {
			return err
		}
		return queueClubFile(ctx, tx, club, by)
	})
}

// queueClubFile has a job write a file, which is a last export where the club is to be deleted.
func queueClubFile(ctx context.Context, tx *pg.Tx, club, by int64) error {
	var id int64
	if err := tx.QueryRow(ctx, `INSERT INTO club_files (club_id, by_id, last) SELECT id, nullif($2::bigint, 0),
		delete_at IS NOT NULL FROM clubs WHERE id = $1 RETURNING id`, club, by).Scan(&id); err != nil {
		return err
	}
	return tx.AddJobsOnce(ctx, river.InsertManyParams{Args: ClubFileJob{id}, InsertOpts: &river.InsertOpts{
		Queue: YearbookQueue, Priority: lowestPriority, MaxAttempts: yearbookTries, UniqueOpts: pg.OnceInQueue}})
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

// ClubFilePart is a part of a club's file that is whole, for its owners: base.ErrNotFound for one that is not there.
func (s *Store) ClubFilePart(ctx context.Context, club, viewer, id int64, number int) (data []byte, last bool,
	err error) {
	const op = "part of a club's file"
	err = s.ReadAs(ctx, op, club, viewer, role.Export, func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `SELECT t.data,
				NOT EXISTS (SELECT FROM club_file_parts WHERE file_id = f.id AND number = t.number + 1)
			FROM club_files f JOIN club_file_parts t ON t.file_id = f.id
			WHERE f.club_id = $1 AND f.id = $2 AND f.ready_at IS NOT NULL AND t.number = $3
				AND (f.last OR f.asked_at > now() - $4::interval)`, club, id, number, clubFilesLast).
			Scan(&data, &last)
	})
	return data, last, err
}

// A BroughtClub is a file with a club that an owner of the house has brought. A job looks what would come of it, and
// another takes it in.
type BroughtClub struct {
	ID      int64
	Name    string // of the file
	By      base.Person
	Made    time.Time
	Size    int64
	Owner   string // the account that will own the club, by name or e-mail
	Slug    string // instead of the club's own; "": as it was
	Called  string
	Try     int
	Asked   time.Time
	Taking  bool          // else the job only looks
	Said    *ClubContents // nil: nobody has looked yet, or it was refused
	Refusal string        // a key of words; "": nothing was refused
	Club    string        // its part of the address once it is here
}

func (b *BroughtClub) Fields() []any {
	return []any{&b.ID, &b.Name, &b.By, &b.Made, &b.Size, &b.Owner, &b.Slug, &b.Called, &b.Try, &b.Asked, &b.Taking,
		&b.Said, &b.Refusal, &b.Club}
}

// Busy reports that a job is at it.
func (b BroughtClub) Busy() bool {
	return b.Refusal == "" && (b.Said == nil || b.Taking && b.Club == "")
}

// ClubContents are what comes with a club.
type ClubContents struct {
	Name, Slug string // here
	From       string // its address there
	Written    time.Time
	Matches, Moves, Tables, Recorded, Seasons, Nights, Announcements, Presets, Entries, Players,
	Running, Open, Drafts, Older, Closed int
	Invited, Namesakes []string
}

// BroughtClubJob looks at a file with a club, or takes it in, if it is the last that was asked for.
type BroughtClubJob struct {
	Brought int64 `json:"brought"`
	Try     int   `json:"try"`
}

// Kind names the job in the queue.
func (BroughtClubJob) Kind() string { return "brought_club" }

const (
	// MaxClubFile is how many bytes a club's file may have that comes by a page; larger ones come by the command.
	MaxClubFile = 64 << 20
	// broughtLasts is how long a file waits to be taken in, and what came of it can be read.
	broughtLasts = `interval '1 day'`
)

// ofHouseSQL is the condition that $1 owns the house.
const ofHouseSQL = `EXISTS (SELECT FROM players WHERE id = $1 AND site_owner)`

const broughtSQL = `SELECT b.id, b.name, json_build_object('id', p.id, 'name', coalesce(p.name, ''), 'face', p.face),
		b.made_at, b.size, b.owner, b.slug, b.called, b.tries, coalesce(b.asked_at, '0001-01-01'), b.taking, b.said,
		b.refusal, coalesce(c.slug, '')
	FROM brought_clubs b JOIN players p ON p.id = b.by_id LEFT JOIN clubs c ON c.id = b.club_id
	WHERE b.asked_at IS NOT NULL AND b.made_at > now() - ` + broughtLasts + ` AND `

// BroughtClubs lists the files that were brought, to an owner of the house: none to others.
func (s *Store) BroughtClubs(ctx context.Context, by int64) (list []BroughtClub, err error) {
	err = s.Read(ctx, "brought clubs", func(ctx context.Context, conn *pgxpool.Conn) error {
		list, err = pg.Collect(ctx, conn, pg.Scanned[BroughtClub], broughtSQL+ofHouseSQL+` ORDER BY b.id DESC LIMIT 20`, by)
		return err
	})
	return list, err
}

// BroughtClubFor is one of them: base.ErrNotFound.
func (s *Store) BroughtClubFor(ctx context.Context, by, id int64) (b BroughtClub, err error) {
	err = s.Read(ctx, "brought club", func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, broughtSQL+ofHouseSQL+` AND b.id = $2`, by, id).Scan(b.Fields()...)
	})
	return b, err
}

// BringClub keeps a file, and has a job look at it, for an owner of the house: base.ErrNotFound for others. It is
// written part by part, since it may be large.
func (s *Store) BringClub(ctx context.Context, by int64, b BroughtClub, file []byte) (id int64, err error) {
	err = s.InTx(ctx, "bring club", func(ctx context.Context, tx *pg.Tx) error {
		if err := s.Quota(ctx, tx, "brought_clubs", 1, `brought_clubs WHERE by_id = $1
			AND made_at > now() - `+broughtLasts, by); err != nil {
			return err
		}
		return tx.QueryRow(ctx, `INSERT INTO brought_clubs (by_id, name, size, owner) SELECT $1, $2, $3, $4
			WHERE `+ofHouseSQL+` RETURNING id`, by, b.Name, len(file), b.Owner).Scan(&id)
	})
	if err != nil {
		return 0, err
	}
	parts := &partWriter{add: func(number int, data []byte) error {
		return s.changeFile(ctx, `INSERT INTO brought_club_parts (brought_id, number, data) VALUES ($1, $2, $3)`, id,
			number, data)
	}}
	for piece := range slices.Chunk(file, filePart) {
		if _, err := parts.Write(piece); err != nil {
			return 0, err
		}
	}
	if err := parts.flush(); err != nil {
		return 0, err
	}
	return id, s.AskBroughtClub(ctx, by, BroughtClub{ID: id, Owner: b.Owner})
}

// AskBroughtClub has a job look at a file again, for another owner, address or name, or take the club in as it was
// looked at last: base.ErrStale where that was refused, or a job is at it.
func (s *Store) AskBroughtClub(ctx context.Context, by int64, b BroughtClub) error {
	return s.InTx(ctx, "ask for a brought club", func(ctx context.Context, tx *pg.Tx) error {
		var try int
		if err := tx.QueryRow(ctx, `SELECT tries + 1 FROM brought_clubs WHERE id = $2 AND `+ofHouseSQL+` FOR UPDATE`, by,
			b.ID).Scan(&try); err != nil {
			return err
		}
		err := tx.Change(ctx, base.ErrStale, `UPDATE brought_clubs SET tries = tries + 1, asked_at = clock_timestamp(),
				taking = $2, refusal = '', said = CASE WHEN $2 THEN said END,
				owner = CASE WHEN $2 THEN owner ELSE $3 END, slug = CASE WHEN $2 THEN slug ELSE $4 END,
				called = CASE WHEN $2 THEN called ELSE $5 END
			WHERE id = $1 AND club_id IS NULL AND made_at > now() - `+broughtLasts+`
				AND CASE WHEN asked_at IS NULL OR refusal <> '' THEN NOT $2
					ELSE said IS NOT NULL AND NOT taking END`, b.ID, b.Taking, b.Owner, b.Slug, b.Called)
		if err != nil {
			return err
		}
		return tx.AddJobsOnce(ctx, river.InsertManyParams{Args: BroughtClubJob{b.ID, try},
			InsertOpts: &river.InsertOpts{Queue: YearbookQueue, MaxAttempts: yearbookTries,
				UniqueOpts: pg.OnceInQueue}})
	})
}

// DropBroughtClub forgets a file that was not taken in.
func (s *Store) DropBroughtClub(ctx context.Context, by, id int64) error {
	return s.InTx(ctx, "drop brought club", func(ctx context.Context, tx *pg.Tx) error {
		return tx.Change(ctx, base.ErrNotFound, `DELETE FROM brought_clubs WHERE id = $2 AND club_id IS NULL AND `+
			ofHouseSQL, by, id)
	})
}

// BroughtClub is what a job is asked to do: base.ErrNotFound where it was asked for something else since, or the
// player who brought the file owns the house no longer.
func (s *Store) BroughtClub(ctx context.Context, job BroughtClubJob) (b BroughtClub, err error) {
	err = s.Read(ctx, "brought club", func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, broughtSQL+`b.id = $1 AND b.tries = $2 AND b.club_id IS NULL
			AND p.site_owner`, job.Brought, job.Try).
			Scan(b.Fields()...)
	})
	return b, err
}

// BroughtPart is a part of a file that was brought: base.ErrNotFound behind the last.
func (s *Store) BroughtPart(ctx context.Context, id int64, number int) (data []byte, err error) {
	err = s.Read(ctx, "part of a brought club", func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `SELECT data FROM brought_club_parts WHERE brought_id = $1 AND number = $2`, id, number).
			Scan(&data)
	})
	return data, err
}

// AnswerBroughtClub says what a look has found, or why the club was refused.
func (s *Store) AnswerBroughtClub(ctx context.Context, job BroughtClubJob, said *ClubContents, refusal string) error {
	return s.changeFile(ctx, `UPDATE brought_clubs SET said = $3, refusal = $4 WHERE id = $1 AND tries = $2
		AND club_id IS NULL`, job.Brought, job.Try, said, refusal)
}

// TakenIn says in the transaction of an import that a file has become a club; the file goes.
func TakenIn(ctx context.Context, tx pgx.Tx, job BroughtClubJob, club int64, said ClubContents) error {
	tag, err := tx.Exec(ctx, `UPDATE brought_clubs SET club_id = $3, said = $4 WHERE id = $1 AND tries = $2
		AND club_id IS NULL`, job.Brought, job.Try, club, said)
	if err == nil && tag.RowsAffected() == 0 {
		err = base.ErrStale
	}
	if err == nil {
		_, err = tx.Exec(ctx, `DELETE FROM brought_club_parts WHERE brought_id = $1`, job.Brought)
	}
	return err
}
