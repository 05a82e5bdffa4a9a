package palace_test

import (
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/enginetest"
	"carteado/engine/palace"
	"carteado/engine/shuffle"

	"pgregory.net/rapid"
)

// drawn are house rules, a number of seats and a deal.
func drawn(t *rapid.T, seats ...int) (engine.Round, engine.Chance) {
	o := engine.Options{}
	for _, option := range (palace.Game{}).Info().Options {
		o[option.Key] = rapid.SampledFrom(option.Values).Draw(t, option.Key)
	}
	seed := engine.Seed{}.Derive("property", rapid.IntRange(0, 1<<30).Draw(t, "seed"))
	r, err := palace.Game{}.Deal(engine.Setup{Seats: rapid.SampledFrom(seats).Draw(t, "seats"), Options: o, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return r, shuffle.NewChance(seed)
}

// step makes a legal move at random and returns it.
func step(t *rapid.T, r engine.Round, chance engine.Chance) (engine.Seat, engine.Move, []engine.Event) {
	s := r.ToMove()[chance.Below(len(r.ToMove()))]
	legal := r.Legal(s, nil)
	if len(legal) == 0 {
		t.Fatalf("seat %d has no legal action: %s", s, enginetest.Encode(t, r))
	}
	m := legal[chance.Below(len(legal))]
	events, err := engine.Play(r, s, m)
	if err != nil {
		t.Fatalf("seat %d: %s: %v", s, m, err)
	}
	return s, m, events
}

// §6: while the draw pile lasts a hand has three cards, the cards are always all
// there, and the round ends.
func TestHandsAndCards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, chance := drawn(t, 2, 3, 4, 5)
		whole := 52
		if len(look(r, p1).Counts) > 3 {
			whole = 104
		}
		for n := 0; len(r.ToMove()) > 0; n++ {
			if n > 10_000 {
				t.Fatal("the round does not end")
			}
			step(t, r, chance)
			cards := 0
			for _, pile := range r.Piles(nil) {
				for _, c := range pile.Cards {
					if c != card.Unknown {
						cards++
					}
				}
			}
			equal(t, "cards", cards, whole)
			v := look(r, engine.Spectator)
			for s, n := range v.Counts {
				if v.Draw > 0 && n < 3 {
					t.Fatalf("seat %d holds %d cards while %d can be drawn", s, n, v.Draw)
				}
			}
		}
	})
}

// §6: no view and no event names a face-down card before it is turned over.
func TestFaceDownCardsAreNobodys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, chance := drawn(t, 2, 3) // with one pack a card is known by its name
		for len(r.ToMove()) > 0 {
			var down []string
			for _, pile := range r.Piles(nil) {
				if pile.Place.Kind == engine.Down {
					for _, c := range pile.Cards {
						down = append(down, c.String())
					}
				}
			}
			var told strings.Builder
			for s := engine.Spectator; s < p4; s++ {
				told.Write(enginetest.Encode(t, r.View(s)))
			}
			_, m, events := step(t, r, chance)
			if m.Verb != "flip" {
				told.Write(enginetest.Encode(t, events))
			}
			for _, name := range down {
				if name != "??" && strings.Contains(told.String(), name) {
					t.Fatalf("%s lies face down, and is named: %s", name, told.String())
				}
			}
		}
	})
}

// A move that is listed for equal cards stands for every choice of them, and leads to
// the same but for suits.
func TestEqualCardsAreOneChoice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, chance := drawn(t, 2, 4)
		for len(r.ToMove()) > 0 {
			s := r.ToMove()[0]
			legal := r.Legal(s, nil)
			for _, c := range look(r, s).Hand {
				m := engine.NewMove("play", c)
				if look(r, s).Phase != palace.PhasePlay {
					break
				}
				_, err := engine.Play(engine.Clone(r), s, m)
				same := false
				for _, l := range legal {
					same = same || (palace.Game{}).Same(l, m)
				}
				if (err == nil) != same {
					t.Fatalf("%s of %v: %v", m, legal, err)
				}
			}
			step(t, r, chance)
		}
	})
}
