package db

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

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
	Player    int64
	Name      string // "" where the account is gone
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

// counts is the condition that a match at the table t counts for the club: in its
// standings and in its members' records. A match at a table for those invited
// does not count, because the other members cannot look it up.
const counts = `t.reach = 'club'`

// played selects every match that counts, that the player $2 has finished in the
// club $1 and that nobody closed, with the player's place.
const played = `
	SELECT o.id, t.game, (o.outcome->'placing'->>s.seat::int)::int AS place, o.outcome->'placing' AS placing
	FROM match_seats s JOIN matches o ON o.id = s.match_id JOIN tables t ON t.id = o.table_id
	WHERE s.player_id = $2 AND o.club_id = $1 AND o.status = 'over' AND o.outcome->>'how' <> 'closed' AND ` + counts

// RecordOf returns a member's matches that count, the same for every member.
func (s *Store) RecordOf(ctx context.Context, club, viewer, player int64) (r Record, err error) {
	err = s.readAs(ctx, "record", club, viewer, role.Play, func(ctx context.Context, conn *pgxpool.Conn) error {
		r.Games, err = all[GameRecord](ctx, conn, `
			SELECT game, count(*) AS matches, count(*) FILTER (WHERE place = 1) AS wins
			FROM (`+played+`) o GROUP BY game ORDER BY count(*) DESC, game`, club, player)
		if err != nil {
			return err
		}
		r.Rivals, err = all[Rival](ctx, conn, `
			SELECT s.player_id AS player, coalesce(p.name, '') AS name,
				count(*) FILTER (WHERE o.place < (o.placing->>s.seat::int)::int) AS won,
				count(*) FILTER (WHERE o.place > (o.placing->>s.seat::int)::int) AS lost
			FROM (`+played+`) o
			JOIN match_seats s ON s.match_id = o.id AND s.player_id <> $2
			JOIN players p ON p.id = s.player_id
			GROUP BY s.player_id, p.name ORDER BY count(*) DESC, s.player_id LIMIT $3`, club, player, rivalsShown)
		if err != nil {
			return err
		}
		r.Recent, err = selectMatches(ctx, conn, ` AND m.id IN (SELECT match_id FROM match_seats WHERE player_id = $5) AND `+counts+ended,
			club, viewer, recentMatches, 0, player)
		return err
	})
	return r, err
}
