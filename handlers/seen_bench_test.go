package handlers

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"carteado/db/live"
	"carteado/engine/bot"
	"carteado/views/link"
	tablepage "carteado/views/page/table"
)

// BenchmarkSeen is the time from a move's POST until somebody else has read the new board: the other player,
// whose poll waits, and how much later that is than the player's own answer, which follows the commit; and
// the player against a bot that does not pause, with the bot's move on it, for which a poll asks after the
// answer. Nobody else is in the club.
//
//	go test ./handlers -run '^$' -bench Seen -benchtime 400x
func BenchmarkSeen(b *testing.B) {
	b.Run("person", func(b *testing.B) {
		s := newStand(b, 1)
		s.Polls.Rate = rate.Inf // these people are quick
		c := s.clients[0]
		var others, later []float64
		polls := c.players[0].dials(b)
		for range b.N {
			c.renew(b)
			other := c.players[1-c.match.ToMove()[0]]
			waiting := s.Store.Waiters.Parked()
			s.asksAfter(b, polls, other, c.table, s.board(c.table, "Bento").Table.At)
			for s.Store.Waiters.Parked() == waiting {
				time.Sleep(time.Millisecond)
			}
			read := make(chan time.Time)
			go func() {
				if status, _, err := polls.answered(); err != nil || status >= http.StatusBadRequest {
					b.Errorf("status %d, %v", status, err)
				}
				read <- time.Now()
			}()
			began := time.Now()
			c.play(b)
			own, then := time.Now(), <-read
			others, later = append(others, milliseconds(then.Sub(began))), append(later, milliseconds(then.Sub(own)))
		}
		b.ReportMetric(median(others), "p50-ms")
		b.ReportMetric(median(later), "later-p50-ms")
	})
	b.Run("bot", func(b *testing.B) {
		s := newStand(b, 1)
		s.Polls.Rate = rate.Inf // these people are quick
		player, number := s.clients[0].players[0], 0
		polls := player.dials(b)
		var all []float64
		for over := true; len(all) < b.N; {
			if over {
				number = s.open("Bento", live.SeatChoice{Kind: live.SeatBot, Level: bot.Club}).Number
			}
			board := s.board(number, "Bento")
			// the bot's turn: its move is waited for below
			if over = board.View.Outcome != nil; over || len(board.Legal) == 0 {
				continue
			}
			move := board.Legal[0]
			form := s.formOf(board.Table.Match, board.View.Version, move)
			began := time.Now()
			if status, _ := player.post(b, link.Moves(s.club, number), form); status >= http.StatusBadRequest {
				b.Fatalf("%s: %d", move, status)
			}
			if move.Verb != "discard" { // of Knock, which ends the turn
				continue
			}
			position := strings.Split(board.Table.At, ".")
			position[2] = strconv.Itoa(board.View.Version + 1)
			s.asksAfter(b, polls, player, number, strings.Join(position, "."))
			if status, _, err := polls.answered(); err != nil || status >= http.StatusBadRequest {
				b.Fatalf("status %d, %v", status, err)
			}
			all = append(all, milliseconds(time.Since(began)))
		}
		b.ReportMetric(median(all), "p50-ms")
	})
}

// asksAfter sends the poll of a player's board that shows a position.
func (s *stand) asksAfter(b *testing.B, polls wire, p *seated, number int, at string) {
	b.Helper()
	path := link.Poll(s.club, number, string(tablepage.KindBoard)+"."+at)
	if err := polls.asks(path, "Cookie: "+p.cookie, "Accept-Encoding: gzip"); err != nil {
		b.Fatal(err)
	}
}

// dials opens a connection of a player's own for polls.
func (p *seated) dials(b *testing.B) wire {
	b.Helper()
	polls, err := dial(p.conn.RemoteAddr().String())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = polls.Close() })
	return polls
}

func milliseconds(d time.Duration) float64 { return d.Seconds() * 1000 }

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}
