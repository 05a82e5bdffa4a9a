package match

import (
	"context"
	"slices"
	"time"

	"github.com/a-h/templ"

	"carteado/engine"
	"carteado/views/i18n"
	tablepage "carteado/views/page/table"
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
	return text + " · " + tablepage.Outcome(ctx, p.Outcome, p.Seats)
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

// roundStart is the deal of the step's round, or of the one before it.
func (p ReplayProps) roundStart() int {
	for i := p.round(); i >= 0; i-- {
		if i < len(p.Starts) && p.Starts[i] < p.Step {
			return p.Starts[i]
		}
	}
	return 0
}

// roundEnd is the last step of the step's round, or of the one after it.
func (p ReplayProps) roundEnd() int {
	for i := p.round(); i < len(p.Starts); i++ {
		if end := p.end(i); end > p.Step {
			return end
		}
	}
	return len(p.Moves)
}

// end is the last step of a round, counted from 0, before the players go on.
func (p ReplayProps) end(round int) int {
	if round+1 >= len(p.Starts) {
		return len(p.Moves)
	}
	end := p.Starts[round+1]
	for end > p.Starts[round] && slices.ContainsFunc(p.Moves[end-1].Events, func(e engine.Event) bool {
		return e.Kind == engine.VerbNext
	}) {
		end--
	}
	return end
}

// said are the phrases that followed a step.
func (p ReplayProps) said(step int) (said []table.Entry) {
	for _, e := range p.Said {
		if e.Version == step {
			said = append(said, e)
		}
	}
	return said
}

// points are each seat's points of a round, "" for a round that was not played to its
// end.
func (p ReplayProps) points(round int) string {
	text := ""
	for seat := range p.Seats {
		if round >= len(p.Scores) || seat >= len(p.Scores[round].Points) {
			return ""
		}
		if seat > 0 {
			text += " · "
		}
		text += i18n.Gained(p.Scores[round].Points[seat])
	}
	return text
}

// ReplayProps is the position of a match after a number of moves, all hands open.
type ReplayProps struct {
	Match  int64
	Game   string
	Seats  []part.Person
	Step   int
	Views  []engine.MatchView // by seat, after Step moves
	Moves  []table.Entry      // all of them, oldest first, as their own seat saw them
	Said   []table.Entry      // phrases, oldest first, each after the move of its version
	Starts []int              // the step at which each round was dealt

	Outcome engine.Outcome
	Rounds  int // finished
	Scores  []engine.RoundScore
	Link    string // to this step, whole
	Ended   time.Time
}
