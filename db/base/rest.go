package base

import (
	"time"

	"carteado/engine/clock"
)

// A Rest is when a player's time rests at tables by days, as rows keep it.
type Rest struct {
	Zone       string
	From, Till int         // quiet hours, in minutes of the day
	Holidays   [][2]string // the first and the last day of each, as 2026-12-20
}

// ZoneSQL is the time zone of the player p, or else that of their first club; "" where they have neither.
const ZoneSQL = `coalesce(nullif(p.zone, ''), (SELECT c.time_zone FROM memberships m JOIN clubs c ON c.id = m.club_id
	WHERE m.player_id = p.id ORDER BY m.joined_at LIMIT 1), '')`

// RestSQL is a Rest of the player p as JSON, in the time zone of a club where they have chosen none.
func RestSQL(club string) string {
	return `json_build_object('zone', coalesce(nullif(p.zone, ''), (SELECT time_zone FROM clubs WHERE id = ` + club +
		`)),
		'from', p.quiet_from, 'till', p.quiet_till, 'holidays', (SELECT json_agg(json_build_array(begins, ends)
			ORDER BY begins)
			FROM holidays WHERE player_id = p.id AND ends > now()::date - 400))`
}

// Calendar is the same as clocks read it.
func (r Rest) Calendar() clock.Calendar {
	c := clock.Calendar{Zone: r.Zone, From: r.From, Till: r.Till}
	zone := clock.Zone(r.Zone)
	for _, days := range r.Holidays {
		first, err := time.Parse(time.DateOnly, days[0])
		last, err2 := time.Parse(time.DateOnly, days[1])
		if err == nil && err2 == nil {
			c.Holidays = append(c.Holidays,
				clock.Span{From: clock.DayStart(first, zone), Till: clock.DayStart(last.AddDate(0, 0, 1), zone)})
		}
	}
	return c
}
