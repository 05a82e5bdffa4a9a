package base

import (
	"context"
	"io"
	"strconv"

	"github.com/jackc/pgx/v5"

	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/shuffle"
)

// Owners of a seal.
const (
	SealOfPlayer = "player_id"
	SealOfTable  = "table_id"
)

// DrawSeals draws the secret of a match to come, and commits to it, for each owner of a kind who has none.
func (d *DB) DrawSeals(ctx context.Context, tx *pg.Tx, of string, owners ...int64) error {
	ids, err := pg.Collect(ctx, tx, pgx.RowTo[int64], `SELECT nextval('match_ids')
		FROM generate_series(1, $1::int)`, len(owners))
	if err != nil {
		return err
	}
	for i, owner := range owners {
		seed, sealed, err := d.DrawSecret(ids[i])
		if err != nil {
			return err
		}
		tx.Do(ctx, `INSERT INTO seals (match_id, `+of+`, shuffle_version, secret, commitment) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT DO NOTHING`,
			ids[i], owner, shuffle.V2, sealed, seed.Commit(shuffle.V2, strconv.FormatInt(ids[i], 10)))
	}
	return tx.Err()
}

// DrawShared draws a secret for several matches, and commits to it by the number of a match that nobody sits down to.
func (d *DB) DrawShared(ctx context.Context, tx *pg.Tx) (match int64, sealed []byte, commitment string, err error) {
	if err = tx.QueryRow(ctx, `SELECT nextval('match_ids')`).Scan(&match); err != nil {
		return 0, nil, "", err
	}
	secret, sealed, err := d.DrawSecret(match)
	return match, sealed, secret.Commit(shuffle.V2, strconv.FormatInt(match, 10)), err
}

// DrawSecret draws the secret of a match, and encrypts it for its row.
func (d *DB) DrawSecret(match int64) (secret engine.Seed, sealed []byte, err error) {
	if _, err = io.ReadFull(d.Random, secret[:]); err == nil {
		sealed, err = d.Keys.Seal(match, secret)
	}
	return secret, sealed, err
}
