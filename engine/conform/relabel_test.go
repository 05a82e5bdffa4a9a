package conform

import (
	"testing"

	"carteado/engine/card"
	"carteado/engine/knowledge"
)

func TestRelabel(t *testing.T) {
	to := swapped(card.New(7, card.Hearts), card.New(1, card.Spades))
	for in, want := range map[string]string{
		`["7H","AS","7D"]`:                      `["AS","7H","7D"]`,
		`{"hand":"7H 8H AS","n":7}`:             `{"hand":"AS 8H 7H","n":7}`,
		`{"7H":0,"move":"knock 7H | AD=AS 7H"}`: `{"AS":0,"move":"knock AS | AD=AS AS"}`,
		`["37H","7Hx","FAST","7h",""]`:          `["37H","7Hx","FAST","7h",""]`,
		`{"big":12345678901234567890}`:          `{"big":12345678901234567890}`,
		`["é7H","7H—AS"]`:                       `["éAS","AS—7H"]`,
	} {
		got, err := relabel([]byte(in), to)
		if err != nil || string(got) != want {
			t.Errorf("%s becomes %s, %v, want %s", in, got, err, want)
		}
	}
}

func swapped(a, b card.Card) (to knowledge.Names) {
	to[a], to[b] = b, a
	return to
}
