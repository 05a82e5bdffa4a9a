package pg_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"carteado/db/dbtest"
	"carteado/db/pg"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }

func open(t *testing.T) *pg.DB {
	t.Helper()
	d, err := pg.Open(t.Context(), pg.Config{URL: dbtest.New(t), Limit: dbtest.Timeout})
	must(t, err)
	t.Cleanup(d.Close)
	return d
}

// TestTerminatedConnection: a connection that dies in a transaction is not
// ErrNotFound and leaves nothing behind.
func TestTerminatedConnection(t *testing.T) {
	t.Parallel()
	d := open(t)
	err := d.InTx(t.Context(), "test", func(ctx context.Context, tx *pg.Tx) error {
		if _, err := tx.Exec(ctx, `INSERT INTO audit (action) VALUES ('lost')`); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `SELECT pg_terminate_backend(pg_backend_pid())`)
		return err
	})
	if !errors.Is(err, pg.ErrUnavailable) {
		t.Errorf("got %v", err)
	}
	var kept int
	if err := d.Pool().QueryRow(t.Context(), `SELECT count(*) FROM audit WHERE action = 'lost'`).
		Scan(&kept); err != nil || kept != 0 {
		t.Errorf("half a transaction is kept: %d, %v", kept, err)
	}
}

func TestTransactionsRunAgain(t *testing.T) {
	t.Parallel()
	d := open(t)
	for code, tries := range map[string]int{"40001": 3, "40P01": 3, "55P03": 3, "23505": 1} {
		ran := 0
		err := d.InTx(t.Context(), "test", func(ctx context.Context, tx *pg.Tx) error {
			ran++
			_, err := tx.Exec(ctx, fmt.Sprintf(`DO $$ BEGIN RAISE EXCEPTION 'planted' USING ERRCODE = '%s'; END $$`,
				code))
			return err
		})
		var refusal *pgconn.PgError
		if !errors.As(err, &refusal) || refusal.Code != code {
			t.Errorf("%s: got %v", code, err)
		}
		if errors.Is(err, pg.ErrUnavailable) != (tries > 1) {
			t.Errorf("%s: got %v", code, err)
		}
		if ran != tries {
			t.Errorf("%s: ran %d times, want %d", code, ran, tries)
		}
	}
}

// What is to be done after COMMIT is done once and in order, by the try that commits.
func TestOnCommit(t *testing.T) {
	t.Parallel()
	d, ran := open(t), 0
	var done []string
	err := d.InTx(t.Context(), "test", func(ctx context.Context, tx *pg.Tx) error {
		ran++
		try := fmt.Sprint(ran)
		tx.OnCommit(func() { done = append(done, "first of "+try) })
		if ran == 1 {
			return pg.ErrAgain
		}
		tx.Last.Queue(`SELECT 1`).Exec(func(pgconn.CommandTag) error { // answered on the way to COMMIT
			tx.OnCommit(func() { done = append(done, "last of "+try) })
			return nil
		})
		return nil
	})
	if want := []string{"first of 2", "last of 2"}; err != nil || !slices.Equal(done, want) {
		t.Errorf("done %q, want %q: %v", done, want, err)
	}
}
