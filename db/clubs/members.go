package clubs

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine/role"
)

// A MemberLine is a member in the list of a club's members.
type MemberLine struct {
	Member
	Suspended bool      // no member for anything else
	Until     time.Time // when that ends; zero where it does not by itself
	Matches   int       // that count, played to the end in this club
	Wins      int       // of these
}

// The list of members can be narrowed to a part of them.
const (
	OnlyHosts  = "hosts" // and owners
	OnlyAway   = "away"  // not seen for sixty days
	OnlyPaused = "paused"
)

// A MemberFilter narrows the list of members. A zero field narrows nothing.
type MemberFilter struct {
	Search string // part of a name, whatever its case and accents
	Only   string // one of the above
}

// A MemberPage is one page of a club's members.
type MemberPage struct {
	Lines []MemberLine
	Page  int            // of them, from 1: the last, if there are not as many as asked for
	Found int            // on all pages
	Count map[string]int // of the club's members, by Only; "" for all who are not suspended
}

// MembersPerPage is the length of a full page of members.
const MembersPerPage = 25

// MemberList lists a club's members by name to a member, a page of them. A viewer who
// may suspend sees suspended members, too. Of those on other pages only the names are
// read.
func (s *Clubs) MemberList(ctx context.Context, club, viewer int64, f MemberFilter, page int) (
	p MemberPage, err error) {
	err = s.Read(ctx, "member list", func(ctx context.Context, conn *pgxpool.Conn) error {
		own, err := base.RoleOf(ctx, conn, club, viewer)
		if err != nil {
			return err
		}
		type entry struct {
			Player int64
			Name   string
			Role   role.Role
			Away   bool
		}
		roll, err := pg.All[entry](ctx, conn, `
			SELECT m.player_id AS player, p.name, e.role,
				coalesce(p.seen_at, m.joined_at) < now() - interval '60 days' AS away
			FROM memberships m
			JOIN entrants e ON e.club_id = m.club_id AND e.player_id = m.player_id
			JOIN players p ON p.id = m.player_id
			WHERE m.club_id = $1 AND ($2 OR e.role <> 'paused')
			ORDER BY m.player_id`, club, own.May(role.Suspend))
		if err != nil {
			return err
		}
		p = MemberPage{Count: map[string]int{}}
		var found []entry
		for _, m := range roll {
			is := map[string]bool{"": m.Role != role.Paused, OnlyPaused: m.Role == role.Paused,
				OnlyHosts: m.Role.May(role.Suspend), OnlyAway: m.Away && m.Role != role.Paused}
			for only, it := range is {
				if it {
					p.Count[only]++
				}
			}
			if (f.Only == "" || is[f.Only]) && base.NameHas(m.Name, f.Search) {
				found = append(found, m)
			}
		}
		base.InNameOrder(found, func(m entry) string { return m.Name })
		p.Found = len(found)
		p.Page = max(1, min(page, (p.Found+MembersPerPage-1)/MembersPerPage))
		var ids []int64
		for _, m := range found[(p.Page-1)*MembersPerPage : min(p.Page*MembersPerPage, p.Found)] {
			ids = append(ids, m.Player)
		}
		p.Lines, err = pg.All[MemberLine](ctx, conn, MemberLinesSQL+` WHERE m.club_id = $1 AND m.player_id = ANY ($2)
			ORDER BY m.player_id`, club, ids)
		base.InNameOrder(p.Lines, func(m MemberLine) string { return m.Name })
		return err
	})
	return p, err
}

// MemberOf returns one member to another; ErrNotFound also for one who is
// suspended, unless the viewer may suspend.
func (s *Clubs) MemberOf(ctx context.Context, club, viewer, player int64) (line MemberLine, err error) {
	err = s.Read(ctx, "member", func(ctx context.Context, conn *pgxpool.Conn) error {
		own, err := base.RoleOf(ctx, conn, club, viewer)
		if err != nil {
			return err
		}
		rows, err := conn.Query(ctx, MemberLinesSQL+`
			WHERE m.club_id = $1 AND ($2 OR e.role <> 'paused') AND m.player_id = $3`, club, own.May(role.Suspend),
			player)
		if err != nil {
			return err
		}
		line, err = pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[MemberLine])
		return err
	})
	return line, err
}

// OnlineSQL says of a player p whether it was seen in the last five minutes.
const OnlineSQL = `coalesce(p.seen_at > now() - interval '5 minutes', false)`

// MemberLinesSQL is MemberLine of the club $1.
const MemberLinesSQL = `
	SELECT m.player_id AS player, p.name, p.face, m.role, m.joined_at,
		coalesce(p.seen_at, '0001-01-01') AS seen_at,
		` + OnlineSQL + ` AS online,
		e.role = 'paused' AS suspended, coalesce(m.suspended_until, '0001-01-01') AS until,
		played.matches, played.wins
	FROM memberships m
	JOIN entrants e ON e.club_id = m.club_id AND e.player_id = m.player_id
	JOIN players p ON p.id = m.player_id
	CROSS JOIN LATERAL (SELECT coalesce(sum(matches), 0) AS matches, coalesce(sum(wins), 0) AS wins
		FROM tallies WHERE club_id = m.club_id AND player_id = m.player_id) played
	`

// Touch locks a member, runs a change and notes it as action in the audit log. The actor
// must have the right, and a higher role than the member.
func (s *Clubs) Touch(ctx context.Context, club, by, player int64, action string, about base.Details,
	do func(context.Context, *pg.Tx) error) error {
	return s.InTx(ctx, action, func(ctx context.Context, tx *pg.Tx) error {
		theirs, err := LockMember(ctx, tx, club, player)
		if err != nil {
			return err
		}
		if err := base.MayAsAbove(ctx, tx, club, by, theirs, role.Suspend); err != nil {
			return err
		}
		if err := do(ctx, tx); err != nil {
			return err
		}
		return base.NoteAbout(ctx, tx, club, by, player, action, about)
	})
}

// LockMember locks the club and one membership, and returns the member's role, also a suspended one's.
// Changes to a club's members wait for each other; rows that only name the club, like those of the audit log,
// do not. A request of that member at a table either comes before, and is seen here, or waits and is then
// refused.
func LockMember(ctx context.Context, tx *pg.Tx, club, player int64) (r role.Role, err error) {
	tx.Do(ctx, `SELECT FROM clubs WHERE id = $1 FOR NO KEY UPDATE`, club)
	tx.Do(ctx, `UPDATE memberships SET `+NotSuspendedSQL+` WHERE club_id = $1 AND player_id = $2
		AND suspended_until <= now()`, club, player)
	err = tx.QueryRow(ctx, `SELECT role FROM memberships WHERE club_id = $1
		AND player_id = $2 FOR UPDATE`, club, player).Scan(&r)
	return r, err
}

// A Member of a club.
type Member struct {
	Player   int64
	Name     string
	Face     string // as part.Face writes it
	Role     role.Role
	JoinedAt time.Time
	SeenAt   time.Time // last seen, to the minute; zero where never
	Online   bool      // as online says
}

// insertMember makes a player a member. If they became one by another way at the
// same moment, nothing changes and made is false.
func (s *Clubs) insertMember(ctx context.Context, tx *pg.Tx, club, player int64, r role.Role) (made bool, err error) {
	if err := base.LockAccount(ctx, tx, player); err != nil {
		return false, err
	}
	tag, err := tx.Exec(ctx, `INSERT INTO memberships (club_id, player_id, role) VALUES ($1, $2, $3)
		ON CONFLICT DO NOTHING`, club, player, r)
	if made = tag.RowsAffected() > 0; err == nil && made {
		err = s.greetMember(ctx, tx, club, player)
	}
	return made, err
}

// greetMember notes that somebody who was a guest of the club's nights is a member now, to whom their sheets of paper
// belong, too.
func (s *Clubs) greetMember(ctx context.Context, tx *pg.Tx, club, player int64) error {
	written, err := tx.Exec(ctx, `
		WITH known AS (
			UPDATE arrivals r SET name = '', claimant_id = NULL, link = NULL FROM nights n
			WHERE n.id = r.night_id AND n.club_id = $1 AND r.player_id = $2 AND r.name <> ''
				AND EXISTS (SELECT FROM memberships WHERE club_id = $1 AND player_id = $2) RETURNING r.id
		)
		UPDATE recorded_seats p SET player_id = $2, name = '' FROM known WHERE p.arrival_id = known.id
			AND p.player_id IS NULL
			AND NOT EXISTS (SELECT FROM recorded_seats WHERE match_id = p.match_id AND player_id = $2)`, club, player)
	if err != nil || written.RowsAffected() == 0 {
		return err
	}
	return s.Recount(ctx, tx, club)
}

// Alone reports that a club has no other member than the one whom m proves.
func (s *Clubs) Alone(ctx context.Context, m Membership) (alone bool, err error) {
	err = s.Read(ctx, "alone", func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `SELECT NOT EXISTS (SELECT FROM memberships WHERE club_id = $1 AND player_id <> $2)`,
			m.ID, m.player).Scan(&alone)
	})
	return alone, err
}

// Members lists a club's members by name, to a member; ErrNotFound for anybody
// else.
func (s *Clubs) Members(ctx context.Context, club, viewer int64) (members []Member, err error) {
	err = s.ReadAs(ctx, "members", club, viewer, role.Play, func(ctx context.Context, conn *pgxpool.Conn) error {
		members, err = pg.All[Member](ctx, conn, `
			SELECT m.player_id AS player, p.name, p.face, m.role, m.joined_at,
				coalesce(p.seen_at, '0001-01-01') AS seen_at,
				`+OnlineSQL+` AS online
			FROM members m JOIN players p ON p.id = m.player_id
			WHERE m.club_id = $1 AND m.role IN (`+base.RolesSQL(role.Play)+`) ORDER BY m.player_id`, club)
		base.InNameOrder(members, func(m Member) string { return m.Name })
		return err
	})
	return members, err
}

// NotSuspendedSQL is what UPDATE sets in memberships to end a suspension.
const NotSuspendedSQL = `suspended_at = NULL, suspended_until = NULL, suspended_by = NULL, suspended_reason = NULL,
	suspended_after = false`
