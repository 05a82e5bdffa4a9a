package table

import (
	"context"
	"strings"

	"carteado/engine/card"
	"carteado/views/i18n"
	"carteado/views/part"
)

// A Planning is what a player may plan for the next turn: moves as buttons write them, with * for chosen cards.
type Planning struct {
	Moves []string
	Cards []string // that may be chosen, as forms write them: 7C, or 5 @hand
	Shows []string // ranks or cards that the others may show before it
	Suits bool     // they are ranks of the French pack
	Takes bool     // the card that the others show may be chosen, too
}

// PlanningOf is what the reader of a board may plan; without moves where the game or its phase has nothing to plan.
func PlanningOf(game Game, p *Props) Planning {
	if face, may := game.Face.(Planned); may {
		return face.Plan(p)
	}
	return Planning{}
}

// FrenchRanks are the ranks of the French pack as they are written.
func FrenchRanks() []string { return strings.Split("A23456789TJQK", "") }

// Names are the written forms of cards.
func Names(cards []card.Card) []string {
	names := make([]string, len(cards))
	for i, c := range cards {
		names[i] = c.String()
	}
	return names
}

// PlanLabel says in words what a move of a plan does, but for its cards.
func PlanLabel(ctx context.Context, move string) string {
	verb, _, _ := strings.Cut(move, " ")
	_, place, to := strings.Cut(move, ">")
	if _, from, has := strings.Cut(move, "@"); !to && has {
		place = from
	}
	kind, n, _ := strings.Cut(place, ":")
	key := "plans.do." + verb
	if i18n.Has(ctx, key+"."+kind) {
		key += "." + kind
	}
	return i18n.T(ctx, key, "n", n)
}

// PlanText says a whole move of a plan.
func PlanText(ctx context.Context, move string) string {
	var cards []string
	for _, word := range strings.Fields(move)[1:] {
		if c, err := card.Parse(word); err == nil {
			cards = append(cards, part.Spoken(ctx, c))
		}
	}
	if len(cards) == 0 {
		return PlanLabel(ctx, move)
	}
	return i18n.T(ctx, "plans.step", "what", PlanLabel(ctx, move), "cards", strings.Join(cards, ", "))
}
