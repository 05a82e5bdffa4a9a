package live

import (
	"context"
	"errors"
	"strconv"

	"github.com/jackc/pgx/v5"

	"carteado/db/base"
	"carteado/db/delivery"
	"carteado/db/pg"
	"carteado/engine"
)

// DealMatchAnew ends a match that nobody can read, and begins the next at its table.
func (s *Tables) DealMatchAnew(ctx context.Context, match int64) error {
	var table int64
	err := s.InTx(ctx, "end unreadable match", func(ctx context.Context, tx *pg.Tx) error {
		err := tx.QueryRow(ctx, `SELECT t.id FROM tables t JOIN matches m ON m.table_id = t.id WHERE m.id = $1
			FOR UPDATE OF t`, match).Scan(&table)
		if err != nil {
			return err
		}
		p, err := LockPosition(ctx, tx, match)
		if err != nil || p.Status != base.MatchPlaying {
			return err
		}
		var seats []engine.Seat
		for seat := range p.Players {
			seats = append(seats, engine.Seat(seat))
		}
		tellSeats(ctx, tx, &p, delivery.NewNotice{Kind: delivery.NoticeOver, Key: strconv.FormatInt(match, 10),
			What: "anew"}, engine.Nobody, seats...)
		return s.AbandonMatch(ctx, tx, &p)
	})
	if err != nil {
		return err
	}
	return s.InTx(ctx, "deal anew", func(ctx context.Context, tx *pg.Tx) error {
		var t TableView
		tx.Do(ctx, `SELECT FROM tables WHERE id = $1 FOR UPDATE`, table)
		err := t.read(tx.QueryRow(ctx, `SELECT `+tableColumns("-1")+` FROM `+tableFromSQL+` WHERE t.id = $1`, table))
		if err != nil || t.Status == TableClosed || t.MatchStatus != base.MatchOver {
			return err
		}
		if err := s.rematch(ctx, tx, t.Table); err != nil {
			return err
		}
		var next int64
		if err := tx.QueryRow(ctx, `SELECT max(id) FROM matches WHERE table_id = $1`, table).Scan(&next); err != nil {
			return err
		}
		p, err := LockPosition(ctx, tx, next)
		if errors.Is(err, base.ErrNotFound) || errors.Is(err, pgx.ErrNoRows) {
			return nil // a seat is free: it waits
		}
		if err == nil {
			s.aside(ctx, tx, &p, engine.Nobody, AsideAnew, 0)
		}
		return err
	})
}
