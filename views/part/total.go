package part

import (
	"context"

	"carteado/views/i18n"
)

// A Unit is what totals count.
type Unit string

// The units, each a key of the catalogs.
const (
	Points Unit = "points"
	Wins   Unit = "wins"
)

// Total writes a total with its unit: 12 pts, 2 wins.
func Total(ctx context.Context, unit Unit, n int) string {
	if unit == Wins {
		return i18n.T(ctx, "wins", "n", n)
	}
	return i18n.T(ctx, "points", "n", n, "points", i18n.Signed(n))
}
