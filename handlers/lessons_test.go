package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/knock"
	"carteado/views/link"
)

// step posts a form of a step, after moves that were made.
func (b *browser) step(game, step, made string, fields ...string) *reply {
	form := url.Values{"made": {made}}
	for i := 0; i < len(fields); i += 2 {
		form.Add(fields[i], fields[i+1])
	}
	return b.post(link.Step(game, step), form)
}

func TestLessons(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	visitor := e.as("nobody")
	t.Run("a visitor", func(t *testing.T) { visitorLearns(t, visitor) })
	t.Run("a round", func(t *testing.T) { roundIsRepeated(t, e, visitor) })
	t.Run("kept", func(t *testing.T) { stepsAreKept(t, e) })
}

// Lessons are taken without an account and without a script: the address of a step holds the moves, a wrong one is
// refused in the words of the rule and of the step, and what is no form of the step begins it anew.
func visitorLearns(t *testing.T, b *browser) {
	const taken, help = "may not leave your hand in the same turn", "stays with your other nines"
	took := b.step("knock", "trash", "", "move", "draw @discard")
	at := took.Header.Get("Location")
	if took.StatusCode != http.StatusSeeOther || at != link.StepAt("knock", "trash", "", "draw @discard") {
		t.Fatalf("the first move: %d, %s", took.StatusCode, at)
	}
	if again := b.step("knock", "trash", "", "move", "draw @discard"); again.Header.Get("Location") != at {
		t.Errorf("the form sent twice leads to %s", again.Header.Get("Location"))
	}
	if page := b.get(at); !strings.Contains(page.body, `value="TC" data-aim`) {
		t.Error("what the step asks for is not marked")
	}
	wrong := b.step("knock", "trash", "draw @discard", "move", "discard *", "card", "9S")
	if wrong.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(wrong.body, taken) ||
		!strings.Contains(wrong.body, help) {
		t.Errorf("a wrong move: %d, %s", wrong.StatusCode, wrong.text())
	}
	elsewhere := b.step("knock", "trash", "draw @discard", "move", "discard *", "card", "8S")
	if elsewhere.StatusCode != http.StatusUnprocessableEntity ||
		!strings.Contains(elsewhere.body, "You may, but not now") {
		t.Errorf("a move that leads elsewhere: %d", elsewhere.StatusCode)
	}
	done := b.get(b.step("knock", "trash", "draw @discard", "move", "discard *", "card", "TC").Header.Get("Location"))
	if !strings.Contains(done.body, "Three nines: a set.") ||
		!strings.Contains(done.body, link.Step("knock", "joker")) {
		t.Error("the step is not done, or leads nowhere")
	}
	for name, r := range map[string]*reply{
		"moves of another step": b.step("knock", "trash", "draw @stock", "move", "discard *", "card", "TC"),
		"no moves at all":       b.step("knock", "trash", "hm", "move", "draw @discard"),
		"an old address":        b.get(link.StepAt("knock", "knock", "", "discard KD")),
		"too many moves":        b.step("knock", "round", strings.Repeat("draw @stock;", 1000)+"draw @stock"),
	} {
		if r.StatusCode != http.StatusConflict || !strings.Contains(r.body, "The step begins anew") {
			t.Errorf("%s: %d", name, r.StatusCode)
		}
	}
	for _, path := range []string{link.LessonsOf("bridge"), link.Step("knock", "bridge"),
		link.Step("bridge", "round")} {
		if r := b.get(path); r.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", path, r.StatusCode)
		}
	}
}

// The round of a lesson follows from its deal, which the page only names, and from the moves: the same form is answered
// in the same way, and another deal is another round.
func roundIsRepeated(t *testing.T, e *evening, b *browser) {
	const deal, other = "AAAAAAAAAAAAAAAAAAAAAAAAAA", "BBBBBBBBBBBBBBBBBBBBBBBBBB"
	first := b.get(link.StepAt("knock", "round", deal, "draw @stock"))
	again := b.get(link.StepAt("knock", "round", deal, "draw @stock"))
	if hand := cardsIn(first); first.StatusCode != http.StatusOK || len(hand) != 8 ||
		strings.Join(hand, " ") != strings.Join(cardsIn(again), " ") ||
		strings.Join(hand, " ") == strings.Join(cardsIn(b.get(link.StepAt("knock", "round", other, "draw @stock"))),
			" ") {
		t.Fatalf("%d: %v", first.StatusCode, hand)
	}
	senders, err := e.Senders(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	// The same round, for its legal moves: the page tells them by its buttons alone.
	p, err := bot.NewPractice(knock.Game{}, bot.Novice, nil, engine.Seed(senders.Links.Hash("lesson", deal)))
	if err != nil {
		t.Fatal(err)
	}
	made := ""
	for n := 0; !p.Over() && n < 200; n++ {
		legal := p.Scene().Legal
		move := legal[len(legal)-1]
		if err := p.Make(move); err != nil {
			t.Fatal(err)
		}
		made = strings.TrimPrefix(made+";"+move.String(), ";")
	}
	if over := b.get(link.StepAt("knock", "round", deal, made)); over.StatusCode != http.StatusOK ||
		!strings.Contains(over.body, "Another round") {
		t.Errorf("the end: %d", over.StatusCode)
	}
}

// What a player has done is kept with the account, on any device, and only what is done.
func stepsAreKept(t *testing.T, e *evening) {
	bento, phone := e.as("Bento"), e.as("Bento")
	bento.step("knock", "trash", "", "move", "draw @discard") // left in the middle
	bento.step("knock", "melds", "", "move", "draw @stock")
	bento.step("knock", "melds", "", "move", "draw @stock")
	if page := phone.get(link.LessonsOf("knock")); !strings.Contains(page.body, "1 of 6") ||
		!strings.Contains(page.body, `id="go" href="`+link.Step("knock", "deadwood")+`"`) {
		t.Error("what was done is not there on another device")
	}
	if page := e.as("Célia").get(link.LessonsOf("knock")); !strings.Contains(page.body, "0 of 6") {
		t.Error("another player has done it, too")
	}
}

// cardsIn are the cards that can be chosen on a page.
func cardsIn(r *reply) (cards []string) {
	for _, input := range all(r.doc(), "input", "name", "card") {
		card, _ := attr(input, "value")
		cards = append(cards, card)
	}
	return cards
}
