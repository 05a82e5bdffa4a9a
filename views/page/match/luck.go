package match

import (
	"context"
	"math"

	"carteado/engine"
	"carteado/views/i18n"
	"carteado/views/part"
)

// LuckRow is what the cards of a round gave to each seat, in hundredths of a point.
type LuckRow struct {
	Round  int
	Points []int
	Errors []int
}

// luck is how much of a match was luck, in hundredths of a point against the mean of all seats. Of two seats each is
// told against the other one, which is twice as much.
type luck struct {
	result, cards []int // by seat, over the rounds that are known
	errors        []int // standard errors of cards
	course        []engine.RoundScore
	scale         int // 1, or 2 for two seats
}

const hundredths = 100

// tellsLuck reports that the luck of a match that is over is worked out.
func (p MatchProps) tellsLuck() bool { return len(p.Luck) > 0 && p.Outcome != nil }

// luck adds up what is known.
func (p MatchProps) luck() luck {
	n := len(p.Seats)
	l := luck{result: make([]int, n), cards: make([]int, n), errors: make([]int, n), scale: 1}
	if n == 2 {
		l.scale = 2
	}
	at := 0
	for _, r := range p.Rounds {
		if at < len(p.Luck) && p.Luck[at].Round == r.Number {
			// What cards give is told before a total is kept from falling below nothing, and so is the result.
			sum := 0
			for seat := range n {
				sum += r.Points[seat]
			}
			for seat := range n {
				ahead := hundredths * (n*r.Points[seat] - sum) / n
				if p.Goal.LowWins {
					ahead = -ahead
				}
				l.result[seat] += l.scale * ahead
				l.cards[seat] += l.scale * p.Luck[at].Points[seat]
				l.errors[seat] += square(l.scale * p.Luck[at].Errors[seat])
			}
			l.course = append(l.course, engine.RoundScore{Number: r.Number, Totals: l.after()})
			at++
		}
	}
	for seat := range n {
		l.errors[seat] = int(math.Ceil(math.Sqrt(float64(l.errors[seat]))))
	}
	return l
}

func square(n int) int { return n * n }

// after are the totals of the drawing: what the cards gave to each seat up to here, or of two the result and the cards
// of the first.
func (l luck) after() []int {
	list := make([]int, 0, len(l.cards))
	for _, n := range l.drawnOf() {
		list = append(list, int(math.Round(float64(n)/hundredths)))
	}
	return list
}

func (l luck) drawnOf() []int {
	if len(l.cards) == 2 {
		return []int{l.result[0], l.cards[0]}
	}
	return l.cards
}

// luckChart draws it where the points are large enough for whole numbers to tell something.
func (p MatchProps) luckChart(ctx context.Context, l luck) (c part.Chart, worth bool) {
	const least = 5
	for _, r := range l.course {
		for _, n := range r.Totals {
			worth = worth || n >= least || n <= -least
		}
	}
	c = part.Chart{People: p.Seats, Rounds: l.course, Caption: i18n.T(ctx, "luck.chart")}
	if len(p.Seats) == 2 {
		c.People = []part.Person{{Name: i18n.T(ctx, "luck.result.short")}, {Name: i18n.T(ctx, "luck.cards.short")}}
		c.Caption = i18n.T(ctx, "luck.chart.two", "who", part.Called(ctx, p.Seats[0]))
	}
	return c, worth
}

// luckText says in a sentence what the cards gave to whom, of two seats.
func (p MatchProps) luckText(ctx context.Context, l luck) string {
	ahead := 0
	if l.result[1] > l.result[0] {
		ahead = 1
	}
	lead, cards := l.result[ahead], l.cards[ahead]
	who, other := part.Called(ctx, p.Seats[ahead]), part.Called(ctx, p.Seats[1-ahead])
	say := func(key string, cards int) string {
		return i18n.T(ctx, key, "who", who, "other", other, "cards", points(ctx, cards), "lead", points(ctx, lead),
			"play", points(ctx, max(lead-cards, cards-lead)))
	}
	switch {
	case lead == 0 && cards < 0:
		who = other
		return say("luck.level", -cards)
	case lead == 0:
		return say("luck.level", cards)
	case cards <= 0:
		return say("luck.against", -cards)
	case cards > lead:
		return say("luck.more", cards)
	}
	return say("luck.part", cards)
}

// points writes hundredths: large ones whole.
func points(ctx context.Context, n int) string {
	const large = 10 * hundredths
	if n >= large || n <= -large {
		return i18n.Signed(int(math.Round(float64(n) / hundredths)))
	}
	return i18n.Decimal(ctx, float64(n)/hundredths)
}

// gained is points with a sign.
func gained(ctx context.Context, n int) string {
	if text := points(ctx, n); n > 0 {
		return "+" + text
	}
	return points(ctx, n)
}

// within is what a number lies within 19 times in 20.
func within(ctx context.Context, err int) string { return points(ctx, 2*err) }
