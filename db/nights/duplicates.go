package nights

import (
	"context"

	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/standing"
)

// sealDeals draws the secret from which the deals of all tables of a round follow, and commits to it.
func (s *Nights) sealDeals(ctx context.Context, tx *pg.Tx, night int64, round int) error {
	match, sealed, commitment, err := s.DrawShared(ctx, tx)
	if err != nil {
		return err
	}
	tx.Do(ctx, `INSERT INTO duplicates (night_id, round, match_id, secret, commitment) VALUES ($1, $2, $3, $4, $5)`,
		night, round, match, sealed, commitment)
	return nil
}

// pointsSQL are the points of the seat s of the arrival r at the table t of a duplicate round.
const pointsSQL = `CASE WHEN d.options ? '` + engine.Duplicate + `' THEN (SELECT m.totals[q.seat + 1] FROM matches m
	JOIN match_seats q ON q.match_id = m.id AND q.player_id = r.player_id
	LEFT JOIN LATERAL (SELECT kind FROM corrections WHERE match_id = m.id ORDER BY id DESC LIMIT 1) c ON true
	WHERE m.table_id = t.table_id AND m.status = 'over' AND m.held_at IS NOT NULL
		AND m.outcome->>'how' = '` + engine.ByRounds + `' AND c.kind IS DISTINCT FROM 'void') END`

// low reports that fewer points are better in a duplicate round.
func (s *Nights) low(d Draw) bool {
	game, known := s.games[d.Game]
	if !known || d.Options.Duplicates() == 0 {
		return false
	}
	options, err := game.Info().Resolve(d.Options)
	return err == nil && engine.ScoringOf(game, options).LowWins
}

// bySeat compares those who had the same cards: each with the same seat of the other tables. A player without points,
// because the table was closed, somebody left it, or it played with real cards, gets the average.
func (d Draw) bySeat() (list []standing.Sitting) {
	seats := map[int]*standing.Sitting{}
	most := 0
	for _, t := range d.Tables {
		for n, seat := range t.Seats {
			if seat.Points == nil {
				list = append(list, standing.Sitting{Players: []int64{seat.ID}})
				continue
			}
			if seats[n] == nil {
				seats[n] = &standing.Sitting{}
			}
			seats[n].Players = append(seats[n].Players, seat.ID)
			seats[n].Placing = append(seats[n].Placing, 1+d.ahead(n, *seat.Points))
			most = max(most, n+1)
		}
	}
	for n := range most {
		if s := seats[n]; s != nil {
			if len(s.Players) < 2 {
				s.Placing = nil // there is nobody to compare with
			}
			list = append(list, *s)
		}
	}
	for _, o := range d.Out {
		list = append(list, standing.Sitting{Players: []int64{o.ID}})
	}
	return list
}

// ahead is how many of those on a seat have made more of the same cards than so many points.
func (d Draw) ahead(seat, points int) (n int) {
	for _, t := range d.Tables {
		if seat < len(t.Seats) && t.Seats[seat].Points != nil {
			other := *t.Seats[seat].Points
			if d.Low && other < points || !d.Low && other > points {
				n++
			}
		}
	}
	return n
}
