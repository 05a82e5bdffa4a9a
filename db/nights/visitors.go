package nights

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/delivery"
	"carteado/db/pg"
	"carteado/engine/role"
)

// A visitor is a guest of a night who plays on a screen. Their arrival has a player without an account, as those of
// another house are, and nothing says in a row of its own that they may play: the view night_guests finds them while
// the door of the night is open and they have not gone home. So they are in the club as role.Guest, and their session
// lives, for as long as that and no longer, and nothing is left to be ended. A new code on the wall voids the old
// paper alone: a guest who is in already is known by name, and a host sends them home with a tap.

// A Phone is the browser that a visitor's session is opened in. The zero one opens none.
type Phone struct {
	Token     base.TokenHash
	UserAgent string
}

// visit makes a guest who has just come a visitor: with a player of their own, whom the phone is signed in as, or as
// the account that somebody has who is no member of the club, and is signed in with.
func (s *Nights) visit(ctx context.Context, tx *pg.Tx, arrival, account int64, phone Phone) error {
	if account != 0 {
		return tx.Change(ctx, base.ErrTaken, `UPDATE arrivals r SET player_id = $2 WHERE id = $1 AND NOT EXISTS (
			SELECT FROM arrivals o WHERE o.night_id = r.night_id AND o.player_id = $2)`, arrival, account)
	}
	if phone == (Phone{}) {
		return nil
	}
	var player int64
	if err := tx.QueryRow(ctx, `SELECT coalesce(player_id, 0) FROM arrivals WHERE id = $1`, arrival).
		Scan(&player); err != nil {
		return err
	}
	if player == 0 {
		if err := tx.QueryRow(ctx, `INSERT INTO players (name, password_hash, placeholder)
			SELECT name, '', true FROM arrivals WHERE id = $1 RETURNING id`, arrival).Scan(&player); err != nil {
			return err
		}
		if err := s.DrawSeals(ctx, tx, base.SealOfPlayer, player); err != nil {
			return err
		}
		tx.Do(ctx, `UPDATE arrivals SET player_id = $2 WHERE id = $1`, arrival, player)
	}
	tx.Do(ctx, `DELETE FROM sessions WHERE player_id = $1`, player) // the other phone, if there is one
	tx.Do(ctx, `INSERT INTO sessions (player_id, token_hash, user_agent, opened_by) VALUES ($1, $2, $3, $4)`, player,
		phone.Token[:], phone.UserAgent, accounts.ByNight)
	return tx.Err()
}

// HandOver makes a link by which another phone becomes that of a guest who is here, once; a link before is void.
// base.ErrStale for one who has gone home, base.ErrNotFound for one who plays with an account.
func (s *Nights) HandOver(ctx context.Context, club, by, night, guest int64) (link base.Secret, err error) {
	if link, err = s.drawCode(15); err != nil {
		return "", err
	}
	return link, s.InTxAs(ctx, "hand over", club, by, role.Night, func(ctx context.Context, tx *pg.Tx) error {
		n, err := atDoor(ctx, tx, club, by, night)
		if err != nil {
			return err
		}
		var here bool
		if err := tx.QueryRow(ctx, `SELECT r.left_at IS NULL FROM arrivals r LEFT JOIN players p ON p.id = r.player_id
			WHERE r.night_id = $1 AND r.id = $2 AND r.name <> '' AND coalesce(p.placeholder, true)`, night, guest).
			Scan(&here); err != nil {
			return err
		}
		if !here {
			return base.ErrStale
		}
		tx.Do(ctx, `UPDATE arrivals SET link = $2 WHERE id = $1`, guest, link.Reveal())
		return base.Note(ctx, tx, club, by, "night_guest_link", base.Details{"night": night, "name": n.Name})
	})
}

// A Visit is a guest's part in a night, as their phone shows it.
type Visit struct {
	Arrival   int64
	Player    int64 // 0: none yet
	Name      string
	Night     int64
	NightName string
	Club      int64
	Slug      string
	ClubName  string
	Crest     string
	Lang      string
	Account   bool // the guest has made an account, or came with one
	Asked     bool // and waits to be let into the club
}

const selectVisitSQL = `SELECT r.id AS arrival, coalesce(r.player_id, 0) AS player, coalesce(p.name, r.name) AS name,
	n.id AS night, n.name AS night_name, c.id AS club, c.slug, c.name AS club_name, c.crest, c.lang,
	NOT coalesce(p.placeholder, true) AS account,
	EXISTS (SELECT FROM join_requests WHERE club_id = c.id AND player_id = r.player_id) AS asked
	FROM arrivals r JOIN nights n ON n.id = r.night_id JOIN clubs c ON c.id = n.club_id
	LEFT JOIN players p ON p.id = r.player_id WHERE `

func oneVisit(ctx context.Context, q pg.Querier, none error, where string, args ...any) (v Visit, err error) {
	list, err := pg.All[Visit](ctx, q, selectVisitSQL+where, args...)
	if err == nil && len(list) == 0 {
		err = none
	}
	if err != nil {
		return v, err
	}
	return list[0], nil
}

// VisitOf is what a player is a guest at now: base.ErrNotFound for nobody's guest.
func (s *Nights) VisitOf(ctx context.Context, player int64) (v Visit, err error) {
	err = s.Read(ctx, "visit", func(ctx context.Context, conn *pgxpool.Conn) error {
		v, err = oneVisit(ctx, conn, base.ErrNotFound, `r.id = (SELECT arrival_id FROM night_guests
			WHERE player_id = $1 ORDER BY came_at DESC LIMIT 1)`, player)
		return err
	})
	return v, err
}

// EndedVisit is the visit of a session that lives no longer, because the night is over or the guest has gone home:
// base.ErrNotFound for any other.
func (s *Nights) EndedVisit(ctx context.Context, token base.TokenHash) (v Visit, err error) {
	err = s.Read(ctx, "ended visit", func(ctx context.Context, conn *pgxpool.Conn) error {
		v, err = oneVisit(ctx, conn, base.ErrNotFound, `r.name <> '' AND r.player_id = (SELECT player_id FROM sessions
			WHERE token_hash = $1 AND opened_by = $2)`, token[:], accounts.ByNight)
		return err
	})
	return v, err
}

// handedSQL is the condition that the guest of the arrival r at the night n has the link $1, and it holds.
const handedSQL = `r.link = $1 AND r.name <> '' AND r.left_at IS NULL AND ` + DoorSQL

// HandedOver is the visit that a link leads to, for anybody: base.ErrGone for one that was used, or holds no more.
func (s *Nights) HandedOver(ctx context.Context, link base.Secret) (v Visit, err error) {
	err = s.Read(ctx, "handed over", func(ctx context.Context, conn *pgxpool.Conn) error {
		v, err = oneVisit(ctx, conn, base.ErrGone, handedSQL, strings.ToUpper(link.Reveal()))
		return err
	})
	return v, err
}

// TakePhone makes a phone that of the guest of a link, which is used by that: base.ErrGone as HandedOver says. The
// phone before shows nothing any more.
func (s *Nights) TakePhone(ctx context.Context, link base.Secret, phone Phone) (v Visit, err error) {
	err = s.InTx(ctx, "take phone", func(ctx context.Context, tx *pg.Tx) error {
		v, err = oneVisit(ctx, tx, base.ErrGone, handedSQL+` FOR NO KEY UPDATE OF n, r`, strings.ToUpper(link.Reveal()))
		if err != nil {
			return err
		}
		tx.Do(ctx, `UPDATE arrivals SET link = NULL WHERE id = $1`, v.Arrival)
		base.NotifyClub(tx, v.Club)
		return s.visit(ctx, tx, v.Arrival, 0, phone)
	})
	return v, err
}

// EndVisit has a guest go home by themselves. A host's tap lets them in again, and then their phone goes on.
func (s *Nights) EndVisit(ctx context.Context, player int64) error {
	return s.InTx(ctx, "end visit", func(ctx context.Context, tx *pg.Tx) error {
		clubs, err := pg.Collect(ctx, tx, pgx.RowTo[int64], `UPDATE arrivals r SET left_at = now() FROM night_guests g
			WHERE g.player_id = $1 AND r.id = g.arrival_id RETURNING g.club_id`, player)
		for _, club := range clubs {
			base.NotifyClub(tx, club)
		}
		delivery.MarksChanged(tx, []int64{player})
		return err
	})
}
