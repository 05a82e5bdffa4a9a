package table

import (
	"testing"

	"carteado/engine"
	"carteado/views/i18n"
)

// How long a match takes follows from its moves.
func TestLasts(t *testing.T) {
	info := engine.Info{
		MinSeats: 2, MaxSeats: 4, Moves: []int{619, 400, 100},
		Presets: []engine.Preset{{Key: "short", Moves: []int{92, 93, 94}}, {Key: "unknown"}},
	}
	for _, c := range []struct{ lang, bundle, want string }{
		{i18n.English, "as_written", "About 40 minutes with 2 players, 6 with 4."},
		{i18n.Portuguese, "as_written", "Cerca de 40 minutos com 2 jogadores, 6 com 4."},
		{i18n.English, "short", "About 6 minutes."},
		{i18n.Portuguese, "short", "Cerca de 6 minutos."},
		{i18n.English, "unknown", ""},
	} {
		if got := lasts(i18n.With(t.Context(), c.lang), info, c.bundle); got != c.want {
			t.Errorf("%s, %s: %q, want %q", c.lang, c.bundle, got, c.want)
		}
	}
}
