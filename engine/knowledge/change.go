package knowledge

import (
	"slices"

	"carteado/engine"
	"carteado/engine/card"
)

// A change is what a move did to a pile: the cards that it lost and gained. Those before and
// behind them lie as they did.
type change struct {
	place        engine.Place
	at           int // where the cards lie
	lost, gained []card.Card
	before, now  []card.Card // all cards of the pile
}

// changes appends what differs between two lists of piles.
func changes(list []change, before, now []engine.Pile) []change {
	found := 0
	for i := range now {
		j := i
		if j >= len(before) || before[j].Place != now[i].Place {
			j = index(before, now[i].Place)
		}
		var old []card.Card
		if j >= 0 {
			old = before[j].Cards
			found++
		}
		if !slices.Equal(old, now[i].Cards) {
			list = append(list, changeOf(now[i].Place, old, now[i].Cards))
		}
	}
	for i := range before {
		if found < len(before) && index(now, before[i].Place) < 0 {
			list = append(list, changeOf(before[i].Place, before[i].Cards, nil))
		}
	}
	return list
}

func changeOf(place engine.Place, before, now []card.Card) change {
	c := change{place: place, before: before, now: now, lost: before, gained: now}
	for len(c.lost) > 0 && len(c.gained) > 0 && c.lost[0] == c.gained[0] {
		c.lost, c.gained = c.lost[1:], c.gained[1:]
		c.at++
	}
	for len(c.lost) > 0 && len(c.gained) > 0 && c.lost[len(c.lost)-1] == c.gained[len(c.gained)-1] {
		c.lost, c.gained = c.lost[:len(c.lost)-1], c.gained[:len(c.gained)-1]
	}
	return c
}

// countInto adds the cards that were lost and gained to a Tally, so many times each.
func (c *change) countInto(t *Tally, lost, gained int16) {
	for _, c := range c.lost {
		t[c] += lost
	}
	for _, c := range c.gained {
		t[c] += gained
	}
}

// seenBy adds the cards that a viewer sees there and did not see before: of those that were
// gained and the one on top.
func (c *change) seenBy(viewer engine.Seat, over bool, seen *Set) {
	top := len(c.now) - 1
	if top < 0 || !c.place.SeenBy(viewer, top, top+1, over) {
		return // and nothing below it
	}
	seen.add(c.now[top])
	for i, gained := range c.gained {
		if c.place.SeenBy(viewer, c.at+i, len(c.now), over) {
			seen.add(gained)
		}
	}
}

// countSeen counts the cards of the pile that a viewer saw before and sees no longer.
func (c *change) countSeen(t *Tally, viewer engine.Seat, over bool) {
	for _, side := range [...]struct {
		cards []card.Card
		n     int16
	}{{c.before, 1}, {c.now, -1}} {
		if last := len(side.cards) - 1; last < 0 || !c.place.SeenBy(viewer, last, last+1, over) {
			continue // and nothing below it
		}
		for i, card := range side.cards {
			if c.place.SeenBy(viewer, i, len(side.cards), over) {
				t[card] += side.n
			}
		}
	}
}
