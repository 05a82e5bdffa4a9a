package handlers

import (
	"fmt"
	"html"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"carteado/db/clubs"
	"carteado/db/live"
	"carteado/db/results"
	"carteado/db/seed"
	"carteado/handlers/web"
	"carteado/views/link"
)

// BenchmarkPages asks for pages of a club with 200 members and many matches that
// are over, from the request to the last byte, and reports the median. That it
// does not grow with the matches is tested in db/explain_test.go.
func BenchmarkPages(b *testing.B) {
	for _, matches := range []int{20_000, 100_000} {
		b.Run(fmt.Sprintf("matches=%d", matches), func(b *testing.B) {
			size := seed.Large
			size.Matches = matches
			_, club, ask := seeded(b, size)
			measure(b, ask, 2, []asked{
				{"members", link.Members(club.Slug)},
				{"member", link.Member(club.Slug, 3)},
				{"matches", link.Matches(club.Slug)},
				{"won", link.MatchesPage(club.Slug, link.MatchFilter{Result: results.MatchesWon}, link.Cursor{})},
				{"standings", link.Standings(club.Slug)},
			})
		})
	}
}

// BenchmarkLong is the same of 100,000 matches of a hundred moves, whose replay is asked for at several steps.
func BenchmarkLong(b *testing.B) {
	size := seed.Large
	size.Matches, size.Moves = 100_000, 100
	s, club, ask := seeded(b, size)
	s.sql(`UPDATE clubs SET ratings_since = '2000-01-01'`)
	if err := s.Store.ComputeRatings(b.Context(), results.RatingCompute{Club: club.ID}); err != nil {
		b.Fatal(err)
	}
	match := s.id(`SELECT match_id FROM results WHERE player_id = 2 ORDER BY ended_at OFFSET 300 LIMIT 1`)
	pages := []asked{
		{"home", link.Club(club.Slug)},
		{"members", link.Members(club.Slug)},
		{"member", link.Member(club.Slug, 3)},
		{"numbers-all", link.Numbers(club.Slug, 3, "")},
		{"numbers", link.Numbers(club.Slug, 3, "knock")},
		{"versus", link.Versus(club.Slug, 2, 3)},
		{"records", link.Bests(club.Slug)}, // and the hall of fame
		{"ratings", link.Ratings(club.Slug, "knock")},
		{"rating", link.Rating(club.Slug, 3, "knock")},
		{"rating-how", link.RatingHow(club.Slug, "knock")},
		{"standings", link.Standings(club.Slug)},
		{"tables", link.AllTables(club.Slug, "", "", 1)},
		{"match", link.Match(club.Slug, match)},
		{"matches", link.Matches(club.Slug)},
		{"matches-of", link.MatchesOf(club.Slug, 3)},
	}
	for name, filter := range map[string]link.MatchFilter{
		"won": {Result: results.MatchesWon}, "group": {With: link.Group{3, 4}}, "names": {Who: "be, cel"},
		"rules": {Rules: results.RulesHouse}, "ended": {Ended: results.HistoryLeft}, "company": {Company: "people"},
		"all": {Game: "knock", With: link.Group{3}, Ended: results.HistoryLeft, Rules: results.RulesWritten,
			Company: "people", From: "2020-01-01"},
	} {
		pages = append(pages, asked{"matches-" + name, link.MatchesPage(club.Slug, filter, link.Cursor{})})
	}
	for _, step := range []int{0, 1, 50, 99, 100} {
		pages = append(pages, asked{fmt.Sprintf("replay-%d", step), link.Replay(club.Slug, match, step)})
	}
	measure(b, ask, 2, pages)
	measure(b, ask, 1, []asked{ // the host's
		{"history", link.History(club.Slug)},
		{"history-narrowed", link.HistoryPage(club.Slug, link.HistoryFilter{Search: "be", Ended: results.HistoryLeft},
			link.Cursor{})},
		{"yearbooks", link.Yearbooks(club.Slug)},
		{"audit", link.Audit(club.Slug)},
	})
}

// BenchmarkNights is the same of a club with a hundred nights behind it, at which forty people sat down four times.
func BenchmarkNights(b *testing.B) {
	s, club, ask := seeded(b, seed.Large)
	night := func(which string) int64 {
		return s.id(`SELECT id FROM nights ORDER BY starts_at ` + which + ` LIMIT 1`)
	}
	next, last := night("DESC"), night("DESC OFFSET 1")
	measure(b, ask, 2, []asked{
		{"home", link.Club(club.Slug)},
		{"nights", link.Nights(club.Slug)},
		{"night", link.Night(club.Slug, next)},
		{"night-over", link.Night(club.Slug, last)},
		{"rounds", link.Draws(club.Slug, last)},
	})
	measure(b, ask, 1, []asked{ // the host's
		{"night-host", link.Night(club.Slug, next)},
		{"arrivals", link.Arrivals(club.Slug, last)},
		{"rounds-host", link.Draws(club.Slug, last)},
		{"pack", link.Pack(club.Slug, next)},
	})
}

// asked is a page with a name.
type asked struct{ name, path string }

// measure reports the median of the time of each page, which a player asks for, from the request to the last byte.
func measure(b *testing.B, ask func(player int64, path string) string, player int64, pages []asked) {
	for _, page := range pages {
		b.Run(page.name, func(b *testing.B) {
			var took []time.Duration
			var body string
			for b.Loop() {
				began := time.Now()
				body = ask(player, page.path)
				took = append(took, time.Since(began))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(took[len(took)*9/10].Microseconds())/1000, "p90-ms")
			b.ReportMetric(float64(len(body))/1000, "kB")
		})
	}
}

// seeded serves a club of the given size. Ask gets a page of it as a member, from the
// request to the last byte, and returns its body.
func seeded(b *testing.B, size seed.Size) (s *site, club clubs.Club, ask func(player int64, path string) string) {
	b.Helper()
	s = newSite(b, game("knock"))
	s.Server.Logger = slog.New(slog.DiscardHandler)
	club, err := seed.Fill(b.Context(), s.database, "", s.offered[0].Rules, "hash", size, time.Now())
	if err != nil {
		b.Fatal(err)
	}
	sessions := map[int64]string{}
	return s, club, func(player int64, path string) string {
		b.Helper()
		if sessions[player] == "" {
			token, _ := s.signsIn(player)
			sessions[player] = encodeToken(token)
		}
		req, w := httptest.NewRequest(http.MethodGet, path, nil), httptest.NewRecorder()
		req.AddCookie(&http.Cookie{Name: web.Cookies{}.Name(), Value: sessions[player]})
		s.Handler().ServeHTTP(w, req)
		if w.Code >= http.StatusBadRequest {
			b.Fatalf("status %d: %s", w.Code, w.Body)
		}
		return w.Body.String()
	}
}

// polling finds the address that a page asks again.
var polling = regexp.MustCompile(`id="poll" hidden data-hx-get="([^"]+)"`)

// BenchmarkHomes is a second of a club in which 200 members have its home page open, each
// asking every three seconds, while ten moves are made. It reports the part of a core
// that this program spends on it; the moves are made past it, and the answers are not
// compressed. The polls' clock goes as fast as the seconds do.
func BenchmarkHomes(b *testing.B) {
	const every, moves = 3, 10
	s, club, ask := seeded(b, seed.Large)
	var clock atomic.Int64
	s.Polls.Now = func() time.Time { return time.Unix(0, clock.Load()) }
	s.Store.Waiters.Now = s.Polls.Now
	s.runs()
	s.sql(`UPDATE matches SET status = 'playing', state = '{}' WHERE status <> 'over'`)
	members := int(s.id(`SELECT count(*) FROM memberships WHERE club_id = $1`, club.ID))
	tables := s.id(`SELECT count(*) FROM matches WHERE status = 'playing'`)
	shown := make([]string, members)
	look := func(i int, path string) {
		if found := polling.FindStringSubmatch(ask(int64(i+1), path)); found != nil {
			shown[i] = html.UnescapeString(found[1])
		}
	}
	for i := range members {
		look(i, link.Club(club.Slug))
		look(i, shown[i])
		clock.Add(int64(live.Trust) / int64(members)) // what they trust is of different age
	}
	var seconds, at int
	began := ownCPU(b)
	for b.Loop() {
		for n := range moves {
			clock.Add(int64(time.Second / moves))
			s.sql(`WITH moved AS (
					UPDATE matches SET version = version + 1, changed_at = clock_timestamp() WHERE id = (
						SELECT id FROM matches WHERE status = 'playing' ORDER BY id LIMIT 1 OFFSET $1)
					RETURNING *)
				SELECT pg_notify('carteado_table',
					t.club_id || ' ' || t.id || ' ' || m.id || '.' || t.version + m.asides || '.' || m.version || ' ' || t.host_id || ' within')
				FROM moved m JOIN tables t ON t.id = m.table_id`, int64(seconds*moves+n)%tables)
			for range members / every / moves {
				look(at, shown[at])
				at = (at + 1) % members
			}
		}
		seconds++
	}
	b.ReportMetric(100*(ownCPU(b)-began).Seconds()/float64(seconds), "core-%")
}
