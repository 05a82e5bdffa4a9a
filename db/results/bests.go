package results

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine/role"
)

// A Best is one of a club's records.
type Best struct {
	Game, Name string // a feature of the game, or BestStreak; the game "" for all together
	Value      int
	Match      int64 // that holds it
	Ended      time.Time
	By         base.Person
	Before     *BestBefore // who held it before, nil if nobody else did
}

// A BestBefore is a record that was beaten.
type BestBefore struct {
	Value int
	Match int64
	Ended time.Time
	By    base.Person
}

// A SeasonBest is who did something most often in a season, of all seasons.
type SeasonBest struct {
	Game, Name string
	Times      int
	Season     int64
	Called     string // the season
	By         base.Person
}

// A Champion came first in a season that is over, or in a competition.
type Champion struct {
	Season      int64 // 0 for a competition
	Competition int64
	Called      string
	Ended       time.Time
	By          base.Person
	Points      int
	Played      int
}

// Bests are a club's records, and its hall of fame.
type Bests struct {
	List      []Best
	Seasons   []SeasonBest
	Champions []Champion // what ended last first
}

// championsShown is how many seasons the hall of fame has, and how many competitions.
const championsShown = 40

// BestsOf are a club's records, to a member. Who holds one was decided when its match was counted (count.best).
func (s *Results) BestsOf(ctx context.Context, club, viewer int64) (b Bests, err error) {
	err = s.ReadAs(ctx, "bests", club, viewer, role.Play, func(ctx context.Context, conn *pgxpool.Conn) error {
		b, err = s.selectBests(ctx, conn, club)
		return err
	})
	return b, err
}

// A sender is a connection or a transaction.
type sender interface {
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
}

func (s *Results) selectBests(ctx context.Context, q sender, club int64) (b Bests, err error) {
	var games, names []string
	for game, features := range s.features {
		for _, f := range features {
			if f.Times {
				games, names = append(games, game), append(names, f.Name)
			}
		}
	}
	var batch pgx.Batch
	pg.Queue(&batch, &b.List, func(row pgx.CollectableRow) (n Best, err error) {
		return n, row.Scan(&n.Game, &n.Name, &n.Value, &n.Match, &n.Ended, &n.By.ID, &n.By.Name, &n.By.Face,
			&n.Before)
	}, `
		SELECT b.game, b.name, b.value, b.match_id, b.ended_at, p.id, coalesce(p.name, ''), p.face,
			(SELECT json_build_object('value', o.value, 'match', o.match_id, 'ended', o.ended_at, 'by',
				json_build_object('id', q.id, 'name', coalesce(q.name, ''), 'face', q.face))
			FROM bests o JOIN players q ON q.id = o.player_id
			WHERE o.club_id = b.club_id AND o.game = b.game AND o.name = b.name AND o.number < b.number
				AND o.player_id <> b.player_id
			ORDER BY o.number DESC LIMIT 1)
		FROM (SELECT DISTINCT ON (game, name) * FROM bests WHERE club_id = $1 ORDER BY game, name, number DESC) b
		JOIN players p ON p.id = b.player_id`, club)
	pg.Queue(&batch, &b.Seasons, func(row pgx.CollectableRow) (n SeasonBest, err error) {
		return n, row.Scan(&n.Game, &n.Name, &n.Times, &n.Season, &n.Called, &n.By.ID, &n.By.Name, &n.By.Face)
	}, `
		SELECT f.game, f.name, t.times, s.id, s.name, p.id, coalesce(p.name, ''), p.face
		FROM unnest($2::text[], $3::text[]) AS f (game, name), LATERAL (
			SELECT season_id, player_id, times FROM season_times
			WHERE club_id = $1 AND game = f.game AND name = f.name AND times > 0
			ORDER BY times DESC, season_id, player_id LIMIT 1) t
		JOIN seasons s ON s.id = t.season_id JOIN players p ON p.id = t.player_id`, club, games, names)
	pg.Queue(&batch, &b.Champions, func(row pgx.CollectableRow) (n Champion, err error) {
		return n, row.Scan(&n.Season, &n.Called, &n.Ended, &n.By.ID, &n.By.Name, &n.By.Face, &n.Points, &n.Played)
	}, `
		SELECT s.id, s.name, s.ends_at, p.id, coalesce(p.name, ''), p.face, (line->'points')::integer,
			(line->'played')::integer
		FROM (SELECT * FROM seasons WHERE club_id = $1 AND ends_at <= now() ORDER BY starts_at DESC, id DESC
			LIMIT $2) s
		JOIN standings g ON g.season_id = s.id
		CROSS JOIN LATERAL (SELECT line FROM jsonb_array_elements(g.list) WITH ORDINALITY AS l (line, n)
			WHERE (line->'place')::integer = 1 ORDER BY n LIMIT 4) first
		JOIN players p ON p.id = (line->'player')::bigint
		ORDER BY s.ends_at DESC, s.id DESC, p.id`, club, championsShown)
	var winners []Champion
	pg.Queue(&batch, &winners, func(row pgx.CollectableRow) (n Champion, err error) {
		return n, row.Scan(&n.Competition, &n.Called, &n.Ended, &n.By.ID, &n.By.Name, &n.By.Face, &n.Points, &n.Played)
	}, `
		SELECT c.id, c.name, c.over_at, p.id, coalesce(p.name, ''), p.face, (line->'points')::integer,
			(line->'played')::integer
		FROM (SELECT * FROM competitions WHERE club_id = $1 AND over_at IS NOT NULL ORDER BY over_at DESC, id DESC
			LIMIT $2) c
		CROSS JOIN LATERAL (SELECT line FROM jsonb_array_elements(c.list) WITH ORDINALITY AS l (line, n)
			WHERE (line->'place')::integer = 1 ORDER BY n LIMIT 4) first
		JOIN players p ON p.id = (line->'player')::bigint
		ORDER BY c.over_at DESC, c.id DESC, p.id`, club, championsShown)
	err = q.SendBatch(ctx, &batch).Close()
	b.Champions = append(b.Champions, winners...)
	slices.SortStableFunc(b.Champions, func(x, y Champion) int { return y.Ended.Compare(x.Ended) })
	return b, err
}
