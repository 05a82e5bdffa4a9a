package pg

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// MaxAhead is by how much a program's clock may differ from the database's before it says so.
const MaxAhead = 2 * time.Second

// slowAnswer is how long an answer may take that still tells the time.
const slowAnswer = time.Second

// AskTime asks the database what time it is, for Now and Ahead. Until it has been asked, the program's own clock is
// believed.
func (d *DB) AskTime(ctx context.Context) error {
	return d.Read(ctx, "ask time", func(ctx context.Context, conn *pgxpool.Conn) error {
		began := d.own()
		var at time.Time
		if err := conn.QueryRow(ctx, `SELECT clock_timestamp()`).Scan(&at); err != nil {
			return err
		}
		if took := d.own().Sub(began); took < slowAnswer {
			d.behind.Store(int64(at.Sub(began.Add(took / 2))))
		}
		return nil
	})
}

// Now is the time by the database's clock, to within the time of an answer. Every time that decides something is the
// database's, so that programs whose clocks differ agree.
func (d *DB) Now() time.Time { return d.own().Add(time.Duration(d.behind.Load())) }

// NowOrNil is nil: it has River's statements use the database's time. With Now it is the clock of River's workers,
// which schedule by the program's own otherwise.
func (d *DB) NowOrNil() *time.Time { return nil }

// insertTime is the clock of a River client that inserts: River takes the program's own time for jobs without one.
type insertTime struct{ *DB }

// NowOrNil is when a job without a time is due: at once, however inaccurate Now is.
func (t insertTime) NowOrNil() *time.Time {
	now := t.Now().Add(-slowAnswer)
	return &now
}

// ClockIsWrong reports that the program's own clock differs from the database's by more than MaxAhead. It decides
// nothing, but something is wrong with the machine.
func (d *DB) ClockIsWrong() bool { return d.Ahead().Abs() > MaxAhead }

// Ahead is by how much the program's own clock is ahead of the database's; negative: behind it.
func (d *DB) Ahead() time.Duration { return -time.Duration(d.behind.Load()) }
