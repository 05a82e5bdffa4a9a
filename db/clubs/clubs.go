package clubs

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/text/unicode/norm"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine/role"
)

// A Club is a circle of players. Tables, matches and seasons belong to one.
type Club struct {
	ID       int64
	Slug     string // its part of a URL
	Name     string
	Lang     string   // pt-BR or en, for those without an account
	TimeZone string   // IANA name
	Pace     string   // that a new table begins with, as clock.Pace writes it
	Crest    string   // as part.Crest writes it; empty: nobody has chosen
	Phrases  bool     // players may say phrases at its tables
	Messages bool     // and words of their own
	Absence  int      // days for which a match waits for players who are gone
	Missed   bool     // those who may sit down are told how often the others miss turns
	Daily    []string // games with a deal of the day; nil for all
	Ratings  bool     // it measures how well members play

	HostPasskeys bool      // it wants hosts whose accounts only passkeys open
	Archived     time.Time // since when it can only be read; zero: it is open
	Deletion     time.Time // when it is deleted; zero: it is to stay
}

// A NewClub is founded at setup.
type NewClub struct {
	Name     string
	Lang     string
	TimeZone string
	Idem     string // of the form, see MadeBefore
}

// A Membership is a club as one of its members sees it. Only the store makes one,
// so it proves that its player was a member.
type Membership struct {
	Club
	Role   role.Role // in which the member acts
	Holds  role.Role // another one for a host without the passkeys that the club asks hosts for
	player int64
}

// Player is the member.
func (m Membership) Player() int64 { return m.player }

func (m *Membership) Fields() []any { return append(m.Club.Fields(), &m.Role, &m.Holds, &m.player) }

// membershipsSQL are memberships, with Membership.Fields.
const membershipsSQL = `SELECT ` + clubColumnsSQL + `, ` + base.ActsAsSQL + `, m.role, m.player_id
	FROM clubs c JOIN entrants m ON m.club_id = c.id JOIN players p ON p.id = m.player_id `

// clubColumnsSQL go with Club.Fields; the table is called c.
const clubColumnsSQL = `c.id, c.slug, c.name, c.lang, c.time_zone, c.pace, c.crest, c.phrases, c.messages,
	c.absence_days, c.missed_told, c.daily, c.ratings_since IS NOT NULL, c.host_passkeys,
	coalesce(c.archived_at, '0001-01-01'), coalesce(c.delete_at, '0001-01-01')`

// HasDaily reports that the club has a deal of the day for any game.
func (c Club) HasDaily() bool { return c.Daily == nil || len(c.Daily) > 0 }

func (c *Club) Fields() []any {
	return []any{&c.ID, &c.Slug, &c.Name, &c.Lang, &c.TimeZone, &c.Pace, &c.Crest, &c.Phrases, &c.Messages, &c.Absence,
		&c.Missed, &c.Daily, &c.Ratings, &c.HostPasskeys, &c.Archived, &c.Deletion}
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

// ClubFor returns a club as its member sees it, with role.Paused for a suspended member;
// ErrNotFound for anybody else.
func (s *Clubs) ClubFor(ctx context.Context, slug string, player int64) (m Membership, err error) {
	err = s.Read(ctx, "club", func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, membershipsSQL+`WHERE c.slug = $1 AND m.player_id = $2`, slug, player).
			Scan(m.Fields()...)
	})
	return m, err
}

// ClubsOf lists a player's clubs by name.
func (s *Clubs) ClubsOf(ctx context.Context, player int64) (clubs []Membership, err error) {
	err = s.Read(ctx, "clubs", func(ctx context.Context, conn *pgxpool.Conn) error {
		clubs, err = pg.Collect(ctx, conn, pg.Scanned[Membership], membershipsSQL+`WHERE m.player_id = $1
			ORDER BY c.id`, player)
		base.InNameOrder(clubs, func(m Membership) string { return m.Name })
		return err
	})
	return clubs, err
}

// FoundClub opens a further club, whose owner is the player: ErrForbidden for a
// player who may not, *ErrQuota.
func (s *Clubs) FoundClub(ctx context.Context, by int64, n NewClub) (club Club, err error) {
	form := base.KeyOf("club", 0, n.Idem)
	err = s.InTx(ctx, "found club", func(ctx context.Context, tx *pg.Tx) error {
		site, err := selectSite(ctx, tx, by)
		if err != nil {
			return err
		}
		if !site.MayFound() {
			return base.ErrForbidden
		}
		before, err := base.MadeBefore(ctx, tx, by, form)
		if err != nil {
			return err
		}
		if before != 0 {
			return tx.QueryRow(ctx, `SELECT `+clubColumnsSQL+` FROM clubs c WHERE id = $1`, before).
				Scan(club.Fields()...)
		}
		if err := s.Quota(ctx, tx, "clubs", 1,
			`audit WHERE player_id = $1 AND action = 'club_founded'
				AND at > now() - interval '1 day'`, by); err != nil {
			return err
		}
		if club, err = insertClub(ctx, tx, n); err != nil {
			return err
		}
		base.HasMade(ctx, tx, by, form, club.ID)
		if _, err := s.insertMember(ctx, tx, club.ID, by, role.Owner); err != nil {
			return err
		}
		return base.Note(ctx, tx, club.ID, by, "club_founded", nil)
	})
	return club, err
}

// insertClub gives a club the first address that is free: quinta, quinta-2 …
func insertClub(ctx context.Context, tx *pg.Tx, n NewClub) (club Club, err error) {
	// Of two that open at once, the second waits here and then sees the first.
	tx.Do(ctx, `LOCK TABLE clubs IN SHARE ROW EXCLUSIVE MODE`)
	wanted := slug(n.Name)
	taken, err := pg.Collect(ctx, tx, pgx.RowTo[string], `SELECT slug FROM clubs WHERE slug = $1
		OR slug LIKE $1 || '-%'`, wanted)
	if err != nil {
		return club, err
	}
	address := wanted
	for i := 2; slices.Contains(taken, address); i++ {
		address = fmt.Sprintf("%s-%d", wanted, i)
	}
	err = tx.QueryRow(ctx, `
		INSERT INTO clubs AS c (slug, name, lang, time_zone) VALUES ($1, $2, $3, $4)
		RETURNING `+clubColumnsSQL, address, n.Name, n.Lang, n.TimeZone).Scan(club.Fields()...)
	return club, err
}

// ChangeClub changes what the function changes of a club; its address stays, and so does what somebody else changes
// meanwhile: ErrForbidden.
func (s *Clubs) ChangeClub(ctx context.Context, club, by int64, change func(*Club)) error {
	return s.InTxAs(ctx, "change club", club, by, role.Settle, func(ctx context.Context, tx *pg.Tx) error {
		var c Club
		if err := tx.QueryRow(ctx, `SELECT `+clubColumnsSQL+` FROM clubs c WHERE id = $1 FOR NO KEY UPDATE`, club).
			Scan(c.Fields()...); err != nil {
			return err
		}
		change(&c)
		tx.Do(ctx, `UPDATE clubs SET name = $2, lang = $3, time_zone = $4, pace = $5, crest = $6, phrases = $7,
			messages = $8, absence_days = $9, missed_told = $10, daily = $11, host_passkeys = $12 WHERE id = $1`,
			club, c.Name, c.Lang, c.TimeZone, c.Pace, c.Crest, c.Phrases, c.Messages, c.Absence, c.Missed, c.Daily,
			c.HostPasskeys)
		return base.Note(ctx, tx, club, by, "club_changed", base.Details{"name": c.Name})
	})
}

// A Site says what a player may do with the program as a whole.
type Site struct {
	Owner       bool // the player owns the site
	ClubsForAll bool // every player may open a club, not the site's owner alone
}

// MayFound reports that the player may open a club.
func (s Site) MayFound() bool { return s.Owner || s.ClubsForAll }

// SiteFor returns the site as a player sees it.
func (s *Clubs) SiteFor(ctx context.Context, player int64) (site Site, err error) {
	err = s.Read(ctx, "site", func(ctx context.Context, conn *pgxpool.Conn) error {
		site, err = selectSite(ctx, conn, player)
		return err
	})
	return site, err
}

func selectSite(ctx context.Context, q pg.Querier, player int64) (site Site, err error) {
	err = q.QueryRow(ctx, `SELECT p.site_owner, s.clubs_for_all FROM players p CROSS JOIN site s
		WHERE p.id = $1`, player).
		Scan(&site.Owner, &site.ClubsForAll)
	return site, err
}

// SetClubsForAll is the site owner's switch: ErrForbidden for others.
func (s *Clubs) SetClubsForAll(ctx context.Context, by int64, on bool) error {
	return s.InTx(ctx, "set clubs for all", func(ctx context.Context, tx *pg.Tx) error {
		site, err := selectSite(ctx, tx, by)
		if err != nil {
			return err
		}
		if !site.Owner {
			return base.ErrForbidden
		}
		tx.Do(ctx, `UPDATE site SET clubs_for_all = $1`, on)
		return base.Note(ctx, tx, 0, by, "site_changed", base.Details{"clubs_for_all": on})
	})
}
