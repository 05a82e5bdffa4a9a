package results

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine/rating"
)

// Ratings follow from the matches that count, in the order of their ends. So all that changes one is one thing: to rate
// a game of a club anew from a match on. At the end of a match nothing stands behind it, and it is done in the same
// transaction. A correction, and the end of a match while somebody else rates, queue a job.

// A RatingCompute is the job that rates a game anew from a match on, or, without a match, all games of the club.
type RatingCompute struct {
	Club  int64 `json:"club"`
	Match int64 `json:"match"`
}

// Kind names the job in the queue.
func (RatingCompute) Kind() string { return "rating_compute" }

// QueueRatings queues the computation of ratings from a match of a club on; match 0: of all.
func QueueRatings(ctx context.Context, tx *pg.Tx, club, match int64) error {
	return tx.AddJobs(ctx, river.InsertManyParams{Args: RatingCompute{Club: club, Match: match}})
}

// oneRates is the key of the lock that one has who rates a game of a club.
const oneRates = `hashtext('ratings ' || $2::text), ($1::bigint % 1000000000)::integer`

// RateEnd rates a match whose end is queued in Last, which it sends, in clubs that want to know: it locks last, and
// waits for nobody.
func (s *Results) RateEnd(ctx context.Context, tx *pg.Tx, match int64) error {
	var club int64
	var game string
	var rates bool
	if err := tx.QueryRow(ctx, `SELECT m.club_id, t.game, c.ratings_since IS NOT NULL AND `+countsSQL+`
		FROM matches m JOIN tables t ON t.id = m.table_id JOIN clubs c ON c.id = m.club_id WHERE m.id = $1`, match).
		Scan(&club, &game, &rates); err != nil || !rates {
		return err
	}
	if err := tx.Flush(ctx); err != nil {
		return err
	}
	var alone bool
	if err := tx.QueryRow(ctx, `SELECT pg_try_advisory_xact_lock(`+oneRates+`)`, club, game).Scan(&alone); err != nil {
		return err
	}
	if !alone {
		return QueueRatings(ctx, tx, club, match)
	}
	return rateFrom(ctx, tx, club, game, match)
}

// ComputeRatings does what a job is for.
func (s *Results) ComputeRatings(ctx context.Context, job RatingCompute) error {
	var games []string
	err := s.Read(ctx, "rated games", func(ctx context.Context, conn *pgxpool.Conn) (err error) {
		games, err = pg.Collect(ctx, conn, pgx.RowTo[string], `SELECT game FROM tallies WHERE club_id = $1 AND $2 = 0
			UNION SELECT game FROM rated WHERE club_id = $1 AND $2 = 0
			UNION SELECT t.game FROM matches m JOIN tables t ON t.id = m.table_id WHERE m.id = $2 AND m.club_id = $1
			UNION SELECT game FROM recorded_matches WHERE club_id = $1 AND night_id IS NOT NULL AND $2 IN (0, id)
			ORDER BY 1`, job.Club, job.Match)
		return err
	})
	for _, game := range games {
		if err != nil {
			break
		}
		err = s.InTx(ctx, "rate "+game, func(ctx context.Context, tx *pg.Tx) error {
			tx.Do(ctx, patient)
			tx.Do(ctx, `SELECT pg_advisory_xact_lock(`+oneRates+`)`, job.Club, game)
			return rateFrom(ctx, tx, job.Club, game, job.Match)
		})
	}
	return err
}

// atATime is how many matches are rated by one statement: few enough for its time, and many, because each looks up all
// tables of the club.
const atATime = 20_000

// patient lets the statements of a transaction that nobody waits for take longer than those of a page.
const patient = `SET LOCAL statement_timeout = '1min'`

// guestSeat is the player of a seat that is a guest's.
const guestSeat = "-1"

// ratedMatchesSQL are the matches of a game that are rated, from a mark on, with the players by seat, 0 for a bot and
// guestSeat for a guest. Of confirmed ones with real cards they are the members among each other: of guests nothing is
// known.
var ratedMatchesSQL = `
	(SELECT m.id, m.ended_at, array_agg(CASE WHEN ` + base.VisitorSQL("s.player_id") + ` THEN ` + guestSeat + `
			ELSE coalesce(s.player_id, 0) END ORDER BY s.seat),
		array_agg(coalesce(` + base.LevelSQL + `, '') ORDER BY s.seat), m.placing
	FROM (SELECT m.id, m.ended_at, ` + placesSQL + ` AS placing
		FROM matches m
		JOIN clubs k ON k.id = m.club_id
		JOIN tables t ON t.id = m.table_id AND t.game = $2
		LEFT JOIN LATERAL (SELECT kind, places FROM corrections WHERE match_id = m.id ORDER BY id DESC LIMIT 1) c
			ON true
		WHERE m.club_id = $1 AND m.status = 'over' AND m.ended_at >= k.ratings_since
			AND (m.ended_at, m.id) >= ($3, $4) AND ` + countsSQL + ` AND m.outcome->>'how' <> 'closed'
			AND coalesce(c.kind, '') <> 'void'
		ORDER BY m.ended_at, m.id LIMIT $5) m
	JOIN match_seats s ON s.match_id = m.id
	GROUP BY m.id, m.ended_at, m.placing)
	UNION ALL
	(SELECT m.id, m.ended_at, array_agg(s.player_id ORDER BY s.seat), array_agg(''::text ORDER BY s.seat),
		array_agg(coalesce(c.places[s.seat + 1], s.place::integer) ORDER BY s.seat)
	FROM recorded_matches m
	JOIN clubs k ON k.id = m.club_id
	JOIN recorded_seats s ON s.match_id = m.id AND s.player_id IS NOT NULL
	LEFT JOIN LATERAL (SELECT kind, places FROM corrections WHERE recorded_id = m.id ORDER BY id DESC LIMIT 1) c ON true
	WHERE m.club_id = $1 AND m.game = $2 AND m.night_id IS NOT NULL AND m.counts AND m.ended_at >= k.ratings_since
		AND (m.ended_at, m.id) >= ($3, $4) AND coalesce(c.kind, '') <> 'void'
	GROUP BY m.id HAVING count(*) > 1 ORDER BY m.ended_at, m.id LIMIT $5)
	ORDER BY 2, 1 LIMIT $5`

// A ratedMatch is a match as ratings see it.
type ratedMatch struct {
	ID      int64
	Ended   time.Time
	Players []int64
	Levels  []string
	Places  []int
}

func (m *ratedMatch) Fields() []any { return []any{&m.ID, &m.Ended, &m.Players, &m.Levels, &m.Places} }

// withoutGuests are the matches with their guests left out, but for those in which fewer than two others played.
func withoutGuests(list []ratedMatch) (rated []ratedMatch) {
	for _, m := range list {
		if slices.Min(m.Players) >= 0 {
			rated = append(rated, m)
			continue
		}
		members := ratedMatch{ID: m.ID, Ended: m.Ended}
		for seat, player := range m.Players {
			if player >= 0 {
				members.Players = append(members.Players, player)
				members.Levels = append(members.Levels, m.Levels[seat])
				members.Places = append(members.Places, m.Places[seat])
			}
		}
		if len(members.Players) > 1 {
			rated = append(rated, members)
		}
	}
	return rated
}

// rate is the match of a game with the ratings before it and after it.
func (m ratedMatch) rate(game string, known map[int64]numbered) (before, after []rating.Rating) {
	for seat, player := range m.Players {
		if player == 0 {
			before = append(before, rating.Anchor(game, m.Levels[seat]))
		} else {
			before = append(before, known[player].Rating)
		}
	}
	return before, rating.Rate(before, m.Places)
}

// numbered is a player's rating with the number of matches that it follows from.
type numbered struct {
	rating.Rating
	matches int
}

// rateFrom rates a game anew from a match on, or from the first, 0. It holds the lock of oneRates.
func rateFrom(ctx context.Context, tx *pg.Tx, club int64, game string, match int64) error {
	at := Mark{Ended: time.Unix(0, 0)}
	if match != 0 {
		at.Match = match
		if err := tx.QueryRow(ctx, `SELECT ended_at FROM matches WHERE id = $1 AND status = 'over'
			UNION ALL SELECT ended_at FROM recorded_matches WHERE id = $1`, match).Scan(&at.Ended); err != nil {
			return err
		}
	}
	touched := map[int64]bool{}
	for again := true; again; {
		gone, err := pg.Collect(ctx, tx, pgx.RowTo[int64], `DELETE FROM rated WHERE (match_id, player_id) IN (
			SELECT match_id, player_id FROM rated
			WHERE club_id = $1 AND game = $2 AND (ended_at, match_id) >= ($3, $4) LIMIT $5) RETURNING player_id`,
			club, game, at.Ended, at.Match, atATime)
		if err != nil {
			return err
		}
		for _, player := range gone {
			touched[player] = true
		}
		again = len(gone) > 0
	}
	known := map[int64]numbered{}
	for more := true; more; {
		list, err := pg.Collect(ctx, tx, pg.Scanned[ratedMatch], ratedMatchesSQL, club, game, at.Ended, at.Match,
			atATime)
		rated := withoutGuests(list)
		if err == nil {
			err = know(ctx, tx, club, game, rated, known)
		}
		if err == nil && len(rated) > 0 {
			err = insertRated(ctx, tx, club, game, rated, known)
		}
		if err != nil {
			return err
		}
		if more = len(list) == atATime; more {
			last := list[len(list)-1]
			at = Mark{Ended: last.Ended, Match: last.ID + 1}
		}
	}
	for player := range known {
		touched[player] = true
	}
	return keepLast(ctx, tx, club, game, touched)
}

// know finds the ratings of players whom a computation has not met yet.
func know(ctx context.Context, tx *pg.Tx, club int64, game string, list []ratedMatch, known map[int64]numbered) error {
	var met []int64
	for _, m := range list {
		for _, player := range m.Players {
			if _, is := known[player]; !is && player != 0 {
				known[player] = numbered{Rating: rating.New()}
				met = append(met, player)
			}
		}
	}
	if len(met) == 0 {
		return nil
	}
	rows, err := tx.Query(ctx, `SELECT r.player_id, r.number, r.mu, r.sigma FROM unnest($3::bigint[]) AS p (id),
		LATERAL (SELECT * FROM rated WHERE player_id = p.id AND club_id = $1 AND game = $2 ORDER BY number DESC
			LIMIT 1) r`, club, game, met)
	if err != nil {
		return err
	}
	var player int64
	var n numbered
	_, err = pgx.ForEachRow(rows, []any{&player, &n.matches, &n.Mu, &n.Sigma}, func() error {
		known[player] = n
		return nil
	})
	return err
}

// insertRated rates matches in their order and writes what they make of everybody.
func insertRated(ctx context.Context, tx *pg.Tx, club int64, game string, list []ratedMatch,
	known map[int64]numbered) error {
	var matches, players []int64
	var ended []time.Time
	var numbers []int
	var numbersBefore, doubtsBefore, mus, sigmas []float64
	for _, m := range list {
		before, after := m.rate(game, known)
		for seat, player := range m.Players {
			if player == 0 {
				continue
			}
			n := numbered{after[seat], known[player].matches + 1}
			known[player] = n
			matches, ended, players = append(matches, m.ID), append(ended, m.Ended), append(players, player)
			numbers, mus, sigmas = append(numbers, n.matches), append(mus, n.Mu), append(sigmas, n.Sigma)
			numbersBefore = append(numbersBefore, before[seat].Mu)
			doubtsBefore = append(doubtsBefore, before[seat].Sigma)
		}
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO rated (club_id, game, match_id, ended_at, player_id, number, mu_before, sigma_before, mu, sigma)
		SELECT $1, $2, * FROM unnest($3::bigint[], $4::timestamptz[], $5::bigint[], $6::integer[],
			$7::float8[], $8::float8[], $9::float8[], $10::float8[])`,
		club, game, matches, ended, players, numbers, numbersBefore, doubtsBefore, mus, sigmas)
	return err
}

// keepLast brings the list of ratings up to date for some players.
func keepLast(ctx context.Context, tx *pg.Tx, club int64, game string, touched map[int64]bool) error {
	players := slices.Sorted(maps.Keys(touched))
	tx.Do(ctx, `DELETE FROM ratings WHERE club_id = $1 AND game = $2 AND player_id = ANY ($3)`, club, game, players)
	tx.Do(ctx, `INSERT INTO ratings (club_id, player_id, game, matches, mu, sigma)
		SELECT $1, r.player_id, $2, r.number, r.mu, r.sigma FROM unnest($3::bigint[]) AS p (id),
		LATERAL (SELECT * FROM rated WHERE player_id = p.id AND club_id = $1 AND game = $2 ORDER BY number DESC
			LIMIT 1) r`, club, game, players)
	return tx.Err()
}

// RecomputeRatings rates all matches of all clubs anew, and returns for how many games of clubs it came to other digits
// than were kept: none, unless somebody changed rows by hand.
func (s *Results) RecomputeRatings(ctx context.Context) (computed, changed int, err error) {
	type scope struct {
		Club int64
		Game string
	}
	var scopes []scope
	err = s.Read(ctx, "rated games", func(ctx context.Context, conn *pgxpool.Conn) (err error) {
		scopes, err = pg.All[scope](ctx, conn, `SELECT club_id AS club, game FROM tallies t JOIN clubs c
			ON c.id = t.club_id WHERE c.ratings_since IS NOT NULL UNION SELECT club_id, game FROM rated ORDER BY 1, 2`)
		return err
	})
	for _, at := range scopes {
		if err != nil {
			break
		}
		var before, after string
		err = s.InTx(ctx, fmt.Sprintf("recompute ratings of club %d", at.Club),
			func(ctx context.Context, tx *pg.Tx) error {
				// Shortest digits that stand for the same number: two numbers that differ are written differently.
				const digits = `SELECT concat((SELECT md5(string_agg(r::text, ';' ORDER BY match_id, player_id))
					FROM rated r WHERE club_id = $1 AND game = $2), (SELECT md5(string_agg(r::text, ';'
					ORDER BY player_id)) FROM ratings r WHERE club_id = $1 AND game = $2))`
				tx.Do(ctx, `SELECT pg_advisory_xact_lock(`+oneRates+`)`, at.Club, at.Game)
				if err := tx.QueryRow(ctx, digits, at.Club, at.Game).Scan(&before); err != nil {
					return err
				}
				// A player who has a row without a match loses it.
				tx.Do(ctx, `DELETE FROM ratings WHERE club_id = $1 AND game = $2`, at.Club, at.Game)
				if err := rateFrom(ctx, tx, at.Club, at.Game, 0); err != nil {
					return err
				}
				return tx.QueryRow(ctx, digits, at.Club, at.Game).Scan(&after)
			})
		computed++
		if before != after {
			changed++
		}
	}
	return computed, changed, err
}
