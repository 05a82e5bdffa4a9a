package page

import (
	"context"
	"time"

	"github.com/a-h/templ"

	"carteado/engine"
	"carteado/views/i18n"
	"carteado/views/part"
	"carteado/views/table"
)

func (p ReplayProps) subtitle(ctx context.Context) string {
	round := 0
	if len(p.Views) > 0 {
		round = p.Views[0].Number
	}
	text := i18n.T(ctx, "replay.subtitle", "round", round, "day", i18n.Ago(ctx, p.Ended))
	if p.Rounds > 1 {
		text = i18n.T(ctx, "replay.subtitle.of", "round", round, "rounds", p.Rounds, "day", i18n.Ago(ctx, p.Ended))
	}
	return text + " · " + outcome(ctx, p.Outcome, p.Seats)
}

// round is the round of the step, counted from 0.
func (p ReplayProps) round() int {
	round := 0
	for i, start := range p.Starts {
		if start <= p.Step {
			round = i
		}
	}
	return round
}

// happened are the events of the step's move; nil for the deal.
func (p ReplayProps) happened() []engine.Event {
	if p.Step == 0 || p.Step > len(p.Moves) {
		return nil
	}
	return p.Moves[p.Step-1].Events
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

// ReplayProps is the position of a match after a number of moves, all hands open.
type ReplayProps struct {
	Match  int64
	Game   string
	Seats  []part.Person
	Step   int
	Views  []engine.MatchView // by seat, after Step moves
	Moves  []table.Entry      // all of them, oldest first, as their own seat saw them
	Starts []int              // the step at which each round was dealt

	Outcome engine.Outcome
	Rounds  int // finished
	Ended   time.Time
}
