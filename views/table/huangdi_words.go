package table

import (
	"context"
	"strconv"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/huangdi"
	"carteado/views/i18n"
	"carteado/views/part"
)

// ask is what the reader may do now; key says it for when anything goes.
func ask(ctx context.Context, p Props, key string) string {
	switch {
	case p.View.Seat == engine.Spectator:
		return i18n.T(ctx, "table.watching")
	case !p.myTurn():
		return i18n.T(ctx, "huangdi.prompt.ahead")
	case p.legal("end"):
		return i18n.T(ctx, "huangdi.prompt.end")
	}
	return i18n.T(ctx, key)
}

// huangdiPrompt is what is asked before anything is chosen.
func huangdiPrompt(ctx context.Context, p Props) string {
	if p.myTurn() && !canBuild(p) {
		return ask(ctx, p, "huangdi.prompt.discard")
	}
	return ask(ctx, p, "huangdi.prompt.choose")
}

// canBuild reports that some card can be built now.
func canBuild(p Props) bool {
	for _, m := range p.Legal {
		if m.Verb == "build" || m.Verb == "reverse" {
			return true
		}
	}
	return false
}

// huangdiAsked adds what every wall needs, for those who do not see them.
func huangdiAsked(ctx context.Context, p Props) string {
	text := huangdiPrompt(ctx, p)
	for i, w := range huangdiView(p).Walls {
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

// finished reports that a wall has come to its end; it lies there only when the
// game is over.
func finished(w huangdi.Wall) bool {
	last, ok := top(w)
	return ok && (!w.Down && worth(last) == 10 || w.Down && worth(last) == 1)
}

// height is how far a wall has come, as the number on top.
func height(w huangdi.Wall) int {
	last, ok := top(w)
	if !ok {
		return 0
	}
	return worth(last)
}

// done draws the part of the track that is built: ten stones of 5 units.
func done(w huangdi.Wall) string { return "M0 2h" + strconv.Itoa(max(height(w)*5-1, 0)) }

// way is the icon for the direction of a wall.
func way(w huangdi.Wall) string {
	if w.Down {
		return "down"
	}
	return "up"
}

// wallLabel is a wall in words.
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

// wallID is the id of the card on top of a wall.
func wallID(p Props, w huangdi.Wall, number int) string {
	if moved := origin(p, engine.Nth(engine.Wall, number)); moved != "" {
		return moved
	}
	return onWall(number, len(w.Cards))
}

func huangdiUnit(o engine.Options) part.Unit {
	if o["match_mode"] == "points" {
		return part.Points
	}
	return part.Wins
}

// huangdiStand is how many cards a seat still has to build, and what it has won.
func huangdiStand(ctx context.Context, p Props, seat engine.Seat) string {
	stock := i18n.T(ctx, "huangdi.stock_left", "n", huangdiView(p).Stocks[seat])
	if p.single() {
		return stock
	}
	return part.Total(ctx, p.unit(), p.View.Totals[seat]) + " · " + stock
}

func huangdiHow(ctx context.Context, view any, seats []part.Person) (title, text string) {
	v := view.(huangdi.View)
	if v.End == nil {
		return "", ""
	}
	key, who := "how.huangdi."+v.End.How, part.Person{}
	if v.End.Winner != engine.Spectator {
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
			lines = append(lines, part.Person{Name: i18n.T(ctx, "huangdi.who_left", "who", part.Called(ctx, seats[seat]), "n", n)})
		}
	}
	return part.Names(ctx, lines)
}

// pointsEarned explains the points of a winner where points are counted: 5, and
// one for each card in the others' stocks. It is empty where games are.
func pointsEarned(ctx context.Context, end *huangdi.End) string {
	if end.Winner == engine.Spectator || end.Points[end.Winner] < 2 {
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

// anyDiscards reports that there is a discard pile to look through.
func anyDiscards(v huangdi.View) bool {
	for _, piles := range v.Discards {
		for _, cards := range piles {
			if len(cards) > 0 {
				return true
			}
		}
	}
	return false
}

// openCards is the hand of the seat whose view it is, or what it was left with.
func openCards(v huangdi.View, seat engine.Seat) []card.Card {
	if v.End != nil {
		return v.End.Hands[seat]
	}
	return v.Hand
}
