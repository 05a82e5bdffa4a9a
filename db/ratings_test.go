package db_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"carteado/db/base"
	"carteado/db/live"
	"carteado/db/results"
	"carteado/engine"
	"carteado/engine/rating"
)

// taken takes the jobs of a kind from the queue.
func taken[T any](t *testing.T, c club, kind string) []T {
	t.Helper()
	rows, err := c.Pool().Query(t.Context(), `DELETE FROM river_job WHERE kind = $1 RETURNING args`, kind)
	must(t, err)
	list, err := pgx.CollectRows(rows, pgx.RowTo[T])
	must(t, err)
	return list
}

// rates does what the queue has to do for ratings, newest first, as no queue would: the order does not matter.
func (c club) rates(t *testing.T) (jobs int) {
	t.Helper()
	list := taken[results.RatingCompute](t, c, "rating_compute")
	for _, job := range slices.Backward(list) {
		must(t, c.ComputeRatings(t.Context(), job))
	}
	return len(list)
}

// rated is what is kept of everybody's ratings, to the last digit.
func (c club) rated(t *testing.T) (list []string) {
	t.Helper()
	rows, err := c.Pool().Query(t.Context(), `SELECT match_id, player_id, number, mu, sigma FROM rated
		ORDER BY match_id, player_id`)
	must(t, err)
	for rows.Next() {
		var match, player int64
		var number int
		var r rating.Rating
		must(t, rows.Scan(&match, &player, &number, &r.Mu, &r.Sigma))
		list = append(list, fmt.Sprint(match, " ", player, " ", number, " ", r))
	}
	must(t, rows.Err())
	return list
}

// ratingsHold compares what is kept with what the matches themselves come to, counted here.
func (c club) ratingsHold(t *testing.T) {
	t.Helper()
	c.rates(t)
	type match struct {
		id               int64
		ended            time.Time
		reach, how, kind string
		placing, places  []int
		players          []int64
		levels           []string
		practice         bool
	}
	rows, err := c.Pool().Query(t.Context(), `SELECT m.id, m.ended_at, t.reach, t.practice, m.outcome->>'how',
		m.outcome->'placing',
		coalesce((SELECT kind FROM corrections WHERE match_id = m.id ORDER BY id DESC LIMIT 1), ''),
		(SELECT places FROM corrections WHERE match_id = m.id ORDER BY id DESC LIMIT 1),
		array_agg(coalesce(s.player_id, 0) ORDER BY s.seat), array_agg(coalesce(s.bot, '') ORDER BY s.seat)
		FROM matches m JOIN tables t ON t.id = m.table_id JOIN match_seats s ON s.match_id = m.id
		WHERE m.status = 'over' GROUP BY m.id, t.id`)
	must(t, err)
	var matches []match
	for rows.Next() {
		var m match
		must(t, rows.Scan(&m.id, &m.ended, &m.reach, &m.practice, &m.how, &m.placing, &m.kind, &m.places, &m.players,
			&m.levels))
		matches = append(matches, m)
	}
	must(t, rows.Err())
	slices.SortFunc(matches, func(a, b match) int { return cmp.Or(a.ended.Compare(b.ended), cmp.Compare(a.id, b.id)) })
	known, numbers, want := map[int64]rating.Rating{}, map[int64]int{}, []string(nil)
	for _, m := range matches {
		if m.reach != "club" || m.practice || m.how == engine.ByClose || m.kind == results.CorrectVoid {
			continue
		}
		if m.kind == results.CorrectPlaces {
			m.placing = m.places
		}
		var before []rating.Rating
		for seat, player := range m.players {
			switch _, is := known[player]; {
			case player == 0:
				before = append(before, rating.Anchor("toy", m.levels[seat]))
			case !is:
				before = append(before, rating.New())
			default:
				before = append(before, known[player])
			}
		}
		var lines []string
		for seat, r := range rating.Rate(before, m.placing) {
			if player := m.players[seat]; player != 0 {
				known[player], numbers[player] = r, numbers[player]+1
				lines = append(lines, fmt.Sprint(m.id, " ", player, " ", numbers[player], " ", r))
			}
		}
		want = append(want, lines...)
	}
	slices.Sort(want)
	got := c.rated(t)
	slices.Sort(got)
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("ratings are not what the matches come to (-matches +kept):\n%s", diff)
	}
	if _, changed, err := c.RecomputeRatings(t.Context()); err != nil || changed != 0 {
		t.Errorf("%d games came to other digits, %v", changed, err)
	}
}

func TestRatings(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	first := c.wins(t, c.ana)
	_, err := c.RatingsOf(ctx, c.id, c.ana, "")
	refused(t, err, base.ErrNotFound)
	if n := c.count(t, `SELECT count(*) FROM rated`); n != 0 {
		t.Errorf("%d rows in a club that does not want any", n)
	}
	refused(t, c.ChooseRatings(ctx, c.id, c.bento, results.RatingsAll), base.ErrForbidden)
	must(t, c.ChooseRatings(ctx, c.id, c.ana, results.RatingsAll))
	c.rates(t)
	c.wins(t, c.bento)
	c.wins(t, c.ana)
	if jobs := c.rates(t); jobs != 0 {
		t.Errorf("%d jobs for matches that were rated at their ends", jobs)
	}
	h, err := c.RatingOf(ctx, c.id, c.celia, c.ana, "")
	must(t, err)
	loser := rating.Rating{Mu: 22.36476861652635, Sigma: 8.065506316323548}
	if h.Matches != 3 || len(h.Points) != 3 || len(h.Recent) != 3 || h.Points[0].Rating != loser ||
		h.Points[0].Match != first || h.Points[2].Before != h.Points[1].Rating || h.Rating != h.Points[2].Rating {
		t.Errorf("Ana's history %+v", h)
	}
	c.ratingsHold(t)
	before := c.rated(t)

	// A correction of the first leads to what would be if it had been so from the start, and back.
	correct := func(kind string, places []int) {
		t.Helper()
		must(t, c.Correct(ctx, c.id, c.ana, first, results.Correction{Kind: kind, Places: places, Reason: "x"}))
		c.ratingsHold(t)
	}
	correct(results.CorrectVoid, nil)
	if h, err = c.RatingOf(ctx, c.id, c.ana, c.ana, "toy"); err != nil || h.Matches != 2 {
		t.Errorf("with a void match %+v, %v", h, err)
	}
	correct(results.CorrectPlaces, []int{1, 1})
	correct(results.CorrectRestore, nil)
	if diff := gocmp.Diff(before, c.rated(t)); diff != "" {
		t.Errorf("a result that was restored leads to other digits:\n%s", diff)
	}

	// While somebody else rates, the end of a match does not wait, and a job does the rest.
	conn, err := c.Pool().Acquire(ctx)
	must(t, err)
	_, err = conn.Exec(ctx, `SELECT pg_advisory_lock(hashtext('ratings toy'), $1)`, c.id)
	must(t, err)
	c.wins(t, c.ana)
	if n := c.count(t, `SELECT count(*) FROM rated`); n != len(before) {
		t.Errorf("%d rows while somebody else rates, %d before", n, len(before))
	}
	_, err = conn.Exec(ctx, `SELECT pg_advisory_unlock_all()`)
	must(t, err)
	conn.Release()
	if jobs := c.rates(t); jobs != 1 {
		t.Errorf("%d jobs for it", jobs)
	}
	c.ratingsHold(t)

	// The check itself.
	must(t, c.exec(t, `UPDATE ratings SET mu = mu + 1e-13 WHERE player_id = $1`, c.ana))
	if computed, changed, err := c.RecomputeRatings(ctx); err != nil || computed != 1 || changed != 1 {
		t.Errorf("%d of %d came to other digits, %v", changed, computed, err)
	}
	c.ratingsHold(t)
}

func TestRatingsAreShown(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	must(t, c.ChooseRatings(ctx, c.id, c.ana, results.RatingsToday))
	c.wins(t, c.ana)
	example, err := c.RatingExample(ctx, c.id, c.bento, "toy")
	must(t, err)
	if len(example.Seats) != 2 || example.Before[0] != rating.New() || len(example.Places) != 2 {
		t.Errorf("example %+v", example)
	}
	names := func(viewer int64) (names []string) {
		t.Helper()
		list, err := c.RatingsOf(ctx, c.id, viewer, "toy")
		must(t, err)
		for _, l := range list.Lines {
			names = append(names, l.Name)
		}
		return names
	}
	must(t, c.HideRating(ctx, c.id, c.ana, true))
	if got := names(c.bento); !slices.Equal(got, []string{"Bento"}) {
		t.Errorf("Bento sees %v", got)
	}
	if got := names(c.ana); !slices.Equal(got, []string{"Bento", "Ana"}) {
		t.Errorf("Ana sees %v", got)
	}
	for viewer, want := range map[int64]error{c.ana: nil, c.bento: base.ErrNotFound, c.davi: base.ErrNotFound} {
		_, err := c.RatingOf(ctx, c.id, viewer, c.ana, "")
		refused(t, err, want)
	}
	_, err = c.RatingExample(ctx, c.id, c.bento, "toy")
	refused(t, err, base.ErrNotFound) // it would tell Ana's
	must(t, c.DeleteAccount(ctx, c.bento))
	if got := names(c.ana); !slices.Equal(got, []string{"Ana"}) {
		t.Errorf("after Bento is gone Ana sees %v", got)
	}
	// Off it is gone at once, and the rows soon.
	must(t, c.ChooseRatings(ctx, c.id, c.ana, results.RatingsOff))
	_, err = c.RatingsOf(ctx, c.id, c.ana, "toy")
	refused(t, err, base.ErrNotFound)
	c.rates(t)
	if n := c.count(t, `SELECT (SELECT count(*) FROM rated) + (SELECT count(*) FROM ratings)`); n != 0 {
		t.Errorf("%d rows are left", n)
	}
	// A match with a bot moves the member alone; practice nobody.
	must(t, c.ChooseRatings(ctx, c.id, c.ana, results.RatingsToday))
	for _, practice := range []bool{true, false} {
		table, err := c.OpenTable(ctx, c.id, c.ana, live.NewTable{Game: "toy", Practice: practice,
			Seats: []live.SeatChoice{{Kind: live.SeatBot, Level: "master"}}})
		must(t, err)
		board := c.board(t, table.Number, c.ana)
		_, err = c.Play(ctx, live.PlayInput{Club: c.id, Table: table.Number, Match: board.Table.Match, Player: c.ana,
			Version: board.View.Version, Idem: "leave", Move: engine.Move{Verb: engine.VerbLeave}})
		must(t, err)
		c.ratesAnaAlone(t, practice)
	}
}

// ratesAnaAlone checks that after a lost match with a bot Ana has a row, and after practice none.
func (c club) ratesAnaAlone(t *testing.T, practice bool) {
	t.Helper()
	want := []string{fmt.Sprint(c.ana, " 1 ", rating.Rate([]rating.Rating{rating.New(), rating.Anchor("toy", "master")},
		[]int{2, 1})[0])}
	if practice {
		want = nil
	}
	var got []string
	for _, line := range c.rated(t) {
		var match, player int64
		var rest string
		_, err := fmt.Sscan(line, &match, &player)
		must(t, err)
		rest = line[len(fmt.Sprint(match, " ")):]
		got = append(got, rest)
	}
	if !slices.Equal(got, want) {
		t.Errorf("practice %v: %v, want %v", practice, got, want)
	}
}
