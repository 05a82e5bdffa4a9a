package db

import (
	"context"
	"errors"
	"fmt"

	"carteado/db/base"
	"carteado/db/live"
)

// OpenCompetitionTables opens those tables of the last round of a competition that are not open yet. If the program
// ends in the middle, the next call goes on where this one was: each table is opened once, by its key. A table of
// somebody who may not play just now stays closed, and does not keep the others.
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
		opened, err := s.openFor(ctx, club, t.Players, live.NewTable{Game: c.Charter.Game, Options: c.Charter.Options,
			Pace: c.Charter.Pace, Idem: fmt.Sprintf("competition %d.%d.%d.%d", id, last.Number, t.Number, last.Lot)})
		var quota *base.ErrQuota
		if errors.Is(err, base.ErrForbidden) || errors.Is(err, base.ErrNotFound) || errors.As(err, &quota) {
			continue
		}
		if err != nil {
			return err
		}
		if err := s.SeatAtCompetitionTable(ctx, id, last.Number, t.Number, opened.ID); err != nil {
			return err
		}
	}
	return nil
}

// TakeRoundBack takes the last round of a competition back that nobody has played, and closes its tables with a reason.
func (s *Store) TakeRoundBack(ctx context.Context, club, by, id int64, number int, reason string) error {
	c, err := s.CompetitionOf(ctx, club, by, id)
	if err != nil {
		return err
	}
	if err := s.UndoCompetitionRound(ctx, club, by, id, number); err != nil {
		return err
	}
	for _, t := range c.Rounds[number-1].Tables {
		if t.Table != 0 {
			if err := s.CloseTable(ctx, club, t.Table, by, reason); err != nil {
				return err
			}
		}
	}
	return nil
}
