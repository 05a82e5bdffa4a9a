package handlers

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"carteado/db/dbtest"
	"carteado/engine/shuffle"
	"carteado/views/link"
)

// A whole evening by plain HTTP, as a browser without JavaScript spends it: the
// club is founded, a guest comes in, two people play a match to its end, look at
// it afterwards, and play again.
func TestEveningWithoutScript(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana, club := s.founded()
	bento := s.joined(ana, club, "Bento")

	room := ana.get(link.NewTableOf(club, "knock")).want(http.StatusOK).mustForm(link.Tables(club)).
		with("seat1", "open", "option.knock_limit", "7", "option.target_score", "50").send().want(http.StatusOK)
	table := room.Request.URL.Path
	if room.form(table+"/join") != nil {
		t.Error("the host is asked to join")
	}
	commitment := digests(room)
	if len(commitment) != 1 || len(commitment[0]) != 64 {
		t.Fatalf("commitments before the deal: %v", commitment)
	}
	home := bento.get(link.Club(club)).want(http.StatusOK)
	if len(all(home.doc(), "a", "href", table)) == 0 {
		t.Fatalf("the open table is not on the home page:\n%s", home.text())
	}
	bento.get(table).want(http.StatusOK).mustForm(table + "/join").send().want(http.StatusOK).at(table)

	moves := playOut(t, table, ana, bento)
	t.Logf("%d moves", moves)

	// The score sheet, the rounds, the list and the replay agree on what happened.
	end := ana.get(table).want(http.StatusOK)
	sheet := ana.get(href(t, end, link.Matches(club)+"/", "/replay/")).want(http.StatusOK)
	path := sheet.Request.URL.Path
	codes := digests(sheet)
	if len(codes) < 2 || codes[0] != commitment[0] {
		t.Fatalf("the sheet shows %v, the commitment was %v", codes, commitment)
	}
	seed, err := shuffle.ParseSeed(codes[1])
	if err != nil || seed.Commit(shuffle.V2, path[strings.LastIndex(path, "/")+1:]) != commitment[0] {
		t.Errorf("the secret %q does not fit its commitment (%v)", codes[1], err)
	}
	rounds := len(all(all(sheet.doc(), "tbody", "", "")[0], "tr", "", ""))
	for n := 1; n <= rounds; n++ {
		bento.get(path + "/rounds/" + strconv.Itoa(n)).want(http.StatusOK)
	}
	bento.get(path + "/rounds/" + strconv.Itoa(rounds+1)).want(http.StatusNotFound)
	for _, b := range []*browser{ana, bento} {
		if list := b.get(link.Matches(club)).want(http.StatusOK); len(all(list.doc(), "a", "href", path)) != 1 {
			t.Errorf("the match is not in the list:\n%s", list.text())
		}
	}
	for step := 0; step <= moves; step++ {
		page := bento.get(path + "/replay/" + strconv.Itoa(step)).want(http.StatusOK)
		if step < moves && len(all(page.doc(), "a", "href", path+"/replay/"+strconv.Itoa(step+1))) == 0 {
			t.Fatalf("step %d has no link to the next", step)
		}
	}
	bento.get(path + "/replay/" + strconv.Itoa(moves+1)).want(http.StatusNotFound)
	for jump, step := range map[string]int{"2": 2, "-1": 0, "99999": moves} {
		bento.get(path + "/replay/1?move=" + jump).want(http.StatusOK).at(path + "/replay/" + strconv.Itoa(step))
	}
	bento.get(path + "/replay/1?move=nowhere").want(http.StatusOK)
	if starts := all(bento.get(path+"/replay/0").doc(), "details", "", ""); len(starts) != rounds {
		t.Errorf("the replay leads to %d rounds, want %d", len(starts), rounds)
	}
	for _, query := range []string{"with=99", "season=99", "game=chess", "result=x"} {
		bento.get(link.Matches(club) + "?" + query).want(http.StatusUnprocessableEntity)
	}
	for query, want := range map[string]int{"game=knock": 1, "game=palace": 0, "with=1": 1, "with=&season=": 1} {
		if list := bento.get(link.Matches(club) + "?" + query).want(http.StatusOK); len(
			all(list.doc(), "a", "href", path)) != want {
			t.Errorf("%s: the match is listed %d times, want %d", query, len(all(list.doc(), "a", "href", path)), want)
		}
	}
	listed := func(b *browser, result string) int {
		return len(all(b.get(link.Matches(club)+"?result="+result).want(http.StatusOK).doc(), "a", "href", path))
	}
	// who both have the limit and as many points share the first place
	drawn := listed(ana, "won") == 1 && listed(bento, "won") == 1
	if won, lost := listed(ana, "won"), listed(bento, "lost"); won != lost && !drawn {
		t.Errorf("Ana won %d times, and Bento lost %d times", won, lost)
	}

	// Both ask for another match at once and get one.
	again := []*form{ana.get(table).mustForm(table + "/offers/rematch"), bento.get(table).
		mustForm(table + "/offers/rematch")}
	for _, f := range append(again, again[0]) {
		if got := f.send(); got.StatusCode != http.StatusOK && got.StatusCode != http.StatusConflict {
			t.Errorf("rematch: %d", got.StatusCode)
		}
	}
	if list := ana.get(link.Matches(club)); len(matchLinks(list, club)) != 2 {
		t.Errorf("%d matches after the rematch, want 2", len(matchLinks(list, club)))
	}
	if turns(t, table, ana, bento) != 1 {
		t.Error("not exactly one of two is to move after the rematch")
	}
}

// The same against a bot, which is sitting there at once.
func TestEveningWithABot(t *testing.T) {
	t.Parallel()
	s := newSite(t).runs()
	ana, club := s.founded()
	board := ana.get(link.NewTable(club)).mustForm(link.Tables(club)).
		with("seat1", "bot:club", "option.target_score", "50").send().want(http.StatusOK)
	moves := playOut(t, board.Request.URL.Path, ana)
	t.Logf("%d moves of ours", moves)
	if list := ana.get(link.Matches(club)); len(matchLinks(list, club)) != 1 {
		t.Error("the match is not in the list")
	}
}

// playOut plays until the match at a table is over, and returns the number of
// moves made.
func playOut(t *testing.T, table string, players ...*browser) (moves int) {
	t.Helper()
	for over := false; !over; {
		dbtest.Await(t, fmt.Sprintf("the match to go on after %d moves", moves), func() bool {
			for _, b := range players {
				page := b.get(table).want(http.StatusOK)
				if over = page.form(table+"/offers/rematch") != nil; over {
					return true
				}
				f := page.form(table + "/moves")
				if f == nil || !choose(f) {
					continue
				}
				if f.values.Get("move") == "knock *" && moves%2 == 0 {
					// Now and then with combinations of one's own choice.
					if ways := all(f.node, "button", "class", "way"); len(ways) > 0 {
						way, _ := attr(ways[len(ways)-1], "value")
						f.with("move", way)
					}
				}
				f.send().want(http.StatusOK).at(table)
				moves++
				return true
			}
			return false
		})
	}
	return moves
}

// turns counts the players who have a button to press.
func turns(t *testing.T, table string, players ...*browser) (n int) {
	t.Helper()
	for _, b := range players {
		if f := b.get(table).want(http.StatusOK).form(table + "/moves"); f != nil && choose(f) {
			n++
		}
	}
	return n
}

// choose fills a table's form in as a simple player does: knock when a card is
// marked for it, else let the last card go that is in no combination; draw from
// the stock. It reads nothing but the page. False when there is nothing to do.
func choose(f *form) bool {
	buttons := f.buttons("move")
	press := func(move string) bool {
		f.with("move", move)
		return true
	}
	switch {
	case slices.Contains(buttons, "next"):
		return press("next")
	case slices.Contains(buttons, "draw @stock"):
		return press("draw @stock")
	case slices.Contains(buttons, "knock *") && len(cards(f, "is-knock")) > 0:
		f.with("card", cards(f, "is-knock")[0])
		return press("knock *")
	case slices.Contains(buttons, "meld *"):
		return chooseRummy(f, press)
	case slices.Contains(buttons, "discard *") && len(cards(f, "is-legal")) > 0:
		legal := cards(f, "is-legal")
		f.with("card", legal[len(legal)-1])
		return press("discard *")
	}
	return choosePalace(f, buttons, press)
}

// goOn is choose for a round of Knock that shall not end yet: a hand that is dealt may
// knock at once.
func goOn(f *form) bool {
	if !choose(f) {
		return false
	}
	if f.values.Get("move") == "knock *" {
		f.with("move", "discard *", "card", cards(f, "is-legal")[0])
	}
	return true
}

// cards are the values of the cards on a form that have a class.
func cards(f *form, class string) []string {
	var values []string
	for _, label := range all(f.node, "label", "class", "") {
		classes, _ := attr(label, "class")
		if slices.Contains(strings.Fields(classes), class) {
			for _, input := range all(label, "input", "name", "card") {
				value, _ := attr(input, "value")
				values = append(values, value)
			}
		}
	}
	return values
}

// digests are the long hexadecimal numbers that a page shows.
func digests(r *reply) []string {
	var found []string
	for _, n := range all(r.doc(), "code", "", "") {
		if word := strings.TrimSpace(text(n)); len(word) == 64 && strings.Trim(word, "0123456789abcdef") == "" {
			found = append(found, word)
		}
	}
	return found
}

// href is the first link of a page that begins so and does not contain without.
func href(t *testing.T, r *reply, begin, without string) string {
	t.Helper()
	for _, n := range all(r.doc(), "a", "href", "") {
		if to, _ := attr(n, "href"); strings.HasPrefix(to, begin) && !strings.Contains(to, without) {
			return to
		}
	}
	t.Fatalf("no link to %s… on the page:\n%s", begin, r.text())
	return ""
}

func matchLinks(r *reply, club string) []string {
	var links []string
	for _, n := range all(r.doc(), "a", "href", "") {
		to, _ := attr(n, "href")
		if id, ok := strings.CutPrefix(to, link.Matches(club)+"/"); ok && strings.Trim(id, "0123456789") == "" {
			links = append(links, to)
		}
	}
	slices.Sort(links)
	return slices.Compact(links)
}
