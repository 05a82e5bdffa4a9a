package results

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine/standing"
)

// A Chronicle is what a club has played, in one state of the database: every match that all members may see, and what
// was recorded. What members keep to themselves, tables for those invited and practice are not in it.
type Chronicle struct {
	Slug, Name, Lang, Zone, Crest string
	Chapters                      []Chapter
	Matches                       int               // of all chapters: one may be in two
	Bests                         Bests             // of all of a club
	Members                       []ChronicleMember // those who let their names leave the club, of all of it
	tx                            pgx.Tx
	club                          int64
}

// A Chapter is a season with its standings, or, with the season 0, what was played in none.
type Chapter struct {
	Season  Season
	Lines   []standing.Line
	Players map[int64]base.Person
	Matches int
	Games   map[string]int
}

// A ChronicleMatch is a result of a chapter.
type ChronicleMatch struct {
	ID       int64           `json:"match"`
	Ended    time.Time       `json:"ended"`
	Game     string          `json:"game"` // "": a whole night
	Recorded bool            `json:"recorded"`
	Result   string          `json:"result"` // played, corrected, void or closed
	Seats    []ChronicleSeat `json:"seats"`
}

// A ChronicleSeat is how somebody fared.
type ChronicleSeat struct {
	Player int64  `json:"player,omitempty"` // 0 for a bot and for somebody without an account
	Name   string `json:"name,omitempty"`   // of today; "" where the account is gone
	Bot    string `json:"bot,omitempty"`
	Points *int   `json:"points"`
	Place  int    `json:"place,omitempty"` // 0: it counts for none
}

// A ChronicleMember is somebody with a page of their own.
type ChronicleMember struct {
	ID    int64
	Name  string
	Games []GameRecord // played most first
}

// chronicleTime bounds how long the history of a club is read, by a command; a job has less.
const chronicleTime = time.Hour

// ChronicleOf says what a chronicle is of: a club, by number or by its part of the address, and a season, 0 for all.
type ChronicleOf struct {
	Club   int64
	Slug   string
	Season int64
}

// Chronicle reads the history of a club, or a season of it, while do runs: base.ErrNotFound.
func (s *Results) Chronicle(ctx context.Context, of ChronicleOf, do func(context.Context, *Chronicle) error) error {
	return s.ReadSnapshot(ctx, "chronicle", chronicleTime, func(ctx context.Context, tx pgx.Tx) error {
		c := &Chronicle{tx: tx}
		if err := tx.QueryRow(ctx, `SELECT id, slug, name, lang, time_zone, crest FROM clubs WHERE id = $1
			OR slug = $2`, of.Club, of.Slug).
			Scan(&c.club, &c.Slug, &c.Name, &c.Lang, &c.Zone, &c.Crest); err != nil {
			return err
		}
		season := of.Season
		seasons, err := SelectSeasons(ctx, tx, c.club)
		if err != nil {
			return err
		}
		for i := len(seasons) - 1; i >= 0; i-- { // the first one first
			if season == 0 || seasons[i].ID == season {
				c.Chapters = append(c.Chapters, Chapter{Season: seasons[i]})
			}
		}
		if season == 0 {
			c.Chapters = append(c.Chapters, Chapter{})
		}
		if len(c.Chapters) == 0 {
			return pg.ErrNotFound
		}
		for i := range c.Chapters {
			if err := c.fill(ctx, &c.Chapters[i]); err != nil {
				return err
			}
		}
		if err := s.whole(ctx, c, season); err != nil {
			return err
		}
		return do(ctx, c)
	})
}

// whole reads who lets their name leave the club and, where it is of all of the club, its records and what each has
// played.
func (s *Results) whole(ctx context.Context, c *Chronicle, season int64) (err error) {
	if c.Members, err = pg.All[ChronicleMember](ctx, c.tx, `
		SELECT p.id, p.name, json_agg(json_build_object('Game', k.game, 'Matches', k.matches, 'Wins', k.wins)
			ORDER BY k.matches DESC, k.game) AS games
		FROM `+playedSQL+` k JOIN players p ON p.id = k.player_id WHERE p.outside AND p.name IS NOT NULL
		GROUP BY p.id, p.name ORDER BY lower(p.name), p.id`, c.club); err != nil {
		return err
	}
	if season != 0 {
		c.Matches = c.Chapters[0].Matches
		return nil
	}
	if err = c.tx.QueryRow(ctx, `SELECT count(*) FROM (`+chronicleSQL+`) r`, c.club, nil).Scan(&c.Matches); err != nil {
		return err
	}
	c.Bests, err = s.selectBests(ctx, c.tx, c.club)
	return err
}

// fill reads a chapter's standings, and counts its results.
func (c *Chronicle) fill(ctx context.Context, chapter *Chapter) error {
	if chapter.Season.ID != 0 {
		err := c.tx.QueryRow(ctx, `SELECT coalesce((SELECT list FROM standings WHERE season_id = $1), '[]')`,
			chapter.Season.ID).Scan(&chapter.Lines)
		if err != nil {
			return err
		}
	}
	var err error
	if chapter.Players, err = PlayersIn(ctx, c.tx, chapter.Lines); err != nil {
		return err
	}
	chapter.Games = map[string]int{}
	rows, err := c.tx.Query(ctx, `SELECT game, count(*) FROM (`+chronicleSQL+`) r GROUP BY game`, c.club,
		chapter.Season.ID)
	if err != nil {
		return err
	}
	var game string
	var n int
	_, err = pgx.ForEachRow(rows, []any{&game, &n}, func() error {
		chapter.Games[game] = n
		chapter.Matches += n
		return nil
	})
	return err
}

// inChapterSQL is the condition that a match of a game which ended at a time is one of the season $2 of the club $1, of
// no season for 0, and of the club for NULL. It asks the list of seasons, which a statement reads once for all matches.
func inChapterSQL(at, game string) string {
	season := `(SELECT FROM seasons_of s WHERE ` + at + ` >= starts_at AND ` + at + ` < ends_at AND
		(coalesce(charter->'games', '[]') IN ('[]', 'null') OR charter->'games' ? ` + game + `) AND $2 IN (0, id))`
	return `CASE WHEN $2::bigint IS NULL THEN true WHEN $2 = 0 THEN NOT EXISTS ` + season + ` ELSE EXISTS ` + season +
		` END`
}

// chronicleSQL are the results of the chapter $2 of the club $1, and for NULL of all.
var chronicleSQL = `WITH seasons_of AS MATERIALIZED (` + seasonsOfSQL + `)
	SELECT m.id, m.ended_at, t.game, false AS recorded,
		CASE WHEN m.outcome->>'how' = 'closed' THEN 'closed' WHEN c.kind = 'void' THEN 'void'
			WHEN c.kind = 'places' THEN 'corrected' ELSE 'played' END AS result,
		(SELECT json_agg(json_build_object('player', coalesce(s.player_id, 0), 'name', coalesce(p.name, ''), 'bot',
			coalesce(` + base.LevelSQL + `, ''), 'points', m.totals[s.seat + 1], 'place',
			CASE WHEN m.outcome->>'how' = 'closed' OR coalesce(c.kind, '') = 'void' THEN 0
				ELSE (` + placesSQL + `)[s.seat + 1] END) ORDER BY s.seat)
			FROM match_seats s LEFT JOIN players p ON p.id = s.player_id WHERE s.match_id = m.id) AS seats
	FROM matches m JOIN tables t ON t.id = m.table_id
	LEFT JOIN LATERAL (SELECT kind, places FROM corrections WHERE match_id = m.id ORDER BY id DESC LIMIT 1) c ON true
	WHERE m.club_id = $1 AND m.status = 'over' AND ` + countsSQL + ` AND ` +
	inChapterSQL("m.ended_at", "t.game") + `
	UNION ALL
	SELECT m.id, m.ended_at, m.game, true,
		CASE c.kind WHEN 'void' THEN 'void' WHEN 'places' THEN 'corrected' ELSE 'played' END,
		(SELECT json_agg(json_build_object('player', coalesce(s.player_id, 0), 'name', coalesce(p.name, s.name),
			'points', s.points,
			'place', CASE c.kind WHEN 'void' THEN 0 ELSE coalesce(c.places[s.seat + 1], s.place) END)
			ORDER BY s.seat)
			FROM recorded_seats s LEFT JOIN players p ON p.id = s.player_id WHERE s.match_id = m.id)
	FROM recorded_matches m
	LEFT JOIN LATERAL (SELECT kind, places FROM corrections WHERE recorded_id = m.id ORDER BY id DESC LIMIT 1) c ON true
	WHERE m.club_id = $1 AND (m.counts OR m.night_id IS NULL) AND ` + inChapterSQL("m.ended_at", "m.game")

// Each reads the results of a chapter one by one, in the order of their ends.
func (c *Chronicle) Each(ctx context.Context, chapter Chapter, take func(ChronicleMatch) error) error {
	rows, err := c.tx.Query(ctx, chronicleSQL+` ORDER BY 2, 1`, c.club, chapter.Season.ID)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var m ChronicleMatch
		if err := rows.Scan(&m.ID, &m.Ended, &m.Game, &m.Recorded, &m.Result, &m.Seats); err != nil {
			return err
		}
		if err := take(m); err != nil {
			return err
		}
	}
	return rows.Err()
}
