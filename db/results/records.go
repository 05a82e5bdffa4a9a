package results

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine/rating"
	"carteado/engine/role"
)

// A GameRecord is how a player fared in one game, in one club.
type GameRecord struct {
	Game          string
	Matches, Wins int
}

// A Rival is a player met in matches that are over, with the number of matches in
// which the one was placed before the other.
type Rival struct {
	base.Person
	Won, Lost int
}

// A Record holds what a member's page tells of their matches.
type Record struct {
	Games  []GameRecord
	Rivals []Rival // most met first
	Recent []MatchLine
}

// rivalsShown is the number of rivals on a member's page.
const rivalsShown = 8

// countsSQL is the condition that a match at the table t counts for the club: in its
// standings and, by the view outcomes, in its members' records. A match at a table
// for those invited does not count, because the other members cannot look it up, and neither does practice.
const countsSQL = `t.reach = 'club' AND NOT t.practice`

// RecordOf returns a member's matches that count, the same for every member. Its
// numbers are kept by the transaction that ends a match or corrects its result.
func (s *Results) RecordOf(ctx context.Context, club, viewer, player int64) (r Record, err error) {
	err = s.ReadAs(ctx, "record", club, viewer, role.Play, func(ctx context.Context, conn *pgxpool.Conn) error {
		r.Games, err = pg.All[GameRecord](ctx, conn, `
			SELECT game, matches, wins FROM tallies
			WHERE club_id = $1 AND player_id = $2 AND matches > 0 ORDER BY matches DESC, game`, club, player)
		if err != nil {
			return err
		}
		r.Rivals, err = pg.All[Rival](ctx, conn, `
			SELECT p.id, coalesce(p.name, '') AS name, p.face, r.won, r.lost
			FROM rivalries r JOIN players p ON p.id = r.rival_id
			WHERE r.club_id = $1 AND r.player_id = $2 AND r.matches > 0
			ORDER BY r.matches DESC, r.rival_id LIMIT $3`, club, player, rivalsShown)
		if err != nil {
			return err
		}
		r.Recent, err = pg.Collect(ctx, conn, pg.Scanned[MatchLine], LastResultsSQL(`open AND player_id = $4`), club,
			viewer, RecentMatches, player)
		return err
	})
	return r, err
}

// keptTables are the tables of what players have played, with the rest of their keys,
// and the rows that the matches of the player $1 give them.
var keptTables = []struct{ table, key, truth string }{
	{"results", "match_id", `SELECT * FROM outcomes WHERE player_id = $1`},
	{"tallies", "club_id, game", `
		SELECT club_id, player_id, game, count(*)::integer, count(place)::integer,
			(count(*) FILTER (WHERE place = 1))::integer
		FROM outcomes WHERE player_id = $1 GROUP BY club_id, player_id, game`},
	{"rivalries", "club_id, rival_id", `
		SELECT a.club_id, a.player_id, b.player_id, count(*)::integer, count(a.place)::integer,
			(count(*) FILTER (WHERE a.place < b.place))::integer, (count(*) FILTER (WHERE a.place > b.place))::integer
		FROM outcomes a JOIN outcomes b ON b.match_id = a.match_id AND b.player_id <> a.player_id
		WHERE a.player_id = $1 GROUP BY a.club_id, a.player_id, b.player_id`},
}

// RecomputeRecords computes anew what is kept of every player's matches, and
// returns for how many it was something else: none, unless somebody changed rows by
// hand.
func (s *Results) RecomputeRecords(ctx context.Context) (computed, changed int, err error) {
	var players []int64
	err = s.Read(ctx, "players", func(ctx context.Context, conn *pgxpool.Conn) error {
		players, err = pg.Collect(ctx, conn, pgx.RowTo[int64], `SELECT id FROM players ORDER BY id`)
		return err
	})
	for _, player := range players {
		if err != nil {
			break
		}
		var rows int64
		err = s.InTx(ctx, fmt.Sprintf("recompute records of player %d", player),
			func(ctx context.Context, tx *pg.Tx) error {
				rows = 0
				// The locks make the end of a match wait, or be seen below.
				tx.Do(ctx, `SELECT FROM tallies WHERE player_id = $1 ORDER BY club_id, game FOR UPDATE`, player)
				tx.Do(ctx, `SELECT FROM rivalries WHERE player_id = $1 ORDER BY club_id, rival_id FOR UPDATE`, player)
				for _, k := range keptTables {
					own := `SELECT * FROM ` + k.table + ` WHERE player_id = $1`
					for _, sql := range []string{
						`DELETE FROM ` + k.table + ` WHERE player_id = $1 AND (` + k.key + `) IN (
						SELECT ` + k.key + ` FROM (` + own + ` EXCEPT (` + k.truth + `)) wrong)`,
						`INSERT INTO ` + k.table + ` (` + k.truth + `) EXCEPT ` + own + ` ON CONFLICT DO NOTHING`,
					} {
						tag, err := tx.Exec(ctx, sql, player)
						if err != nil {
							return err
						}
						rows += tag.RowsAffected()
					}
				}
				return nil
			})
		computed++
		if rows > 0 {
			changed++
		}
	}
	return computed, changed, err
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
// pg.ErrNotFound where the club has none.
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

// RatingOf is a member's rating at a game: pg.ErrNotFound for one who has none or keeps it from the viewer, and in a
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

// RatingExample is the viewer's last rated match with nobody who keeps their rating to themselves: pg.ErrNotFound where
// there is none.
func (s *Results) RatingExample(ctx context.Context, club, viewer int64, game string) (m RatedMatch, err error) {
	err = s.ReadAs(ctx, "rating example", club, viewer, role.Play, func(ctx context.Context, conn *pgxpool.Conn) error {
		m = RatedMatch{Game: game}
		if err := conn.QueryRow(ctx, `
			SELECT mine.match_id, mine.ended_at, coalesce(c.places, (SELECT array_agg(value::int ORDER BY place)
				FROM jsonb_array_elements_text(m.outcome->'placing') WITH ORDINALITY AS p (value, place))),
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
		known := map[int64]rating.Rating{}
		var player int64
		var before rating.Rating
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
		for _, seat := range m.Seats {
			if seat.Player == 0 {
				m.Before = append(m.Before, rating.Anchor(seat.Bot))
			} else {
				m.Before = append(m.Before, known[seat.Player])
			}
		}
		m.After, m.Chance = rating.Rate(m.Before, m.Places), rating.Chances(m.Before)
		return nil
	})
	return m, err
}
