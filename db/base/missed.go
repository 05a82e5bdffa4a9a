package base

import (
	"strconv"

	"carteado/engine/clock"
)

// A Missed says in how many of a player's last matches by days the clock or a bot moved for them.
type Missed struct {
	Matches int // those that were looked at
	Missed  int // those of them in which turns were missed
}

const (
	missedOf    = 20  // matches by days that are looked at, the last ones
	missedAmong = 200 // matches of any pace among which they are
	missedLeast = 10  // fewer tell nothing
)

// missedSQL is a Missed of the player of the seat s, as JSON, for those who may sit down at the table t by days, where
// its club wants it told. Matches at tables for those invited are nobody else's business.
var missedSQL = `CASE WHEN m.status = 'waiting' AND t.pace LIKE '` + string(clock.Slow) + `%'
		AND (SELECT missed_told FROM clubs WHERE id = t.club_id) THEN (
	SELECT json_build_object('matches', count(*), 'missed', count(*) FILTER (WHERE EXISTS (
		SELECT FROM moves WHERE match_id = played.match_id AND seat = played.seat AND made IS NOT NULL)))
	FROM (
		SELECT r.match_id, ps.seat FROM (
			SELECT match_id, player_id, ended_at FROM results
			WHERE club_id = t.club_id AND player_id = s.player_id AND open
			ORDER BY ended_at DESC, match_id DESC LIMIT ` + strconv.Itoa(missedAmong) + `
		) r
		JOIN matches pm ON pm.id = r.match_id
		JOIN tables pt ON pt.id = pm.table_id AND pt.pace LIKE '` + string(clock.Slow) + `%'
		JOIN match_seats ps ON ps.match_id = r.match_id AND ps.player_id = r.player_id
		ORDER BY r.ended_at DESC LIMIT ` + strconv.Itoa(missedOf) + `
	) played HAVING count(*) >= ` + strconv.Itoa(missedLeast) + `) END`
