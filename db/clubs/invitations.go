package clubs

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/delivery"
	"carteado/db/pg"
	"carteado/engine/role"
)

// An Invitation is a link into a club.
type Invitation struct {
	ID        int64
	Club      Club
	Token     base.Secret // its part of the URL
	Role      role.Role   // of players who use it
	By        string      // name of its maker
	Label     string      // whom it is meant for, "" for anybody
	Approval  bool        // who comes by it asks to be let in
	Uses      int         // number of players who may use it
	Used      int
	CreatedAt time.Time
	ExpiresAt time.Time
	Revoked   bool
	Gone      bool // used up, expired or revoked

	Placeholder int64 // who comes by it has all that is this player's, of another house; 0 for nobody
}

// A NewInvitation is asked for by an owner or host.
type NewInvitation struct {
	Role role.Role
	Uses int
	TTL  time.Duration

	Label     string   // whom it is meant for
	Approval  bool     // who comes by it asks to be let in
	Idem      string   // of the form, see MadeBefore
	Addresses []string // for each label, where its link goes by mail; "" for none, nil for none at all

	Placeholder int64 // whose matches become those of who comes, whatever the label; 0 for nobody's
}

// invitationColumnsSQL go with Invitation.Fields; the tables are i, c and p, who
// made it.
const invitationColumnsSQL = clubColumnsSQL + `, i.id, i.token, i.role, i.label, i.approval, coalesce(p.name, ''),
	i.uses, i.used,
	i.created_at, i.expires_at, i.revoked_at IS NOT NULL, coalesce(i.placeholder_id, 0),
	i.used >= i.uses OR i.expires_at <= now() OR i.revoked_at IS NOT NULL`

const invitationTablesSQL = `invitations i JOIN clubs c ON c.id = i.club_id JOIN players p ON p.id = i.created_by`

func (i *Invitation) Fields() []any {
	return append(i.Club.Fields(), &i.ID, (*string)(&i.Token), &i.Role, &i.Label, &i.Approval, &i.By, &i.Uses, &i.Used,
		&i.CreatedAt, &i.ExpiresAt, &i.Revoked, &i.Placeholder, &i.Gone)
}

// CreateInvitation makes a link. ErrForbidden unless by may invite, and for a
// role that is not below their own: no link makes an owner, and a host's link
// makes no host.
func (s *Clubs) CreateInvitation(ctx context.Context, club, by int64, n NewInvitation) (Invitation, error) {
	made, err := s.CreateInvitations(ctx, club, by, n, []string{n.Label})
	if err != nil {
		return Invitation{}, err
	}
	return made[0], nil
}

// CreateInvitations makes a link for each label, all or none, and for a form that
// comes twice only once; then it returns the first of them. *ErrQuota.
func (s *Clubs) CreateInvitations(ctx context.Context, club, by int64, n NewInvitation, labels []string) (
	made []Invitation, err error) {
	form := base.KeyOf("invitation", club, n.Idem)
	err = s.InTx(ctx, "create invitations", func(ctx context.Context, tx *pg.Tx) error {
		made = nil
		if err := base.MayAsAbove(ctx, tx, club, by, n.Role, role.Invite); err != nil {
			return err
		}
		before, err := base.MadeBefore(ctx, tx, by, form)
		if err != nil {
			return err
		}
		if before != 0 {
			made = []Invitation{{ID: before}}
			return nil
		}
		if n.Placeholder != 0 {
			var name string
			if err := tx.QueryRow(ctx, `SELECT p.name FROM players p WHERE p.id = $2 AND `+UnclaimedSQL, club,
				n.Placeholder).Scan(&name); err != nil {
				return err
			}
			labels, n.Addresses, n.Uses, n.Approval = []string{name}, nil, 1, false
		}
		if err := s.Quota(ctx, tx, "invitations", len(labels),
			`invitations WHERE club_id = $1 AND used < uses AND expires_at > now()
				AND revoked_at IS NULL`, club); err != nil {
			return err
		}
		if err := s.Quota(ctx, tx, "invitations_day", len(labels),
			`invitations WHERE created_by = $1 AND created_at > now() - interval '1 day'`, by); err != nil {
			return err
		}
		letters := len(slices.DeleteFunc(slices.Clone(n.Addresses), func(address string) bool { return address == "" }))
		if err := s.Quota(ctx, tx, "invitation_letters", letters,
			`invitations WHERE created_by = $1 AND address IS NOT NULL
				AND created_at > now() - interval '1 day'`, by); err != nil {
			return err
		}
		for at, label := range labels {
			i, err := s.insertInvitation(ctx, tx, club, by, n, label)
			if err != nil {
				return err
			}
			made = append(made, i)
			if len(n.Addresses) == 0 || n.Addresses[at] == "" {
				continue
			}
			tx.Do(ctx, `UPDATE invitations SET address = $2 WHERE id = $1`, i.ID, n.Addresses[at])
			if err := delivery.Queue(ctx, tx, delivery.SendInvitation{Invitation: i.ID}); err != nil {
				return err
			}
		}
		base.HasMade(ctx, tx, by, form, made[0].ID)
		return nil
	})
	return made, err
}

func (s *Clubs) insertInvitation(ctx context.Context, tx *pg.Tx, club, by int64, n NewInvitation, label string) (
	i Invitation, err error) {
	var token [16]byte
	if _, err := io.ReadFull(s.Random, token[:]); err != nil {
		return i, fmt.Errorf("draw token: %w", err)
	}
	err = tx.QueryRow(ctx, `
		WITH i AS (
			INSERT INTO invitations (club_id, token, role, created_by, uses, expires_at, label, approval,
				placeholder_id)
			VALUES ($1, $2, $3, $4, $5, now() + $6::interval, $7, $8, nullif($9, 0)) RETURNING *
		)
		SELECT `+invitationColumnsSQL+` FROM i JOIN clubs c ON c.id = i.club_id JOIN players p ON p.id = i.created_by`,
		club, base64.RawURLEncoding.EncodeToString(token[:]), n.Role, by, n.Uses, n.TTL, label, n.Approval,
		n.Placeholder).
		Scan(i.Fields()...)
	if err != nil {
		return i, err
	}
	return i, base.Note(ctx, tx, club, by, "invitation_created", base.Details{"invitation": i.ID, "role": n.Role,
		"uses": n.Uses})
}

// Invitations lists a club's invitations, newest first, to those who may
// invite; ErrForbidden for other members.
func (s *Clubs) Invitations(ctx context.Context, club, viewer int64) (list []Invitation, err error) {
	err = s.ReadAs(ctx, "invitations", club, viewer, role.Invite, func(ctx context.Context, conn *pgxpool.Conn) error {
		list, err = pg.Collect(ctx, conn, pg.Scanned[Invitation], `
			SELECT `+invitationColumnsSQL+` FROM `+invitationTablesSQL+`
			WHERE i.club_id = $1 ORDER BY i.id DESC LIMIT 100`, club)
		return err
	})
	return list, err
}

// StrangersSQL selects the players of the club $1 who have no account: of another house, and guests of its nights.
const StrangersSQL = `SELECT h.player_id FROM transfers t JOIN placeholders h ON h.transfer_id = t.id WHERE t.club_id = $1
	UNION SELECT r.player_id FROM nights n JOIN arrivals r ON r.night_id = n.id
	WHERE n.club_id = $1 AND r.name <> '' AND r.player_id IS NOT NULL`

// UnclaimedSQL is the condition that the player p is one of StrangersSQL, and nobody has said who it is.
const UnclaimedSQL = `p.placeholder AND p.claimed_by IS NULL AND p.deleted_at IS NULL AND p.id IN (` + StrangersSQL + `)`

// Placeholders are players of a club without an account whom nobody has claimed and for whom no link holds, to those
// who may invite.
func (s *Clubs) Placeholders(ctx context.Context, club, viewer int64) (list []base.Person, err error) {
	err = s.ReadAs(ctx, "placeholders", club, viewer, role.Invite, func(ctx context.Context, conn *pgxpool.Conn) error {
		list, err = pg.All[base.Person](ctx, conn, `SELECT p.id, p.name, p.face FROM players p
			WHERE `+UnclaimedSQL+` AND NOT EXISTS (SELECT FROM invitations WHERE placeholder_id = p.id AND used < uses
				AND expires_at > now() AND revoked_at IS NULL)`, club)
		base.InNameOrder(list, func(p base.Person) string { return p.Name })
		return err
	})
	return list, err
}

// Invitation returns the invitation of a link: ErrNotFound, or ErrGone or ErrArchived
// together with the invitation.
func (s *Clubs) Invitation(ctx context.Context, token string) (i Invitation, err error) {
	err = s.Read(ctx, "invitation", func(ctx context.Context, conn *pgxpool.Conn) error {
		i, err = selectInvitation(ctx, conn, token, "")
		return err
	})
	return i, err
}

func selectInvitation(ctx context.Context, q pg.Querier, token, lock string) (i Invitation, err error) {
	err = q.QueryRow(ctx, `
		SELECT `+invitationColumnsSQL+` FROM `+invitationTablesSQL+` WHERE i.token = $1 `+lock, token).
		Scan(i.Fields()...)
	switch {
	case err == nil && !i.Club.Archived.IsZero():
		err = base.ErrArchived
	case err == nil && i.Gone:
		err = base.ErrGone
	}
	return i, err
}

// RevokeInvitation ends an invitation; harmless when it is gone already.
func (s *Clubs) RevokeInvitation(ctx context.Context, club, by, id int64) error {
	return s.InTxAs(ctx, "revoke invitation", club, by, role.Invite, func(ctx context.Context, tx *pg.Tx) error {
		if err := tx.Change(ctx, base.ErrNotFound, `
			UPDATE invitations SET revoked_at = coalesce(revoked_at, now()) WHERE club_id = $1
				AND id = $2`, club, id); err != nil {
			return err
		}
		return base.Note(ctx, tx, club, by, "invitation_revoked", base.Details{"invitation": id})
	})
}

// EndInvitations revokes the invitations of a member who may not invite any more, but to some roles, because they could
// come in again by one, or let others in.
func EndInvitations(ctx context.Context, tx *pg.Tx, club, player int64, but ...role.Role) {
	tx.Do(ctx, `
		UPDATE invitations SET revoked_at = now()
		WHERE club_id = $1 AND created_by = $2 AND revoked_at IS NULL AND used < uses
			AND expires_at > now() AND NOT role = ANY (coalesce($3::text[], '{}'))`, club, player, but)
}

// AcceptInvitation makes an account for a new player, who becomes a member of the
// club or asks to be let in: ErrNotFound, ErrGone, ErrTaken, ErrEmailTaken.
func (s *Clubs) AcceptInvitation(ctx context.Context, token string, n accounts.NewPlayer) (
	club Club, player accounts.Player, err error) {
	err = s.InTx(ctx, "accept invitation", func(ctx context.Context, tx *pg.Tx) error {
		i, err := selectInvitation(ctx, tx, token, `FOR UPDATE OF i`)
		if err != nil {
			return err
		}
		club = i.Club
		if player, err = s.accounts.InsertPlayer(ctx, tx, n); err != nil {
			return err
		}
		base.NoteSignUp(ctx, tx, player.ID, n.Idem)
		return s.useInvitation(ctx, tx, i, player.ID)
	})
	return club, player, err
}

// JoinByInvitation makes a player a member, or asks for them to be let in. For a
// player who is a member or asks already nothing changes, and the invitation is
// not used, even if it is gone; but an invitation without approval lets in a
// player who asks. A suspended member gets ErrGone.
func (s *Clubs) JoinByInvitation(ctx context.Context, token string, player int64) (club Club, err error) {
	err = s.InTx(ctx, "join by invitation", func(ctx context.Context, tx *pg.Tx) error {
		i, err := selectInvitation(ctx, tx, token, `FOR UPDATE OF i`)
		if err != nil && !errors.Is(err, base.ErrGone) {
			return err
		}
		club = i.Club
		var known, suspended bool
		if err := tx.QueryRow(ctx, `
			SELECT EXISTS (SELECT FROM entrants WHERE club_id = $1 AND player_id = $2
						AND role NOT IN ('paused', 'guest')
					UNION ALL SELECT FROM join_requests WHERE club_id = $1 AND player_id = $2 AND $3),
				EXISTS (SELECT FROM entrants WHERE club_id = $1 AND player_id = $2 AND role = 'paused')`,
			i.Club.ID, player, i.Approval || i.Gone).Scan(&known, &suspended); err != nil {
			return err
		}
		if known && (i.Placeholder == 0 || i.Gone) {
			return nil
		}
		if suspended {
			return base.ErrGone
		}
		if err != nil {
			return err
		}
		return s.useInvitation(ctx, tx, i, player)
	})
	return club, err
}

// useInvitation counts the invitation, unless the player has come in by another
// at the same moment.
func (s *Clubs) useInvitation(ctx context.Context, tx *pg.Tx, i Invitation, player int64) error {
	var came bool
	if i.Approval {
		if err := base.LockAccount(ctx, tx, player); err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, `INSERT INTO join_requests (club_id, player_id, invitation_id) VALUES ($1, $2, $3)
			ON CONFLICT DO NOTHING`,
			i.Club.ID, player, i.ID)
		if err != nil {
			return err
		}
		if came = tag.RowsAffected() > 0; came {
			if err := tellOfRequest(ctx, tx, i.Club.ID, player, fmt.Sprint(i.ID, i.Used, player)); err != nil {
				return err
			}
		}
	} else {
		var err error
		if came, err = s.insertMember(ctx, tx, i.Club.ID, player, i.Role); err != nil {
			return err
		}
		tx.Do(ctx, `DELETE FROM join_requests WHERE club_id = $1 AND player_id = $2`, i.Club.ID, player)
	}
	if i.Placeholder != 0 {
		if err := s.Claim(ctx, tx, i.Club.ID, i.Placeholder, player); err != nil {
			return err
		}
		came = true
	}
	if !came {
		return nil
	}
	tx.Do(ctx, `UPDATE invitations SET used = used + 1 WHERE id = $1`, i.ID)
	return base.Note(ctx, tx, i.Club.ID, player, "invitation_used", base.Details{"invitation": i.ID})
}

// ToMail returns an invitation that is still to go by mail, and where: ErrNotFound when
// it has gone, ErrGone when it holds no more.
func (s *Clubs) ToMail(ctx context.Context, invitation int64) (i Invitation, address string, err error) {
	err = s.InTx(ctx, "to mail", func(ctx context.Context, tx *pg.Tx) error {
		err := tx.QueryRow(ctx, `SELECT `+invitationColumnsSQL+`, i.address FROM `+invitationTablesSQL+` WHERE i.id = $1
			AND i.address <> ''`, invitation).
			Scan(append(i.Fields(), &address)...)
		if err == nil && (i.Gone || !i.Club.Archived.IsZero()) {
			err = base.ErrGone
		}
		return err
	})
	return i, address, err
}
