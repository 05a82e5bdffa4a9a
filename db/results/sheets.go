package results

import (
	"context"

	"github.com/riverqueue/river"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine"
)

// A SheetMatch is a match with real cards that a table of a game night has written down. It lives with those of old
// score books: there is one way to keep a match without moves, so that lists, seasons, the yearbook and the export of
// an account know both.
type SheetMatch struct {
	Night int64
	Name  string // of the night
	Game  string
	Ends  [][]int // points of each round by seat
	Seats []SheetSeat
}

// A SheetSeat is somebody at the table, by who came to the night.
type SheetSeat struct {
	RecordedSeat
	Arrival int64
}

// InsertSheet keeps a match that is over. It counts for nothing until it is confirmed.
func InsertSheet(ctx context.Context, tx *pg.Tx, club int64, m SheetMatch) (id int64, err error) {
	err = tx.QueryRow(ctx, `
		INSERT INTO recorded_matches (night_id, club_id, line, game, ended_at, timed, label, ends, counts)
		VALUES ($1, $2, 0, $3, now(), true, left($4, 120), $5, false) RETURNING id`, m.Night, club, m.Game, m.Name, m.Ends).
		Scan(&id)
	for seat, s := range m.Seats {
		name := s.Name
		if s.Player != 0 {
			name = ""
		}
		tx.Do(ctx, `INSERT INTO recorded_seats (match_id, seat, player_id, name, points, place, arrival_id)
			VALUES ($1, $2, nullif($3, 0), $4, $5, $6, $7)`, id, seat, s.Player, name, s.Points, s.Place, s.Arrival)
	}
	return id, err
}

// DropSheet takes a match back that nobody has confirmed.
func DropSheet(ctx context.Context, tx *pg.Tx, match int64) {
	tx.Do(ctx, `DELETE FROM recorded_matches WHERE id = $1 AND night_id IS NOT NULL AND NOT counts`, match)
}

// CountSheet has a match count that somebody has confirmed.
func CountSheet(ctx context.Context, tx *pg.Tx, club, match int64) error {
	tx.Do(ctx, `UPDATE recorded_matches SET counts = true WHERE id = $1`, match)
	return QueueRecorded(ctx, tx, club, match)
}

// QueueRecorded queues what follows from a match with real cards: standings, numbers and ratings.
func QueueRecorded(ctx context.Context, tx *pg.Tx, club, match int64) error {
	job := SeasonCompute{Club: club}
	if err := tx.QueryRow(ctx, `SELECT ended_at FROM recorded_matches WHERE id = $1`, match).Scan(&job.From); err != nil {
		return err
	}
	job.Until = job.From
	if err := tx.AddJobs(ctx, river.InsertManyParams{Args: job}); err != nil {
		return err
	}
	if err := QueueCount(ctx, tx, club, true); err != nil {
		return err
	}
	return QueueRatings(ctx, tx, club, match)
}

// correctRecorded adds an entry to a match with real cards, and has the places of its table at the night follow. A
// match of an old score book is taken back with its file instead.
func correctRecorded(ctx context.Context, tx *pg.Tx, club, by, match int64, c Correction) error {
	var seats int
	var counts bool
	if err := tx.QueryRow(ctx, `SELECT (SELECT count(*) FROM recorded_seats WHERE match_id = m.id), m.counts
		FROM recorded_matches m WHERE m.club_id = $1 AND m.id = $2 AND m.night_id IS NOT NULL FOR UPDATE OF m`, club,
		match).Scan(&seats, &counts); err != nil {
		return err
	}
	if !counts {
		return pg.ErrStale // it is still to be written otherwise
	}
	if again, err := insertCorrection(ctx, tx, "recorded_id", by, match, seats, &c); err != nil || again {
		return err
	}
	tx.Do(ctx, `UPDATE draw_seats d SET place = CASE WHEN $2 = 'void' THEN NULL ELSE coalesce(($3::integer[])[r.seat + 1],
			r.place) END
		FROM sheets h JOIN recorded_seats r ON r.match_id = h.match_id
		WHERE h.match_id = $1 AND d.night_id = h.night_id AND d.round = h.round AND d.number = h.number
			AND d.arrival_id = r.arrival_id`, match, c.Kind, c.Places)
	about := base.Details{"match": match, "reason": c.Reason}
	if err := base.Note(ctx, tx, club, by, corrected[c.Kind], about); err != nil {
		return err
	}
	base.NotifyClub(tx, club)
	return QueueRecorded(ctx, tx, club, match)
}

// Sheets of game nights count among numbers and records once they are confirmed: who came in which place with how many
// points. Nobody knows what was done in such a match, so that it has no features and no luck.

// playedSQL is how many matches the players of the club $1 have played and won at each game, on screens and on paper.
const playedSQL = `(
	SELECT player_id, game, sum(matches)::integer AS matches, sum(wins)::integer AS wins FROM (
		SELECT player_id, game, matches, wins FROM tallies WHERE club_id = $1
		UNION ALL SELECT player_id, game, count(*), count(*) FILTER (WHERE place = 1) FROM papers
			WHERE club_id = $1 GROUP BY 1, 2) g
	WHERE matches > 0 GROUP BY 1, 2)`

// gamesSQL are the GameRecords of the player $2 of the club $1.
const gamesSQL = `SELECT game, matches, wins FROM ` + playedSQL + ` g WHERE player_id = $2 ORDER BY 2 DESC, game`

// metSQL are those whom the player $2 of the club $1 has met, and how often, at the game $3 or, where that is empty, at
// all.
const metSQL = `(
	SELECT rival_id, sum(matches)::integer AS matches, sum(won)::integer AS won, sum(lost)::integer AS lost FROM (
		SELECT rival_id, matches, won, lost FROM encounters
			WHERE club_id = $1 AND player_id = $2 AND $3 IN ('', game)
		UNION ALL SELECT b.player_id, count(*),
				count(*) FILTER (WHERE a.place < b.place), count(*) FILTER (WHERE a.place > b.place)
			FROM papers a JOIN papers b ON b.match_id = a.match_id AND b.player_id <> a.player_id
			WHERE a.club_id = $1 AND a.player_id = $2 AND $3 IN ('', a.game) GROUP BY 1) r
	WHERE matches > 0 GROUP BY rival_id)`

// papersOf are the results with real cards of a club in their order, as countAnew takes them in.
func papersOf(ctx context.Context, tx *pg.Tx, club int64) ([]countedResult, error) {
	list, err := pg.Collect(ctx, tx, pg.Scanned[countedResult], `
		SELECT ended_at, match_id, game, player_id, place, seats, score, '{}'::jsonb, NULL::integer FROM papers
		WHERE club_id = $1 ORDER BY ended_at, match_id, player_id`, club)
	for i := range list {
		list[i].features = map[string]engine.Tally{}
	}
	return list, err
}

// takeBefore takes in those of a list that come before a mark, and returns the others.
func (c *count) takeBefore(at Mark, list []countedResult) []countedResult {
	for len(list) > 0 && list[0].compare(at) < 0 {
		c.take(list[0])
		list = list[1:]
	}
	return list
}
