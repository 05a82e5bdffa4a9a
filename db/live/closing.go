package live

import (
	"context"
	"errors"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/db/results"
	"carteado/engine"
	"carteado/engine/role"
)

// WithdrawTable closes a table at which no match is played, for the player who
// opened it: ErrForbidden for others, and for one that waits for those who were
// drawn to it, ErrStale while a match is played.
func (s *Tables) WithdrawTable(ctx context.Context, club int64, number int, by int64) error {
	return s.InTx(ctx, "withdraw table", func(ctx context.Context, tx *pg.Tx) error {
		t, err := LockTable(ctx, tx, club, number, by)
		switch {
		case err != nil:
			return err
		case t.Host != by || t.Reserved():
			return base.ErrForbidden
		case t.MatchStatus == base.MatchPlaying:
			return base.ErrStale
		case t.Status == TableClosed:
			return nil
		}
		return CloseIn(ctx, tx, t.Table, by)
	})
}

// CloseTable closes any table, with a reason for its players. A running match ends
// and counts for nobody; so ErrOwnMatch refuses it to a player of that match, unless
// the others are bots or have left. A table that is closed already stays as it is.
func (s *Tables) CloseTable(ctx context.Context, club int64, number int, by int64, reason string) error {
	return s.InTx(ctx, "close table", func(ctx context.Context, tx *pg.Tx) error {
		t, err := LockTable(ctx, tx, club, number, by)
		if err != nil {
			return err
		}
		if err := base.May(ctx, tx, club, by, role.Close); err != nil || t.Status == TableClosed {
			return err
		}
		return s.ShutTable(ctx, tx, t, by, reason)
	})
}

// ShutTable closes a locked table for a host.
func (s *Tables) ShutTable(ctx context.Context, tx *pg.Tx, t TableView, by int64, reason string) error {
	if err := s.closeMatch(ctx, tx, t); err != nil {
		return err
	}
	tx.Do(ctx, `
		UPDATE tables SET status = 'closed', version = version + 1, closed_by = $2, closed_reason = $3
			WHERE id = $1`, t.ID, by, reason)
	breakSeal(ctx, tx, t.ID)
	Notify(tx, t.ID)
	return base.Note(ctx, tx, t.Club, by, "table_closed_by_host", base.AboutTable(t.Reach == ReachInvited,
		base.Details{"number": t.Number, "reason": reason}))
}

// CloseIn closes a locked table at which nobody plays.
func CloseIn(ctx context.Context, tx *pg.Tx, t Table, by int64) error {
	tx.Do(ctx, `UPDATE tables SET status = 'closed', version = version + 1, closed_by = $2 WHERE id = $1`, t.ID, by)
	breakSeal(ctx, tx, t.ID)
	Notify(tx, t.ID)
	return base.Note(ctx, tx, t.Club, by, "table_closed", base.Details{"table": t.ID})
}

// closeKey is the key of the move that closes a match.
const closeKey = BotKey + "close"

// closeMatch ends the match that is played at a locked table, if one is.
func (s *Tables) closeMatch(ctx context.Context, tx *pg.Tx, t TableView) error {
	if t.MatchStatus != base.MatchPlaying {
		return nil
	}
	p, err := LockPosition(ctx, tx, t.Match)
	if err != nil || p.Status != base.MatchPlaying { // its last move was faster
		return err
	}
	p.TableVersion++ // as it is once the table is closed
	match, err := s.LoadMatch(ctx, tx, &p)
	if errors.Is(err, base.ErrOtherRules) || errors.Is(err, base.ErrKeyLost) {
		return s.AbandonMatch(ctx, tx, &p)
	}
	if err != nil {
		return err
	}
	if _, over := match.Outcome(); over {
		return nil // it is held
	}
	for _, other := range t.Seats {
		if t.Mine != engine.Spectator && other.Seat != t.Mine && other.Player != 0 && !match.HasLeft(other.Seat) {
			return base.ErrOwnMatch
		}
	}
	return s.Advance(ctx, tx, &p, match, engine.Nobody, engine.Move{Verb: engine.VerbClose}, closeKey)
}

// AbandonMatch ends a locked match that nobody can play on, because its rules are not
// played any more, as if its table were closed: it counts for nobody.
func (s *Tables) AbandonMatch(ctx context.Context, tx *pg.Tx, p *MatchPosition) error {
	p.Version++
	if err := s.OpenKey(p.Match, &p.Shuffled); SkipLost(err) != nil {
		return err
	}
	var secret []byte // of a match whose key is lost nobody can publish it
	if p.Key != nil {
		secret = p.Key.Secret[:]
	}
	tx.Last.Queue(`INSERT INTO moves (match_id, version, seat, idem, move, events) VALUES ($1, $2, $3, $4, $5, $6)`,
		p.Match, p.Version, engine.Nobody, closeKey, engine.VerbClose,
		[]engine.Event{{Kind: "closed", Seat: engine.Nobody, Open: true}})
	tx.Last.Queue(`
		UPDATE matches SET version = $2, to_move = '{}', clock = NULL, status = 'over', changed_at = clock_timestamp(),
			ended_at = clock_timestamp(), seed = $4, secret = CASE WHEN $4::bytea IS NULL THEN secret END,
			outcome = jsonb_build_object('how', $3::text, 'placing', (SELECT jsonb_agg(1) FROM match_seats
				WHERE match_id = $1))
		WHERE id = $1`, p.Match, p.Version, engine.ByClose, secret)
	tx.Last.Queue(expireOffers, p.Match)
	tx.Last.Queue(`DELETE FROM hands WHERE match_id = $1`, p.Match)
	tx.Last.Queue(`DELETE FROM plans WHERE match_id = $1`, p.Match)
	notifyAt(tx, p, false)
	return results.QueueStandings(ctx, tx, p.Match)
}
