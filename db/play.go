package db

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"carteado/db/base"
	"carteado/db/delivery"
	"carteado/db/pg"
	"carteado/db/results"
	"carteado/engine"
	"carteado/engine/clock"
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

	// Draft may be told of the move before it is kept, so that its answer can be prepared
	// meanwhile. Nobody may see that before Play has returned. Nil: nobody is told.
	Draft func(Played)
}

// Played is the answer to a move that is committed.
type Played struct {
	Table   int64 // id
	Match   int64
	Version int       // after the move
	Again   bool      // the key was known: it was played before
	Guest   Admission // to the table, of who moved
	Change  Change    // for those who look at it in this program; without Players where PostgreSQL tells those

	step *step // nil for a move that was played before
}

const (
	maxKey = 64     // bytes of a form's key
	botKey = "bot " // keys of bots begin so, and no form's may
)

// Play makes a move. Once it returns without error the move is kept for good.
// Refusals: *engine.Illegal with nothing changed, ErrStale when the position has
// moved on, ErrNotFound for a player without a seat there, ErrUnavailable when
// the commit failed or its answer was lost: play again with the same key.
func (s *Store) Play(ctx context.Context, in PlayInput) (played Played, err error) {
	if n := len(in.Idem); n == 0 || n > maxKey || strings.HasPrefix(in.Idem, botKey) {
		return played, fmt.Errorf("play, key of %d bytes: %w", n, ErrStale)
	}
	var why errNotBatched
	if played, err = s.playBatched(ctx, in); !errors.As(err, &why) {
		return played, err
	}
	s.countCareful(ctx, in, why)
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
		err = ErrLate
	}
	return played, err
}

// playLocked makes a move in a locked match; known is the one that its key was used for.
// Late is a move whose time is over, instead of which something else may have been written.
func (s *Store) playLocked(ctx context.Context, tx *pg.Tx, p *position, known *knownMove, in PlayInput) (played Played, late bool, err error) {
	if known != nil {
		// The answer is as before; a key belongs to one player.
		if known.Seat != p.Mine {
			return played, false, ErrStale
		}
		return Played{
			Table: p.Table, Match: p.Match, Version: known.Version, Change: p.change(false), Again: true, Guest: Admission{p.Table, in.Player},
		}, false, nil
	}
	if p.Status == base.MatchWaiting || in.Version > p.Version {
		return played, false, ErrStale
	}
	match, err := s.load(ctx, tx, p)
	if err != nil {
		return played, false, err
	}
	if in.Version < match.Fresh(p.Mine) {
		return played, false, ErrStale
	}
	if late, err = s.tooLate(ctx, tx, p, match, in.Move); late || err != nil {
		return played, late, err
	}
	if err := s.advance(ctx, tx, p, match, p.Mine, in.Move, in.Idem); err != nil {
		return played, false, err
	}
	return Played{
		Table: p.Table, Match: p.Match, Version: p.Version, Guest: Admission{p.Table, in.Player}, step: p.Step,
		Change: Change{Club: p.Club, Table: p.Table, At: p.at(), Within: true},
	}, false, nil
}

// tooLate judges by the database's clock whether a player's time is over. If it is,
// what is due then is done instead of the move, whether or not a job is as quick. A
// player may always leave, not move while the clocks are stopped, and is back by
// moving where a bot keeps the seat.
func (s *Store) tooLate(ctx context.Context, tx *pg.Tx, p *position, match *engine.Match, move engine.Move) (late bool, err error) {
	if err := p.look(ctx, tx); err != nil || p.Clock == nil || move.Verb == engine.VerbLeave {
		return false, err
	}
	if p.kept(p.Mine) {
		err = s.back(ctx, tx, p, match)
	}
	if err == nil && p.Clock.Stands() {
		err = ErrPaused
	}
	if err != nil {
		return false, err
	}
	if !p.Clock.Late(int(p.Mine), p.Now) {
		return false, nil
	}
	if rested, err := p.rested(ctx, tx, p.Mine); err != nil || rested {
		return false, err
	}
	return true, s.missed(ctx, tx, p, match, p.Mine)
}

// A position is a locked match with all that a move needs.
type position struct {
	Club         int64
	Table        int64
	TableVersion int
	Game         string
	Match        int64
	Status       base.MatchStatus
	Version      int
	Rules        int // version of the game's rules it is played by
	Seed         storedSeed
	State        []byte
	Kept         int     // the version of State
	Row          string  // see rowOfMatch
	Players      []int64 // by seat; 0: a bot's
	Pace         clock.Pace
	Clock        *clock.Clock // nil without a pace
	Asides       int
	Undo         bool        // an undo of the last move is proposed
	Mine         engine.Seat // the seat that moves

	Now  time.Time // by the database's clock; see look
	Made string    // for whom the next move is made: see MadeByClock
	Step *step     // what the last move changed; see advance

	match  *engine.Match // where it is remembered
	before *engine.Match // what the match is again after an undo
}

// at is the table's position for polling, as tableAt. Nothing but moves, asides, who
// watches and closing it changes a table while it is being played. Asides are counted in the
// match's row, which a move locks, so that no move names a position without them.
func (p *position) at() string {
	return fmt.Sprintf("%d.%d.%d", p.Match, p.TableVersion+p.Asides, p.Version)
}

// tableAt is the position of the table t with its match m.
const tableAt = `m.id || '.' || ` + tableVersion + ` + m.asides || '.' || m.version`

// tableAtHome is tableAt without who watches, which no home shows.
const tableAtHome = `m.id || '.' || t.version + m.asides || '.' || m.version`

// tableVersion counts what was done to the table t, and who came to watch or went.
const tableVersion = `t.version + (SELECT coalesce(sum(changes), 0) FROM watches WHERE table_id = t.id)`

// positionColumns go with position.fields.
const positionColumns = `t.club_id, t.id, ` + tableVersion + `, t.game, m.id, m.status, m.version, m.rules_version, m.seed, m.state, (` + playersBySeat + `), t.pace, m.clock, m.asides,
	EXISTS (SELECT FROM offers WHERE match_id = m.id AND state = 'asked' AND kind = 'undo'), ` + rowOfMatch + `, s.seat`

func (p *position) Fields() []any {
	return []any{&p.Club, &p.Table, &p.TableVersion, &p.Game, &p.Match, &p.Status, &p.Version, &p.Rules, &p.Seed, &p.State, &p.Players, (*storedPace)(&p.Pace), &p.Clock, &p.Asides, &p.Undo, &p.Row, &p.Mine}
}

// A knownMove is the move that a key was used for.
type knownMove struct {
	Version int
	Seat    engine.Seat
}

// follow takes a position to what a move has made of its match.
func (p *position) follow(match *engine.Match, seat engine.Seat, events []engine.Event) (err error) {
	done := &step{from: p.at(), match: match, seat: seat, made: p.Made} // with what happened beside the move
	p.Version, p.Step = match.Version(), done
	if done.events, err = json.Marshal(events); err != nil {
		return err
	}
	// Without a state the one that is kept stays; it never stands between an undo and the move that is taken back.
	if _, over := match.Outcome(); !over && (p.Version-p.Kept >= keptEvery || p.before != nil) {
		done.state, err = match.MarshalJSON() // json.Marshal would read it through again
		p.Kept = p.Version
	}
	return err
}

// advance plays a move in a locked match and writes all that follows from it.
func (s *Store) advance(ctx context.Context, tx *pg.Tx, p *position, match *engine.Match, seat engine.Seat, move engine.Move, idem string) error {
	finished, between, number := len(match.Rounds()), match.Between(), match.Number()
	if err := p.look(ctx, tx); err != nil {
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
		tx.Last.Queue(`
			INSERT INTO rounds (match_id, number, version, dealer, result, totals, final)
			VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			p.Match, score.Number, p.Version, score.Dealer, score.Result, score.Totals, final)
	}
	if over {
		if err := results.QueueStandings(ctx, tx, p.Match); err != nil {
			return err
		}
		tx.Last.Queue(expireOffers, p.Match)
		tx.Last.Queue(`
			INSERT INTO away (match_id, seat, moves, by_bot)
			SELECT v.match_id, v.seat, count(*), count(*) FILTER (WHERE v.made = '`+MadeByBot+`') FROM moves v
			JOIN match_seats s ON s.match_id = v.match_id AND s.seat = v.seat AND s.player_id IS NOT NULL
			WHERE v.match_id = $1 GROUP BY v.match_id, v.seat HAVING count(*) FILTER (WHERE v.made = '`+MadeByBot+`') > 0`, p.Match)
		tx.Last.Queue(`UPDATE matches SET state = NULL, outcome = $2, status = 'over', ended_at = clock_timestamp() WHERE id = $1`,
			p.Match, outcome)
		tx.Last.Queue(`
			INSERT INTO notices (player_id, club_id, kind, table_id, match_id, key)
			SELECT player_id, $1, '`+delivery.NoticeOver+`', $2, match_id, '`+delivery.NoticeOver+` ' || match_id FROM match_seats
			WHERE match_id = $3 AND player_id IS NOT NULL AND seat <> $4 ON CONFLICT DO NOTHING`, p.Club, p.Table, p.Match, seat)
		tx.Last.Queue(`DELETE FROM hands WHERE match_id = $1`, p.Match)
	}
	s.onCommit(tx, p, !over)
	notifyAt(tx, p, !fresh && !over)
	if err := s.queueTick(ctx, tx, p); err != nil {
		return err
	}
	return s.dueBots(ctx, tx, p, match, false)
}
