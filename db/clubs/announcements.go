package clubs

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/delivery"
	"carteado/db/pg"
	"carteado/engine/role"
)

// An Announcement is a host's text to the club, without markup.
type Announcement struct {
	ID   int64
	By   int64
	Name string // "" where the account is gone
	Body string
	At   time.Time

	Changed time.Time // zero: it stands as it was published
	Pinned  bool      // above the others; one of a club
}

// announcementsShown is how many of them the page shows.
const announcementsShown = 50

// LastAnnouncementsSQL are the latest $2 of the club $1 that nobody took down, and the pinned one, which is the first.
const LastAnnouncementsSQL = `
	SELECT a.id, a.player_id AS by, coalesce(p.name, '') AS name, a.body, a.created_at AS at,
		coalesce(a.changed_at, '0001-01-01') AS changed, a.pinned_at IS NOT NULL AS pinned
	FROM announcements a JOIN players p ON p.id = a.player_id
	WHERE a.id IN (
		SELECT id FROM announcements WHERE club_id = $1 AND hidden_at IS NULL AND pinned_at IS NOT NULL
		UNION (SELECT id FROM announcements WHERE club_id = $1 AND hidden_at IS NULL ORDER BY id DESC LIMIT $2))
	ORDER BY a.pinned_at IS NULL, a.id DESC`

// Announcements lists what was announced to a club, the pinned one and then the newest first, to a member.
func (s *Clubs) Announcements(ctx context.Context, club, viewer int64) (list []Announcement, err error) {
	err = s.ReadAs(ctx, "announcements", club, viewer, role.Play, func(ctx context.Context, conn *pgxpool.Conn) error {
		list, err = pg.All[Announcement](ctx, conn, LastAnnouncementsSQL, club, announcementsShown)
		return err
	})
	return list, err
}

// Announce says something to the club: ErrForbidden, *ErrQuota. The same words of the same
// host within a minute are a button pressed twice.
func (s *Clubs) Announce(ctx context.Context, club, by int64, body, idem string) (id int64, err error) {
	form := base.KeyOf("announcement", club, idem)
	err = s.InTxAs(ctx, "announce", club, by, role.Announce, func(ctx context.Context, tx *pg.Tx) error {
		var err error
		id, err = base.Again(ctx, tx, club, by, `
			SELECT id FROM announcements
			WHERE club_id = $1 AND player_id = $2 AND body = $3 AND hidden_at IS NULL
				AND created_at > now() - interval '1 minute'`, club, by, body)
		if err != nil || id != 0 {
			return err
		}
		if id, err = base.MadeBefore(ctx, tx, by, form); err != nil || id != 0 {
			return err
		}
		if err := s.Quota(ctx, tx, "announcements", 1,
			`announcements WHERE player_id = $1 AND club_id = $2 AND created_at > now() - interval '1 day'`, by,
			club); err != nil {
			return err
		}
		if err := s.Quota(ctx, tx, "announcements_club", 1,
			`announcements WHERE club_id = $1 AND created_at > now() - interval '1 day'`, club); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, `INSERT INTO announcements (club_id, player_id, body) VALUES ($1, $2, $3)
			RETURNING id`,
			club, by, body).Scan(&id); err != nil {
			return err
		}
		base.HasMade(ctx, tx, by, form, id)
		base.NotifyClub(tx, club)
		members, err := base.WhoMay(ctx, tx, club, role.Play)
		if err != nil {
			return err
		}
		delivery.Tell(ctx, tx, delivery.NewNotice{Club: club, Kind: delivery.NoticeNews, By: by, Key: fmt.Sprint(id),
			Subject: id}, members...)
		return base.Note(ctx, tx, club, by, "announced", base.Details{"announcement": id})
	})
	return id, err
}

// HideAnnouncement takes an announcement down: ErrForbidden, ErrNotFound for one
// that is not shown.
func (s *Clubs) HideAnnouncement(ctx context.Context, club, by, id int64) error {
	return s.InTxAs(ctx, "hide announcement", club, by, role.Announce, func(ctx context.Context, tx *pg.Tx) error {
		if err := tx.Change(ctx, base.ErrNotFound, `
			UPDATE announcements SET hidden_at = now() WHERE club_id = $1 AND id = $2
				AND hidden_at IS NULL`, club, id); err != nil {
			return err
		}
		base.NotifyClub(tx, club)
		return base.Note(ctx, tx, club, by, "announcement_hidden", base.Details{"announcement": id})
	})
}

// ChangeAnnouncement gives an announcement other words, which stand beside the time of the change: ErrNotFound for
// anybody but its author, since nobody is made to say what they did not. It tells nobody again.
func (s *Clubs) ChangeAnnouncement(ctx context.Context, club, by, id int64, body string) error {
	return s.InTxAs(ctx, "change announcement", club, by, role.Announce, func(ctx context.Context, tx *pg.Tx) error {
		var before string
		if err := tx.QueryRow(ctx, `
			SELECT body FROM announcements WHERE club_id = $1 AND id = $2 AND player_id = $3 AND hidden_at IS NULL FOR UPDATE`,
			club, id, by).Scan(&before); err != nil || before == body {
			return err
		}
		tx.Do(ctx, `UPDATE announcements SET body = $2, changed_at = now() WHERE id = $1`, id, body)
		base.NotifyClub(tx, club)
		return base.Note(ctx, tx, club, by, "announcement_changed", base.Details{"announcement": id})
	})
}

// PinAnnouncement keeps an announcement above the others, in the place of the one that was there, or lets go of it:
// ErrForbidden, ErrNotFound for one that is not shown.
func (s *Clubs) PinAnnouncement(ctx context.Context, club, by, id int64, pin bool) error {
	return s.InTxAs(ctx, "pin announcement", club, by, role.Announce, func(ctx context.Context, tx *pg.Tx) error {
		// The club's row makes two who pin wait for each other.
		if _, err := tx.Exec(ctx, `SELECT FROM clubs WHERE id = $1 FOR UPDATE`, club); err != nil {
			return err
		}
		var pinned bool
		if err := tx.QueryRow(ctx, `SELECT pinned_at IS NOT NULL FROM announcements WHERE club_id = $1 AND id = $2
			AND hidden_at IS NULL FOR UPDATE`, club, id).Scan(&pinned); err != nil || pinned == pin {
			return err
		}
		tx.Do(ctx, `UPDATE announcements SET pinned_at = NULL WHERE club_id = $1 AND pinned_at IS NOT NULL`, club)
		base.NotifyClub(tx, club)
		if !pin {
			return base.Note(ctx, tx, club, by, "announcement_unpinned", base.Details{"announcement": id})
		}
		tx.Do(ctx, `UPDATE announcements SET pinned_at = now() WHERE id = $1`, id)
		return base.Note(ctx, tx, club, by, "announcement_pinned", base.Details{"announcement": id})
	})
}
