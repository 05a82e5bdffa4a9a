package handlers

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/labstack/echo/v4"
	"golang.org/x/time/rate"

	"carteado/db/base"
	"carteado/db/dbtest"
	"carteado/handlers/web"
	"carteado/views/link"
)

// A wire is a connection to a server, with nothing of a client's own cost.
type wire struct {
	net.Conn
	in *bufio.Reader
}

func dial(url string) (wire, error) {
	conn, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	return wire{conn, bufio.NewReaderSize(conn, 2048)}, err
}

// asks sends a GET request.
func (w wire) asks(path string, headers ...string) error {
	_, err := fmt.Fprintf(w, "GET %s HTTP/1.1\r\nHost: localhost\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64; "+
		"rv:140.0) Gecko/20100101\r\n"+
		"Accept: */*\r\nAccept-Language: en\r\nHX-Request: true\r\n%s\r\n\r\n", path, strings.Join(headers, "\r\n"))
	return err
}

// answered reads an answer's status and the length of its body.
func (w wire) answered() (status, length int, err error) {
	res, err := http.ReadResponse(w.in, nil)
	if err != nil {
		return 0, 0, err
	}
	n, err := io.Copy(io.Discard, res.Body)
	_ = res.Body.Close()
	return res.StatusCode, int(n), err
}

// visits are sessions of a player, each as the line of a request, past the sign-in
// page.
func (e *evening) visits(player int64, n int) (cookies []string) {
	e.t.Helper()
	var hashes [][]byte
	for range n {
		token := web.NewToken()
		hash := base.HashToken(token)
		hashes = append(hashes, hash[:])
		cookies = append(cookies, "Cookie: carteado="+encodeToken(token))
	}
	e.sql(`INSERT INTO sessions (player_id, token_hash, user_agent) SELECT $1, hash, ''
		FROM unnest($2::bytea[]) AS hash`, player, hashes)
	return cookies
}

// BenchmarkUnchangedPoll is what a poll with nothing new costs, without its wait,
// against Echo's own answer to the same request, both over connections that stay and
// without what the clients spend.
func BenchmarkUnchangedPoll(b *testing.B) {
	e := newEvening(b)
	e.Polls.Hold = 0
	e.Server.Logger = slog.New(slog.DiscardHandler)
	path, cookie := pollOf(b, e.as("Bento").get(link.Table(e.club, 1))), e.visits(e.players["Bento"], 1)[0]
	bare := echo.New()
	bare.GET("/clubs/:club/tables/:table/poll", func(c echo.Context) error { return c.NoContent(http.StatusNoContent) })
	plain := httptest.NewServer(bare)
	b.Cleanup(plain.Close)
	const conns = 4
	run := func(url string, n int) time.Duration {
		began := ownCPU(b)
		var clients aside
		var wires []wire
		for range conns {
			w, err := dial(url)
			if err != nil {
				b.Fatal(err)
			}
			defer w.Close()
			wires = append(wires, w)
		}
		var all sync.WaitGroup
		for _, w := range wires {
			all.Go(func() {
				defer clients.begin()()
				for range n / conns {
					if err := w.asks(path, cookie); err != nil {
						b.Error(err)
						return
					}
					if status, _, err := w.answered(); err != nil || status != http.StatusNoContent {
						b.Errorf("status %d, %v", status, err)
						return
					}
				}
			})
		}
		all.Wait()
		return ownCPU(b) - began - clients.spent()
	}
	e.Polls.Rate = rate.Inf
	run(e.url, conns)
	var ours, theirs time.Duration
	const turns = 8
	b.ReportAllocs()
	b.ResetTimer()
	for range turns {
		ours += run(e.url, max(conns, b.N/turns))
		b.StopTimer()
		theirs += run(plain.URL, max(conns, b.N/turns))
		b.StartTimer()
	}
	b.ReportMetric(float64(ours)/float64(theirs), "ratio")
}

// park lets many polls of onlookers wait, four of each session, and returns once they do.
func (e *evening) park(w *onlookers, n int, cookies, paths []string) {
	e.t.Helper()
	before := e.Store.Waiters.Parked()
	for i := range n {
		w.asks(paths[i%len(paths)], cookies[i/web.ParkedPerSession])
		if i%500 == 499 { // as they come in an evening, and not all at once
			for e.Store.Waiters.Parked() < before+i+1-100 {
				time.Sleep(time.Millisecond)
			}
		}
	}
	for e.Store.Waiters.Parked() < before+n {
		time.Sleep(time.Millisecond)
	}
}

// BenchmarkWoken is the time from a move to the last byte at the last of those who
// watch the table, over a connection each, compressed; how many of them had no
// board; and the most memory that the program held meanwhile.
func BenchmarkWoken(b *testing.B) {
	for _, watching := range []int{1000, 5000} {
		b.Run(fmt.Sprintf("watching=%d", watching), func(b *testing.B) {
			e := newEvening(b)
			e.runs()
			e.Polls.Hold = time.Minute
			e.Server.Logger = slog.New(slog.DiscardHandler)
			cookies := e.visits(e.players["Davi"], (watching+web.ParkedPerSession-1)/web.ParkedPerSession)
			w := newOnlookers(b, e.url)
			var last []float64
			var refused int
			var most uint64
			for b.Loop() {
				b.StopTimer()
				e.park(w, watching, cookies, []string{pollOf(b, e.as("Davi").get(link.Table(e.club, 1)))})
				stop := sampled(&most)
				b.StartTimer()
				began := time.Now()
				e.movesOn(1)
				refused += w.answered()
				last = append(last, time.Since(began).Seconds()*1000)
				b.StopTimer()
				stop()
				w.hangUp()
				debug.FreeOSMemory() // each time is measured by itself
				b.StartTimer()
			}
			slices.Sort(last)
			b.ReportMetric(last[len(last)/2], "ms")
			b.ReportMetric(float64(refused)/float64(len(last)*watching)*100, "refused-%")
			b.ReportMetric(float64(most)/1e6, "MB")
		})
	}
}

// movesOn makes any move at a table, by a browser of whom it waits for.
func (e *evening) movesOn(number int) {
	e.t.Helper()
	mover, _ := e.mover(number)
	name := "Bento"
	if !e.board(number, name).View.MyTurn() {
		name = "Célia"
	}
	table := link.Table(e.club, number)
	mover.get(table).mustForm(table+"/moves").with("move", e.board(number, name).Legal[0].String()).send(fromScript...).
		want(http.StatusOK)
}

// sampled keeps the most memory that the program has of the system, until the
// returned function is called.
func sampled(most *uint64) (stop func()) {
	ended, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			*most = max(*most, held())
			select {
			case <-ended:
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}()
	return func() {
		close(ended)
		<-done
	}
}

// held is the memory that the program has of the system.
func held() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64() - samples[1].Value.Uint64()
}

// BenchmarkParked is the memory of each of 8,000 polls that wait, over a connection
// each, at 2,000 tables, for 200 members with ten browsers each.
func BenchmarkParked(b *testing.B) {
	const waiting, tables, members = 8000, 2000, 200
	e := newEvening(b)
	e.Polls.Hold = time.Minute
	e.Server.Logger = slog.New(slog.DiscardHandler)
	dbtest.InPlain(b, e.past(), e.running) // a secret is that of one match alone
	e.sql(`INSERT INTO tables (club_id, number, game, options, status, host_id)
		SELECT club_id, n, game, options, status, host_id FROM tables, generate_series(1001, 1000 + $1) n
			WHERE number = 1`, tables)
	e.sql(`INSERT INTO matches (id, club_id, table_id, status, rules_version, shuffle_version, seed, commitment, state,
		to_move, totals)
		SELECT nextval('match_ids'), m.club_id, t.id, m.status, m.rules_version, m.shuffle_version, m.seed,
			m.commitment, m.state, m.to_move, m.totals
		FROM matches m, tables t WHERE m.id = $1 AND t.number > 1000`, e.running)
	e.sql(`INSERT INTO match_seats (match_id, seat, player_id)
		SELECT n.id, s.seat, s.player_id FROM match_seats s, matches n JOIN tables t ON t.id = n.table_id
			WHERE s.match_id = $1 AND t.number > 1000`, e.running)
	var at string
	if err := e.past().QueryRow(b.Context(), `SELECT '.' || t.version || '.' || m.version FROM matches m JOIN tables t
		ON t.id = m.table_id WHERE m.id = $1`,
		e.running).Scan(&at); err != nil {
		b.Fatal(err)
	}
	var paths []string
	for number := 1001; number <= 1000+tables; number++ {
		var match int64
		if err := e.past().QueryRow(b.Context(), `SELECT m.id FROM matches m JOIN tables t ON t.id = m.table_id
			WHERE t.number = $1`, number).Scan(&match); err != nil {
			b.Fatal(err)
		}
		paths = append(paths, link.Poll(e.club, number, "board."+strconv.FormatInt(match, 10)+at))
	}
	e.sql(`UPDATE tables SET version = (SELECT version FROM tables WHERE number = 1) WHERE number > 1000`)
	var cookies []string
	for i := range members {
		player := e.id(`INSERT INTO players (name, password_hash) VALUES ($1, 'none')
			RETURNING id`, fmt.Sprint("Member ", i))
		e.sql(`INSERT INTO memberships (club_id, player_id, role) VALUES ($1, $2, 'member')`, e.clubID, player)
		// who is no news
		e.sql(`INSERT INTO watches (table_id, player_id, here, at) SELECT id, $1, true, now() FROM tables
			WHERE number > 1000`, player)
		cookies = append(cookies, e.visits(player, waiting/web.ParkedPerSession/members)...)
	}
	w := newOnlookers(b, e.url)
	for b.Loop() {
		b.StopTimer()
		used := func() uint64 {
			for range 4 { // stacks shrink by half each time
				runtime.GC()
			}
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			return m.HeapInuse + m.StackInuse
		}
		before := used()
		e.park(w, waiting, cookies, paths)
		b.ReportMetric(float64(used()-before)/waiting/1000, "kB/poll")
		w.hangUp()
		b.StartTimer()
	}
}
