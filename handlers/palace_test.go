package handlers

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"carteado/views/link"
)

// choosePalace swaps nothing, plays the first card that fits with all its equals,
// turns the first card over, and takes the pile when it must.
func choosePalace(f *form, buttons []string, press func(string) bool) bool {
	legal := cards(f, "is-legal")
	flip := slices.IndexFunc(buttons, func(b string) bool { return strings.HasPrefix(b, "flip ") })
	switch {
	case slices.Contains(buttons, "ready"):
		return press("ready")
	case slices.Contains(buttons, "play *") && len(legal) > 0:
		for _, value := range legal {
			if value == legal[0] || value[0] == legal[0][0] && !strings.HasSuffix(value, "@up") {
				f.values.Add("card", value)
			}
		}
		return press("play *")
	case flip >= 0:
		return press(buttons[flip])
	case slices.Contains(buttons, "take"):
		return press("take")
	}
	return false
}

// inputs are the values of a form's cards of one field.
func inputs(f *form, name string) (values []string) {
	for _, input := range all(f.node, "input", "name", name) {
		value, _ := attr(input, "value")
		values = append(values, value)
	}
	return values
}

// A match of Palace at a table of three by plain HTTP, with a bot, and what is
// left of it afterwards.
func TestPalaceWithoutScript(t *testing.T) {
	t.Parallel()
	s := newSite(t, game("palace")).runs()
	ana, club := s.founded()
	bento := s.joined(ana, club, "Bento")
	room := ana.get(link.NewTableOf(club, "palace")).want(http.StatusOK).mustForm(link.Tables(club)).
		with("seat1", "open", "seat2", "bot:club", "option.target_wins", "1").send().want(http.StatusOK)
	table := room.Request.URL.Path
	bento.get(table).want(http.StatusOK).mustForm(table + "/join").send().want(http.StatusOK).at(table)

	// A swap is two choices; one alone is refused with the reason.
	swap := ana.get(table).want(http.StatusOK).mustForm(table + "/moves")
	hand, up := inputs(swap, "card"), inputs(swap, "reverse")
	if len(hand) != 3 || len(up) != 3 {
		t.Fatalf("%q and %q can be swapped", hand, up)
	}
	got := swap.with("move", "swap *", "card", hand[0]).send().want(http.StatusUnprocessableEntity)
	if !strings.Contains(got.text(), "one of each") || got.mustForm(table+"/moves").values.Get("card") != hand[0] {
		t.Errorf("half a swap is answered with %s", got.text())
	}
	after := ana.get(table).mustForm(table+"/moves").with("move", "swap *", "card", hand[0], "reverse", up[0]).send().
		want(http.StatusOK)
	if f := after.mustForm(table + "/moves"); !slices.Contains(inputs(f, "card"), strings.TrimSuffix(up[0], " @up")) {
		t.Errorf("%s is not in the hand: %q", up[0], inputs(f, "card"))
	}

	moves := playOut(t, table, ana, bento)
	t.Logf("%d moves of ours", moves)
	end := ana.get(table).want(http.StatusOK)
	sheet := ana.get(href(t, end, link.Matches(club)+"/", "/replay/")).want(http.StatusOK)
	path := sheet.Request.URL.Path
	bento.get(path + "/rounds/1").want(http.StatusOK)
	for step := 0; ; step++ {
		if page := bento.get(path + "/replay/" + strconv.Itoa(step)); page.StatusCode != http.StatusOK {
			if step <= moves {
				t.Errorf("the replay ends after %d steps", step)
			}
			break
		}
	}
}
