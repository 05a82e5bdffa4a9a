package db

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/engine/role"
)

// A Site is the program as a whole, as a player sees it.
type Site struct {
	Owner       bool // the player owns the site
	ClubsForAll bool // every player may open a club, not the site's owner alone
}

// MayFound reports that the player may open a club.
func (s Site) MayFound() bool { return s.Owner || s.ClubsForAll }

// SiteFor returns the site as a player sees it.
func (s *Store) SiteFor(ctx context.Context, player int64) (site Site, err error) {
	err = s.read(ctx, "site", func(ctx context.Context, conn *pgxpool.Conn) error {
		site, err = selectSite(ctx, conn, player)
		return err
	})
	return site, err
}

func selectSite(ctx context.Context, q querier, player int64) (site Site, err error) {
	err = q.QueryRow(ctx, `SELECT p.site_owner, s.clubs_for_all FROM players p CROSS JOIN site s WHERE p.id = $1`, player).
		Scan(&site.Owner, &site.ClubsForAll)
	return site, err
}

// SetClubsForAll is the site owner's switch: ErrForbidden for others.
func (s *Store) SetClubsForAll(ctx context.Context, by int64, on bool) error {
	return s.inTx(ctx, "set clubs for all", func(ctx context.Context, tx *txn) error {
		site, err := selectSite(ctx, tx, by)
		if err != nil {
			return err
		}
		if !site.Owner {
			return ErrForbidden
		}
		if _, err := tx.Exec(ctx, `UPDATE site SET clubs_for_all = $1`, on); err != nil {
			return err
		}
		return note(ctx, tx, 0, by, "site_changed", details{"clubs_for_all": on})
	})
}

// FoundClub opens a further club, whose owner is the player: ErrForbidden for who
// may not.
func (s *Store) FoundClub(ctx context.Context, by int64, n NewClub) (club Club, err error) {
	err = s.inTx(ctx, "found club", func(ctx context.Context, tx *txn) error {
		site, err := selectSite(ctx, tx, by)
		if err != nil {
			return err
		}
		if !site.MayFound() {
			return ErrForbidden
		}
		if club, err = insertClub(ctx, tx, n); err != nil {
			return err
		}
		if _, err := insertMember(ctx, tx, club.ID, by, role.Owner); err != nil {
			return err
		}
		return note(ctx, tx, club.ID, by, "club_founded", nil)
	})
	return club, err
}

// insertClub gives a club the first address that is free: quinta, quinta-2 …
func insertClub(ctx context.Context, tx *txn, n NewClub) (club Club, err error) {
	// Two that open at once: the second waits here and then sees the first.
	if _, err := tx.Exec(ctx, `LOCK TABLE clubs IN SHARE ROW EXCLUSIVE MODE`); err != nil {
		return club, err
	}
	wanted := slug(n.Name)
	rows, err := tx.Query(ctx, `SELECT slug FROM clubs WHERE slug = $1 OR slug LIKE $1 || '-%'`, wanted)
	if err != nil {
		return club, err
	}
	taken, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return club, err
	}
	address := wanted
	for i := 2; slices.Contains(taken, address); i++ {
		address = fmt.Sprintf("%s-%d", wanted, i)
	}
	err = tx.QueryRow(ctx, `
		INSERT INTO clubs AS c (slug, name, lang, time_zone) VALUES ($1, $2, $3, $4)
		RETURNING `+clubColumns, address, n.Name, n.Lang, n.TimeZone).Scan(club.fields()...)
	return club, err
}

// ChangeClub changes a club's name, language and time zone; its address stays:
// ErrForbidden.
func (s *Store) ChangeClub(ctx context.Context, club, by int64, n NewClub) error {
	return s.inTx(ctx, "change club", func(ctx context.Context, tx *txn) error {
		if err := may(ctx, tx, club, by, role.Settle); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE clubs SET name = $2, lang = $3, time_zone = $4 WHERE id = $1`, club, n.Name, n.Lang, n.TimeZone); err != nil {
			return err
		}
		return note(ctx, tx, club, by, "club_changed", details{"name": n.Name})
	})
}
