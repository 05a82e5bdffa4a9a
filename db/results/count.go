package results

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"carteado/db/pg"
	"carteado/engine"
)

// Numbers and bests follow from the matches that count, in the order of their ends, by one count. The end of a match
// goes on from what is kept; a correction, a change of seasons and an end that comes out of order begin anew, by a job.

// A CountJob counts the matches of a club whose moves nobody has counted yet, or all of them anew.
type CountJob struct {
	Club int64 `json:"club"`
	Anew bool  `json:"anew"`
}

// Kind names the job in the queue.
func (CountJob) Kind() string { return "count" }

// QueueCount queues a CountJob for a club.
func QueueCount(ctx context.Context, tx *pg.Tx, club int64, anew bool) error {
	return tx.AddJobs(ctx, river.InsertManyParams{Args: CountJob{club, anew}})
}

// Recount are the jobs that count everything of a club anew that follows from its matches.
func Recount(club int64) []river.InsertManyParams {
	return []river.InsertManyParams{{Args: CountJob{club, true}}, {Args: RatingCompute{Club: club}},
		{Args: SeasonCompute{Club: club, Until: endOfTime}}}
}

// QueueUncounted queues to count every club in which matches wait for that.
func (s *Results) QueueUncounted(ctx context.Context) error {
	return s.InTx(ctx, "queue uncounted", func(ctx context.Context, tx *pg.Tx) error {
		list, err := pg.Collect(ctx, tx, pgx.RowTo[int64], `SELECT c.id FROM clubs c
			WHERE EXISTS (SELECT FROM uncounted WHERE club_id = c.id) ORDER BY c.id`)
		for _, club := range list {
			if err == nil {
				err = QueueCount(ctx, tx, club, false)
			}
		}
		return err
	})
}

// oneCounts is the key of the lock that one has who counts a club.
const oneCounts = `hashtext('numbers'), ($1::bigint % 1000000000)::integer`

// A numbersKey says whose numbers they are, and at what.
type numbersKey struct {
	player int64
	game   string
}

// A bestKey names one of a club's bests.
type bestKey struct{ game, name string }

// A timesKey says who does what in a season.
type timesKey struct {
	season int64
	bestKey
	player int64
}

func (k timesKey) compare(other timesKey) int {
	return cmp.Or(cmp.Compare(k.season, other.season), cmp.Compare(k.game, other.game), cmp.Compare(k.name, other.name),
		cmp.Compare(k.player, other.player))
}

// A count is of a club's matches, in their order.
type count struct {
	club     int64
	features map[string][]engine.Feature // by game
	seasons  []Season
	numbers  map[numbersKey]*Numbers
	bests    map[bestKey][]bestRow
	times    map[timesKey]int
	late     bool // something was taken in behind something that ended later
}

func (s *Results) newCount(ctx context.Context, tx *pg.Tx, club int64) (*count, error) {
	c := &count{club: club, features: s.features, numbers: map[numbersKey]*Numbers{}, bests: map[bestKey][]bestRow{},
		times: map[timesKey]int{}}
	var err error
	c.seasons, err = SelectSeasons(ctx, tx, club)
	return c, err
}

// A bestRow is a best as it is kept.
type bestRow struct {
	Mark
	number, value int
	player        int64
}

// BestStreak is a best that all games have: wins one after the other.
const BestStreak = "streak"

// minStreak is how many of them are worth telling.
const minStreak = 2

// take takes in a result.
func (c *count) take(r countedResult) {
	for _, game := range []string{"", r.game} {
		n := c.numbers[numbersKey{r.player, game}]
		if n == nil {
			n = new(Numbers)
			c.numbers[numbersKey{r.player, game}] = n
		}
		// The same mark once more is a match that ended while all were counted anew, which saw it.
		c.late = c.late || n.Matches > 0 && n.Last.compare(r.Mark) >= 0
		n.add(r, game)
		if n.Row >= minStreak {
			c.best(bestKey{game, BestStreak}, engine.Most, n.Row, r)
		}
	}
	for _, f := range c.features[r.game] {
		t := r.features[f.Name]
		if t.Times == 0 {
			continue
		}
		key := bestKey{r.game, f.Name}
		if f.Best != "" {
			c.best(key, f.Best, t.Best(f.Best), r)
		}
		for _, s := range c.seasons {
			if f.Times && s.Charter.Plays(r.game) && !r.Ended.Before(s.StartsAt) && r.Ended.Before(s.EndsAt) {
				c.times[timesKey{s.ID, key, r.player}] += t.Times
			}
		}
	}
}

// best keeps a value that beats the one that holds.
func (c *count) best(key bestKey, which engine.Best, value int, r countedResult) {
	list := c.bests[key]
	row := bestRow{Mark: r.Mark, number: 1, value: value, player: r.player}
	if n := len(list); n > 0 {
		held := list[n-1]
		c.late = c.late || held.compare(r.Mark) > 0
		if !which.Better(value, held.value) {
			return
		}
		if row.number = held.number + 1; held.Match == r.Match { // two in one match: the better one set it
			row.number = held.number
			list = list[:n-1]
		}
	}
	c.bests[key] = append(list, row)
}

// CountEnd counts a match that has just ended, if it is one that counts; features and scores are by seat. A match
// that cannot have the lock, or comes late, is left to a job.
func (s *Results) CountEnd(ctx context.Context, tx *pg.Tx, club, match int64, scores []int,
	features []map[string]engine.Tally) error {
	if err := insertCounted(ctx, tx, match, scores, features); err != nil {
		return err
	}
	var alone bool
	if err := tx.QueryRow(ctx, `SELECT pg_try_advisory_xact_lock(`+oneCounts+`)`, club).Scan(&alone); err != nil {
		return err
	}
	done := false
	if alone {
		var err error
		if done, err = s.countOn(ctx, tx, club, []int64{match}); err != nil {
			return err
		}
	}
	if done {
		return nil
	}
	return QueueCount(ctx, tx, club, alone)
}

// insertCounted keeps what the players of a match did in it.
func insertCounted(ctx context.Context, tx *pg.Tx, match int64, scores []int,
	features []map[string]engine.Tally) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO counted (match_id, player_id, seats, score, features)
		SELECT $1, s.player_id, $4, ($2::integer[])[s.seat + 1], coalesce($3::jsonb->s.seat::integer, '{}')
		FROM match_seats s WHERE s.match_id = $1 AND s.player_id IS NOT NULL
		ON CONFLICT DO NOTHING`, match, scores, features, len(scores))
	return err
}

// countOn goes on from what is kept by some matches, which it then takes from those that wait; false where that has to
// begin anew, and then nothing is written.
func (s *Results) countOn(ctx context.Context, tx *pg.Tx, club int64, matches []int64) (bool, error) {
	c, err := s.newCount(ctx, tx, club)
	if err != nil {
		return false, err
	}
	results, err := pg.Collect(ctx, tx, pg.Scanned[countedResult], `SELECT `+resultColumns+`
		FROM results r JOIN counted f USING (match_id, player_id) `+playerLuckSQL+`
		WHERE r.match_id = ANY ($1) AND r.place IS NOT NULL
		ORDER BY r.ended_at, r.match_id, r.player_id`, matches)
	if err != nil {
		return false, err
	}
	if err := c.read(ctx, tx, results); err != nil {
		return false, err
	}
	for _, r := range results {
		c.take(r)
	}
	if c.late {
		return false, nil
	}
	if err := c.write(ctx, tx); err != nil {
		return false, err
	}
	tx.Do(ctx, `DELETE FROM uncounted WHERE match_id = ANY ($1)`, matches)
	return true, tx.Err()
}

// read reads what is kept of the players and games of some results.
func (c *count) read(ctx context.Context, tx *pg.Tx, results []countedResult) error {
	var players []int64
	games := []string{""}
	for _, r := range results {
		players, games = append(players, r.player), append(games, r.game)
	}
	rows, err := tx.Query(ctx, `SELECT player_id, game, list FROM numbers
		WHERE club_id = $1 AND player_id = ANY ($2) AND game = ANY ($3)`, c.club, players, games)
	if err != nil {
		return err
	}
	var key numbersKey
	var list Numbers
	if _, err := pgx.ForEachRow(rows, []any{&key.player, &key.game, &list}, func() error {
		kept := list
		c.numbers[key], list = &kept, Numbers{}
		return nil
	}); err != nil {
		return err
	}
	rows, err = tx.Query(ctx, `SELECT DISTINCT ON (game, name) game, name, number, value, ended_at, match_id, player_id
		FROM bests WHERE club_id = $1 AND game = ANY ($2) ORDER BY game, name, number DESC`, c.club, games)
	if err != nil {
		return err
	}
	var best bestKey
	var row bestRow
	_, err = pgx.ForEachRow(rows, []any{&best.game, &best.name, &row.number, &row.value, &row.Ended, &row.Match,
		&row.player}, func() error {
		c.bests[best] = []bestRow{row}
		return nil
	})
	return err
}

// write writes what was counted over what is kept.
func (c *count) write(ctx context.Context, tx *pg.Tx) error {
	var players []int64
	var games []string
	var lists []*Numbers
	for key, n := range c.numbers {
		players, games, lists = append(players, key.player), append(games, key.game), append(lists, n)
	}
	tx.Do(ctx, `INSERT INTO numbers (club_id, player_id, game, list)
		SELECT $1, * FROM unnest($2::bigint[], $3::text[], $4::jsonb[])
		ON CONFLICT (club_id, player_id, game) DO UPDATE SET list = excluded.list`, c.club, players, games, lists)
	var b struct {
		games, names     []string
		numbers, values  []int
		matches, players []int64
		ended            []time.Time
		seasons, doers   []int64
		doneAt, done     []string
		times            []int
	}
	for key, list := range c.bests {
		for _, row := range list {
			b.games, b.names = append(b.games, key.game), append(b.names, key.name)
			b.numbers, b.values = append(b.numbers, row.number), append(b.values, row.value)
			b.matches, b.players = append(b.matches, row.Match), append(b.players, row.player)
			b.ended = append(b.ended, row.Ended)
		}
	}
	tx.Do(ctx, `INSERT INTO bests (club_id, game, name, number, value, match_id, ended_at, player_id)
		SELECT $1, * FROM unnest($2::text[], $3::text[], $4::integer[], $5::integer[], $6::bigint[], $7::timestamptz[],
			$8::bigint[])
		ON CONFLICT (club_id, game, name, number) DO NOTHING`,
		c.club, b.games, b.names, b.numbers, b.values, b.matches, b.ended, b.players)
	for _, key := range slices.SortedFunc(maps.Keys(c.times), timesKey.compare) {
		b.seasons, b.doers = append(b.seasons, key.season), append(b.doers, key.player)
		b.doneAt, b.done = append(b.doneAt, key.game), append(b.done, key.name)
		b.times = append(b.times, c.times[key])
	}
	tx.Do(ctx, `INSERT INTO season_times AS k (season_id, club_id, game, name, player_id, times)
		SELECT season, $1, game, name, player, times
		FROM unnest($2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::integer[])
			AS n (season, game, name, player, times)
		ON CONFLICT (season_id, game, name, player_id) DO UPDATE SET times = k.times + excluded.times`,
		c.club, b.seasons, b.doneAt, b.done, b.doers, b.times)
	return tx.Err()
}

// Uncounted are matches of a club whose moves nobody has counted yet, at most some.
func (s *Results) Uncounted(ctx context.Context, club int64, most int) (list []int64, err error) {
	err = s.Read(ctx, "uncounted", func(ctx context.Context, conn *pgxpool.Conn) error {
		list, err = pg.Collect(ctx, conn, pgx.RowTo[int64], `SELECT match_id FROM uncounted u WHERE club_id = $1
			AND NOT EXISTS (SELECT FROM counted WHERE match_id = u.match_id) ORDER BY match_id LIMIT $2`, club, most)
		return err
	})
	return list, err
}

// KeepCounted keeps what the players of a match did in it, for CountClub.
func (s *Results) KeepCounted(ctx context.Context, match int64, scores []int,
	features []map[string]engine.Tally) error {
	return s.InTx(ctx, "keep counted", func(ctx context.Context, tx *pg.Tx) error {
		return insertCounted(ctx, tx, match, scores, features)
	})
}

// fewUncounted is how many matches are counted on from what is kept, unless that is asked for anew.
const fewUncounted = 20

// CountClub counts the matches of a club that wait for it, of those whose moves are counted, or all anew.
func (s *Results) CountClub(ctx context.Context, job CountJob) error {
	return s.InTx(ctx, "count", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `SELECT pg_advisory_xact_lock(`+oneCounts+`)`, job.Club)
		waiting, err := pg.Collect(ctx, tx, pgx.RowTo[int64], `SELECT match_id FROM uncounted u WHERE club_id = $1
			AND EXISTS (SELECT FROM counted WHERE match_id = u.match_id)`, job.Club)
		if err != nil || len(waiting) == 0 && !job.Anew {
			return err
		}
		if !job.Anew && len(waiting) <= fewUncounted {
			if done, err := s.countOn(ctx, tx, job.Club, waiting); done || err != nil {
				return err
			}
		}
		if err := s.countAnew(ctx, tx, job.Club); err != nil {
			return err
		}
		tx.Do(ctx, `DELETE FROM uncounted WHERE match_id = ANY ($1)`, waiting)
		return tx.Err()
	})
}

// countAnew counts all matches of a club. It holds the lock of oneCounts.
func (s *Results) countAnew(ctx context.Context, tx *pg.Tx, club int64) error {
	c, err := s.newCount(ctx, tx, club)
	if err != nil {
		return err
	}
	papers, err := papersOf(ctx, tx, club)
	if err != nil {
		return err
	}
	at := Mark{Ended: time.Unix(0, 0)}
	for more := true; more; {
		var n int
		rows, err := tx.Query(ctx, `
			SELECT m.ended_at, m.id, coalesce(r.game, ''), coalesce(r.player_id, 0), coalesce(r.place, 0),
				coalesce(f.seats, 0), coalesce(f.score, 0), f.features, l.luck
			FROM (SELECT id, ended_at FROM matches
				WHERE club_id = $1 AND status = 'over' AND (ended_at, id) > ($2, $3)
				ORDER BY ended_at, id LIMIT $4) m
			LEFT JOIN results r ON r.match_id = m.id AND r.place IS NOT NULL
			LEFT JOIN counted f ON f.match_id = m.id AND f.player_id = r.player_id
			`+playerLuckSQL+`
			ORDER BY m.ended_at, m.id, r.player_id`, club, at.Ended, at.Match, atATime)
		if err != nil {
			return err
		}
		var r countedResult
		if _, err := pgx.ForEachRow(rows, r.Fields(), func() error {
			if r.Match != at.Match {
				at = r.Mark
				papers = c.takeBefore(at, papers)
				n++
			}
			if r.place > 0 && r.features != nil {
				c.take(r)
			}
			r.features, r.luck = nil, nil
			return nil
		}); err != nil {
			return err
		}
		more = n == atATime
	}
	c.takeBefore(Mark{Ended: endOfTime}, papers)
	for _, table := range []string{"numbers", "bests", "season_times"} {
		tx.Do(ctx, `DELETE FROM `+table+` WHERE club_id = $1`, club)
	}
	return c.write(ctx, tx)
}
