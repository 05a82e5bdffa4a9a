package rummy_test

import (
	"slices"
	"strings"
	"testing"

	"carteado/engine/rummy"
	"carteado/views/table"
	"carteado/views/table/tabletest"
)

// TestRummyGroupsInRows counts the groups of each row: in the order in which they
// were laid, evenly, and never in more than four rows.
func TestRummyGroupsInRows(t *testing.T) {
	set, run := "QD QH QS", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH"
	for _, c := range []struct {
		name  string
		melds []string
		rows  []int
		close bool
	}{
		{"none", nil, nil, false},
		{"one row", slices.Repeat([]string{set}, 3), []int{3}, false},
		{"two rows", slices.Repeat([]string{set}, 6), []int{3, 3}, false},
		{"two rows, closer", slices.Repeat([]string{set}, 8), []int{4, 4}, true},
		{"three rows", slices.Repeat([]string{set}, 9), []int{3, 3, 3}, false},
		{"the most there can be", slices.Repeat([]string{set}, 16), []int{4, 4, 4, 4}, true},
		{"a long run by itself", []string{set, run, set, run, set, run, set}, []int{2, 2, 2, 1}, false},
	} {
		p := rummyTable(t, func(_ *table.Props, v *rummy.View) {
			v.Melds = nil
			for _, text := range c.melds {
				v.Melds = append(v.Melds, rummy.Meld{Cards: tabletest.Cards(t, text)})
			}
		})
		page := fragment(t, p)
		var rows []int
		for _, row := range strings.Split(page, `class="melds__row"`)[1:] {
			rows = append(rows, strings.Count(row, `id="meld-`))
		}
		if close := strings.Contains(page, "melds--close"); !slices.Equal(rows, c.rows) || close != c.close {
			t.Errorf("%s: rows %v, close %v, want %v, %v", c.name, rows, close, c.rows, c.close)
		}
	}
}
