package db

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/keys"
	"carteado/db/live"
	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/clock"
)

// A DailyDeal names a deal of the day.
type DailyDeal struct {
	Club int64
	Day  time.Time // a date
	Game string
}

// An OpenedDeal is a deal with its secret.
type OpenedDeal struct {
	DailyDeal
	key *keys.Match
}

// Seed is what the cards follow from.
func (d OpenedDeal) Seed() engine.Seed { return d.key.Secret }

// OpenDaily opens a deal: ErrKeyLost. The first look at a deal draws its secret, which takes a number of a match that
// nobody sits down to. Before is the seed from which deals followed when no secret of them was stored: a deal that
// somebody began in that time keeps it. A deal of a day that is over and on which nobody played is never drawn.
func (s *Store) OpenDaily(ctx context.Context, d DailyDeal, today time.Time, before engine.Seed) (OpenedDeal, error) {
	var key *keys.Match
	err := s.Read(ctx, "daily deal", func(ctx context.Context, conn *pgxpool.Conn) (err error) {
		key, err = s.dailyKey(ctx, conn, d)
		return err
	})
	if !errors.Is(err, base.ErrNotFound) {
		return OpenedDeal{d, key}, err
	}
	err = s.InTx(ctx, "draw daily deal", func(ctx context.Context, tx *pg.Tx) error {
		var match int64
		var begun bool
		if err := tx.QueryRow(ctx, `SELECT nextval('match_ids'), EXISTS (SELECT FROM daily_plays
			WHERE club_id = $1 AND day = $2 AND game = $3)`, d.Club, d.Day, d.Game).Scan(&match, &begun); err != nil ||
			!begun && d.Day.Before(today) {
			return err
		}
		_, sealed, err := s.DrawSecret(match)
		if begun && err == nil {
			sealed, err = s.Keys.Seal(match, before)
		}
		if err != nil {
			return err
		}
		tx.Do(ctx, `INSERT INTO daily_deals (club_id, day, game, match_id, secret) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT DO NOTHING`, d.Club, d.Day, d.Game, match, sealed)
		key, err = s.dailyKey(ctx, tx, d)
		return err
	})
	return OpenedDeal{d, key}, err
}

func (s *Store) dailyKey(ctx context.Context, q pg.Querier, d DailyDeal) (*keys.Match, error) {
	var match int64
	var secret live.StoredSecret
	if err := q.QueryRow(ctx, `SELECT match_id, secret FROM daily_deals WHERE club_id = $1 AND day = $2 AND game = $3`,
		d.Club, d.Day, d.Game).Scan(&match, &secret.Sealed); err != nil {
		return nil, err
	}
	return secret.Open(s.Keys, match)
}

// opens decrypts the moves of a play.
func (d OpenedDeal) opens(p *DailyPlay) (err error) {
	for i, move := range p.Moves {
		if p.Moves[i], err = d.key.OpenText(keys.Move, move); err != nil {
			return err
		}
	}
	return nil
}

// A DailyPlay is what a member has made of a deal of the day, so far or to its end.
type DailyPlay struct {
	Player int64
	Name   string // "" where the account is gone
	Face   string
	Rules  int      // version of the game's rules
	Moves  []string // of both seats
	Score  *int     // nil until it is over
	Own    int      // moves of the player
}

// Done reports that it is over.
func (p DailyPlay) Done() bool { return p.Score != nil }

const dailyColumns = `d.player_id AS player, coalesce(p.name, '') AS name, p.face, d.rules, d.moves, d.score, d.own
	FROM daily_plays d JOIN players p ON p.id = d.player_id WHERE d.club_id = $1 AND d.day = $2 AND d.game = $3`

// DailyPlayOf is what a member has made of a deal so far; without moves where they have not begun.
func (s *Store) DailyPlayOf(ctx context.Context, d OpenedDeal, player int64) (p DailyPlay, err error) {
	err = s.Read(ctx, "daily play", func(ctx context.Context, conn *pgxpool.Conn) error {
		plays, err := pg.All[DailyPlay](ctx, conn, `SELECT `+dailyColumns+` AND d.player_id = $4`, d.Club, d.Day, d.Game,
			player)
		if len(plays) > 0 {
			p = plays[0]
			return d.opens(&p)
		}
		return err
	})
	return p, err
}

// SaveDailyPlay keeps what a member has made of a deal, who had made so many moves before: ErrStale where they have
// made others meanwhile, or it is over.
func (s *Store) SaveDailyPlay(ctx context.Context, d OpenedDeal, player int64, before int, p DailyPlay) error {
	moves := make([]string, len(p.Moves))
	for i, move := range p.Moves {
		moves[i] = d.key.Text(keys.Move, move)
	}
	return s.InTx(ctx, "save daily play", func(ctx context.Context, tx *pg.Tx) error {
		var kept bool
		err := tx.QueryRow(ctx, `
			INSERT INTO daily_plays AS d (club_id, day, game, player_id, rules, moves, score, own, ended_at)
			SELECT $1, $2, $3, $4, $5, $6, $7, $8, CASE WHEN $7::integer IS NOT NULL THEN clock_timestamp() END
			ON CONFLICT (club_id, day, game, player_id) DO UPDATE SET moves = excluded.moves, score = excluded.score,
				own = excluded.own, ended_at = excluded.ended_at
			WHERE d.score IS NULL AND cardinality(d.moves) = $9 AND d.rules = excluded.rules
			RETURNING true`, d.Club, d.Day, d.Game, player, p.Rules, moves, p.Score, p.Own, before).Scan(&kept)
		if errors.Is(err, pgx.ErrNoRows) || errors.Is(err, base.ErrNotFound) {
			return base.ErrStale
		}
		return err
	})
}

// DailyPlaysOf are all plays of a deal that are over, the best first, for a member who has finished their own, or once
// the day is over; and how many there are, for everybody. The query decides. Of the best alone the moves can be read.
func (s *Store) DailyPlaysOf(ctx context.Context, d OpenedDeal, viewer int64, today time.Time) (
	plays []DailyPlay, played int, err error) {
	err = s.Read(ctx, "daily plays", func(ctx context.Context, conn *pgxpool.Conn) error {
		plays, err = pg.All[DailyPlay](ctx, conn, `SELECT `+dailyColumns+` AND d.score IS NOT NULL
			AND (d.day < $5 OR EXISTS (SELECT FROM daily_plays WHERE club_id = $1 AND day = $2 AND game = $3
				AND player_id = $4 AND score IS NOT NULL))
			ORDER BY d.score DESC, d.own, d.ended_at`, d.Club, d.Day, d.Game, viewer, today)
		if err == nil && len(plays) > 0 {
			err = d.opens(&plays[0])
		}
		if err != nil {
			return err
		}
		return conn.QueryRow(ctx, `SELECT count(*) FROM daily_plays WHERE club_id = $1 AND day = $2 AND game = $3
			AND score IS NOT NULL`, d.Club, d.Day, d.Game).Scan(&played)
	})
	return plays, played, err
}

// A DailyStand is how a deal stands for a member.
type DailyStand struct {
	Game   string
	Played int  // members who have finished it
	Begun  bool // by the member
	Score  *int // the member's own; nil until it is over
}

// DailyStandsOf are the deals of a day that anybody has begun, for a member.
func (s *Store) DailyStandsOf(ctx context.Context, club int64, day time.Time, viewer int64) (list []DailyStand,
	err error) {
	err = s.Read(ctx, "daily stands", func(ctx context.Context, conn *pgxpool.Conn) error {
		list, err = pg.All[DailyStand](ctx, conn, `SELECT game, count(score) AS played,
				bool_or(player_id = $3) AS begun, max(score) FILTER (WHERE player_id = $3) AS score
			FROM daily_plays WHERE club_id = $1 AND day = $2 GROUP BY game`, club, day, viewer)
		return err
	})
	return list, err
}

// A DailyBest is who has made the most of a deal.
type DailyBest struct {
	Game   string
	Player int64
	Name   string // "" where the account is gone
	Face   string
	Score  int
}

// dailyBestSQL selects the best of each deal of the club $1 on the day $2, which is over: the caller sees to that.
const dailyBestSQL = `SELECT DISTINCT ON (d.game) d.game, d.player_id AS player, coalesce(p.name, '') AS name, p.face,
		d.score
	FROM daily_plays d JOIN players p ON p.id = d.player_id
	WHERE d.club_id = $1 AND d.day = $2 AND d.score IS NOT NULL
	ORDER BY d.game, d.score DESC, d.own, d.ended_at`

// queueDailyBest reads the best of yesterday's deals for a member's first page, where the club has deals of the day.
func (s *Store) queueDailyBest(batch *pgx.Batch, best *[]DailyBest, m clubs.Membership) {
	if m.HasDaily() {
		yesterday := clock.Calendar{Zone: m.TimeZone}.Today(s.Now()).AddDate(0, 0, -1)
		pg.Queue(batch, best, pgx.RowToStructByName[DailyBest], dailyBestSQL, m.ID, yesterday)
	}
}

// DailyBestOf are the best of each deal on the day before today.
func (s *Store) DailyBestOf(ctx context.Context, club int64, today time.Time) (best []DailyBest, err error) {
	err = s.Read(ctx, "daily best", func(ctx context.Context, conn *pgxpool.Conn) error {
		best, err = pg.All[DailyBest](ctx, conn, dailyBestSQL, club, today.AddDate(0, 0, -1))
		return err
	})
	return best, err
}

// maxStreak bounds how far back a streak is counted.
const maxStreak = 400

// DailyStreak is on how many days in a row a member has finished a deal of the day, up to today or the day before.
func (s *Store) DailyStreak(ctx context.Context, club, player int64, today time.Time) (days int, err error) {
	err = s.Read(ctx, "daily streak", func(ctx context.Context, conn *pgxpool.Conn) error {
		played, err := pg.Collect(ctx, conn, pgx.RowTo[time.Time], `SELECT DISTINCT day FROM daily_plays
			WHERE player_id = $2 AND club_id = $1 AND score IS NOT NULL AND day <= $3 ORDER BY day DESC LIMIT $4`, club,
			player, today, maxStreak)
		days = streak(played, today)
		return err
	})
	return days, err
}

// streak counts days in a row, the last first, up to today or the day before.
func streak(played []time.Time, today time.Time) (days int) {
	want := today
	if len(played) > 0 && played[0].Before(today) {
		want = today.AddDate(0, 0, -1)
	}
	for _, day := range played {
		if !day.Equal(want) {
			break
		}
		days, want = days+1, want.AddDate(0, 0, -1)
	}
	return days
}
