package jobs_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"

	"carteado/db"
	"carteado/db/dbtest"
	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/enginetest/toy"
	"carteado/handlers/jobs"
)

// After all tests no worker may be left running.
func TestMain(m *testing.M) {
	code := dbtest.Main(m)
	if code == 0 {
		if err := goleak.Find(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

// table opens a table for one player and a bot.
func table(t *testing.T, store *db.Store) (club, player int64, number int) {
	t.Helper()
	founded, ana, err := store.Setup(t.Context(), db.NewClub{Name: "Clube", Lang: "en", TimeZone: "UTC"},
		db.NewPlayer{Name: "Ana", Password: "x", Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	opened, err := store.OpenTable(t.Context(), founded.ID, ana.ID, db.NewTable{
		Game: toy.Game{}.Info().Key, Seats: []db.SeatChoice{{Kind: db.SeatBot, Level: bot.Steady}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return founded.ID, ana.ID, opened.Number
}

// run works the queue until the returned function is called.
func run(t *testing.T, store *db.Store, pause time.Duration) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		done <- jobs.Run(ctx, jobs.Config{
			Store: store, Games: []engine.Game{toy.Game{}}, Pause: pause,
			Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
		})
	}()
	return func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Run: %v", err)
		}
	}
}

func TestBotPlaysAMatch(t *testing.T) {
	t.Parallel()
	store := dbtest.Store(t, toy.Game{})
	club, ana, number := table(t, store)
	defer run(t, store, 0)()
	for late := time.Now().Add(dbtest.Patience); time.Now().Before(late); {
		board, err := store.Board(t.Context(), club, number, ana)
		if err != nil {
			t.Fatal(err)
		}
		if board.View.Outcome != nil {
			return
		}
		if len(board.Legal) == 0 {
			time.Sleep(2 * time.Millisecond)
			continue
		}
		_, err = store.Play(t.Context(), db.PlayInput{
			Club: club, Table: number, Match: board.Table.Match, Player: ana, Version: board.View.Version,
			Idem: fmt.Sprint("move ", board.View.Version), Move: board.Legal[0],
		})
		if err != nil {
			t.Fatal(err)
		}
		late = time.Now().Add(dbtest.Patience)
	}
	t.Fatal("the match does not go on")
}

// A stop lets a bot that is about to move finish.
func TestStopWaitsForWhatHasBegun(t *testing.T) {
	t.Parallel()
	url := dbtest.New(t)
	store, err := db.Open(t.Context(), db.Config{URL: url, Games: []engine.Game{toy.Game{}}, Patience: dbtest.Patience})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	club, ana, number := table(t, store)
	stop := run(t, store, 300*time.Millisecond)
	board, err := store.Board(t.Context(), club, number, ana)
	if err != nil {
		t.Fatal(err)
	}
	if board.View.MyTurn() {
		_, err := store.Play(t.Context(), db.PlayInput{
			Club: club, Table: number, Match: board.Table.Match, Player: ana, Version: board.View.Version, Idem: "first", Move: board.Legal[0],
		})
		if err != nil {
			t.Fatal(err)
		}
		if board, err = store.Board(t.Context(), club, number, ana); err != nil {
			t.Fatal(err)
		}
	}
	if len(board.View.ToMove) == 0 || board.View.MyTurn() {
		stop()
		t.Fatalf("after a move of Ana's, %v are to move", board.View.ToMove)
	}
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	for begun := false; !begun; time.Sleep(time.Millisecond) {
		if err := conn.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM river_job WHERE kind = $1 AND attempt > 0)`, db.BotMove{}.Kind()).Scan(&begun); err != nil {
			t.Fatal(err)
		}
	}
	stop()
	after, err := store.Board(t.Context(), club, number, ana)
	if err != nil {
		t.Fatal(err)
	}
	if after.View.Version == board.View.Version {
		t.Error("the bot's move was dropped")
	}
}
