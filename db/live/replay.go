package live

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/keys"
	"carteado/db/pg"
	"carteado/db/results"
	"carteado/engine"
	"carteado/engine/shuffle"
)

// A ReplayMove is one move of a match that is over, with all its events.
type ReplayMove struct {
	LogEntry
	Round int // number; going on after a round belongs to the next
	Move  engine.Move
}

// replayed bounds the phrases that a replay shows.
const replayed = 500

// A Replay is a match that is over, after some of its moves.
type Replay struct {
	results.Sheet
	Step  int                // moves made, from 0
	Views []engine.MatchView // of every seat
	List  []ReplayMove       // all moves of the match
	Said  []LogEntry         // the last phrases, oldest first, but for those of players whom the viewer has muted
}

// Replay returns a match that is over, after step moves, with all hands, to a
// member of the club. ErrNotFound while it goes on, and for a step beyond it; ErrOtherRules.
// It follows from the seed and the moves alone.
func (s *Tables) Replay(ctx context.Context, club, id int64, step int, viewer int64) (r Replay, err error) {
	err = s.Read(ctx, "replay", func(ctx context.Context, conn *pgxpool.Conn) error {
		if r.Sheet, err = results.SelectSheet(ctx, conn, club, id, viewer); err != nil {
			return err
		}
		if r.Status != base.MatchOver || step < 0 || step > r.Moves {
			return base.ErrNotFound
		}
		key, err := KeyOf(r.Sheet)
		if err != nil {
			return err
		}
		if r.List, err = SelectMoves(ctx, conn, id, key); err != nil {
			return err
		}
		r.Said, err = pg.All[LogEntry](ctx, conn, `
			SELECT * FROM (
				SELECT a.version, a.seat, jsonb_build_array(jsonb_build_object('kind', `+asideKindSQL+`, 'seat', a.seat,
					'open', true, 'n', a.number)) AS events,
					a.at AS "time", '' AS made
				FROM asides a LEFT JOIN messages w USING (match_id, number) JOIN match_seats s
					ON s.match_id = a.match_id AND s.seat = a.seat
				WHERE a.match_id = $1 AND a.kind LIKE $2 AND `+stillToldSQL+` AND NOT EXISTS (SELECT FROM mutes
					WHERE player_id = $3 AND muted_id = s.player_id)
				ORDER BY a.number DESC LIMIT $4
			) last ORDER BY "time"`, id, saying+"%", viewer, replayed)
		if err != nil {
			return err
		}
		match, err := s.Rebuild(r.Sheet, key, r.List[:step])
		if err != nil {
			return err
		}
		r.Step = step
		for seat := range r.Seats {
			r.Views = append(r.Views, match.View(engine.Seat(seat)))
		}
		return nil
	})
	return r, err
}

// SelectMoves returns all moves of a match with all their events. The query finds
// only a match that is over.
func SelectMoves(ctx context.Context, q pg.Querier, id int64, key *keys.Match) ([]ReplayMove, error) {
	rows, err := q.Query(ctx, `
		SELECT v.version, 1 + (SELECT count(*) FROM rounds r WHERE r.match_id = m.id AND r.version < v.version),
			v.seat, v.move, v.events, v.at, coalesce(v.made, '')
		FROM matches m JOIN moves v ON v.match_id = m.id
		WHERE m.id = $1 AND m.status = 'over' ORDER BY v.version`, id)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (m ReplayMove, err error) {
		var move string
		var events []byte
		if err := row.Scan(&m.Version, &m.Round, &m.Seat, &move, &events, &m.Time, &m.Made); err != nil {
			return m, err
		}
		if m.Events, err = openEvents(key, events); err != nil {
			return m, err
		}
		m.Move, err = OpenMove(key, move)
		return m, err
	})
}

// selectOver plays a match that is over again: no position of it is kept, because
// it follows from the seed and the moves.
func (s *Tables) selectOver(ctx context.Context, q pg.Querier, t TableView, p MatchPosition) (*engine.Match, error) {
	if err := s.OpenKey(t.Match, &p.Shuffled); err != nil {
		return nil, err
	}
	moves, err := bareMoves(ctx, q, t.Match, p.Key)
	if err != nil {
		return nil, err
	}
	return s.Repeat(t.Match, p, t.Options, len(t.Seats), moves)
}

// bareMoves are the moves of a match, without their events.
func bareMoves(ctx context.Context, q pg.Querier, match int64, key *keys.Match) ([]engine.Made, error) {
	return pg.Collect(ctx, q, bareMove(key), `SELECT seat, move FROM moves WHERE match_id = $1 ORDER BY version`, match)
}

func bareMove(key *keys.Match) pgx.RowToFunc[engine.Made] {
	return func(row pgx.CollectableRow) (m engine.Made, err error) {
		var move string
		if err := row.Scan(&m.Seat, &move); err != nil {
			return m, err
		}
		m.Move, err = OpenMove(key, move)
		return m, err
	}
}

// KeyOf opens the rows of a match that is over: ErrKeyLost.
func KeyOf(sheet results.Sheet) (*keys.Match, error) {
	if sheet.Seed == "" {
		return nil, base.ErrKeyLost
	}
	seed, err := shuffle.ParseSeed(sheet.Seed)
	return keys.Of(seed), err
}

// Rebuild plays the moves of a match that is over.
func (s *Tables) Rebuild(sheet results.Sheet, key *keys.Match, moves []ReplayMove) (*engine.Match, error) {
	p := MatchPosition{Game: sheet.Game, Rules: sheet.Rules, Shuffled: Shuffled{Key: key, Number: sheet.DealtAs,
		Shuffle: sheet.Shuffle}}
	for _, c := range sheet.Contributions {
		p.Contributions = append(p.Contributions, c.Text)
	}
	made := make([]engine.Made, len(moves))
	for i, m := range moves {
		made[i] = engine.Made{Seat: m.Seat, Move: m.Move}
	}
	return s.Repeat(sheet.ID, p, sheet.Options, len(sheet.Seats), made)
}

// Repeat plays moves from the first deal: ErrOtherRules.
func (s *Tables) Repeat(id int64, p MatchPosition, options engine.Options, seats int, moves []engine.Made) (
	*engine.Match, error) {
	game, err := s.GameBy(p.Game, p.Rules)
	if err != nil {
		return nil, err
	}
	from, err := s.SourceOf(id, &p.Shuffled)
	if err != nil {
		return nil, err
	}
	match, err := engine.NewMatch(game, seats, options, from)
	if err != nil {
		return nil, err
	}
	if err := match.RepeatAll(moves); err != nil {
		return nil, fmt.Errorf("match %d: %w", id, err)
	}
	return match, nil
}
