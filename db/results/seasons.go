package results

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine/role"
	"carteado/engine/standing"
)

// A Season is a period of a club with a charter, which says how matches count.
type Season struct {
	ID       int64
	Name     string
	StartsAt time.Time
	EndsAt   time.Time
	Charter  standing.Charter // as it holds now, amendments included
	Started  bool             // the charter is frozen
	Ended    bool
	WasToEnd time.Time // EndsAt, unless an amendment changed that
}

// An Amendment is a change to the charter of a season that had started.
type Amendment struct {
	Charter standing.Charter
	EndsAt  time.Time // zero: the end stayed
	Reason  string
	By      int64
	Name    string // "" where the account is gone
	At      time.Time
}

// CountsTwice reports that a match could count for both seasons: their times overlap, and so do their games.
func (s Season) CountsTwice(other Season) bool {
	return s.ID != other.ID && s.StartsAt.Before(other.EndsAt) && other.StartsAt.Before(s.EndsAt) &&
		(len(s.Charter.Games) == 0 || len(other.Charter.Games) == 0 ||
			slices.ContainsFunc(s.Charter.Games, other.Charter.Plays))
}

// A CountedTwice refuses a season for which matches would count that count for others, too, unless somebody agrees to
// these.
type CountedTwice struct{ Seasons []Season }

func (e *CountedTwice) Error() string {
	return fmt.Sprintf("matches would count for %d other seasons", len(e.Seasons))
}

// ErrFrozen refuses to change a season that has started, which is amended, and to delete one for which matches have
// counted.
var ErrFrozen = errors.New("season has started")

const seasonColumnsSQL = `s.id, s.name, s.starts_at, s.ends_at,
	coalesce((SELECT a.charter FROM amendments a WHERE a.season_id = s.id ORDER BY a.id DESC LIMIT 1),
		s.charter) AS charter,
	s.starts_at <= now() AS started, s.ends_at <= now() AS ended, coalesce(s.founded_end, s.ends_at) AS was_to_end`

func (s *Season) Fields() []any {
	return []any{&s.ID, &s.Name, &s.StartsAt, &s.EndsAt, &s.Charter, &s.Started, &s.Ended, &s.WasToEnd}
}

// seasonsOfSQL are the seasons of the club $1.
const seasonsOfSQL = `SELECT ` + seasonColumnsSQL + ` FROM seasons s WHERE s.club_id = $1
	ORDER BY s.starts_at DESC, s.id DESC`

// SelectSeasons reads the seasons of a club, the latest first.
func SelectSeasons(ctx context.Context, q pg.Querier, club int64) ([]Season, error) {
	return pg.All[Season](ctx, q, seasonsOfSQL, club)
}

func queueSeasons(batch *pgx.Batch, list *[]Season, club int64) {
	pg.Queue(batch, list, pgx.RowToStructByName[Season], seasonsOfSQL, club)
}

// lockSeasons lets the seasons of a club be founded and changed one at a time: of two that overlap and come at the same
// moment, the second sees the first.
func lockSeasons(ctx context.Context, tx *pg.Tx, club int64) {
	tx.Do(ctx, `SELECT FROM clubs WHERE id = $1 FOR NO KEY UPDATE`, club)
}

// agreedTo refuses a season, as it is to be, for which matches would count twice, unless they did so before or somebody
// has agreed to that: *CountedTwice. The seasons are locked.
func agreedTo(ctx context.Context, tx *pg.Tx, club int64, n Season, agreed []int64) error {
	all, err := SelectSeasons(ctx, tx, club)
	if err != nil {
		return err
	}
	var before Season
	if i := slices.IndexFunc(all, func(s Season) bool { return s.ID == n.ID }); i >= 0 {
		before = all[i]
	}
	twice := slices.DeleteFunc(all, func(s Season) bool { return !n.CountsTwice(s) || before.CountsTwice(s) })
	if slices.ContainsFunc(twice, func(s Season) bool { return !slices.Contains(agreed, s.ID) }) {
		return &CountedTwice{twice}
	}
	return nil
}

// FoundSeason opens a season: base.ErrForbidden, *CountedTwice for one that counts what seasons count that are not
// agreed to. One that starts in the past begins with the matches since. An equal season is a button pressed twice, and
// not founded again.
func (s *Results) FoundSeason(ctx context.Context, club, by int64, n Season, agreed ...int64) (id int64, err error) {
	err = s.InTxAs(ctx, "found season", club, by, role.Season, func(ctx context.Context, tx *pg.Tx) error {
		lockSeasons(ctx, tx, club)
		var err error
		id, err = base.Again(ctx, tx, club, by, `
			SELECT id FROM seasons WHERE club_id = $1 AND name = $2 AND starts_at = $3 AND ends_at = $4
				AND charter = $5`,
			club, n.Name, n.StartsAt, n.EndsAt, n.Charter)
		if err != nil || id != 0 {
			return err
		}
		if err := agreedTo(ctx, tx, club, n, agreed); err != nil {
			return err
		}
		if err := s.Quota(ctx, tx, "seasons", 1,
			`seasons WHERE club_id = $1 AND created_at > now() - interval '1 day'`, club); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, `
			INSERT INTO seasons (club_id, name, starts_at, ends_at, charter, created_by) VALUES ($1, $2, $3, $4, $5, $6)
				RETURNING id`,
			club, n.Name, n.StartsAt, n.EndsAt, n.Charter, by).Scan(&id); err != nil {
			return err
		}
		if err := base.Note(ctx, tx, club, by, "season_founded",
			base.Details{"season": id, "name": n.Name}); err != nil {
			return err
		}
		if err := QueueCount(ctx, tx, club, true); err != nil {
			return err
		}
		return s.computeStandings(ctx, tx, id)
	})
	return id, err
}

// ChangeSeason changes a season that has not started: ErrFrozen afterwards, *CountedTwice as FoundSeason.
func (s *Results) ChangeSeason(ctx context.Context, club, by int64, n Season, agreed ...int64) error {
	return s.InTxAs(ctx, "change season", club, by, role.Season, func(ctx context.Context, tx *pg.Tx) error {
		lockSeasons(ctx, tx, club)
		var started bool
		if err := tx.QueryRow(ctx, `SELECT starts_at <= now() FROM seasons WHERE club_id = $1
			AND id = $2 FOR UPDATE`, club, n.ID).Scan(&started); err != nil {
			return err
		}
		if started {
			return ErrFrozen
		}
		if err := agreedTo(ctx, tx, club, n, agreed); err != nil {
			return err
		}
		tx.Do(ctx, `UPDATE seasons SET name = $2, starts_at = $3, ends_at = $4, charter = $5 WHERE id = $1`,
			n.ID, n.Name, n.StartsAt, n.EndsAt, n.Charter)
		if err := base.Note(ctx, tx, club, by, "season_changed",
			base.Details{"season": n.ID, "name": n.Name}); err != nil {
			return err
		}
		if err := QueueCount(ctx, tx, club, true); err != nil {
			return err
		}
		return s.computeStandings(ctx, tx, n.ID)
	})
}

// RenameSeason gives a season another name at any time.
func (s *Results) RenameSeason(ctx context.Context, club, by, season int64, name string) error {
	return s.InTxAs(ctx, "rename season", club, by, role.Season, func(ctx context.Context, tx *pg.Tx) error {
		var before string
		if err := tx.QueryRow(ctx, `SELECT name FROM seasons WHERE club_id = $1 AND id = $2 FOR UPDATE`,
			club, season).Scan(&before); err != nil || before == name {
			return err
		}
		tx.Do(ctx, `UPDATE seasons SET name = $2 WHERE id = $1`, season, name)
		tellStandings(tx, season)
		return base.Note(ctx, tx, club, by, "season_renamed",
			base.Details{"season": season, "from": before, "name": name})
	})
}

// DeleteSeason deletes a season for which nothing has counted: ErrFrozen for one with places, or with amendments, which
// stay for good.
func (s *Results) DeleteSeason(ctx context.Context, club, by, season int64) error {
	return s.InTxAs(ctx, "delete season", club, by, role.Season, func(ctx context.Context, tx *pg.Tx) error {
		var name string
		var amended bool
		if err := tx.QueryRow(ctx, `
			SELECT name, EXISTS (SELECT FROM amendments WHERE season_id = s.id)
			FROM seasons s WHERE club_id = $1 AND id = $2 FOR UPDATE`, club, season).Scan(&name, &amended); err != nil {
			return err
		}
		// What has ended a moment ago counts already, although its job has not run.
		if err := s.computeStandings(ctx, tx, season); err != nil {
			return err
		}
		var counted bool
		if err := tx.QueryRow(ctx, `SELECT jsonb_array_length(list) > 0 FROM standings WHERE season_id = $1`,
			season).Scan(&counted); err != nil {
			return err
		}
		if counted || amended {
			return ErrFrozen
		}
		tx.Do(ctx, `DELETE FROM season_times WHERE season_id = $1`, season)
		tx.Do(ctx, `DELETE FROM seasons WHERE id = $1`, season)
		tx.After.Queue(`SELECT pg_notify($1, $2::bigint || ' 0 standings')`, base.Channel, club)
		if err := QueueCount(ctx, tx, club, true); err != nil {
			return err
		}
		return base.Note(ctx, tx, club, by, "season_deleted", base.Details{"season": season, "name": name})
	})
}

// AmendSeason changes the charter of a season that runs and, unless ends is zero, its
// end, with a reason that is shown beside it: ErrFrozen for an end of a season that
// is over, or one that has passed, *CountedTwice as FoundSeason. The amendment that was made last, made again, is a
// button pressed twice.
func (s *Results) AmendSeason(ctx context.Context, club, by, season int64, charter standing.Charter, ends time.Time,
	reason string, agreed ...int64) error {
	return s.InTxAs(ctx, "amend season", club, by, role.Season, func(ctx context.Context, tx *pg.Tx) error {
		lockSeasons(ctx, tx, club)
		var name string
		var starts, before time.Time
		var late bool
		var was standing.Charter
		if err := tx.QueryRow(ctx, `SELECT name, starts_at, ends_at, ends_at <= now() OR $3 <= now(), coalesce((
				SELECT charter FROM amendments WHERE season_id = s.id ORDER BY id DESC LIMIT 1), charter)
			FROM seasons s WHERE club_id = $1 AND id = $2 FOR UPDATE`,
			club, season, ends).Scan(&name, &starts, &before, &late, &was); err != nil {
			return err
		}
		var end any // null where it stays
		if !ends.IsZero() && !ends.Equal(before) {
			if late {
				return ErrFrozen
			}
			end = ends
		} else {
			ends = before
		}
		if err := agreedTo(ctx, tx, club, Season{ID: season, StartsAt: starts, EndsAt: ends, Charter: charter},
			agreed); err != nil {
			return err
		}
		var twice bool
		if err := tx.QueryRow(ctx, `
			SELECT coalesce((SELECT charter = $2 AND reason = $3 AND created_by = $4 AND $5::timestamptz IS NULL
				FROM amendments WHERE season_id = $1 ORDER BY id DESC LIMIT 1), false)`,
			season, charter, reason, by, end).Scan(&twice); err != nil || twice {
			return err
		}
		tx.Do(ctx, `INSERT INTO amendments (season_id, charter, ends_at, reason, created_by)
			VALUES ($1, $2, $3, $4, $5)`,
			season, charter, end, reason, by)
		about := base.Details{"season": season, "name": name, "reason": reason}
		if end != nil || !slices.Equal(charter.Games, was.Games) {
			if err := QueueCount(ctx, tx, club, true); err != nil {
				return err
			}
		}
		if end != nil {
			tx.Do(ctx, `UPDATE seasons SET ends_at = $2, founded_end = coalesce(founded_end, ends_at)
				WHERE id = $1`, season, end)
			about["from"], about["until"] = base.Stamp(before), base.Stamp(ends)
		}
		if err := base.Note(ctx, tx, club, by, "season_amended", about); err != nil {
			return err
		}
		return s.computeStandings(ctx, tx, season)
	})
}

// chosenSeason is the index of the season asked for; if none is, of the running
// one, or the latest that has started, or the next.
func chosenSeason(seasons []Season, id int64) int {
	best := -1
	for i, s := range seasons {
		switch {
		case id != 0 && s.ID == id:
			return i
		case id != 0:
		case s.Started && !s.Ended:
			return i
		case best < 0, s.Started && !seasons[best].Started:
			best = i
		}
	}
	return best
}
