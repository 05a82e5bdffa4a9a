package db

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/engine"
)

// A Home is a club as one member comes in.
type Home struct {
	MyTurn  []TableLine // matches that wait for the player
	Waiting []TableLine // matches that wait for others, and the player's tables with empty seats
	Invited []TableLine // tables that keep a seat for the player
	Open    []TableLine // other tables with a seat that is open to all
	Recent  []MatchLine // the player's last matches that are over
	Online  []Member    // seen in the last five minutes, without the player
	At      string      // position of the home page, for polling
}

// A TableLine is a table in a list.
type TableLine struct {
	Table       int // number
	Game        string
	Options     engine.Options
	Host        string // name
	Seats       []Seat
	Mine        engine.Seat
	Match       int64
	MatchStatus MatchStatus
	ToMove      []engine.Seat
	Totals      []int     // by seat, finished rounds
	Last        *LogEntry // the last move as the player saw it
	At          time.Time // of the last change

	position string // as TableView.At
}

// recentMatches is how many of a player's last matches the home page shows.
const recentMatches = 5

// HomeOf returns a club's home page to a member.
func (s *Store) HomeOf(ctx context.Context, club, player int64) (h Home, err error) {
	err = s.read(ctx, "home", func(ctx context.Context, conn *pgxpool.Conn) error {
		members, err := selectMembers(ctx, conn, club, player)
		if err != nil {
			return err
		}
		if len(members) == 0 {
			return ErrNotFound
		}
		for _, member := range members {
			if member.Online && member.Player != player {
				h.Online = append(h.Online, member)
			}
		}
		if h.Recent, err = selectMatches(ctx, conn, playedIn+ended, club, player, recentMatches, 0); err != nil {
			return err
		}
		lines, err := selectLines(ctx, conn, club, player)
		if err != nil {
			return err
		}
		at := fnv.New64a()
		for _, line := range lines {
			h.add(line, player)
			_, _ = fmt.Fprintln(at, line.position) // a hash does not fail
		}
		for _, line := range h.Recent {
			_, _ = fmt.Fprintln(at, line.ID)
		}
		h.At = fmt.Sprintf("%016x", at.Sum64())
		return nil
	})
	return h, err
}

// add puts a table where the player looks for it. Matches of others are in no
// list.
func (h *Home) add(line TableLine, player int64) {
	open := slices.ContainsFunc(line.Seats, func(s Seat) bool { return !s.Taken() && s.Invited == 0 })
	invited := slices.ContainsFunc(line.Seats, func(s Seat) bool { return s.Invited == player })
	switch {
	case line.Mine != engine.Spectator && slices.Contains(line.ToMove, line.Mine):
		h.MyTurn = append(h.MyTurn, line)
	case line.Mine != engine.Spectator:
		h.Waiting = append(h.Waiting, line)
	case invited:
		h.Invited = append(h.Invited, line)
	case open:
		h.Open = append(h.Open, line)
	}
}

// selectLines returns the tables of a club that are open or being played, the
// longest untouched first: it has waited longest.
func selectLines(ctx context.Context, q querier, club, player int64) ([]TableLine, error) {
	rows, err := q.Query(ctx, `
		SELECT t.number, t.game, t.options, coalesce(h.name, ''), (`+seatList+`),
			`+mySeat("$2")+`,
			m.id, m.status, m.to_move, m.totals, m.changed_at,
			last.version, last.seat, last.events, last.at,
			m.id || '.' || t.version || '.' || m.version
		FROM matches m
		JOIN tables t ON t.id = m.table_id
		JOIN players h ON h.id = t.host_id
		LEFT JOIN moves last ON last.match_id = m.id AND last.version = m.version
		WHERE m.club_id = $1 AND m.status <> 'over' AND t.status <> 'closed'
		ORDER BY m.changed_at, t.number`, club, player)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (l TableLine, err error) {
		var (
			version *int
			seat    *engine.Seat
			events  []engine.Event
			at      *time.Time
		)
		err = row.Scan(&l.Table, &l.Game, &l.Options, &l.Host, &l.Seats, &l.Mine,
			&l.Match, &l.MatchStatus, &l.ToMove, &l.Totals, &l.At, &version, &seat, &events, &at, &l.position)
		if err == nil && version != nil {
			last := LogEntry{Version: *version, Seat: *seat, Events: events, At: *at}.For(l.Mine)
			l.Last = &last
		}
		return l, err
	})
}
