package conform

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/knowledge"
)

// secrets changes, for each viewer, the cards the viewer cannot know, and checks
// that the viewer cannot tell.
func (w *walk) secrets() error {
	moves := w.probe()
	stored, err := storedRound(w.match)
	if err != nil {
		return err
	}
	for viewer := engine.Spectator; int(viewer) < w.Seats; viewer++ {
		other, err := w.withOtherSecrets(viewer, stored)
		if err != nil {
			return err
		}
		if other == nil {
			continue
		}
		if why := w.compare(w.match, other, viewer); why != "" {
			return violated(Views, "with other hidden cards, for seat %d %s", viewer, why)
		}
		if w.Render != nil {
			moves := w.match.Legal(viewer, nil)
			if x, y := w.Render(w.match.View(viewer), moves), w.Render(other.View(viewer), moves); !bytes.Equal(x, y) {
				return violated(Views, "with other hidden cards, for seat %d the page is\n%s\nand\n%s", viewer, x, y)
			}
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
		for _, player := range []bot.Player{bot.Random{}, bot.Plain(w.Game)} {
			a, b, again := player.Choose(w.seen(w.match, viewer)), player.Choose(w.seen(other, viewer)),
				player.Choose(w.seen(w.match, viewer))
			if a != b || a != again {
				return violated(Bots, "%T on seat %d plays %q, with other hidden cards %q, asked again %q", player,
					viewer, a, b, again)
			}
		}
	}
	return nil
}

// shared checks that a change to what a view holds does not change the round.
func (w *walk) shared() error {
	for viewer := engine.Spectator; int(viewer) < w.Seats; viewer++ {
		erase(reflect.ValueOf(w.match.Round().View(viewer)))
	}
	if after := storedAs(w.match); !bytes.Equal(w.data, after) {
		return violated(Views, "views share memory with the round: erased, they change\n%s to\n%s", w.data, after)
	}
	return nil
}

// erase clears all that a value points to and shows.
func erase(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			erase(v.Elem())
			v.Elem().SetZero()
		}
	case reflect.Interface:
		erase(v.Elem())
	case reflect.Struct:
		for field, value := range v.Fields() {
			if field.IsExported() {
				erase(value)
			}
		}
	case reflect.Array, reflect.Slice:
		for i := range v.Len() {
			erase(v.Index(i))
		}
		if v.Kind() == reflect.Slice {
			v.Clear()
		}
	case reflect.Map:
		v.Clear()
	}
}

// withOtherSecrets returns the match with other cards where a viewer cannot look: cards get
// other names or, where some are equal, other places. It is nil where nothing is
// hidden.
func (w *walk) withOtherSecrets(viewer engine.Seat, stored stored) (*engine.Match, error) {
	if w.witness.Equal() {
		_, over := w.match.Round().Result()
		if want := w.witness.Rearrange(viewer, w.match.Round().Piles(nil), over, w.chance); want != nil {
			return stored.rearranged(want)
		}
		return nil, nil
	}
	if to, some := knowledge.Rename(w.witness.Pack(), w.witness.Known(viewer), w.chance); some {
		return stored.relabelled(to)
	}
	return nil, nil
}

// compare names a difference that a viewer can see between two matches, "" for none. Views are
// compared deeply, so that equal views are equal as JSON.
func (w *walk) compare(m, other *engine.Match, viewer engine.Seat) string {
	a, b := m.View(viewer), other.View(viewer)
	if !sameView(a, b) {
		return differ("view", a, b)
	}
	moves, others := m.Legal(viewer, nil), other.Legal(viewer, nil)
	if !slices.Equal(moves, others) {
		return differ("list of moves", moves, others)
	}
	return compareRest(m.Round(), other.Round(), viewer)
}

func sameView(a, b engine.MatchView) bool {
	same := maps.Equal(a.Options, b.Options)
	a.Options, b.Options = nil, nil // reflecting on a map is slow
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

// compareRest compares the seats to move and the automatic moves.
func compareRest(r, other engine.Round, viewer engine.Seat) string {
	if a, b := r.ToMove(), other.ToMove(); !slices.Equal(a, b) {
		return differ("list of seats to move", a, b)
	}
	if a, b := auto(r, viewer), auto(other, viewer); a != b {
		return differ("automatic move", a, b)
	}
	return ""
}

// differ prints two different values: as JSON, or in Go where their JSON is equal.
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

// sameAnswers tries moves of a viewer in two matches. Both must answer the same:
// accepted, or the rule that the move breaks, with its numbers.
func sameAnswers(m, other *engine.Match, viewer engine.Seat, moves []engine.Move) error {
	one, two := m.Clone(), other.Clone()
	for _, move := range moves {
		events, a := one.Play(viewer, move)
		_, b := two.Play(viewer, move)
		if x, y := answer(a), answer(b); x.Rule != y.Rule || !maps.Equal(x.Args, y.Args) {
			return violated(Views, "seat %d tries %q: %v, with other hidden cards: %v", viewer, move, a, b)
		}
		if a == nil && one.Undoable(events) && !sameView(one.View(viewer), two.View(viewer)) {
			return violated(Views, "seat %d may take back %q, which shows %s", viewer, move,
				differ("view", one.View(viewer), two.View(viewer)))
		}
		if a == nil || b == nil {
			one, two = m.Clone(), other.Clone()
		}
	}
	return nil
}

// answer is a refusal with all that it tells. Any other error counts by its text.
func answer(err error) engine.Illegal {
	if illegal, ok := errors.AsType[*engine.Illegal](err); ok {
		return *illegal
	}
	return engine.Illegal{Rule: fmt.Sprint(err)}
}
