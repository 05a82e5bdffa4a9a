package page

import (
	"context"
	"strconv"
	"strings"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/role"
	"carteado/views/i18n"
	"carteado/views/layout"
	"carteado/views/part"
)

var (
	heroCards  = []card.Card{card.New(card.King, card.Clubs), card.New(8, card.Diamonds), card.New(card.Ace, card.Hearts)}
	firstCards = []card.Card{card.New(7, card.Spades), card.New(8, card.Hearts), card.New(9, card.Diamonds)}
)

// reader is the name of who reads the page.
func reader(ctx context.Context) string {
	if person := layout.From(ctx).Player; person != nil {
		return person.Name
	}
	return ""
}

func mayInvite(ctx context.Context) bool {
	club := layout.From(ctx).Club
	return club != nil && club.Role.May(role.Invite)
}

func (p HomeProps) title(ctx context.Context) string {
	name := ""
	if club := layout.From(ctx).Club; club != nil {
		name = club.Name
	}
	if len(p.MyTurn) > 0 {
		return i18n.T(ctx, "home.title.turns", "n", len(p.MyTurn), "club", name)
	}
	return name
}

// first reports that the reader has nothing to do or to look back on yet.
func (p HomeProps) first() bool {
	return len(p.MyTurn)+len(p.Waiting)+len(p.Invited)+len(p.Recent) == 0
}

func gameWith(ctx context.Context, game string, seats []part.Person) string {
	others := part.Others(seats)
	name := i18n.T(ctx, "game."+game)
	if len(others) == 0 {
		return name
	}
	return i18n.T(ctx, "game_with", "game", name, "who", part.Names(ctx, others))
}

func (t Table) name(ctx context.Context) string { return gameWith(ctx, t.Game, t.Seats) }

// score is the running total, the reader's first.
func (t Table) score() string {
	if len(t.Totals) == 0 {
		return ""
	}
	return totals(t.Totals, t.Mine)
}

func totals(list []int, mine int) string {
	var words []string
	if mine >= 0 && mine < len(list) {
		words = append(words, i18n.Signed(list[mine]))
	}
	for seat, total := range list {
		if seat != mine {
			words = append(words, i18n.Signed(total))
		}
	}
	return strings.Join(words, " × ")
}

func (r Result) name(ctx context.Context) string { return gameWith(ctx, r.Game, r.Seats) }

// latest says how long ago a match was played, where no heading names the day.
func (r Result) latest(ctx context.Context) string {
	return i18n.T(ctx, "rounds", "n", r.Rounds) + " · " + i18n.Ago(ctx, r.Ended)
}

// length says how long a match took.
func (r Result) length(ctx context.Context) string {
	return i18n.T(ctx, "rounds", "n", r.Rounds) + " · " + i18n.Length(ctx, r.Ended.Sub(r.Started))
}

func (r Result) score() string { return totals(r.Totals, r.Mine) }

// verdict is how the match went for the reader: won, lost, draw, or who won
// when the reader had no seat.
func (r Result) verdict(ctx context.Context) string {
	switch winner := r.Outcome.Winner(); {
	case winner == engine.Spectator:
		return i18n.T(ctx, "result.draw")
	case r.Mine < 0:
		return part.Called(ctx, r.Seats[winner])
	case int(winner) == r.Mine:
		return i18n.T(ctx, "result.won")
	}
	return i18n.T(ctx, "result.lost")
}

func (r Result) tone() string {
	switch winner := r.Outcome.Winner(); {
	case winner == engine.Spectator || r.Mine < 0:
		return ""
	case int(winner) == r.Mine:
		return "tag--good"
	}
	return "tag--bad"
}

func count(n int) string { return strconv.Itoa(n) }
