package huangdi

import (
	"strconv"

	"carteado/engine/card"
	"carteado/views/table"
)

// Plan implements table.Planned. Cards of the others are not among them: they may have gone by then.
func (Face) Plan(p *table.Props) (plan table.Planning) {
	v := viewOf(p)
	for i := range v.Walls {
		plan.Moves = append(plan.Moves, "build * >wall:"+strconv.Itoa(i+1))
	}
	add := func(c card.Card, place string) {
		if c != card.Unknown {
			plan.Cards = append(plan.Cards, c.String()+" @"+place)
		}
	}
	for _, c := range (Face{}).Hand(p) {
		add(c, "hand")
	}
	add(v.Tops[v.Seat], "stock")
	for i, pile := range v.Discards[v.Seat] {
		name := string(rune('a' + i))
		if len(pile) > 0 {
			add(pile[len(pile)-1], name)
		}
		plan.Moves = append(plan.Moves, "discard * >"+name)
	}
	plan.Moves = append(plan.Moves, "end")
	for n := 1; n <= 10; n++ {
		plan.Shows = append(plan.Shows, strconv.Itoa(n))
	}
	plan.Shows = append(plan.Shows, card.Joker.String(), card.Reverse.String())
	return plan
}
