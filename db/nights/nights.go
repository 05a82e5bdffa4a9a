// Package nights keeps a club's game nights: their dates, who comes, and the calendars that show them.
//
// A night holds a number of places. A member who comes has one, or waits: until the night's last time for answers a
// place that becomes free goes to the member who has waited longest, and afterwards a host gives it away at the door.
// Every change of places locks the night first, so that answers at the same moment are counted one after the other.
package nights

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/delivery"
	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/clock"
	"carteado/engine/role"
)

// Nights is the room of the store.
type Nights struct {
	*base.DB
	games map[string]engine.Game
}

// New returns the room. Sheets are scored by the games.
func New(shared *base.DB, games map[string]engine.Game) *Nights { return &Nights{shared, games} }

// A Plan is what a host says of a night.
type Plan struct {
	Name         string
	Starts, Ends time.Time
	AnswersUntil time.Time
	Place        string // empty: here, on the club's tables
	Address      string // for those who have a place
	Says         string
	Games        []string // keys; empty: any
	Places       int      // 0: as many as come
}

// A Night is a date of the club as one of its members sees it.
type Night struct {
	ID int64
	Plan
	Series   int64            // 0: a night by itself
	Recurs   clock.Recurrence // of the series
	Goes     bool             // the series goes on
	By       int64
	ByName   string
	Off      time.Time // when it was called off; zero while it stands
	OffWhy   string
	Reminded time.Time // when a host reminded those who had not answered
	Revision int
	Changed  time.Time
	Door     bool // people come now
	Coming   int  // people with a place
	Waiting  int

	Answer  string // the member's own; "" for none
	Arrives time.Time
	Placed  bool
}

// Fields go with nightColumnsSQL.
func (n *Night) Fields() []any {
	return []any{&n.ID, &n.Name, &n.Starts, &n.Ends, &n.AnswersUntil, &n.Place, &n.Address, &n.Says, &n.Games,
		&n.Places, &n.Series, &n.Recurs, &n.Goes, &n.By, &n.ByName, &n.Off, &n.OffWhy, &n.Reminded, &n.Revision,
		&n.Changed, &n.Door, &n.Coming, &n.Waiting, &n.Answer, &n.Arrives, &n.Placed}
}

// Over reports that nobody comes any more.
func (n Night) Over(now time.Time) bool { return !n.Off.IsZero() || !now.Before(n.Ends) }

// nightColumnsSQL are those of the night n for the member v. The address is read only by members who have a place or
// look after nights.
var nightColumnsSQL = `n.id, n.name, n.starts_at, n.ends_at, n.answers_until, n.place,
	CASE WHEN a.placed OR v.role IN (` + base.RolesSQL(role.Night) + `) THEN n.address ELSE '' END, n.says, n.games,
	n.places, coalesce(n.series_id, 0), coalesce(s.recurs, ''), s.id IS NOT NULL AND s.ended_at IS NULL,
	n.created_by, coalesce(p.name, ''), coalesce(n.called_off_at, '0001-01-01'), n.called_off,
	coalesce(n.reminded_at, '0001-01-01'), n.revision, n.changed_at, ` + DoorSQL + `,
	(SELECT count(*) FROM night_answers WHERE night_id = n.id AND placed),
	(SELECT count(*) FROM night_answers WHERE night_id = n.id AND answer IN ('yes', 'late') AND NOT placed),
	coalesce(a.answer, ''), coalesce(a.arrives_at, '0001-01-01'), coalesce(a.placed, false)`

// nightTablesSQL are the nights that the member $1 sees in their clubs.
const nightTablesSQL = `nights n
	JOIN members v ON v.club_id = n.club_id AND v.player_id = $1
	JOIN players p ON p.id = n.created_by
	LEFT JOIN night_series s ON s.id = n.series_id
	LEFT JOIN night_answers a ON a.night_id = n.id AND a.player_id = $1`

// nightsShown is how many nights that are over the page shows.
const nightsShown = 30

// NightsOf lists a club's nights to a member: those to come, the next one first, and the last ones that are over.
func (s *Nights) NightsOf(ctx context.Context, club, viewer int64) (coming, past []Night, err error) {
	err = s.ReadAs(ctx, "nights", club, viewer, role.Play, func(ctx context.Context, conn *pgxpool.Conn) error {
		var batch pgx.Batch
		pg.Queue(&batch, &coming, pg.Scanned[Night], `SELECT `+nightColumnsSQL+` FROM `+nightTablesSQL+`
			WHERE n.club_id = $2 AND n.ends_at > now() ORDER BY n.starts_at, n.id`, viewer, club)
		pg.Queue(&batch, &past, pg.Scanned[Night], `SELECT `+nightColumnsSQL+` FROM `+nightTablesSQL+`
			WHERE n.club_id = $2 AND n.ends_at <= now() ORDER BY n.starts_at DESC, n.id LIMIT $3`, viewer, club,
			nightsShown)
		return conn.SendBatch(ctx, &batch).Close()
	})
	return coming, past, err
}

// NightsAtHome is how many nights a club's first page shows.
const NightsAtHome = 3

// QueueNextNights reads the next nights of a club that stand, for its first page.
func QueueNextNights(batch *pgx.Batch, list *[]Night, club, viewer int64) {
	pg.Queue(batch, list, pg.Scanned[Night], `SELECT `+nightColumnsSQL+` FROM `+nightTablesSQL+`
		WHERE n.club_id = $2 AND n.ends_at > now() AND n.called_off_at IS NULL ORDER BY n.starts_at, n.id LIMIT $3`,
		viewer, club, NightsAtHome)
}

// selectNight reads one night of a club: base.ErrNotFound.
func selectNight(ctx context.Context, q pg.Querier, club, viewer, night int64) (n Night, err error) {
	err = q.QueryRow(ctx, `SELECT `+nightColumnsSQL+` FROM `+nightTablesSQL+` WHERE n.club_id = $2 AND n.id = $3`,
		viewer, club, night).Scan(n.Fields()...)
	return n, err
}

// lockNight is a night that nobody else changes meanwhile, as its host sees it.
func lockNight(ctx context.Context, tx *pg.Tx, club, viewer, night int64) (n Night, err error) {
	tx.Do(ctx, `SELECT FROM nights WHERE club_id = $1 AND id = $2 FOR NO KEY UPDATE`, club, night)
	return selectNight(ctx, tx, club, viewer, night)
}

// PlanNight adds a night, or, if it comes again, a series of them: base.ErrForbidden, *base.ErrQuota. Members are told
// of the first.
func (s *Nights) PlanNight(ctx context.Context, club, by int64, n Plan, recurs clock.Recurrence, idem string) (
	id int64, err error) {
	form := base.KeyOf("night", club, idem)
	err = s.InTxAs(ctx, "plan night", club, by, role.Night, func(ctx context.Context, tx *pg.Tx) error {
		if id, err = base.MadeBefore(ctx, tx, by, form); err != nil || id != 0 {
			return err
		}
		if err := s.Quota(ctx, tx, "nights", 1, `nights WHERE club_id = $1 AND created_at > now() - interval '1 day'`,
			club); err != nil {
			return err
		}
		var series int64
		if recurs != clock.Once {
			if err := tx.QueryRow(ctx, `INSERT INTO night_series (club_id, recurs, created_by) VALUES ($1, $2, $3)
				RETURNING id`, club, recurs, by).Scan(&series); err != nil {
				return err
			}
		}
		if err := tx.QueryRow(ctx, `
			INSERT INTO nights (club_id, series_id, planned_at, name, starts_at, ends_at, answers_until, place, address,
				says, games, places, created_by)
			VALUES ($1, nullif($2, 0), $4, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id`,
			club, series, n.Name, n.Starts, n.Ends, n.AnswersUntil, n.Place, n.Address, n.Says, gamesOf(n), n.Places,
			by).Scan(&id); err != nil {
			return err
		}
		base.HasMade(ctx, tx, by, form, id)
		if series != 0 {
			if err := extend(ctx, tx, series); err != nil {
				return err
			}
		}
		base.NotifyClub(tx, club)
		members, err := base.WhoMay(ctx, tx, club, role.Play)
		if err != nil {
			return err
		}
		tell(ctx, tx, club, by, id, ToldNew, 0, members...)
		if err := delivery.CallWebhooks(ctx, tx, club, delivery.WebhookNight, id, ToldNew); err != nil {
			return err
		}
		return base.Note(ctx, tx, club, by, "night_planned", base.Details{"night": id, "name": n.Name})
	})
	return id, err
}

func gamesOf(n Plan) []string {
	if n.Games == nil {
		return []string{}
	}
	return n.Games
}

// What members are told of nights, a Notice's What.
const (
	ToldNew   = "new"
	ToldMoved = "moved"
	ToldOff   = "off"
	ToldAsked = "remind" // they have not answered
	ToldPlace = "place"  // they have waited, and have a place now

	ToldClaimed  = "claimed"  // hosts: somebody says that they were a guest
	ToldGiven    = "given"    // that it is so
	ToldDeclined = "declined" // that it is not
)

// tell leaves notices about a night. Those of one kind and one number are written once.
func tell(ctx context.Context, tx *pg.Tx, club, by, night int64, what string, number int, players ...int64) {
	delivery.Tell(ctx, tx, delivery.NewNotice{Club: club, Kind: delivery.NoticeNight, By: by, Subject: night,
		What: what, Key: fmt.Sprint(night, what, number)}, players...)
}

// ChangeNight changes a night, and with following those of its series that come after it and were not changed by
// themselves: their dates move by as much. base.ErrStale for a night that is over, base.ErrTaken where another night of
// the series is planned for that time.
func (s *Nights) ChangeNight(ctx context.Context, club, by, night int64, plan Plan, following bool) error {
	return s.InTxAs(ctx, "change night", club, by, role.Night, func(ctx context.Context, tx *pg.Tx) error {
		n, err := lockNight(ctx, tx, club, by, night)
		if err != nil {
			return err
		}
		if n.Over(s.Now()) {
			return base.ErrStale
		}
		moved := !n.Starts.Equal(plan.Starts) || n.Place != plan.Place || n.Address != plan.Address
		changed, err := change(ctx, tx, n, plan, following && n.Series != 0, moved)
		if err != nil {
			return err
		}
		base.NotifyClub(tx, club)
		slices.Sort(changed) // as they come
		for i, id := range changed {
			if err := s.fill(ctx, tx, club, by, id); err != nil {
				return err
			}
			if moved {
				if err := tellComing(ctx, tx, club, by, id, ToldMoved, changed[:i]...); err != nil {
					return err
				}
			}
		}
		return base.Note(ctx, tx, club, by, "night_changed", base.Details{"night": night, "name": plan.Name})
	})
}

// change changes a night, and those that follow it: they move by the clock on the wall, so that a change to summer time
// moves none of them, and the one that moves farthest goes first, so that none falls on another.
func change(ctx context.Context, tx *pg.Tx, n Night, plan Plan, following, moved bool) (list []int64, err error) {
	var zone string
	if err := tx.QueryRow(ctx, `SELECT c.time_zone FROM clubs c JOIN nights n ON n.club_id = c.id WHERE n.id = $1`,
		n.ID).Scan(&zone); err != nil {
		return nil, err
	}
	was, is := n.Starts.In(clock.Zone(zone)), plan.Starts.In(clock.Zone(zone))
	if following && was.YearDay() != is.YearDay() { // or a night that was moved by itself would move its series now
		tx.Do(ctx, `UPDATE night_series SET recurs = $2 WHERE id = $1`, n.Series, n.Recurs.On(is))
	}
	moves := onWall(plan.Starts, zone).Sub(onWall(n.Starts, zone))
	rows, err := pg.Collect(ctx, tx, pgx.RowToStructByPos[struct {
		ID      int64
		Planned time.Time
	}], `SELECT id, planned_at FROM nights WHERE id = $1 OR $2 AND series_id = $3 AND starts_at > $4 AND NOT own
		AND called_off_at IS NULL AND starts_at > now() ORDER BY planned_at`, n.ID, following, n.Series, n.Starts)
	if moves > 0 {
		slices.Reverse(rows)
	}
	for _, r := range rows {
		starts := plan.Starts
		if r.ID != n.ID {
			starts = shifted(r.Planned, n.Starts, plan.Starts, zone)
		}
		tx.Do(ctx, `
			UPDATE nights SET name = $2, starts_at = $3, ends_at = $4, answers_until = $5, place = $6, address = $7,
				says = $8, games = $9, places = $10, changed_at = clock_timestamp(),
				revision = revision + $11::boolean::int, own = own OR NOT $12,
				planned_at = CASE WHEN $12 AND NOT own THEN $3 ELSE planned_at END
			WHERE id = $1`, r.ID, plan.Name, starts, after(starts, plan.Starts, plan.Ends, zone),
			shifted(starts, plan.Starts, plan.AnswersUntil, zone), plan.Place, plan.Address, plan.Says, gamesOf(plan),
			plan.Places, moved, following)
		list = append(list, r.ID)
	}
	return list, err
}

// tellComing tells those who come, or may, and the webhooks of the club. Of nights that have moved together each player
// is told of the first of theirs, and the webhooks of the first: told are those before.
func tellComing(ctx context.Context, tx *pg.Tx, club, by, night int64, what string, told ...int64) error {
	players, err := pg.Collect(ctx, tx, pgx.RowTo[int64], `SELECT player_id FROM night_answers
		WHERE night_id = $1 AND answer <> 'no' AND player_id NOT IN (
			SELECT player_id FROM night_answers WHERE night_id = ANY ($2) AND answer <> 'no')`, night, told)
	if err != nil {
		return err
	}
	var revision int
	if err := tx.QueryRow(ctx, `SELECT revision FROM nights WHERE id = $1`, night).Scan(&revision); err != nil {
		return err
	}
	tell(ctx, tx, club, by, night, what, revision, players...)
	if len(told) > 0 {
		return tx.Err()
	}
	return delivery.CallWebhooks(ctx, tx, club, delivery.WebhookNight, night, what)
}

// CallOff calls a night off, and with following ends its series: of the nights after it those are called off, too, to
// which nobody has said that they come. base.ErrStale for a night that is over.
func (s *Nights) CallOff(ctx context.Context, club, by, night int64, why string, following bool) error {
	return s.InTxAs(ctx, "call off night", club, by, role.Night, func(ctx context.Context, tx *pg.Tx) error {
		n, err := lockNight(ctx, tx, club, by, night)
		if err != nil {
			return err
		}
		if n.Over(s.Now()) {
			return base.ErrStale
		}
		const offSQL = `UPDATE nights n SET called_off_at = now(), called_off = $2, revision = revision + 1,
			changed_at = clock_timestamp() WHERE `
		tx.Do(ctx, offSQL+`n.id = $1`, night, why)
		off := []int64{night}
		if following && n.Series != 0 {
			tx.Do(ctx, `UPDATE night_series SET ended_at = now() WHERE id = $1`, n.Series)
			others, err := pg.Collect(ctx, tx, pgx.RowTo[int64], offSQL+`n.series_id = $1 AND n.starts_at > $3
				AND n.called_off_at IS NULL AND NOT EXISTS (SELECT FROM night_answers
					WHERE night_id = n.id AND answer IN ('yes', 'late')) RETURNING n.id`, n.Series, why, n.Starts)
			if err != nil {
				return err
			}
			slices.Sort(others) // as they come
			off = append(off, others...)
		}
		base.NotifyClub(tx, club)
		for i, id := range off {
			if err := tellComing(ctx, tx, club, by, id, ToldOff, off[:i]...); err != nil {
				return err
			}
		}
		return base.Note(ctx, tx, club, by, "night_called_off", base.Details{"night": night, "name": n.Name,
			"reason": why})
	})
}
