package db

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Marks are what every page says of what waits for its reader, in all clubs.
type Marks struct {
	Turns  int // matches that wait for a move
	Unread int // notices
}

// Marks counts what waits for a player.
func (s *Store) Marks(ctx context.Context, player int64) (m Marks, err error) {
	err = s.read(ctx, "marks", func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `
			SELECT count(*), 0 FROM match_seats s JOIN matches m ON m.id = s.match_id
			JOIN members v ON v.club_id = m.club_id AND v.player_id = s.player_id
			WHERE s.player_id = $1 AND m.status = 'playing' AND s.seat = ANY (m.to_move)`, player).Scan(&m.Turns, &m.Unread)
	})
	return m, err
}
