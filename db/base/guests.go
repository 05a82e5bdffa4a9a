package base

import "carteado/engine/role"

// SeesSQL is the condition that a member v of the club may see the table t, and
// every match played at it. A table for those invited is seen by the member who
// opened it, by its guests, and by members who may close any table, because they
// look after all of them. Guests are the members who were invited, sat down, or
// opened its link. A table of a duplicate round that is held is seen by nobody but
// those who sit there, or are to. A guest of a game night sees the tables where they sit,
// are to sit or have played, and no other.
var SeesSQL = `(NOT t.held OR EXISTS (SELECT FROM seats
		WHERE table_id = t.id AND v.player_id IN (player_id, invited_id)))
	AND (v.role <> '` + string(role.Guest) + `'
		OR EXISTS (SELECT FROM seats WHERE table_id = t.id AND v.player_id IN (player_id, invited_id))
		OR EXISTS (SELECT FROM matches g JOIN match_seats h ON h.match_id = g.id
			WHERE g.table_id = t.id AND h.player_id = v.player_id))
	AND (t.reach = 'club' OR t.host_id = v.player_id OR v.role IN (` + RolesSQL(role.Close) + `)
	OR EXISTS (SELECT FROM table_guests WHERE table_id = t.id AND player_id = v.player_id))`
