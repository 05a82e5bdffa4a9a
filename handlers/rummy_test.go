package handlers

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"carteado/engine/card"
	"carteado/views/link"
)

// chooseRummy lays a group that is marked, lays off where a group is open, and
// else discards the last card that may go.
func chooseRummy(f *form, press func(string) bool) bool {
	held, fitting := noted(f, "makes a meld"), noted(f, "can be laid off")
	if group := groupOf(held); group != nil {
		for _, c := range slices.Backward(group) { // in no order that matters
			f.values.Add("card", c.String())
		}
		return press("meld *")
	}
	for _, button := range all(f.node, "button", "name", "move") {
		classes, _ := attr(button, "class")
		move, _ := attr(button, "value")
		if strings.Contains(classes, "is-open") && len(fitting) == 1 { // the one card fits there
			f.with("card", fitting[0].String())
			return press(move)
		}
	}
	legal := cards(f, "is-legal")
	f.with("card", legal[len(legal)-1])
	return press("discard *")
}

// noted are the cards of a hand whose label has some words.
func noted(f *form, words string) (held []card.Card) {
	for _, input := range all(f.node, "input", "name", "card") {
		label, _ := attr(input, "aria-label")
		value, _ := attr(input, "value")
		if c, err := card.Parse(value); err == nil && strings.Contains(label, words) {
			held = append(held, c)
		}
	}
	return held
}

// groupOf is a set or a run among cards, nil where there is none.
func groupOf(held []card.Card) []card.Card {
	for _, c := range held {
		var set []card.Card
		for _, o := range held {
			if o.Rank() == c.Rank() {
				set = append(set, o)
			}
		}
		run := []card.Card{c}
		for rank := c.Rank() + 1; rank <= card.King && slices.Contains(held, card.New(rank, c.Suit())); rank++ {
			run = append(run, card.New(rank, c.Suit()))
		}
		switch {
		case len(set) >= 3:
			return set
		case len(run) >= 3:
			return run
		}
	}
	return nil
}

// A match of Rummy at a table of four by plain HTTP, with two bots, and what is
// left of it afterwards.
func TestRummyWithoutScript(t *testing.T) {
	t.Parallel()
	s := newSite(t, game("rummy")).runs()
	ana, club := s.founded()
	bento := s.joined(ana, club, "Bento")
	room := ana.get(link.NewTableOf(club, "rummy")).want(http.StatusOK).mustForm(link.Tables(club)).
		with("seat1", "open", "seat2", "bot:club", "seat3", "bot:club", "option.match_mode", "deals", "option.deals",
			"2").
		send().want(http.StatusOK)
	table := room.Request.URL.Path
	bento.get(table).want(http.StatusOK).mustForm(table + "/join").send().want(http.StatusOK).at(table)

	moves := playOut(t, table, ana, bento)
	t.Logf("%d moves of ours", moves)
	end := ana.get(table).want(http.StatusOK)
	sheet := ana.get(href(t, end, link.Matches(club)+"/", "/replay/")).want(http.StatusOK)
	path := sheet.Request.URL.Path
	for round := 1; round <= 2; round++ {
		bento.get(path + "/rounds/" + strconv.Itoa(round)).want(http.StatusOK)
	}
	for step := 0; step <= moves; step += 3 { // TestEveningWithoutScript looks at every one
		bento.get(path + "/replay/" + strconv.Itoa(step)).want(http.StatusOK)
	}
}

// A move that is not legal is refused in words, and the choice stays.
func TestRummyRefusals(t *testing.T) {
	t.Parallel()
	e := newEvening(t, game("rummy"))
	table := link.Table(e.club, 1)
	ana, _ := e.mover(1)
	ana.get(table).mustForm(table+"/moves").with("move", "draw @discard").send()
	held := inputs(ana.get(table).mustForm(table+"/moves"), "card")
	taken := noted(ana.get(table).mustForm(table+"/moves"), "may not go back")
	if len(taken) != 1 {
		t.Fatalf("%v may not go back", taken)
	}
	for _, try := range []struct {
		move   string
		chosen []string
		why    string
	}{
		{"discard *", []string{taken[0].String()}, "may not go back in the same turn"},
		{"discard *", held[:2], "one at a time"},
		{"meld *", held[:2], "at least three cards"},
		{"layoff * >meld:1", held[:1], "no meld 1"},
	} {
		f := ana.get(table).mustForm(table+"/moves").with("move", try.move)
		f.values["card"] = try.chosen
		got := f.send().want(http.StatusUnprocessableEntity)
		if !strings.Contains(got.text(), try.why) {
			t.Errorf("%s with %v: no %q in the answer", try.move, try.chosen, try.why)
		}
		if kept := got.mustForm(table + "/moves").values["card"]; !slices.Equal(kept, try.chosen) {
			t.Errorf("%s: %v stay chosen, want %v", try.move, kept, try.chosen)
		}
	}
}
