package live

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"carteado/db/base"
	"carteado/db/delivery"
	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/clock"
)

// How a move was made that the seat's player did not make.
const (
	MadeByClock = "clock" // the time was over, and the table made the automatic move
	MadeByBot   = "bot"   // a bot kept the seat
)

// A Tick looks at a match when the first of its deadlines is over. The transaction that
// sets the deadline queues it. It is silent when the position has gone on, and looks
// again later where the deadline has moved.
type Tick struct {
	Match   int64 `json:"match"`
	Version int   `json:"version"`
	Offer   int64 `json:"offer,omitempty"` // to end a match without a clock, which those who are silent do not prevent
}

// TickQueue is the queue of ticks, so that a move that a bot ponders holds up none.
const TickQueue = "ticks"

// Kind names the job in the queue.
func (Tick) Kind() string { return "tick" }

// ReadNow reads what time it is for a locked match that has a clock, by the database's clock. It first takes
// into account the time in which no program ran, so that this time moves no deadline set from now on.
func (p *MatchPosition) ReadNow(ctx context.Context, tx *pg.Tx) error {
	if p.Clock == nil || !p.Now.IsZero() {
		return nil
	}
	var away time.Duration
	err := tx.QueryRow(ctx, `
		WITH back AS (
			UPDATE heartbeat SET at = clock_timestamp(), away = away + (clock_timestamp() - at),
				back_at = clock_timestamp(), gone = clock_timestamp() - at
			WHERE clock_timestamp() - at > $1::interval RETURNING away
		)
		SELECT clock_timestamp(), coalesce((SELECT away FROM back), (SELECT away FROM heartbeat))`, houseAway).
		Scan(&p.Now, &away)
	p.Clock.Absent(away)
	return err
}

// untimed reports that no time runs out at a match that goes on, which may have a clock all the same: it knows for whom
// a bot plays.
func (p *MatchPosition) untimed() bool { return p.Pace.Kind == clock.None && !p.Clock.Stands() }

// awaits reports that a seat's player is waited for, and not a bot.
func (p *MatchPosition) awaits(match *engine.Match, seat engine.Seat) bool {
	return !p.isBot(seat) && !match.HasLeft(seat) && slices.Contains(match.ToMove(), seat)
}

// isBot reports that a seat is a bot's, and no player's.
func (p *MatchPosition) isBot(seat engine.Seat) bool { return p.Players[seat] == 0 }

// BotKeeps reports that a bot keeps a player's seat.
func (p *MatchPosition) BotKeeps(seat engine.Seat) bool {
	return p.Clock != nil && seat >= 0 && int(seat) < len(p.Clock.Seats) && p.Clock.Seats[seat].Kept
}

// timed lets the clocks of a match follow a move that a seat has just made: they stop
// where a turn has passed, and run where one has begun.
func (s *Tables) timed(ctx context.Context, tx *pg.Tx, p *MatchPosition, match *engine.Match, seat engine.Seat,
	fresh bool) error {
	if p.Clock == nil {
		return nil
	}
	if _, over := match.Outcome(); over {
		p.Clock = nil
		return nil
	}
	rests, err := p.rests(ctx, tx)
	if err != nil {
		return err
	}
	switch {
	case seat < 0 || int(seat) >= len(p.Clock.Seats):
	case p.Made == "":
		p.Clock.Moved(int(seat), p.Now, rests[seat])
	case p.Made == MadeByBot:
		p.Clock.Seats[seat].Moves++
	}
	for i := range p.Clock.Seats {
		running := !p.Clock.Seats[i].Since.IsZero()
		awaited := p.awaits(match, engine.Seat(i))
		if running && (!awaited || fresh && p.Clock.Seats[i].Out) {
			p.Clock.End(i, p.Now, rests[i])
			running = false
		}
		if awaited && !running {
			p.Clock.Begin(p.Pace, i, p.Now, rests[i])
		}
	}
	if p.Clock.Halted(clock.HaltSuspended) && !slices.ContainsFunc(p.Clock.For, func(seat int) bool {
		return !match.HasLeft(engine.Seat(seat))
	}) {
		p.Clock.Resume(p.Now) // the one who was waited for has left
	}
	return s.pauseIfNobodyPlays(ctx, tx, p, match)
}

// rests are the calendars by which the clocks of the seats rest; empty at a table whose clocks never do.
func (p *MatchPosition) rests(ctx context.Context, tx *pg.Tx) ([]clock.Calendar, error) {
	if !p.Pace.Rests() {
		return make([]clock.Calendar, len(p.Clock.Seats)), nil
	}
	return p.calendars(ctx, tx)
}

// calendars are the quiet hours and holidays of each seat's player.
func (p *MatchPosition) calendars(ctx context.Context, tx *pg.Tx) ([]clock.Calendar, error) {
	list := make([]clock.Calendar, len(p.Clock.Seats))
	rows, err := tx.Query(ctx, `
		SELECT s.seat, `+base.RestSQL("$2")+` FROM match_seats s JOIN players p ON p.id = s.player_id
			WHERE s.match_id = $1`, p.Match, p.Club)
	if err != nil {
		return nil, err
	}
	var (
		seat int
		rest base.Rest
	)
	_, err = pgx.ForEachRow(rows, []any{&seat, &rest}, func() error {
		list[seat], rest = rest.Calendar(), base.Rest{}
		return nil
	})
	return list, err
}

// queueTick queues the look at a match's next deadline, if there is one. A deadline that
// is over gets no time: River would leave a job with one to its scheduler, which comes
// round every five seconds.
func (s *Tables) queueTick(ctx context.Context, tx *pg.Tx, p *MatchPosition) error {
	next := p.Clock.Next()
	if next.IsZero() {
		return nil
	}
	if !next.After(p.Now) {
		next = time.Time{}
	}
	return tx.AddJobs(ctx, river.InsertManyParams{
		Args: Tick{Match: p.Match, Version: p.Version}, InsertOpts: &river.InsertOpts{Queue: TickQueue,
			ScheduledAt: next},
	})
}

// saveClock writes the clock of a locked match at which nobody moved.
func (s *Tables) saveClock(ctx context.Context, tx *pg.Tx, p *MatchPosition) error {
	tx.Do(ctx, `UPDATE matches SET clock = $2 WHERE id = $1`, p.Match, p.Clock)
	return s.queueTick(ctx, tx, p)
}

// KeepTime does what is due at a match by its clock: it makes the automatic move for a
// player whose time is over, lets a bot keep the seat of one who missed several, and
// ends a pause. It has no effect when the match has moved on, so that it may run any
// number of times.
func (s *Tables) KeepTime(ctx context.Context, tick Tick) error {
	err := s.keepTime(ctx, tick)
	if errors.Is(err, errObsolete) || errors.Is(err, base.ErrNotFound) || errors.Is(err, base.ErrOtherRules) ||
		errors.Is(err, base.ErrKeyLost) {
		return nil
	}
	return err
}

func (s *Tables) keepTime(ctx context.Context, tick Tick) error {
	if tick.Offer != 0 {
		return s.endInSilence(ctx, tick)
	}
	return s.InTx(ctx, "keep time", func(ctx context.Context, tx *pg.Tx) error {
		p, err := LockPosition(ctx, tx, tick.Match)
		switch {
		case err != nil:
			return err
		case p.Clock == nil || p.Status != base.MatchPlaying || p.Version != tick.Version:
			return errObsolete
		}
		if err := p.ReadNow(ctx, tx); err != nil {
			return err
		}
		if p.Now.Before(p.Clock.Next()) { // no program ran for a while
			return s.saveClock(ctx, tx, &p)
		}
		match, err := s.LoadMatch(ctx, tx, &p)
		if err != nil {
			return err
		}
		if p.Clock.Stands() {
			return s.halt(ctx, tx, &p, match)
		}
		for seat := range p.Clock.Seats {
			if p.Clock.Late(seat, p.Now) {
				if rested, err := p.rested(ctx, tx, engine.Seat(seat), false); err != nil || rested {
					return errors.Join(err, s.saveClock(ctx, tx, &p))
				}
				return s.missed(ctx, tx, &p, match, engine.Seat(seat))
			}
		}
		return nil
	})
}

// rested moves a seat's deadline to where its player's rests put it now, and reports that it is ahead. A change of the
// rests lengthens a turn. Shorter is for a holiday that is taken back before it has begun: else one could be entered
// and taken back in each turn, and the others would wait for days that nobody has spent. If the player has changed
// the time zone since, it may have begun in the new one: a turn that would be over then has the time of one move more.
func (p *MatchPosition) rested(ctx context.Context, tx *pg.Tx, seat engine.Seat, shorter bool) (bool, error) {
	at := &p.Clock.Seats[seat]
	if at.Out || at.Since.IsZero() || !p.Pace.Rests() {
		return false, nil
	}
	rests, err := p.rests(ctx, tx)
	if err != nil {
		return false, err
	}
	due := rests[seat].Deadline(at.Since, p.Pace.Move+at.Reserve)
	if shorter && !due.After(p.Now) {
		due = p.Now.Add(p.Pace.Move)
	}
	if !due.After(p.Now) || due.Equal(at.Due) || due.Before(at.Due) != shorter {
		return false, nil
	}
	at.Due = due
	return true, nil
}

// missed makes the automatic move for a seat whose time is over, or lets a bot keep the
// seat.
func (s *Tables) missed(ctx context.Context, tx *pg.Tx, p *MatchPosition, match *engine.Match, seat engine.Seat) error {
	first := !p.Clock.Seats[seat].Out // of the moves that the table makes in this turn
	if p.Clock.Miss(p.Pace, int(seat)) {
		return s.KeepSeat(ctx, tx, p, match, seat)
	}
	if first && p.Pace.Kind != clock.Live { // who plays live is there, or hears of the bot
		tellSeats(ctx, tx, p, delivery.NewNotice{Kind: delivery.NoticeMissed, Key: fmt.Sprint(p.Match, p.Version)},
			engine.Nobody, seat)
	}
	p.Made = MadeByClock
	move := match.AutoOn(seat)
	if first {
		move = match.Auto(seat)
	}
	return s.Advance(ctx, tx, p, match, seat, move, fmt.Sprintf("%sclock %d %d", BotKey, seat, p.Version))
}

// KeepSeat does what follows once a bot keeps a seat.
func (s *Tables) KeepSeat(ctx context.Context, tx *pg.Tx, p *MatchPosition, match *engine.Match,
	seat engine.Seat) error {
	s.aside(ctx, tx, p, seat, AsideKept, 0)
	tellSeats(ctx, tx, p, delivery.NewNotice{Kind: delivery.NoticeKept, Key: fmt.Sprint(p.Match, p.Asides)},
		engine.Nobody, seat)
	if err := s.pauseIfNobodyPlays(ctx, tx, p, match); err != nil {
		return err
	}
	if err := s.saveClock(ctx, tx, p); err != nil {
		return err
	}
	return s.dueBots(ctx, tx, p, match, true)
}

// LockPosition locks a match for an action of the program.
func LockPosition(ctx context.Context, tx *pg.Tx, match int64) (p MatchPosition, err error) {
	err = tx.QueryRow(ctx, `
		SELECT `+PositionColumns+`
		FROM matches m JOIN tables t ON t.id = m.table_id JOIN match_seats s ON s.match_id = m.id AND s.seat = 0
		WHERE m.id = $1 FOR UPDATE OF m`, match).Scan(p.Fields()...)
	return p, err
}

// RetakeSeat gives a player the seat again that a bot has kept. It changes nothing where none
// does: ErrNotFound for a player without a seat there.
func (s *Tables) RetakeSeat(ctx context.Context, club int64, number int, player int64) error {
	return s.InTx(ctx, "back", func(ctx context.Context, tx *pg.Tx) error {
		p, err := lockRunning(ctx, tx, club, number, player)
		if err != nil || !p.BotKeeps(p.Mine) {
			return err
		}
		match, err := s.LoadMatch(ctx, tx, &p)
		if err != nil {
			return err
		}
		return s.back(ctx, tx, &p, match)
	})
}

// back gives the seat of the player who is there again back.
func (s *Tables) back(ctx context.Context, tx *pg.Tx, p *MatchPosition, match *engine.Match) error {
	if err := p.ReadNow(ctx, tx); err != nil {
		return err
	}
	s.aside(ctx, tx, p, p.Mine, AsideBack, p.Clock.Back(int(p.Mine)))
	if p.Clock.Halted(clock.HaltAlone) || p.Clock.Halted(clock.HaltAbsent) {
		if err := s.resume(ctx, tx, p, match); err != nil {
			return err
		}
	}
	if p.awaits(match, p.Mine) {
		rests, err := p.rests(ctx, tx)
		if err != nil {
			return err
		}
		p.Clock.Begin(p.Pace, int(p.Mine), p.Now, rests[p.Mine])
	}
	return s.saveClock(ctx, tx, p)
}

// lockRunning locks the last match of a table for one of its players, ErrNotFound
// where they have no seat in it.
func lockRunning(ctx context.Context, tx *pg.Tx, club int64, number int, player int64) (p MatchPosition, err error) {
	err = tx.QueryRow(ctx, `
		SELECT `+PositionColumns+`
		FROM tables t JOIN matches m ON m.id = (SELECT max(id) FROM matches WHERE table_id = t.id)
		JOIN match_seats s ON s.match_id = m.id
		JOIN members v ON v.club_id = t.club_id AND v.player_id = s.player_id
		WHERE t.club_id = $1 AND t.number = $2 AND s.player_id = $3
		FOR UPDATE OF m`, club, number, player).Scan(p.Fields()...)
	return p, err
}

// nudgePause is the time between two nudges, and the wait before the first in a match
// without a clock.
const nudgePause = 2 * time.Hour

// Nudge asks those who are waited for to move. ErrEarly before half of their time is
// over, and within two hours of another nudge; ErrStale for a player who is waited for
// too, or when nobody is.
func (s *Tables) Nudge(ctx context.Context, club int64, number int, player int64) error {
	return s.InTx(ctx, "nudge", func(ctx context.Context, tx *pg.Tx) error {
		p, err := lockRunning(ctx, tx, club, number, player)
		if err != nil {
			return err
		}
		if p.Status != base.MatchPlaying {
			return base.ErrStale
		}
		match, err := s.LoadMatch(ctx, tx, &p)
		if err != nil {
			return err
		}
		if err := p.ReadNow(ctx, tx); err != nil {
			return err
		}
		var waits []engine.Seat
		for seat := range engine.Seat(match.Seats()) {
			if p.awaits(match, seat) && !p.BotKeeps(seat) {
				waits = append(waits, seat)
			}
		}
		if len(waits) == 0 || slices.Contains(waits, p.Mine) {
			return base.ErrStale
		}
		var soon bool
		err = tx.QueryRow(ctx, `
			SELECT EXISTS (SELECT FROM asides WHERE match_id = $1 AND kind = $2
				AND at > clock_timestamp() - $3::interval)
				OR $4 AND changed_at > clock_timestamp() - $3::interval FROM matches
					WHERE id = $1`, p.Match, AsideNudge, nudgePause, p.Clock == nil).Scan(&soon)
		if err != nil {
			return err
		}
		if p.Clock != nil {
			at := p.Clock.Seats[waits[0]]
			soon = soon || p.Clock.Stands() || p.Clock.Left(int(waits[0]), p.Now) > at.Due.Sub(at.Since)/2
		}
		if soon {
			return base.ErrEarly
		}
		s.aside(ctx, tx, &p, p.Mine, AsideNudge, 0)
		for _, seat := range waits {
			var last int64
			if err := tx.QueryRow(ctx, `SELECT `+delivery.LastMoveSQL+` FROM match_seats s JOIN matches m
				ON m.id = s.match_id WHERE m.id = $1 AND s.seat = $2`, p.Match, seat).Scan(&last); err != nil {
				return err
			}
			tellSeats(ctx, tx, &p, delivery.NewNotice{Kind: delivery.NoticeNudge,
				Key: fmt.Sprint(p.Match, last, p.Asides), Subject: last}, p.Mine, seat)
		}
		return tx.Err()
	})
}
