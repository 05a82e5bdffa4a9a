package db_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/db"
	"carteado/db/dbtest"
	"carteado/db/seed"
	"carteado/engine"
	"carteado/engine/knock"
)

// A recorder keeps the statements of a store.
type recorder struct {
	mu         sync.Mutex
	statements []pgx.TraceQueryStartData
}

func (r *recorder) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.statements = append(r.statements, data)
	return ctx
}

func (*recorder) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// large are the relations that no page may read from end to end: those with tens
// of thousands of rows in the club that is measured.
var large = []string{"matches", "match_seats", "moves", "tables"}

// scans lists the relations that a plan reads from end to end.
func scans(plan map[string]any) (names []string) {
	if plan["Node Type"] == "Seq Scan" {
		names = append(names, plan["Relation Name"].(string))
	}
	children, _ := plan["Plans"].([]any)
	for _, child := range children {
		names = append(names, scans(child.(map[string]any))...)
	}
	return names
}

// In a club of 200 members, 50 open tables and 20,000 matches, what the daily
// pages ask for is found by indexes.
func TestPagesUseIndexes(t *testing.T) {
	ctx, url := t.Context(), dbtest.New(t)
	club, err := seed.Fill(ctx, url, knock.Game{}, "hash", seed.Large, time.Now())
	must(t, err)
	var seen recorder
	store, err := db.OpenAdjusted(ctx, db.Config{URL: url, Games: []engine.Game{knock.Game{}}, Patience: dbtest.Patience}, func(c *pgx.ConnConfig) { c.Tracer = &seen })
	must(t, err)
	t.Cleanup(store.Close)
	member, err := store.ClubFor(ctx, club.Slug, 2)
	must(t, err)
	for name, ask := range map[string]func() error{
		"home":    func() error { _, err := store.HomeOf(ctx, member); return err },
		"matches": func() error { _, err := store.MatchesOf(ctx, club.ID, 2, db.MatchFilter{}, 3); return err },
		"filtered": func() error {
			_, err := store.MatchesOf(ctx, club.ID, 2, db.MatchFilter{Game: "knock", With: 3, Result: db.MatchesWon, Season: 1}, 1)
			return err
		},
		"standings": func() error { _, err := store.StandingsOf(ctx, club.ID, 2, 0); return err },
		"member":    func() error { _, err := store.RecordOf(ctx, club.ID, 2, 3); return err },
		"table":     func() error { _, err := store.Board(ctx, club.ID, 1, 1); return err },
	} {
		seen.statements = nil
		must(t, ask())
		explained := 0
		for _, s := range slices.Clone(seen.statements) {
			if !strings.Contains(strings.ToUpper(s.SQL), "SELECT") {
				continue
			}
			var text []byte
			if err := store.Pool().QueryRow(ctx, "EXPLAIN (FORMAT JSON) "+s.SQL, s.Args...).Scan(&text); err != nil {
				t.Fatalf("%s: %v\n%s", name, err, s.SQL)
			}
			var plans []struct{ Plan map[string]any }
			must(t, json.Unmarshal(text, &plans))
			explained++
			for _, relation := range scans(plans[0].Plan) {
				if slices.Contains(large, relation) {
					t.Errorf("%s reads all of %s:\n%s", name, relation, s.SQL)
				}
			}
		}
		if explained == 0 {
			t.Errorf("%s asked for nothing", name)
		}
	}
	// The checker itself: this must be seen.
	var text []byte
	must(t, store.Pool().QueryRow(ctx, "EXPLAIN (FORMAT JSON) SELECT * FROM matches WHERE version = 3").Scan(&text))
	var plans []struct{ Plan map[string]any }
	must(t, json.Unmarshal(text, &plans))
	if !slices.Contains(scans(plans[0].Plan), "matches") {
		t.Error("a query that reads everything is not noticed")
	}
}
