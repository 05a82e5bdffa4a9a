package table

import (
	"context"

	"carteado/engine"
	"carteado/views/i18n"
	"carteado/views/part"
)

// A Stock is what a reader draws from, as it lies on the table.
type Stock struct {
	N     int    // cards
	Name  string // below them
	Label string // in words, for readers who do not see them
	Do    string // on the button that draws
}

// linesOf are how many cards lie in the line of each seat; none where all draw from one stock.
func linesOf(view any) []int {
	if v, has := view.(engine.Lined); has {
		return v.InLines()
	}
	return nil
}

// Own is the line of a reader's own in place of a stock, where each seat has one: how many cards the others leave
// says nothing about what the reader will draw. A viewer without a seat looks at the whole stock. An empty stock has
// no lines, and what a press does then is the game's to say.
//
// The log goes on to speak of the stock, which is all lines together: that is true of a seat, too, whose own line is
// empty.
func (s Stock) Own(ctx context.Context, view any, reader engine.Seat, seats []part.Person, may bool) Stock {
	lines := linesOf(view)
	if reader < 0 || int(reader) >= len(lines) || s.N == 0 {
		return s
	}
	all, key := s.N, "duplicates.line.label"
	s.N, s.Name, s.Do = lines[reader], i18n.T(ctx, "duplicates.line"), i18n.T(ctx, "duplicates.line.do")
	var who part.Person
	if s.N == 0 {
		key = "duplicates.line.empty"
		counted := engine.LinesOf(lines)
		longest, _ := counted.From(reader)
		who = seats[longest]
	}
	label := i18n.T(ctx, key, "n", s.N, "who", part.Called(ctx, who))
	if may {
		label = i18n.T(ctx, "card.with", "card", s.Do, "note", label)
	} else {
		label = part.Sentence(label)
	}
	s.Label = i18n.T(ctx, "card.with", "card", label, "note", i18n.T(ctx, "duplicates.line.all", "n", all))
	return s
}

// lineOf is a word about a seat: how many cards its line has; "" where there are no lines.
func lineOf(ctx context.Context, view any, s engine.Seat) string {
	lines := linesOf(view)
	if int(s) >= len(lines) {
		return ""
	}
	return i18n.T(ctx, "duplicates.line.of", "n", lines[s])
}
