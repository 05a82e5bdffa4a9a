package promise

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"carteado/engine"
	"carteado/engine/bot"
)

// secrets changes, for each viewer, the cards the viewer cannot know, and checks
// that the viewer cannot tell.
func (w *walk) secrets() error {
	moves := w.probe()
	stored, err := storedMatch(w.match, w.Seed, w.data)
	if err != nil {
		return err
	}
	for viewer := engine.Spectator; int(viewer) < w.Seats; viewer++ {
		other, err := w.otherwise(viewer, stored)
		if err != nil {
			return err
		}
		if other == nil {
			continue
		}
		if why := w.compare(w.match, other, viewer); why != "" {
			return breach(Views, "with other hidden cards, for seat %d %s", viewer, why)
		}
		if viewer == engine.Spectator {
			continue
		}
		if err := sameAnswers(w.match, other, viewer, moves); err != nil {
			return err
		}
		if !slices.Contains(w.match.ToMove(), viewer) {
			continue
		}
		for _, player := range []bot.Player{bot.Random{}, bot.For(w.Game, bot.Steady)} {
			a, b, again := player.Choose(w.seen(w.match, viewer)), player.Choose(w.seen(other, viewer)), player.Choose(w.seen(w.match, viewer))
			if a != b || a != again {
				return breach(Bots, "%T on seat %d plays %q, with other hidden cards %q, asked again %q", player, viewer, a, b, again)
			}
		}
	}
	return nil
}

// otherwise is the match with other cards where a viewer cannot look: under other
// names, or where cards are equal, in other places. It is nil where nothing is
// hidden.
func (w *walk) otherwise(viewer engine.Seat, stored stored) (*engine.Match, error) {
	if w.witness.equal {
		_, over := w.match.Round().Result()
		if want := w.witness.shuffled(viewer, w.match.Round().Cards(), over, w.chance); want != nil {
			return stored.rearranged(want)
		}
		return nil, nil
	}
	if to, some := w.witness.relabelling(w.witness.known[at(viewer)], w.chance); some {
		return stored.relabelled(to)
	}
	return nil, nil
}

// compare says what is different for a viewer between two matches; nothing, if
// the viewer cannot tell them apart. Views are compared deeply, with all that
// they hold: what is equal so is equal as JSON and on every page.
func (w *walk) compare(m, other *engine.Match, viewer engine.Seat) string {
	a, b := m.View(viewer), other.View(viewer)
	if !sameView(a, b) {
		return differ("view", a, b)
	}
	moves, others := m.Legal(viewer, nil), other.Legal(viewer, nil)
	if !slices.Equal(moves, others) {
		return differ("list of moves", moves, others)
	}
	if w.Render != nil {
		if x, y := w.Render(a, moves), w.Render(b, others); !bytes.Equal(x, y) {
			return fmt.Sprintf("the page is\n%s\nand\n%s", x, y)
		}
	}
	return compareRest(m.Round(), other.Round(), viewer)
}

func sameView(a, b engine.MatchView) bool {
	same := maps.Equal(a.Options, b.Options)
	a.Options, b.Options = nil, nil // a map is dear to reflect on
	return same && reflect.DeepEqual(a, b)
}

// compareRounds is compare for bare rounds.
func compareRounds(r, other engine.Round, viewer engine.Seat) string {
	if a, b := r.View(viewer), other.View(viewer); !reflect.DeepEqual(a, b) {
		return differ("view", a, b)
	}
	if a, b := r.Legal(viewer, nil), other.Legal(viewer, nil); !slices.Equal(a, b) {
		return differ("list of moves", a, b)
	}
	return compareRest(r, other, viewer)
}

// compareRest looks at who is waited for and at the automatic move.
func compareRest(r, other engine.Round, viewer engine.Seat) string {
	if a, b := r.ToMove(), other.ToMove(); !slices.Equal(a, b) {
		return differ("list of seats to move", a, b)
	}
	if a, b := auto(r, viewer), auto(other, viewer); a != b {
		return differ("automatic move", a, b)
	}
	return ""
}

// differ shows where two values part: as JSON, or in Go where that is the same.
func differ(what string, a, b any) string {
	x, y := marshal(a), marshal(b)
	if bytes.Equal(x, y) {
		x, y = fmt.Appendf(nil, "%#v", a), fmt.Appendf(nil, "%#v", b)
	}
	at := 0
	for at < min(len(x), len(y)) && x[at] == y[at] {
		at++
	}
	const around = 120
	from := max(0, at-around)
	return fmt.Sprintf("the %s is\n%s, and\n%s", what, x[from:min(len(x), at+around)], y[from:min(len(y), at+around)])
}

// auto is the move made for an absent player, if the game knows one.
func auto(r engine.Round, s engine.Seat) engine.Move {
	if absent, ok := r.(engine.Absent); ok && slices.Contains(r.ToMove(), s) {
		return absent.Auto(s)
	}
	return engine.Move{}
}

// sameAnswers tries moves of a viewer in two matches: what the viewer learns is
// that a move is accepted, or the rule it breaks with its numbers.
func sameAnswers(m, other *engine.Match, viewer engine.Seat, moves []engine.Move) error {
	one, two := m.Clone(), other.Clone()
	for _, move := range moves {
		_, a := one.Play(viewer, move)
		_, b := two.Play(viewer, move)
		if x, y := answer(a), answer(b); x.Rule != y.Rule || !maps.Equal(x.Args, y.Args) {
			return breach(Views, "seat %d tries %q: %v, with other hidden cards: %v", viewer, move, a, b)
		}
		if a == nil || b == nil {
			one, two = m.Clone(), other.Clone()
		}
	}
	return nil
}

// answer is a refusal with all that it tells; what is no refusal by a rule goes
// by its text.
func answer(err error) engine.Illegal {
	if illegal, ok := errors.AsType[*engine.Illegal](err); ok {
		return *illegal
	}
	return engine.Illegal{Rule: fmt.Sprint(err)}
}
