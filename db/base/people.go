package base

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"

	"carteado/db/pg"
)

// A Person is a player by number and name.
type Person struct {
	ID   int64
	Name string // "" where the account is gone
	Face string // as part.Face writes it
}

// InNameOrder sorts a list as people look names up: É beside E, small letters
// beside capitals, 2 before 11. It is done here because not every PostgreSQL
// knows the order of a language.
func InNameOrder[T any](list []T, name func(T) string) {
	type keyed struct {
		key  []byte
		item T
	}
	order := collate.New(language.BrazilianPortuguese, collate.IgnoreCase, collate.Numeric)
	sorted, keys := make([]keyed, len(list)), new(collate.Buffer)
	for i, item := range list {
		sorted[i] = keyed{order.KeyFromString(keys, name(item)), item}
	}
	slices.SortStableFunc(sorted, func(a, b keyed) int { return bytes.Compare(a.key, b.key) })
	for i, s := range sorted {
		list[i] = s.item
	}
}

// NameHas reports that a name has a text in it, whatever the case and the accents of
// both are.
func NameHas(name, text string) bool { return strings.Contains(folded(name), folded(text)) }

func folded(text string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(text)))
}

// NameThenSQL is what the player of a row was called at a time, "" for their name of today.
func NameThenSQL(row, at string) string {
	return `coalesce((SELECT nullif(n.name, ` + row + `.name) FROM names n WHERE n.player_id = ` + row + `.id
		AND n.until >= ` + at + `
		ORDER BY n.until LIMIT 1), '')`
}

// LockAccount locks a player: ErrNotFound for one whom DeleteAccount has wiped.
func LockAccount(ctx context.Context, tx *pg.Tx, player int64) error {
	return tx.QueryRow(ctx, `SELECT FROM players WHERE id = $1 AND deleted_at IS NULL AND NOT placeholder FOR SHARE`,
		player).Scan()
}
