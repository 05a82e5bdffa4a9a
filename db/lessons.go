package db

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/pg"
)

// StepsDone are the steps of a game's lessons that a player has done, by their keys, in the order in which they were
// done.
func (s *Store) StepsDone(ctx context.Context, player int64, game string) (steps []string, err error) {
	err = s.Read(ctx, "steps done", func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `SELECT coalesce((SELECT steps FROM lessons WHERE player_id = $1 AND game = $2),
			'{}')`,
			player, game).Scan(&steps)
	})
	return steps, err
}

// FinishStep keeps that a player has done a step. Done twice it is done once.
func (s *Store) FinishStep(ctx context.Context, player int64, game, step string) error {
	return s.InTx(ctx, "finish step", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `INSERT INTO lessons AS l (player_id, game, steps) VALUES ($1, $2, ARRAY[$3])
			ON CONFLICT (player_id, game) DO UPDATE SET steps = l.steps || $3, changed_at = clock_timestamp()
			WHERE NOT l.steps @> ARRAY[$3]`, player, game, step)
		return tx.Err()
	})
}
