package db

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/delivery"
	"carteado/db/pg"
	"carteado/engine/role"
)

// deletionWaits is for how long a club whose deletion was asked for stays: a member who looks in once a week reads
// of it twice, and owners have time to fetch the last export and to think better of it.
const deletionWaits = 14 * 24 * time.Hour

// A Deletion is asked for and not done yet.
type Deletion struct {
	By         base.Person // zero: the command line
	Asked, Due time.Time   // Due is zero where nobody has asked
	File       *ClubFile   // the last export; nil: there is none
}

// DeletionOf says to an owner what is to come of a club whose deletion was asked for.
func (s *Store) DeletionOf(ctx context.Context, club, viewer int64) (d Deletion, err error) {
	err = s.ReadAs(ctx, "deletion", club, viewer, role.Settle, func(ctx context.Context, conn *pgxpool.Conn) error {
		d = Deletion{}
		if err := conn.QueryRow(ctx, `SELECT json_build_object('id', coalesce(p.id, 0), 'name', coalesce(p.name, ''),
				'face', coalesce(p.face, '')), a.at, c.delete_at
			FROM clubs c JOIN audit a ON a.club_id = c.id AND a.action = 'club_deletion_asked'
			LEFT JOIN players p ON p.id = a.player_id
			WHERE c.id = $1 AND c.delete_at IS NOT NULL ORDER BY a.id DESC LIMIT 1`, club).
			Scan(&d.By, &d.Asked, &d.Due); errors.Is(err, pgx.ErrNoRows) {
			return nil
		} else if err != nil {
			return err
		}
		list, err := pg.Collect(ctx, conn, pg.Scanned[ClubFile], clubFileSQL, club, clubFilesLast, yearbookTime)
		for _, f := range list {
			if f.Last && (d.File == nil || d.File.Ready.IsZero() && !f.Ready.IsZero()) {
				d.File = &f
			}
		}
		return err
	})
	return d, err
}

// ContentsOf counts what a club holds, for an owner who thinks of its deletion. By 0 is the command line.
func (s *Store) ContentsOf(ctx context.Context, club, by int64) (c ClubContents, err error) {
	err = s.Read(ctx, "contents of a club", func(ctx context.Context, conn *pgxpool.Conn) error {
		if err := base.MaySettle(ctx, conn, club, by); err != nil {
			return err
		}
		return conn.QueryRow(ctx, `SELECT c.name, c.slug, m.n, m.moves,
				(SELECT count(*) FROM recorded_matches WHERE club_id = c.id),
				(SELECT count(*) FROM seasons WHERE club_id = c.id), (SELECT count(*) FROM nights WHERE club_id = c.id),
				(SELECT count(*) FROM announcements WHERE club_id = c.id),
				(SELECT count(*) FROM table_presets WHERE club_id = c.id),
				(SELECT coalesce(max(place), 0) FROM audit WHERE club_id = c.id),
				(SELECT count(*) FROM memberships WHERE club_id = c.id)
			FROM clubs c, LATERAL (SELECT count(*) AS n,
				coalesce(sum(version) FILTER (WHERE status = 'over'), 0) AS moves -- others are nobody's to know
				FROM matches WHERE club_id = c.id) m WHERE c.id = $1`, club).
			Scan(&c.Name, &c.Slug, &c.Matches, &c.Moves, &c.Recorded, &c.Seasons, &c.Nights, &c.Announcements,
				&c.Presets, &c.Entries, &c.Players)
	})
	return c, err
}

// AskDeletion archives a club, unless it is archived already, has a last export written, and has the club deleted after
// a while: base.ErrUnfinished as for Archive, base.ErrStale where somebody has asked before. By 0 is the command line.
func (s *Store) AskDeletion(ctx context.Context, club, by int64) error {
	return s.InTx(ctx, "ask for a deletion", func(ctx context.Context, tx *pg.Tx) error {
		if err := clubs.LockFinished(ctx, tx, club, by); err != nil {
			return err
		}
		if err := tx.Change(ctx, base.ErrStale, `UPDATE clubs SET archived_at = coalesce(archived_at, now()),
			delete_at = now() + $2::interval WHERE id = $1 AND delete_at IS NULL`, club, deletionWaits); err != nil {
			return err
		}
		if err := queueClubFile(ctx, tx, club, by); err != nil {
			return err
		}
		return s.tellOfDeletion(ctx, tx, club, by, "club_deletion_asked", "deletion")
	})
}

// KeepClub takes back that a club is to be deleted; it stays archived. By 0 is the command line.
func (s *Store) KeepClub(ctx context.Context, club, by int64) error {
	return s.InTx(ctx, "keep club", func(ctx context.Context, tx *pg.Tx) error {
		if err := clubs.Lock(ctx, tx, club, by); err != nil {
			return err
		}
		if err := tx.Change(ctx, base.ErrStale, `UPDATE clubs SET delete_at = NULL WHERE id = $1
			AND delete_at IS NOT NULL`, club); err != nil {
			return err
		}
		tx.Do(ctx, `UPDATE club_files SET last = false WHERE club_id = $1`, club)
		return s.tellOfDeletion(ctx, tx, club, by, "club_kept", "kept")
	})
}

// tellOfDeletion notes it and tells all members.
func (s *Store) tellOfDeletion(ctx context.Context, tx *pg.Tx, club, by int64, action, what string) error {
	members, err := base.WhoMay(ctx, tx, club, role.Play)
	if err != nil {
		return err
	}
	delivery.Tell(ctx, tx, delivery.NewNotice{Club: club, Kind: delivery.NoticeNews, By: by,
		Key: fmt.Sprint(what, club, s.Now().UnixMilli()), What: what}, members...)
	base.NotifyClub(tx, club)
	return base.Note(ctx, tx, club, by, action, nil)
}

// deletionDueSQL is the condition that the club c is to be deleted now. It waits until its last export
// has been ready for as long as others are kept.
var deletionDueSQL = fmt.Sprintf(`c.delete_at <= now() AND EXISTS (SELECT FROM club_files WHERE club_id = c.id AND last
	AND ready_at <= now() - interval '%d hours')`, int(clubFilesLast.Hours()))

// ClubDeletion deletes a club.
type ClubDeletion struct {
	Club int64 `json:"club"`
}

// Kind names the job in the queue.
func (ClubDeletion) Kind() string { return "club_deletion" }

// QueueDeletions queues the clubs that are to be deleted now, and the last export of those whose file has gone with
// somebody's account.
func (s *Store) QueueDeletions(ctx context.Context) error {
	return s.InTx(ctx, "queue deletions", func(ctx context.Context, tx *pg.Tx) error {
		bare, err := pg.Collect(ctx, tx, pgx.RowTo[int64], `SELECT id FROM clubs c WHERE delete_at IS NOT NULL
			AND NOT EXISTS (SELECT FROM club_files WHERE club_id = c.id AND last) ORDER BY id FOR NO KEY UPDATE`)
		for _, club := range bare {
			err = errors.Join(err, queueClubFile(ctx, tx, club, 0))
		}
		if err != nil {
			return err
		}
		due, err := pg.Collect(ctx, tx, pgx.RowTo[int64], `SELECT c.id FROM clubs c WHERE `+deletionDueSQL+`
			ORDER BY c.id`)
		if err != nil {
			return err
		}
		var jobs []river.InsertManyParams
		for _, club := range due {
			jobs = append(jobs, river.InsertManyParams{Args: ClubDeletion{club}, InsertOpts: &river.InsertOpts{
				Queue: YearbookQueue, Priority: lowestPriority, MaxAttempts: yearbookTries,
				UniqueOpts: pg.OnceInQueue}})
		}
		return tx.AddJobsOnce(ctx, jobs...)
	})
}

// DeleteClubPart deletes up to so many tables of a club that is to be deleted now, with all that was played there, or
// when there is none any more, everything else and the club: more reports that it is still there. The house keeps a
// line. Nothing is left to do, and no error, where the club is not to be deleted, or not any more.
func (s *Store) DeleteClubPart(ctx context.Context, club int64, most int) (more bool, err error) {
	err = s.InTx(ctx, "delete club", func(ctx context.Context, tx *pg.Tx) error {
		more = false
		var name, slug string
		var by int64
		if err := tx.QueryRow(ctx, `SELECT name, slug, coalesce((SELECT player_id FROM audit WHERE club_id = c.id
				AND action = 'club_deletion_asked' ORDER BY id DESC LIMIT 1), 0)
			FROM clubs c WHERE id = $1 AND `+deletionDueSQL+` FOR UPDATE`, club).
			Scan(&name, &slug, &by); errors.Is(err, pgx.ErrNoRows) {
			return nil
		} else if err != nil {
			return err
		}
		tx.Do(ctx, fmt.Sprintf(`SET LOCAL statement_timeout = %d`, deletionStep.Milliseconds()))
		var tables int
		if err := tx.QueryRow(ctx, `SELECT delete_club($1, $2)`, club, most).Scan(&tables); err != nil {
			return err
		}
		if more = tables > 0; more {
			return nil
		}
		// Of no player, whom the logs of other clubs would name it with.
		return base.Note(ctx, tx, 0, 0, "club_deleted", base.Details{"club": club, "name": name, "slug": slug,
			"by": by})
	})
	return more, err
}

// deletionStep bounds a step of a deletion.
const deletionStep = 5 * time.Minute
