package seed_test

import (
	"testing"
	"time"

	"carteado/db"
	"carteado/db/clubs"
	"carteado/db/dbtest"
	"carteado/db/results"
	"carteado/db/seed"
	"carteado/engine"
	"carteado/engine/knock"
)

// A small club made in the same way: every page of it can be asked for, and its
// copies replay.
func TestFill(t *testing.T) {
	url, ctx := dbtest.New(t), t.Context()
	size := seed.Size{Members: 6, Open: 2, Matches: 40, Days: 60, Moves: 100, Nights: 3}
	club, err := seed.Fill(ctx, url, "", knock.Game{}, "hash", size, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	store, err := db.Open(ctx, db.Config{URL: url, Games: []engine.Game{knock.Game{}}, Timeout: dbtest.Timeout})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	members, err := store.MemberList(ctx, club.ID, 1, clubs.MemberFilter{}, 1)
	if err != nil || members.Found != 7 {
		t.Errorf("%d members, %v", members.Found, err)
	}
	owner, err := store.ClubFor(ctx, club.Slug, 1)
	if err != nil {
		t.Fatal(err)
	}
	home, err := store.HomeOf(ctx, owner, 8)
	if err != nil || len(home.Open) != 2 {
		t.Errorf("home %+v, %v", home, err)
	}
	page, err := store.MatchesOf(ctx, club.ID, 1, results.MatchFilter{}, results.MatchRange{})
	if err != nil || page.Total < 10 {
		t.Fatalf("%d matches, %v", page.Total, err)
	}
	if replay, err := store.Replay(ctx, club.ID, page.Lines[0].ID, 60, 1); err != nil || len(replay.List) != 100 {
		t.Errorf("replay %+v, %v", replay, err)
	}
	standings, err := store.StandingsOf(ctx, club.ID, 1, 0)
	if err != nil || len(standings.Lines) != 7 {
		t.Errorf("standings %+v, %v", standings, err)
	}
	coming, past, err := store.NightsOf(ctx, club.ID, 1)
	if err != nil || len(coming) != 1 || len(past) != 3 {
		t.Fatalf("nights %+v, %+v, %v", coming, past, err)
	}
	draws, err := store.DrawsOf(ctx, club.ID, 1, past[0].ID)
	if err != nil || len(draws) != 4 || len(draws[3].Tables) == 0 || !draws[3].Tables[0].Played() {
		t.Errorf("rounds %+v, %v", draws, err)
	}
	if broken, err := store.VerifyAudit(ctx); err != nil || len(broken) > 0 {
		t.Errorf("audit %v, %v", broken, err)
	}
}
