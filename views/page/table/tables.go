// Package table has the pages of tables, but for the board, which the package views/table draws: lists of tables, the
// form for a new one, the waiting room, rules and lessons, and the end of a round.
package table

import (
	"context"
	"slices"
	"time"

	"carteado/engine"
	"carteado/engine/clock"
	"carteado/views/i18n"
	"carteado/views/page"
	"carteado/views/part"
	"carteado/views/table"
)

func (t Table) Name(ctx context.Context) string {
	return Practised(ctx, t.Practice, GameWith(ctx, t.Game, t.Seats))
}

// Practised is the name of a table or match, which says so where it is practice.
func Practised(ctx context.Context, is bool, name string) string {
	if !is {
		return name
	}
	return i18n.T(ctx, "hints.practised", "name", name)
}

// mine reports that the reader is to move, which the heading above says.
func (t Table) mine() bool {
	return slices.ContainsFunc(t.Turn, func(p part.Person) bool { return p.Me })
}

// score is the running total: both at a table of two, the reader's first, and
// the reader's own at a larger one.
func (t Table) score(ctx context.Context) string {
	switch {
	case len(t.Totals) == 0 || t.Goal.Single():
		return ""
	case len(t.Totals) == 2:
		return VersusText(t.Totals, t.Mine)
	case t.Mine >= 0:
		return part.Total(ctx, t.Goal.Unit, t.Totals[t.Mine])
	}
	return ""
}

// VersusText is a score of two, the reader's own first.
func VersusText(totals []int, mine int) string {
	first := 0
	if mine == 1 {
		first = 1
	}
	return i18n.Signed(totals[first]) + " × " + i18n.Signed(totals[1-first])
}

// GameWith names a match of two by the other player, and a larger one by its size.
func GameWith(ctx context.Context, game string, seats []part.Person) string {
	others := part.Others(seats)
	name := i18n.T(ctx, "game."+game)
	switch {
	case len(seats) > 2:
		return i18n.T(ctx, "game_table", "game", name, "n", len(seats))
	case len(others) == 0:
		return name
	}
	return i18n.T(ctx, "game_with", "game", name, "who", part.Names(ctx, others))
}

// Table is a table in a list.
type Table struct {
	Number int
	Game   string
	Seats  []part.Person // free ones included
	Turn   []part.Person // the seats to move
	Totals []int         // by seat, nil before the deal
	Mine   int           // the reader's seat, -1 without one
	Goal   part.Goal
	Last   *table.Entry // newest move
	Since  time.Time    // of the newest move, or of opening
	Timed  bool         // it is played by a clock
	Stands bool         // it stands still, Why says why
	Why    clock.Halt
	Idle   bool      // it has no clock, and nobody has moved for a week
	Kept   bool      // a bot keeps the reader's seat
	Due    time.Time // of the reader's move; zero while no clock runs for it
	Now    time.Time // by the clock that judges it
	Seal   string    // the commitment to the secret of its match

	Practice bool   // it counts nowhere
	Occasion string // the game night or competition that it is of
}

// TablesProps is a page of the club's tables.
type TablesProps struct {
	Groups []TableGroup
	Paging page.Paging
	Search string
	Game   string
	Games  []engine.Info
}

// A TableGroup is tables at which the reader may do the same.
type TableGroup struct {
	Title string // a key
	Verb  string
	List  []Table
}
