package db

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/text/unicode/norm"

	"carteado/engine/role"
)

// A Club is who plays together. Everything else belongs to one.
type Club struct {
	ID       int64
	Slug     string // its part of a URL
	Name     string
	Lang     string // pt-BR or en, for those without an account
	TimeZone string // IANA name
}

// A NewClub is founded at setup.
type NewClub struct {
	Name     string
	Lang     string
	TimeZone string
}

// A Membership is a club as one of its members sees it.
type Membership struct {
	Club
	Role role.Role
}

// A Member of a club.
type Member struct {
	Player   int64
	Name     string
	Role     role.Role
	JoinedAt time.Time
	SeenAt   time.Time // last seen, to the minute; zero where never
	Online   bool      // seen in the last five minutes
}

// clubColumns go with Club.fields; the table is called c.
const clubColumns = `c.id, c.slug, c.name, c.lang, c.time_zone`

func (c *Club) fields() []any { return []any{&c.ID, &c.Slug, &c.Name, &c.Lang, &c.TimeZone} }

// SetupDone reports whether the program has an owner.
func (s *Store) SetupDone(ctx context.Context) (done bool, err error) {
	err = s.read(ctx, "setup done", func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM members WHERE role = 'owner')`).Scan(&done)
	})
	return done, err
}

// Setup founds the club with its owner, once: ErrSetupDone ever after.
func (s *Store) Setup(ctx context.Context, n NewClub, owner NewPlayer) (club Club, player Player, err error) {
	err = s.inTx(ctx, "setup", func(ctx context.Context, tx *txn) error {
		// Two that set up at once: the second waits here and then finds the first.
		if _, err := tx.Exec(ctx, `LOCK TABLE clubs IN SHARE ROW EXCLUSIVE MODE`); err != nil {
			return err
		}
		var done bool
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM clubs)`).Scan(&done); err != nil {
			return err
		}
		if done {
			return ErrSetupDone
		}
		var err error
		if club, err = insertClub(ctx, tx, n); err != nil {
			return err
		}
		if player, err = insertPlayer(ctx, tx, owner); err != nil {
			return err
		}
		if _, err := insertMember(ctx, tx, club.ID, player.ID, role.Owner); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE players SET site_owner = true WHERE id = $1`, player.ID); err != nil {
			return err
		}
		return note(ctx, tx, club.ID, player.ID, "club_founded", nil)
	})
	return club, player, err
}

// slug spells a club's name for a URL: plain letters and digits, or club where
// the name has none.
func slug(name string) string {
	words := strings.FieldsFunc(norm.NFKD.String(strings.ToLower(name)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r)
	})
	var parts []string
	for _, word := range words {
		plain := strings.Map(func(r rune) rune {
			if r > unicode.MaxASCII {
				return -1
			}
			return r
		}, word)
		if plain != "" {
			parts = append(parts, plain)
		}
	}
	if len(parts) == 0 {
		return "club"
	}
	return strings.Join(parts, "-")
}

// insertMember makes a player a member. Who has become one by another way at the
// same moment stays as they are, and made is false.
func insertMember(ctx context.Context, tx *txn, club, player int64, r role.Role) (made bool, err error) {
	if err := lockAccount(ctx, tx, player); err != nil {
		return false, err
	}
	tag, err := tx.Exec(ctx, `INSERT INTO memberships (club_id, player_id, role) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, club, player, r)
	return tag.RowsAffected() > 0, err
}

// ClubFor returns a club as its member sees it; ErrNotFound for anybody else.
func (s *Store) ClubFor(ctx context.Context, slug string, player int64) (m Membership, err error) {
	err = s.read(ctx, "club", func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `
			SELECT `+clubColumns+`, m.role FROM clubs c JOIN members m ON m.club_id = c.id
			WHERE c.slug = $1 AND m.player_id = $2`, slug, player).Scan(append(m.fields(), &m.Role)...)
	})
	return m, err
}

// ClubsOf lists a player's clubs by name.
func (s *Store) ClubsOf(ctx context.Context, player int64) (clubs []Membership, err error) {
	err = s.read(ctx, "clubs", func(ctx context.Context, conn *pgxpool.Conn) error {
		rows, err := conn.Query(ctx, `
			SELECT `+clubColumns+`, m.role FROM clubs c JOIN members m ON m.club_id = c.id
			WHERE m.player_id = $1 ORDER BY c.id`, player)
		if err != nil {
			return err
		}
		clubs, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (m Membership, err error) {
			return m, row.Scan(append(m.fields(), &m.Role)...)
		})
		inNameOrder(clubs, func(m Membership) string { return m.Name })
		return err
	})
	return clubs, err
}

// Members lists a club's members by name, to a member; ErrNotFound for anybody
// else.
func (s *Store) Members(ctx context.Context, club, viewer int64) (members []Member, err error) {
	err = s.read(ctx, "members", func(ctx context.Context, conn *pgxpool.Conn) error {
		members, err = selectMembers(ctx, conn, club, viewer)
		if err == nil && len(members) == 0 {
			err = fmt.Errorf("viewer %d of club %d: %w", viewer, club, ErrNotFound)
		}
		return err
	})
	return members, err
}

func selectMembers(ctx context.Context, q querier, club, viewer int64) ([]Member, error) {
	list, err := all[Member](ctx, q, `
		SELECT m.player_id AS player, p.name, m.role, m.joined_at,
			coalesce(p.seen_at, '0001-01-01') AS seen_at,
			coalesce(p.seen_at > now() - interval '5 minutes', false) AS online
		FROM members m JOIN players p ON p.id = m.player_id
		WHERE m.club_id = $1 AND EXISTS (SELECT FROM members v WHERE v.club_id = $1 AND v.player_id = $2)
		ORDER BY m.player_id`, club, viewer)
	inNameOrder(list, func(m Member) string { return m.Name })
	return list, err
}

// may is nil for a member whose role has a right, ErrForbidden for other members
// and ErrNotFound for anybody else.
func may(ctx context.Context, q querier, club, player int64, right role.Right) error {
	own, err := roleOf(ctx, q, club, player)
	if err == nil && !own.May(right) {
		err = ErrForbidden
	}
	return err
}

// roleOf is a member's role; pgx.ErrNoRows for anybody else.
func roleOf(ctx context.Context, q querier, club, player int64) (r role.Role, err error) {
	err = q.QueryRow(ctx, `SELECT role FROM members WHERE club_id = $1 AND player_id = $2`, club, player).Scan(&r)
	return r, err
}

// again finds what a member did just before by the same form: the id that a query
// has, or 0. What one member does waits there for each other.
func again(ctx context.Context, tx *txn, club, player int64, query string, args ...any) (id int64, err error) {
	if _, err := tx.Exec(ctx, `SELECT FROM memberships WHERE club_id = $1 AND player_id = $2 FOR UPDATE`, club, player); err != nil {
		return 0, err
	}
	err = tx.QueryRow(ctx, `SELECT coalesce((`+query+` ORDER BY id DESC LIMIT 1), 0)`, args...).Scan(&id)
	return id, err
}
