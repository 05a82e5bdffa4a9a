package knowledge_test

import (
	"slices"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/enginetest/toy"
	"carteado/engine/knowledge"
	"carteado/engine/shuffle"
)

var (
	stock   = engine.In(engine.Stock)
	discard = engine.In(engine.Discard)
)

func hand(s engine.Seat) engine.Place { return engine.Of(engine.Hand, s) }

// asSeen are the piles of a deal as a viewer sees them.
func asSeen(viewer engine.Seat, piles []engine.Pile) []engine.Pile {
	piles = knowledge.CopyPiles(nil, piles)
	for _, pile := range piles {
		for i := range pile.Cards {
			if !pile.Place.SeenBy(viewer, i, len(pile.Cards), false) {
				pile.Cards[i] = card.Unknown
			}
		}
	}
	return piles
}

// follow tells a memory what a viewer saw of a move of the toy.
func follow(m *knowledge.Memory, e engine.Event) {
	switch {
	case e.Kind == "swap" && len(e.Secret) == 2:
		m.Move(e.Secret[0], hand(e.Seat), stock)
		m.Move(e.Secret[1], stock, hand(e.Seat))
	case e.Kind == "swap":
		m.Draw(1, hand(e.Seat), stock)
		m.Draw(1, stock, hand(e.Seat))
	case e.Kind == "renewed":
		m.Gather(discard, stock, 1)
		m.Shuffle(stock)
	case e.Kind == "draw":
		e.To = engine.In(engine.Hand)
	case e.Kind == "discard":
		e.From, e.To = engine.In(engine.Hand), discard
	}
	m.Follow(e)
}

// Whatever is played, the round is one of those that each seat holds possible, and every guess
// has the whole pack.
func TestMemoryHoldsTheTruthPossible(t *testing.T) {
	renewals := 0
	for n := range 120 {
		seats := 2 + n%3
		options, err := toy.Game{}.Info().Resolve(engine.Options{"turns": "40", "packs": []string{"1", "2"}[n/3%2]})
		if err != nil {
			t.Fatal(err)
		}
		r, err := toy.Game{}.Deal(engine.Setup{Seats: seats, Options: options, Seed: engine.Seed{}.Derive("memory", n)})
		if err != nil {
			t.Fatal(err)
		}
		chance := shuffle.NewChance(engine.Seed{}.Derive("play", n))
		var pack []card.Card
		for _, pile := range r.Piles(nil) {
			pack = append(pack, pile.Cards...)
		}
		slices.Sort(pack)
		memories := make([]*knowledge.Memory, seats)
		for s := range memories {
			memories[s] = knowledge.Remember(pack, asSeen(engine.Seat(s), r.Piles(nil)))
		}
		for len(r.ToMove()) > 0 {
			s := r.ToMove()[chance.Below(len(r.ToMove()))]
			moves := r.Legal(s, nil)
			events, err := engine.Play(r, s, moves[chance.Below(len(moves))])
			if err != nil {
				t.Fatal(err)
			}
			for viewer, m := range memories {
				for _, e := range events {
					if e, saw := e.For(engine.Seat(viewer)); saw {
						follow(m, e)
					}
				}
				fits(t, m.Clone(), r.Piles(nil), chance)
				if events[0].Kind == "renewed" && seats == 2 && options["packs"] == "1" {
					renewals++
					sharp(t, m, r.Piles(nil), engine.Seat(1-viewer), chance)
				}
			}
		}
	}
	if renewals == 0 {
		t.Error("no stock was renewed")
	}
}

// fits checks a memory and a guess against the piles.
func fits(t *testing.T, m *knowledge.Memory, piles []engine.Pile, chance engine.Chance) {
	t.Helper()
	guess := m.Guess(chance)
	if knowledge.CountPiles(guess) != knowledge.CountPiles(piles) {
		t.Fatalf("the cards of %v are guessed as %v", piles, guess)
	}
	for i, seen := range m.Piles() {
		truth := piles[i]
		if seen.Place != truth.Place || len(seen.Cards) != len(truth.Cards) {
			t.Fatalf("%s %v is remembered as %s %v", truth.Place, truth.Cards, seen.Place, seen.Cards)
		}
		left := slices.Clone(truth.Cards)
		for j, c := range seen.Cards {
			at := j
			if truth.Place.Kind == engine.Hand {
				at = slices.Index(left, c)
			}
			switch {
			case c != card.Unknown && (at < 0 || left[at] != c):
				t.Fatalf("%s %v is remembered as %v", truth.Place, truth.Cards, seen.Cards)
			case c != card.Unknown:
				left[at] = card.Unknown
			}
		}
		for _, c := range left {
			if c != card.Unknown && !m.Can(c, truth.Place) {
				t.Fatalf("%s lies in %s, and that is held to be impossible: %v", c, truth.Place, m.Piles())
			}
		}
	}
}

// sharp checks that a hand is known when a new stock was made of cards that all saw: only that
// hand was hidden, but for the card just drawn.
func sharp(t *testing.T, m *knowledge.Memory, piles []engine.Pile, other engine.Seat, chance engine.Chance) {
	t.Helper()
	find := func(piles []engine.Pile) []card.Card {
		i := slices.IndexFunc(piles, func(p engine.Pile) bool { return p.Place == hand(other) })
		return slices.Sorted(slices.Values(piles[i].Cards[:3]))
	}
	if truth, guess := find(piles), find(m.Guess(chance)); !slices.Equal(truth, guess) {
		t.Fatalf("seat %d holds %v and could be known to, and is guessed to hold %v", other, truth, guess)
	}
}
