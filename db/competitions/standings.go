package competitions

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine/competition"
)

// compute writes what a locked competition has come to, and when it was over.
func compute(ctx context.Context, tx *pg.Tx, club, id int64) error {
	c, err := selectCompetition(ctx, tx, club, id)
	if err != nil {
		return err
	}
	entrants, rounds := c.Pure()
	tx.Do(ctx, `UPDATE competitions SET list = coalesce($2, '[]'::jsonb),
		over_at = CASE WHEN $3 THEN coalesce(over_at, now()) END WHERE id = $1`, id,
		competition.Standings(c.Charter, entrants, rounds), competition.Over(c.Charter, entrants, rounds))
	return tx.Err()
}

// ComputeCompetitions counts anew the competition that a match is of, if it is of one, or, without a match, all of a
// club.
func (s *Competitions) ComputeCompetitions(ctx context.Context, club, match int64) error {
	return s.InTx(ctx, "compute competitions", func(ctx context.Context, tx *pg.Tx) error {
		list, err := pg.Collect(ctx, tx, pgx.RowToStructByPos[struct{ Club, ID int64 }], `
			SELECT club_id, id FROM competitions WHERE id IN (SELECT id FROM competitions WHERE club_id = $1
				UNION ALL SELECT t.competition_id FROM matches m
				JOIN competition_tables t ON t.table_id = m.table_id WHERE m.id = $2)
			ORDER BY id FOR NO KEY UPDATE`, club, match)
		for _, c := range list {
			if err == nil {
				base.NotifyClub(tx, c.Club)
				err = compute(ctx, tx, c.Club, c.ID)
			}
		}
		return err
	})
}

// RecomputeCompetitions computes all competitions anew, and returns how many differ from what was kept: none, unless
// somebody changed rows by hand.
func (s *Competitions) RecomputeCompetitions(ctx context.Context) (computed, changed int, err error) {
	var list []struct{ Club, ID int64 }
	err = s.Read(ctx, "competitions", func(ctx context.Context, conn *pgxpool.Conn) error {
		list, err = pg.Collect(ctx, conn, pgx.RowToStructByPos[struct{ Club, ID int64 }],
			`SELECT club_id, id FROM competitions ORDER BY id`)
		return err
	})
	for _, c := range list {
		if err != nil {
			break
		}
		err = s.InTx(ctx, "recompute competition", func(ctx context.Context, tx *pg.Tx) error {
			const kept = `SELECT md5(list::text) || (over_at IS NULL)::text FROM competitions WHERE id = $1`
			var before, after string
			if _, err := lock(ctx, tx, c.Club, c.ID); err != nil {
				return err
			}
			if err := tx.QueryRow(ctx, kept, c.ID).Scan(&before); err != nil {
				return err
			}
			if err := compute(ctx, tx, c.Club, c.ID); err != nil {
				return err
			}
			if err := tx.QueryRow(ctx, kept, c.ID).Scan(&after); err != nil {
				return err
			}
			if computed++; before != after {
				changed++
			}
			return nil
		})
	}
	return computed, changed, err
}
