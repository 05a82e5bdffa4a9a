package table

import (
	"context"
	"slices"
	"strconv"

	"carteado/engine"
	"carteado/views/i18n"
	"carteado/views/part"
)

// Place writes a place: 1st, 2nd.
func Place(ctx context.Context, n int) string { return i18n.T(ctx, "place."+strconv.Itoa(n)) }

// Outcome tells who won a match.
func Outcome(ctx context.Context, o engine.Outcome, seats []part.Person) string {
	var first []part.Person
	for seat, place := range o.Placing {
		if place == 1 {
			first = append(first, seats[seat])
		}
	}
	switch {
	case o.How == engine.ByClose:
		return i18n.T(ctx, "outcome.closed.title")
	case len(first) == 1:
		return i18n.T(ctx, "outcome.won", "who", part.Addressed(ctx, first[0]))
	case len(first) == len(seats):
		return i18n.T(ctx, "outcome.draw")
	}
	return i18n.T(ctx, "outcome.shared", "who", part.Names(ctx, first))
}

// ended explains how a match came to its end; "" for the usual end, when a seat reached
// the goal.
func ended(ctx context.Context, o engine.Outcome, goal part.Goal, totals []int) string {
	switch {
	case o.How == engine.ByTarget && goal.Single():
		return ""
	case o.How == engine.ByTarget && goal.Unit == part.Wins:
		return i18n.T(ctx, "outcome.target.wins", "n", goal.Target)
	case o.How == engine.ByTarget && goal.LowWins:
		return i18n.T(ctx, "outcome.target.low", "target", goal.Target)
	case o.How == engine.ByTarget:
		return i18n.T(ctx, "outcome.target.high", "target", goal.Target)
	case o.How == engine.ByRounds && parted(o, totals):
		return i18n.T(ctx, "outcome.rounds") + " " + i18n.T(ctx, "outcome.parted")
	case o.How == engine.ByLeft && len(totals) > 2:
		return i18n.T(ctx, "outcome.left.all")
	}
	return i18n.T(ctx, "outcome."+o.How)
}

// parted reports that more than the total decided who won.
func parted(o engine.Outcome, totals []int) bool {
	winner := o.Winner()
	if winner == engine.Nobody {
		return false
	}
	others := slices.Delete(slices.Clone(totals), int(winner), int(winner)+1)
	return slices.Contains(others, totals[winner])
}
