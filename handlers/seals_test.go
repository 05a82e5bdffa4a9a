package handlers

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"carteado/db/base"
	"carteado/views/link"
)

// Forms that begin a match show the seal of its secret, and add to the deals the word that was typed, else what the
// browser has drawn, else their own key.
func TestFormsContribute(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	bento, celia := e.as("Bento"), e.as("Célia")
	browser := strings.Repeat("0a", 16)
	added := func(match int64, seat int) base.Contribution {
		t.Helper()
		sheet, err := e.Store.Match(t.Context(), e.clubID, match, e.players["Ana"])
		if err != nil {
			t.Fatal(err)
		}
		return sheet.Contributions[seat]
	}
	opens := bento.get(link.NewTableOf(e.club, "knock")).want(http.StatusOK).mustForm(link.Tables(e.club))
	seal := opens.values.Get("seal")
	opens.with("seat1", "open").with("contribution", " maré  cheia ").with("chance", browser).send().
		want(http.StatusSeeOther)
	table := link.Table(e.club, 5)
	room := bento.get(table).want(http.StatusOK)
	if shown := digests(room); len(shown) != 1 || shown[0] != seal {
		t.Errorf("the form showed the seal %s, the table %s", seal, shown)
	}
	sits := celia.get(table).want(http.StatusOK).mustForm(table + "/join")
	sits.with("contribution", strings.Repeat("x", 24+1)).send().want(http.StatusUnprocessableEntity)
	kept := sits.with("contribution", "a\u200bb").send().want(http.StatusUnprocessableEntity)
	if word := kept.mustForm(table + "/join").values.Get("contribution"); word != "a\u200bb" {
		t.Errorf("a word that is refused becomes %q", word)
	}
	sits.with("contribution", "", "chance", browser).send().want(http.StatusSeeOther)
	match := e.board(5, "Bento").Table.Match
	if c := added(match, 0); c.Text != "maré cheia" || c.How != base.ByWord {
		t.Errorf("the word became %+v", c)
	}
	if c := added(match, 1); c.Text != browser || c.How != base.ByBrowser {
		t.Errorf("what the browser drew became %+v", c)
	}

	// Without a word and without a script.
	again := bento.get(link.NewTableOf(e.club, "knock")).mustForm(link.Tables(e.club)).with("seat1", "bot:club")
	old := bento.get(link.NewTableOf(e.club, "knock")).mustForm(link.Tables(e.club)).with("seat1", "bot:club")
	again.send().want(http.StatusSeeOther)
	if c := added(e.board(6, "Bento").Table.Match, 0); c.Text != again.values.Get("idem") || c.How != base.ByForm {
		t.Errorf("the form's key %s became %+v", again.values.Get("idem"), c)
	}
	if c := added(e.board(6, "Bento").Table.Match, 1); c.How != base.ByBot {
		t.Errorf("a bot added %+v", c)
	}

	// A word stays while the form is filled in, its fold open.
	chooses := bento.get(link.NewTableOf(e.club, "palace") + "&choose=knock&contribution=1958").want(http.StatusOK)
	if word := chooses.mustForm(link.Tables(e.club)).values.Get("contribution"); word != "1958" ||
		!regexp.MustCompile(`<details[^>]* open><summary><strong>The draw<`).MatchString(chooses.body) {
		t.Errorf("another game is chosen, and the word is %q in\n%s", word, chooses.text())
	}

	// The second of two windows shows a seal that is broken: it is asked again, under another.
	refused := old.with("contribution", "404").send().want(http.StatusUnprocessableEntity).
		says("press once more").mustForm(link.Tables(e.club))
	if refused.values.Get("seal") == old.values.Get("seal") {
		t.Error("the form is shown with the same seal")
	}
	if word := refused.values.Get("contribution"); word != "404" {
		t.Errorf("with another seal the word is %q", word)
	}
	refused.send().want(http.StatusSeeOther)
}

// A player who wants a rematch adds to its deals by asking for it or by agreeing, under the seal that the table
// shows.
func TestRematchContributes(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	bento, celia := e.as("Bento"), e.as("Célia")
	table := link.Table(e.club, 2)
	next := e.board(2, "Bento").Table.NextSeal
	for _, shown := range digests(bento.get(table).want(http.StatusOK)) {
		if shown != next {
			t.Errorf("the table shows %s, its next seal is %s", shown, next)
		}
	}
	asks := bento.get(table).mustForm(table + "/offers/rematch")
	if word := asks.with("contribution", "a\u200bb").send().want(http.StatusUnprocessableEntity).
		mustForm(table + "/offers/rematch").values.Get("contribution"); word != "a\u200bb" {
		t.Errorf("a word that is refused becomes %q", word)
	}
	asks.with("contribution", "1958").send().want(http.StatusSeeOther)
	celia.get(table).mustForm(table+"/offers/answer").with("answer", "yes").with("contribution", "404").send().
		want(http.StatusSeeOther)
	dealt := e.board(2, "Bento").Table
	sheet, err := e.Store.Match(t.Context(), e.clubID, dealt.Match, e.players["Ana"])
	if err != nil {
		t.Fatal(err)
	}
	if sheet.Commitment != next || sheet.Contributions[0].Text+sheet.Contributions[1].Text != "1958404" {
		t.Errorf("dealt under %s from %+v", sheet.Commitment, sheet.Contributions)
	}
}
