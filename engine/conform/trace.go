package conform

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"runtime/debug"
	"slices"

	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/card"
	"carteado/engine/knowledge"
	"carteado/engine/shuffle"
)

// Trace plays one round twice for every viewer and several moments: once as it
// is dealt, once with a deal that agrees with all that the viewer has seen up to
// that moment. It returns the first *Violation it finds.
func (c Checker) Trace(from Case) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = violated(Panics, "%v\n%s", p, debug.Stack())
		}
		if b := (*Violation)(nil); errors.As(err, &b) {
			b.Where = fmt.Sprintf("%s, %d seats, %v, seed %s, players %d", c.Game.Info().Key, from.Seats, from.Options,
				from.Seed.Hex(), from.Players)
		}
	}()
	return c.trace(from)
}

// A course is a round as it was played.
type course struct {
	setup engine.Setup
	seats []engine.Seat // the seats that moved
	moves []engine.Move
	// ever[n] holds the cards that each viewer had seen before move n, the spectator first.
	ever  [][]knowledge.Set
	mixes []int // the moves that mixed hidden cards: new stocks
	pack  knowledge.Tally
	equal bool // the pack has equal cards
}

func (c Checker) trace(from Case) error {
	chance := shuffle.NewChance(from.Seed.Derive("trace", 0))
	one, err := c.course(from, chance)
	if err != nil {
		return err
	}
	for viewer := engine.Spectator; int(viewer) < from.Seats; viewer++ {
		for range min(deals, len(one.mixes)) {
			if err := c.replayMixed(one, one.mixes[chance.Below(len(one.mixes))], viewer); err != nil {
				return err
			}
		}
		if one.equal {
			for range deals {
				setup := one.setup
				setup.Pack = exchanged(one.setup.Pack, chance)
				r, other, err := c.dealTwice(one.setup, setup)
				if err == nil {
					err = c.replayUntil(one, 0, r, other, viewer)
				}
				if err != nil {
					return err
				}
			}
			continue
		}
		moments := []int{len(one.moves) - 1, chance.Below(len(one.moves)), chance.Below(len(one.moves))}
		for _, n := range moments {
			to, some := knowledge.Rename(one.pack, one.ever[n][viewer+1], chance)
			if !some {
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
	for _, pile := range m.Round().Piles(nil) {
		for _, c := range pile.Cards {
			if c != card.Unknown {
				setup.Pack = append(setup.Pack, c)
			}
		}
	}
	shuffle.Cards(setup.Pack, from.Seed.Derive("pack", 0))
	r, err := c.Game.Deal(setup)
	if err != nil {
		return nil, violated(Traces, "a whole pack is not dealt: %v", err)
	}
	one := &course{setup: setup}
	w := knowledge.NewWitness(from.Seats, r.Piles(nil))
	one.pack, one.equal = w.Pack(), w.Equal()
	w.Observe(r.Piles(nil), false)
	for n := 0; ; n++ {
		if !one.equal {
			one.ever = append(one.ever, w.EverSeen())
		}
		seats := r.ToMove()
		if len(seats) == 0 {
			return one, nil
		}
		if c.endless(r, n) {
			return nil, violated(Ends, "the round goes on after %d moves", n-1)
		}
		s := seats[chance.Below(len(seats))]
		var player bot.Player = bot.Random{}
		if from.Players == ByBots || from.Players == ByBoth && chance.Below(2) == 0 {
			player = bot.Plain(c.Game)
		}
		m := player.Choose(bot.Sight{
			View: engine.MatchView{Game: c.Game.Info().Key, Seat: s, Seats: from.Seats, Options: setup.Options,
				Version: n, Round: r.View(s)},
			Legal: r.Legal(s, nil), Seed: from.Seed.Derive("player", int(s)),
		})
		if n > c.maxMoves() {
			m = auto(r, s)
		}
		if _, err := engine.Play(r, s, m); err != nil {
			return nil, violated(Moves, "%q is listed for seat %d and refused: %v", m, s, err)
		}
		one.seats, one.moves = append(one.seats, s), append(one.moves, m)
		w.Look(r.Piles(nil))
		if w.Mixed() {
			one.mixes = append(one.mixes, n)
		}
		_, over := r.Result()
		w.Note(over)
	}
}

// replay plays the first n moves of a course beside the same with other cards,
// and watches both as a viewer.
func (c Checker) replay(one *course, to knowledge.Names, viewer engine.Seat, n int) error {
	setup := one.setup
	setup.Pack = nil
	for _, c := range one.setup.Pack {
		setup.Pack = append(setup.Pack, to.Of(c))
	}
	r, other, err := c.dealTwice(one.setup, setup)
	if err != nil {
		return err
	}
	for i := 0; ; i++ {
		if why := compareRounds(r, other, viewer); why != "" {
			return violated(Traces, "in a deal that agrees with all that seat %d sees in %d moves, after move %d %s",
				viewer, n, i, why)
		}
		if i == n {
			return nil
		}
		s, move := one.seats[i], relabelMove(one.moves[i], to)
		if announced(r, s, one.moves[i]) != announced(other, s, move) {
			return nil // the deals agree no longer
		}
		events, err := engine.Play(r, s, one.moves[i])
		if err != nil {
			return violated(Traces, "%q of seat %d is refused when played again: %v", one.moves[i], s, err)
		}
		others, err := engine.Play(other, s, move)
		switch {
		case err != nil && s == viewer:
			return violated(Traces, "%q of seat %d is refused in a deal that agrees with all the seat has seen: %v",
				one.moves[i], s, err)
		case err != nil:
			return nil //nolint:nilerr // somebody else could not have done this: the deals agree no longer
		}
		if a, b := eventsFor(viewer, events), eventsFor(viewer, others); !slices.EqualFunc(a, b, sameEvent) {
			return violated(Traces, "in a deal that agrees with all that seat %d sees in %d moves, move %d %q "+
				"tells\n%s, and\n%s", viewer, n, i+1, one.moves[i], marshal(a), marshal(b))
		}
	}
}

// deals is how many other deals, or other orders of a new stock, a viewer is shown.
const deals = 4

// exchanged is a pack in which a few cards change places.
func exchanged(pack []card.Card, chance engine.Chance) []card.Card {
	pack = slices.Clone(pack)
	for range 1 + chance.Below(4) {
		i, j := chance.Below(len(pack)), chance.Below(len(pack))
		pack[i], pack[j] = pack[j], pack[i]
	}
	return pack
}

// seeds finds the seed of later shuffles in a stored round.
var seeds = regexp.MustCompile(`"[0-9a-f]{64}"`)

// replayMixed plays a course again from the move that mixed hidden cards, and
// beside it the same where they come out in another order.
func (c Checker) replayMixed(one *course, mix int, viewer engine.Seat) error {
	r, err := c.Game.Deal(one.setup)
	for i := 0; i < mix && err == nil; i++ {
		_, err = engine.Play(r, one.seats[i], one.moves[i])
	}
	if err != nil {
		return violated(Traces, "a course is not played twice: %v", err)
	}
	data := marshal(r)
	seed := fmt.Appendf(nil, "%q", one.setup.Seed.Derive("mix", mix).Hex())
	reseeded := seeds.ReplaceAll(data, seed)
	if bytes.Equal(data, reseeded) {
		return violated(Reload, "the stored round does not name the seed of later shuffles by its 64 digits, so that "+
			"nobody can be sure what it hides")
	}
	other, err := c.Game.Load(reseeded)
	if err != nil {
		return violated(Reload, "with another seed of later shuffles the round is refused: %v", err)
	}
	return c.replayUntil(one, mix, r, other, viewer)
}

// replayUntil plays a course from a move on with another round beside it, as long
// as a viewer sees the same cards lie in the same places.
func (c Checker) replayUntil(one *course, from int, r, other engine.Round, viewer engine.Seat) error {
	var events, others []engine.Event
	var err error
	var before, otherBefore []engine.Pile
	for i := from; ; i++ {
		piles, otherPiles := r.Piles(nil), other.Piles(nil)
		_, over := r.Result()
		if !knowledge.LookSame(viewer, piles, otherPiles, over) ||
			!slices.Equal(knowledge.TurnedUp(before, piles), knowledge.TurnedUp(otherBefore, otherPiles)) {
			return nil // the viewer has seen that it is another deal
		}
		if a, b := eventsFor(viewer, events), eventsFor(viewer, others); !slices.EqualFunc(a, b, sameEvent) {
			return violated(Traces, "in a deal that agrees with all that seat %d sees, move %d %q tells\n%s, and\n%s",
				viewer, i, one.moves[i-1], marshal(a), marshal(b))
		}
		if why := compareRounds(r, other, viewer); why != "" {
			return violated(Traces, "in a deal that agrees with all that seat %d sees, after move %d %s", viewer, i,
				why)
		}
		if i == len(one.moves) {
			return nil
		}
		s := one.seats[i]
		if announced(r, s, one.moves[i]) != announced(other, s, one.moves[i]) {
			return nil // the deals agree no longer
		}
		before, otherBefore = piles, otherPiles
		if events, err = engine.Play(r, s, one.moves[i]); err != nil {
			return violated(Traces, "%q of seat %d is refused when played again: %v", one.moves[i], s, err)
		}
		others, err = engine.Play(other, s, one.moves[i])
		switch {
		case err != nil && s == viewer:
			return violated(Traces, "%q of seat %d is refused in a deal that agrees with all the seat has seen: %v",
				one.moves[i], s, err)
		case err != nil:
			return nil //nolint:nilerr // somebody else could not have done this: the deals agree no longer
		}
	}
}

// announced returns the facts that the rules make known to everybody by a move.
func announced(r engine.Round, s engine.Seat, m engine.Move) any {
	if announcer, ok := r.(engine.Announcer); ok {
		return announcer.Announces(s, m)
	}
	return nil
}

func (c Checker) dealTwice(setup, other engine.Setup) (a, b engine.Round, err error) {
	if a, err = c.Game.Deal(setup); err != nil {
		return nil, nil, violated(Traces, "a pack is not dealt twice: %v", err)
	}
	if b, err = c.Game.Deal(other); err != nil {
		return nil, nil, violated(Traces, "the pack in another order is not dealt: %v", err)
	}
	return a, b, nil
}

func eventsFor(viewer engine.Seat, events []engine.Event) (seen []engine.Event) {
	for _, e := range events {
		if e, saw := e.For(viewer); saw {
			seen = append(seen, e)
		}
	}
	return seen
}
