package db

import (
	"context"
	"time"

	"carteado/engine"
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

// A TableView is what everybody in the club may know of a table.
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
}

// OpenTable opens a table and draws the first match's seed. It deals at once
// when bots take all the other seats. Refusals: *engine.ErrOption,
// engine.ErrSeats, ErrNotFound for a game or member there is not.
func (s *Store) OpenTable(ctx context.Context, club, host int64, n NewTable) (Table, error) {
	return Table{}, errNotYet
}

// TableOf returns a table as a member of the club sees it.
func (s *Store) TableOf(ctx context.Context, club int64, number int, viewer int64) (TableView, error) {
	return TableView{}, errNotYet
}

// JoinTable takes the seat kept for the player, or the first open one, and
// deals when it was the last: ErrFull. Harmless for who sits there already.
func (s *Store) JoinTable(ctx context.Context, club int64, number int, player int64) error {
	return errNotYet
}

// LeaveSeat gives a seat up before the deal: ErrStale afterwards. A table that
// its host leaves is closed.
func (s *Store) LeaveSeat(ctx context.Context, club int64, number int, player int64) error {
	return errNotYet
}

// AddBot lets the host give an untaken seat to a bot, and deals when it was the
// last: ErrForbidden for others, ErrFull.
func (s *Store) AddBot(ctx context.Context, club int64, number int, by int64, seat engine.Seat, level string) error {
	return errNotYet
}

// CloseTable lets the host close a table that has no running match:
// ErrForbidden for others, ErrStale while it is being played.
func (s *Store) CloseTable(ctx context.Context, club int64, number int, by int64) error {
	return errNotYet
}

// Rematch deals a new match to the same seats once the last one is over; over
// is that match. Asked twice, by one or by both, it happens once. ErrForbidden
// for who does not sit there, ErrStale while the match goes on.
func (s *Store) Rematch(ctx context.Context, club int64, number int, player, over int64) error {
	return errNotYet
}
