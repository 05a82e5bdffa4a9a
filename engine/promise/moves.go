package promise

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"carteado/engine"
	"carteado/engine/card"
)

// probes is how many unlisted moves a seat tries in a position.
const probes = 12

// moves checks the lists of moves of all seats.
func (w *walk) moves() error {
	for _, s := range w.match.ToMove() {
		moves := w.match.Legal(s, nil)
		if again := w.match.Clone().Legal(s, moves[:0:0]); !slices.Equal(moves, again) {
			return breach(Moves, "of seat %d are %v, and of a copy %v", s, moves, again)
		}
		if appended := w.match.Legal(s, []engine.Move{{Verb: "first"}}); len(appended) != len(moves)+1 || appended[0].Verb != "first" {
			return breach(Moves, "of seat %d are not appended: %v", s, appended)
		}
		if err := w.list(s, moves); err != nil {
			return err
		}
		if m := auto(w.match.Round(), s); !w.match.Between() && m != (engine.Move{}) && !slices.Contains(moves, m) {
			return breach(Moves, "the automatic move %q of seat %d is not listed", m, s)
		}
	}
	if after := marshal(w.match); !bytes.Equal(w.data, after) {
		return breach(Refusals, "asking for moves or playing on a copy changed\n%s to\n%s", w.data, after)
	}
	return nil
}

// list checks one list of moves.
func (w *walk) list(s engine.Seat, moves []engine.Move) error {
	var verbs []string
	numbers := make([]int, len(moves))
	for i, m := range moves {
		n, known := w.number[m]
		if !known {
			n = len(w.asked)
			w.number[m], w.asked = n, append(w.asked, m)
		}
		numbers[i] = n
		for _, earlier := range numbers[:i] {
			w.order[[2]int{earlier, n}] = true
			switch {
			case earlier == n:
				return breach(Moves, "%q is listed twice", m)
			case w.order[[2]int{n, earlier}]:
				return breach(Moves, "%q stands now before, now behind %q", m, w.asked[earlier])
			}
		}
		if n := len(verbs); n == 0 || verbs[n-1] != m.Verb {
			if slices.Contains(verbs, m.Verb) {
				return breach(Moves, "%s stands in two places of %v", m.Verb, moves)
			}
			verbs = append(verbs, m.Verb)
		}
		if back, err := engine.ParseMove(m.String()); err != nil || back != m {
			return breach(Moves, "%q is read as %q: %v", m, back, err)
		}
		if _, err := w.match.Clone().Play(s, m); err != nil {
			return breach(Moves, "%q is listed for seat %d and refused: %v", m, s, err)
		}
	}
	return nil
}

// probe picks moves to be refused: such as were listed at other times or for
// other seats, and some that never can be. One's own moves with a card that
// somebody else holds are the interesting ones.
func (w *walk) probe() []engine.Move {
	moves := []engine.Move{
		{}, {Verb: "fly"}, {Verb: engine.VerbNext}, engine.NewMove("discard"), engine.NewMove("discard", card.Unknown), engine.NewMove("discard", card.Number(9)),
	}
	for range min(probes, len(w.asked)) {
		m := w.asked[w.chance.Below(len(w.asked))]
		if m.Card() != card.Unknown && w.chance.Below(2) == 0 {
			m = relabelMove(m, map[card.Card]card.Card{m.Card(): w.anyCard()})
		}
		moves = append(moves, m)
	}
	return moves
}

func (w *walk) anyCard() card.Card {
	var all []card.Card
	for c := card.Card(1); c <= card.Reverse; c++ {
		if w.witness.pack[c] > 0 {
			all = append(all, c)
		}
	}
	return all[w.chance.Below(len(all))]
}

// refusals tries what is not listed, in the match and in the bare round.
func (w *walk) refusals() error {
	type player interface {
		Play(engine.Seat, engine.Move) ([]engine.Event, error)
		Legal(engine.Seat, []engine.Move) []engine.Move
		ToMove() []engine.Seat
	}
	moves := w.probe()
	for _, p := range []player{w.match.Clone(), w.match.Round().Clone()} {
		before := marshal(p)
		for s := engine.Spectator; int(s) < w.Seats; s++ {
			listed := p.Legal(s, nil)
			toMove := slices.Contains(p.ToMove(), s)
			for _, m := range moves {
				if slices.ContainsFunc(listed, func(l engine.Move) bool { return l == m || w.Checker.same(l, m) }) {
					continue
				}
				events, err := p.Play(s, m)
				var illegal *engine.Illegal
				switch {
				case err == nil && !toMove:
					return breach(OutOfTurn, "seat %d may %q", s, m)
				case err == nil:
					return breach(Refusals, "%q is not listed for seat %d and is accepted", m, s)
				case !errors.As(err, &illegal) || illegal.Rule == "" || len(events) > 0:
					return breach(Refusals, "%q of seat %d is refused by no rule: %v, events %v", m, s, err, events)
				}
			}
		}
		if after := marshal(p); !bytes.Equal(before, after) {
			return breach(Refusals, "refused moves, among %v, changed\n%s to\n%s", moves, before, after)
		}
	}
	return nil
}

// marshal is for what must be storable.
func marshal(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Append(nil, err)
	}
	return data
}

func difference(want, got tally) (text string) {
	for c := card.Card(1); c <= card.Reverse; c++ {
		if want[c] != got[c] {
			text += fmt.Sprintf("%s is there %d times instead of %d; ", c, got[c], want[c])
		}
	}
	return text
}
