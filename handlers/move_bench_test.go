package handlers

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/db/dbtest"
	"carteado/db/live"
	"carteado/engine"
	"carteado/handlers/web"
	"carteado/views/link"
)

// BenchmarkMove makes moves by HTTP from several clients, each at a table of its own, as htmx posts them: with a
// session, asking for gzip, and reading the answer with the new board. Where pgbench is on the PATH the moves take
// turns with "pgbench -N" of as many clients on the same server, and the ratio is reported. pg-ms is what PostgreSQL's
// processes spend on a move. The clients run in the same process: in a fifth more moves, which count for nothing else,
// each has a thread of its own, because that makes a move slower; client-ms is what those spend on a move, and cpu-ms
// what the rest of the program does.
//
//	go test ./handlers -run '^$' -bench Move -benchtime 2500x
func BenchmarkMove(b *testing.B) {
	for _, clients := range []int{1, 8, 32} {
		b.Run(fmt.Sprintf("clients=%d", clients), func(b *testing.B) {
			s := newStand(b, clients)
			var pgbench *dbtest.Pgbench
			const turns = 5 // that moves and pgbench take with each other
			if b.N >= turns*clients {
				pgbench = dbtest.NewPgbench(b, s.database, clients)
			}
			var tps float64
			var spentThere time.Duration
			var written int64
			b.StopTimer()
			b.ResetTimer()
			for turn := range turns {
				there, wal := s.postgresCPU(b), s.wal(b)
				b.StartTimer()
				s.playAll(b, b.N*(turn+1)/turns-b.N*turn/turns, nil)
				b.StopTimer()
				spentThere, written = spentThere+s.postgresCPU(b)-there, written+s.wal(b)-wal
				if pgbench != nil {
					tps += pgbench.Rate(b) / turns
				}
			}
			var clientsCPU aside
			counted, own := max(b.N/turns, 1), ownCPU(b)
			s.playAll(b, counted, &clientsCPU)
			own = ownCPU(b) - own - clientsCPU.spent()
			each := func(d time.Duration, moves int) float64 { return d.Seconds() * 1000 / float64(moves) }
			moves := float64(b.N) / b.Elapsed().Seconds()
			b.ReportMetric(moves, "moves/s")
			b.ReportMetric(each(own, counted), "cpu-ms")
			b.ReportMetric(each(clientsCPU.spent(), counted), "client-ms")
			b.ReportMetric(each(spentThere, b.N), "pg-ms")
			b.ReportMetric(float64(written)/float64(b.N), "WAL-bytes")
			b.ReportMetric(float64(s.bytes)/float64(b.N+counted), "answer-bytes")
			if pgbench != nil {
				b.ReportMetric(tps, "pgbench/s")
				b.ReportMetric(moves/tps, "ratio")
			}
		})
	}
}

// The clients know how their matches stand, when the stock has been shuffled again and in the next round, too: each
// move that they send is made.
func TestClientsOfBenchmarksPlayOn(t *testing.T) {
	t.Parallel()
	const moves = 600
	s := newStand(t, 1)
	s.playAll(t, moves, nil)
	if n := s.id(`SELECT count(*) FROM moves v JOIN matches m ON m.id = v.match_id JOIN tables t ON t.id = m.table_id
		WHERE t.number = $1`, s.clients[0].table); n != moves {
		t.Errorf("%d of %d moves were made", n, moves)
	}
}

// A stand is a site with a table for each client of a benchmark.
type stand struct {
	*evening
	conn    *pgx.Conn
	clients []*client
	bytes   int // of all answers
}

// A client is two players who sit in front of one connection each, and know by
// themselves how their match stands.
type client struct {
	stand   *stand
	table   int
	host    int64
	id      int64
	match   *engine.Match
	players []*seated
	legal   []engine.Move
	bytes   int
}

// seated is a player's browser: a cookie, and a connection that is kept.
type seated struct {
	id     int64
	cookie string
	conn   net.Conn
	answer *bufio.Reader
}

func newStand(b testing.TB, clients int) *stand {
	b.Helper()
	s := &stand{evening: newEvening(b)}
	logged := slog.New(slog.NewTextHandler(io.Discard, nil)) // as the program logs by itself
	server, err := New(web.Config{Store: s.Store, Games: s.offered, URL: s.url, Logger: logged})
	if err != nil {
		b.Fatal(err)
	}
	s.Server = server
	web := httptest.NewServer(server.Handler())
	b.Cleanup(web.Close)
	s.runs()
	s.conn = s.evening.conn()
	b.Cleanup(func() { _ = s.conn.Close(b.Context()) })
	for range clients {
		c := &client{stand: s, host: s.players["Bento"]}
		opened := s.open("Bento", live.SeatChoice{Kind: live.SeatMember, Player: s.players["Célia"]})
		c.table = opened.Number
		if err := s.Store.JoinTable(b.Context(), s.clubID, c.table, s.players["Célia"],
			live.Contribution{}); err != nil {
			b.Fatal(err)
		}
		for _, name := range []string{"Bento", "Célia"} {
			token, _ := s.signsIn(s.players[name])
			conn, err := net.Dial("tcp", web.Listener.Addr().String())
			if err != nil {
				b.Fatal(err)
			}
			b.Cleanup(func() { _ = conn.Close() })
			c.players = append(c.players, &seated{
				id: s.players[name], cookie: "carteado=" + base64.RawURLEncoding.EncodeToString(token), conn: conn,
				answer: bufio.NewReader(conn),
			})
		}
		c.follow(b)
		s.clients = append(s.clients, c)
	}
	return s
}

// follow takes the match at the client's table up.
func (c *client) follow(b testing.TB) {
	c.id = c.stand.id(`SELECT max(m.id) FROM matches m JOIN tables t ON t.id = m.table_id WHERE t.number = $1`, c.table)
	_, c.match = c.stand.kept(c.id)
}

// playAll makes n moves, the clients at once, and counts their processor time if there is something to count it.
func (s *stand) playAll(b testing.TB, n int, count *aside) {
	var wait sync.WaitGroup
	for i, c := range s.clients {
		wait.Go(func() {
			if count != nil {
				defer count.begin()()
			}
			for range (n + i) / len(s.clients) {
				c.play(b)
			}
		})
	}
	wait.Wait()
	for _, c := range s.clients {
		s.bytes += c.bytes
		c.bytes = 0
	}
}

// renew has the players agree to another match when theirs is over.
func (c *client) renew(b testing.TB) {
	s := c.stand
	if _, over := c.match.Outcome(); !over {
		return
	}
	for _, player := range []int64{c.host, s.players["Célia"]} {
		if err := s.Store.Propose(b.Context(), s.clubID, c.table, player, c.id, live.OfferRematch,
			live.Contribution{}); err != nil {
			b.Error(err)
			return
		}
	}
	c.follow(b)
}

func (c *client) play(b testing.TB) {
	s := c.stand
	c.renew(b)
	seat := c.match.ToMove()[0]
	c.legal = c.match.Legal(seat, c.legal[:0])
	move := c.legal[0]
	form := s.formOf(c.id, c.match.Version(), move)
	player := c.players[seat]
	status, bytes := player.post(b, link.Moves(s.club, c.table), form)
	if _, err := c.match.Play(seat, move); err != nil {
		b.Error(err)
	}
	if status != http.StatusOK && status != http.StatusNoContent { // which leads on to the result of a round
		b.Errorf("%s: %d", move, status)
	}
	c.bytes += bytes
}

// formOf is a move's form.
func (s *stand) formOf(match int64, version int, move engine.Move) string {
	return url.Values{
		"match": {strconv.FormatInt(match, 10)}, "version": {strconv.Itoa(version)},
		"game": {s.offered[0].Rules.Info().Key},
		"idem": {web.NewIdem()}, "move": {move.String()},
	}.Encode()
}

// post sends a form as htmx does, and reads the whole answer.
func (p *seated) post(b testing.TB, path, form string) (status, bytes int) {
	request := "POST " + path + " HTTP/1.1\r\nHost: carteado.example\r\nHX-Request: true\r\nHX-Target: " +
		"poll\r\nAccept: */*\r\n" +
		"Accept-Encoding: gzip, deflate, br\r\nAccept-Language: en\r\nContent-Type: application/x-www-form-urlencoded\r\n" +
		"User-Agent: Mozilla/5.0 (X11; Linux x86_64)\r\nCookie: " + p.cookie +
		"\r\nContent-Length: " + strconv.Itoa(len(form)) + "\r\n\r\n" + form
	if _, err := io.WriteString(p.conn, request); err != nil {
		b.Error(err)
		return 0, 0
	}
	answer, err := http.ReadResponse(p.answer, nil)
	if err != nil {
		b.Error(err)
		return 0, 0
	}
	defer answer.Body.Close()
	n, err := io.Copy(io.Discard, answer.Body)
	if err != nil {
		b.Error(err)
	}
	return answer.StatusCode, int(n)
}

// An aside counts the processor time of what runs in this process and is not measured.
type aside struct{ sum atomic.Int64 }

// begin gives the goroutine a thread of its own and counts its time until end is called.
// Only Linux tells the time of a thread; elsewhere nothing is counted.
func (a *aside) begin() (end func()) {
	const thread = 1 // RUSAGE_THREAD
	used := func() int64 {
		var usage syscall.Rusage
		if err := syscall.Getrusage(thread, &usage); err != nil {
			return 0
		}
		return usage.Utime.Nano() + usage.Stime.Nano()
	}
	runtime.LockOSThread()
	began := used()
	return func() {
		a.sum.Add(used() - began)
		runtime.UnlockOSThread()
	}
}

func (a *aside) spent() time.Duration { return time.Duration(a.sum.Load()) }

// ownCPU is the processor time that this process has spent: on a busy machine a fairer measure than a clock.
func ownCPU(b *testing.B) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// postgresCPU is the processor time that the processes of the server have spent
// that are there now; 0 where the system does not tell.
func (s *stand) postgresCPU(b *testing.B) (spent time.Duration) {
	rows, err := s.conn.Query(b.Context(), `SELECT pid FROM pg_stat_activity WHERE datname = current_database()
		OR datname IS NULL`)
	if err != nil {
		b.Fatal(err)
	}
	pids, err := pgx.CollectRows(rows, pgx.RowTo[int])
	if err != nil {
		b.Fatal(err)
	}
	for _, pid := range pids {
		// The first number is nanoseconds; those in stat are ticks of ten milliseconds.
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/schedstat", pid))
		if ran, _, _ := strings.Cut(string(stat), " "); err == nil {
			nanoseconds, _ := strconv.ParseInt(ran, 10, 64)
			spent += time.Duration(nanoseconds)
		}
	}
	return spent
}

// wal is the position at which the server's log is written.
func (s *stand) wal(b *testing.B) (bytes int64) {
	if err := s.conn.QueryRow(b.Context(), `SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn`).
		Scan(&bytes); err != nil {
		b.Fatal(err)
	}
	return bytes
}
