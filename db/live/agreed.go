package live

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/clock"
)

// carryOut carries the offer out once every seat that must agree has agreed.
func (at *offerTable) carryOut(ctx context.Context, tx *pg.Tx, s *Tables) error {
	o := at.open
	if o.Kind == OfferRematch { // a player who has given up the seat since is not asked
		if err := base.MaySit(ctx, tx, at.Club, at.table.Seats[at.Mine].Player); err != nil {
			return err
		}
		// A player suspended after the last match keeps no seat in the next.
		tx.Do(ctx, `
			UPDATE seats s SET player_id = NULL FROM entrants e
			WHERE s.table_id = $1 AND e.club_id = $2 AND e.player_id = s.player_id
				AND e.role = 'paused'`, at.Table, at.Club)
		var sitting []base.Seat
		err := tx.QueryRow(ctx, `
			SELECT json_agg(json_build_object('seat', seat, 'player', coalesce(player_id, 0), 'bot', coalesce(bot, '')))
			FROM seats WHERE table_id = $1`, at.Table).Scan(&sitting)
		if err != nil {
			return err
		}
		at.table.Seats = sitting
	}
	for _, seat := range at.table.Seats {
		if !slices.Contains(o.Yes, seat.Seat) && at.asked(seat) {
			return tx.Err()
		}
	}
	return at.close(ctx, tx, s, OfferAccepted)
}

// asked reports that a seat's word is needed. Nobody asks a bot, a player who has left or is suspended, or one for whom
// a bot plays; nor, about the end of a match that has stood still for a week, one who neither moves nor answers.
func (at *offerTable) asked(seat base.Seat) bool {
	if seat.Bot != "" || seat.Player == 0 || at.BotKeeps(seat.Seat) {
		return false
	}
	if at.match == nil {
		return true
	}
	silent := at.open.Kind == OfferEnd && at.untimed() && at.awaits(at.match, seat.Seat) &&
		!at.table.Now.Before(at.silence())
	return !at.match.HasLeft(seat.Seat) && !slices.Contains(at.suspended, seat.Seat) && !silent
}

// close closes the open offer, and does what it proposes if it is accepted.
func (at *offerTable) close(ctx context.Context, tx *pg.Tx, s *Tables, state string) error {
	tx.Do(ctx, `UPDATE offers SET state = $2, ended_at = clock_timestamp() WHERE id = $1`, at.open.ID, state)
	if at.open.Kind != OfferUndo || state != OfferAccepted { // which is a move, and says so itself
		s.aside(ctx, tx, &at.MatchPosition, at.Mine, AsideKind(at.open.Kind)+"."+AsideKind(state), 0)
	}
	if state != OfferAccepted {
		return tx.Err()
	}
	tellSeats(ctx, tx, &at.MatchPosition, at.open.notice(state), at.Mine, at.open.Seat)
	switch at.open.Kind {
	case OfferRematch:
		return s.rematch(ctx, tx, at.table.Table)
	case OfferEnd:
		return s.Advance(ctx, tx, &at.MatchPosition, at.match, engine.Nobody, engine.Move{Verb: engine.VerbClose},
			closeKey)
	case OfferPause:
		till, err := at.afterQuietHours(ctx, tx, at.match, at.Now.Add(clock.MaxPause))
		if err != nil {
			return err
		}
		at.Clock.Pause(clock.HaltAgreed, at.Now, till)
	case OfferWait:
		wait, err := at.absence(ctx, tx)
		if err != nil {
			return err
		}
		at.Clock.Pause(clock.HaltAbsent, at.Now, at.Now.Add(wait), at.Clock.Kept()...)
	case OfferResume:
		return s.resume(ctx, tx, &at.MatchPosition, at.match)
	case OfferUndo:
		return s.takeBack(ctx, tx, at)
	}
	return s.saveClock(ctx, tx, &at.MatchPosition)
}

// rematch deals a new match to the same seats once the last one is over and its players
// agree. Seats that have become free meanwhile are waited for.
func (s *Tables) rematch(ctx context.Context, tx *pg.Tx, t Table) error {
	seal, err := s.takeSeal(ctx, tx, base.SealOfTable, t.ID, "")
	if err != nil {
		return err
	}
	if err := s.newMatch(ctx, tx, t, seal); err != nil {
		return err
	}
	_, err = s.seatsChanged(ctx, tx, t)
	return err
}

// queueSilence queues the look at an offer to end a match without a clock, for the time when those who do not move
// agree to it.
func (at *offerTable) queueSilence(ctx context.Context, tx *pg.Tx) error {
	return tx.AddJobs(ctx, river.InsertManyParams{
		Args:       Tick{Match: at.Match, Offer: at.open.ID},
		InsertOpts: &river.InsertOpts{Queue: TickQueue, ScheduledAt: at.silence()},
	})
}

// silence is when those who neither move nor answer agree to end a match without a clock.
func (at *offerTable) silence() time.Time {
	asked, moved := at.open.Asked.Add(Silence), at.table.Moved.Add(Stalled)
	if moved.After(asked) {
		return moved
	}
	return asked
}

// endInSilence ends a match without a clock, for those who have not answered the offer of a tick. It is silent when
// the offer is not open any more, and looks again later when somebody has moved since. Where the one who asked has left
// or is suspended, the offer is that of the next who has agreed.
func (s *Tables) endInSilence(ctx context.Context, tick Tick) error {
	var (
		club   int64
		number int
		agreed []int64
	)
	err := s.Read(ctx, "offer", func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `
			SELECT t.club_id, t.number, array_agg(s.player_id ORDER BY array_position(o.yes, s.seat))
			FROM offers o JOIN matches m ON m.id = o.match_id JOIN tables t ON t.id = m.table_id
			JOIN match_seats s ON s.match_id = m.id AND s.seat = ANY (o.yes) AND s.player_id IS NOT NULL
			WHERE o.id = $1 AND o.state = 'asked' GROUP BY t.id`, tick.Offer).Scan(&club, &number, &agreed)
	})
	for _, player := range agreed {
		err = s.offered(ctx, "end in silence", club, number, player, tick.Match, func(ctx context.Context, tx *pg.Tx,
			at *offerTable) error {
			switch {
			case at.open == nil || at.open.ID != tick.Offer || !at.sensible(OfferEnd):
				return nil
			case at.table.Now.Before(at.silence()):
				return at.queueSilence(ctx, tx)
			}
			return at.carryOut(ctx, tx, s)
		})
		if !errors.Is(err, base.ErrForbidden) && !errors.Is(err, base.ErrNotFound) {
			break
		}
	}
	// nobody who has agreed is there, or the match is over
	if errors.Is(err, base.ErrForbidden) || errors.Is(err, base.ErrGone) || errors.Is(err, base.ErrStale) {
		return nil
	}
	return err
}
