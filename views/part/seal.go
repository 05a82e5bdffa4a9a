package part

import (
	"context"
	"strings"

	"carteado/views/i18n"
)

// A seal shows the first 24 bits of a commitment as pictures, because people compare pictures and not hexadecimals.
// The whole of it stands beside them.
const sealSigns = 6

// Signs are the emblems of a commitment, four bits each; none where it is no hexadecimal.
func Signs(commitment string) (signs []string) {
	emblems := Emblems()
	for _, digit := range commitment[:min(sealSigns, len(commitment))] {
		at := strings.IndexRune("0123456789abcdef", digit)
		if at < 0 {
			return nil
		}
		signs = append(signs, emblems[at])
	}
	return signs
}

// sealed names the signs of a commitment.
func sealed(ctx context.Context, commitment string) string {
	var names []string
	for _, sign := range Signs(commitment) {
		names = append(names, strings.ToLower(i18n.T(ctx, "settings.emblem."+sign)))
	}
	return i18n.T(ctx, "seal.signs", "signs", strings.Join(names, ", "))
}
