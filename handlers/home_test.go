package handlers

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"carteado/db"
	"carteado/db/dbtest"
	"carteado/db/seed"
	"carteado/views/link"
	"carteado/views/table"
)

// BenchmarkHome is the home of a club of 200 members, 50 open tables and 20,000
// matches, from the request to the last byte.
func BenchmarkHome(b *testing.B) {
	ctx, url, games := b.Context(), dbtest.New(b), []table.Game{game("knock")}
	club, err := seed.Fill(ctx, url, games[0].Rules, "hash", seed.Large, time.Now())
	if err != nil {
		b.Fatal(err)
	}
	store, err := db.Open(ctx, db.Config{URL: url, Games: table.Rules(games)})
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	server, err := New(Config{Store: store, Games: games, URL: "http://localhost", Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	token := []byte(strings.Repeat("t", 32))
	if _, err := store.CreateSession(ctx, 2, "hash", db.HashToken(token), "benchmark", db.TokenHash{}); err != nil {
		b.Fatal(err)
	}
	page := httptest.NewRequest(http.MethodGet, link.Club(club.Slug), nil)
	page.AddCookie(&http.Cookie{Name: cookies{}.name(), Value: encodeToken(token)})
	for b.Loop() {
		w := httptest.NewRecorder()
		server.Handler().ServeHTTP(w, page)
		if w.Code != http.StatusOK {
			b.Fatalf("status %d: %s", w.Code, w.Body)
		}
	}
}
