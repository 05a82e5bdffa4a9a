package delivery

import (
	"time"

	"carteado/db/pg"
)

// A Seat is where a player sits in a round of a game night that goes on.
type Seat struct {
	Club   string // slug
	Night  int64
	Round  int
	Number int      // of the table in the round; 0: sits out
	Table  int      // the club's, where it is played; 0: with real cards
	Others []string // at the table
	Ends   time.Time
}

// seatSQL selects the seat of the player $1 who has not gone home, if there is one.
const seatSQL = `
	SELECT c.slug AS club, n.id AS night, d.number AS round, s.number, coalesce(k.number, 0) AS "table",
		array(SELECT coalesce(p.name, o.name) FROM draw_seats u JOIN arrivals o ON o.id = u.arrival_id
			LEFT JOIN players p ON p.id = o.player_id
			WHERE u.night_id = s.night_id AND u.round = s.round AND u.number = s.number AND s.number > 0
				AND u.seat <> s.seat ORDER BY u.seat) AS others,
		d.opened_at + d.minutes * interval '1 minute' AS ends
	FROM arrivals r JOIN draw_seats s ON s.arrival_id = r.id
	JOIN draws d ON d.night_id = s.night_id AND d.number = s.round
	JOIN nights n ON n.id = d.night_id JOIN clubs c ON c.id = n.club_id
	JOIN members v ON v.club_id = c.id AND v.player_id = r.player_id
	LEFT JOIN draw_tables t ON t.night_id = s.night_id AND t.round = s.round AND t.number = s.number
	LEFT JOIN tables k ON k.id = t.table_id
	WHERE r.player_id = $1 AND r.left_at IS NULL AND d.over_at IS NULL AND d.opened_at > now() - interval '12 hours'
	ORDER BY d.opened_at DESC LIMIT 1`

// MarksChanged tells the pages of players, once the transaction is committed, that what every page shows is different.
func MarksChanged(tx *pg.Tx, players []int64) { notifyPlayers(tx, players) }
