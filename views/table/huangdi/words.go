package huangdi

import (
	"context"
	"slices"
	"strconv"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/huangdi"
	"carteado/views/i18n"
	"carteado/views/part"
	"carteado/views/table"
)

// ask is the prompt; key is its text when the reader may choose freely.
func ask(ctx context.Context, p *table.Props, key string) string {
	switch {
	case p.View.Seat == engine.Spectator:
		return i18n.T(ctx, "table.watching")
	case !p.MyTurn():
		return i18n.T(ctx, "huangdi.prompt.ahead")
	case p.May("end"):
		return i18n.T(ctx, "huangdi.prompt.end")
	}
	return i18n.T(ctx, key, "n", viewOf(p).Stocks[p.View.Seat])
}

// Prompt implements table.Face: what is asked before anything is chosen.
func (Face) Prompt(ctx context.Context, p *table.Props) string {
	if p.MyTurn() && !canBuild(p) {
		return ask(ctx, p, "huangdi.prompt.discard")
	}
	return ask(ctx, p, "huangdi.prompt.choose")
}

// drawsFrom is the draw pile, or the reader's own line of it.
func drawsFrom(ctx context.Context, p *table.Props) table.Stock {
	v := viewOf(p)
	s := table.Stock{N: v.Draw, Name: i18n.T(ctx, "huangdi.draw"),
		Label: i18n.T(ctx, "huangdi.draw.label", "n", v.Draw)}
	return s.Own(ctx, v, p.View.Seat, p.Seats, false)
}

func canBuild(p *table.Props) bool {
	return slices.ContainsFunc(p.Legal, func(m engine.Move) bool { return m.Verb == "build" || m.Verb == "reverse" })
}

// Asked implements table.Read: it adds what every wall needs, for those who do not
// see the walls.
func (Face) Asked(ctx context.Context, p *table.Props) string {
	text := Face{}.Prompt(ctx, p)
	for i, w := range viewOf(p).Walls {
		text += ". " + i18n.T(ctx, "huangdi.wall_needs", "wall", i+1, "need", w.Need)
	}
	return text
}

// top is the last card of a wall; false for a free place.
func top(w huangdi.Wall) (engine.Word, bool) {
	if len(w.Cards) == 0 {
		return engine.Word{}, false
	}
	return w.Cards[len(w.Cards)-1], true
}

// worth is the number that a card stands for on a wall.
func worth(w engine.Word) int {
	if w.As != card.Unknown {
		return w.As.Rank()
	}
	return w.Card.Rank()
}

// finished reports that a wall is complete. One stays on the table only when the game
// is over.
func finished(w huangdi.Wall) bool {
	last, ok := top(w)
	return ok && (!w.Down && worth(last) == 10 || w.Down && worth(last) == 1)
}

// height is the number on top of a wall, 0 for a free place.
func height(w huangdi.Wall) int {
	last, ok := top(w)
	if !ok {
		return 0
	}
	return worth(last)
}

// done is the path of the built part of the track: ten stones of 5 units.
func done(w huangdi.Wall) string { return "M0 2h" + strconv.Itoa(max(height(w)*5-1, 0)) }

func way(w huangdi.Wall) string {
	if w.Down {
		return "down"
	}
	return "up"
}

func wallLabel(ctx context.Context, w huangdi.Wall, number int) string {
	last, ok := top(w)
	if !ok {
		return i18n.T(ctx, "huangdi.wall.empty", "wall", number)
	}
	key := "huangdi.wall.up"
	switch {
	case finished(w):
		key = "huangdi.wall.finished"
	case w.Down:
		key = "huangdi.wall.down"
	}
	label := i18n.T(ctx, key, "wall", number, "top", part.SpokenWord(ctx, last), "need", w.Need)
	if w.Reversed > 0 {
		label += ", " + i18n.T(ctx, "huangdi.reversed", "n", w.Reversed)
	}
	if w.Reverse > 0 && !finished(w) {
		label += ", " + i18n.T(ctx, "huangdi.turns_with", "n", w.Reverse)
	}
	return label
}

func (Face) Unit(o engine.Options) part.Unit {
	if o["match_mode"] == "points" {
		return part.Points
	}
	return part.Wins
}

// Stand implements table.Standing: how many cards a seat still has to build, and
// what it has won.
func (Face) Stand(ctx context.Context, p *table.Props, seat engine.Seat) string {
	stock := i18n.T(ctx, "huangdi.stock_left", "n", viewOf(p).Stocks[seat])
	if p.Single(ctx) {
		return stock
	}
	return part.Total(ctx, p.Unit(ctx), p.View.Totals[seat]) + " · " + stock
}

func (Face) How(ctx context.Context, view any, seats []part.Person) (title, text string) {
	v := view.(huangdi.View)
	if v.End == nil {
		return "", ""
	}
	key, who := "how.huangdi."+v.End.How, part.Person{}
	if v.End.Winner != engine.Nobody {
		who = seats[v.End.Winner]
	} else if v.End.How == "blocked" {
		key += ".drawn"
	}
	title = i18n.T(ctx, key, "who", part.Addressed(ctx, who))
	text = i18n.T(ctx, key+".text", "n", v.Quiet, "stocks", leftover(ctx, v.End, seats))
	return title, text
}

// leftover lists the stocks that were not used up.
func leftover(ctx context.Context, end *huangdi.End, seats []part.Person) string {
	var lines []part.Person
	for seat, n := range end.Stocks {
		if n > 0 {
			lines = append(lines, part.Person{
				Name: i18n.T(ctx, "huangdi.who_left", "who", part.Called(ctx, seats[seat]), "n", n)})
		}
	}
	return part.Names(ctx, lines)
}

// pointsEarned explains the winner's points: 5, and one for each card in the other
// stocks. It is empty in a match that counts wins.
func pointsEarned(ctx context.Context, end *huangdi.End) string {
	if end.Winner == engine.Nobody || end.Points[end.Winner] < 2 {
		return ""
	}
	others := 0
	for _, n := range end.Stocks {
		others += n
	}
	if end.How == "out" {
		return i18n.T(ctx, "huangdi.points.out", "n", others, "points", end.Points[end.Winner])
	}
	return i18n.T(ctx, "huangdi.points.blocked", "points", end.Points[end.Winner])
}

func anyDiscards(v huangdi.View) bool {
	return slices.ContainsFunc(v.Discards, func(piles [][]card.Card) bool {
		return slices.ContainsFunc(piles, func(cards []card.Card) bool { return len(cards) > 0 })
	})
}

// downward is a pile from its top to its bottom.
func downward(pile []card.Card) []card.Card {
	pile = slices.Clone(pile)
	slices.Reverse(pile)
	return pile
}

// openCards is the hand of a seat; after the game, the cards it had left.
func openCards(v huangdi.View, seat engine.Seat) []card.Card {
	if v.End != nil {
		return v.End.Hands[seat]
	}
	return v.Hand
}
