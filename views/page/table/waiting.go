package table

import (
	"context"
	"time"

	"carteado/engine"
	"carteado/views/i18n"
	"carteado/views/layout"
	"carteado/views/part"
	"carteado/views/table"
)

// comesToSit reports that the reader has come for a seat, which is then offered first.
func (p WaitingProps) comesToSit() bool { return !p.Joined && !p.Closed }

func (p WaitingProps) name(ctx context.Context) string {
	return i18n.T(ctx, "waiting.name", "table", p.Table, "game", i18n.T(ctx, "game."+p.Game.Key))
}

func (p WaitingProps) title(ctx context.Context) string {
	return p.name(ctx) + " · " + p.status(ctx)
}

// terms say how many play, and the goal.
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

// startable is the number of players with whom the match can begin although seats
// are free, 0 when it cannot.
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

// WaitingProps is a table before the deal.
type WaitingProps struct {
	Table      int
	At         string
	Game       engine.Info
	Options    engine.Options
	Goal       part.Goal
	Seats      []WaitingSeat
	Joined     bool   // the reader sits here
	Host       bool   // the reader opened it
	Closed     bool   // it was closed before the deal
	Reserved   bool   // it waits for those who were drawn to it: its seats stay theirs
	Held       bool   // it is reserved, and other tables play the same deals: nobody adds to the shuffle
	URL        string // the address to pass on
	Match      int64
	Commitment string // of the first deal's secret
	Fault      string // error key: full, stale …
	Word       string // in the mix, of who was refused
	Occasion   table.Occasion

	Now        time.Time // by the database's clock
	Refreshes  bool      // a browser without a script asks for the page again
	First      bool      // the reader has never played the game; only of a whole page
	Private    bool      // it is for those invited
	Reason     Closing   // why it was closed
	Kept       bool      // its house rules were kept for the club just now
	Name       string    // under which to keep them
	NameReason string    // error key: why not under that name
}

// WaitingSeat is a seat before the deal.
type WaitingSeat struct {
	Seat    int
	Person  part.Person  // free when nobody has taken it
	Invited *part.Person // for whom it is kept
	Host    bool
	Missed  int // matches by days in which the player missed turns, of the last so many; none are told where Of is 0
	Of      int
}
