package accounts

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/pg"
	"carteado/engine/role"
)

// An Event is something that happened to an account, as its player reads it.
type Event struct {
	What    EventKind
	At      time.Time // of the last one
	Since   time.Time // of the first one
	Times   int       // in a row
	Network string
	Agent   string
}

// An EventKind is what happened.
type EventKind string

// The kinds.
const (
	EventRefused  EventKind = "refused"  // a sign-in with a wrong password or code
	EventSignedIn EventKind = "signed"   // in a browser that was unknown
	EventPassword EventKind = "password" // changed, or set by a link
	EventAddress  EventKind = "address"  // another one was asked for
	EventPasskey  EventKind = "passkey"  // added or removed
	EventCodes    EventKind = "codes"    // made
	EventCode     EventKind = "code"     // used
	EventExport   EventKind = "export"
	EventClubFile EventKind = "club" // all of a club was asked for, or fetched
)

// Events are kept for so long, and so many of a player.
const (
	eventsLife = 90 * 24 * time.Hour
	maxEvents  = 200
)

// NoteEvent keeps what happened to a player's account, and from where.
func (s *Accounts) NoteEvent(ctx context.Context, player int64, what EventKind, network, agent string) error {
	return s.InTx(ctx, "note account event", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `INSERT INTO account_events (player_id, what, network, agent)
			SELECT $1, $2, $3, $4 WHERE EXISTS (SELECT FROM players WHERE id = $1)`, player, what, network, agent)
		tx.Do(ctx, `DELETE FROM account_events WHERE player_id = $1 AND (at < now() - $2::interval OR id IN (
			SELECT id FROM account_events WHERE player_id = $1 ORDER BY at DESC OFFSET $3))`, player, eventsLife, maxEvents)
		return tx.Err()
	})
}

// EventsOf lists what happened to a player's account, the latest first; those alike that follow each other within an
// hour are one.
func (s *Accounts) EventsOf(ctx context.Context, player int64) (list []Event, err error) {
	err = s.Read(ctx, "account events", func(ctx context.Context, conn *pgxpool.Conn) error {
		rows, err := pg.Collect(ctx, conn, pgx.RowToStructByPos[Event], `SELECT what, at, at, 1, network, agent
			FROM account_events WHERE player_id = $1 AND at > now() - $2::interval ORDER BY at DESC, id DESC`, player,
			eventsLife)
		list = nil
		for _, e := range rows {
			if n := len(list) - 1; n >= 0 && list[n].What == e.What && list[n].Network == e.Network &&
				list[n].Agent == e.Agent && list[n].Since.Sub(e.At) < time.Hour {
				list[n].Since, list[n].Times = e.At, list[n].Times+1
				continue
			}
			list = append(list, e)
		}
		return err
	})
	return list, err
}

// A HostEvent is what happened to the account of a host.
type HostEvent struct {
	Player  int64
	Name    string
	What    EventKind
	At      time.Time
	Network string
}

// maxHostEvents is how many are shown: the latest.
const maxHostEvents = 40

// HostEvents lists what happened lately to the accounts that can change a club, the latest first, to those who may see
// its whole log.
func (s *Accounts) HostEvents(ctx context.Context, club, viewer int64) (list []HostEvent, err error) {
	const op = "events of hosts"
	err = s.ReadAs(ctx, op, club, viewer, role.Audit, func(ctx context.Context, conn *pgxpool.Conn) error {
		list, err = pg.Collect(ctx, conn, pgx.RowToStructByPos[HostEvent], `
			SELECT p.id, p.name, e.what, e.at, e.network
			FROM members m JOIN players p ON p.id = m.player_id JOIN account_events e ON e.player_id = p.id
			WHERE m.club_id = $1 AND m.role IN ($2, $3) AND e.at > now() - $4::interval
			ORDER BY e.at DESC, e.id DESC LIMIT $5`, club, role.Owner, role.Host, eventsLife, maxHostEvents)
		return err
	})
	return list, err
}
