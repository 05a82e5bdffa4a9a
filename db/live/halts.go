package live

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/db/base"
	"carteado/db/delivery"
	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/clock"
)

// Seats whose players are suspended, in the match m.
const suspendedSeatsSQL = `SELECT s.seat, c.suspended_until FROM match_seats s JOIN matches m ON m.id = s.match_id
	JOIN memberships c ON c.club_id = m.club_id AND c.player_id = s.player_id AND NOT c.suspended_after
	JOIN entrants e ON e.club_id = c.club_id AND e.player_id = c.player_id AND e.role = 'paused'
	WHERE m.id = $1 ORDER BY s.seat`

// pauseIfNobodyPlays lets a match wait when a bot keeps the seat of each player who has not left it: bots finish no
// match that nobody plays. After the time that its club has chosen it ends.
func (s *Tables) pauseIfNobodyPlays(ctx context.Context, tx *pg.Tx, p *MatchPosition, match *engine.Match) error {
	if p.Clock == nil || p.Clock.Halted(clock.HaltAlone) {
		return nil
	}
	for seat := range engine.Seat(match.Seats()) {
		if !p.isBot(seat) && !match.HasLeft(seat) && !p.BotKeeps(seat) {
			return nil
		}
	}
	wait, err := p.absence(ctx, tx)
	if err != nil {
		return err
	}
	p.Clock.Pause(clock.HaltAlone, p.Now, p.Now.Add(wait))
	s.aside(ctx, tx, p, engine.Nobody, AsideAlone, 0)
	return nil
}

// absence is how long matches of the club wait for players who are gone.
func (p *MatchPosition) absence(ctx context.Context, tx *pg.Tx) (wait time.Duration, err error) {
	var days int
	err = tx.QueryRow(ctx, `SELECT absence_days FROM clubs WHERE id = $1`, p.Club).Scan(&days)
	return time.Duration(days) * 24 * time.Hour, err
}

// afterQuietHours is a moment or, where it falls into quiet hours of somebody who is to move then, their end.
func (p *MatchPosition) afterQuietHours(ctx context.Context, tx *pg.Tx, match *engine.Match,
	at time.Time) (time.Time, error) {
	list, err := p.calendars(ctx, tx)
	for range list { // the end of one's quiet hours may be in another's
		for seat, c := range list {
			if till := c.QuietTill(at); p.awaits(match, engine.Seat(seat)) && till.After(at) {
				at = till
			}
		}
	}
	return at, err
}

// halt does what is due at a match that stands still: it warns of the end, or ends it.
func (s *Tables) halt(ctx context.Context, tx *pg.Tx, p *MatchPosition, match *engine.Match) error {
	switch {
	case p.Clock.Halted(clock.HaltSuspended):
		return s.suspend(ctx, tx, p, match)
	case p.Clock.Halted(clock.HaltAlone): // and nobody has come back
		s.aside(ctx, tx, p, engine.Nobody, AsideAbandoned, 0)
		return s.Advance(ctx, tx, p, match, engine.Nobody, engine.Move{Verb: engine.VerbClose}, closeKey)
	case p.Now.Before(p.Clock.Till):
		p.Clock.Warned = true
		for _, seat := range match.ToMove() {
			if p.awaits(match, seat) && !p.BotKeeps(seat) {
				if err := s.tellTurn(ctx, tx, p, seat, "resumes"); err != nil {
					return err
				}
			}
		}
		return s.saveClock(ctx, tx, p)
	}
	tx.Do(ctx, expireOffers, p.Match)
	s.aside(ctx, tx, p, engine.Nobody, AsideResumed, 0)
	return s.resume(ctx, tx, p, match)
}

// tellTurn tells a seat's player something of their turn.
func (s *Tables) tellTurn(ctx context.Context, tx *pg.Tx, p *MatchPosition, seat engine.Seat, what string) error {
	n := delivery.NewNotice{Kind: delivery.NoticeTurn, What: what}
	err := tx.QueryRow(ctx, `SELECT `+delivery.LastMoveSQL+` FROM match_seats s JOIN matches m ON m.id = s.match_id
		WHERE m.id = $1 AND s.seat = $2`, p.Match, seat).Scan(&n.Subject)
	n.Key = fmt.Sprint(p.Match, n.Subject, " ", what, " ", p.Clock.Till.Unix())
	tellSeats(ctx, tx, p, n, engine.Nobody, seat)
	return err
}

// resume lets a match go on, and its bots.
func (s *Tables) resume(ctx context.Context, tx *pg.Tx, p *MatchPosition, match *engine.Match) error {
	p.Clock.Resume(p.Now)
	if err := s.saveClock(ctx, tx, p); err != nil {
		return err
	}
	return s.dueBots(ctx, tx, p, match, true)
}

// suspend lets a match stand still while one of its players is suspended whom it waits for, and go on after that. A
// seat that a bot keeps is not waited for.
func (s *Tables) suspend(ctx context.Context, tx *pg.Tx, p *MatchPosition, match *engine.Match) error {
	var (
		seat  engine.Seat
		until *time.Time
		till  time.Time
		seats []int
		never bool
	)
	rows, err := tx.Query(ctx, suspendedSeatsSQL, p.Match)
	if err != nil {
		return err
	}
	_, err = pgx.ForEachRow(rows, []any{&seat, &until}, func() error {
		if match.HasLeft(seat) || p.BotKeeps(seat) {
			return nil
		}
		seats = append(seats, int(seat))
		if never = never || until == nil; until != nil && until.After(till) {
			till = *until
		}
		return nil
	})
	if never {
		till = time.Time{}
	}
	halted := p.Clock.Halted(clock.HaltSuspended)
	switch {
	case err != nil:
		return err
	case len(seats) == 0 && halted:
		s.aside(ctx, tx, p, engine.Nobody, AsideResumed, 0)
		return s.resume(ctx, tx, p, match)
	case len(seats) == 0:
		return nil
	case !halted || !slices.Equal(seats, p.Clock.For) || !till.Equal(p.Clock.Till):
		s.aside(ctx, tx, p, engine.Seat(seats[0]), AsideSuspended, 0)
	}
	p.Clock.Pause(clock.HaltSuspended, p.Now, till, seats...)
	return s.saveClock(ctx, tx, p)
}

// SuspendIn lets the matches of a club in which a player has a seat stand still or go on, as the suspension wants it.
func (s *Tables) SuspendIn(ctx context.Context, tx *pg.Tx, club, player int64) error {
	matches, err := pg.Collect(ctx, tx, pgx.RowTo[int64], `
		SELECT m.id FROM matches m JOIN match_seats s ON s.match_id = m.id
		WHERE m.club_id = $1 AND s.player_id = $2 AND m.status = 'playing' AND m.clock IS NOT NULL ORDER BY m.id
			FOR UPDATE OF m`, club, player)
	for _, id := range matches {
		p, err := LockPosition(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := p.ReadNow(ctx, tx); err != nil {
			return err
		}
		match, err := s.LoadMatch(ctx, tx, &p)
		if errors.Is(err, base.ErrOtherRules) || errors.Is(err, base.ErrKeyLost) {
			continue // nobody can move in it
		}
		if err == nil {
			err = s.suspend(ctx, tx, &p, match)
		}
		if err != nil {
			return err
		}
	}
	return err
}
