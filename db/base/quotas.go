package base

import (
	"context"
	"fmt"

	"carteado/db/pg"
)

// ErrQuota refuses an action whose quota of a member or a club is used up.
type ErrQuota struct {
	What string // a key of Quotas
	Max  int
}

func (e *ErrQuota) Error() string { return fmt.Sprintf("quota of %d %s", e.Max, e.What) }

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
	"nights":             40,  // or series of them, planned in a club in a day
	"competitions":       20,  // founded in a club in a day
	"imports":            40,  // files brought to a club in a day
	"yearbooks":          20,  // asked for in a club in a day
	"club_files":         5,   // of a club, asked for in a day
	"brought_clubs":      20,  // files, by one owner of the house in a day
	"exports":            20,  // of one player in an hour
	"reports":            20,  // of messages, by one member in an hour
	"clubs":              5,   // founded by one player in a day
	"seasons":            20,  // founded in a club in a day
	"questions":          5,   // to addresses that a player names, in an hour
	"test_letters":       10,  // of one owner of the house, in an hour
	"webhooks":           3,   // of a club
	"webhook_tests":      20,  // of a club, in an hour
	"phrases":            6,   // of one seat in half a minute: enough for a talk, too few to disturb one
}

// Quota returns ErrQuota when a count would be above the most there may be after
// adding more.
func (d *DB) Quota(ctx context.Context, q pg.Querier, what string, more int, count string, args ...any) error {
	if d.Unlimited {
		return nil
	}
	var n int
	if err := q.QueryRow(ctx, `SELECT count(*) FROM `+count, args...).Scan(&n); err != nil {
		return err
	}
	if most := Quotas[what]; n+more > most {
		return &ErrQuota{What: what, Max: most}
	}
	return nil
}
