package page

import (
	"context"
	"slices"
	"strconv"

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

// gameWith names a match of two by the other player, and a larger one by its size.
func gameWith(ctx context.Context, game string, seats []part.Person) string {
	others := part.Others(seats)
	name := i18n.T(ctx, "game."+game)
	switch {
	case len(seats) > 2:
		return i18n.T(ctx, "game_table", "game", name, "n", len(seats))
	case len(others) == 0:
		return name
	}
	return i18n.T(ctx, "game_with", "game", name, "who", part.Names(ctx, others))
}

func (t Table) name(ctx context.Context) string { return gameWith(ctx, t.Game, t.Seats) }

// mine reports that the reader is to move, which the heading above says.
func (t Table) mine() bool {
	return slices.ContainsFunc(t.Turn, func(p part.Person) bool { return p.Me })
}

// score is the running total: both at a table of two, the reader's first, and
// the reader's own at a larger one.
func (t Table) score(ctx context.Context) string {
	switch {
	case len(t.Totals) == 0 || t.Goal.Single():
		return ""
	case len(t.Totals) == 2:
		return versusText(t.Totals, t.Mine)
	case t.Mine >= 0:
		return part.Total(ctx, t.Goal.Unit, t.Totals[t.Mine])
	}
	return ""
}

// versusText is a score of two, the reader's own first.
func versusText(totals []int, mine int) string {
	first := 0
	if mine == 1 {
		first = 1
	}
	return i18n.Signed(totals[first]) + " × " + i18n.Signed(totals[1-first])
}

// For is the result as one of its players sees it, whoever reads.
func (r Result) For(player int64) Result {
	r.Seats, r.Mine = slices.Clone(r.Seats), -1
	for seat := range r.Seats {
		p := &r.Seats[seat]
		if p.Me = p.ID == player && p.Bot == "" && !p.Free(); p.Me {
			r.Mine = seat
		}
	}
	return r
}

func (r Result) name(ctx context.Context) string { return gameWith(ctx, r.Game, r.Seats) }

// latest says how long ago a match was played, where no heading names the day.
func (r Result) latest(ctx context.Context) string {
	return r.with(ctx) + i18n.T(ctx, "rounds", "n", r.Rounds) + " · " + i18n.Ago(ctx, r.Ended)
}

// length says how long a match took, or has taken so far.
func (r Result) length(ctx context.Context) string {
	text := r.with(ctx) + i18n.T(ctx, "rounds", "n", r.Rounds)
	if r.Outcome == nil {
		return text
	}
	return text + " · " + i18n.Length(ctx, r.Ended.Sub(r.Started))
}

// with names the others where the match's name does not.
func (r Result) with(ctx context.Context) string {
	if len(r.Seats) <= 2 {
		return ""
	}
	return i18n.T(ctx, "with", "who", part.Few(ctx, part.Others(r.Seats))) + " · "
}

// score is both totals of two, and the reader's place among more.
func (r Result) score(ctx context.Context) string {
	switch {
	case r.void():
		return ""
	case len(r.Totals) > 2 && r.Mine >= 0 && r.Outcome != nil:
		return place(ctx, r.Outcome.Placing[r.Mine])
	case len(r.Totals) == 2 && !r.Goal.Single():
		return versusText(r.Totals, r.Mine)
	}
	return ""
}

// void reports that the match counts for nobody.
func (r Result) void() bool { return r.Outcome != nil && r.Outcome.How == engine.ByClose }

// verdict is how the match went for the reader: won, lost, draw, or who won
// when the reader had no seat.
func (r Result) verdict(ctx context.Context) string {
	switch {
	case r.Outcome == nil:
		return i18n.T(ctx, "result.running")
	case r.void():
		return i18n.T(ctx, "result.closed")
	case r.drawn():
		return i18n.T(ctx, "result.draw")
	case r.Mine < 0:
		return part.Called(ctx, r.Seats[r.Outcome.Winner()])
	case r.Outcome.Placing[r.Mine] == 1:
		return i18n.T(ctx, "result.won")
	}
	return i18n.T(ctx, "result.lost")
}

// drawn reports that the reader shares first place, or that for one without a
// seat nobody has it alone.
func (r Result) drawn() bool {
	return r.Outcome.Draw() && (r.Mine < 0 || r.Outcome.Placing[r.Mine] == 1)
}

func (r Result) tone() string {
	switch {
	case r.Outcome == nil || r.void() || r.Mine < 0 || r.drawn():
		return ""
	case r.Outcome.Placing[r.Mine] == 1:
		return "tag--good"
	}
	return "tag--bad"
}

func count(n int) string { return strconv.Itoa(n) }
