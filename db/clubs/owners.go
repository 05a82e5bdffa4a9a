package clubs

import (
	"context"

	"carteado/db/base"
	"carteado/db/pg"
)

// GiveHouse makes a player an owner of the house, too: ErrNotFound for a name that nobody has, and when the one who
// asks owns no house. Nobody, 0, is the command line.
func (s *Clubs) GiveHouse(ctx context.Context, by int64, name string) error {
	return s.changeOwners(ctx, by, func(ctx context.Context, tx *pg.Tx) error {
		var player int64
		var owner bool
		if err := tx.QueryRow(ctx, `SELECT id, site_owner FROM players WHERE NOT placeholder
			AND (lower(name) = lower($1) OR lower(email) = lower($1))`, name).
			Scan(&player, &owner); err != nil || owner {
			return err
		}
		tx.Do(ctx, `UPDATE players SET site_owner = true WHERE id = $1`, player)
		return base.NoteAbout(ctx, tx, 0, by, player, "house_given", nil)
	})
}

// TakeHouse lets a player own the house no longer, who may be the one who does it: ErrLastOfHouse, and ErrNotFound as
// GiveHouse has it.
func (s *Clubs) TakeHouse(ctx context.Context, by, player int64) error {
	return s.changeOwners(ctx, by, func(ctx context.Context, tx *pg.Tx) error {
		owner, err := KeepHouse(ctx, tx, player)
		if err != nil || !owner {
			return err
		}
		tx.Do(ctx, `UPDATE players SET site_owner = false WHERE id = $1`, player)
		return base.NoteAbout(ctx, tx, 0, by, player, "house_taken", nil)
	})
}

// KeepHouse reports whether a player owns the house: base.ErrLastOfHouse where nobody else does. Of owners who leave at
// once one waits for the other.
func KeepHouse(ctx context.Context, tx *pg.Tx, player int64) (owner bool, err error) {
	var last bool
	tx.Do(ctx, `SELECT FROM site WHERE EXISTS (SELECT FROM players WHERE id = $1 AND site_owner) FOR UPDATE`, player)
	err = tx.QueryRow(ctx, `SELECT site_owner, site_owner AND NOT EXISTS (SELECT FROM players WHERE site_owner
		AND id <> p.id) FROM players p WHERE id = $1`, player).Scan(&owner, &last)
	if err == nil && last {
		err = base.ErrLastOfHouse
	}
	return owner, err
}

// changeOwners is for one at a time, so that two owners do not take the house from each other.
func (s *Clubs) changeOwners(ctx context.Context, by int64, do func(context.Context, *pg.Tx) error) error {
	return s.InTx(ctx, "change owners of the house", func(ctx context.Context, tx *pg.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT FROM site FOR UPDATE`); err != nil {
			return err
		}
		if by != 0 {
			site, err := selectSite(ctx, tx, by)
			if err == nil && !site.Owner {
				err = base.ErrNotFound
			}
			if err != nil {
				return err
			}
		}
		return do(ctx, tx)
	})
}
