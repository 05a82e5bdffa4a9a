package match

import (
	"context"
	"math"
	"time"

	"carteado/engine"
	"carteado/engine/bot"
	"carteado/views/i18n"
	tablepage "carteado/views/page/table"
	"carteado/views/part"
	"carteado/views/table"
)

// ReviewProps is what the Master says of a player's moves in a match, or how far it is.
type ReviewProps struct {
	Match     int64
	Game      string
	Seats     []part.Person
	Seat      engine.Seat // whose moves it is about
	Ended     time.Time
	Asked     bool
	Looked    int // decisions so far, of Decisions, which is 0 before it has begun
	Decisions int
	Shared    bool
	Found     *bot.Review // nil until it is done
	Better    []Decision
	Right     []Decision
	Link      string // of this page, to pass on
}

// A Decision is one that a review tells, with the table as the seat saw it; without a board under rules that are not
// played any more.
type Decision struct {
	bot.Decision
	Board *table.Props
}

func (p ReviewProps) who() part.Person { return p.Seats[p.Seat] }

func (p ReviewProps) subtitle(ctx context.Context) string {
	return tablepage.GameWith(ctx, p.Game, p.Seats) + " · " + i18n.Ago(ctx, p.Ended)
}

// near are the decisions at which nothing is clear.
func (p ReviewProps) near() int {
	return p.Found.Looked - p.Found.Same - p.Found.Worse - p.Found.Unsure
}

// percent is a share of the match as wins in 100, never less than one.
func percent(share float64) int { return max(1, int(math.Round(100*share))) }

// gain says in words how much a move gains, and between what it lies 19 times in 20.
func (d Decision) gain(ctx context.Context) string {
	whole := func(share float64) int { return int(math.Round(100 * share)) }
	n, low, high := percent(d.Gain), whole(d.Gain-2*d.Error), whole(d.Gain+2*d.Error)
	if low == high {
		return i18n.T(ctx, "reviews.gain.firm", "n", n)
	}
	return i18n.T(ctx, "reviews.gain", "n", n, "low", low, "high", high)
}

// args are what a reason speaks of.
func (p ReviewProps) args(r engine.Reason) []any {
	var who part.Person
	if r.Seat >= 0 && int(r.Seat) < len(p.Seats) {
		who = p.Seats[r.Seat]
	}
	return []any{"cards", r.Cards, "n", r.N, "who", who}
}

// me is the number of the reader among seats; 0 without a seat.
func me(seats []part.Person) int64 {
	for _, s := range seats {
		if s.Me {
			return s.ID
		}
	}
	return 0
}
