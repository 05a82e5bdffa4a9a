package handlers

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"carteado/db/dbtest"
	"carteado/engine"
	"carteado/views/link"
)

// Advice is asked for by a plain form at a table of practice; everywhere else the answer says why there is none.
func TestAdvice(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	ana := e.as("Ana")
	opened := ana.get(link.NewTableOf(e.club, "palace")).mustForm(link.Tables(e.club)).
		with("practice", "yes", "seat1", "open").send().want(http.StatusSeeOther)
	table := opened.Header.Get("Location")
	number := 5
	if page := ana.get(table).want(http.StatusOK); !strings.Contains(page.body, "Practice") ||
		page.form(table+"/hints") == nil {
		t.Fatalf("the table says\n%s", page.text())
	}
	board := e.board(number, "Ana")
	if !board.Table.Practice || board.Table.Seats[1].Bot == "" {
		t.Fatalf("opened %+v", board.Table)
	}
	advised := ana.get(table).mustForm(table + "/hints").send().want(http.StatusOK)
	if len(all(advised.doc(), "section", "id", "hint")) != 1 || len(all(advised.doc(), "", "data-aim", "")) == 0 {
		t.Errorf("the advice is\n%s", advised.text())
	}
	told := text(all(advised.doc(), "", "id", "announce")[0])
	if move, _, _ := strings.Cut(text(all(advised.doc(), "p", "class", "hint__say")[0].FirstChild), ":"); move == "" ||
		!strings.HasPrefix(told, move) {
		t.Errorf("a screen reader is told %q, and the advice is to %s", told, move)
	}
	again := ana.get(table).mustForm(table + "/hints").send().want(http.StatusOK)
	one, two := all(advised.doc(), "section", "id", "hint"), all(again.doc(), "section", "id", "hint")
	if text(one[0]) != text(two[0]) {
		t.Errorf("asked again it is %q, before %q", text(two[0]), text(one[0]))
	}
	e.plays(number, "Ana", engine.Move{Verb: "ready"})
	if !e.board(number, "Ana").View.MyTurn() {
		ana.post(table+"/hints", url.Values{"match": advised.form(table + "/hints").values["match"]}).
			want(http.StatusConflict).says("Ask when it is your turn")
	}
	mover, _ := e.mover(1)
	match := mover.get(link.Table(e.club, 1)).mustForm(link.Moves(e.club, 1)).values["match"]
	mover.post(link.Hints(e.club, 1), url.Values{"match": match}).want(http.StatusForbidden).says("This match counts")
	mover.post(link.Hints(e.club, 1), url.Values{"match": match}, fromScript...).want(http.StatusConflict).
		says("This match counts") // which htmx shows
	ana.post(table+"/hints", nil).want(http.StatusBadRequest)
	if list := ana.get(link.Club(e.club)).want(http.StatusOK); !strings.Contains(list.text(), "· practice") {
		t.Errorf("the list says\n%s", list.text())
	}
}

// At every game whose cards can be guessed there is advice, however often the table was stored and read.
func TestAdviceAtEveryGame(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	e.runs()
	ana := e.as("Ana")
	for _, game := range e.GameInfos {
		opened := ana.get(link.NewTableOf(e.club, game.Key)).mustForm(link.Tables(e.club)).
			with("practice", "yes", "seat1", "open").send().want(http.StatusSeeOther)
		table := opened.Header.Get("Location")
		number, err := strconv.Atoi(table[strings.LastIndex(table, "/")+1:])
		if err != nil {
			t.Fatal(err)
		}
		decides := func() bool {
			board := e.board(number, "Ana")
			if board.View.Between && board.View.MyTurn() { // the bot has ended a round early
				e.plays(number, "Ana", board.Legal[0])
				return false
			}
			return board.View.MyTurn()
		}
		dbtest.Await(t, "it is her turn", decides)
		for n := 0; n < 3 && decides(); n++ {
			advised := ana.get(table).mustForm(table + "/hints").send().want(http.StatusOK)
			if len(all(advised.doc(), "section", "id", "hint")) != 1 {
				t.Errorf("%s: no advice before move %d", game.Key, n+1)
			}
			e.plays(number, "Ana", e.board(number, "Ana").Legal[0])
		}
	}
}
