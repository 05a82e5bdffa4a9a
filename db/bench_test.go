package db_test

import (
	"fmt"
	"strconv"
	"sync"
	"testing"

	"carteado/db"
	"carteado/db/dbtest"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/knock"
	"carteado/engine/shuffle"
)

// BenchmarkPlay makes durable moves from several clients, each at a table of its
// own, rematches included. Where pgbench is on the PATH the moves take turns with
// "pgbench -N" of as many clients on the same server, and the ratio is reported:
// a machine's own speed, and who else keeps it busy, is no merit of ours.
//
//	go test ./db -run '^$' -bench Play -benchtime 4000x
func BenchmarkPlay(b *testing.B) {
	for _, clients := range []int{1, 8, 32} {
		b.Run(fmt.Sprintf("clients=%d", clients), func(b *testing.B) {
			url := dbtest.New(b)
			store, err := db.Open(b.Context(), db.Config{URL: url, Games: []engine.Game{knock.Game{}}, Unlimited: true})
			must(b, err)
			b.Cleanup(store.Close)
			c := foundOn(b, store, knock.Game{})
			var tables []*mirror
			for range clients {
				tables = append(tables, c.mirror(b))
			}
			var pgbench *dbtest.Pgbench
			if b.N >= turns*clients {
				pgbench = dbtest.NewPgbench(b, url, clients)
			}
			var tps float64
			b.ResetTimer()
			for turn := range turns {
				playAll(b, c, tables, b.N*(turn+1)/turns-b.N*turn/turns)
				if pgbench != nil {
					b.StopTimer()
					tps += pgbench.Rate(b) / turns
					b.StartTimer()
				}
			}
			b.StopTimer()
			moves := float64(b.N) / b.Elapsed().Seconds()
			b.ReportMetric(moves, "moves/s")
			if pgbench != nil {
				b.ReportMetric(tps, "pgbench/s")
				b.ReportMetric(moves/tps, "ratio")
			}
		})
	}
}

// turns that moves and pgbench take with each other.
const turns = 5

// playAll makes n moves, the tables at once.
func playAll(b *testing.B, c club, tables []*mirror, n int) {
	var wait sync.WaitGroup
	for i, m := range tables {
		wait.Go(func() {
			for range (n + i) / len(tables) {
				m.play(b, c)
			}
		})
	}
	wait.Wait()
}

// A mirror follows a match from its seed, so that nothing but moves is asked of
// the store.
type mirror struct {
	table   int
	id      int64
	match   *engine.Match
	players []int64
	legal   []engine.Move
}

func (c club) mirror(b testing.TB) *mirror {
	b.Helper()
	m := &mirror{table: c.table(b, nil), players: []int64{c.ana, c.bento}}
	m.follow(b, c)
	return m
}

func (m *mirror) follow(b testing.TB, c club) {
	b.Helper()
	var mix shuffle.Mix
	must(b, c.Pool().QueryRow(b.Context(), `
		SELECT m.id, m.id::text, (SELECT array_agg(contribution ORDER BY seat) FROM match_seats
			WHERE match_id = m.id)
		FROM matches m JOIN tables t ON t.id = m.table_id WHERE t.number = $1 ORDER BY m.id DESC LIMIT 1`,
		m.table).Scan(&m.id, &mix.Match, &mix.Contributions))
	mix.Secret = dbtest.Key(b, c.Pool(), m.id).Secret
	match, err := engine.NewMatch(c.game, 2, nil, mix)
	must(b, err)
	m.match = match
}

func (m *mirror) play(b testing.TB, c club) {
	if _, over := m.match.Outcome(); over {
		for _, player := range []int64{c.ana, c.bento} {
			if err := c.Propose(b.Context(), c.id, m.table, player, m.id, live.OfferRematch); err != nil {
				b.Error(err)
				return
			}
		}
		m.follow(b, c)
	}
	seat := m.match.ToMove()[0]
	m.legal = m.match.Legal(seat, m.legal[:0])
	in := live.PlayInput{
		Club: c.id, Table: m.table, Match: m.id, Player: m.players[seat],
		Version: m.match.Version(), Idem: strconv.Itoa(m.match.Version()), Move: m.legal[0],
	}
	if _, err := m.match.Play(seat, in.Move); err != nil {
		b.Error(err)
	}
	if _, err := c.Play(b.Context(), in); err != nil {
		b.Error(err)
	}
}
