package table

import "carteado/engine/rummy"

// roomy is how much a row of groups bears where the table has so many rows:
// the height of a phone is shared by all, and beside many the piles stand.
var roomy = []int{18, 26, 20}

// common is what a row bears in cards of the common size.
const common = 20

// meldRows are the groups on the table, row by row.
type meldRows struct {
	rows  [][]int // the groups, counted from 0
	close bool    // they lie closer together than common
}

// breadth is the room of a group in a row, in strips of a card of which only the
// rank is seen.
func breadth(m rummy.Meld) int { return len(m.Cards) + 3 }

// inRows shares the groups out to as few rows as they fit, in their order and
// evenly: never more than four, whatever is on the table.
func inRows(melds []rummy.Meld) meldRows {
	if len(melds) == 0 {
		return meldRows{}
	}
	n, load := 1, evenly(melds, 1)
	for n <= len(roomy) && load > roomy[n-1] {
		n++
		load = evenly(melds, n)
	}
	rows, room := make([][]int, 0, n), 0
	for i, m := range melds {
		if breadth(m) > room {
			rows, room = append(rows, nil), load
		}
		row := &rows[len(rows)-1]
		*row, room = append(*row, i), room-breadth(m)
	}
	return meldRows{rows, load > common}
}

// evenly is the least that each of so many rows has to bear.
func evenly(melds []rummy.Meld, rows int) int {
	load := 0
	for _, m := range melds {
		load = max(load, breadth(m))
	}
	for filled(melds, load) > rows {
		load++
	}
	return load
}

// filled is how many rows the groups need, each bearing so much.
func filled(melds []rummy.Meld, load int) int {
	rows, room := 0, 0
	for _, m := range melds {
		if breadth(m) > room {
			rows, room = rows+1, load
		}
		room -= breadth(m)
	}
	return rows
}
