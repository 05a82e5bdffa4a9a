package results

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine/rating"
	"carteado/engine/role"
)

// RatingsChoice says whether a club measures how well members play, and from which matches on.
type RatingsChoice string

// A club can begin with all matches played so far or with those to come, go on as it does, or stop.
const (
	RatingsOff   RatingsChoice = "off"
	RatingsOn    RatingsChoice = "on"
	RatingsAll   RatingsChoice = "all"
	RatingsToday RatingsChoice = "today"
)

// ChooseRatings begins or ends the ratings of a club; a job computes what that asks for: base.ErrForbidden.
func (s *Results) ChooseRatings(ctx context.Context, club, by int64, choice RatingsChoice) error {
	return s.InTxAs(ctx, "choose ratings", club, by, role.Settle, func(ctx context.Context, tx *pg.Tx) error {
		var changed bool
		if err := tx.QueryRow(ctx, `
			WITH before AS (SELECT ratings_since FROM clubs WHERE id = $1 FOR UPDATE)
			UPDATE clubs SET ratings_since = CASE $2::text WHEN 'all' THEN '2000-01-01' WHEN 'today' THEN now()
				WHEN 'on' THEN before.ratings_since END
			FROM before WHERE id = $1 RETURNING clubs.ratings_since IS DISTINCT FROM before.ratings_since`,
			club, choice).Scan(&changed); err != nil || !changed {
			return err
		}
		if err := base.Note(ctx, tx, club, by, "ratings_changed", base.Details{"ratings": string(choice)}); err != nil {
			return err
		}
		return QueueRatings(ctx, tx, club, 0)
	})
}

// A MemberRating is how well somebody plays a game.
type MemberRating struct {
	base.Person
	rating.Rating
	Matches int // that it follows from
}

// Ratings are those of a club at one game.
type Ratings struct {
	Game   string // the one asked for, or the one that the viewer plays most; "" where none is rated
	Lines  []MemberRating
	Hidden bool // the viewer keeps theirs to themselves
}

// maxRatings bounds the list; the viewer is in it wherever they stand.
const maxRatings = 200

// RatingsOf lists the ratings of a club's members who do not keep theirs to themselves, the best first, to a member;
// base.ErrNotFound where the club has none.
func (s *Results) RatingsOf(ctx context.Context, club, viewer int64, game string) (r Ratings, err error) {
	err = s.ReadAs(ctx, "ratings", club, viewer, role.Play, func(ctx context.Context, conn *pgxpool.Conn) error {
		r = Ratings{}
		if err := conn.QueryRow(ctx, `SELECT m.rating_hidden, coalesce(nullif($3, ''), (SELECT game FROM ratings
				WHERE club_id = $1 AND player_id = $2 ORDER BY matches DESC, game LIMIT 1), '')
			FROM memberships m JOIN clubs c ON c.id = m.club_id AND c.ratings_since IS NOT NULL
			WHERE m.club_id = $1 AND m.player_id = $2`, club, viewer, game).Scan(&r.Hidden, &r.Game); err != nil {
			return err
		}
		r.Lines, err = pg.All[MemberRating](ctx, conn, `
			(SELECT p.id, coalesce(p.name, '') AS name, p.face, r.mu, r.sigma, r.matches FROM ratings r
				JOIN memberships m ON m.club_id = r.club_id AND m.player_id = r.player_id
					AND (NOT m.rating_hidden OR m.player_id = $2)
				JOIN players p ON p.id = r.player_id
				WHERE r.club_id = $1 AND r.game = $3 ORDER BY r.mu DESC LIMIT $4)
			UNION SELECT p.id, coalesce(p.name, ''), p.face, r.mu, r.sigma, r.matches FROM ratings r JOIN players p
				ON p.id = r.player_id WHERE r.club_id = $1 AND r.game = $3 AND r.player_id = $2
			ORDER BY mu DESC, id`, club, viewer, r.Game, maxRatings)
		return err
	})
	return r, err
}

// HideRating keeps a member's ratings to themselves, or shows them.
func (s *Results) HideRating(ctx context.Context, club, player int64, hidden bool) error {
	return s.InTxAs(ctx, "hide rating", club, player, role.Play, func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `UPDATE memberships SET rating_hidden = $3 WHERE club_id = $1 AND player_id = $2`, club, player,
			hidden)
		return tx.Err()
	})
}

// A RatingPoint is what a player's rating was after one of their matches.
type RatingPoint struct {
	rating.Rating
	Before rating.Rating
	Number int // of the match among theirs
	Match  int64
	Ended  time.Time
}

func (p *RatingPoint) Fields() []any {
	return []any{&p.Number, &p.Match, &p.Ended, &p.Mu, &p.Sigma, &p.Before.Mu, &p.Before.Sigma}
}

// A RatingHistory is how a member's rating at a game has become what it is.
type RatingHistory struct {
	MemberRating
	Game   string
	Hidden bool          // from others: the viewer is the member
	Games  []string      // at which the member has one, the most played first
	Points []RatingPoint // the first, the last, and some between them, evenly, in order
	Recent []RatingPoint // the last ones, the latest first
}

const (
	ratingPoints = 40 // at most, of a history
	ratingRecent = 5
)

// RatingOf is a member's rating at a game: base.ErrNotFound for one who has none or keeps it from the viewer, and in a
// club without ratings. Game "" is the one that they play most.
func (s *Results) RatingOf(ctx context.Context, club, viewer, player int64, game string) (h RatingHistory, err error) {
	err = s.ReadAs(ctx, "rating", club, viewer, role.Play, func(ctx context.Context, conn *pgxpool.Conn) error {
		h = RatingHistory{}
		if err := conn.QueryRow(ctx, `
			SELECT p.id, coalesce(p.name, ''), p.face, r.game, r.mu, r.sigma, r.matches, m.rating_hidden,
				(SELECT array_agg(game ORDER BY matches DESC, game) FROM ratings
					WHERE club_id = $1 AND player_id = $3)
			FROM ratings r
			JOIN clubs c ON c.id = r.club_id AND c.ratings_since IS NOT NULL
			JOIN memberships m ON m.club_id = r.club_id AND m.player_id = r.player_id
				AND (NOT m.rating_hidden OR m.player_id = $2)
			JOIN players p ON p.id = r.player_id
			WHERE r.club_id = $1 AND r.player_id = $3 AND ($4 = '' OR r.game = $4)
			ORDER BY r.matches DESC, r.game LIMIT 1`, club, viewer, player, game).
			Scan(&h.ID, &h.Name, &h.Face, &game, &h.Mu, &h.Sigma, &h.Matches, &h.Hidden, &h.Games); err != nil {
			return err
		}
		h.Game = game
		const points = `SELECT number, match_id, ended_at, mu, sigma, mu_before, sigma_before FROM rated
			WHERE player_id = $1 AND club_id = $2 AND game = $3`
		var numbers []int
		for i := range min(h.Matches, ratingPoints) {
			numbers = append(numbers, 1+i*(h.Matches-1)/max(1, min(h.Matches, ratingPoints)-1))
		}
		h.Points, err = pg.Collect(ctx, conn, pg.Scanned[RatingPoint], points+` AND number = ANY ($4)
			ORDER BY number`, player, club, game, numbers)
		if err != nil {
			return err
		}
		h.Recent, err = pg.Collect(ctx, conn, pg.Scanned[RatingPoint], points+` AND number > $4
			ORDER BY number DESC`, player, club, game, h.Matches-ratingRecent)
		return err
	})
	return h, err
}

// A RatedMatch is a match as an example of how ratings are computed.
type RatedMatch struct {
	Match  int64
	Game   string
	Ended  time.Time
	Seats  []base.Seat
	Places []int
	Before []rating.Rating
	After  []rating.Rating
	Chance []float64 // of coming first
}

// exampleAmong is among how many of the viewer's matches an example is looked for.
const exampleAmong = 50

// RatingExample is the viewer's last rated match with nobody who keeps their rating to themselves: base.ErrNotFound
// where there is none.
func (s *Results) RatingExample(ctx context.Context, club, viewer int64, game string) (m RatedMatch, err error) {
	err = s.ReadAs(ctx, "rating example", club, viewer, role.Play, func(ctx context.Context, conn *pgxpool.Conn) error {
		m = RatedMatch{Game: game}
		if err := conn.QueryRow(ctx, `
			SELECT mine.match_id, mine.ended_at, `+placesSQL+`,
				(`+base.SeatsSQL+`)
			FROM (SELECT r.match_id, r.ended_at, r.number FROM rated r JOIN clubs k ON k.id = r.club_id
					AND k.ratings_since IS NOT NULL
				WHERE r.player_id = $2 AND r.club_id = $1 AND r.game = $3 ORDER BY number DESC LIMIT $4) mine
			JOIN matches m ON m.id = mine.match_id JOIN tables t ON t.id = m.table_id
			LEFT JOIN LATERAL (SELECT places FROM corrections WHERE match_id = m.id ORDER BY id DESC LIMIT 1) c ON true
			WHERE NOT EXISTS (SELECT FROM match_seats s LEFT JOIN memberships h ON h.club_id = $1
					AND h.player_id = s.player_id
				WHERE s.match_id = m.id AND s.player_id IS NOT NULL AND s.player_id <> $2
					AND coalesce(h.rating_hidden, true))
			ORDER BY mine.number DESC LIMIT 1`, club, viewer, game, exampleAmong).
			Scan(&m.Match, &m.Ended, &m.Places, &m.Seats); err != nil {
			return err
		}
		known := map[int64]numbered{}
		var player int64
		var before numbered
		rows, err := conn.Query(ctx, `SELECT player_id, mu_before, sigma_before FROM rated WHERE match_id = $1`, m.Match)
		if err != nil {
			return err
		}
		if _, err := pgx.ForEachRow(rows, []any{&player, &before.Mu, &before.Sigma}, func() error {
			known[player] = before
			return nil
		}); err != nil {
			return err
		}
		example := ratedMatch{Places: m.Places}
		for _, seat := range m.Seats {
			example.Players, example.Levels = append(example.Players, seat.Player), append(example.Levels, seat.Bot)
		}
		m.Before, m.After = example.rate(game, known)
		m.Chance = rating.Chances(m.Before)
		return nil
	})
	return m, err
}
