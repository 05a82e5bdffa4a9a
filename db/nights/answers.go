package nights

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/delivery"
	"carteado/db/pg"
	"carteado/engine/role"
)

// The answers to a night.
const (
	Yes   = "yes"
	Late  = "late" // comes, but later
	Maybe = "maybe"
	No    = "no"
)

// AnswerKinds lists them.
func AnswerKinds() []string { return []string{Yes, Late, Maybe, No} }

// An Answer is what a member has said.
type Answer struct {
	Player  int64
	Name    string // "" where the account is gone
	Face    string
	Answer  string
	Arrives time.Time // zero: at the beginning, or at a time not said
	Placed  bool
	Since   time.Time
}

// NightOf returns a night to a member, with all answers, who has waited longest first, and the members who have not
// answered, if it is one who looks after nights. base.ErrNotFound.
func (s *Nights) NightOf(ctx context.Context, club, viewer, night int64) (
	n Night, answers []Answer, silent []base.Person, err error) {
	err = s.ReadAs(ctx, "night", club, viewer, role.Play, func(ctx context.Context, conn *pgxpool.Conn) error {
		if n, err = selectNight(ctx, conn, club, viewer, night); err != nil {
			return err
		}
		if answers, err = pg.All[Answer](ctx, conn, `
			SELECT a.player_id AS player, coalesce(p.name, '') AS name, p.face, a.answer,
				coalesce(a.arrives_at, '0001-01-01') AS arrives, a.placed, a.since
			FROM night_answers a JOIN players p ON p.id = a.player_id
			WHERE a.night_id = $1 ORDER BY a.since, a.player_id`, night); err != nil {
			return err
		}
		own, err := base.RoleOf(ctx, conn, club, viewer)
		if err != nil || !own.May(role.Night) {
			return err
		}
		silent, err = pg.All[base.Person](ctx, conn, `SELECT p.id, p.name, p.face FROM `+silentSQL, club, night)
		base.InNameOrder(silent, func(p base.Person) string { return p.Name })
		return err
	})
	return n, answers, silent, err
}

// silentSQL are the members p of the club $1 who may answer to the night $2, have not, and have not come either.
var silentSQL = `members m JOIN players p ON p.id = m.player_id
	WHERE m.club_id = $1 AND m.role IN (` + base.RolesSQL(role.Play) + `)
		AND NOT EXISTS (SELECT FROM night_answers WHERE night_id = $2 AND player_id = m.player_id)
		AND NOT EXISTS (SELECT FROM arrivals WHERE night_id = $2 AND player_id = m.player_id)`

// AnswerNight keeps what a member says: base.ErrStale for a night that is over. A member who comes has a place while
// there is one and the time for answers lasts, and waits else. A member who waits loses the turn by another answer,
// but not by coming later than they said.
func (s *Nights) AnswerNight(ctx context.Context, club, player, night int64, answer string, arrives time.Time) error {
	return s.InTxAs(ctx, "answer night", club, player, role.Play, func(ctx context.Context, tx *pg.Tx) error {
		n, err := lockNight(ctx, tx, club, player, night)
		if err != nil {
			return err
		}
		if n.Over(s.Now()) {
			return base.ErrStale
		}
		comes, came := answer == Yes || answer == Late, n.Answer == Yes || n.Answer == Late
		tx.Do(ctx, `
			INSERT INTO night_answers (night_id, player_id, answer, arrives_at)
			VALUES ($1, $2, $3, nullif($4::timestamptz, '0001-01-01'))
			ON CONFLICT (night_id, player_id) DO UPDATE SET answer = $3, arrives_at = excluded.arrives_at,
				placed = night_answers.placed AND $5,
				since = CASE WHEN $5 AND $6 THEN night_answers.since ELSE clock_timestamp() END`,
			night, player, answer, arrives, comes, came)
		for _, what := range []string{ToldNew, ToldMoved, ToldAsked, ToldPlace} { // a host may be told of guests, too
			delivery.MarkSettled(ctx, tx, delivery.NewNotice{Kind: delivery.NoticeNight, Subject: night, What: what},
				player)
		}
		base.NotifyClub(tx, club)
		return s.fill(ctx, tx, club, player, night)
	})
}

// fill gives the places of a locked night that are free to those who have waited longest, and tells them, but for the
// one whose doing it is. After the time for answers it gives none: a host does.
func (s *Nights) fill(ctx context.Context, tx *pg.Tx, club, by, night int64) error {
	moved, err := pg.Collect(ctx, tx, pgx.RowTo[int64], `
		UPDATE night_answers SET placed = true WHERE night_id = $1 AND player_id IN (
			SELECT a.player_id FROM night_answers a JOIN nights n ON n.id = a.night_id
			WHERE a.night_id = $1 AND a.answer IN ('yes', 'late') AND NOT a.placed
				AND (n.answers_until > now() OR n.places = 0) AND n.called_off_at IS NULL
			ORDER BY a.since, a.player_id
			LIMIT (SELECT CASE WHEN places = 0 THEN NULL
				ELSE greatest(0, places - (SELECT count(*) FROM night_answers WHERE night_id = $1 AND placed)) END
				FROM nights WHERE id = $1))
		RETURNING player_id`, night)
	if err != nil {
		return err
	}
	return tellPlaced(ctx, tx, club, by, night, moved)
}

// tellPlaced tells players that they have a place, once for each time that they have waited.
func tellPlaced(ctx context.Context, tx *pg.Tx, club, by, night int64, players []int64) error {
	players = slices.DeleteFunc(players, func(p int64) bool { return p == by })
	if len(players) == 0 {
		return nil
	}
	var since int64
	err := tx.QueryRow(ctx, `SELECT coalesce(extract(epoch FROM max(since))::bigint, 0) FROM night_answers
		WHERE night_id = $1 AND player_id = ANY ($2)`, night, players).Scan(&since)
	tell(ctx, tx, club, by, night, ToldPlace, int(since), players...)
	return err
}

// GivePlace gives a member who waits a place, be there one or not: base.ErrStale where nobody waits by that name any
// more, or the night is over.
func (s *Nights) GivePlace(ctx context.Context, club, by, night, player int64) error {
	return s.InTxAs(ctx, "give place", club, by, role.Night, func(ctx context.Context, tx *pg.Tx) error {
		n, err := lockNight(ctx, tx, club, by, night)
		if err != nil {
			return err
		}
		if n.Over(s.Now()) {
			return base.ErrStale
		}
		if err := tx.Change(ctx, base.ErrStale, `UPDATE night_answers SET placed = true
			WHERE night_id = $1 AND player_id = $2 AND answer IN ('yes', 'late') AND NOT placed`, night,
			player); err != nil {
			return err
		}
		base.NotifyClub(tx, club)
		if err := tellPlaced(ctx, tx, club, by, night, []int64{player}); err != nil {
			return err
		}
		return base.NoteAbout(ctx, tx, club, by, player, "night_place_given", base.Details{"night": night,
			"name": n.Name})
	})
}

// RemindNight reminds the members who have not answered, once: base.ErrStale where that was done, and for a night that
// has begun.
func (s *Nights) RemindNight(ctx context.Context, club, by, night int64) error {
	return s.InTxAs(ctx, "remind night", club, by, role.Night, func(ctx context.Context, tx *pg.Tx) error {
		n, err := lockNight(ctx, tx, club, by, night)
		if err != nil {
			return err
		}
		if now := s.Now(); n.Over(now) || !n.Reminded.IsZero() || !now.Before(n.Starts) {
			return base.ErrStale
		}
		players, err := pg.Collect(ctx, tx, pgx.RowTo[int64], `SELECT p.id FROM `+silentSQL, club, night)
		if err != nil {
			return err
		}
		tx.Do(ctx, `UPDATE nights SET reminded_at = now() WHERE id = $1`, night)
		tell(ctx, tx, club, by, night, ToldAsked, 0, players...)
		return base.Note(ctx, tx, club, by, "night_reminded", base.Details{"night": night, "name": n.Name})
	})
}

// LeaveNights takes a member who leaves the club out of its nights to come. Their places go on.
func (s *Nights) LeaveNights(ctx context.Context, tx *pg.Tx, club, player int64) error {
	goHome(ctx, tx, club, player)
	nights, err := pg.Collect(ctx, tx, pgx.RowTo[int64], `
		SELECT n.id FROM nights n JOIN night_answers a ON a.night_id = n.id AND a.player_id = $2
		WHERE n.club_id = $1 AND n.ends_at > now() ORDER BY n.id FOR NO KEY UPDATE OF n`, club, player)
	if err != nil {
		return err
	}
	tx.Do(ctx, `DELETE FROM night_answers WHERE night_id = ANY ($1) AND player_id = $2`, nights, player)
	tx.Do(ctx, `UPDATE arrivals r SET claimant_id = NULL FROM nights n
		WHERE n.id = r.night_id AND n.club_id = $1 AND r.claimant_id = $2`, club, player)
	for _, night := range nights {
		if err := s.fill(ctx, tx, club, player, night); err != nil {
			return err
		}
	}
	return nil
}
