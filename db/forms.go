package db

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/pg"
)

// formLasts is the time for which a form's key is kept.
const formLasts = 48 * time.Hour

// madeBefore returns what a form has made already, 0 for a form that comes for the
// first time. Of two that come at once, the second waits here until the first is
// committed. A form without a key is never known.
func madeBefore(ctx context.Context, tx *pg.Tx, player int64, idem string) (made int64, err error) {
	if idem == "" {
		return 0, nil
	}
	tag, err := tx.Exec(ctx, `INSERT INTO forms (player_id, idem) VALUES ($1, $2) ON CONFLICT DO NOTHING`, player, idem)
	if err != nil || tag.RowsAffected() > 0 {
		tx.Do(ctx, `DELETE FROM forms WHERE player_id = $1 AND at < now() - $2::interval`, player, formLasts)
		return 0, err
	}
	err = tx.QueryRow(ctx, `SELECT coalesce(made, 0) FROM forms WHERE player_id = $1 AND idem = $2`, player, idem).Scan(&made)
	return made, err
}

// hasMade notes what a form has made.
func hasMade(ctx context.Context, tx *pg.Tx, player int64, idem string, made int64) {
	if idem != "" {
		tx.Do(ctx, `UPDATE forms SET made = $3 WHERE player_id = $1 AND idem = $2`, player, idem, made)
	}
}

// signedUp notes the form by which a player was made.
func signedUp(ctx context.Context, tx *pg.Tx, player int64, idem string) {
	if idem != "" {
		tx.Do(ctx, `INSERT INTO forms (player_id, idem, made) VALUES ($1, $2, $1)`, player, idem)
	}
}

// SignedUp returns the player whom a form has made: ErrNotFound. It proves nothing
// about who sent the form.
func (s *Store) SignedUp(ctx context.Context, idem string) (player int64, err error) {
	err = s.Read(ctx, "signed up", func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `SELECT player_id FROM forms WHERE idem = $1 AND made = player_id AND at > now() - $2::interval LIMIT 1`,
			idem, formLasts).Scan(&player)
	})
	return player, err
}

// ErrQuota refuses an action whose quota of a member or a club is used up.
type ErrQuota struct {
	What string // a key of Quotas
	Most int
}

func (e *ErrQuota) Error() string { return fmt.Sprintf("quota of %d %s", e.Most, e.What) }

// Quotas are the most there may be, by the key of the words: far more than a club needs,
// far less than a script makes.
var Quotas = map[string]int{
	"tables":             30,  // opened by one member, with a match that is not over
	"tables_club":        400, // the same of a whole club
	"tables_hour":        60,  // opened by one member
	"invitations":        100, // of a club, that hold
	"invitations_day":    200, // made by one member
	"invitation_letters": 20,  // of these sent by mail
	"announcements":      20,  // of one member in a day
	"announcements_club": 60,  // of a club in a day
	"exports":            20,  // of one player in an hour
	"reports":            20,  // of messages, by one member in an hour
	"clubs":              5,   // founded by one player in a day
	"seasons":            20,  // founded in a club in a day
	"questions":          5,   // to addresses that a player names, in an hour
	"phrases":            phrasesOfSeat,
}

// quota returns ErrQuota when a count would be above the most there may be after
// adding more.
func (s *Store) quota(ctx context.Context, q pg.Querier, what string, more int, count string, args ...any) error {
	if s.unlimited {
		return nil
	}
	var n int
	if err := q.QueryRow(ctx, `SELECT count(*) FROM `+count, args...).Scan(&n); err != nil {
		return err
	}
	if most := Quotas[what]; n+more > most {
		return &ErrQuota{What: what, Most: most}
	}
	return nil
}

// mayOpenTable checks the quotas of tables; the caller has the club locked.
func (s *Store) mayOpenTable(ctx context.Context, tx *pg.Tx, club, host int64) error {
	const going = `matches m JOIN tables t ON t.id = m.table_id WHERE m.club_id = $1 AND m.status <> 'over' AND t.status <> 'closed'`
	if err := s.quota(ctx, tx, "tables", 1, going+` AND t.host_id = $2`, club, host); err != nil {
		return err
	}
	if err := s.quota(ctx, tx, "tables_club", 1, going, club); err != nil {
		return err
	}
	return s.quota(ctx, tx, "tables_hour", 1, `tables WHERE host_id = $1 AND opened_at > now() - interval '1 hour'`, host)
}

// mayExport checks the quota of exports.
func (s *Store) mayExport(ctx context.Context, tx *pg.Tx, player int64) error {
	return s.quota(ctx, tx, "exports", 1,
		`audit WHERE player_id = $1 AND action = 'exported' AND at > now() - interval '1 hour'`, player)
}
