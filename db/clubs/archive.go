package clubs

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/pg"
)

// Unfinished is what a club has to bring to its end before it can be archived: a club that can only be read does not
// change by itself either, as standings and records do when a match ends.
type Unfinished struct {
	Tables       int // at which a match is played, or waits for players
	Nights       int // that are not over, nor called off
	Competitions int // that go on; one that nobody has drawn a round of only waits
}

// UnfinishedOf tells an owner what the club has to bring to its end. By 0 is the command line.
func (s *Clubs) UnfinishedOf(ctx context.Context, club, by int64) (u Unfinished, err error) {
	err = s.Read(ctx, "unfinished", func(ctx context.Context, conn *pgxpool.Conn) error {
		if err := base.MaySettle(ctx, conn, club, by); err != nil {
			return err
		}
		u, err = selectUnfinished(ctx, conn, club)
		return err
	})
	return u, err
}

// ClubBySlug is for the command line: base.ErrNotFound.
func (s *Clubs) ClubBySlug(ctx context.Context, slug string) (c Club, err error) {
	err = s.Read(ctx, "club by slug", func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `SELECT `+clubColumnsSQL+` FROM clubs c WHERE slug = $1`, slug).Scan(c.Fields()...)
	})
	return c, err
}

func selectUnfinished(ctx context.Context, q pg.Querier, club int64) (u Unfinished, err error) {
	err = q.QueryRow(ctx, `SELECT
		(SELECT count(*) FROM matches m JOIN tables t ON t.id = m.table_id WHERE m.club_id = $1 AND m.status <> 'over'
			AND t.status <> 'closed'),
		(SELECT count(*) FROM nights WHERE club_id = $1 AND ends_at > now() AND called_off_at IS NULL),
		(SELECT count(*) FROM competitions c WHERE club_id = $1 AND over_at IS NULL
			AND EXISTS (SELECT FROM competition_rounds WHERE competition_id = c.id))`, club).
		Scan(&u.Tables, &u.Nights, &u.Competitions)
	return u, err
}

// Archive lets a club only be read from now on: base.ErrUnfinished where something has to come to its end first. By 0
// is the command line.
func (s *Clubs) Archive(ctx context.Context, club, by int64) error {
	return s.InTx(ctx, "archive club", func(ctx context.Context, tx *pg.Tx) error {
		if err := LockFinished(ctx, tx, club, by); err != nil {
			return err
		}
		if err := tx.Change(ctx, base.ErrStale, `UPDATE clubs SET archived_at = now() WHERE id = $1
			AND archived_at IS NULL`, club); err != nil {
			return err
		}
		base.NotifyClub(tx, club)
		return base.Note(ctx, tx, club, by, "club_archived", nil)
	})
}

// LockFinished locks a club that has nothing unfinished, so that nothing begins there until the transaction ends:
// base.ErrForbidden unless by owns it or is 0.
func LockFinished(ctx context.Context, tx *pg.Tx, club, by int64) error {
	if err := Lock(ctx, tx, club, by); err != nil {
		return err
	}
	u, err := selectUnfinished(ctx, tx, club)
	if err == nil && u != (Unfinished{}) {
		err = base.ErrUnfinished
	}
	return err
}

// Lock locks a club ahead of what else is locked there: base.ErrForbidden unless by owns it or is 0.
func Lock(ctx context.Context, tx *pg.Tx, club, by int64) error {
	tx.Do(ctx, `SELECT FROM clubs WHERE id = $1 FOR UPDATE`, club)
	if err := base.MaySettle(ctx, tx, club, by); err != nil {
		return err
	}
	return tx.Err()
}

// Reopen lets an archived club go on: base.ErrStale for one that is to be deleted.
func (s *Clubs) Reopen(ctx context.Context, club, by int64) error {
	return s.InTx(ctx, "reopen club", func(ctx context.Context, tx *pg.Tx) error {
		if err := Lock(ctx, tx, club, by); err != nil {
			return err
		}
		if err := tx.Change(ctx, base.ErrStale, `UPDATE clubs SET archived_at = NULL WHERE id = $1
			AND archived_at IS NOT NULL AND delete_at IS NULL`, club); err != nil {
			return err
		}
		base.NotifyClub(tx, club)
		return base.Note(ctx, tx, club, by, "club_reopened", nil)
	})
}
