package live

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/clock"
)

// A Table is where matches are played, one after the other.
type Table struct {
	ID      int64
	Club    int64
	Number  int // in its club, from 1
	Game    string
	Options engine.Options // resolved
	Status  TableStatus
	Host    int64
}

// TableStatus says how far a table is.
type TableStatus string

// A table is open until every seat is taken, and playing from the first deal
// until it is closed.
const (
	TableOpen    TableStatus = "open"
	TablePlaying TableStatus = "playing"
	TableClosed  TableStatus = "closed"
)

// A TableView holds what everybody who may see a table may know of it.
type TableView struct {
	Table
	Seats []base.Seat
	Mine  engine.Seat // the viewer's; Spectator where none

	Match       int64 // the current match: the last one at this table
	MatchStatus base.MatchStatus
	Version     int // of the match
	ToMove      []engine.Seat
	Commitment  string // to the match's seed
	NextSeal    string // the commitment to that of the next match here; "" where there is none yet
	At          string // position of the table, for polling

	Pace  clock.Pace
	Clock *clock.Clock  // nil while no match is played by one
	away  time.Duration // see Now
	Now   time.Time     // by the database's clock; Clock is as it stands then
	Moved time.Time     // the last move or deal

	Phrases   bool // players may say phrases here
	Messages  bool // and write words of their own
	Watchable bool // members who do not play may watch, see mayWatch
	Practice  bool // it counts nowhere, and its player may ask for advice
	Held      bool // of a duplicate round: nobody else sees it, until all its tables are over
	Occasion  base.Occasion

	Reach  Reach
	Token  base.Secret  // of a table for those invited: who has it may see the table
	Closed base.Closing // zero for a table that nobody closed
}

// Reserved reports that a table waits for those who were drawn to it, at a game night or in a competition: its seats
// stay theirs, so no bot sits down there, nobody begins without them, and who has opened it cannot close it.
func (v TableView) Reserved() bool { return v.Status == TableOpen && (v.Held || v.Occasion.First) }

// tableColumns go with TableView.Fields and tableFromSQL; mine selects the viewer's seat.
func tableColumns(mine string) string {
	return `t.id, t.club_id, t.number, t.game, t.options, t.status, t.host_id,
	(` + base.SeatsToJoinSQL + `), ` + mine + `,
	m.id, m.status, m.version, m.to_move, m.commitment, coalesce((SELECT commitment FROM seals WHERE table_id = t.id),
		''), ` + tableAt + `,
	t.pace, m.clock, (SELECT away FROM heartbeat), clock_timestamp(), m.changed_at,
	` + phrasesAllowedSQL + `, ` + messagesAllowedSQL + `, t.watchable, t.practice, t.held, ` + base.OccasionSQL + `,
	t.reach, coalesce(t.token, ''), ` +
		base.ClosingColumnsSQL
}

// tableFromSQL is a table with its current match.
const tableFromSQL = `tables t
	JOIN LATERAL (SELECT * FROM matches WHERE table_id = t.id ORDER BY id DESC LIMIT 1) m ON true`

// Fields are where the tableColumns of a row go.
func (v *TableView) Fields() []any {
	return append([]any{&v.ID, &v.Club, &v.Number, &v.Game, &v.Options, &v.Status, &v.Host,
		&v.Seats, &v.Mine, &v.Match, &v.MatchStatus, &v.Version, &v.ToMove, &v.Commitment, &v.NextSeal, &v.At,
		(*storedPace)(&v.Pace), &v.Clock, &v.away, &v.Now, &v.Moved,
		&v.Phrases, &v.Messages, &v.Watchable, &v.Practice, &v.Held, &v.Occasion, &v.Reach, (*string)(&v.Token)},
		v.Closed.Fields()...)
}

// read scans a row of tableColumns, and of what a query selects behind them. The clock
// is as it stands now: time for which the house was away is left out.
func (v *TableView) read(row pgx.Row, more ...any) error {
	err := row.Scan(append(v.Fields(), more...)...)
	if err == nil && v.Clock != nil {
		v.Clock.Absent(v.away)
	}
	return err
}

// TableOf returns a table as a member of the club sees it.
func (s *Tables) TableOf(ctx context.Context, club int64, number int, viewer int64) (v TableView, err error) {
	err = s.Read(ctx, "table", func(ctx context.Context, conn *pgxpool.Conn) error {
		return v.read(conn.QueryRow(ctx, selectTable, club, number, viewer))
	})
	return v, err
}

// selectTable is the table with the number $2 of the club $1 as its member $3 sees it.
var selectTable = `SELECT ` + tableColumns(base.MySeatSQL("v.player_id")) + ` FROM ` + tableFromSQL + `
	JOIN members v ON v.club_id = t.club_id AND ` + base.SeesSQL + `
	WHERE t.club_id = $1 AND t.number = $2 AND v.player_id = $3`

// LockTable locks a table for one of its club's members and returns it as it is
// then, so that a request that waited for the lock sees what was done under it.
// The membership is locked first, so that nobody is suspended between this check
// and sitting down.
func LockTable(ctx context.Context, tx *pg.Tx, club int64, number int, player int64) (v TableView, err error) {
	var batch pgx.Batch
	batch.Queue(`SELECT FROM memberships WHERE club_id = $1 AND player_id = $2 FOR SHARE`, club, player)
	batch.Queue(`SELECT FROM tables WHERE club_id = $1 AND number = $2 FOR UPDATE`, club, number)
	batch.Queue(selectTable, club, number, player).QueryRow(func(row pgx.Row) error { return v.read(row) })
	return v, tx.SendBatch(ctx, &batch).Close()
}
