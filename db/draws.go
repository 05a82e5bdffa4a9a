package db

import (
	"context"
	"fmt"
	"slices"

	"carteado/db/base"
	"carteado/db/nights"
)

// OpenDrawnTables opens those tables of a round that are played here and are not open yet. If the program ends in the
// middle, the next call goes on where this one was: each table is opened once, by its key. A table with a guest, or one
// that a host has play so, is played with real cards.
func (s *Store) OpenDrawnTables(ctx context.Context, club, by, night int64, round int) error {
	draws, err := s.DrawsOf(ctx, club, by, night)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(draws, func(d nights.Draw) bool { return d.Number == round })
	if at < 0 {
		return base.ErrStale
	}
	d := draws[at]
	if !d.Screens || d.Opened.IsZero() || !d.Over.IsZero() {
		return nil
	}
	for _, t := range d.Tables {
		guests := slices.ContainsFunc(t.Seats, func(seat nights.DrawnSeat) bool { return seat.Player == 0 })
		if t.Table != 0 || t.Paper || guests || t.Played() {
			continue
		}
		host := t.Seats[0].Player
		seal, err := s.SealOf(ctx, host)
		if err != nil {
			return err
		}
		n := NewTable{Game: d.Game, Options: d.Options, Contribution: Contribution{Seal: seal},
			Idem: fmt.Sprintf("night %d.%d.%d.%d", night, round, t.Number, d.Lot)}
		for _, seat := range t.Seats[1:] {
			n.Seats = append(n.Seats, SeatChoice{Kind: SeatMember, Player: seat.Player})
		}
		opened, err := s.OpenTable(ctx, club, host, n)
		if err != nil {
			return err
		}
		if err := s.SeatAtTable(ctx, night, round, t.Number, opened.ID); err != nil {
			return err
		}
	}
	return nil
}

// UndoDrawnRound takes a round back that nobody has played, and closes its tables here with a reason.
func (s *Store) UndoDrawnRound(ctx context.Context, club, by, night int64, round int, reason string) error {
	draws, err := s.DrawsOf(ctx, club, by, night)
	if err != nil {
		return err
	}
	if err := s.UndoRound(ctx, club, by, night, round); err != nil {
		return err
	}
	for _, d := range draws {
		for _, t := range d.Tables {
			if d.Number == round && t.Table != 0 {
				if err := s.CloseTable(ctx, club, t.Table, by, reason); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
