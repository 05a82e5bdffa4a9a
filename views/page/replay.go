package page

import (
	"context"

	"github.com/a-h/templ"

	"carteado/views/i18n"
	"carteado/views/part"
	"carteado/views/table"
)

func (p ReplayProps) subtitle(ctx context.Context) string {
	round := 0
	if len(p.Views) > 0 {
		round = p.Views[0].Number
	}
	return i18n.T(ctx, "replay.subtitle", "round", round, "day", i18n.Ago(ctx, p.Ended))
}

// happened is what the step's move brought about.
func (p ReplayProps) happened() templ.Component {
	if p.Step == 0 || p.Step > len(p.Moves) || len(p.Moves[p.Step-1].Events) == 0 {
		return part.Rich("replay.deal")
	}
	return table.Said(p.Game, p.Moves[p.Step-1].Events[0], p.Seats)
}

func currentStep(is bool) templ.Attributes {
	if !is {
		return nil
	}
	return templ.Attributes{"aria-current": "step"}
}

// stepRel tells browsers which links they may fetch ahead.
func stepRel(way string) string {
	switch way {
	case "back":
		return "prev"
	case "next":
		return "next"
	}
	return "nofollow"
}
