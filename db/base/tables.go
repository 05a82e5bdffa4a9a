package base

import (
	"carteado/engine"
	"carteado/engine/clock"
)

// MatchStatus says how far a match is.
type MatchStatus string

// A match waits for its deal, is played, and is over.
const (
	MatchWaiting MatchStatus = "waiting"
	MatchPlaying MatchStatus = "playing"
	MatchOver    MatchStatus = "over"
)

// A Seat at a table: empty, kept for an invited player, or taken by a player
// or a bot.
type Seat struct {
	Seat    engine.Seat
	Player  int64  // 0: no player
	Invited int64  // 0: kept for nobody
	Bot     string // the bot's level, "" where none
	Name    string // of the player, or of the invited one; "" for a bot
	Then    string // what the player was called when a match began that is listed; "" for their name of today
	Face    string // of the same, as part.Face writes it
	Rest    *Rest  // of the player at a table by days whose match is not over
	Missed  *Missed
}

// Taken reports whether the seat has its player or bot.
func (s Seat) Taken() bool { return s.Player != 0 || s.Bot != "" }

// Level is the beginning of the kind of an aside by which a match's host has changed the level of a bot. The level
// follows, and is the aside's column of that name; the aside's number is that of the first round that it plays.
const Level = "level."

// LevelSQL is the level at which the bot of a seat s of match_seats plays now, or played last; NULL for a player.
const LevelSQL = `CASE WHEN s.bot IS NOT NULL THEN coalesce((SELECT a.level FROM asides a
		WHERE a.match_id = s.match_id AND a.seat = s.seat AND a.level IS NOT NULL
		ORDER BY a.number DESC LIMIT 1), s.bot) END`

// SeatedSQL selects the players of the match m of the table t, or, before its deal,
// those who sit at the table.
const SeatedSQL = `(SELECT seat, player_id, NULL AS invited_id, ` + LevelSQL + ` AS bot
		FROM match_seats s WHERE match_id = m.id
		UNION ALL SELECT seat, player_id, invited_id, bot FROM seats WHERE table_id = t.id AND m.status = 'waiting')`

// SeatsSQL is []Seat of the match m at the table t, as JSON, and SeatsToJoinSQL the same with the turns that the
// players have missed elsewhere.
var (
	SeatsSQL       = SeatsCalledSQL("''")
	SeatsToJoinSQL = seatsSQL("''", missedSQL)
)

// SeatsCalledSQL is SeatsSQL with what the players were called then.
func SeatsCalledSQL(then string) string { return seatsSQL(then, "NULL") }

func seatsSQL(then, missed string) string {
	return `SELECT json_agg(json_build_object('seat', s.seat, 'player', coalesce(s.player_id, 0),
		'invited', coalesce(s.invited_id, 0), 'bot', coalesce(s.bot, ''), 'name', coalesce(p.name, ''), 'face',
			coalesce(p.face, ''),
		'then', ` + then + `, 'rest', CASE WHEN t.pace LIKE '` + string(clock.Slow) +
		`%' AND m.status <> 'over' THEN ` + RestSQL("t.club_id") + ` END,
		'missed', ` + missed + `) ORDER BY s.seat)
	FROM ` + SeatedSQL + ` s LEFT JOIN players p ON p.id = coalesce(s.player_id, s.invited_id)`
}

// MySeatSQL is a player's seat in the match m or at its table t, -1 where none.
func MySeatSQL(player string) string {
	return `coalesce((SELECT seat FROM ` + SeatedSQL + ` s WHERE s.player_id = ` + player + `), -1)`
}

// WatchedBySQL is the condition that a player may look at the match m of the table t: theirs,
// one that is not being played, or one at a table that is open to watchers.
func WatchedBySQL(player string) string {
	return `(t.watchable OR m.status <> 'playing' OR t.host_id = ` + player + ` OR EXISTS (
		SELECT FROM match_seats WHERE match_id = m.id AND player_id = ` + player + `))`
}

// A Closing says who closed a table for everybody, and why.
type Closing struct {
	By     int64
	Name   string // "" where the account is gone
	Reason string // "" unless a host closed the table during a match
}

// ClosingColumnsSQL go with Closing.Fields, for the table t.
const ClosingColumnsSQL = `coalesce(t.closed_by, 0), coalesce((SELECT name FROM players WHERE id = t.closed_by), ''),
	coalesce(t.closed_reason, '')`

func (c *Closing) Fields() []any { return []any{&c.By, &c.Name, &c.Reason} }

// An Occasion is what a table was opened for: a game night or a competition; zero for one that somebody just opened.
type Occasion struct {
	Night       int64
	Competition int64
	Name        string
	First       bool // the table has had no other match than the one that it was opened for
}

// OccasionSQL is the Occasion of the table t, as JSON.
const OccasionSQL = `coalesce((SELECT json_build_object('night', n.id, 'name', n.name, 'first', ` + firstSQL + `)
		FROM draw_tables d JOIN nights n ON n.id = d.night_id WHERE d.table_id = t.id LIMIT 1),
	(SELECT json_build_object('competition', c.id, 'name', c.name, 'first', ` + firstSQL + `)
		FROM competition_tables d JOIN competitions c ON c.id = d.competition_id WHERE d.table_id = t.id), '{}')`

const firstSQL = `(SELECT count(*) = 1 FROM matches WHERE table_id = t.id)`
