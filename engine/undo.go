package engine

import "slices"

// Undoable reports that a move which told these events showed the mover nothing that
// was hidden. Nothing else can be taken back.
func (m *Match) Undoable(events []Event) bool {
	kinds := m.game.Info().Undo
	return len(events) > 0 && !slices.ContainsFunc(events, func(e Event) bool {
		return len(e.Secret) > 0 || !slices.Contains(kinds, e.Kind)
	})
}

// Undo takes the last move back, which a seat has made: the match stands again as it
// did before it. That is a move like any other, so the version goes on.
func (m *Match) Undo(s Seat, before *Match) []Event {
	version := m.state.Version + 1
	before.CopyInto(m)
	m.state.Version = version
	m.renew()
	return []Event{{Kind: "undone", Seat: s, Open: true}}
}
