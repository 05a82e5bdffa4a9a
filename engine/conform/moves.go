package conform

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/knowledge"
)

// probes is how many unlisted moves a seat tries in a closer look.
const probes = 12

// tried checks, on copies, that every listed move is accepted, and that others are
// refused and leave no trace.
func (w *walk) tried() error {
	r := w.match.Round()
	w.still = r.CopyInto(w.still)
	mover := engine.Nobody
	w.listing = w.listing[:0]
	for _, s := range r.ToMove() {
		mover = s
		w.listing = r.Legal(s, w.listing[:0])
		for i := range w.listing {
			w.trial = r.CopyInto(w.trial)
			if rule := w.trial.Breaks(s, &w.listing[i]); rule != "" {
				return violated(Moves, "%q is listed for seat %d and refused: %s", w.listing[i], s, rule)
			}
			w.trial.Make(s, &w.listing[i], nil)
		}
	}
	w.trial = r.CopyInto(w.trial)
	if err := w.refused(w.trial, mover); err != nil {
		return err
	}
	if !r.Is(w.still) {
		return violated(Refusals, "asking for moves or playing on a copy changed the round to\n%s", marshal(r))
	}
	if !w.trial.Is(w.still) {
		return violated(Refusals, "refused moves changed\n%s to\n%s", marshal(r), marshal(w.trial))
	}
	w.remember()
	return nil
}

// remember keeps one of the moves that are listed now, to be tried later.
func (w *walk) remember() {
	const most = 64
	if len(w.listing) == 0 {
		return
	}
	m := w.listing[w.below(len(w.listing))]
	if len(w.asked) < most {
		w.asked = append(w.asked, m)
	} else {
		w.asked[w.below(most)] = m
	}
}

// earlier is a move that was listed before.
func (w *walk) earlier() *engine.Move {
	if len(w.asked) == 0 {
		return &engine.Move{}
	}
	return &w.asked[w.below(len(w.asked))]
}

// refused tries a few moves that are not listed: moves that were listed before, with
// their cards or others, and the mover's moves for a seat that is not to move.
func (w *walk) refused(r engine.Round, mover engine.Seat) error {
	for s := engine.Spectator; int(s) < w.Seats; s++ {
		w.another = *w.earlier()
		w.rename(&w.another)
		moves := [...]*engine.Move{w.earlier(), &w.another, w.earlier()}
		var listed []engine.Move
		switch {
		case s == mover && s != engine.Nobody:
			listed = w.listing
		case slices.Contains(r.ToMove(), s):
			continue // where several may move, one of them is enough
		case len(w.listing) > 0:
			moves[0] = &w.listing[w.below(len(w.listing))]
		}
		for _, m := range moves {
			if r.Breaks(s, m) == "" && !w.among(listed, m) {
				return accepted(s, m, !slices.Contains(r.ToMove(), s))
			}
		}
	}
	return nil
}

// among reports that a move is listed, or is the same choice as one that is.
func (w *walk) among(listed []engine.Move, m *engine.Move) bool {
	for i := range listed {
		if listed[i].Verb == m.Verb && (listed[i].Is(m) || w.Checker.same(listed[i], *m)) {
			return true
		}
	}
	return false
}

func accepted(s engine.Seat, m *engine.Move, outOfTurn bool) error {
	if outOfTurn {
		return violated(OutOfTurn, "seat %d may %q", s, *m)
	}
	return violated(Refusals, "%q is not listed for seat %d and is accepted", *m, s)
}

// A player takes moves: a match, or a bare round.
type player interface {
	Play(engine.Seat, engine.Move) ([]engine.Event, error)
	Legal(engine.Seat, []engine.Move) []engine.Move
	ToMove() []engine.Seat
}

// A bare round takes moves as a match does.
type bare struct{ engine.Round }

func (b bare) Play(s engine.Seat, m engine.Move) ([]engine.Event, error) {
	return engine.Play(b.Round, s, m)
}

// refuses checks that a move which is not listed is refused by a rule.
func (w *walk) refuses(p player, s engine.Seat, m *engine.Move, listed []engine.Move) error {
	if w.among(listed, m) {
		return nil
	}
	outOfTurn := !slices.Contains(p.ToMove(), s)
	events, err := p.Play(s, *m)
	illegal, byRule := errors.AsType[*engine.Illegal](err)
	switch {
	case err == nil:
		return accepted(s, m, outOfTurn)
	case !byRule || illegal.Rule == "" || len(events) > 0:
		return violated(Refusals, "%q of seat %d is refused by no rule: %v, events %v", *m, s, err, events)
	}
	return nil
}

// moves checks the lists of moves of all seats.
func (w *walk) moves() error {
	for _, s := range w.match.ToMove() {
		moves := w.match.Legal(s, nil)
		if again := w.match.Clone().Legal(s, moves[:0:0]); !slices.Equal(moves, again) {
			return violated(Moves, "of seat %d are %v, and of a copy %v", s, moves, again)
		}
		if appended := w.match.Legal(s, []engine.Move{{Verb: "first"}}); len(appended) != len(moves)+1 ||
			appended[0].Verb != "first" {
			return violated(Moves, "of seat %d are not appended: %v", s, appended)
		}
		if err := w.list(s, moves); err != nil {
			return err
		}
		if m := auto(w.match.Round(), s); !w.match.Between() && m != (engine.Move{}) && !slices.Contains(moves, m) {
			return violated(Moves, "the automatic move %q of seat %d is not listed", m, s)
		}
	}
	return nil
}

// numbers are a set, a bit for each.
type numbers []uint64

func (b numbers) has(n int) bool { return n/64 < len(b) && b[n/64]>>(n%64)&1 != 0 }

// with adds others and returns all of them.
func (b numbers) with(others numbers) numbers {
	for len(b) < len(others) {
		b = append(b, 0)
	}
	for i, word := range others {
		b[i] |= word
	}
	return b
}

// list checks one list of moves.
func (w *walk) list(s engine.Seat, moves []engine.Move) error {
	var verbs []string
	order := make([]int, len(moves))
	earlier := make(numbers, (len(w.listed)+len(moves))/64+1)
	for i, m := range moves {
		n, known := w.number[m]
		if !known {
			n = len(w.listed)
			w.number[m], w.listed, w.before = n, append(w.listed, m), append(w.before, nil)
			if back, err := engine.ParseMove(m.String()); err != nil || back != m {
				return violated(Moves, "%q is read as %q: %v", m, back, err)
			}
		}
		if earlier.has(n) {
			return violated(Moves, "%q is listed twice", m)
		}
		for _, e := range order[:i] {
			if w.before[e].has(n) {
				return violated(Moves, "%q stands now before, now behind %q", w.listed[e], m)
			}
		}
		w.before[n] = w.before[n].with(earlier)
		order[i] = n
		earlier[n/64] |= 1 << (n % 64)
		if n := len(verbs); n == 0 || verbs[n-1] != m.Verb {
			if slices.Contains(verbs, m.Verb) {
				return violated(Moves, "%s stands in two places of %v", m.Verb, moves)
			}
			verbs = append(verbs, m.Verb)
		}
		if _, err := w.match.Clone().Play(s, m); err != nil {
			return violated(Moves, "%q is listed for seat %d and refused: %v", m, s, err)
		}
	}
	return nil
}

// probe picks moves that may have to be refused: moves that were listed at other times
// or for other seats, and some that are never possible. A seat's own move with a card
// that another seat holds tells most.
func (w *walk) probe() []engine.Move {
	moves := []engine.Move{
		{}, {Verb: "fly"}, {Verb: engine.VerbNext}, engine.NewMove("discard"), engine.NewMove("discard", card.Unknown),
		engine.NewMove("discard", card.Number(9)),
	}
	for range min(probes, len(w.listed)) {
		m := w.listed[w.below(len(w.listed))]
		if w.below(2) == 0 {
			w.rename(&m)
		}
		moves = append(moves, m)
	}
	return moves
}

// rename gives a move any other card of the pack for its first.
func (w *walk) rename(m *engine.Move) {
	first := m.Card()
	if first == card.Unknown {
		return
	}
	other := w.names[w.below(len(w.names))]
	for i, word := range m.Words() {
		if word.Card == first {
			m.Words()[i].Card = other
		}
	}
}

// refusals tries what is not listed, in the match and in the bare round.
func (w *walk) refusals() error {
	moves := w.probe()
	match, round := w.match.Clone(), engine.Clone(w.match.Round())
	for _, p := range []player{match, bare{round}} {
		for s := engine.Spectator; int(s) < w.Seats; s++ {
			listed := p.Legal(s, nil)
			for i := range moves {
				if err := w.refuses(p, s, &moves[i], listed); err != nil {
					return err
				}
			}
		}
	}
	w.still = w.match.Round().CopyInto(w.still)
	if !round.Is(w.still) {
		return violated(Refusals, "refused moves, among %v, changed\n%s to\n%s", moves, marshal(w.match.Round()),
			marshal(round))
	}
	if after := storedAs(match); !bytes.Equal(w.data, after) {
		return violated(Refusals, "refused moves, among %v, changed\n%s to\n%s", moves, w.data, after)
	}
	if after := storedAs(w.match); !bytes.Equal(w.data, after) {
		return violated(Refusals, "asking for moves or playing on a copy changed\n%s to\n%s", w.data, after)
	}
	return nil
}

// storedAs is a match as it is stored, or why it is not.
func storedAs(m *engine.Match) []byte {
	data, err := m.MarshalJSON()
	if err != nil {
		return fmt.Append(nil, err)
	}
	return data
}

// marshal writes what must be storable.
func marshal(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Append(nil, err)
	}
	return data
}

func difference(want, got knowledge.Tally) (text string) {
	for c := card.Card(1); c <= card.Reverse; c++ {
		if want[c] != got[c] {
			text += fmt.Sprintf("%s is there %d times instead of %d; ", c, got[c], want[c])
		}
	}
	return text
}
