package db

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// OpenAdjusted is Open with a hand on the connection.
func OpenAdjusted(ctx context.Context, c Config, adjust func(*pgx.ConnConfig)) (*Store, error) {
	return open(ctx, c, adjust)
}
