package db

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/live"
	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/role"
)

// A Preset is house rules that a club keeps under a name.
type Preset struct {
	ID      int64
	Name    string
	Game    string
	Seats   int
	Options engine.Options // resolved when it was kept
}

// SavePreset keeps the house rules of a table for the club: ErrForbidden,
// ErrTaken when another preset has the name. The same preset of the same host is a
// button pressed twice.
func (s *Store) SavePreset(ctx context.Context, club, by int64, table int, name string) (p Preset, err error) {
	err = s.InTxAs(ctx, "save preset", club, by, role.Preset, func(ctx context.Context, tx *pg.Tx) error {
		t, err := live.LockTable(ctx, tx, club, table, by)
		if err != nil {
			return err
		}
		p = Preset{Name: name, Game: t.Game, Seats: len(t.Seats), Options: t.Options}
		p.ID, err = base.Again(ctx, tx, club, by, `
			SELECT id FROM table_presets WHERE club_id = $1 AND name = $2 AND game = $3 AND seats = $4 AND options = $5
				AND created_by = $6`,
			club, p.Name, p.Game, p.Seats, p.Options, by)
		if err != nil || p.ID != 0 {
			return err
		}
		err = tx.QueryRow(ctx, `
			INSERT INTO table_presets (club_id, name, game, seats, options, created_by) VALUES ($1, $2, $3, $4, $5, $6)
				RETURNING id`,
			club, p.Name, p.Game, p.Seats, p.Options, by).Scan(&p.ID)
		if err != nil {
			return err
		}
		return base.Note(ctx, tx, club, by, "preset_saved", base.Details{"preset": p.ID, "name": name})
	})
	return p, err
}

// RemovePreset lets a club's preset go; tables opened with it stay as they are.
func (s *Store) RemovePreset(ctx context.Context, club, by, id int64) error {
	return s.InTxAs(ctx, "remove preset", club, by, role.Preset, func(ctx context.Context, tx *pg.Tx) error {
		var name string
		if err := tx.QueryRow(ctx, `DELETE FROM table_presets WHERE club_id = $1 AND id = $2 RETURNING name`, club, id).
			Scan(&name); err != nil {
			return err
		}
		return base.Note(ctx, tx, club, by, "preset_removed", base.Details{"preset": id, "name": name})
	})
}

// Presets lists a club's house rules by name, to a member.
func (s *Store) Presets(ctx context.Context, club, viewer int64) (list []Preset, err error) {
	err = s.ReadAs(ctx, "presets", club, viewer, role.Play, func(ctx context.Context, conn *pgxpool.Conn) error {
		list, err = pg.All[Preset](ctx, conn, `SELECT id, name, game, seats, options FROM table_presets
			WHERE club_id = $1 ORDER BY id`, club)
		base.InNameOrder(list, func(p Preset) string { return p.Name })
		return err
	})
	return list, err
}
