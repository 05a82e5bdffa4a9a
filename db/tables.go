package db

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/engine"
	"carteado/engine/role"
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
}

// Taken reports whether the seat has its player or bot.
func (s Seat) Taken() bool { return s.Player != 0 || s.Bot != "" }

// A TableView is what everybody who may see a table may know of it.
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

	Reach  Reach
	Token  Secret  // of a table for those invited: who has it may see the table
	Closed Closing // zero for a table that nobody closed
}

// A SeatKind says who shall take a seat.
type SeatKind string

// A seat is open to all, kept for a member, or a bot's.
const (
	SeatOpen   SeatKind = "open"
	SeatMember SeatKind = "member"
	SeatBot    SeatKind = "bot"
)

// A SeatChoice is the host's wish for one seat.
type SeatChoice struct {
	Kind   SeatKind
	Player int64  // for SeatMember
	Level  string // for SeatBot
}

// A NewTable is opened by its host, who takes seat 0; Seats are the others, in
// order.
type NewTable struct {
	Game    string
	Options engine.Options
	Seats   []SeatChoice
	Reach   Reach // "" is the club
}

// OpenTable opens a table and draws the first match's seed. It deals at once
// when bots take all the other seats. Refusals: *engine.ErrOption for a house
// rule that is not offered or does not go with the seats, engine.ErrSeats,
// ErrNotFound for a game or member there is not.
func (s *Store) OpenTable(ctx context.Context, club, host int64, n NewTable) (t Table, err error) {
	game, known := s.games[n.Game]
	if !known {
		return t, fmt.Errorf("open table, game %q: %w", n.Game, ErrNotFound)
	}
	// House rules can be fine one by one and not beside this number of seats: a
	// deal that nobody will see says so before anything is stored.
	trial, err := engine.NewMatch(game, len(n.Seats)+1, n.Options, engine.Seed{})
	if err != nil {
		return t, fmt.Errorf("open table: %w", err)
	}
	options := trial.Options()
	err = s.inTx(ctx, "open table", func(ctx context.Context, tx *txn) error {
		// The club's counter also serialises openings: numbers have no gaps.
		t = Table{Club: club, Host: host, Game: n.Game, Options: options}
		err := tx.QueryRow(ctx, `
			UPDATE clubs SET last_table = last_table + 1
			WHERE id = $1 RETURNING last_table, (SELECT name FROM players WHERE id = $2)`, club, host).Scan(&t.Number, &t.HostName)
		if err != nil {
			return err
		}
		// Under the lock, and not before: who is being suspended is seen to be.
		if err := may(ctx, tx, club, host, role.Play); err != nil {
			return err
		}
		err = tx.QueryRow(ctx, `
			INSERT INTO tables (club_id, number, game, options, host_id, reach, token)
			VALUES ($1, $2, $3, $4, $5, coalesce(nullif($6, ''), 'club'), $7)
			RETURNING id, status, opened_at`, club, t.Number, n.Game, options, host, n.Reach, newToken(n.Reach)).Scan(&t.ID, &t.Status, &t.OpenedAt)
		if err != nil {
			return err
		}
		if err := insertSeats(ctx, tx, t, n.Seats); err != nil {
			return err
		}
		if err := s.newMatch(ctx, tx, t); err != nil {
			return err
		}
		if err := note(ctx, tx, club, host, "table_opened", details{"table": t.ID}); err != nil {
			return err
		}
		t.Status, err = s.seatsChanged(ctx, tx, t)
		return err
	})
	return t, err
}

// insertSeats seats the host and prepares the other seats; who is invited must
// be another member.
func insertSeats(ctx context.Context, tx *txn, t Table, choices []SeatChoice) error {
	if _, err := tx.Exec(ctx, `INSERT INTO seats (table_id, seat, player_id) VALUES ($1, 0, $2)`, t.ID, t.Host); err != nil {
		return err
	}
	for i, choice := range choices {
		var invited, bot any
		switch choice.Kind {
		case SeatMember:
			invited = choice.Player
			var member bool
			err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM members WHERE club_id = $1 AND player_id = $2)`,
				t.Club, choice.Player).Scan(&member)
			if err != nil {
				return err
			}
			if !member || choice.Player == t.Host {
				return fmt.Errorf("invited player %d: %w", choice.Player, ErrNotFound)
			}
			if err := addGuest(ctx, tx, t.ID, choice.Player); err != nil {
				return err
			}
		case SeatBot:
			bot = choice.Level
		}
		if _, err := tx.Exec(ctx, `INSERT INTO seats (table_id, seat, invited_id, bot) VALUES ($1, $2, $3, $4)`,
			t.ID, i+1, invited, bot); err != nil {
			return err
		}
	}
	return nil
}

// tableColumns go with TableView.fields and tableFrom.
var tableColumns = `t.id, t.club_id, t.number, t.game, t.options, t.status, t.host_id, coalesce(h.name, ''), t.opened_at,
	(` + seatList + `), ` + mySeat("v.player_id") + `,
	m.id, m.status, m.version, m.to_move, m.commitment, m.id || '.' || t.version || '.' || m.version,
	t.reach, coalesce(t.token, ''), ` + closingColumns

// tableFrom is a table with its current match, for a member of its club who may
// see it.
var tableFrom = `tables t
	JOIN members v ON v.club_id = t.club_id AND ` + sees + `
	JOIN players h ON h.id = t.host_id
	JOIN LATERAL (SELECT * FROM matches WHERE table_id = t.id ORDER BY id DESC LIMIT 1) m ON true`

// seated are who plays the match m of the table t, or, before its deal, who sits
// at the table.
const seated = `(SELECT seat, player_id, NULL AS invited_id, bot FROM match_seats WHERE match_id = m.id
		UNION ALL SELECT seat, player_id, invited_id, bot FROM seats WHERE table_id = t.id AND m.status = 'waiting')`

// seatList is []Seat of the match m at the table t, as JSON.
const seatList = `SELECT json_agg(json_build_object('seat', s.seat, 'player', coalesce(s.player_id, 0),
		'invited', coalesce(s.invited_id, 0), 'bot', coalesce(s.bot, ''), 'name', coalesce(p.name, '')) ORDER BY s.seat)
	FROM ` + seated + ` s LEFT JOIN players p ON p.id = coalesce(s.player_id, s.invited_id)`

// mySeat is a player's seat in the match m or at its table t, -1 where none.
func mySeat(player string) string {
	return `coalesce((SELECT seat FROM ` + seated + ` s WHERE s.player_id = ` + player + `), -1)`
}

func (v *TableView) fields() []any {
	return append([]any{&v.ID, &v.Club, &v.Number, &v.Game, &v.Options, &v.Status, &v.Host, &v.HostName, &v.OpenedAt,
		&v.Seats, &v.Mine, &v.Match, &v.MatchStatus, &v.Version, &v.ToMove, &v.Commitment, &v.At,
		&v.Reach, (*string)(&v.Token)}, v.Closed.fields()...)
}

// TableOf returns a table as a member of the club sees it.
func (s *Store) TableOf(ctx context.Context, club int64, number int, viewer int64) (v TableView, err error) {
	err = s.read(ctx, "table", func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, selectTable, club, number, viewer).Scan(v.fields()...)
	})
	return v, err
}

// selectTable is the table with the number $2 of the club $1 as its member $3 sees it.
var selectTable = `SELECT ` + tableColumns + ` FROM ` + tableFrom + `
	WHERE t.club_id = $1 AND t.number = $2 AND v.player_id = $3`

// lockTable locks a table for one of its club's members and returns it as it is
// then: what waited for the lock sees what was done under it. The membership is
// locked first: nobody is suspended between being seen as a member and sitting
// down.
func lockTable(ctx context.Context, tx *txn, club int64, number int, player int64) (v TableView, err error) {
	var batch pgx.Batch
	batch.Queue(`SELECT FROM memberships WHERE club_id = $1 AND player_id = $2 FOR SHARE`, club, player)
	batch.Queue(`SELECT FROM tables WHERE club_id = $1 AND number = $2 FOR UPDATE`, club, number)
	batch.Queue(selectTable, club, number, player).QueryRow(func(row pgx.Row) error { return row.Scan(v.fields()...) })
	return v, tx.SendBatch(ctx, &batch).Close()
}
