package dbtest

import (
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// A Clock is that of one database. It stands still until the test moves it on, or has it run.
type Clock struct {
	t    testing.TB
	conn *pgx.Conn
	Now  time.Time
}

// NewClock gives a database a clock that shows a time: whatever asks PostgreSQL for the time by now() or
// clock_timestamp() is told that one, also for the values of columns that are not named. Connections that are open
// already keep the true time.
func NewClock(t testing.TB, url string, now time.Time) *Clock {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	c := &Clock{t: t, conn: conn, Now: now}
	t.Cleanup(func() { _ = conn.Close(t.Context()) })
	c.do(fmt.Sprintf(`
		CREATE SCHEMA moved;
		CREATE TABLE moved.now AS SELECT %s::timestamptz AS at, interval '0' AS ahead;
		CREATE FUNCTION moved.now() RETURNS timestamptz LANGUAGE sql STABLE
			AS 'SELECT coalesce(at, pg_catalog.now() + ahead) FROM moved.now';
		CREATE FUNCTION moved.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
			AS 'SELECT coalesce(at, pg_catalog.clock_timestamp() + ahead) FROM moved.now';
		DO $$
		DECLARE d record;
		BEGIN
			FOR d IN SELECT table_name, column_name, column_default FROM information_schema.columns
				WHERE table_schema = 'public' AND column_default IN ('now()', 'clock_timestamp()') LOOP
				EXECUTE format('ALTER TABLE public.%%I ALTER %%I SET DEFAULT moved.%%s', d.table_name, d.column_name,
					d.column_default);
			END LOOP;
			EXECUTE format('ALTER DATABASE %%I SET search_path = moved, pg_catalog, public', current_database());
		END $$`, quote(now)))
	return c
}

// Advance moves the clock on. Programs ran all the while.
func (c *Clock) Advance(by time.Duration) {
	c.t.Helper()
	c.Now = c.Now.Add(by)
	c.do(fmt.Sprintf(`UPDATE moved.now SET at = %[1]s; UPDATE public.heartbeat SET at = %[1]s`, quote(c.Now)))
}

// Run has the clock go on by itself from the time that it shows.
func (c *Clock) Run() {
	c.t.Helper()
	c.do(`UPDATE moved.now SET ahead = at - pg_catalog.clock_timestamp(), at = NULL`)
}

func (c *Clock) do(sql string) {
	c.t.Helper()
	if _, err := c.conn.Exec(c.t.Context(), sql); err != nil {
		c.t.Fatal(err)
	}
}

func quote(at time.Time) string { return "'" + at.UTC().Format(time.RFC3339Nano) + "'" }
