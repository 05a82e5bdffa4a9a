package live

import (
	"context"
	"crypto/rand"

	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/pg"
)

// A Reach says who may see a table.
type Reach string

// A table is there for the whole club, or for those invited.
const (
	ReachClub    Reach = "club"
	ReachInvited Reach = "invited"
)

// newToken draws the link of a table that is for those invited; nil for others.
func newToken(reach Reach) any {
	if reach != ReachInvited {
		return nil
	}
	return rand.Text()
}

// addGuest lets a player see a table from now on, if it is for those invited.
func addGuest(ctx context.Context, tx *pg.Tx, table, player int64) {
	tx.Do(ctx, `
		INSERT INTO table_guests (table_id, player_id) SELECT id, $2 FROM tables WHERE id = $1 AND reach = 'invited'
		ON CONFLICT DO NOTHING`, table, player)
}

// A Door is a table that a member may see by its link.
type Door struct {
	Table    int // number
	Game     string
	HostName string
}

// byKeySQL selects a table for those invited by the key in its link, for a member.
const byKeySQL = `tables t
	JOIN members v ON v.club_id = t.club_id AND v.role NOT IN ('paused', 'guest')
	JOIN players h ON h.id = t.host_id
	WHERE t.club_id = $1 AND t.number = $2 AND v.player_id = $3 AND t.reach = 'invited' AND t.token = $4`

// DoorOf returns a table to a member who has its link: ErrNotFound for any other
// key and where there is no table.
func (s *Tables) DoorOf(ctx context.Context, club int64, number int, player int64, key string) (d Door, err error) {
	err = s.Read(ctx, "door", func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `SELECT t.number, t.game, coalesce(h.name, '')
			FROM `+byKeySQL, club, number, player, key).
			Scan(&d.Table, &d.Game, &d.HostName)
	})
	return d, err
}

// EnterByKey makes a member who has a table's link its guest: ErrNotFound for any
// other key.
func (s *Tables) EnterByKey(ctx context.Context, club int64, number int, player int64, key string) error {
	return s.InTx(ctx, "enter by key", func(ctx context.Context, tx *pg.Tx) error {
		var table int64
		if err := tx.QueryRow(ctx, `SELECT t.id FROM `+byKeySQL, club, number, player, key).Scan(&table); err != nil {
			return err
		}
		addGuest(ctx, tx, table, player)
		return nil
	})
}
