package jobs

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/riverqueue/river"

	"carteado/db"
	"carteado/db/backup"
	"carteado/db/base"
)

// writeClubFile writes all of a club into a file.
type writeClubFile struct {
	river.WorkerDefaults[db.ClubFileJob]
	store   *db.Store
	version string // of the program
}

// Timeout implements river.Worker.
func (w *writeClubFile) Timeout(*river.Job[db.ClubFileJob]) time.Duration { return yearbookLimit }

// Work implements river.Worker.
func (w *writeClubFile) Work(ctx context.Context, job *river.Job[db.ClubFileJob]) error {
	err := w.store.WriteClubFile(ctx, job.Args.File, backup.ClubWriter(w.version))
	if err != nil && job.Attempt >= job.MaxAttempts {
		return errors.Join(err, w.store.GiveClubFileUp(context.WithoutCancel(ctx), job.Args.File))
	}
	return err
}

// A TakeClub takes a club into the house; see backup.Import.
type TakeClub func(ctx context.Context, open func() (io.ReadCloser, error), t backup.Transfer) (
	backup.Transferred, error)

// takeIn looks at files with clubs that were brought, and takes them in.
type takeIn struct {
	river.WorkerDefaults[db.BroughtClubJob]
	store *db.Store
	take  TakeClub
}

// Timeout implements river.Worker.
func (w *takeIn) Timeout(*river.Job[db.BroughtClubJob]) time.Duration { return takeInLimit }

// takeInLimit ends a look that hangs: each match is played again.
const takeInLimit = 30 * time.Minute

// Work implements river.Worker.
func (w *takeIn) Work(ctx context.Context, job *river.Job[db.BroughtClubJob]) error {
	return TakeIn(ctx, w.store, w.take, job.Args, job.Attempt >= job.MaxAttempts)
}

// TakeIn does what was asked for a file with a club. What the file itself is to blame for is said at once, all else
// at the last try.
func TakeIn(ctx context.Context, store *db.Store, take TakeClub, job db.BroughtClubJob, last bool) error {
	b, err := store.BroughtClub(ctx, job)
	if errors.Is(err, base.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	var unread error // of the house's own database, which the file is not to blame for
	came, err := take(ctx, func() (io.ReadCloser, error) {
		return io.NopCloser(&partReader{next: func(number int) (data []byte, err error) {
			if data, err = store.BroughtPart(ctx, b.ID, number); err != nil && !errors.Is(err, base.ErrNotFound) {
				unread = err
			}
			return data, err
		}}), nil
	}, backup.Transfer{Owner: b.Owner, Slug: b.Slug, Name: b.Called, By: b.By.ID, DryRun: !b.Taking, Max: maxUnpacked,
		Brought: job})
	refusal := refusalOf(err)
	if unread != nil {
		refusal = ""
	}
	switch {
	case err == nil && b.Taking:
		return nil
	case err == nil:
		said := came.Contents()
		return store.AnswerBroughtClub(ctx, job, &said, "")
	case refusal == "" && !last:
		return err
	case refusal == "":
		return errors.Join(err, store.AnswerBroughtClub(context.WithoutCancel(ctx), job, nil, "failed"))
	}
	return store.AnswerBroughtClub(ctx, job, nil, refusal)
}

// maxUnpacked is how much a file may hold that comes by a page: text of which gzip makes a tenth.
const maxUnpacked = 16 * db.MaxClubFile

// refusalOf names what is wrong with a file, or with what was wished; "" for what is not.
func refusalOf(err error) string {
	for _, r := range []struct {
		err error
		key string
	}{{backup.ErrLarge, "large"}, {backup.ErrNewer, "newer"}, {backup.ErrHouse, "house"}, {backup.ErrAgain, "again"},
		{backup.ErrClash, "clash"}, {backup.ErrNoOwner, "no_owner"}, {backup.ErrLog, "log"}, {db.ErrFeigned, "proof"},
		{backup.ErrNoBackup, "no_backup"}} {
		if errors.Is(err, r.err) {
			return r.key
		}
	}
	return ""
}

// A partReader reads a file that lies in parts.
type partReader struct {
	next   func(number int) ([]byte, error)
	number int
	held   []byte
}

// Read implements io.Reader.
func (p *partReader) Read(data []byte) (int, error) {
	if len(p.held) == 0 {
		part, err := p.next(p.number)
		if errors.Is(err, base.ErrNotFound) {
			err = io.EOF
		}
		if err != nil {
			return 0, err
		}
		p.held, p.number = part, p.number+1
	}
	n := copy(data, p.held)
	p.held = p.held[n:]
	return n, nil
}
