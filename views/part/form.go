package part

import (
	"context"

	"carteado/views/i18n"
)

// Faults are what is wrong with a form: keys below error, by field. The empty
// name stands for the form as a whole.
type Faults map[string]string

// At is the sentence for a field, empty when nothing is wrong with it.
func (f Faults) At(ctx context.Context, field string) string {
	if f[field] == "" {
		return ""
	}
	return i18n.T(ctx, "error."+f[field])
}
