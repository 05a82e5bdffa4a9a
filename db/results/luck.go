package results

import (
	"context"

	"carteado/db/pg"
)

// RoundLuck is what the cards of a round gave to each seat, as bot.Luck has it.
type RoundLuck struct {
	Round  int
	Points []int
	Errors []int
}

// roundLucksSQL is []RoundLuck of the match m, as JSON.
const roundLucksSQL = `SELECT coalesce(json_agg(json_build_object('round', round, 'points', points, 'errors', errors)
		ORDER BY round), '[]') FROM luck WHERE match_id = m.id`

// playerLuckSQL is l.luck, what the cards of a match gave to the player of the result r; NULL until it is worked out.
const playerLuckSQL = `LEFT JOIN LATERAL (
		SELECT sum(u.points[s.seat + 1])::integer AS luck FROM luck u JOIN match_seats s USING (match_id)
		WHERE u.match_id = r.match_id AND s.player_id = r.player_id) l ON true`

// KeepLuck keeps the luck of a match's rounds, once, and takes it into the numbers of the players for whom the match
// counts. A match that counts again later brings it along.
func (s *Results) KeepLuck(ctx context.Context, club, match int64, rounds []RoundLuck) error {
	return s.InTx(ctx, "keep luck", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `SELECT pg_advisory_xact_lock(`+oneCounts+`)`, club)
		var known bool
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM luck WHERE match_id = $1)`, match).
			Scan(&known); err != nil || known {
			return err
		}
		for _, r := range rounds {
			tx.Do(ctx, `INSERT INTO luck (match_id, round, points, errors) VALUES ($1, $2, $3, $4)`, match, r.Round,
				r.Points, r.Errors)
		}
		results, err := pg.Collect(ctx, tx, pg.Scanned[countedResult], `SELECT `+resultColumns+`
			FROM results r JOIN counted f USING (match_id, player_id) `+playerLuckSQL+` WHERE r.match_id = $1
				AND r.place IS NOT NULL AND NOT EXISTS (SELECT FROM uncounted WHERE match_id = $1)`, match)
		if err != nil || len(results) == 0 {
			return err
		}
		c, err := s.newCount(ctx, tx, club)
		if err != nil {
			return err
		}
		if err := c.read(ctx, tx, results); err != nil {
			return err
		}
		for _, r := range results {
			if n := c.numbers[numbersKey{r.player, r.game}]; n != nil && r.luck != nil {
				n.Luck = n.Luck.Add(*r.luck)
			}
		}
		clear(c.bests)
		return c.write(ctx, tx)
	})
}
