package jobs

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"carteado/db"
	"carteado/db/accounts"
	"carteado/db/clubs"
	"carteado/db/dbtest"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/knock"
)

// A review that ends with its program begins anew, and is done once.
func TestAReviewOutlivesItsProgram(t *testing.T) {
	t.Parallel()
	ctx, store := t.Context(), dbtest.Store(t, knock.Game{})
	club, ana, err := store.Setup(ctx, clubs.NewClub{Name: "Clube", Lang: "en", TimeZone: "UTC"},
		accounts.NewPlayer{Name: "Ana", Password: "x", Lang: "en"})
	must(t, err)
	opened, err := store.OpenTable(ctx, club.ID, ana.ID, live.NewTable{Game: "knock",
		Contribution: live.Contribution{Seal: dbtest.Seal(t, store, ana.ID)},
		Seats:        []live.SeatChoice{{Kind: live.SeatBot, Level: bot.Club}}})
	must(t, err)
	job := db.ReviewJob{Player: ana.ID}
	play := func(move engine.Move) {
		board, err := store.Board(ctx, club.ID, opened.Number, ana.ID)
		must(t, err)
		job.Match = board.Table.Match
		for move.Verb != engine.VerbLeave && len(board.Legal) == 0 {
			due := live.DueMove{Match: job.Match, Version: board.View.Version, Seat: board.View.ToMove[0]}
			must(t, store.PlayBot(ctx, due, func(_, _ string, s bot.Sight) engine.Move { return s.Legal[0] }))
			board, err = store.Board(ctx, club.ID, opened.Number, ana.ID)
			must(t, err)
		}
		if move.Verb == "" {
			move = board.Legal[0]
		}
		_, err = store.Play(ctx, live.PlayInput{Club: club.ID, Table: opened.Number, Match: job.Match, Player: ana.ID,
			Version: board.View.Version, Idem: fmt.Sprint("move ", board.View.Version), Move: move})
		must(t, err)
	}
	for range 4 {
		play(engine.Move{})
	}
	play(engine.Move{Verb: engine.VerbLeave})
	must(t, store.AskReview(ctx, club.ID, job.Match, ana.ID))

	stopping := make(chan struct{})
	close(stopping)
	w := &review{store: store, thinkTime: newThinkTime(Config{}), stopping: stopping}
	row := &river.Job[db.ReviewJob]{JobRow: &rivertype.JobRow{Attempt: 1, MaxAttempts: 25}, Args: job}
	var snooze *rivertype.JobSnoozeError
	if err := w.Work(ctx, row); !errors.As(err, &snooze) {
		t.Fatalf("ended with its program it returns %v", err)
	}
	of := func() db.Review {
		r, err := store.ReviewOf(ctx, club.ID, job.Match, ana.ID, ana.ID)
		must(t, err)
		return r
	}
	if r := of(); !r.Asked || r.Found != nil {
		t.Fatalf("then it stands at %+v", r)
	}
	w.stopping = nil
	must(t, w.Work(ctx, row))
	done := of()
	if done.Found == nil || done.Found.Looked == 0 {
		t.Fatalf("begun anew it finds %+v", done.Found)
	}
	must(t, w.Work(ctx, row)) // nothing is left to do
	if again := of(); again.Found.Looked != done.Found.Looked {
		t.Errorf("worked twice it finds %+v, before %+v", again.Found, done.Found)
	}
	must(t, store.AskReview(ctx, club.ID, job.Match, ana.ID))
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A search that nobody waits for gives the core back to a bot that wants it, and has no more than its time.
func TestReviewsComeBehindBots(t *testing.T) {
	m := newThinkTime(Config{})
	m.cores = make(chan struct{}, 1)
	began, moved := make(chan struct{}), make(chan struct{})
	go func() {
		<-began
		m.waiting.Add(1)
		m.cores <- struct{}{}
		m.waiting.Add(-1)
		close(moved)
		<-m.cores
	}()
	spent := m.behind(time.Hour, func() bool {
		select {
		case <-moved:
			return true
		default:
			return false
		}
	}, func(b bot.Budget) {
		close(began)
		for !b.Stop() {
		}
	})
	if spent > time.Minute {
		t.Errorf("it had the core for %v", spent)
	}
	limit := 5 * time.Millisecond
	if spent := m.behind(limit, func() bool { return false }, func(b bot.Budget) {
		for !b.Stop() {
		}
	}); spent < limit {
		t.Errorf("it had %v of %v", spent, limit)
	}
}
