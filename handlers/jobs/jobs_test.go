package jobs_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"testing"
	"time"

	"carteado/db"
	"carteado/db/accounts"
	"carteado/db/clubs"
	"carteado/db/dbtest"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/enginetest/toy"
	"carteado/handlers/jobs"
)

// After all tests no worker may be left running.
func TestMain(m *testing.M) { os.Exit(dbtest.MainWithoutLeaks(m)) }

// table opens a table for one player and a bot.
func table(t *testing.T, store *db.Store) (club, player int64, number int) {
	t.Helper()
	founded, ana, err := store.Setup(t.Context(), clubs.NewClub{Name: "Clube", Lang: "en", TimeZone: "UTC"},
		accounts.NewPlayer{Name: "Ana", Password: "x", Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	opened, err := store.OpenTable(t.Context(), founded.ID, ana.ID, live.NewTable{
		Contribution: live.Contribution{Seal: dbtest.Seal(t, store, ana.ID)}, Game: toy.Game{}.Info().Key,
		Seats: []live.SeatChoice{{Kind: live.SeatBot, Level: bot.Club}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return founded.ID, ana.ID, opened.Number
}

// run works the queue until the returned function is called.
func run(t testing.TB, store *db.Store, pause time.Duration) (stop func()) {
	t.Helper()
	return runLogged(t, store, pause, io.Discard)
}

func runLogged(t testing.TB, store *db.Store, pause time.Duration, log io.Writer) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		done <- jobs.Run(ctx, jobs.Config{
			Store: store, Games: []engine.Game{toy.Game{}}, Pause: pause,
			House:  func(context.Context) (*jobs.House, error) { return nil, errors.New("nobody is told here") },
			Logger: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		})
	}()
	return func() {
		cancel()
		if err := dbtest.Receive(t, "Run to end", done); err != nil {
			t.Errorf("Run: %v", err)
		}
	}
}

func TestBotPlaysAMatch(t *testing.T) {
	t.Parallel()
	store := dbtest.Store(t, toy.Game{})
	club, ana, number := table(t, store)
	defer run(t, store, 0)()
	dbtest.Await(t, "the head of the log is signed", func() bool {
		log, err := store.AuditOf(t.Context(), club, ana, clubs.AuditRange{})
		if err != nil {
			t.Fatal(err)
		}
		return log.Signed != nil
	})
	for over := false; !over; {
		var board live.Board
		dbtest.Await(t, "the match goes on", func() (moves bool) {
			var err error
			if board, err = store.Board(t.Context(), club, number, ana); err != nil {
				t.Fatal(err)
			}
			over = board.View.Outcome != nil
			return over || len(board.Legal) > 0
		})
		if over {
			break
		}
		_, err := store.Play(t.Context(), live.PlayInput{
			Club: club, Table: number, Match: board.Table.Match, Player: ana, Version: board.View.Version,
			Idem: fmt.Sprint("move ", board.View.Version), Move: board.Legal[0],
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// begun is a log that tells when a bot is about to move.
type begun chan struct{}

func (b begun) Write(line []byte) (int, error) {
	if bytes.Contains(line, []byte("msg=bot ")) {
		select {
		case b <- struct{}{}:
		default:
		}
	}
	return len(line), nil
}

// What a player has planned at a table without a clock is played as soon as the turn begins, by the program that knows
// of it: the queue, by which the net would make the move, is locked here.
func TestPlanIsPlayedWithoutTheQueue(t *testing.T) {
	t.Parallel()
	store, ctx := dbtest.Store(t, toy.Game{}), t.Context()
	club, ana, number := table(t, store)
	match := nextTurn(t, store, club, number, ana).Table.Match
	if err := store.AddPlan(ctx, club, match, ana, live.Plan{Moves: []string{"draw @stock"}}); err != nil {
		t.Fatal(err)
	}
	log := make(begun, 1)
	defer runLogged(t, store, 300*time.Millisecond, log)()
	dbtest.Receive(t, "the bot to be about to move", log)
	tx, err := store.Pool().Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	if _, err := tx.Exec(ctx, `LOCK TABLE river_job IN SHARE MODE`); err != nil {
		t.Fatal(err)
	}
	dbtest.Await(t, "the plan to be played", func() bool {
		var played bool
		err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM moves WHERE match_id = $1 AND idem LIKE 'bot plan %')`,
			match).
			Scan(&played)
		return err == nil && played
	})
}

// A stop lets a bot that is about to move finish.
func TestStopWaitsForWhatHasBegun(t *testing.T) {
	t.Parallel()
	store := dbtest.Store(t, toy.Game{})
	club, ana, number := table(t, store)
	log := make(begun, 1)
	stop := runLogged(t, store, 300*time.Millisecond, log)
	board := nextTurn(t, store, club, number, ana)
	dbtest.Receive(t, "the bot to be about to move", log)
	stop()
	after, err := store.Board(t.Context(), club, number, ana)
	if err != nil {
		t.Fatal(err)
	}
	if after.View.Version == board.View.Version {
		t.Error("the bot's move was dropped")
	}
}

// nextTurn lets Ana move, where it is her turn, so that the bot is to move.
func nextTurn(t *testing.T, store *db.Store, club int64, number int, ana int64) live.Board {
	t.Helper()
	for {
		board, err := store.Board(t.Context(), club, number, ana)
		if err != nil {
			t.Fatal(err)
		}
		if !board.View.MyTurn() {
			return board
		}
		if _, err = store.Play(t.Context(), live.PlayInput{
			Club: club, Table: number, Match: board.Table.Match, Player: ana, Version: board.View.Version,
			Idem: fmt.Sprint("turn ", board.View.Version), Move: board.Legal[0],
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// A bot's move that became due in a program that has ended since is made by those
// that run: once, however many they are.
func TestNoBotStandsStill(t *testing.T) {
	t.Parallel()
	url := dbtest.New(t)
	var stores []*db.Store
	for range 3 {
		store, err := db.Open(t.Context(), db.Config{URL: url, Games: []engine.Game{toy.Game{}},
			Timeout: dbtest.Timeout})
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		stores = append(stores, store)
	}
	club, ana, number := table(t, stores[0])
	waits := nextTurn(t, stores[0], club, number, ana) // nobody makes moves in this program
	defer run(t, stores[1], 0)()
	defer run(t, stores[2], 0)()
	dbtest.Await(t, "the bot moves", func() bool {
		board, err := stores[0].Board(t.Context(), club, number, ana)
		if err != nil {
			t.Fatal(err)
		}
		return board.View.Version > waits.View.Version
	})
}
