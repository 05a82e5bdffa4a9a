package engine

import (
	"fmt"
	"log/slog"

	"carteado/engine/shuffle"
)

// A Seed decides shuffles; a Chance draws numbers from one; the deals of a match follow from a Source.
type (
	Seed   = shuffle.Seed
	Chance = shuffle.Chance
	Source = shuffle.Source
)

const hidden = "[hidden]"

// Hidden is embedded by what holds cards or a seed: it prints as [hidden] through
// fmt and slog. (A secret in a field that is not exported would be printed bare:
// fmt does not call the methods of such fields.)
type Hidden struct{}

// Format hides the value from every verb of fmt.
func (Hidden) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(hidden)) }

// LogValue hides the value from slog.
func (Hidden) LogValue() slog.Value { return slog.StringValue(hidden) }
