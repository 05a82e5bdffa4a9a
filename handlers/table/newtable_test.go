package table

import (
	"net/url"
	"slices"
	"testing"

	"carteado/engine/knock"
	"carteado/handlers/web"
)

// FuzzReadNewTable: whatever a form says, the page that shows it again has house rules that are offered and as many
// seats as the game takes; what was not understood is a fault.
func FuzzReadNewTable(f *testing.F) {
	for _, form := range []string{
		"game=knock&seat1=bot:master&option.jokers=2&pace=relaxed", "seat1=member:12&seat2=member:12&reach=invited",
		"seat1=bot&seat2=open&seat3=none&practice=yes", "pace=2d&reserve=3&phrases=no&watching=no",
		"seat1=member:99999999999999999999&option.=x", "reach=%00&pace=days&days=-1",
	} {
		f.Add(form)
	}
	game := knock.Game{}.Info()
	f.Fuzz(func(t *testing.T, text string) {
		values, err := url.ParseQuery(text)
		if err != nil {
			return
		}
		form, seats := readNewTable(game, values)
		if len(seats) != len(form.Seats) || len(seats) >= game.MaxSeats {
			t.Errorf("%q: %d seats, %d of them shown", text, len(seats), len(form.Seats))
		}
		for _, option := range game.Options {
			if !slices.Contains(option.Values, form.Options[option.Key]) {
				t.Errorf("%q: %s is %q", text, option.Key, form.Options[option.Key])
			}
		}
		for i, word := range form.Seats {
			if choice, err := seatChoice(word); err != nil && form.Faults[SeatField(i+1)] != web.ReasonChoice {
				t.Errorf("%q: seat %d is %+v without a fault", text, i+1, choice)
			}
		}
	})
}
