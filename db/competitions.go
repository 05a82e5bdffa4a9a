package db

import (
	"context"
	"errors"
	"fmt"

	"carteado/db/base"
	"carteado/db/live"
	"carteado/db/pg"
)

// OpenCompetitionTables opens those tables of the last round of a competition that are not open yet, or were closed
// before they had a result. If the program ends in the middle, the next call goes on where this one was: each table is
// opened once, by its key. A table of somebody who may not play just now stays closed, and does not keep the others.
func (s *Store) OpenCompetitionTables(ctx context.Context, club, by, id int64) error {
	c, err := s.CompetitionOf(ctx, club, by, id)
	if err != nil {
		return err
	}
	last := c.Last()
	if last == nil {
		return base.ErrStale
	}
	for _, t := range last.Tables {
		if t.Table != 0 || t.Placing != nil {
			continue
		}
		idem := fmt.Sprintf("competition %d.%d.%d.%x", id, last.Number, t.Number, uint64(last.Lot))
		if t.Closed != 0 {
			idem += fmt.Sprintf(".%d", t.Closed)
		}
		opened, err := s.openFor(ctx, club, t.Players, live.NewTable{Game: c.Charter.Game, Options: c.Charter.Options,
			Pace: c.Charter.Pace, Idem: idem})
		var quota *base.ErrQuota
		if errors.Is(err, base.ErrForbidden) || errors.Is(err, base.ErrNotFound) || errors.As(err, &quota) {
			continue
		}
		if err != nil {
			return err
		}
		err = s.SeatAtCompetitionTable(ctx, id, *last, t.Number, opened.ID)
		if errors.Is(err, base.ErrStale) { // another host has taken the round back
			err = s.WithdrawTable(ctx, club, opened.Number, t.Players[0])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// TakeRoundBack takes the last round of a competition back that nobody has played, and closes its tables with a reason,
// the host's own, too.
func (s *Store) TakeRoundBack(ctx context.Context, club, by, id int64, number int, reason string) error {
	shut := s.closeAt(club, by, reason, true)
	return s.UndoCompetitionRound(ctx, club, by, id, number, func(ctx context.Context, tx *pg.Tx, table int) error {
		_, err := shut(ctx, tx, table, false)
		return err
	})
}
