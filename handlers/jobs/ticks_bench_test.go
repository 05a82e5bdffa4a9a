package jobs_test

import (
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/db"
	"carteado/db/accounts"
	"carteado/db/clubs"
	"carteado/db/dbtest"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/enginetest/toy"
)

// Ten thousand tables by days run on one node, and the time of twenty players a second
// is over. The lag is how long after a deadline the automatic move is made, by the
// database's clock, and how long after it the move that ends the turn.
func BenchmarkTicks(b *testing.B) {
	const tables, late, seconds = 10_000, 600, 30
	url := dbtest.New(b)
	store, err := db.Open(b.Context(), db.Config{URL: url, Games: []engine.Game{toy.Game{}}, Timeout: dbtest.Timeout,
		Unlimited: true})
	check(b, err)
	defer store.Close()
	club, ana, err := store.Setup(b.Context(), clubs.NewClub{Name: "Clube", Lang: "en", TimeZone: "UTC"},
		accounts.NewPlayer{Name: "Ana", Password: "x", Lang: "en"})
	check(b, err)
	conn, err := pgx.Connect(b.Context(), url)
	check(b, err)
	defer func() { _ = conn.Close(b.Context()) }()
	var bento int64
	check(b, conn.QueryRow(b.Context(), `INSERT INTO players (name, lang, password_hash) VALUES ('Bento', 'en', 'x')
		RETURNING id`).Scan(&bento))
	_, err = conn.Exec(b.Context(), `INSERT INTO memberships (club_id, player_id, role)
		VALUES ($1, $2, 'member')`, club.ID, bento)
	check(b, err)
	_, err = store.OpenTable(b.Context(), club.ID, ana.ID,
		live.NewTable{Contribution: live.Contribution{Seal: dbtest.Seal(b, store, ana.ID)}, Game: toy.Game{}.Info().Key,
			Pace: "slow 86400", Options: engine.Options{"swap": "off"},
			Seats: []live.SeatChoice{{Kind: live.SeatMember, Player: bento}}})
	check(b, err)
	check(b, store.JoinTable(b.Context(), club.ID, 1, bento, live.Contribution{}))
	for _, sql := range []string{
		`INSERT INTO tables (club_id, number, game, options, status, host_id, pace) SELECT club_id, n, game, options,
			status, host_id, pace FROM tables, generate_series(2, $1::int) n`,
		`INSERT INTO seats (table_id, seat, player_id) SELECT t.id, s.seat, s.player_id FROM seats s, tables t
			WHERE t.number > 1 AND $1::int > 0`,
		`INSERT INTO matches (id, club_id, table_id, status, rules_version, shuffle_version, seed, commitment, state,
			to_move, totals, started_at, clock)
			SELECT 1000 + t.id, m.club_id, t.id, m.status, m.rules_version, m.shuffle_version, m.seed, m.commitment,
				m.state, m.to_move, m.totals, now(), m.clock
			FROM matches m, tables t WHERE t.number > 1 AND $1::int > 0`,
		`INSERT INTO match_seats (match_id, seat, player_id) SELECT m.id, s.seat, s.player_id
			FROM match_seats s, matches m WHERE m.id > 1000 AND $1::int > 0`,
	} {
		_, err := conn.Exec(b.Context(), sql, tables)
		check(b, err)
	}
	_, err = conn.Exec(b.Context(), `ANALYZE`)
	check(b, err)
	for b.Loop() {
		check(b, store.Beat(b.Context()))
		// Deadlines from five seconds on, evenly spread; all the others are a day away, and
		// have their jobs waiting, too.
		_, err := conn.Exec(b.Context(), `
			WITH due AS (
				SELECT id, now() + CASE WHEN n <= $1 THEN interval '5 s' + n * interval '1 s' * $2 / $1
					ELSE interval '1 day' END AS at
				FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM matches WHERE version = 0 AND id > 1000) m
			), changed AS (
				UPDATE matches m SET clock = jsonb_set(clock, ARRAY['seats', (to_move[1])::text],
					jsonb_build_object('due', due.at, 'since', due.at - interval '1 day')) FROM due WHERE due.id = m.id
			)
			INSERT INTO river_job (kind, args, queue, max_attempts, state, scheduled_at)
			SELECT 'tick', json_build_object('match', id, 'version', 0), 'ticks', 25, 'scheduled', at
				FROM due`, late, float64(seconds))
		check(b, err)
		before, began := cpu(b), time.Now()
		stop := run(b, store, 0)
		time.Sleep((seconds + 10) * time.Second)
		took := time.Since(began)
		stop()
		var p50, p99 float64
		var made, jobs int
		check(b, conn.QueryRow(b.Context(), `
			SELECT count(*), coalesce(percentile_cont(0.5) WITHIN GROUP (ORDER BY lag), 0),
				coalesce(percentile_cont(0.99) WITHIN GROUP (ORDER BY lag), 0),
				(SELECT count(*) FROM river_job WHERE kind = 'tick' AND state = 'completed')
			FROM (SELECT extract(epoch FROM v.at - coalesce(first.at, j.scheduled_at))::float AS lag FROM moves v
				JOIN river_job j ON (j.args->>'match')::bigint = v.match_id AND j.args->>'version' = '0'
					AND j.kind = 'tick'
				LEFT JOIN moves first ON first.match_id = v.match_id
					AND first.version = v.version - 1) x`).Scan(&made, &p50, &p99, &jobs))
		if made < 2*late {
			b.Errorf("%d of %d automatic moves were made", made, 2*late)
		}
		b.ReportMetric(p50*1000, "p50-ms")
		b.ReportMetric(p99*1000, "p99-ms")
		b.ReportMetric(float64(jobs)/took.Seconds(), "jobs/s")
		b.ReportMetric(100*(cpu(b)-before).Seconds()/took.Seconds(), "CPU-%")
	}
}

func check(b *testing.B, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

// cpu is the time that this process has computed.
func cpu(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	check(b, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
