package db_test

import (
	"testing"

	"carteado/db"
	"carteado/db/base"
	"carteado/engine"
	"carteado/engine/bot"
)

// over ends a table's match by its first player's leaving.
func (c club) over(t *testing.T, table int) (match int64) {
	t.Helper()
	match = c.board(t, table, c.ana).Table.Match
	_, err := c.Play(t.Context(), c.input(t, table, c.mover(t, table), "move"))
	must(t, err)
	leave := c.input(t, table, c.mover(t, table), "leave")
	leave.Move = engine.Move{Verb: engine.VerbLeave}
	_, err = c.Play(t.Context(), leave)
	must(t, err)
	return match
}

// A review is of one's own moves in a match that is over, asked for once however often, one at a time, kept once, and
// read by whom its player lets.
func TestReviewsAreOnesOwn(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	first, second := c.table(t, nil), c.table(t, nil)
	refused(t, c.AskReview(ctx, c.id, c.board(t, first, c.ana).Table.Match, c.ana), base.ErrUnfinished)
	one, two := c.over(t, first), c.over(t, second)
	refused(t, c.AskReview(ctx, c.id, one, c.celia), base.ErrNotPlayed)
	refused(t, c.AskReview(ctx, c.id, one, c.davi), base.ErrNotFound)
	refused(t, c.ShareReview(ctx, c.id, one, c.ana, true), base.ErrNotFound)
	for range 100 {
		must(t, c.AskReview(ctx, c.id, one, c.ana))
	}
	if n, jobs := c.count(t, `SELECT count(*) FROM reviews`), c.count(t, `SELECT count(*) FROM river_job
		WHERE kind = 'review' AND queue = 'reviews' AND priority = 3`); n != 1 || jobs != 1 {
		t.Errorf("asked for a hundred times there are %d reviews and %d jobs", n, jobs)
	}
	refused(t, c.AskReview(ctx, c.id, two, c.ana), base.ErrReviewing)
	must(t, c.AskReview(ctx, c.id, one, c.bento))
	must(t, c.exec(t, `UPDATE reviews SET asked_at = now() - interval '25 hours' WHERE player_id = $1`, c.ana))
	if r, err := c.ReviewOf(ctx, c.id, one, c.ana, c.ana); err != nil || r.Asked { // its job was given up
		t.Errorf("asked for a day ago it is %+v, %v", r, err)
	}
	must(t, c.AskReview(ctx, c.id, two, c.ana))
	must(t, c.exec(t, `UPDATE reviews SET asked_at = now() - interval '25 hours' WHERE player_id = $1`, c.ana))
	must(t, c.AskReview(ctx, c.id, one, c.ana))
	job := db.ReviewJob{Match: one, Player: c.ana}
	_, past, err := c.Decisions(ctx, job)
	must(t, err)
	for _, p := range past {
		if p.Sight.View.Seat != 0 || p.Sight.View.Outcome != nil {
			t.Errorf("it is given %+v", p.Sight.View)
		}
	}
	must(t, c.NoteReview(ctx, job, 1, 2))
	if r, err := c.ReviewOf(ctx, c.id, one, c.ana, c.ana); err != nil || !r.Asked || r.Found != nil || r.Looked != 1 {
		t.Errorf("under way it is %+v, %v", r, err)
	}
	move := engine.Move{Verb: engine.VerbLeave}
	must(t, c.SaveReview(ctx, job, bot.Review{Looked: 2, Better: []bot.Decision{{Step: 0, Made: move, Other: move}}}))
	must(t, c.SaveReview(ctx, job, bot.Review{Looked: 3}))
	must(t, c.DropReview(ctx, job))
	_, _, err = c.Decisions(ctx, job)
	refused(t, err, base.ErrNotFound)
	read := func(by int64, want error) {
		t.Helper()
		r, err := c.ReviewOf(ctx, c.id, one, c.ana, by)
		refused(t, err, want)
		if want == nil && (r.Found == nil || r.Found.Looked != 2 || len(r.Better) != 1 || r.Better[0].View.Seat != 0 ||
			r.Better[0].View.Version != 0 || len(r.Better[0].Legal) == 0) {
			t.Errorf("it says %+v", r)
		}
	}
	read(c.ana, nil)
	read(c.celia, base.ErrNotFound)
	must(t, c.ShareReview(ctx, c.id, one, c.ana, true))
	read(c.celia, nil)
	read(c.davi, base.ErrNotFound)
	must(t, c.ShareReview(ctx, c.id, one, c.ana, false))
	read(c.celia, base.ErrNotFound)
	_, err = c.ReviewOf(ctx, c.id, one, c.bento, c.ana) // which is not done
	refused(t, err, base.ErrNotFound)

	must(t, c.AskReview(ctx, c.id, two, c.ana)) // since the first is done
	must(t, c.exec(t, `UPDATE matches SET rules_version = rules_version + 1`))
	_, _, err = c.Decisions(ctx, db.ReviewJob{Match: two, Player: c.ana})
	refused(t, err, base.ErrOtherRules)
	refused(t, c.AskReview(ctx, c.id, two, c.bento), base.ErrOtherRules)
	if r, err := c.ReviewOf(ctx, c.id, one, c.ana, c.ana); err != nil || r.Found == nil || len(r.Better) != 0 {
		t.Errorf("under older rules its words are %+v, %v", r.Found, err)
	}
}
