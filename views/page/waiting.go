package page

import (
	"context"

	"carteado/views/i18n"
	"carteado/views/layout"
)

func (p WaitingProps) name(ctx context.Context) string {
	return i18n.T(ctx, "waiting.name", "table", p.Table, "game", i18n.T(ctx, "game."+p.Game.Key))
}

func (p WaitingProps) title(ctx context.Context) string {
	return p.name(ctx) + " · " + p.status(ctx)
}

// terms are how many play, and to what.
func (p WaitingProps) terms(ctx context.Context) string {
	return i18n.T(ctx, "waiting.seats", "n", len(p.Seats)) + " · " + p.Goal.Text(ctx)
}

func (p WaitingProps) free() int {
	n := 0
	for _, s := range p.Seats {
		if s.Person.Free() {
			n++
		}
	}
	return n
}

// startable is with how many the match can begin although seats are free, 0 when
// it cannot.
func (p WaitingProps) startable() int {
	if n := len(p.Seats) - p.free(); p.free() > 0 && n >= p.Game.MinSeats {
		return n
	}
	return 0
}

func (p WaitingProps) status(ctx context.Context) string {
	if p.Closed {
		return i18n.T(ctx, "waiting.closed")
	}
	return i18n.T(ctx, "waiting.missing", "n", p.free())
}

// mayJoin reports that a free seat is open to all or kept for the reader.
func (p WaitingProps) mayJoin(ctx context.Context) bool {
	reader := layout.From(ctx).Player
	for _, s := range p.Seats {
		if s.Person.Free() && (s.Invited == nil || reader != nil && s.Invited.ID == reader.ID) {
			return true
		}
	}
	return false
}
