package db_test

import (
	"slices"
	"testing"
	"time"

	"carteado/db"
)

// The list of one's matches is narrowed by game, by who sat there, by how it
// ended and by season, and counts what is left.
func TestMatchesNarrowed(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	before := c.wins(t, c.ana)
	season := c.season(t, 0, time.Hour)
	lost, won := c.wins(t, c.ana), c.wins(t, c.bento)
	other, err := c.OpenTable(ctx, c.id, c.ana, db.NewTable{Game: "toy", Seats: []db.SeatChoice{{Kind: db.SeatMember, Player: c.celia}}})
	must(t, err)
	must(t, c.JoinTable(ctx, c.id, other.Number, c.celia))
	running := c.board(t, other.Number, c.ana).Table.Match
	for name, f := range map[string]struct {
		filter db.MatchFilter
		want   []int64
	}{
		"nothing":     {db.MatchFilter{}, []int64{running, won, lost, before}},
		"game":        {db.MatchFilter{Game: "toy"}, []int64{running, won, lost, before}},
		"other game":  {db.MatchFilter{Game: "knock"}, nil},
		"with Bento":  {db.MatchFilter{With: c.bento}, []int64{won, lost, before}},
		"with Célia":  {db.MatchFilter{With: c.celia}, []int64{running}},
		"with nobody": {db.MatchFilter{With: c.davi}, nil},
		"won":         {db.MatchFilter{Result: db.MatchesWon}, []int64{won}},
		"lost":        {db.MatchFilter{Result: db.MatchesLost}, []int64{lost, before}},
		"season":      {db.MatchFilter{Season: season}, []int64{won, lost}},
		"all":         {db.MatchFilter{Game: "toy", With: c.bento, Result: db.MatchesLost, Season: season}, []int64{lost}},
	} {
		page, err := c.MatchesOf(ctx, c.id, c.ana, f.filter, 1)
		must(t, err)
		var got []int64
		for _, l := range page.Lines {
			got = append(got, l.ID)
		}
		if !slices.Equal(got, f.want) || page.Total != len(f.want) {
			t.Errorf("%s: matches %v of %d, want %v", name, got, page.Total, f.want)
		}
		if len(page.Met) != 2 || page.Met[0].Name != "Bento" || page.Met[1].ID != c.celia || len(page.Seasons) != 1 {
			t.Errorf("%s: to choose from %+v and %+v", name, page.Met, page.Seasons)
		}
	}
}
