package table

import (
	"context"
	"math"
	"strings"

	"carteado/engine"
	"carteado/engine/bot"
	"carteado/views/i18n"
	"carteado/views/part"
)

// pressed is the value of the button that makes a move with the cards that are chosen.
func pressed(m engine.Move) string {
	if len(m.Words()) == 0 {
		return m.String()
	}
	text := m.Verb + " *"
	if m.To != (engine.Place{}) {
		text += " >" + m.To.String()
	}
	return text
}

// reasons are at most two sentences of advice, with their arguments.
func (b Status) reasons() []engine.Reason {
	return b.Hint.Reasons[:min(len(b.Hint.Reasons), maxReasons)]
}

// A hint holds in few lines on the shortest phone.
const (
	maxReasons = 2
	maxOthers  = 2
)

// compared are the moves of which advice says what they would cost.
func (b Status) compared() []bot.Compared { return b.Hint.Others[:min(len(b.Hint.Others), maxOthers)] }

// costs says in words what another move costs, and how sure that is.
func costs(ctx context.Context, c bot.Compared) string {
	sure := c.Sure()
	if sure == bot.Unclear {
		return i18n.T(ctx, "hints.same")
	}
	n := int(math.Round(100 * c.Loss))
	if n == 0 {
		return i18n.T(ctx, "hints.costs.none", "sure", i18n.T(ctx, "hints."+string(sure)))
	}
	return i18n.T(ctx, "hints.costs", "n", n, "sure", i18n.T(ctx, "hints."+string(sure)))
}

// cardsOf are the cards of a move.
func cardsOf(m engine.Move) (words []engine.Word) {
	for _, w := range m.Words() {
		if w.Mark == 0 {
			words = append(words, engine.Word{Card: w.Card})
		}
	}
	return words
}

// advice is the Master's move and the reasons, in plain text.
func (b Status) advice(ctx context.Context) string {
	said := []string{PlanText(ctx, b.Hint.Best.String()) + "."}
	for _, r := range b.reasons() {
		said = append(said, part.Plain(ctx, "hints."+b.Game+"."+r.Key, b.args(r)...))
	}
	return strings.Join(said, " ")
}

// args are what a reason speaks of.
func (b Status) args(r engine.Reason) []any {
	return []any{"cards", r.Cards, "n", r.N, "who", b.person(r.Seat)}
}

func (b Status) person(s engine.Seat) part.Person {
	if s < 0 || int(s) >= len(b.Seats) {
		return part.Person{}
	}
	return b.Seats[s]
}
