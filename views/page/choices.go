package page

import (
	"context"
	"strconv"

	"carteado/engine"
	"carteado/views/i18n"
	"carteado/views/part"
)

// GameChoices are games to choose from.
func GameChoices(ctx context.Context, games []engine.Info) (list []part.Choosable) {
	for _, g := range games {
		list = append(list, part.Choosable{Value: g.Key, Label: i18n.T(ctx, "game."+g.Key)})
	}
	return list
}

// RulesChoices are the house rules that players know by name, of all games that can be drawn.
func RulesChoices(ctx context.Context, games []engine.Info) []part.Choosable {
	list := []part.Choosable{{Value: "", Label: i18n.T(ctx, "draws.rules.written")}}
	for _, g := range games {
		for _, p := range g.Presets {
			list = append(list, part.Choosable{Value: g.Key + "/" + p.Key, Label: i18n.T(ctx, "game."+g.Key) + ": " +
				i18n.T(ctx, "preset."+g.Key+"."+p.Key)})
		}
	}
	return list
}

// WrongPlaces are places at a table of a round, by who sits there, that cannot be; zero for none.
type WrongPlaces struct {
	Round, Table int
	Places       map[int64]int
}

// At reports that they are those of a table.
func (w WrongPlaces) At(round, table int) bool { return w.Round == round && w.Table == table }

// PlaceChoices are the places of a table.
func PlaceChoices(ctx context.Context, n int) (list []part.Choosable) {
	for i := range n {
		list = append(list, part.Choosable{Value: strconv.Itoa(i + 1), Label: i18n.T(ctx, "draws.nth", "n", i+1)})
	}
	return list
}
