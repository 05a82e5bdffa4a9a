package db

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"carteado/engine"
	"carteado/engine/bot"
)

// BotMove is the job of a seat that is to move and has no player: a bot's, or
// that of a player who has left. It is queued by the transaction that made it
// due.
type BotMove struct {
	Match   int64       `json:"match"`
	Version int         `json:"version"` // the position it is about
	Seat    engine.Seat `json:"seat"`
}

// Kind names the job in the queue.
func (BotMove) Kind() string { return "bot_move" }

// queueBots queues a job for every seat without a player whose turn has begun
// with this position: also for one whose player has just left. A seat whose turn
// began before and still lasts has its job already.
func (s *Store) queueBots(ctx context.Context, tx *txn, id int64, match *engine.Match, bots []engine.Seat) error {
	var due []river.InsertManyParams
	for _, seat := range match.ToMove() {
		if (slices.Contains(bots, seat) || match.HasLeft(seat)) && match.Fresh(seat) == match.Version() {
			due = append(due, river.InsertManyParams{Args: BotMove{Match: id, Version: match.Version(), Seat: seat}})
		}
	}
	if len(due) == 0 {
		return nil
	}
	queue, err := tx.queueTx(ctx)
	if err != nil {
		return err
	}
	_, err = s.jobs.InsertManyFastTx(ctx, queue, due)
	return err
}

// PlayBot makes a bot's move, or the automatic one for a player who has left. It
// has no effect when the seat has its player, when the position has moved on, or
// when the match's rules are not played any more, so that a job may run any number
// of times. The choice is made outside of any transaction, from what the seat may
// know. A choice that is not legal is an error, and nothing is changed.
func (s *Store) PlayBot(ctx context.Context, match int64, version int, seat engine.Seat, choose func(bot.Sight) engine.Move) error {
	sight, err := s.sight(ctx, match, version, seat)
	if errors.Is(err, errObsolete) || errors.Is(err, ErrNotFound) || errors.Is(err, ErrOtherRules) {
		return nil
	}
	if err != nil {
		return err
	}
	move := choose(sight)
	err = s.inTx(ctx, "play bot", func(ctx context.Context, tx *txn) error {
		p, m, err := s.botPosition(ctx, tx, match, version, seat, `FOR UPDATE OF m`)
		if err != nil {
			return err
		}
		if m.HasLeft(seat) {
			move = m.Auto(seat)
		}
		return s.advance(ctx, tx, &p, m, seat, move, fmt.Sprintf("%s%d %d", botKey, seat, version))
	})
	if errors.Is(err, errObsolete) {
		return nil
	}
	return err
}

// errObsolete says that a bot's job is about a position that is gone.
var errObsolete = errors.New("position has moved on")

// botPosition returns the match of a job: errObsolete when the seat has its
// player or the position is gone.
func (s *Store) botPosition(ctx context.Context, q querier, match int64, version int, seat engine.Seat, lock string) (p position, m *engine.Match, err error) {
	err = q.QueryRow(ctx, `
		SELECT `+positionColumns+`
		FROM matches m JOIN tables t ON t.id = m.table_id JOIN match_seats s ON s.match_id = m.id
		WHERE m.id = $1 AND s.seat = $2 `+lock, match, seat).Scan(p.fields()...)
	if err != nil {
		return p, nil, err
	}
	if p.Status != MatchPlaying {
		return p, nil, errObsolete
	}
	if m, err = s.load(p); err != nil {
		return p, nil, err
	}
	if !slices.Contains(p.Bots, seat) && !m.HasLeft(seat) || version < m.Fresh(seat) || version > p.Version || !slices.Contains(m.ToMove(), seat) {
		return p, nil, errObsolete
	}
	return p, m, nil
}

// sight holds all that the bot on a seat may know.
func (s *Store) sight(ctx context.Context, match int64, version int, seat engine.Seat) (sight bot.Sight, err error) {
	err = s.read(ctx, "bot's sight", func(ctx context.Context, conn *pgxpool.Conn) error {
		p, m, err := s.botPosition(ctx, conn, match, version, seat, "")
		if err != nil {
			return err
		}
		moves, err := collect(ctx, conn, pgx.RowTo[[]engine.Event], `
			SELECT events FROM moves WHERE match_id = $1 AND version <= $2 ORDER BY version`, match, p.Version)
		if err != nil {
			return err
		}
		sight = bot.Sight{
			View:  m.View(seat),
			Legal: m.Legal(seat, nil),
			// The bot's seed tells nothing about the deal, and the match can be
			// replayed with it.
			Seed: p.Seed.Derive(fmt.Sprintf("bot %d", seat), p.Version),
		}
		for _, events := range moves {
			sight.Events = append(sight.Events, seen(events, seat)...)
		}
		return nil
	})
	return sight, err
}

// seen are the events of a move as a viewer saw them.
func seen(events []engine.Event, viewer engine.Seat) []engine.Event {
	var list []engine.Event
	for _, event := range events {
		if e, saw := event.For(viewer); saw {
			list = append(list, e)
		}
	}
	return list
}

// BotLevel is the game and the level of the bot on a seat; "" where a player
// sits, ErrNotFound where there is no such seat.
func (s *Store) BotLevel(ctx context.Context, match int64, seat engine.Seat) (game, level string, err error) {
	err = s.read(ctx, "bot level", func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `
			SELECT t.game, coalesce(s.bot, '') FROM matches m JOIN tables t ON t.id = m.table_id JOIN match_seats s ON s.match_id = m.id
			WHERE m.id = $1 AND s.seat = $2`, match, seat).Scan(&game, &level)
	})
	return game, level, err
}
