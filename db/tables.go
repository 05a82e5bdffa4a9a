package db

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/clock"
)

// A Table is where matches are played, one after the other.
type Table struct {
	ID       int64
	Club     int64
	Number   int // in its club, from 1
	Game     string
	Options  engine.Options // resolved
	Status   TableStatus
	Host     int64
	HostName string
	OpenedAt time.Time
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

// MatchStatus says how far a match is.
type MatchStatus string

// A match waits for its deal, is played, and is over.
const (
	MatchWaiting MatchStatus = "waiting"
	MatchPlaying MatchStatus = "playing"
	MatchOver    MatchStatus = "over"
)

// A Seat at a table: empty, kept for an invited player, or taken by a player
// or a bot.
type Seat struct {
	Seat    engine.Seat
	Player  int64  // 0: no player
	Invited int64  // 0: kept for nobody
	Bot     string // the bot's level, "" where none
	Name    string // of the player, or of the invited one; "" for a bot
	Then    string // what the player was called when a match began that is listed; "" for their name of today
	Face    string // of the same, as part.Face writes it
}

// Taken reports whether the seat has its player or bot.
func (s Seat) Taken() bool { return s.Player != 0 || s.Bot != "" }

// A TableView holds what everybody who may see a table may know of it.
type TableView struct {
	Table
	Seats []Seat
	Mine  engine.Seat // the viewer's; Spectator where none

	Match       int64 // the current match: the last one at this table
	MatchStatus MatchStatus
	Version     int // of the match
	ToMove      []engine.Seat
	Commitment  string // to the match's seed
	At          string // position of the table, for polling

	Pace  clock.Pace
	Clock *clock.Clock  // nil while no match is played by one
	away  time.Duration // see Now
	Now   time.Time     // by the database's clock; Clock is as it stands then
	Moved time.Time     // the last move or deal

	Phrases   bool // players may say phrases here
	Messages  bool // and write words of their own
	Watchable bool // members who do not play may watch, see mayWatch

	Reach  Reach
	Token  Secret  // of a table for those invited: who has it may see the table
	Closed Closing // zero for a table that nobody closed
}

// tableColumns go with TableView.fields and tableFrom. mine selects the viewer's
// seat.
func tableColumns(mine string) string {
	return `t.id, t.club_id, t.number, t.game, t.options, t.status, t.host_id, coalesce(h.name, ''), t.opened_at,
	(` + seatList + `), ` + mine + `,
	m.id, m.status, m.version, m.to_move, m.commitment, ` + tableAt + `,
	t.pace, m.clock, (SELECT away FROM heartbeat), clock_timestamp(), m.changed_at,
	` + phrasesAllowed + `, ` + messagesAllowed + `, t.watchable, t.reach, coalesce(t.token, ''), ` + closingColumns
}

// tableFrom is a table with its current match.
const tableFrom = `tables t
	JOIN players h ON h.id = t.host_id
	JOIN LATERAL (SELECT * FROM matches WHERE table_id = t.id ORDER BY id DESC LIMIT 1) m ON true`

// seated selects the players of the match m of the table t, or, before its deal,
// those who sit at the table.
const seated = `(SELECT seat, player_id, NULL AS invited_id, bot FROM match_seats WHERE match_id = m.id
		UNION ALL SELECT seat, player_id, invited_id, bot FROM seats WHERE table_id = t.id AND m.status = 'waiting')`

// seatList is []Seat of the match m at the table t, as JSON.
var seatList = seatsCalled("''")

// seatsCalled is seatList with what the players were called then.
func seatsCalled(then string) string {
	return `SELECT json_agg(json_build_object('seat', s.seat, 'player', coalesce(s.player_id, 0),
		'invited', coalesce(s.invited_id, 0), 'bot', coalesce(s.bot, ''), 'name', coalesce(p.name, ''), 'face', coalesce(p.face, ''),
		'then', ` + then + `) ORDER BY s.seat)
	FROM ` + seated + ` s LEFT JOIN players p ON p.id = coalesce(s.player_id, s.invited_id)`
}

// mySeat is a player's seat in the match m or at its table t, -1 where none.
func mySeat(player string) string {
	return `coalesce((SELECT seat FROM ` + seated + ` s WHERE s.player_id = ` + player + `), -1)`
}

func (v *TableView) Fields() []any {
	return append([]any{&v.ID, &v.Club, &v.Number, &v.Game, &v.Options, &v.Status, &v.Host, &v.HostName, &v.OpenedAt,
		&v.Seats, &v.Mine, &v.Match, &v.MatchStatus, &v.Version, &v.ToMove, &v.Commitment, &v.At,
		(*storedPace)(&v.Pace), &v.Clock, &v.away, &v.Now, &v.Moved,
		&v.Phrases, &v.Messages, &v.Watchable, &v.Reach, (*string)(&v.Token)}, v.Closed.Fields()...)
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
func (s *Store) TableOf(ctx context.Context, club int64, number int, viewer int64) (v TableView, err error) {
	err = s.Read(ctx, "table", func(ctx context.Context, conn *pgxpool.Conn) error {
		return v.read(conn.QueryRow(ctx, selectTable, club, number, viewer))
	})
	return v, err
}

// selectTable is the table with the number $2 of the club $1 as its member $3 sees it.
var selectTable = `SELECT ` + tableColumns(mySeat("v.player_id")) + ` FROM ` + tableFrom + `
	JOIN members v ON v.club_id = t.club_id AND ` + sees + `
	WHERE t.club_id = $1 AND t.number = $2 AND v.player_id = $3`

// lockTable locks a table for one of its club's members and returns it as it is
// then, so that a request that waited for the lock sees what was done under it.
// The membership is locked first, so that nobody is suspended between this check
// and sitting down.
func lockTable(ctx context.Context, tx *pg.Tx, club int64, number int, player int64) (v TableView, err error) {
	var batch pgx.Batch
	batch.Queue(`SELECT FROM memberships WHERE club_id = $1 AND player_id = $2 FOR SHARE`, club, player)
	batch.Queue(`SELECT FROM tables WHERE club_id = $1 AND number = $2 FOR UPDATE`, club, number)
	batch.Queue(selectTable, club, number, player).QueryRow(func(row pgx.Row) error { return v.read(row) })
	return v, tx.SendBatch(ctx, &batch).Close()
}
