package db

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"carteado/engine/role"
	"carteado/engine/standing"
)

// A Season is a stretch of a club's time with a charter.
type Season struct {
	ID       int64
	Name     string
	StartsAt time.Time
	EndsAt   time.Time
	Charter  standing.Charter // as it holds now, amendments included
	Started  bool             // the charter is frozen
	Ended    bool
}

// An Amendment is a change to the charter of a season that had started.
type Amendment struct {
	Charter standing.Charter
	Reason  string
	By      int64
	Name    string // "" where the account is gone
	At      time.Time
}

// Standings are a season as its club sees it.
type Standings struct {
	Season
	Seasons    []Season         // all of the club's, the latest first
	Founded    standing.Charter // as the season began with
	Amendments []Amendment      // oldest first
	Lines      []standing.Line
	Names      map[int64]string // of the players in Lines; "" where the account is gone
	Matches    int              // that count
}

// ErrFrozen refuses to change a season that has started: it is amended.
var ErrFrozen = errors.New("season has started")

const seasonColumns = `s.id, s.name, s.starts_at, s.ends_at,
	coalesce((SELECT a.charter FROM amendments a WHERE a.season_id = s.id ORDER BY a.id DESC LIMIT 1), s.charter) AS charter,
	s.starts_at <= now() AS started, s.ends_at <= now() AS ended`

func selectSeasons(ctx context.Context, q querier, club int64) ([]Season, error) {
	return all[Season](ctx, q, `SELECT `+seasonColumns+` FROM seasons s WHERE s.club_id = $1 ORDER BY s.starts_at DESC, s.id DESC`, club)
}

// FoundSeason opens a season: ErrForbidden. One that starts in the past begins
// with the matches since. The very same season again is a button pressed twice.
func (s *Store) FoundSeason(ctx context.Context, club, by int64, n Season) (id int64, err error) {
	err = s.inTx(ctx, "found season", func(ctx context.Context, tx *txn) error {
		if err := may(ctx, tx, club, by, role.Season); err != nil {
			return err
		}
		var err error
		id, err = again(ctx, tx, club, by, `
			SELECT id FROM seasons WHERE club_id = $1 AND name = $2 AND starts_at = $3 AND ends_at = $4 AND charter = $5`,
			club, n.Name, n.StartsAt, n.EndsAt, n.Charter)
		if err != nil || id != 0 {
			return err
		}
		if err := tx.QueryRow(ctx, `
			INSERT INTO seasons (club_id, name, starts_at, ends_at, charter, created_by) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
			club, n.Name, n.StartsAt, n.EndsAt, n.Charter, by).Scan(&id); err != nil {
			return err
		}
		if err := note(ctx, tx, club, by, "season_founded", details{"season": id, "name": n.Name}); err != nil {
			return err
		}
		return s.computeStandings(ctx, tx, id)
	})
	return id, err
}

// ChangeSeason changes a season that has not started: ErrFrozen afterwards.
func (s *Store) ChangeSeason(ctx context.Context, club, by int64, n Season) error {
	return s.inTx(ctx, "change season", func(ctx context.Context, tx *txn) error {
		if err := may(ctx, tx, club, by, role.Season); err != nil {
			return err
		}
		var started bool
		if err := tx.QueryRow(ctx, `SELECT starts_at <= now() FROM seasons WHERE club_id = $1 AND id = $2 FOR UPDATE`, club, n.ID).Scan(&started); err != nil {
			return err
		}
		if started {
			return ErrFrozen
		}
		if _, err := tx.Exec(ctx, `UPDATE seasons SET name = $2, starts_at = $3, ends_at = $4, charter = $5 WHERE id = $1`,
			n.ID, n.Name, n.StartsAt, n.EndsAt, n.Charter); err != nil {
			return err
		}
		if err := note(ctx, tx, club, by, "season_changed", details{"season": n.ID, "name": n.Name}); err != nil {
			return err
		}
		return s.computeStandings(ctx, tx, n.ID)
	})
}

// AmendSeason changes the charter of a season that runs, with a reason that is
// shown beside it.
func (s *Store) AmendSeason(ctx context.Context, club, by, season int64, charter standing.Charter, reason string) error {
	return s.inTx(ctx, "amend season", func(ctx context.Context, tx *txn) error {
		if err := may(ctx, tx, club, by, role.Season); err != nil {
			return err
		}
		var name string
		if err := tx.QueryRow(ctx, `SELECT name FROM seasons WHERE club_id = $1 AND id = $2 FOR UPDATE`, club, season).Scan(&name); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `INSERT INTO amendments (season_id, charter, reason, created_by) VALUES ($1, $2, $3, $4)`,
			season, charter, reason, by); err != nil {
			return err
		}
		if err := note(ctx, tx, club, by, "season_amended", details{"season": season, "name": name, "reason": reason}); err != nil {
			return err
		}
		return s.computeStandings(ctx, tx, season)
	})
}

// StandingsOf returns a season's standings to a member; season 0 is the running
// one, or else the latest. ErrNotFound where there is none.
func (s *Store) StandingsOf(ctx context.Context, club, viewer, season int64) (st Standings, err error) {
	err = s.read(ctx, "standings", func(ctx context.Context, conn *pgxpool.Conn) error {
		if err := may(ctx, conn, club, viewer, role.Play); err != nil {
			return err
		}
		var err error
		if st.Seasons, err = selectSeasons(ctx, conn, club); err != nil || len(st.Seasons) == 0 && season == 0 {
			return err
		}
		at := chosenSeason(st.Seasons, season)
		if at < 0 {
			return ErrNotFound
		}
		st.Season = st.Seasons[at]
		if err := conn.QueryRow(ctx, `
			SELECT s.charter, coalesce(g.list, '[]') FROM seasons s LEFT JOIN standings g ON g.season_id = s.id WHERE s.id = $1`,
			st.ID).Scan(&st.Founded, &st.Lines); err != nil {
			return err
		}
		st.Amendments, err = all[Amendment](ctx, conn, `
			SELECT a.charter, a.reason, a.created_by AS by, coalesce(p.name, '') AS name, a.created_at AS at
			FROM amendments a JOIN players p ON p.id = a.created_by WHERE a.season_id = $1 ORDER BY a.id`, st.ID)
		if err != nil {
			return err
		}
		st.Names, err = names(ctx, conn, st.Lines)
		return err
	})
	return st, err
}

// chosenSeason is the one asked for, the running one, or the latest that has
// started, or the next.
func chosenSeason(seasons []Season, id int64) int {
	best := -1
	for i, s := range seasons {
		switch {
		case id != 0 && s.ID == id:
			return i
		case id != 0:
		case s.Started && !s.Ended:
			return i
		case best < 0, s.Started && !seasons[best].Started:
			best = i
		}
	}
	return best
}

func names(ctx context.Context, q querier, lines []standing.Line) (map[int64]string, error) {
	ids := make([]int64, len(lines))
	for i, l := range lines {
		ids[i] = l.Player
	}
	rows, err := q.Query(ctx, `SELECT id, coalesce(name, '') FROM players WHERE id = ANY($1)`, ids)
	if err != nil {
		return nil, err
	}
	found := map[int64]string{}
	var id int64
	var name string
	_, err = pgx.ForEachRow(rows, []any{&id, &name}, func() error {
		found[id] = name
		return nil
	})
	return found, err
}

// resultsOf are the results of a season: matches that count and ended in its time,
// as the last correction has them.
const resultsOf = `
	SELECT m.id, (extract(epoch FROM m.ended_at) * 1000000)::bigint, t.game, array_agg(coalesce(s.player_id, 0) ORDER BY s.seat),
		coalesce(c.places, (SELECT array_agg(value::int ORDER BY place) FROM jsonb_array_elements_text(m.outcome->'placing') WITH ORDINALITY AS p (value, place))),
		m.outcome->>'how' = 'closed' OR coalesce(c.kind, '') = 'void'
	FROM seasons y
	JOIN matches m ON m.club_id = y.club_id AND m.status = 'over' AND m.ended_at >= y.starts_at AND m.ended_at < y.ends_at
	JOIN tables t ON t.id = m.table_id
	JOIN match_seats s ON s.match_id = m.id
	LEFT JOIN LATERAL (SELECT kind, places FROM corrections WHERE match_id = m.id ORDER BY id DESC LIMIT 1) c ON true
	WHERE y.id = $1 AND ` + counts + `
	GROUP BY m.id, t.game, c.kind, c.places`

// computeStandings makes a season's standings anew from charter and results.
func (s *Store) computeStandings(ctx context.Context, tx *txn, season int64) error {
	var charter standing.Charter
	// The lock makes two that compute at once follow each other.
	if err := tx.QueryRow(ctx, `
		SELECT coalesce((SELECT a.charter FROM amendments a WHERE a.season_id = s.id ORDER BY a.id DESC LIMIT 1), s.charter)
		FROM seasons s WHERE s.id = $1 FOR UPDATE OF s`, season).Scan(&charter); err != nil {
		return err
	}
	rows, err := tx.Query(ctx, resultsOf, season)
	if err != nil {
		return err
	}
	results, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (r standing.Result, err error) {
		return r, row.Scan(&r.Match, &r.Ended, &r.Game, &r.Players, &r.Placing, &r.Void)
	})
	if err != nil {
		return err
	}
	lines := standing.Compute(charter, results)
	if lines == nil {
		lines = []standing.Line{}
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO standings (season_id, list) VALUES ($1, $2)
		ON CONFLICT (season_id) DO UPDATE SET list = excluded.list, computed_at = now() WHERE standings.list IS DISTINCT FROM excluded.list`, season, lines)
	tx.after.Queue(`SELECT pg_notify($1, club_id || ' 0 standings') FROM seasons WHERE id = $2`, channel, season)
	return err
}

// RecomputeStandings makes all standings anew and returns how many came out
// otherwise than they were kept: none, unless somebody touched them.
func (s *Store) RecomputeStandings(ctx context.Context) (computed, changed int, err error) {
	var seasons []int64
	err = s.read(ctx, "seasons", func(ctx context.Context, conn *pgxpool.Conn) error {
		rows, err := conn.Query(ctx, `SELECT id FROM seasons ORDER BY id`)
		if err == nil {
			seasons, err = pgx.CollectRows(rows, pgx.RowTo[int64])
		}
		return err
	})
	for _, season := range seasons {
		if err != nil {
			break
		}
		err = s.inTx(ctx, fmt.Sprintf("recompute season %d", season), func(ctx context.Context, tx *txn) error {
			const kept = `SELECT coalesce((SELECT md5(list::text) FROM standings WHERE season_id = $1), '')`
			var before, after string
			if err := tx.QueryRow(ctx, kept, season).Scan(&before); err != nil {
				return err
			}
			if err := s.computeStandings(ctx, tx, season); err != nil {
				return err
			}
			if err := tx.QueryRow(ctx, kept, season).Scan(&after); err != nil {
				return err
			}
			if before != after {
				changed++
			}
			computed++
			return nil
		})
	}
	return computed, changed, err
}

// SeasonCompute is the job that makes standings anew after a match has ended.
type SeasonCompute struct {
	Match int64 `json:"match"`
}

// Kind names the job in the queue.
func (SeasonCompute) Kind() string { return "season_compute" }

// queueStandings queues the standings that a match counts for.
func (s *Store) queueStandings(ctx context.Context, tx *txn, match int64) error {
	queue, err := tx.queueTx(ctx)
	if err != nil {
		return err
	}
	_, err = s.jobs.InsertManyFastTx(ctx, queue, []river.InsertManyParams{{Args: SeasonCompute{Match: match}}})
	return err
}

// ComputeStandingsFor makes the standings anew that a match counts for.
func (s *Store) ComputeStandingsFor(ctx context.Context, match int64) error {
	return s.inTx(ctx, "compute standings", func(ctx context.Context, tx *txn) error {
		rows, err := tx.Query(ctx, `
			SELECT y.id FROM seasons y JOIN matches m ON m.club_id = y.club_id AND m.ended_at >= y.starts_at AND m.ended_at < y.ends_at
			WHERE m.id = $1 ORDER BY y.id`, match)
		if err != nil {
			return err
		}
		seasons, err := pgx.CollectRows(rows, pgx.RowTo[int64])
		if err != nil {
			return err
		}
		for _, season := range seasons {
			if err := s.computeStandings(ctx, tx, season); err != nil {
				return err
			}
		}
		return nil
	})
}
