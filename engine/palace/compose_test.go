package palace_test

import (
	"testing"

	"carteado/engine"
	"carteado/engine/palace"
)

func TestCompose(t *testing.T) {
	for _, row := range []struct {
		pressed string
		chosen  []string
		want    string
	}{
		{"play *", []string{"7H"}, "play 7H"},
		{"play *", []string{"7S", "7C", "7C"}, "play 7C 7C 7S"},
		{"play *", []string{"QS @up", "QH @up"}, "play QH QS"},
		{"play *", []string{"7H", "6D @up"}, "play 6D 7H"},
		{"swap *", []string{"3H", "KD @up"}, "swap 3H KD"},
		{"swap *", []string{"KD @up", "3H"}, "swap 3H KD"},
		{"take *", []string{"4S @up"}, "take 4S"},
		{"take", nil, "take"},
		{"take", []string{"7H"}, "take"},
		{"ready", []string{"7H", "KD @up"}, "ready"},
		{"flip @down:2", nil, "flip @down:2"},
	} {
		got, err := engine.Compose(palace.Game{}, row.pressed, row.chosen)
		if err != nil {
			t.Errorf("%s %v: %v", row.pressed, row.chosen, err)
		}
		equal(t, row.pressed, got.String(), row.want)
	}
	for pressed, chosen := range map[string][]string{
		"play *":  nil,
		"swap *":  {"3H"},
		"swap *s": {"3H"},
		"take *":  {"4S @hand"},
		"Play *":  {"4S"},
		"play":    {"seven"}, // chosen, but not asked for
		"play  *": {"4S"},
		"flip *":  {"??"},
		"swap  *": {"3H", "4H", "KD @up"},
	} {
		got, err := engine.Compose(palace.Game{}, pressed, chosen)
		if pressed == "play" {
			equal(t, pressed, err, nil)
			continue
		}
		if err == nil {
			t.Errorf("%q with %q is %q", pressed, chosen, got)
		}
	}
	if _, err := engine.Compose(palace.Game{}, "swap *", []string{"3H @up", "KD @up"}); err == nil {
		t.Error("two face-up cards are swapped")
	}
}
