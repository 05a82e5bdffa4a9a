package results

import (
	"context"

	"github.com/jackc/pgx/v5"

	"carteado/db/pg"
	"carteado/engine"
)

// SelectScores are the lines of a match's score sheet.
func SelectScores(ctx context.Context, q pg.Querier, match int64) ([]engine.RoundScore, error) {
	return pg.Collect(ctx, q, func(row pgx.CollectableRow) (r engine.RoundScore, err error) {
		return r, row.Scan(&r.Number, &r.Dealer, &r.Totals, &r.Result)
	}, `SELECT number, dealer, totals, result FROM rounds WHERE match_id = $1 ORDER BY number`, match)
}
