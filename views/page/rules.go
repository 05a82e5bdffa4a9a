package page

import (
	"context"
	"strconv"

	"carteado/views/i18n"
)

// howToPlay are the keys of a game's rules in short, as far as there are some.
func howToPlay(ctx context.Context, game string) []string {
	var keys []string
	for n := 1; ; n++ {
		key := "rules." + game + "." + strconv.Itoa(n)
		if !i18n.Has(ctx, key) {
			return keys
		}
		keys = append(keys, key)
	}
}
