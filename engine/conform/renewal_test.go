package conform_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/conform"
	"carteado/engine/enginetest/toy"
)

// renewed lets something happen behind each draw from a renewed stock.
func renewed(f func(r *toy.Round, s engine.Seat, drew *engine.Event)) bug {
	return bug{made: afterwards(func(r *toy.Round, s engine.Seat, m engine.Move, events []engine.Event) {
		if m.From == engine.In(engine.Stock) && r.Renewed > 0 {
			f(r, s, &events[len(events)-1])
		}
	})}
}

// Cards that everybody saw before the stock was renewed are secret again when they
// are drawn from it.
func TestALeakAfterARenewalIsFound(t *testing.T) {
	t.Parallel()
	told := renewed(func(r *toy.Round, s engine.Seat, drew *engine.Event) {
		drew.Cards = []engine.Word{{Card: drawn(r, s)}}
	})
	for name, plant := range map[string]struct {
		bug  bug
		want []conform.Promise // where cards differ, and where there are two of each
	}{
		"nothing": {bug{}, []conform.Promise{"", ""}},
		"a drawn card is told to all": {
			told, []conform.Promise{conform.Events, conform.Traces},
		},
		"only the first card of a new stock is told to all": {
			bug{made: func(r *toy.Round, s engine.Seat, m *engine.Move, log *engine.Log) {
				if len(r.Stock) > 0 {
					r.Make(s, m, log)
					return
				}
				told.made(r, s, m, log)
			}},
			[]conform.Promise{conform.Events, conform.Traces},
		},
		"an event counts what is hidden": {
			renewed(func(r *toy.Round, s engine.Seat, drew *engine.Event) { drew.N = drawn(r, s).Rank() }),
			[]conform.Promise{conform.Traces, conform.Traces},
		},
		"the seed of later shuffles is stored in a way of its own": {
			bug{
				marshal: func(r *toy.Round) ([]byte, error) {
					data, err := json.Marshal(r)
					return bytes.Replace(data, []byte(r.Seed), []byte(strings.ToUpper(r.Seed)), 1), err
				},
				load: func(r *toy.Round) { r.Seed = strings.ToLower(r.Seed) },
			},
			[]conform.Promise{conform.Reload, conform.Reload},
		},
		"a view shows the first card of a new stock in another's hand": {
			bug{view: peek(func(r *toy.Round, s engine.Seat) any {
				if r.Renewed > 0 && r.Phase == toy.Drop && r.Taken == card.Unknown && len(r.Discard) == 1 {
					return drawn(r, r.Turn)
				}
				return nil
			})},
			[]conform.Promise{conform.Views, conform.Views},
		},
	} {
		for n, packs := range packs {
			c := conform.Checker{Game: planted{bug: plant.bug}}
			var found []conform.Promise
			for seed := 0; seed < 6 && !slices.Contains(found, plant.want[n]); seed++ {
				from := conform.Case{
					Seats: 4 - seed%2, Rounds: 1, Every: 5, Seed: engine.Seed{}.Derive("renewal", seed),
					Options: engine.Options{"packs": packs, "turns": "40", "swap": "off"},
				}
				for _, check := range []func(conform.Case) error{c.Match, c.Trace} {
					if v := (*conform.Violation)(nil); errors.As(check(from), &v) {
						found = append(found, v.Promise)
					}
				}
			}
			if want := plant.want[n]; want == "" && found != nil || want != "" && !slices.Contains(found, want) {
				t.Errorf("%s, packs %s: found %v, want %q", name, packs, found, want)
			}
		}
	}
}
