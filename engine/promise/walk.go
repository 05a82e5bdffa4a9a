package promise

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"carteado/engine"
	"carteado/engine/bot"
)

// A walk is a match on its way.
type walk struct {
	Checker
	Case
	match   *engine.Match
	dice    engine.Chance // for who moves
	players []bot.Player  // by seat
	seeds   []engine.Seed // of the players
	made    []Made
	begun   int           // version in which the round was dealt
	listing []engine.Move // room for a list
	pack    tally         // of the round

	// Under All.
	data    []byte        // the match, stored, when it is looked at closely
	twin    *engine.Match // was stored and loaded on the way
	chance  engine.Chance // for what is looked at, new in every position
	witness *witness
	events  map[engine.Seat][]engine.Event // as seen by each viewer
	asked   []engine.Move                  // moves that were listed at some time
	number  map[engine.Move]int            // of a move among them
	order   map[[2]int]bool                // first before second in some list
}

func (c Checker) newWalk(from Case, m *engine.Match) *walk {
	w := &walk{
		Checker: c, Case: from, match: m, dice: engine.NewChance(from.Seed.Derive("walk", 0)),
		players: from.Bots, events: map[engine.Seat][]engine.Event{},
	}
	for s := range from.Seats {
		w.seeds = append(w.seeds, from.Seed.Derive("player", s))
		if from.Bots == nil && from.Players == ByChance {
			w.players = append(w.players, bot.Random{})
		} else if from.Bots == nil {
			w.players = append(w.players, bot.For(c.Game, bot.Steady))
		}
	}
	return w
}

// begin looks at the piles of a new round.
func (w *walk) begin() {
	w.begun = w.match.Version()
	if w.Checks != Off {
		w.pack = whole(w.match.Round().Cards())
	}
	if w.Checks == All {
		w.witness = newWitness(w.Seats, w.match.Round().Cards())
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
	if w.Checks == All {
		w.number, w.order = map[engine.Move]int{}, map[[2]int]bool{}
		w.witness.observe(w.match.Round().Cards(), false)
	}
	for {
		if err := w.look(); err != nil {
			return err
		}
		_, over := w.match.Outcome()
		switch {
		case over || w.Rounds > 0 && w.match.Between() && w.match.Number() >= w.Rounds:
			return nil
		case w.match.Version()-w.begun > w.longest():
			return breach(Ends, "the round goes on after %d moves", w.longest())
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
	// What is looked at follows from the position's number, so that a script shows
	// what was found when the match was played.
	w.chance = engine.NewChance(w.Seed.Derive("look", w.match.Version()))
	close := w.match.Version() == w.begun || w.chance.Below(max(w.Every, 1)) == 0
	checks := []func() error{w.cards, w.turns}
	if close {
		checks = append(checks, w.store, w.moves, w.refusals, w.reloaded, w.prints, w.secrets)
	}
	for _, check := range checks {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// next is the move that is made next.
func (w *walk) next() (engine.Seat, engine.Move) {
	if w.Script != nil {
		next := w.Script[len(w.made)]
		return next.Seat, next.Move
	}
	if w.Leaves > 0 && w.Seats > 2 && w.match.Version() == w.Leaves {
		return engine.Seat(w.dice.Below(w.Seats)), engine.Move{Verb: engine.VerbLeave} // in turn or not
	}
	seats := w.match.ToMove()
	s := seats[0]
	if len(seats) > 1 {
		s = seats[w.dice.Below(len(seats))]
	}
	if w.match.HasLeft(s) {
		return s, w.match.Auto(s)
	}
	player := w.players[s]
	if w.Players == ByBoth && w.dice.Below(2) == 0 {
		player = bot.Random{}
	}
	return s, player.Choose(w.sight(player, s))
}

// sight is all that a player knows. One who plays at random looks at nothing, and
// is shown nothing, because views take time.
func (w *walk) sight(player bot.Player, s engine.Seat) bot.Sight {
	w.listing = w.match.Legal(s, w.listing[:0])
	if player == (bot.Random{}) {
		return bot.Sight{View: engine.MatchView{Version: w.match.Version()}, Legal: w.listing, Seed: w.seeds[s]}
	}
	return w.seen(w.match, s)
}

func (w *walk) seen(m *engine.Match, s engine.Seat) bot.Sight {
	return bot.Sight{View: m.View(s), Events: w.events[s], Legal: m.Legal(s, nil), Seed: w.seeds[s]}
}

// step makes the next move.
func (w *walk) step() error {
	s, move := w.next()
	number := w.match.Number()
	w.made = append(w.made, Made{s, move})
	events, err := w.match.Play(s, move)
	if err != nil {
		return breach(Moves, "%q is listed for seat %d and refused: %v", move, s, err)
	}
	if w.match.Number() != number {
		w.begin()
	}
	if w.Checks == All {
		return w.follow(s, move, events)
	}
	for viewer, player := range w.players {
		if player != (bot.Random{}) {
			w.tell(engine.Seat(viewer), events)
		}
	}
	return nil
}

// tell notes what a viewer saw of events.
func (w *walk) tell(viewer engine.Seat, events []engine.Event) {
	for _, e := range events {
		if e, saw := e.For(viewer); saw {
			w.events[viewer] = append(w.events[viewer], e)
		}
	}
}

// follow makes a move in the twin and looks at what it told to whom.
func (w *walk) follow(s engine.Seat, move engine.Move, events []engine.Event) error {
	again, err := w.twin.Play(s, move)
	if err != nil {
		return breach(Reload, "seat %d may not %q after reloading: %v", s, move, err)
	}
	if !bytes.Equal(marshal(events), marshal(again)) {
		return breach(Reload, "events %s, after reloading %s", marshal(events), marshal(again))
	}
	_, over := w.match.Round().Result()
	w.witness.observe(w.match.Round().Cards(), over)
	for viewer := engine.Spectator; int(viewer) < w.Seats; viewer++ {
		w.tell(viewer, events)
		for _, e := range events {
			if e, saw := e.For(viewer); saw {
				if err := w.named(viewer, e); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// named checks that an event tells a viewer only of cards the viewer has seen. Of
// equal cards nearly every name was seen: there the courses of play tell.
func (w *walk) named(viewer engine.Seat, e engine.Event) error {
	if w.witness.equal {
		return nil
	}
	cards := slices.Clone(e.Secret)
	for _, word := range e.Cards {
		cards = append(cards, word.Card)
	}
	for _, c := range cards {
		if w.witness.pack[c] > 0 && !w.witness.ever[viewer][c] {
			return breach(Events, "%q tells seat %d of %s", e.Kind, viewer, c)
		}
	}
	return nil
}
