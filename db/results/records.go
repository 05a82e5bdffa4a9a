package results

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/pg"
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
		r.Games, err = pg.All[GameRecord](ctx, conn, gamesSQL, club, player)
		if err != nil {
			return err
		}
		r.Rivals, err = pg.All[Rival](ctx, conn, `
			SELECT p.id, coalesce(p.name, '') AS name, p.face, r.won, r.lost
			FROM `+metSQL+` r JOIN players p ON p.id = r.rival_id
			ORDER BY r.matches DESC, r.rival_id LIMIT $4`, club, player, "", rivalsShown)
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
	{"encounters", "club_id, rival_id, game", `
		SELECT a.club_id, a.player_id, b.player_id, a.game, count(a.place)::integer,
			(count(*) FILTER (WHERE a.place < b.place))::integer, (count(*) FILTER (WHERE a.place > b.place))::integer
		FROM outcomes a JOIN outcomes b ON b.match_id = a.match_id AND b.player_id <> a.player_id
		WHERE a.player_id = $1 GROUP BY a.club_id, a.player_id, b.player_id, a.game`},
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
				tx.Do(ctx, `SELECT FROM encounters WHERE player_id = $1 ORDER BY club_id, rival_id, game FOR UPDATE`, player)
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
