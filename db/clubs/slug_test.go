package clubs

import "testing"

func TestSlug(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Clube do Baralho": "clube-do-baralho",
		"São João & Cia.":  "sao-joao-cia",
		"Ação":             "acao",
		"皇帝":               "club",
		"Caféé 皇帝 21":      "cafee-21",
	} {
		if got := slug(name); got != want {
			t.Errorf("slug of %s: got %s, want %s", name, got, want)
		}
	}
}
