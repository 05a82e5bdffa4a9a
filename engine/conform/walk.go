package conform

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"

	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/card"
	"carteado/engine/knowledge"
	"carteado/engine/shuffle"
)

// A walk is a match that is being played and checked.
type walk struct {
	Checker
	Case
	match   *engine.Match
	dice    engine.Chance // decides who moves, and the moves of random players
	players []bot.Player  // by seat
	random  []bool        // by seat: plays at random
	made    []Made
	begun   int           // version in which the round was dealt
	listing []engine.Move // room for a list
	chosen  engine.Move   // room for a move that is not in it
	totals  []int         // by seat, before the round
	piles   []engine.Pile // the piles in this position
	room    []engine.Pile // and those in the one before
	witness *knowledge.Witness

	// Under All.
	luck    rand.PCG      // chooses what is checked; seeded anew in every position
	look64  uint64        // its seed
	trial   engine.Round  // a copy on which moves are tried
	still   engine.Round  // a copy as the round was
	asked   []engine.Move // some moves that were listed before
	another engine.Move   // room for one of them with another card
	news    engine.Log    // events of the last move
	retold  engine.Log    // and of the same move in the twin
	names   []card.Card   // of the cards of the pack
	twin    *engine.Match // the match, stored and loaded on the way

	// In a closer look.
	chance engine.Chance
	data   []byte              // the match, stored
	number map[engine.Move]int // of a move among those listed in closer looks
	listed []engine.Move       // those moves
	before []numbers           // by number: the moves that stood before a move in some list
}

func (c Checker) newWalk(from Case, m *engine.Match) *walk {
	w := &walk{
		Checker: c, Case: from, match: m, dice: shuffle.NewChance(from.Seed.Derive("walk", 0)),
		players: from.Bots, listing: *lists.Get().(*[]engine.Move),
	}
	if from.Checks == All {
		look := from.Seed.Derive("look", 0)
		w.look64, w.number = binary.LittleEndian.Uint64(look[:]), map[engine.Move]int{}
	}
	for s := range from.Seats {
		if from.Bots == nil && from.Players == ByChance {
			w.players = append(w.players, bot.Random{})
		} else if from.Bots == nil {
			w.players = append(w.players, bot.Plain(c.Game))
		}
		w.random = append(w.random, w.players[s] == (bot.Random{}))
	}
	return w
}

// lists has the room for lists of moves of matches that are over: it is as large as the
// rest of a short match.
var lists = sync.Pool{New: func() any { return new([]engine.Move) }}

// begin looks at the piles of a new round.
func (w *walk) begin() {
	w.begun = w.match.Version()
	if w.Checks == Off {
		return
	}
	piles := w.match.Round().Piles(nil)
	w.witness = knowledge.NewWitness(w.match.Seats(), piles)
	w.totals = append(w.totals[:0], w.match.Totals()...)
	if w.Checks != All {
		return
	}
	w.names = w.names[:0]
	for c, n := range w.witness.Pack() {
		if n > 0 {
			w.names = append(w.names, card.Card(c))
		}
	}
}

func (w *walk) where() string {
	last := ""
	if n := len(w.made); n > 0 {
		last = fmt.Sprintf("%d %s", w.made[n-1].Seat, w.made[n-1].Move)
	}
	return fmt.Sprintf("%s, %d seats, %v, seed %s, players %d, version %d, round %d, last move %q",
		w.Game.Info().Key, w.Seats, w.Options, w.Seed.Hex(), w.Players, w.match.Version(), w.match.Number(), last)
}

func (w *walk) run() error {
	w.begin()
	for {
		if err := cmp.Or(w.rollout(), w.look()); err != nil {
			return err
		}
		_, over := w.match.Outcome()
		switch {
		case over || w.Rounds > 0 && w.match.Between() && w.match.Number() >= w.Rounds:
			return nil
		case w.endless(w.match.Round(), w.match.Version()-w.begun):
			return violated(Ends, "the round goes on after %d moves", w.match.Version()-w.begun-1)
		case w.Script != nil && len(w.made) == len(w.Script):
			return nil
		case w.Stop != nil && w.Stop():
			return ErrStopped
		}
		if err := w.step(); err != nil {
			return err
		}
	}
}

// look checks one position.
func (w *walk) look() error {
	switch w.Checks {
	case Off:
		return nil
	case Light:
		return cmp.Or(w.cards(), w.turns())
	}
	// Seed by position, so that replaying a script checks the same things.
	w.luck.Seed(w.look64, uint64(w.match.Version()))
	close := w.match.Version() == w.begun || w.below(max(w.Every, 1)) == 0
	checks := looks
	if close {
		w.chance = shuffle.NewChance(w.Seed.Derive("look", w.match.Version()))
		checks = closerLooks
	}
	for _, check := range checks {
		if err := check(w); err != nil {
			return err
		}
	}
	return nil
}

// looks are the checks of each position, closerLooks those of some.
var (
	looks       = []func(*walk) error{(*walk).cards, (*walk).turns, (*walk).observe, (*walk).told, (*walk).tried}
	closerLooks = append(slices.Clone(looks), (*walk).store, (*walk).moves, (*walk).refusals, (*walk).reloaded, (*walk).
			prints,
		(*walk).shared, (*walk).secrets)
)

// below returns a number from 0 to n-1, to choose what is checked.
func (w *walk) below(n int) int {
	chosen, _ := bits.Mul64(w.luck.Uint64(), uint64(n))
	return int(chosen)
}

// next chooses the next move.
func (w *walk) next() (engine.Seat, *engine.Move) {
	if w.Script != nil {
		next := &w.Script[len(w.made)]
		return next.Seat, &next.Move
	}
	if w.Leaves > 0 && w.Seats > 2 && w.match.Version() == w.Leaves {
		w.chosen = engine.Move{Verb: engine.VerbLeave}
		return engine.Seat(w.dice.Below(w.Seats)), &w.chosen // in turn or not
	}
	s := w.mover(w.match.ToMove())
	switch {
	case w.match.HasLeft(s) || w.match.Version()-w.begun > w.maxMoves():
		w.chosen = w.match.Auto(s)
	case w.random[s] || w.Players == ByBoth && w.dice.Below(2) == 0:
		w.listing = w.match.Legal(s, w.listing[:0])
		return s, &w.listing[w.dice.Below(len(w.listing))]
	default:
		w.chosen = w.players[s].Choose(w.seen(w.match, s))
	}
	return s, &w.chosen
}

// mover is one of the seats to move.
func (w *walk) mover(seats []engine.Seat) engine.Seat {
	if len(seats) == 1 {
		return seats[0]
	}
	return seats[w.dice.Below(len(seats))]
}

// rollout makes the moves that step would make in this round, where all players are random
// and nobody asks for checks or moves.
func (w *walk) rollout() error {
	if w.Checks != Off || !w.Bare || w.Script != nil || w.Leaves > 0 || slices.Contains(w.random, false) {
		return nil
	}
	left := w.maxMoves() + 1 - (w.match.Version() - w.begun)
	return w.match.Rollout(func(round engine.Round, seats []engine.Seat) (engine.Seat, *engine.Move) {
		if left--; left < 0 {
			return engine.Nobody, nil
		}
		s := w.mover(seats)
		w.listing = round.Legal(s, w.listing[:0])
		return s, &w.listing[w.dice.Below(len(w.listing))]
	})
}

// seen is all that a player goes by.
func (w *walk) seen(m *engine.Match, s engine.Seat) bot.Sight {
	return bot.Sight{View: m.View(s), Legal: m.Legal(s, nil), Seed: w.Seed.Derive("player", int(s))}
}

// step makes the next move.
func (w *walk) step() error {
	s, move := w.next()
	number := w.match.Number()
	if !w.Bare {
		w.made = append(w.made, Made{Seat: s, Move: *move})
	}
	var log *engine.Log
	if w.Checks == All {
		log, w.news.Events = &w.news, w.news.Events[:0]
	}
	if err := w.match.Make(s, move, log); err != nil {
		return violated(Moves, "%q is listed for seat %d and refused: %v", *move, s, err)
	}
	if w.match.Number() != number {
		w.begin()
	}
	if w.Checks == All {
		return w.follow(s, move)
	}
	return nil
}

// follow makes a move in the twin too, which must tell the same events.
func (w *walk) follow(s engine.Seat, move *engine.Move) error {
	w.retold.Events = w.retold.Events[:0]
	if err := w.twin.Make(s, move, &w.retold); err != nil {
		return violated(Reload, "seat %d may not %q after reloading: %v", s, *move, err)
	}
	if !slices.EqualFunc(w.news.Events, w.retold.Events, sameEvent) {
		return violated(Reload, "events %s, after reloading %s", marshal(w.news.Events), marshal(w.retold.Events))
	}
	return nil
}

// observe shows the witness the piles.
func (w *walk) observe() error {
	_, over := w.match.Round().Result()
	w.witness.Note(over)
	return nil
}

// told checks that the last move named to each viewer only cards whose place the
// viewer knows.
func (w *walk) told() error {
	if w.witness.Equal() {
		return nil // a name says little; the second course of play finds such leaks
	}
	for i := range w.news.Events {
		for viewer := engine.Spectator; int(viewer) < w.Seats; viewer++ {
			if err := w.named(viewer, &w.news.Events[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// sameEvent reports that two events are stored alike.
func sameEvent(a, b engine.Event) bool {
	return a.Kind == b.Kind && a.Seat == b.Seat && a.Open == b.Open && a.From == b.From && a.To == b.To && a.N == b.N &&
		slices.Equal(a.Cards, b.Cards) && slices.Equal(a.Secret, b.Secret)
}

func (w *walk) named(viewer engine.Seat, e *engine.Event) error {
	seen, saw := e.For(viewer)
	if !saw {
		return nil
	}
	unknown := func(c card.Card) bool { return !w.witness.MayName(viewer, c) }
	for _, word := range seen.Cards {
		if unknown(word.Card) {
			return violated(Events, "%q tells seat %d of %s", e.Kind, viewer, word.Card)
		}
	}
	if i := slices.IndexFunc(seen.Secret, unknown); i >= 0 {
		return violated(Events, "%q tells seat %d of %s", e.Kind, viewer, seen.Secret[i])
	}
	return nil
}
