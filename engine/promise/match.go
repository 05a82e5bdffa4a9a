package promise

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"

	"carteado/engine"
	"carteado/engine/bot"
)

// A Checker says what is checked beside a game's own code.
type Checker struct {
	Game engine.Game
	// Render is the page, or part of one, that a viewer gets: it must not
	// depend on hidden cards either. Optional.
	Render func(engine.MatchView, []engine.Move) []byte
	// Same reports that a move which is not listed is the same choice as one
	// that is. Optional: without it only listed moves may be accepted.
	Same func(listed, unlisted engine.Move) bool
	// Longest is more moves than any round has, by default 2000.
	Longest int
}

// A Case is one match: the same case is the same match.
type Case struct {
	Seats   int
	Options engine.Options
	Seed    engine.Seed // of the deals, of the players and of what is looked at
	Players Players
	Rounds  int // at most so many
	Every   int // one in so many positions is looked at closely
	Leaves  int // where more than two play, somebody leaves after so many moves; 0: nobody
}

// Players says who plays a case.
type Players int

// The sorts of players.
const (
	ByChance Players = iota // at random
	ByBots                  // by the game's best bot
	ByBoth                  // each move by one or the other
)

func (c Checker) longest() int {
	if c.Longest > 0 {
		return c.Longest
	}
	return 2000
}

// Match plays a match and returns the first *Breach it finds.
func (c Checker) Match(from Case) error {
	m, err := engine.NewMatch(c.Game, from.Seats, from.Options, from.Seed)
	if err != nil {
		return fmt.Errorf("%+v: %w", from, err)
	}
	w := &walk{
		Checker: c, Case: from, match: m, chance: engine.NewChance(from.Seed.Derive("walk", 0)),
		witness: newWitness(from.Seats, m.Round().Cards()), events: map[engine.Seat][]engine.Event{},
		asked: map[engine.Move]bool{}, order: map[[2]engine.Move]bool{}, begun: 0,
	}
	w.witness.observe(m.Round().Cards(), false)
	if w.twin, err = w.reload(m); err == nil {
		err = w.run()
	}
	var b *Breach
	if errors.As(err, &b) {
		b.Where = w.where()
	}
	return err
}

// A walk is a match on its way.
type walk struct {
	Checker
	Case
	match, twin *engine.Match // the twin was stored and loaded on the way
	chance      engine.Chance
	witness     *witness
	events      map[engine.Seat][]engine.Event // as seen by each viewer
	asked       map[engine.Move]bool           // moves that were listed at some time
	order       map[[2]engine.Move]bool        // first before second in some list
	begun       int                            // version in which the round was dealt
	last        string                         // seat and move made last
}

func (w *walk) where() string {
	return fmt.Sprintf("%s, %d seats, %v, seed %s, players %d, version %d, round %d, last move %q",
		w.Game.Info().Key, w.Seats, w.Options, w.Seed.Hex(), w.Players, w.match.Version(), w.match.Number(), w.last)
}

func (w *walk) run() error {
	for {
		close := w.match.Version() == w.begun || w.chance.Below(max(w.Every, 1)) == 0
		if err := w.look(close); err != nil {
			return err
		}
		_, over := w.match.Outcome()
		if over || w.match.Between() && w.match.Number() >= w.Rounds {
			return nil
		}
		if w.match.Version()-w.begun > w.longest() {
			return breach(Ends, "the round goes on after %d moves", w.longest())
		}
		if err := w.step(); err != nil {
			return err
		}
	}
}

// look checks one position, closely or at a glance.
func (w *walk) look(close bool) error {
	checks := []func() error{w.cards, w.turns}
	if close {
		checks = append(checks, w.moves, w.refusals, w.reloaded, w.prints, w.secrets)
	}
	for _, check := range checks {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// step makes the next move in the match and in its twin.
func (w *walk) step() error {
	seats := w.match.ToMove()
	s := seats[w.chance.Below(len(seats))]
	var move engine.Move
	switch {
	case w.Leaves > 0 && w.Seats > 2 && w.match.Version() == w.Leaves:
		s = engine.Seat(w.chance.Below(w.Seats)) // in turn or not
		move = engine.Move{Verb: engine.VerbLeave}
	case w.match.HasLeft(s):
		move = w.match.Auto(s)
	default:
		move = w.player().Choose(w.sight(w.match, s))
	}
	w.last = fmt.Sprintf("%d %s", s, move)
	number := w.match.Number()
	events, err := w.match.Play(s, move)
	if err != nil {
		return breach(Moves, "%q is listed for seat %d and refused: %v", move, s, err)
	}
	again, err := w.twin.Play(s, move)
	if err != nil {
		return breach(Reload, "seat %d may not %q after reloading: %v", s, move, err)
	}
	if !bytes.Equal(marshal(events), marshal(again)) {
		return breach(Reload, "events %s, after reloading %s", marshal(events), marshal(again))
	}
	if w.match.Number() != number {
		w.witness = newWitness(w.Seats, w.match.Round().Cards())
		w.begun = w.match.Version()
	}
	_, over := w.match.Round().Result()
	w.witness.observe(w.match.Round().Cards(), over)
	for viewer := range w.witness.known {
		for _, e := range events {
			if e, saw := e.For(viewer); saw {
				w.events[viewer] = append(w.events[viewer], e)
				if err := w.named(viewer, e); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// named checks that an event tells a viewer only of cards the viewer has seen.
func (w *walk) named(viewer engine.Seat, e engine.Event) error {
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

func (w *walk) player() bot.Player {
	best := bot.For(w.Game, bot.Steady)
	switch w.Players {
	case ByChance:
		return bot.Random{}
	case ByBoth:
		return []bot.Player{bot.Random{}, best}[w.chance.Below(2)]
	}
	return best
}

func (w *walk) sight(m *engine.Match, s engine.Seat) bot.Sight {
	return bot.Sight{View: m.View(s), Events: w.events[s], Legal: m.Legal(s, nil), Seed: w.Seed.Derive("player", int(s))}
}

func (w *walk) cards() error {
	if now := count(w.match.Round().Cards()); !maps.Equal(now, w.witness.pack) {
		return breach(Cards, "%s", difference(w.witness.pack, now))
	}
	return nil
}

// turns checks who is to move, and that nobody else has moves.
func (w *walk) turns() error {
	seats := w.match.ToMove()
	if !slices.IsSorted(seats) || len(slices.Compact(slices.Clone(seats))) != len(seats) {
		return breach(Turns, "to move are %v", seats)
	}
	for s := engine.Spectator; int(s) < w.Seats; s++ {
		if moves := w.match.Legal(s, nil); (len(moves) > 0) != slices.Contains(seats, s) {
			return breach(Turns, "to move are %v, and seat %d has the moves %v", seats, s, moves)
		}
	}
	result, over := w.match.Round().Result()
	if over != (len(w.match.Round().ToMove()) == 0) {
		return breach(Turns, "over is %v, and to move are %v", over, w.match.Round().ToMove())
	}
	valid := func(s engine.Seat) bool { return s >= engine.Spectator && int(s) < w.Seats }
	if over && (result.How == "" || len(result.Points) != w.Seats ||
		!valid(result.By) || !valid(result.Winner) || !valid(result.Loser) || result.Wins && result.By < 0) {
		return breach(Turns, "result %+v of %d seats", result, w.Seats)
	}
	if outcome, over := w.match.Outcome(); over {
		for s, place := range outcome.Placing {
			if w.match.HasLeft(engine.Seat(s)) && place == 1 {
				return breach(Turns, "seat %d has left, and places are %v", s, outcome.Placing)
			}
		}
	}
	return nil
}

// reload stores a match and loads it.
func (w *walk) reload(m *engine.Match) (*engine.Match, error) {
	data, err := json.Marshal(m)
	if err != nil {
		return nil, breach(Reload, "store: %v", err)
	}
	loaded, err := engine.LoadMatch(w.Game, w.Seed, data)
	if err != nil {
		return nil, breach(Reload, "load: %v", err)
	}
	return loaded, w.same(m, loaded)
}

// reloaded checks that the match is the one that was stored some moves ago and
// played on, and stores it again.
func (w *walk) reloaded() (err error) {
	if err := w.same(w.match, w.twin); err != nil {
		return err
	}
	w.twin, err = w.reload(w.match)
	return err
}

// same checks that two matches cannot be told apart.
func (w *walk) same(m, twin *engine.Match) error {
	if a, b := marshal(m), marshal(twin); !bytes.Equal(a, b) {
		return breach(Reload, "stored\n%s, after reloading\n%s", a, b)
	}
	if a, b := marshal(m.Round().Cards()), marshal(twin.Round().Cards()); !bytes.Equal(a, b) {
		return breach(Reload, "cards\n%s, after reloading\n%s", a, b)
	}
	for s := engine.Spectator; int(s) < w.Seats; s++ {
		if why := w.compare(m, twin, s); why != "" {
			return breach(Reload, "after reloading, for seat %d %s", s, why)
		}
	}
	return nil
}

// prints checks that a round comes out of fmt and slog as what it hides.
func (w *walk) prints() error {
	r := w.match.Round()
	var out bytes.Buffer
	fmt.Fprintf(&out, "%v %+v %#v %s %d %x", r, r, r, r, r, r)
	plain := slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == "round" {
			return a
		}
		return slog.Attr{}
	}}
	slog.New(slog.NewTextHandler(&out, &plain)).Info("", "round", r)
	slog.New(slog.NewJSONHandler(&out, &plain)).Info("", "round", r)
	const want = `[hidden] [hidden] [hidden] [hidden] [hidden] [hidden]round=[hidden]` + "\n" + `{"round":"[hidden]"}` + "\n"
	if out.String() != want {
		return breach(Prints, "a round prints as %.200q", out.String())
	}
	return nil
}
