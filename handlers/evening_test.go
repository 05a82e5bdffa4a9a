package handlers

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"carteado/engine"
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
		with("seat1", "open", "option.knock_limit", "7").send().want(http.StatusOK)
	table := room.Request.URL.Path
	if room.form(table+"/join") != nil {
		t.Error("the host is asked to join")
	}
	commitment := digests(room)
	if len(commitment) != 1 || len(commitment[0]) != 64 {
		t.Fatalf("commitments before the deal: %v", commitment)
	}
	home := bento.get(link.Club(club)).want(http.StatusOK)
	if len(all(home.doc, "a", "href", table)) == 0 {
		t.Fatalf("the open table is not on the home page:\n%s", text(home.doc))
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
	seed, err := engine.ParseSeed(codes[1])
	if err != nil || seed.Commit(path[strings.LastIndex(path, "/")+1:]) != commitment[0] {
		t.Errorf("the secret %q does not fit its commitment (%v)", codes[1], err)
	}
	rounds := len(all(all(sheet.doc, "tbody", "", "")[0], "tr", "", ""))
	for n := 1; n <= rounds; n++ {
		bento.get(path + "/rounds/" + strconv.Itoa(n)).want(http.StatusOK)
	}
	bento.get(path + "/rounds/" + strconv.Itoa(rounds+1)).want(http.StatusNotFound)
	for _, b := range []*browser{ana, bento} {
		if list := b.get(link.Matches(club)).want(http.StatusOK); len(all(list.doc, "a", "href", path)) != 1 {
			t.Errorf("the match is not in the list:\n%s", text(list.doc))
		}
	}
	for step := 0; step <= moves; step++ {
		page := bento.get(path + "/replay/" + strconv.Itoa(step)).want(http.StatusOK)
		if step < moves && len(all(page.doc, "a", "href", path+"/replay/"+strconv.Itoa(step+1))) == 0 {
			t.Fatalf("step %d has no link to the next", step)
		}
	}
	bento.get(path + "/replay/" + strconv.Itoa(moves+1)).want(http.StatusNotFound)

	// Both ask for another match at once and get one.
	again := []*form{ana.get(table).mustForm(table + "/rematch"), bento.get(table).mustForm(table + "/rematch")}
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
		with("seat1", "bot:steady", "option.target_score", "50").send().want(http.StatusOK)
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
	late := time.Now().Add(2 * time.Minute)
	for idle := 0; time.Now().Before(late); {
		for _, b := range players {
			page := b.get(table).want(http.StatusOK)
			if page.form(table+"/rematch") != nil {
				return moves
			}
			if f := page.form(table + "/moves"); f != nil && choose(f) {
				f.send().want(http.StatusOK).at(table)
				moves++
				idle = 0
				continue
			}
			if idle++; idle > 4*len(players) {
				time.Sleep(5 * time.Millisecond)
			}
		}
	}
	t.Fatalf("the match does not end, after %d moves", moves)
	return 0
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
	case slices.Contains(buttons, "discard *") && len(cards(f, "is-legal")) > 0:
		legal := cards(f, "is-legal")
		f.with("card", legal[len(legal)-1])
		return press("discard *")
	}
	return false
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
	for _, n := range all(r.doc, "code", "", "") {
		if word := strings.TrimSpace(text(n)); len(word) == 64 && strings.Trim(word, "0123456789abcdef") == "" {
			found = append(found, word)
		}
	}
	return found
}

// href is the first link of a page that begins so and does not contain but.
func href(t *testing.T, r *reply, begin, but string) string {
	t.Helper()
	for _, n := range all(r.doc, "a", "href", "") {
		if to, _ := attr(n, "href"); strings.HasPrefix(to, begin) && !strings.Contains(to, but) {
			return to
		}
	}
	t.Fatalf("no link to %s… on the page:\n%s", begin, text(r.doc))
	return ""
}

func matchLinks(r *reply, club string) []string {
	var links []string
	for _, n := range all(r.doc, "a", "href", "") {
		to, _ := attr(n, "href")
		if id, ok := strings.CutPrefix(to, link.Matches(club)+"/"); ok && strings.Trim(id, "0123456789") == "" {
			links = append(links, to)
		}
	}
	slices.Sort(links)
	return slices.Compact(links)
}

// mover returns the browser of who is to move at a running table, and the other.
func (e *evening) mover(number int) (to, other *browser) {
	to, other = e.as("Bento"), e.as("Célia")
	if !e.board(number, "Bento").View.MyTurn() {
		to, other = other, to
	}
	return to, other
}

func TestNothingIsPlayedTwice(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	table := link.Table(e.club, 1)
	to, other := e.mover(1)
	drawing := to.get(table).mustForm(table+"/moves").with("move", "draw @stock")

	// A double click, as hard as can be.
	done := make(chan int)
	for range 8 {
		go func() {
			res, err := to.client.Do(to.request(http.MethodPost, drawing.action, drawing.values))
			if err != nil {
				t.Error(err)
				done <- 0
				return
			}
			_ = res.Body.Close()
			done <- res.StatusCode
		}()
	}
	for range 8 {
		if status := <-done; status != http.StatusSeeOther {
			t.Errorf("one of eight equal posts: %d", status)
		}
	}
	if version := e.board(1, "Bento").View.Version; version != 1 {
		t.Fatalf("%d moves after a double click", version)
	}

	// The back button brings the old form back; a second tab has one of its own.
	drawing.send().want(http.StatusSeeOther)
	tab := to.get(table).mustForm(table + "/moves")
	f := to.get(table).mustForm(table + "/moves")
	if !choose(f) {
		t.Fatal("nothing to discard")
	}
	f.send().want(http.StatusSeeOther)
	choose(tab)
	tab.send().want(http.StatusConflict).says("The table has moved on")
	f.send().want(http.StatusSeeOther)
	drawing.send().want(http.StatusSeeOther)
	drawing.values.Set("idem", newIdem())
	drawing.send().want(http.StatusConflict)
	drawing.values.Set("version", "99")
	drawing.values.Set("idem", newIdem())
	drawing.send().want(http.StatusConflict)
	if version := e.board(1, "Bento").View.Version; version != 2 {
		t.Errorf("%d moves, want 2", version)
	}

	// A key is its player's own, and an old match's form does nothing to the next.
	stolenKey := other.get(table).mustForm(table+"/moves").with("move", "draw @stock", "idem", f.values.Get("idem"))
	stolenKey.send().want(http.StatusConflict)
	old := other.get(table).mustForm(table+"/moves").with("move", "draw @stock", "match", strconv.FormatInt(e.over, 10))
	if got := old.send(); got.StatusCode != http.StatusConflict && got.StatusCode != http.StatusNotFound {
		t.Errorf("a form of another table's match: %d", got.StatusCode)
	}
	if version := e.board(1, "Bento").View.Version; version != 2 {
		t.Errorf("%d moves, want 2", version)
	}
}

func TestRefusedMoves(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	table := link.Table(e.club, 1)
	to, other := e.mover(1)
	for _, lang := range []string{"en", "pt-BR"} {
		e.sql(`UPDATE players SET lang = $1`, lang)
		to.get(table)
		other.get(table)
		before := e.digest()
		for name, c := range map[string]struct {
			who    *browser
			fields []string
			status int
		}{
			"discard before drawing": {to, []string{"move", "discard *", "card", "7H"}, 422},
			"not one's turn":         {other, []string{"move", "draw @stock"}, 422},
			"unknown card":           {to, []string{"move", "discard *", "card", "7X"}, 422},
			"no card":                {to, []string{"move", "discard *"}, 422},
			"no such move":           {to, []string{"move", "cheat"}, 422},
			"malformed":              {to, []string{"move", "Draw  @stock"}, 422},
			"another game's move":    {to, []string{"move", "build 5 @hand >wall:1"}, 422},
			"next during a round":    {to, []string{"move", "next"}, 422},
			"no version":             {to, []string{"move", "draw @stock", "version", "x"}, 422},
			"no key":                 {to, []string{"move", "draw @stock", "idem", ""}, 422},
			"strange key":            {to, []string{"move", "draw @stock", "idem", strings.Repeat("'", 26)}, 422},
			"old version":            {to, []string{"move", "draw @stock", "version", "-1"}, 422},
			"later version":          {to, []string{"move", "draw @stock", "version", "7"}, 409},
		} {
			for _, headers := range [][]string{nil, {"HX-Request", "true"}} {
				f := to.get(table).mustForm(table + "/moves")
				f.reply.browser = c.who
				key := f.values.Get("idem")
				got := f.with(c.fields...).send(headers...)
				if headers != nil && strings.HasPrefix(f.values.Get("move"), "next") {
					continue // is answered for a page that this is not
				}
				if got.StatusCode != c.status {
					t.Errorf("%s %v: %d, want %d: %s", name, headers, got.StatusCode, c.status, text(got.doc))
					continue
				}
				if strings.Contains(text(got.doc), "[r") {
					t.Errorf("%s (%s): no words for it: %s", name, lang, text(got.doc))
				}
				again := got.mustForm(table + "/moves")
				if again.values.Get("idem") != key && validIdem(f.values.Get("idem")) {
					t.Errorf("%s: the form has a new key", name)
				}
				if chosen := f.values.Get("card"); c.who == to && slices.Contains(cards(again, "card"), chosen) && again.values.Get("card") != chosen {
					t.Errorf("%s: the card %s is chosen no more", name, chosen)
				}
				if len(all(got.doc, "", "role", "alert")) == 0 {
					t.Errorf("%s: nothing says why", name)
				}
			}
		}
		if after := e.digest(); after != before {
			t.Errorf("refused moves changed something:\n%s\n%s", before, after)
		}
	}
	// A table is nobody's who does not sit there.
	form := to.get(table).mustForm(table+"/moves").with("move", "draw @stock")
	for _, name := range []string{"Davi", "Ana", "Eva"} {
		e.as(name).post(form.action, form.values).want(http.StatusNotFound)
	}
}

// A commit that fails is said to have failed, and the same form plays the move
// once it works again.
func TestUnsavedMove(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	table := link.Table(e.club, 1)
	to, _ := e.mover(1)
	e.sql(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '40001'; END $$`)
	e.sql(`CREATE CONSTRAINT TRIGGER fail AFTER INSERT ON moves DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fail()`)
	f := to.get(table).mustForm(table+"/moves").with("move", "draw @stock")
	for _, headers := range [][]string{nil, {"HX-Request", "true"}} {
		failed := f.send(headers...).want(http.StatusServiceUnavailable)
		if failed.Header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
		if key := failed.mustForm(table + "/moves").values.Get("idem"); key != f.values.Get("idem") {
			t.Error("the form has a new key")
		}
		failed.says("Not saved yet")
	}
	e.sql(`DROP TRIGGER fail ON moves`)
	f.send().want(http.StatusSeeOther)
	f.send().want(http.StatusSeeOther)
	if version := e.board(1, "Bento").View.Version; version != 1 {
		t.Errorf("%d moves, want 1", version)
	}
}

// Two matches that differ only in cards the viewer cannot know look the same, on
// every page, to the last byte.
func TestHiddenCardsChangeNothing(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	for range 6 { // some turns, so that there is a history to give something away
		to, _ := e.mover(1)
		f := to.get(link.Table(e.club, 1)).mustForm(link.Table(e.club, 1) + "/moves")
		if !choose(f) || strings.HasPrefix(f.values.Get("move"), "knock") {
			break
		}
		f.send()
	}
	for _, viewer := range []string{"Bento", "Célia", "Davi", "Ana"} {
		b := e.as(viewer)
		b.get(link.Settings)
		before := e.pages(b, nil)
		a, z := e.hiddenCards(viewer)
		e.exchange(a, z)
		after := e.pages(b, nil)
		for path, page := range before {
			if after[path] != page {
				t.Errorf("%s can tell %s from %s at %s:\n%s", viewer, a, z, path, difference(page, after[path]))
			}
		}
		// A leak in a header is found too.
		leaky := func() string { return e.stateHash() }
		planted := e.pages(b, leaky)
		e.exchange(a, z)
		if back := e.pages(b, leaky); back[link.Table(e.club, 1)] == planted[link.Table(e.club, 1)] {
			t.Errorf("an ETag over all cards is not found, for %s", viewer)
		}
	}
}

// pages are all answers to GET that a reader gets about the table in play. An
// ETag is added where one is planted.
func (e *evening) pages(b *browser, etag func() string) map[string]string {
	e.t.Helper()
	pages := map[string]string{}
	for _, r := range e.routes() {
		path := strings.Replace(e.address(r), strconv.FormatInt(e.over, 10), strconv.FormatInt(e.running, 10), 1)
		if r.method != http.MethodGet {
			continue
		}
		if strings.HasSuffix(r.path, "/poll") {
			path = strings.Replace(path, "waiting", "board", 1)
		}
		got := b.get(path)
		if etag != nil {
			got.Header.Set("Etag", etag())
		}
		pages[strings.SplitN(path, "?", 2)[0]] = impersonal(got)
	}
	return pages
}

// hiddenCards are two cards a viewer cannot know: one in a hand that is not
// theirs, one in the stock.
func (e *evening) hiddenCards(viewer string) (a, z string) {
	e.t.Helper()
	match := e.stored()
	mine := e.board(1, viewer).View.Seat
	var stock []string
	hands := map[engine.Seat][]string{}
	for _, heap := range match.Round().Cards() {
		for _, c := range heap.Cards {
			switch heap.Pile.Kind {
			case engine.Stock:
				stock = append(stock, c.String())
			case engine.Hand:
				hands[heap.Pile.Seat()] = append(hands[heap.Pile.Seat()], c.String())
			}
		}
	}
	for seat, hand := range hands {
		if seat != mine && len(hand) > 0 && len(stock) > 0 {
			return hand[0], stock[len(stock)-1]
		}
	}
	e.t.Fatal("no hidden cards")
	return "", ""
}

func (e *evening) stored() *engine.Match {
	e.t.Helper()
	conn := e.conn()
	defer conn.Close(e.t.Context())
	var state []byte
	if err := conn.QueryRow(e.t.Context(), `SELECT state FROM matches WHERE id = $1`, e.running).Scan(&state); err != nil {
		e.t.Fatal(err)
	}
	match, err := engine.LoadMatch(testGames()[0], engine.Seed{}, state)
	if err != nil {
		e.t.Fatal(err)
	}
	return match
}

func (e *evening) stateHash() string {
	e.t.Helper()
	data, err := e.stored().MarshalJSON()
	if err != nil {
		e.t.Fatal(err)
	}
	return fmt.Sprintf("%x", sha256.Sum256(data))
}

// exchange swaps two cards wherever the running match names them.
func (e *evening) exchange(a, z string) {
	e.t.Helper()
	const swap = `regexp_replace(regexp_replace(regexp_replace(%s::text, '\y' || $1 || '\y', '#', 'g'), '\y' || $2 || '\y', $1, 'g'), '#', $2, 'g')::%s`
	e.sql(`UPDATE matches SET state = `+fmt.Sprintf(swap, "state", "jsonb")+` WHERE id = $3`, a, z, e.running)
	// Moves are never changed but here: the store's own lock on that is opened.
	e.sql(`ALTER TABLE moves DISABLE TRIGGER USER`)
	defer e.sql(`ALTER TABLE moves ENABLE TRIGGER USER`)
	e.sql(`UPDATE moves SET events = `+fmt.Sprintf(swap, "events", "jsonb")+` WHERE match_id = $3`, a, z, e.running)
}

// difference is where two texts part.
func difference(a, b string) string {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			from := max(0, i-80)
			return a[from:min(len(a), i+80)] + "\n  and\n" + b[from:min(len(b), i+80)]
		}
	}
	return fmt.Sprintf("%d and %d bytes", len(a), len(b))
}
