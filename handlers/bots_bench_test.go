package handlers

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"carteado/db/live"
	"carteado/engine/bot"
	"carteado/handlers/web"
	"carteado/views/link"
)

// BenchmarkBesideBots is how much longer a page takes while Masters think at 200 tables: a club's home page is asked
// for while each table's player moves every five seconds, if it is their turn, against bots that do not search, and
// again against Masters. It reports the page's p99 in both, their ratio, and what it was before anybody played: a
// hundred moves a second cost a page more than the thinking does. Each operation is a page.
//
//	go test ./handlers -run '^$' -bench BesideBots -benchtime 1000x
func BenchmarkBesideBots(b *testing.B) {
	const (
		tables = 200
		turn   = 5 * time.Second
		look   = 20 * time.Millisecond // between two pages
		turns  = 8                     // of each kind of bots, so that both meet the same tables
	)
	s := newEvening(b)
	server, err := New(web.Config{Store: s.Store, Games: s.offered, URL: s.url, BotPause: 700 * time.Millisecond,
		Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err != nil {
		b.Fatal(err)
	}
	s.Server = server
	s.runs()
	token, _ := s.signsIn(s.players["Célia"])
	pages := func(n int) (took []float64) {
		for range n {
			req, w := httptest.NewRequest(http.MethodGet, link.Club(s.club), nil), httptest.NewRecorder()
			req.AddCookie(&http.Cookie{Name: web.Cookies{}.Name(), Value: encodeToken(token)})
			began := time.Now()
			s.Handler().ServeHTTP(w, req)
			if took = append(took, milliseconds(time.Since(began))); w.Code != http.StatusOK {
				b.Fatalf("status %d", w.Code)
			}
			time.Sleep(look)
		}
		return took
	}
	slowest := func(took []float64) float64 {
		slices.Sort(took)
		return took[len(took)*99/100]
	}
	against := func(level string) []float64 {
		if _, err := s.past().Exec(b.Context(), `SET LOCAL session_replication_role = replica;
			UPDATE match_seats SET bot = '`+level+`' WHERE bot IS NOT NULL`); err != nil {
			b.Fatal(err)
		}
		return pages(b.N/turns + 1)
	}
	var numbers []int
	for range tables {
		numbers = append(numbers, s.open("Bento", live.SeatChoice{Kind: live.SeatBot, Level: bot.Club}).Number)
	}
	idle := slowest(pages(b.N))
	done := make(chan struct{})
	var players sync.WaitGroup
	for i, number := range numbers {
		players.Go(func() {
			tick := time.NewTicker(turn)
			defer tick.Stop()
			time.Sleep(turn * time.Duration(i) / tables)
			for {
				if board := s.board(number, "Bento"); len(board.Legal) > 0 {
					_, err := s.Store.Play(b.Context(), live.PlayInput{Club: s.clubID, Table: number,
						Match: board.Table.Match, Player: s.players["Bento"], Idem: web.NewIdem(),
						Version: board.View.Version, Move: board.Legal[0]})
					if err != nil {
						b.Error(err)
					}
				}
				select {
				case <-tick.C:
				case <-done:
					return
				}
			}
		})
	}
	time.Sleep(turn)
	made := s.id(`SELECT count(*) FROM moves WHERE seat = 1`)
	began := time.Now()
	var club, master []float64
	for range turns { // matches come to their ends meanwhile, and fewer moves are made
		club, master = append(club, against(bot.Club)...), append(master, against(bot.Master)...)
	}
	b.ReportMetric(float64(s.id(`SELECT count(*) FROM moves WHERE seat = 1`)-made)/
		time.Since(began).Seconds(), "bot-moves/s")
	close(done)
	players.Wait()
	b.ReportMetric(idle, "idle-p99-ms")
	b.ReportMetric(slowest(club), "club-p99-ms")
	b.ReportMetric(slowest(master), "master-p99-ms")
	b.ReportMetric(slowest(master)/slowest(club), "ratio")
}
