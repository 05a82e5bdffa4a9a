package nights

import (
	"context"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/delivery"
	"carteado/db/pg"
	"carteado/db/results"
	"carteado/engine/role"
)

// An Arrival is somebody who came: a member, or a guest.
type Arrival struct {
	ID     int64
	Player int64 // 0 for a guest with a name only, who plays with real cards
	Guest  bool
	Name   string
	Face   string
	Came   time.Time
	Left   time.Time // zero: is here

	Claimant base.Person // who says that they were this guest; nobody: zero
}

const arrivalColumnsSQL = `r.id, coalesce(r.player_id, 0) AS player, r.name <> '' AS guest, coalesce(p.name, r.name) AS name,
	coalesce(p.face, '') AS face, r.came_at AS came, coalesce(r.left_at, '0001-01-01') AS left,
	json_build_object('id', coalesce(q.id, 0), 'name', coalesce(q.name, ''), 'face', coalesce(q.face, '')) AS claimant`

const arrivalTablesSQL = `arrivals r LEFT JOIN players p ON p.id = r.player_id
	LEFT JOIN players q ON q.id = r.claimant_id`

// ArrivalsOf lists who came to a night, in the order in which they did, to a member.
func (s *Nights) ArrivalsOf(ctx context.Context, club, viewer, night int64) (list []Arrival, err error) {
	err = s.ReadAs(ctx, "arrivals", club, viewer, role.Play, func(ctx context.Context, conn *pgxpool.Conn) error {
		list, err = pg.All[Arrival](ctx, conn, `SELECT `+arrivalColumnsSQL+` FROM `+arrivalTablesSQL+`
			JOIN nights n ON n.id = r.night_id WHERE n.club_id = $1 AND n.id = $2 ORDER BY r.came_at, r.id`, club,
			night)
		return err
	})
	return list, err
}

// DoorSQL is the condition that people come to the night n now.
const DoorSQL = `n.called_off_at IS NULL AND now() BETWEEN n.starts_at - interval '6 hours'
	AND n.ends_at + interval '6 hours'`

// atDoor locks a night to which people come now: base.ErrStale for another.
func atDoor(ctx context.Context, tx *pg.Tx, club, viewer, night int64) (n Night, err error) {
	if n, err = lockNight(ctx, tx, club, viewer, night); err == nil && !n.Door {
		err = base.ErrStale
	}
	return n, err
}

// SetArrived notes that a member of the club is here, or has gone: base.ErrForbidden for one who says so of somebody
// else and does not look after nights, base.ErrStale while nobody comes.
func (s *Nights) SetArrived(ctx context.Context, club, by, night, player int64, here bool) error {
	right := role.Play
	if by != player {
		right = role.Night
	}
	return s.InTxAs(ctx, "set arrived", club, by, right, func(ctx context.Context, tx *pg.Tx) error {
		if _, err := atDoor(ctx, tx, club, by, night); err != nil {
			return err
		}
		if _, err := base.RoleOf(ctx, tx, club, player); err != nil {
			return err
		}
		arrive(ctx, tx, night, player, by, here)
		base.NotifyClub(tx, club)
		return nil
	})
}

// arrive notes that a player is here, or has gone. The time of a player who is here already stays.
func arrive(ctx context.Context, tx *pg.Tx, night, player, by int64, here bool) {
	if here {
		tx.Do(ctx, `INSERT INTO arrivals (night_id, player_id, by_id) VALUES ($1, $2, $3)
			ON CONFLICT (night_id, player_id) DO UPDATE SET left_at = NULL`, night, player, by)
		return
	}
	tx.Do(ctx, `UPDATE arrivals SET left_at = now() WHERE night_id = $1 AND player_id = $2 AND left_at IS NULL`, night,
		player)
}

// goHome notes that a player who is in the club no longer, or suspended, has left its nights: others take over.
func goHome(ctx context.Context, tx *pg.Tx, club, player int64) {
	tx.Do(ctx, `UPDATE arrivals r SET left_at = now() FROM nights n WHERE n.id = r.night_id AND n.club_id = $1
		AND r.player_id = $2 AND r.left_at IS NULL AND `+DoorSQL, club, player)
}

// maxGuests is how many guests a night may have: the code on the wall can be passed on.
const maxGuests = 60

// AddGuest notes that somebody is here who has no account: base.ErrTaken for a name that a guest has already, who may
// be the same, base.ErrLookalike for that of a member, base.ErrFull for a night with too many, base.ErrStale while
// nobody comes.
func (s *Nights) AddGuest(ctx context.Context, club, by, night int64, name string) error {
	return s.InTxAs(ctx, "add guest", club, by, role.Night, func(ctx context.Context, tx *pg.Tx) error {
		n, err := atDoor(ctx, tx, club, by, night)
		if err != nil {
			return err
		}
		if _, err := addGuest(ctx, tx, club, night, by, name); err != nil {
			return err
		}
		base.NotifyClub(tx, club)
		return base.Note(ctx, tx, club, by, "night_guest_added", base.Details{"night": night, "name": n.Name})
	})
}

func addGuest(ctx context.Context, tx *pg.Tx, club, night, by int64, name string) (arrival int64, err error) {
	var guests int
	if err := tx.QueryRow(ctx, `SELECT count(*) FROM arrivals WHERE night_id = $1 AND name <> ''`, night).
		Scan(&guests); err != nil {
		return 0, err
	}
	if guests >= maxGuests {
		return 0, base.ErrFull
	}
	members, err := pg.Collect(ctx, tx, pgx.RowTo[string], `SELECT p.name FROM memberships m
		JOIN players p ON p.id = m.player_id WHERE m.club_id = $1 AND p.id <> $2 AND p.name IS NOT NULL`, club, by)
	if err != nil {
		return 0, err
	}
	if slices.ContainsFunc(members, func(member string) bool { return accounts.LooksLike(member, name) }) {
		return 0, base.ErrLookalike
	}
	err = tx.QueryRow(ctx, `INSERT INTO arrivals (night_id, name, by_id) VALUES ($1, $2, nullif($3, 0))
		ON CONFLICT DO NOTHING RETURNING id`, night, name, by).Scan(&arrival)
	if errors.Is(err, pgx.ErrNoRows) {
		err = base.ErrTaken
	}
	return arrival, err
}

// SetGuest notes that a guest is here again, or has gone: base.ErrNotFound for somebody who is no guest of the night.
func (s *Nights) SetGuest(ctx context.Context, club, by, night, guest int64, here bool) error {
	return s.InTxAs(ctx, "set guest", club, by, role.Night, func(ctx context.Context, tx *pg.Tx) error {
		if _, err := atDoor(ctx, tx, club, by, night); err != nil {
			return err
		}
		base.NotifyClub(tx, club)
		return tx.Change(ctx, base.ErrNotFound, `
			UPDATE arrivals SET left_at = CASE WHEN NOT $3 THEN now() END
			WHERE night_id = $1 AND id = $2 AND name <> ''`, night, guest, here)
	})
}

// CodeOf is the code on a night's wall, "" where there is none.
func (s *Nights) CodeOf(ctx context.Context, club, by, night int64) (code base.Secret, err error) {
	err = s.ReadAs(ctx, "code of night", club, by, role.Night, func(ctx context.Context, conn *pgxpool.Conn) error {
		var text string
		err := conn.QueryRow(ctx, `SELECT coalesce(code, '') FROM nights WHERE club_id = $1 AND id = $2`, club, night).
			Scan(&text)
		code = base.Secret(text)
		return err
	})
	return code, err
}

// drawCode draws a code of so many bytes, in letters and digits that a person can read out.
func (s *Nights) drawCode(bytes int) (base.Secret, error) {
	drawn := make([]byte, bytes)
	if _, err := io.ReadFull(s.Random, drawn); err != nil {
		return "", fmt.Errorf("draw code: %w", err)
	}
	return base.Secret(base32.StdEncoding.EncodeToString(drawn)), nil
}

// MakeCode draws a code for a night's wall. The one before is void.
func (s *Nights) MakeCode(ctx context.Context, club, by, night int64) error {
	code, err := s.drawCode(10)
	if err != nil {
		return err
	}
	return s.InTxAs(ctx, "make code", club, by, role.Night, func(ctx context.Context, tx *pg.Tx) error {
		n, err := lockNight(ctx, tx, club, by, night)
		if err != nil {
			return err
		}
		tx.Do(ctx, `UPDATE nights SET code = $2 WHERE id = $1`, night, code.Reveal())
		return base.Note(ctx, tx, club, by, "night_code_made", base.Details{"night": night, "name": n.Name})
	})
}

// A Door is a night as somebody sees it who has the code on its wall.
type Door struct {
	Night    int64
	Name     string
	Club     int64
	Slug     string
	ClubName string
	Crest    string
	Lang     string
	Member   bool // the viewer is a member of the club
	Here     bool // and is here
	Paused   bool // the viewer is suspended in the club
}

const selectDoorSQL = `SELECT n.id AS night, n.name, c.id AS club, c.slug, c.name AS club_name, c.crest, c.lang,
	EXISTS (SELECT FROM members WHERE club_id = c.id AND player_id = $2 AND role <> 'guest') AS member,
	EXISTS (SELECT FROM arrivals WHERE night_id = n.id AND player_id = $2 AND left_at IS NULL) AS here,
	EXISTS (SELECT FROM entrants WHERE club_id = c.id AND player_id = $2 AND role = 'paused') AS paused
	FROM nights n JOIN clubs c ON c.id = n.club_id WHERE n.code = $1 AND ` + DoorSQL

// DoorOfNight returns the night whose code it is, to anybody: base.ErrGone where nobody comes by it now.
func (s *Nights) DoorOfNight(ctx context.Context, code base.Secret, viewer int64) (d Door, err error) {
	err = s.Read(ctx, "door of night", func(ctx context.Context, conn *pgxpool.Conn) error {
		d, err = selectDoor(ctx, conn, code, viewer, "")
		return err
	})
	return d, err
}

func selectDoor(ctx context.Context, q pg.Querier, code base.Secret, viewer int64, lock string) (d Door, err error) {
	list, err := pg.All[Door](ctx, q, selectDoorSQL+lock, strings.ToUpper(code.Reveal()), viewer)
	if err == nil && len(list) == 0 {
		err = base.ErrGone
	}
	if err != nil {
		return d, err
	}
	return list[0], nil
}

// ArriveByCode lets somebody in by the code on the wall: a member as themselves, with a name a guest, who plays from
// then on. base.ErrGone and what AddGuest refuses, base.ErrForbidden for a player of no club who gives no name, for a
// member who gives one, and for one who is suspended.
func (s *Nights) ArriveByCode(ctx context.Context, code base.Secret, player int64, guest string, phone Phone) (
	d Door, err error) {
	err = s.InTx(ctx, "arrive by code", func(ctx context.Context, tx *pg.Tx) error {
		if d, err = selectDoor(ctx, tx, code, player, ` FOR NO KEY UPDATE OF n`); err != nil {
			return err
		}
		base.NotifyClub(tx, d.Club)
		switch {
		case d.Paused, guest != "" && d.Member:
			return base.ErrForbidden
		case guest != "":
			arrival, err := addGuest(ctx, tx, d.Club, d.Night, player, guest)
			if err != nil {
				return err
			}
			return s.visit(ctx, tx, arrival, player, phone)
		case d.Member:
			arrive(ctx, tx, d.Night, player, player, true)
			return nil
		}
		return base.ErrForbidden
	})
	return d, err
}

// guestOf is a guest of a locked night: base.ErrNotFound for anybody else, and for one who plays with an account.
func guestOf(ctx context.Context, tx *pg.Tx, night, guest int64) (claimant int64, err error) {
	err = tx.QueryRow(ctx, `SELECT coalesce(r.claimant_id, 0) FROM arrivals r LEFT JOIN players p ON p.id = r.player_id
		WHERE r.night_id = $1 AND r.id = $2 AND r.name <> '' AND coalesce(p.placeholder, true)`, night, guest).
		Scan(&claimant)
	return claimant, err
}

// ClaimGuest has a member say that they were a guest of a night, or, with mine false, that they were not, after all.
// A host answers. base.ErrMet for a member who came by their own name, base.ErrStale where somebody else has said so.
func (s *Nights) ClaimGuest(ctx context.Context, club, by, night, guest int64, mine bool) error {
	return s.InTxAs(ctx, "claim guest", club, by, role.Play, func(ctx context.Context, tx *pg.Tx) error {
		if _, err := lockNight(ctx, tx, club, by, night); err != nil {
			return err
		}
		claimant, err := guestOf(ctx, tx, night, guest)
		if err != nil {
			return err
		}
		hosts, err := base.WhoMay(ctx, tx, club, role.Night)
		if err != nil {
			return err
		}
		base.NotifyClub(tx, club)
		if !mine {
			settleClaims(ctx, tx, night, by, hosts)
			return tx.Change(ctx, base.ErrStale, `UPDATE arrivals SET claimant_id = NULL WHERE id = $1
				AND claimant_id = $2`, guest, by)
		}
		var met bool
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM arrivals WHERE night_id = $1 AND player_id = $2)`, night,
			by).Scan(&met); err != nil {
			return err
		}
		switch {
		case met:
			return base.ErrMet
		case claimant == by:
			return nil
		case claimant != 0:
			return base.ErrStale
		}
		tx.Do(ctx, `UPDATE arrivals SET claimant_id = $2 WHERE id = $1`, guest, by)
		hosts = slices.DeleteFunc(hosts, func(host int64) bool { return host == by })
		s.tellClaim(ctx, tx, club, by, night, guest, ToldClaimed, hosts...)
		return tx.Err()
	})
}

// tellClaim tells of a claim, or of the answer. What was declined may be claimed again, and is told again.
func (s *Nights) tellClaim(ctx context.Context, tx *pg.Tx, club, by, night, guest int64, what string,
	players ...int64) {
	delivery.Tell(ctx, tx, delivery.NewNotice{Club: club, Kind: delivery.NoticeNight, By: by, Subject: night,
		What: what, Key: fmt.Sprint(night, " ", what, " ", guest, " ", by, " ", s.Now().UnixNano())}, players...)
}

// settleClaims marks as read what hosts were told of a player's claims at a night.
func settleClaims(ctx context.Context, tx *pg.Tx, night, claimant int64, hosts []int64) {
	delivery.MarkSettled(ctx, tx, delivery.NewNotice{Kind: delivery.NoticeNight, Subject: night, By: claimant,
		What: ToldClaimed}, hosts...)
}

// AnswerClaim confirms or declines that a player was a guest of a night. Confirmed, the guest's seats and results are
// the player's. base.ErrStale where that player says so no more, base.ErrForbidden for a host who says so themselves,
// base.ErrMet for a player who came as themselves meanwhile, or has met the guest on a screen.
func (s *Nights) AnswerClaim(ctx context.Context, club, by, night, guest, player int64, yes bool, claim Claim) error {
	return s.InTxAs(ctx, "answer claim", club, by, role.Night, func(ctx context.Context, tx *pg.Tx) error {
		n, err := lockNight(ctx, tx, club, by, night)
		if err != nil {
			return err
		}
		switch claimant, err := guestOf(ctx, tx, night, guest); {
		case err != nil:
			return err
		case claimant == 0 || claimant != player:
			return base.ErrStale
		case player == by:
			return base.ErrForbidden
		}
		hosts, err := base.WhoMay(ctx, tx, club, role.Night)
		if err != nil {
			return err
		}
		settleClaims(ctx, tx, night, player, hosts)
		base.NotifyClub(tx, club)
		about := base.Details{"night": night, "name": n.Name}
		if !yes {
			tx.Do(ctx, `UPDATE arrivals SET claimant_id = NULL WHERE id = $1`, guest)
			s.tellClaim(ctx, tx, club, by, night, guest, ToldDeclined, player)
			return base.NoteAbout(ctx, tx, club, by, player, "night_claim_declined", about)
		}
		if err := giveGuest(ctx, tx, club, night, guest, player, claim); err != nil {
			return err
		}
		s.tellClaim(ctx, tx, club, by, night, guest, ToldGiven, player)
		return base.NoteAbout(ctx, tx, club, by, player, "night_claim_given", about)
	})
}

// A Claim gives a player all that is a placeholder's of the club.
type Claim func(ctx context.Context, tx *pg.Tx, club, placeholder, player int64) error

// giveGuest makes a guest's place at a night, what was written down there, and what they have played on a screen a
// player's.
func giveGuest(ctx context.Context, tx *pg.Tx, club, night, guest, player int64, claim Claim) error {
	var placeholder int64
	if err := tx.QueryRow(ctx, `SELECT coalesce(player_id, 0) FROM arrivals WHERE id = $1`, guest).
		Scan(&placeholder); err != nil {
		return err
	}
	if placeholder != 0 {
		if err := claim(ctx, tx, club, placeholder, player); err != nil {
			return err
		}
	}
	if err := tx.Change(ctx, base.ErrMet, `
		UPDATE arrivals r SET player_id = $3, name = '', claimant_id = NULL, link = NULL WHERE id = $2
			AND NOT EXISTS (SELECT FROM arrivals WHERE night_id = $1 AND player_id = $3 AND id <> $2)`, night, guest,
		player); err != nil {
		return err
	}
	counted, err := pg.Collect(ctx, tx, pgx.RowTo[int64], `
		WITH given AS (UPDATE recorded_seats SET player_id = $2, name = '' WHERE arrival_id = $1 RETURNING match_id)
		SELECT m.id FROM given JOIN recorded_matches m ON m.id = given.match_id WHERE m.counts ORDER BY m.id`, guest,
		player)
	for _, match := range counted {
		if err == nil {
			err = results.QueueRecorded(ctx, tx, club, match)
		}
	}
	delivery.MarksChanged(tx, []int64{player})
	return err
}
