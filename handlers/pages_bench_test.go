package handlers

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"carteado/db"
	"carteado/db/dbtest"
	"carteado/db/seed"
	"carteado/views/link"
	"carteado/views/table"
)

// BenchmarkPages asks for pages of a club with 200 members and many matches that
// are over, from the request to the last byte, and reports the median. That it
// does not grow with the matches is tested in db/explain_test.go.
func BenchmarkPages(b *testing.B) {
	for _, matches := range []int{20_000, 100_000} {
		b.Run(fmt.Sprintf("matches=%d", matches), func(b *testing.B) {
			size := seed.Large
			size.Matches = matches
			club, ask := seeded(b, size)
			for _, page := range []struct{ name, path string }{
				{"members", link.Members(club.Slug)},
				{"member", link.Member(club.Slug, 3)},
				{"matches", link.Matches(club.Slug)},
				{"won", link.MatchesPage(club.Slug, link.MatchFilter{Result: db.MatchesWon}, link.Beside{})},
				{"standings", link.Standings(club.Slug)},
			} {
				b.Run(page.name, func(b *testing.B) {
					var took []time.Duration
					for b.Loop() {
						began := time.Now()
						ask(page.path)
						took = append(took, time.Since(began))
					}
					slices.Sort(took)
					b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
				})
			}
		})
	}
}

// seeded serves a club of the given size to one of its members. Ask gets a page of it,
// from the request to the last byte.
func seeded(b *testing.B, size seed.Size) (club db.Club, ask func(path string)) {
	b.Helper()
	ctx, url, games := b.Context(), dbtest.New(b), []table.Game{game("knock")}
	club, err := seed.Fill(ctx, url, games[0].Rules, "hash", size, time.Now())
	if err != nil {
		b.Fatal(err)
	}
	store, err := db.Open(ctx, db.Config{URL: url, Games: table.Rules(games)})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(store.Close)
	server, err := New(Config{Store: store, Games: games, URL: "http://localhost", Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	token := []byte(strings.Repeat("t", 32))
	if _, err := store.CreateSession(ctx, 2, "hash", db.HashToken(token), "benchmark", db.TokenHash{}); err != nil {
		b.Fatal(err)
	}
	return club, func(path string) {
		b.Helper()
		req, w := httptest.NewRequest(http.MethodGet, path, nil), httptest.NewRecorder()
		req.AddCookie(&http.Cookie{Name: cookies{}.name(), Value: encodeToken(token)})
		server.Handler().ServeHTTP(w, req)
		if w.Code != http.StatusOK {
			b.Fatalf("status %d: %s", w.Code, w.Body)
		}
	}
}
