package enginetest

import (
	"bytes"
	"errors"
	"fmt"

	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/card"
)

// Trace plays one round twice for every viewer and several moments: once as it
// is dealt, once with a deal that agrees with all that the viewer has seen up to
// that moment. It returns the first *Breach it finds.
func (c Checker) Trace(from Case) error {
	err := c.trace(from)
	var b *Breach
	if errors.As(err, &b) {
		b.Where = fmt.Sprintf("%s, %d seats, %v, seed %s, players %d", c.Game.Info().Key, from.Seats, from.Options, from.Seed.Hex(), from.Players)
	}
	return err
}

// A course is a round as it was played.
type course struct {
	setup engine.Setup
	seats []engine.Seat // who moved
	moves []engine.Move
	// ever[n] is what each viewer had seen before move n.
	ever []map[engine.Seat]set
	pack map[card.Card]int
}

func (c Checker) trace(from Case) error {
	chance := engine.NewChance(from.Seed.Derive("trace", 0))
	one, err := c.course(from, chance)
	if err != nil {
		return err
	}
	for viewer := engine.Spectator; int(viewer) < from.Seats; viewer++ {
		moments := []int{len(one.moves) - 1, chance.Below(len(one.moves)), chance.Below(len(one.moves))}
		for _, n := range moments {
			w := witness{pack: one.pack}
			to := w.relabelling(one.ever[n][viewer], chance)
			if len(to) == 0 {
				continue
			}
			if err := c.replay(one, to, viewer, n); err != nil {
				return err
			}
		}
	}
	return nil
}

// course plays a round of a pack that is known from the first card on.
func (c Checker) course(from Case, chance engine.Chance) (*course, error) {
	m, err := engine.NewMatch(c.Game, from.Seats, from.Options, from.Seed)
	if err != nil {
		return nil, fmt.Errorf("%+v: %w", from, err)
	}
	setup := engine.Setup{Seats: from.Seats, Dealer: m.Dealer(), Options: m.Options(), Seed: from.Seed}
	for _, heap := range m.Round().Cards() {
		for _, c := range heap.Cards {
			if c != card.Unknown {
				setup.Pack = append(setup.Pack, c)
			}
		}
	}
	engine.Shuffle(setup.Pack, from.Seed.Derive("pack", 0))
	r, err := c.Game.Deal(setup)
	if err != nil {
		return nil, breach(Traces, "a whole pack is not dealt: %v", err)
	}
	one := &course{setup: setup}
	w := newWitness(from.Seats, r.Cards())
	one.pack = w.pack
	w.observe(r.Cards(), false)
	for n := 0; ; n++ {
		seen := map[engine.Seat]set{}
		for viewer, cards := range w.ever {
			seen[viewer] = set{}
			for c := range cards {
				seen[viewer][c] = true
			}
		}
		one.ever = append(one.ever, seen)
		seats := r.ToMove()
		if len(seats) == 0 {
			return one, nil
		}
		if n > c.longest() {
			return nil, breach(Ends, "the round goes on after %d moves", c.longest())
		}
		s := seats[chance.Below(len(seats))]
		var player bot.Player = bot.Random{}
		if from.Players == ByBots || from.Players == ByBoth && chance.Below(2) == 0 {
			player = bot.For(c.Game, bot.Steady)
		}
		m := player.Choose(bot.Sight{
			View:  engine.MatchView{Game: c.Game.Info().Key, Seat: s, Seats: from.Seats, Options: setup.Options, Version: n, Round: r.View(s)},
			Legal: r.Legal(s, nil), Seed: from.Seed.Derive("player", int(s)),
		})
		if _, err := r.Play(s, m); err != nil {
			return nil, breach(Moves, "%q is listed for seat %d and refused: %v", m, s, err)
		}
		one.seats, one.moves = append(one.seats, s), append(one.moves, m)
		_, over := r.Result()
		w.observe(r.Cards(), over)
	}
}

// replay plays the first n moves of a course beside the same with other cards,
// and watches both as a viewer.
func (c Checker) replay(one *course, to map[card.Card]card.Card, viewer engine.Seat, n int) error {
	setup := one.setup
	setup.Pack = nil
	for _, c := range one.setup.Pack {
		if other := to[c]; other != card.Unknown {
			c = other
		}
		setup.Pack = append(setup.Pack, c)
	}
	r, err := c.Game.Deal(one.setup)
	if err != nil {
		return breach(Traces, "a pack is not dealt twice: %v", err)
	}
	other, err := c.Game.Deal(setup)
	if err != nil {
		return breach(Traces, "the pack in another order is not dealt: %v", err)
	}
	for i := 0; ; i++ {
		if why := compareRounds(r, other, viewer); why != "" {
			return breach(Traces, "in a deal that agrees with all that seat %d sees in %d moves, after move %d %s", viewer, n, i, why)
		}
		if i == n {
			return nil
		}
		s := one.seats[i]
		events, err := r.Play(s, one.moves[i])
		if err != nil {
			return breach(Traces, "%q of seat %d is refused when played again: %v", one.moves[i], s, err)
		}
		others, err := other.Play(s, relabelMove(one.moves[i], to))
		switch {
		case err != nil && s == viewer:
			return breach(Traces, "%q of seat %d is refused in a deal that agrees with all the seat has seen: %v", one.moves[i], s, err)
		case err != nil:
			return nil //nolint:nilerr // somebody else could not have done this: the deals agree no longer
		}
		a, b := eventsFor(viewer, events), eventsFor(viewer, others)
		if !bytes.Equal(a, b) {
			return breach(Traces, "in a deal that agrees with all that seat %d sees in %d moves, move %d %q tells\n%s, and\n%s", viewer, n, i+1, one.moves[i], a, b)
		}
	}
}

func eventsFor(viewer engine.Seat, events []engine.Event) []byte {
	var seen []engine.Event
	for _, e := range events {
		if e, saw := e.For(viewer); saw {
			seen = append(seen, e)
		}
	}
	return marshal(seen)
}
