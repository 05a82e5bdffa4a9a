package live

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/keys"
	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/clock"
)

// A MatchPosition is a locked match with all that a move needs.
type MatchPosition struct {
	Club         int64
	Table        int64
	TableVersion int
	Game         string
	Match        int64
	Status       base.MatchStatus
	Version      int
	Rules        int // version of the game's rules it is played by
	Shuffled
	State   []byte
	Kept    int     // the version of State
	Row     string  // see rowOfMatch
	Players []int64 // by seat; 0: a bot's
	Pace    clock.Pace
	Clock   *clock.Clock // nil without a pace, unless a bot keeps a seat
	Asides  int
	Undo    bool        // an undo of the last move is proposed
	Mine    engine.Seat // the seat that moves

	Now   time.Time // by the database's clock; see ReadNow
	Made  string    // for whom the next move is made: see MadeByClock
	Plain bool      // nothing but the move changes the table
	Step  *step     // what the last move changed; see Advance

	timed  bool          // there was a clock when it was remembered
	match  *engine.Match // where it is remembered
	before *engine.Match // what the match is again after an undo
}

// at is the table's position for polling, as tableAt. Nothing but moves, asides, who
// watches and closing it changes a table while it is being played. Asides are counted in the
// match's row, which a move locks, so that no move names a position without them.
func (p *MatchPosition) at() string {
	return fmt.Sprintf("%d.%d.%d", p.Match, p.TableVersion+p.Asides, p.Version)
}

// tableAt is the position of the table t with its match m.
const tableAt = `m.id || '.' || ` + tableVersion + ` + m.asides || '.' || m.version`

// TableAtHomeSQL is tableAt without who watches, which no home shows.
const TableAtHomeSQL = `m.id || '.' || t.version + m.asides || '.' || m.version`

// tableVersion counts what was done to the table t, and who came to watch or went.
const tableVersion = `t.version + (SELECT coalesce(sum(changes), 0) FROM watches WHERE table_id = t.id)`

// PositionColumns go with MatchPosition.Fields.
const PositionColumns = `t.club_id, t.id, ` + tableVersion + `, t.game, m.id, m.status, m.version, m.rules_version, ` +
	ShuffledSQL + `, m.state, (` + playersBySeat + `), t.pace, m.clock, m.asides,
	EXISTS (SELECT FROM offers WHERE match_id = m.id AND state = 'asked' AND kind = 'undo'), ` + rowOfMatch + `, s.seat`

// Fields are where the PositionColumns of a row go.
func (p *MatchPosition) Fields() []any {
	fields := append([]any{&p.Club, &p.Table, &p.TableVersion, &p.Game, &p.Match, &p.Status, &p.Version, &p.Rules},
		p.Columns()...)
	return append(fields, &p.State, &p.Players, (*storedPace)(&p.Pace), &p.Clock, &p.Asides, &p.Undo, &p.Row, &p.Mine)
}

// The position of a match follows from its seed and its moves. The match's row keeps one every so many moves, and the
// moves after it are played again. Waiters keep the positions to which moves made here have led, so that nothing is
// played again for the next move.

// keptEvery is the number of moves from one position that is kept to the next.
const keptEvery = 16

// LoadMatch opens a position at its newest move: ErrOtherRules for one of rules that are not
// played here, ErrKeyLost, *engine.Illegal for a match that is over, of which no position is kept.
func (s *Tables) LoadMatch(ctx context.Context, q pg.Querier, p *MatchPosition) (*engine.Match, error) {
	game, err := s.GameBy(p.Game, p.Rules)
	if err != nil {
		return nil, err
	}
	if p.match != nil {
		return p.match, nil
	}
	if was, known := s.Waiters.match(p.Match); known && was.Row == p.Row {
		p.Kept, p.Key = was.Kept, was.Key
		return was.match.Clone(), nil
	}
	if p.State == nil {
		return nil, &engine.Illegal{Rule: engine.RuleOver}
	}
	from, err := s.SourceOf(p.Match, &p.Shuffled)
	if err != nil {
		return nil, err
	}
	state, err := p.Key.OpenJSON(keys.Position, p.State)
	if err != nil {
		return nil, err
	}
	match, err := engine.LoadMatch(game, from, state)
	if err != nil {
		return nil, err
	}
	p.Kept = match.Version()
	if p.Kept == p.Version {
		return match, nil
	}
	// Moves stay as they are, so that without a lock, too, these are those that the row counts.
	moves, err := pg.Collect(ctx, q, bareMove(p.Key), `
		SELECT seat, move FROM moves WHERE match_id = $1 AND version > $2 AND version <= $3
			ORDER BY version`, p.Match, p.Kept, p.Version)
	if err != nil {
		return nil, err
	}
	for i, m := range moves {
		if _, err := match.Repeat(m.Seat, m.Move); err != nil {
			return nil, fmt.Errorf("match %d, move %d: %w", p.Match, p.Kept+i+1, err)
		}
	}
	if match.Version() != p.Version {
		return nil, fmt.Errorf("match %d: position %d and %d moves are not position %d", p.Match, p.Kept, len(moves),
			p.Version)
	}
	return match, nil
}

// recalled is what is remembered of the match in which somebody moves.
func (s *Tables) recalled(in PlayInput) (p MatchPosition, known bool) {
	p, _ = s.Waiters.match(in.Match)
	seat := slices.Index(p.Players, in.Player)
	p.Mine = engine.Seat(seat)
	return p, seat >= 0
}

// lockMatch begins by locking the match that a member moves in. Of a position that is remembered it
// reads only what may have changed, where the member is still one and signed in; else, or where that
// differs, it reads everything.
func (s *Tables) lockMatch(ctx context.Context, tx *pg.Tx, in PlayInput) (
	p MatchPosition, known *knownMove, err error) {
	send := tx.Start
	if was, remembered := s.recalled(in); remembered {
		p = was
		err := send(ctx, locking(in, &p, &known, lockRecalled, p.changing()...))
		if err != nil || p.is(was) {
			p.match = was.match.Clone()
			return p, known, err
		}
		send = func(ctx context.Context, queries []*pgx.QueuedQuery) error {
			return tx.SendBatch(ctx, &pgx.Batch{QueuedQueries: queries}).Close()
		}
	}
	p = MatchPosition{}
	err = send(ctx, locking(in, &p, &known, `
		SELECT `+PositionColumns+`
		FROM matches m
		JOIN tables t ON t.id = m.table_id
		JOIN match_seats s ON s.match_id = m.id
		JOIN members v ON v.club_id = t.club_id AND v.player_id = s.player_id
		WHERE m.id = $1 AND t.club_id = $2 AND t.number = $3 AND s.player_id = $4 AND `+alive+`
			FOR UPDATE OF m`, p.Fields()...))
	if err == nil && p.Row == "" {
		err = pgx.ErrNoRows
	}
	return p, known, err
}

const (
	alive = `($5::bigint = 0 OR EXISTS (SELECT FROM sessions s WHERE s.id = $5 AND s.player_id = $4 AND ` +
		accounts.SessionAlive + `))`

	lockRecalled = `
		SELECT ` + rowOfMatch + `, ` + tableVersion + `, m.clock FROM matches m JOIN tables t ON t.id = m.table_id
		WHERE m.id = $1 AND t.club_id = $2 AND t.number = $3
			AND EXISTS (SELECT FROM memberships WHERE club_id = t.club_id AND player_id = $4 AND suspended_at IS NULL)
				AND ` + alive + ` FOR UPDATE OF m`
)

// changing go with lockRecalled.
func (p *MatchPosition) changing() []any { return []any{&p.Row, &p.TableVersion, &p.Clock} }

// is reports that nothing has changed since a position was remembered.
func (p *MatchPosition) is(was MatchPosition) bool {
	return p.Row == was.Row && p.TableVersion == was.TableVersion
}

// locking are the statements that lock a match, reading the fields, and look the key of a
// move up: a second statement, because the first one's snapshot is older than its lock.
// Where the lock finds no match, p has no row.
func locking(in PlayInput, p *MatchPosition, known **knownMove, lock string, fields ...any) []*pgx.QueuedQuery {
	var batch pgx.Batch
	p.Row, *known = "", nil
	batch.Queue(lock, in.Match, in.Club, in.Table, in.Player, in.Session).Query(func(rows pgx.Rows) error {
		_, err := pgx.ForEachRow(rows, fields, func() error { return nil })
		return err
	})
	batch.Queue(`SELECT version, seat FROM moves WHERE match_id = $1 AND idem = $2`, in.Match, in.Idem).
		Query(func(rows pgx.Rows) error {
			moves, err := pgx.CollectRows(rows, pgx.RowToAddrOfStructByPos[knownMove])
			if len(moves) > 0 {
				*known = moves[0]
			}
			return err
		})
	return batch.QueuedQueries
}

// rowOfMatch names the match's row as it is: every write makes another.
const rowOfMatch = `m.ctid::text || ' ' || m.xmin::text`
