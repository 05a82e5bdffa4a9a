package conform

import (
	"carteado/engine"
	"carteado/engine/knowledge"
)

// A trial is a copy of a round on which moves are tried. Its memory is used again where
// the game can do that, because there are many moves.
type trial struct{ round engine.Round }

// reset copies a round as it is now.
func (t *trial) reset(r engine.Round) { t.round = engine.Copy(r, t.round) }

// make makes a move on the copy, by the quiet path where there is one.
func (t *trial) make(s engine.Seat, m *engine.Move) error {
	if quiet, ok := t.round.(engine.Quiet); ok {
		if rule := quiet.Breaks(s, m); rule != "" {
			return engine.Broken(rule)
		}
		quiet.Make(s, m)
		return nil
	}
	_, err := t.round.Play(s, *m)
	return err
}

// A still is a round as it was, to be compared with later.
type still struct {
	round engine.Round // by the quiet path, where there is one
	text  string       // else stored
}

// take keeps a round as it is now.
func (s *still) take(r engine.Round) {
	if _, ok := r.(engine.Quiet); ok {
		s.round = engine.Copy(r, s.round)
	} else {
		s.text = string(marshal(r))
	}
}

// is reports that a round is still the same. Whether a game knows that of its rounds is seen in
// the closer look, which compares stored rounds.
func (s *still) is(r engine.Round) bool {
	if quiet, ok := r.(engine.Quiet); ok {
		return quiet.Is(s.round)
	}
	return s.text == string(marshal(r))
}

// pilesOf is a copy of the piles of a round, in the room of others.
func pilesOf(r engine.Round, room []engine.Pile) []engine.Pile {
	if quiet, ok := r.(engine.Quiet); ok {
		return quiet.Piles(room)
	}
	return knowledge.CopyPiles(room, r.Cards())
}
