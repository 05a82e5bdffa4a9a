package handlers

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"carteado/views/link"
)

// The order of a hand is kept: for other devices, for new cards, until the player
// has it sorted again.
func TestArrangeHand(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	table, path := link.Table(e.club, 1), link.Hand(e.club, 1)
	bento, _ := e.mover(1)
	shown := func(b *browser) []string {
		return inputs(b.get(table).want(http.StatusOK).mustForm(table+"/moves"), "card")
	}
	match := strconv.FormatInt(e.running, 10)
	post := func(hand string, chosen []string, headers ...string) *reply {
		return bento.post(path, url.Values{"match": {match}, "hand": {hand}, "card": chosen}, headers...)
	}

	first := shown(bento)
	want := slices.Clone(first)
	slices.Reverse(want)
	post(strings.Join(want, " "), nil).want(http.StatusSeeOther)
	if got := shown(bento); !slices.Equal(got, want) {
		t.Errorf("in order %v, want %v", got, want)
	}
	page := bento.get(path).want(http.StatusOK).mustForm(path)
	if got := inputs(page, "card"); !slices.Equal(got, want) {
		t.Errorf("on its page %v, want %v", got, want)
	}
	page.with("hand", "left", "card", want[0])
	if led := page.send().want(http.StatusSeeOther).Header.Get("Location"); led != path+"?card="+want[0] {
		t.Errorf("led to %s", led)
	}
	// A step to either side, and no further than the edge. What was chosen stays so.
	post("right", want[:2]).want(http.StatusSeeOther)
	want[0], want[1], want[2] = want[2], want[0], want[1]
	post("left", want[:1]).want(http.StatusSeeOther)
	swap := post("left", want[2:3], "HX-Request", "true").want(http.StatusOK)
	if f := swap.mustForm(table + "/moves"); f.values.Get("card") != want[2] {
		t.Error("the moved card is chosen no more")
	}
	want[1], want[2] = want[2], want[1]
	if got := shown(bento); !slices.Equal(got, want) {
		t.Errorf("after steps %v, want %v", got, want)
	}
	// Another device, and a new card.
	device := e.as(map[bool]string{true: "Bento", false: "Célia"}[e.board(1, "Bento").View.MyTurn()])
	f := device.get(table).mustForm(table+"/moves").with("move", "draw @stock")
	f.send().want(http.StatusSeeOther)
	if got := shown(device); !slices.Equal(got[:len(want)], want) || len(got) != len(want)+1 {
		t.Errorf("with a new card %v, after %v", got, want)
	}

	// An order that names cards not held changes nothing, and the answer says so.
	davi := e.as("Davi")
	before := e.digest()
	hidden := "2C"
	for slices.Contains(shown(bento), hidden) {
		hidden = string(hidden[0]+1) + "C"
	}
	for _, wrong := range []string{"", "up", "7X", hidden, want[0] + " " + want[0], strings.Repeat(want[0]+" ", 5000),
		strings.Join(append(want, hidden), " ")} {
		for _, headers := range [][]string{nil, {"HX-Request", "true"}} {
			if got := post(wrong, []string{hidden}, headers...).want(http.StatusUnprocessableEntity); len(
				all(got.doc(), "", "role", "alert")) == 0 {
				t.Errorf("%.20q: nothing says why", wrong)
			}
		}
	}
	post("left", []string{hidden}).want(http.StatusUnprocessableEntity)
	bento.post(path, url.Values{"match": {"x"}, "hand": {want[0]}}).want(http.StatusBadRequest)
	bento.post(path, url.Values{"match": {strconv.FormatInt(e.over, 10)}, "hand": {want[0]}}).want(http.StatusConflict)
	davi.post(path, url.Values{"match": {match}, "hand": {want[0]}}).want(http.StatusNotFound)
	if after := e.digest(); after != before || !slices.Equal(shown(bento)[:len(want)], want) {
		t.Errorf("refused orders changed something:\n%s\n%s", before, after)
	}

	bento.post(link.Sort(e.club, 1), url.Values{"sort": {"rank"}}).want(http.StatusSeeOther)
	if got := shown(bento); slices.Equal(got[:len(want)], want) {
		t.Errorf("sorted %v", got)
	}
}
