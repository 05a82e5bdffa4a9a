package live

import (
	"context"
	"slices"

	"carteado/db/base"
	"carteado/db/delivery"
	"carteado/db/pg"
	"carteado/engine"
)

// JoinTable takes the seat kept for the player, or the first open one, and deals
// when it was the last: ErrFull. It changes nothing for a player who sits there
// already.
func (s *Tables) JoinTable(ctx context.Context, club int64, number int, player int64, c Contribution) error {
	return s.InTx(ctx, "join table", func(ctx context.Context, tx *pg.Tx) error {
		t, err := LockTable(ctx, tx, club, number, player)
		if err != nil || t.Mine != engine.Spectator {
			return err
		}
		if err := base.MaySit(ctx, tx, club, player); err != nil {
			return err
		}
		if t.Status != TableOpen {
			return base.ErrFull
		}
		free := slices.IndexFunc(t.Seats, func(s base.Seat) bool { return s.Invited == player })
		if free < 0 {
			free = slices.IndexFunc(t.Seats, func(s base.Seat) bool { return !s.Taken() && s.Invited == 0 })
		}
		if free < 0 {
			return base.ErrFull
		}
		tx.Do(ctx, `UPDATE seats SET player_id = $3, invited_id = NULL WHERE table_id = $1 AND seat = $2`,
			t.ID, t.Seats[free].Seat, player)
		contribute(ctx, tx, t.ID, player, c)
		delivery.MarkSettled(ctx, tx, delivery.NewNotice{Kind: delivery.NoticeSeat, Table: t.ID}, player)
		addGuest(ctx, tx, t.ID, player) // a player who leaves the seat still finds the table
		_, err = s.seatsChanged(ctx, tx, t.Table)
		return err
	})
}

// LeaveSeat gives a seat up before the deal: ErrStale afterwards. A table that
// its host leaves is closed, but for one that was drawn, where the seat is kept
// for its player. It changes nothing for a player who does not sit there.
func (s *Tables) LeaveSeat(ctx context.Context, club int64, number int, player int64) error {
	return s.InTx(ctx, "leave seat", func(ctx context.Context, tx *pg.Tx) error {
		t, err := LockTable(ctx, tx, club, number, player)
		switch {
		case err != nil || t.Mine == engine.Spectator:
			return err
		case t.Status != TableOpen:
			return base.ErrStale
		case t.Host == player && !t.Reserved():
			return CloseIn(ctx, tx, t.Table, player)
		}
		tx.Do(ctx, `UPDATE seats SET player_id = NULL, invited_id = CASE WHEN $3 THEN player_id END
			WHERE table_id = $1 AND seat = $2`, t.ID, t.Mine, t.Reserved())
		_, err = s.seatsChanged(ctx, tx, t.Table)
		return err
	})
}

// AddBot lets the host give an untaken seat to a bot, and deals when it was the
// last; where a bot sits already, it changes how well that plays, also between two
// rounds of the match: ErrForbidden for others, ErrFull, ErrStale during a round.
func (s *Tables) AddBot(ctx context.Context, club int64, number int, by int64, seat engine.Seat, level string) error {
	return s.InTx(ctx, "add bot", func(ctx context.Context, tx *pg.Tx) error {
		t, err := LockTable(ctx, tx, club, number, by)
		switch {
		case err != nil:
			return err
		case t.Host != by || t.Reserved():
			return base.ErrForbidden
		case t.Status == TableClosed:
			return base.ErrFull
		case seat < 0 || int(seat) >= len(t.Seats):
			return base.ErrNotFound
		case t.Seats[seat].Player != 0 || t.Status != TableOpen && t.Seats[seat].Bot == "":
			return base.ErrFull
		case t.Status != TableOpen:
			return s.changeLevel(ctx, tx, t, by, seat, level)
		}
		tx.Do(ctx, `UPDATE seats SET bot = $3, invited_id = NULL WHERE table_id = $1 AND seat = $2`,
			t.ID, seat, level)
		_, err = s.seatsChanged(ctx, tx, t.Table)
		return err
	})
}

// StartTable lets the host begin with the players who sit there: seats that
// nobody has taken are removed, and the others move up. ErrForbidden for others,
// ErrFull once it is dealt, engine.ErrSeats or *engine.ErrOption when the game or
// the house rules are not for so few.
func (s *Tables) StartTable(ctx context.Context, club int64, number int, by int64) error {
	return s.InTx(ctx, "start table", func(ctx context.Context, tx *pg.Tx) error {
		t, err := LockTable(ctx, tx, club, number, by)
		switch {
		case err != nil:
			return err
		case t.Host != by || t.Reserved():
			return base.ErrForbidden
		case t.Status != TableOpen:
			return base.ErrFull
		}
		game, err := s.game(t.Game)
		if err != nil {
			return err
		}
		taken := slices.DeleteFunc(slices.Clone(t.Seats), func(s base.Seat) bool { return !s.Taken() })
		if _, err := engine.NewMatch(game, len(taken), t.Options, engine.Seed{}); err != nil {
			return err
		}
		tx.Do(ctx, `DELETE FROM seats WHERE table_id = $1 AND player_id IS NULL AND bot IS NULL`, t.ID)
		for i, seat := range taken { // upwards, so that the place is free
			tx.Do(ctx, `UPDATE seats SET seat = $3 WHERE table_id = $1 AND seat = $2`, t.ID, seat.Seat, i)
		}
		_, err = s.seatsChanged(ctx, tx, t.Table)
		return err
	})
}

// seatsChanged deals when every seat is taken, opens the table when one is not,
// and tells that the table changed.
func (s *Tables) seatsChanged(ctx context.Context, tx *pg.Tx, t Table) (TableStatus, error) {
	var missing bool
	err := tx.QueryRow(ctx, `
		SELECT EXISTS (SELECT FROM seats WHERE table_id = $1 AND player_id IS NULL AND bot IS NULL)`, t.ID).
		Scan(&missing)
	if err != nil {
		return t.Status, err
	}
	if missing {
		tx.Do(ctx, `UPDATE tables SET version = version + 1, status = 'open' WHERE id = $1`, t.ID)
		Notify(tx, t.ID)
		return TableOpen, nil
	}
	return TablePlaying, s.deal(ctx, tx, t)
}
