package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"carteado/db/base"
	"carteado/db/delivery"
	"carteado/db/keys"
	"carteado/db/pg"
	"carteado/db/results"
	"carteado/engine"
)

// A PlayInput is a move as a form posts it.
type PlayInput struct {
	Club    int64
	Table   int   // number in the club
	Match   int64 // the match the form showed, so that an old one does nothing to the next
	Player  int64
	Session int64  // of the browser: one that has ended plays nothing; 0: no browser's
	Version int    // of the match the form showed
	Idem    string // the form's key: a move with a known key is answered, not played
	Move    engine.Move
}

// Played is the answer to a move that is committed.
type Played struct {
	Table   int64 // id
	Match   int64
	Version int       // after the move
	Again   bool      // the key was known: it was played before
	Guest   Admission // to the table, of who moved
	Change  Change    // of which this program has told itself; see quietChange
}

const (
	maxKey = 64     // bytes of a form's key
	BotKey = "bot " // keys of bots begin so, and no form's may
)

// A PendingMove is a move that may be on its way to the database.
type PendingMove struct {
	Next  *Snapshot // the table once the move is kept, for nobody to see before; nil where that is not known yet
	Guest Admission // of the player, to Next

	ctx     context.Context
	tables  *Tables
	in      PlayInput
	batched *batchedMove // nil: Wait makes the move
	err     error        // why it is not batched
}

// Play makes a move, and returns when it is kept: see Wait.
func (s *Tables) Play(ctx context.Context, in PlayInput) (Played, error) {
	return s.Start(ctx, in).Wait()
}

// Start begins to make a move. Whatever becomes of it, Wait tells.
func (s *Tables) Start(ctx context.Context, in PlayInput) *PendingMove {
	m := &PendingMove{ctx: ctx, tables: s, in: in}
	if n := len(in.Idem); n == 0 || n > maxKey || strings.HasPrefix(in.Idem, BotKey) {
		m.err = fmt.Errorf("play, key of %d bytes: %w", n, base.ErrStale)
	} else if m.batched, m.err = s.startBatched(ctx, in); m.err == nil {
		m.Next, m.Guest = m.batched.after, m.batched.played.Guest
	}
	return m
}

// Wait waits until a move is kept for good, once. Refusals: *engine.Illegal with nothing changed, ErrStale when the
// position has moved on, ErrNotFound for a player without a seat there, ErrUnavailable when the commit failed or its
// answer was lost: play again with the same key.
func (m *PendingMove) Wait() (played Played, err error) {
	if m.batched != nil {
		select {
		case <-m.batched.done:
			played, m.err = m.batched.played, m.batched.err
		case <-m.ctx.Done(): // the move may be made or not, as when the answer to COMMIT is lost
			return Played{}, pg.Because(base.ErrUnavailable, m.ctx.Err())
		}
	}
	var why errNotBatched
	if !errors.As(m.err, &why) {
		return played, m.err
	}
	m.tables.countAlone(m.ctx, m.in, why)
	return m.tables.playUnbatched(m.ctx, m.in)
}

// playUnbatched makes a move under the lock of its match.
func (s *Tables) playUnbatched(ctx context.Context, in PlayInput) (played Played, err error) {
	late := false
	err = s.InUrgentTx(ctx, "play", func(ctx context.Context, tx *pg.Tx) error {
		p, known, err := s.lockMatch(ctx, tx, in)
		if err != nil {
			return err
		}
		played, late, err = s.playLocked(ctx, tx, &p, known, in)
		return err
	})
	if err == nil && late {
		err = base.ErrLate
	}
	return played, err
}

// playLocked makes a move in a locked match; known is the one that its key was used for.
// Late is a move whose time is over, instead of which something else may have been written.
func (s *Tables) playLocked(ctx context.Context, tx *pg.Tx, p *MatchPosition, known *knownMove, in PlayInput) (
	played Played, late bool, err error) {
	if known != nil {
		// The answer is as before; a key belongs to one player.
		if known.Seat != p.Mine {
			return played, false, base.ErrStale
		}
		// The answer to its COMMIT may have been lost, and with it the change that this program would have told itself.
		change := p.change(false)
		tx.OnCommit(func() { s.Waiters.hinted(change) })
		return Played{
			Table: p.Table, Match: p.Match, Version: known.Version, Change: change, Again: true,
			Guest: Admission{p.Table, in.Player},
		}, false, nil
	}
	if p.Status == base.MatchWaiting || in.Version > p.Version {
		return played, false, base.ErrStale
	}
	match, err := s.LoadMatch(ctx, tx, p)
	if err != nil {
		return played, false, err
	}
	if in.Version < match.Fresh(p.Mine) {
		return played, false, base.ErrStale
	}
	if late, err = s.tooLate(ctx, tx, p, match, in.Move); late || err != nil {
		return played, late, err
	}
	p.Plain = true
	if err := s.Advance(ctx, tx, p, match, p.Mine, in.Move, in.Idem); err != nil {
		return played, false, err
	}
	return Played{
		Table: p.Table, Match: p.Match, Version: p.Version, Guest: Admission{p.Table, in.Player},
		Change: p.quietChange(),
	}, false, nil
}

// tooLate judges by the database's clock whether a player's time is over. If it is,
// what is due then is done instead of the move, whether or not a job is as quick. A
// player may always leave, not move while the clocks are stopped, and is back by
// moving where a bot keeps the seat.
func (s *Tables) tooLate(ctx context.Context, tx *pg.Tx, p *MatchPosition, match *engine.Match, move engine.Move) (
	late bool, err error) {
	if err := p.ReadNow(ctx, tx); err != nil || p.Clock == nil || move.Verb == engine.VerbLeave {
		return false, err
	}
	if p.BotKeeps(p.Mine) {
		err = s.back(ctx, tx, p, match)
	}
	if err == nil && p.Clock.Stands() {
		err = base.ErrPaused
	}
	if err != nil {
		return false, err
	}
	if !p.Clock.Late(int(p.Mine), p.Now) {
		return false, nil
	}
	if rested, err := p.rested(ctx, tx, p.Mine, false); err != nil || rested {
		return false, err
	}
	return true, s.missed(ctx, tx, p, match, p.Mine)
}

// quietChange is the change of a table of which this program tells itself. It names no players: those hear of the move,
// like other programs, by PostgreSQL.
func (p *MatchPosition) quietChange() Change {
	return Change{Club: p.Club, Table: p.Table, At: p.at(), Within: true}
}

// moved counts a move that is committed, and takes what is in memory on by it.
func (s *Tables) moved(p *MatchPosition, c Change, before, next *Snapshot) {
	s.moves.Add(1)
	s.Waiters.moved(p, c, before, next)
	s.Waiters.hinted(c)
}

// A knownMove is the move that a key was used for.
type knownMove struct {
	Version int
	Seat    engine.Seat
}

// follow takes a position to what a move has made of its match.
func (p *MatchPosition) follow(match *engine.Match, seat engine.Seat, events []engine.Event) (err error) {
	done := &step{from: p.at(), match: match, seat: seat, made: p.Made} // with what happened beside the move
	p.Version, p.Step = match.Version(), done
	told, err := json.Marshal(events)
	if err != nil {
		return err
	}
	done.told, done.events = told, p.Key.JSON(keys.Events, told)
	// Where no state is written here, the row keeps its last one, and the moves since then are played again. After a
	// move was taken back a state is always written, so that a taking back is never played again.
	if _, over := match.Outcome(); !over && (p.Version-p.Kept >= keptEvery || p.before != nil) {
		var state []byte
		state, err = match.MarshalJSON() // json.Marshal would read it through again
		done.state, p.Kept = p.Key.JSON(keys.Position, state), p.Version
	}
	return err
}

// Advance plays a move in a locked match and writes all that follows from it.
func (s *Tables) Advance(ctx context.Context, tx *pg.Tx, p *MatchPosition, match *engine.Match, seat engine.Seat,
	move engine.Move, idem string) error {
	finished, between, number := len(match.Rounds()), match.Between(), match.Number()
	if err := p.ReadNow(ctx, tx); err != nil {
		return err
	}
	var events []engine.Event
	var err error
	if p.before != nil {
		events = match.Undo(seat, p.before)
	} else if events, err = match.Play(seat, move); err != nil {
		return err
	} else if p.Undo {
		tx.Do(ctx, expireOffers, p.Match)
		s.aside(ctx, tx, p, seat, AsideKind(OfferUndo)+"."+OfferExpired, 0)
	}
	if err := p.follow(match, seat, events); err != nil {
		return err
	}
	outcome, over := match.Outcome()
	fresh := match.Between() != between || match.Number() != number
	if err := s.timed(ctx, tx, p, match, seat, fresh); err != nil {
		return err
	}
	if p.Clock != nil {
		if p.Step.clock, err = json.Marshal(p.Clock); err != nil {
			return err
		}
	}
	queueMove(p, move, idem, &tx.Last)
	if rounds := match.Rounds(); len(rounds) > finished {
		score := rounds[len(rounds)-1]
		final, err := json.Marshal(match.Round())
		if err != nil {
			return err
		}
		final = p.Key.JSON(keys.Final, final)
		tx.Last.Queue(`
			INSERT INTO rounds (match_id, number, version, dealer, result, totals, final)
			VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			p.Match, score.Number, p.Version, score.Dealer, score.Result, score.Totals, final)
	}
	if over {
		held, err := s.hold(ctx, tx, p, match, outcome)
		if err == nil && !held {
			err = s.end(ctx, tx, p, seat, outcome)
		}
		if err != nil {
			return err
		}
	}
	tx.OnCommit(func() { s.moved(p, p.quietChange(), nil, nil) })
	notifyAt(tx, p, !fresh && !over)
	if err := s.queueTick(ctx, tx, p); err != nil {
		return err
	}
	return s.dueBots(ctx, tx, p, match, false)
}

// end writes the end of a match, and queues what follows from it.
func (s *Tables) end(ctx context.Context, tx *pg.Tx, p *MatchPosition, seat engine.Seat, outcome engine.Outcome) error {
	if err := queueOver(ctx, tx, p, seat, outcome); err != nil {
		return err
	}
	return s.Ended(ctx, tx, p.Club, p.Match)
}

// queueOver queues what the end of a match writes, beside its last move and round.
func queueOver(ctx context.Context, tx *pg.Tx, p *MatchPosition, seat engine.Seat, outcome engine.Outcome) error {
	what := ""
	if outcome.How == engine.ByClose {
		what = outcome.How // it counts for nobody
	}
	if err := results.QueueStandings(ctx, tx, p.Match); err != nil {
		return err
	}
	if err := delivery.CallWebhooks(ctx, tx, p.Club, delivery.WebhookResult, p.Match, ""); err != nil {
		return err
	}
	tx.Last.Queue(expireOffers, p.Match)
	tx.Last.Queue(`
		INSERT INTO away (match_id, seat, moves, by_bot)
		SELECT v.match_id, v.seat, count(*), count(*) FILTER (WHERE v.made = '`+MadeByBot+`') FROM moves v
		JOIN match_seats s ON s.match_id = v.match_id AND s.seat = v.seat AND s.player_id IS NOT NULL
		WHERE v.match_id = $1 GROUP BY v.match_id, v.seat
			HAVING count(*) FILTER (WHERE v.made = '`+MadeByBot+`') > 0`, p.Match)
	secret := p.Key.Secret
	tx.Last.Queue(`UPDATE matches SET state = NULL, outcome = $2, status = 'over', ended_at = clock_timestamp(),
			seed = $3, secret = NULL
		WHERE id = $1`, p.Match, outcome, secret[:])
	tx.Last.Queue(`
		INSERT INTO notices (player_id, club_id, kind, table_id, match_id, key, what)
		SELECT player_id, $1, '`+delivery.NoticeOver+`', $2, match_id, '`+delivery.NoticeOver+
		` ' || match_id, $5 FROM match_seats
		WHERE match_id = $3 AND player_id IS NOT NULL AND seat <> $4
			ON CONFLICT DO NOTHING`, p.Club, p.Table, p.Match, seat, what)
	tx.Last.Queue(`DELETE FROM hands WHERE match_id = $1`, p.Match)
	tx.Last.Queue(`DELETE FROM plans WHERE match_id = $1`, p.Match)
	return nil
}
