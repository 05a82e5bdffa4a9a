package handlers

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"carteado/db/dbtest"
	"carteado/handlers/web"
	"carteado/views/link"
)

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
		if status := dbtest.Receive(t, "an answer to an equal post", done); status != http.StatusSeeOther {
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
	if !goOn(f) {
		t.Fatal("nothing to discard")
	}
	f.send().want(http.StatusSeeOther)
	goOn(tab)
	tab.send().want(http.StatusConflict).says("The table has moved on")
	f.send().want(http.StatusSeeOther)
	drawing.send().want(http.StatusSeeOther)
	drawing.values.Set("idem", web.NewIdem())
	drawing.send().want(http.StatusConflict)
	drawing.values.Set("version", "99")
	drawing.values.Set("idem", web.NewIdem())
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
					t.Errorf("%s %v: %d, want %d: %s", name, headers, got.StatusCode, c.status, got.text())
					continue
				}
				if strings.Contains(got.text(), "[r") {
					t.Errorf("%s (%s): no words for it: %s", name, lang, got.text())
				}
				again := got.mustForm(table + "/moves")
				if again.values.Get("idem") != key && web.ValidIdem(f.values.Get("idem")) {
					t.Errorf("%s: the form has a new key", name)
				}
				if chosen := f.values.Get("card"); c.who == to && slices.Contains(cards(again, "card"), chosen) &&
					again.values.Get("card") != chosen {
					t.Errorf("%s: the card %s is chosen no more", name, chosen)
				}
				if len(all(got.doc(), "", "role", "alert")) == 0 {
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
	e.sql(`CREATE CONSTRAINT TRIGGER fail AFTER INSERT ON moves DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
		EXECUTE FUNCTION fail()`)
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

// How the hand is sorted is the player's own, and stays.
func TestSortHand(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	bento := e.as("Bento")
	sorted := func() string {
		return bento.get(link.Settings).want(http.StatusOK).mustForm(link.Settings).values.Get("sort")
	}
	path := link.Sort(e.club, 1)
	led := bento.post(path, url.Values{"sort": {"suit"}}).want(http.StatusSeeOther)
	if to := led.Header.Get("Location"); to != link.Table(e.club, 1) || sorted() != "suit" {
		t.Errorf("led to %s, sorted by %q", to, sorted())
	}
	if swap := bento.post(path, url.Values{"sort": {"rank"}}, "HX-Request", "true").
		want(http.StatusOK); !strings.Contains(swap.body, `id="poll"`) || sorted() != "" {
		t.Errorf("a script gets %.200s, sorted by %q", swap.body, sorted())
	}
	bento.post(path, url.Values{"sort": {"colour"}}).want(http.StatusBadRequest)
	bento.post(link.Sort(e.club, 99), url.Values{"sort": {"suit"}}).want(http.StatusNotFound)
	// At a table that is no board any more a script is led to what it is.
	if got := bento.post(link.Sort(e.club, 2), url.Values{"sort": {"suit"}}, "HX-Request", "true").
		want(http.StatusNoContent); got.Header.Get("HX-Redirect") == "" {
		t.Error("a script is not led to the result")
	}
}
