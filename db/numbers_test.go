package db_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"carteado/db/base"
	"carteado/db/results"
	"carteado/engine"
)

// counts does what the queue has to do for numbers.
func (c club) counts(t *testing.T) (jobs int) {
	t.Helper()
	list := taken[results.CountJob](t, c, "count")
	for _, job := range list {
		more, err := c.CountMatches(t.Context(), job, func() bool { return false })
		must(t, err)
		if more {
			t.Error("more is left to count")
		}
	}
	return len(list)
}

// numbered is what is kept of everybody's numbers and of the club's bests, a line for each.
func (c club) numbered(t *testing.T) (list []string) {
	t.Helper()
	for _, sql := range []string{
		`SELECT player_id || ' ' || game || ' ' || concat_ws(' ', list->>'matches', list->>'wins', list->>'places',
			list->>'row', list->>'longest', list->'seats', list->'features', list->'luck',
			(list->'last'->>'Match')) FROM numbers`,
		`SELECT concat_ws(' ', 'best', game, name, number, value, match_id, player_id) FROM bests`,
		`SELECT concat_ws(' ', 'season', season_id, game, name, player_id, times) FROM season_times`,
		`SELECT concat_ws(' ', player_id, rival_id, game, matches, won, lost) FROM encounters WHERE matches > 0`,
	} {
		rows, err := c.Pool().Query(t.Context(), sql)
		must(t, err)
		for rows.Next() {
			var line string
			must(t, rows.Scan(&line))
			list = append(list, line)
		}
		must(t, rows.Err())
	}
	slices.Sort(list)
	return list
}

// numbersHold compares what is kept with what the matches themselves come to, counted here.
func (c club) numbersHold(t *testing.T) {
	t.Helper()
	c.counts(t)
	if n := c.count(t, `SELECT count(*) FROM uncounted`); n != 0 {
		t.Errorf("%d matches wait to be counted", n)
	}
	if diff := gocmp.Diff(c.truth(t), c.numbered(t)); diff != "" {
		t.Errorf("numbers are not what the matches come to (-matches +kept):\n%s", diff)
	}
}

// truth is what numbered should be, from the view of results and what was counted of each match.
func (c club) truth(t *testing.T) (want []string) {
	t.Helper()
	type row struct {
		match, player int64
		ended         time.Time
		place, seats  int
		features      map[string]engine.Tally
	}
	rows, err := c.Pool().Query(t.Context(), `SELECT o.match_id, o.player_id, o.ended_at, o.place,
			(SELECT count(*) FROM match_seats WHERE match_id = o.match_id), f.features
		FROM outcomes o JOIN counted f USING (match_id, player_id) WHERE place IS NOT NULL
		ORDER BY ended_at, match_id, player_id`)
	must(t, err)
	var all []row
	for rows.Next() {
		var r row
		must(t, rows.Scan(&r.match, &r.player, &r.ended, &r.place, &r.seats, &r.features))
		all = append(all, r)
	}
	must(t, rows.Err())
	line := func(words ...any) { want = append(want, fmt.Sprintln(words...)) }
	run, streaks, lows := map[int64]int{}, []string{}, []string{}
	best, low := 1, 1000
	for _, r := range all {
		if run[r.player]++; r.place != 1 {
			run[r.player] = 0
		}
		if run[r.player] > best {
			best = run[r.player]
			streaks = append(streaks, fmt.Sprint(len(streaks)+1, " ", best, " ", r.match, " ", r.player))
		}
		if f := r.features["low"]; f.Times > 0 && f.Least < low {
			low = f.Least
			text := fmt.Sprint(low, " ", r.match, " ", r.player)
			if n := len(lows); n > 0 && heldBy(lows[n-1], r.match) {
				lows[n-1] = text
			} else {
				lows = append(lows, text)
			}
		}
	}
	for i, text := range lows {
		line("best toy low", i+1, text)
	}
	for _, text := range streaks {
		line("best toy streak", text)
		line("best  streak", text)
	}
	for _, player := range []int64{c.ana, c.bento, c.celia, c.davi} {
		var matches, wins, places, row, longest int
		var last int64
		seats, features := map[int]results.Share{}, map[string]engine.Tally{}
		for _, r := range all {
			if r.player != player {
				continue
			}
			matches, places, last = matches+1, places+r.place, r.match
			share := seats[r.seats]
			share.Matches++
			row++
			if r.place == 1 {
				wins++
				share.Wins++
			} else {
				row = 0
			}
			longest, seats[r.seats] = max(longest, row), share
			for name, f := range r.features {
				k, known := features[name]
				if !known {
					k = f
				} else {
					k = engine.Tally{Times: k.Times + f.Times, Sum: k.Sum + f.Sum, Least: min(k.Least, f.Least),
						Most: max(k.Most, f.Most)}
				}
				features[name] = k
			}
		}
		if matches > 0 {
			bySeats := string(jsonb(t, c, seats))
			line(player, "", matches, wins, places, row, longest, bySeats, last)
			if len(features) > 0 {
				bySeats += " " + string(jsonb(t, c, features))
			}
			line(player, "toy", matches, wins, places, row, longest, bySeats, last)
		}
	}
	for i := range want {
		want[i] = want[i][:len(want[i])-1]
	}
	want = append(want, c.truthOfPairs(t)...)
	slices.Sort(want)
	return want
}

func heldBy(best string, match int64) bool {
	var n, m, p int64
	_, err := fmt.Sscan(best, &n, &m, &p)
	return err == nil && m == match
}

// jsonb is a value as PostgreSQL writes it.
func jsonb(t *testing.T, c club, v any) (text []byte) {
	t.Helper()
	must(t, c.Pool().QueryRow(t.Context(), `SELECT $1::jsonb::text`, v).Scan(&text))
	return text
}

// truthOfPairs are the lines of numbered about seasons and rivals.
func (c club) truthOfPairs(t *testing.T) (want []string) {
	t.Helper()
	for _, sql := range []string{`
		SELECT concat_ws(' ', 'season', y.id, 'toy', f.key, o.player_id, sum((f.value->>'n')::integer))
		FROM outcomes o JOIN counted k USING (match_id, player_id)
		JOIN seasons y ON y.club_id = o.club_id AND o.ended_at >= y.starts_at AND o.ended_at < y.ends_at
		CROSS JOIN jsonb_each(k.features) f WHERE o.place IS NOT NULL GROUP BY y.id, f.key, o.player_id`, `
		SELECT concat_ws(' ', a.player_id, b.player_id, a.game, count(*), count(*) FILTER (WHERE a.place < b.place),
			count(*) FILTER (WHERE a.place > b.place))
		FROM outcomes a JOIN outcomes b ON b.match_id = a.match_id AND b.player_id <> a.player_id
		WHERE a.place IS NOT NULL GROUP BY a.player_id, b.player_id, a.game`,
	} {
		rows, err := c.Pool().Query(t.Context(), sql)
		must(t, err)
		for rows.Next() {
			var text string
			must(t, rows.Scan(&text))
			want = append(want, text)
		}
		must(t, rows.Err())
	}
	return want
}

// A match that is played to its end is counted in the same transaction, and a correction leads to the same as if it had
// been so from the start.
func TestNumbers(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	_, err := c.FoundSeason(ctx, c.id, c.ana, results.Season{Name: "S", StartsAt: time.Now().Add(-time.Hour),
		EndsAt: time.Now().Add(time.Hour)})
	must(t, err)
	c.counts(t)
	c.wins(t, c.bento) // nothing but who won is counted of it
	for range 4 {
		c.playOut(t, c.table(t, engine.Options{"target": "15"}))
	}
	first := int64(c.count(t, `SELECT min(match_id) FROM counted
		WHERE features ? 'low'`))
	before := c.numbered(t)
	if jobs := c.counts(t); jobs != 0 {
		t.Errorf("%d jobs for matches that were counted at their ends", jobs)
	}
	c.numbersHold(t)
	if n, rounds := c.count(t, `SELECT sum((features->'low'->>'n')::integer) FROM counted`), c.count(t,
		`SELECT count(*) FROM rounds WHERE (result->>'winner')::integer >= 0`); n != rounds || n < 4 {
		t.Errorf("%d rounds were won, %d are counted", rounds, n)
	}
	if n := c.count(t, `SELECT count(*) FROM season_times`); n == 0 {
		t.Error("the season knows nothing")
	}
	correct := func(kind string, places []int) {
		t.Helper()
		must(t, c.Correct(ctx, c.id, c.ana, first, results.Correction{Kind: kind, Places: places, Reason: "x"}))
		c.numbersHold(t)
	}
	correct(results.CorrectVoid, nil)
	if n := c.count(t, `SELECT count(*) FROM bests WHERE match_id = $1`, first); n != 0 {
		t.Errorf("%d bests of a void match", n)
	}
	correct(results.CorrectPlaces, []int{1, 1})
	correct(results.CorrectRestore, nil)
	if diff := gocmp.Diff(before, c.numbered(t)); diff != "" {
		t.Errorf("a result that was restored leads to other numbers:\n%s", diff)
	}

	// While somebody else counts, the end of a match does not wait, and a job does the rest.
	conn, err := c.Pool().Acquire(ctx)
	must(t, err)
	_, err = conn.Exec(ctx, `SELECT pg_advisory_lock(hashtext('numbers'), $1)`, c.id)
	must(t, err)
	c.wins(t, c.ana)
	if diff := gocmp.Diff(before[:1], c.numbered(t)[:1]); diff != "" {
		t.Errorf("counted while somebody else does:\n%s", diff)
	}
	_, err = conn.Exec(ctx, `SELECT pg_advisory_unlock_all()`)
	must(t, err)
	conn.Release()
	if jobs := c.counts(t); jobs != 1 {
		t.Errorf("%d jobs for it", jobs)
	}
	c.numbersHold(t)

	// A match that ended while all were counted anew has been seen, and is counted once.
	before = c.numbered(t)
	must(t, c.exec(t, `INSERT INTO uncounted SELECT match_id, club_id FROM results ORDER BY ended_at DESC, match_id DESC
		LIMIT 1`))
	must(t, c.CountClub(ctx, results.CountJob{Club: c.id}))
	if diff := gocmp.Diff(before, c.numbered(t)); diff != "" {
		t.Errorf("counted twice:\n%s", diff)
	}

	// Matches from before there were numbers are counted by a job, to the same.
	before = c.numbered(t)
	must(t, c.exec(t, `INSERT INTO uncounted SELECT DISTINCT match_id, club_id FROM results`))
	must(t, c.exec(t, `DELETE FROM counted`))
	must(t, c.exec(t, `DELETE FROM numbers`))
	must(t, c.exec(t, `DELETE FROM bests`))
	must(t, c.exec(t, `DELETE FROM season_times`))
	must(t, c.QueueUncounted(ctx))
	c.numbersHold(t)
	if diff := gocmp.Diff(before, c.numbered(t)); diff != "" {
		t.Errorf("counted later it is something else:\n%s", diff)
	}
}

// Members see each other's numbers, and nobody else does.
func TestNumbersAreShown(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	for _, loser := range []int64{c.bento, c.bento, c.ana} {
		c.wins(t, loser)
	}
	n, err := c.NumbersOf(ctx, c.id, c.celia, c.ana, "toy")
	must(t, err)
	if n.Matches != 3 || n.Wins != 2 || n.Longest != 2 || n.Row != 0 || len(n.Rivals) != 1 || n.Rivals[0].Won != 2 {
		t.Errorf("Ana's numbers %+v", n)
	}
	v, err := c.VersusOf(ctx, c.id, c.celia, c.bento, c.ana)
	must(t, err)
	leads := []int{}
	for _, m := range v.Meetings {
		leads = append(leads, m.Lead)
	}
	if v.One.ID != c.bento || v.Sum() != (results.GameEncounter{Matches: 3, Won: 1, Lost: 2}) ||
		!slices.Equal(leads, []int{-1, -2, -1}) {
		t.Errorf("Bento against Ana %+v", v)
	}
	_, err = c.NumbersOf(ctx, c.id, c.davi, c.ana, "")
	refused(t, err, base.ErrNotFound)
	_, err = c.NumbersOf(ctx, c.id, c.ana, c.davi, "")
	refused(t, err, base.ErrNotFound)
	for _, pair := range [][2]int64{{c.ana, c.ana}, {c.ana, c.davi}, {c.ana, 999}} {
		_, err = c.VersusOf(ctx, c.id, c.ana, pair[0], pair[1])
		refused(t, err, base.ErrNotFound)
	}
	_, err = c.VersusOf(ctx, c.id, c.davi, c.ana, c.bento)
	refused(t, err, base.ErrNotFound)
}
