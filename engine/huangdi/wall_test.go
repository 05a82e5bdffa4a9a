package huangdi_test

import (
	"fmt"
	"strings"
	"testing"

	"carteado/engine/enginetest"
	"carteado/engine/huangdi"
)

// §3.4: what a wall takes, and what becomes of it.
func TestWallExamples(t *testing.T) {
	const refusedBy = "refused: "
	const gone = "0 ↑"
	for n, row := range []struct {
		before, play string
		after        string // cards, direction, reverse cards; or the rule that is broken
		needs        string // … and what it needs then, forward and with a reverse card
	}{
		{"", "build 1", "1 ↑", "2 0"},
		{"", "build J", "J=1 ↑", "2 0"},
		{"", "build 2", refusedBy + huangdi.RuleNeed, ""},
		{"", "reverse 1", refusedBy + huangdi.RuleReverseEmpty, ""},
		{"1 2 3", "build 4", "1 2 3 4 ↑", "5 3"},
		{"1 2 3", "build J", "1 2 3 J=4 ↑", "5 3"},
		{to8, "reverse 7", to8 + " 7 ↓ R", "6 8"},
		{to8, "reverse J", to8 + " J=7 ↓ R", "6 8"},
		{to8, "reverse 9", refusedBy + huangdi.RuleCompanion, ""},
		{to8, "build R", refusedBy + huangdi.RuleReverseAlone, ""},
		{"1", "reverse 2", refusedBy + huangdi.RuleReverseOne, ""},
		{"1", "reverse 1", refusedBy + huangdi.RuleReverseOne, ""},
		{"J=1", "reverse J", refusedBy + huangdi.RuleReverseOne, ""},
		{"1 2", "reverse 1", gone, "1 0"},
		{to8 + " 7", "reverse 8", to8 + " 7 8 ↑ RR", "9 7"},
		{to9, "build 10", gone, "1 0"},
		{to9, "build J", gone, "1 0"},
		{to9, "reverse 8", to9 + " 8 ↓ R", "7 9"},
		{"1 2 3 2", "build 1", gone, "1 0"},
		{"1 2 3 2", "build J", gone, "1 0"},
		{"1 2 3 2", "reverse 3", "1 2 3 2 3 ↑ RR", "4 2"},
		{"1 2 3", "reverse 10", refusedBy + huangdi.RuleCompanion, ""},
		{to8 + " 7", "reverse 10", refusedBy + huangdi.RuleCompanion, ""},
	} {
		t.Run(fmt.Sprintf("%d: %s on [%s]", n+1, row.play, row.before), func(t *testing.T) {
			verb, card, _ := strings.Cut(row.play, " ")
			r := at(t, "wall:1 "+row.before+"; hand:0 "+card+" R 5 9")
			text := row.play + " @hand >wall:1"
			if verb == "reverse" {
				text = row.play + " @hand +@hand >wall:1"
			}
			if rule, is := strings.CutPrefix(row.after, refusedBy); is {
				r.Run(text + " ! " + rule)
				return
			}
			draw, lay := look(r, p1).Draw, len(strings.Fields(row.before))+1
			equal(t, "listed", enginetest.Listed(t, r, p1, text), true)
			enginetest.Play(t, r, p1, text)
			w := look(r, p1).Walls[0]
			after := strings.Trim(fmt.Sprint(w.Cards), "[]") + map[bool]string{false: " ↑", true: " ↓"}[w.Down]
			if w.Reversed > 0 {
				after += " " + strings.Repeat("R", w.Reversed)
			}
			if row.after == gone {
				row.after = " ↑"
				if verb == "reverse" || strings.HasSuffix(row.before, "3 2") {
					lay++ // the reverse card
				}
				draw += lay
			}
			equal(t, "wall", after, row.after)
			equal(t, "needs", fmt.Sprint(w.Need, " ", w.Reverse), row.needs)
			equal(t, "draw pile", look(r, p1).Draw, draw)
		})
	}
}

// A descending wall with 9 or more on top cannot arise, so that no reverse card
// ever comes with a 10.
func TestNoReversalNeedsTen(t *testing.T) {
	for top := 1; top <= 9; top++ {
		wall := strings.Join(strings.Fields(to9)[:top], " ")
		w := look(at(t, "hand:0 5; wall:1 "+wall), p1).Walls[0]
		equal(t, wall, w.Reverse, top-1)
		if top > 2 {
			down := fmt.Sprint(wall, " ", top-1)
			w := look(at(t, "hand:0 5; wall:1 "+down), p1).Walls[0]
			equal(t, down, w.Reverse, top)
		}
	}
}
