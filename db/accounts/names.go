package accounts

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/pg"
)

const (
	// nameRestsSQL is how long a player keeps a new name before they may choose another.
	nameRestsSQL = "interval '30 days'"

	// nameKeptSQL is how long nobody else may take a name that a player gave up: a member who
	// remembers Ana must not meet somebody else by that name.
	nameKeptSQL = "interval '180 days'"
)

// Rename changes the name by which a player is known and signs in: ErrTaken,
// ErrLookalike, ErrRenamed when they did so lately. The name that they have already
// changes nothing, so that a form may come twice.
func (s *Accounts) Rename(ctx context.Context, player int64, name string) error {
	return s.InTx(ctx, "rename", func(ctx context.Context, tx *pg.Tx) error {
		var same, lately bool
		err := tx.QueryRow(ctx, `
			SELECT name = $2, EXISTS (SELECT FROM names WHERE player_id = id AND until > now() - `+nameRestsSQL+`)
			FROM players WHERE id = $1 AND deleted_at IS NULL FOR UPDATE`, player, name).Scan(&same, &lately)
		switch {
		case err != nil || same:
			return err
		case lately:
			return base.ErrRenamed
		}
		if err := refuseLookalike(ctx, tx, player, name); err != nil {
			return err
		}
		if err := base.Note(ctx, tx, 0, player, "name_changed", nil); err != nil {
			return err
		}
		tx.Do(ctx, `INSERT INTO names (player_id, name) SELECT id, name FROM players WHERE id = $1`, player)
		tx.Do(ctx, `UPDATE players SET name = $2 WHERE id = $1`, player, name)
		return tx.Err()
	})
}

// RenameFrom is when a player may change their name; the zero time for now.
func (s *Accounts) RenameFrom(ctx context.Context, player int64) (from time.Time, err error) {
	err = s.Read(ctx, "rename from", func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `SELECT coalesce((SELECT until + `+nameRestsSQL+` FROM names
			WHERE player_id = $1 AND until > now() - `+nameRestsSQL+` ORDER BY until DESC
				LIMIT 1), '0001-01-01')`, player).Scan(&from)
	})
	return from, err
}

// refuseLookalike returns ErrLookalike for a name that reads like another player's, or
// like one that another gave up lately. The program compares, because PostgreSQL cannot
// tell. player has the name now or wants it; 0 for a new one.
func refuseLookalike(ctx context.Context, tx *pg.Tx, player int64, name string) error {
	// Of two who want a name at once, the second waits here and then sees the first.
	tx.Do(ctx, `SELECT pg_advisory_xact_lock(hashtext('player names'))`)
	names, err := pg.Collect(ctx, tx, pgx.RowTo[string], `
		SELECT name FROM players WHERE name IS NOT NULL AND NOT placeholder AND lower(name) <> lower($1) AND id <> $2
		UNION ALL SELECT name FROM names WHERE until > now() - `+nameKeptSQL+` AND player_id <> $2`, name, player)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(names, func(other string) bool { return LooksLike(name, other) }) {
		return base.ErrLookalike
	}
	return nil
}
