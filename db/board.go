package db

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/engine"
)

// A Board is a table with its running or last match, as one member of the club
// may see it.
type Board struct {
	Table TableView
	Dealt bool             // false: the match waits for its deal; what follows is zero
	View  engine.MatchView // for the viewer's seat, or a spectator
	Legal []engine.Move    // of the viewer
	Log   []LogEntry       // the last moves, oldest first
}

// A LogEntry is one move as its viewer saw it happen.
type LogEntry struct {
	Version int // after the move
	Seat    engine.Seat
	Events  []engine.Event // only those the viewer saw
	Time    time.Time
}

// logLength is the number of moves in the log, more than a round of most games.
const logLength = 50

// Board returns a table as a member of the club may see it. It is one
// statement, so that position and log agree. With ErrOtherRules comes the table
// alone.
func (s *Store) Board(ctx context.Context, club int64, number int, viewer int64) (b Board, err error) {
	err = s.read(ctx, "board", func(ctx context.Context, conn *pgxpool.Conn) error {
		var (
			p   position
			log []LogEntry
		)
		err := conn.QueryRow(ctx, `
			SELECT `+tableColumns+`, m.rules_version, m.seed, m.state, (
				SELECT coalesce(json_agg(json_build_object('version', version, 'seat', seat, 'events', events, 'time', at)
					ORDER BY version), '[]')
				FROM (SELECT * FROM moves WHERE match_id = m.id ORDER BY version DESC LIMIT $4) last)
			FROM `+tableFrom+`
			WHERE t.club_id = $1 AND t.number = $2 AND v.player_id = $3`, club, number, viewer, logLength).
			Scan(append(b.Table.fields(), &p.Rules, &p.Seed, &p.State, &log)...)
		if err != nil || b.Table.MatchStatus == MatchWaiting {
			return err
		}
		p.Game = b.Table.Game
		match, err := s.load(p)
		if err != nil {
			return err
		}
		b.Dealt = true
		b.View = match.View(b.Table.Mine)
		if !match.HasLeft(b.Table.Mine) {
			b.Legal = match.Legal(b.Table.Mine, nil)
		}
		for _, entry := range log {
			b.Log = append(b.Log, entry.For(b.Table.Mine))
		}
		return nil
	})
	return b, err
}

// For returns the entry as a viewer saw it.
func (e LogEntry) For(viewer engine.Seat) LogEntry {
	e.Events = seen(e.Events, viewer)
	e.Time = e.Time.UTC()
	return e
}
