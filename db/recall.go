package db

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/db/pg"
	"carteado/engine"
)

// The position of a match follows from its seed and its moves. Its row keeps one every so
// many moves, and those after it are played again; a program remembers the positions to
// which its own moves have led, so that it does so once.

// keptEvery is the number of moves from one position that is kept to the next.
const keptEvery = 16

// load opens a position at its newest move: ErrOtherRules for one of rules that are not
// played here, *engine.Illegal for a match that is over, of which no position is kept.
func (s *Store) load(ctx context.Context, q pg.Querier, p *position) (*engine.Match, error) {
	game, err := s.gameBy(p.Game, p.Rules)
	if err != nil {
		return nil, err
	}
	if p.match != nil {
		return p.match, nil
	}
	if was, known := s.memory.position(p.Match); known && was.Row == p.Row {
		p.Kept = was.Kept
		return was.match.Clone(), nil
	}
	if p.State == nil {
		return nil, &engine.Illegal{Rule: engine.RuleOver}
	}
	match, err := engine.LoadMatch(game, p.Seed.Seed, p.State)
	if err != nil {
		return nil, err
	}
	p.Kept = match.Version()
	if p.Kept == p.Version {
		return match, nil
	}
	// Moves stay as they are, so that without a lock, too, these are those that the row counts.
	moves, err := pg.Collect(ctx, q, bareMove, `
		SELECT version, seat, move FROM moves WHERE match_id = $1 AND version > $2 AND version <= $3 ORDER BY version`, p.Match, p.Kept, p.Version)
	if err != nil {
		return nil, err
	}
	for _, m := range moves {
		if _, err := match.Repeat(m.Seat, m.Move); err != nil {
			return nil, fmt.Errorf("match %d, move %d: %w", p.Match, m.Version, err)
		}
	}
	if match.Version() != p.Version {
		return nil, fmt.Errorf("match %d: position %d and %d moves are not position %d", p.Match, p.Kept, len(moves), p.Version)
	}
	return match, nil
}

// mostRemembered bounds the matches that a memory holds.
const mostRemembered = 512

// A memory holds positions as the moves of this program have left them. What it holds of a
// match is believed only by somebody who has just read that its row is still the same.
type memory struct {
	mu        sync.Mutex
	positions map[int64]position // by match
	order     []int64            // the oldest first
}

// onCommit counts a move once it is committed, and remembers the position to which it has led unless the match is over.
func (s *Store) onCommit(tx *pg.Tx, p *position, goesOn bool) {
	tx.OnCommit(func() {
		s.moves.Add(1)
		if goesOn {
			s.memory.keep(*p)
		}
	})
}

// keep remembers a position that is committed.
func (m *memory) keep(p position) {
	p.match = p.Step.match.Clone()
	p.State, p.Clock, p.Step, p.before, p.Made, p.Now = nil, nil, nil, nil, "", time.Time{}
	p.Undo = false // a move ends it, and asking again is another row
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, known := m.positions[p.Match]; !known {
		m.order = append(m.order, p.Match)
	}
	if m.positions == nil {
		m.positions = map[int64]position{}
	}
	m.positions[p.Match] = p
	if len(m.order) > mostRemembered {
		delete(m.positions, m.order[0])
		m.order = m.order[1:]
	}
}

// position is what is remembered of a match, which is everybody's: who goes on from it
// clones it.
func (m *memory) position(match int64) (p position, known bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, known = m.positions[match]
	return p, known
}

// forget forgets all positions. Another server, such as a standby that took over before it
// had every commit, may give the number of a transaction again.
func (m *memory) forget() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.positions, m.order = nil, nil
}

// recalled is what is remembered of the match in which somebody moves.
func (s *Store) recalled(in PlayInput) (p position, known bool) {
	p, _ = s.memory.position(in.Match)
	seat := slices.Index(p.Players, in.Player)
	p.Mine = engine.Seat(seat)
	return p, seat >= 0
}

// lockMatch begins by locking the match that a member moves in. Of a position that is
// remembered it reads only what may have changed, and who asks; where that is not all as
// it was, it reads everything.
func (s *Store) lockMatch(ctx context.Context, tx *pg.Tx, in PlayInput) (p position, known *knownMove, err error) {
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
	p = position{}
	err = send(ctx, locking(in, &p, &known, `
		SELECT `+positionColumns+`
		FROM matches m
		JOIN tables t ON t.id = m.table_id
		JOIN match_seats s ON s.match_id = m.id
		JOIN members v ON v.club_id = t.club_id AND v.player_id = s.player_id
		WHERE m.id = $1 AND t.club_id = $2 AND t.number = $3 AND s.player_id = $4 AND `+alive+` FOR UPDATE OF m`, p.Fields()...))
	if err == nil && p.Row == "" {
		err = pgx.ErrNoRows
	}
	return p, known, err
}

const (
	alive = `($5::bigint = 0 OR EXISTS (SELECT FROM sessions s WHERE s.id = $5 AND s.player_id = $4 AND ` + sessionAlive + `))`

	lockRecalled = `
		SELECT ` + rowOfMatch + `, ` + tableVersion + `, m.clock FROM matches m JOIN tables t ON t.id = m.table_id
		WHERE m.id = $1 AND t.club_id = $2 AND t.number = $3
			AND EXISTS (SELECT FROM memberships WHERE club_id = t.club_id AND player_id = $4 AND suspended_at IS NULL) AND ` + alive + ` FOR UPDATE OF m`
)

// changing go with lockRecalled.
func (p *position) changing() []any { return []any{&p.Row, &p.TableVersion, &p.Clock} }

// is reports that nothing has changed since a position was remembered.
func (p *position) is(was position) bool {
	return p.Row == was.Row && p.TableVersion == was.TableVersion
}

// locking are the statements that lock a match, reading the fields, and look the key of a
// move up: a second statement, because the first one's snapshot is older than its lock.
// Where the lock finds no match, p has no row.
func locking(in PlayInput, p *position, known **knownMove, lock string, fields ...any) []*pgx.QueuedQuery {
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
