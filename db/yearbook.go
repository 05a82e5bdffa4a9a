package db

import (
	"context"
	"io"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/db/results"
	"carteado/engine/role"
)

// A Yearbook is a folder with a season, or with all of a club, that a job writes for its hosts.
type Yearbook struct {
	ID     int64
	Season string // "" for all of the club
	By     base.Person
	Asked  time.Time
	Done   int // results that are written so far
	Total  int // of how many; 0 before it has begun
	Size   int64
	Ready  time.Time // zero: nobody can have it yet
	Failed bool
}

func (y *Yearbook) Fields() []any {
	return []any{&y.ID, &y.Season, &y.By, &y.Asked, &y.Done, &y.Total, &y.Size, &y.Ready, &y.Failed}
}

// YearbookJob writes a yearbook.
type YearbookJob struct {
	Yearbook int64 `json:"yearbook"`
}

// Kind names the job in the queue.
func (YearbookJob) Kind() string { return "yearbook" }

// YearbookQueue has one worker: a yearbook reads a whole history.
const YearbookQueue = "yearbooks"

// yearbookTries is how often a yearbook is begun before it is given up.
const yearbookTries = 3

const (
	// yearbooksLast is how long a yearbook can be fetched.
	yearbooksLast = 7 * 24 * time.Hour
	// yearbookTime is after how long a yearbook that is not there never comes: all its tries, and the pauses between.
	yearbookTime = time.Hour
)

const yearbookSQL = `SELECT y.id, coalesce(s.name, ''), json_build_object('id', p.id, 'name', coalesce(p.name, ''),
	'face', p.face), y.asked_at, y.done, y.total, y.size, coalesce(y.ready_at, '0001-01-01'),
		y.failed_at IS NOT NULL OR y.ready_at IS NULL AND y.asked_at < now() - $3::interval
	FROM yearbooks y JOIN players p ON p.id = y.by_id LEFT JOIN seasons s ON s.id = y.season_id
	WHERE y.club_id = $1 AND y.asked_at > now() - $2::interval ORDER BY y.id DESC LIMIT 20`

// YearbooksOf lists a club's yearbooks to those who look after its seasons, the latest first.
func (s *Store) YearbooksOf(ctx context.Context, club, viewer int64) (list []Yearbook, err error) {
	err = s.ReadAs(ctx, "yearbooks", club, viewer, role.Season, func(ctx context.Context, conn *pgxpool.Conn) error {
		list, err = pg.Collect(ctx, conn, pg.Scanned[Yearbook], yearbookSQL, club, yearbooksLast, yearbookTime)
		return err
	})
	return list, err
}

// AskYearbook has a job write a yearbook of a season, 0 for all of the club: base.ErrStale while another of the club is
// being written.
func (s *Store) AskYearbook(ctx context.Context, club, by, season int64) error {
	return s.InTxAs(ctx, "ask for a yearbook", club, by, role.Season, func(ctx context.Context, tx *pg.Tx) error {
		if season != 0 {
			if err := tx.QueryRow(ctx, `SELECT FROM seasons WHERE club_id = $1 AND id = $2`, club, season).
				Scan(); err != nil {
				return err
			}
		}
		if err := s.nextFile(ctx, tx, yearbookFiles, club); err != nil {
			return err
		}
		var id int64
		if err := tx.QueryRow(ctx, `INSERT INTO yearbooks (club_id, season_id, by_id) VALUES ($1, nullif($2, 0), $3)
			RETURNING id`, club, season, by).Scan(&id); err != nil {
			return err
		}
		if err := base.Note(ctx, tx, club, by, "yearbook_asked", nil); err != nil {
			return err
		}
		return tx.AddJobsOnce(ctx, river.InsertManyParams{Args: YearbookJob{id}, InsertOpts: &river.InsertOpts{
			Queue: YearbookQueue, Priority: lowestPriority, MaxAttempts: yearbookTries, UniqueOpts: pg.OnceInQueue}})
	})
}

// yearbookFiles is where yearbooks lie.
var yearbookFiles = files{"yearbooks", "yearbook_parts", "yearbook_id", yearbooksLast, "true"}

// WriteYearbook has a yearbook written into the database, as writeFile does.
func (s *Store) WriteYearbook(ctx context.Context, id int64, write func(ctx context.Context, of results.ChronicleOf,
	out io.Writer, note func(done, total int) error) error) error {
	return s.writeFile(ctx, yearbookFiles, id, func(ctx context.Context, out io.Writer,
		note func(done, total int) error) error {
		var of results.ChronicleOf
		if err := s.Read(ctx, "begin yearbook", func(ctx context.Context, conn *pgxpool.Conn) error {
			return conn.QueryRow(ctx, `SELECT club_id, coalesce(season_id, 0) FROM yearbooks WHERE id = $1`, id).
				Scan(&of.Club, &of.Season)
		}); err != nil {
			return err
		}
		return write(ctx, of, out, note)
	})
}

// GiveYearbookUp says that a yearbook cannot be made; nothing of it stays.
func (s *Store) GiveYearbookUp(ctx context.Context, id int64) error {
	return s.giveFileUp(ctx, yearbookFiles, id)
}

// YearbookPart is a part of a yearbook that is whole, for those who look after seasons: base.ErrNotFound for one that
// is not there.
func (s *Store) YearbookPart(ctx context.Context, club, viewer, id int64, number int) (data []byte, last bool,
	err error) {
	const op = "yearbook part"
	err = s.ReadAs(ctx, op, club, viewer, role.Season, func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `SELECT t.data,
				NOT EXISTS (SELECT FROM yearbook_parts WHERE yearbook_id = y.id AND number = t.number + 1)
			FROM yearbooks y JOIN yearbook_parts t ON t.yearbook_id = y.id
			WHERE y.club_id = $1 AND y.id = $2 AND y.ready_at IS NOT NULL AND t.number = $3
				AND y.asked_at > now() - $4::interval`, club, id, number, yearbooksLast).Scan(&data, &last)
	})
	return data, last, err
}
