package part_test

import (
	"context"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/views/i18n"
	"carteado/views/part"

	"github.com/a-h/templ"
)

func english(t *testing.T) context.Context { return i18n.With(t.Context(), i18n.English) }

func shown(t *testing.T, ctx context.Context, c templ.Component) string {
	t.Helper()
	var b strings.Builder
	if err := c.Render(ctx, &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestCardsAreNamedInBothLanguages(t *testing.T) {
	names := map[string]bool{}
	for _, lang := range i18n.Languages() {
		ctx := i18n.With(t.Context(), lang)
		for _, c := range card.French() {
			name := part.Spoken(ctx, c)
			if names[name] {
				t.Errorf("%s: %q names two cards", lang, name)
			}
			names[name] = true
		}
	}
	for lang, want := range map[string]string{i18n.Portuguese: "dama de espadas", i18n.English: "queen of spades"} {
		if got := part.Spoken(i18n.With(t.Context(), lang), card.New(card.Queen, card.Spades)); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
}

func TestFaceDownCardTellsNothing(t *testing.T) {
	known, hidden := shown(t, english(t), part.Card(card.New(7, card.Hearts))), shown(t, english(t), part.Back())
	if !strings.Contains(known, "#h7") || strings.Contains(hidden, "aria-label") || !strings.Contains(hidden, "#back") {
		t.Errorf("known %s, hidden %s", known, hidden)
	}
}

func TestWildCardSaysWhatItStandsFor(t *testing.T) {
	w := engine.Word{Card: card.New(card.Ace, card.Diamonds), As: card.New(9, card.Clubs)}
	if got := part.SpokenWord(english(t), w); got != "ace of diamonds standing for nine of clubs" {
		t.Error(got)
	}
	w.As = w.Card
	if got := part.SpokenWord(english(t), w); got != "ace of diamonds" {
		t.Error(got)
	}
}

func TestNames(t *testing.T) {
	people := []part.Person{{ID: 1, Name: "Ana", Me: true}, {ID: 2, Name: "Bento"}, {Bot: "club"}, {}}
	if got := part.Names(english(t), people[:3]); got != "Ana, Bento and Club bot" {
		t.Error(got)
	}
	if got := part.Names(english(t), part.Others(people)); got != "Bento and Club bot" {
		t.Error(got)
	}
	if got := part.Addressed(english(t), people[0]); got != "You" {
		t.Error(got)
	}
}

func TestRichTextEscapesPeople(t *testing.T) {
	guest := part.Person{ID: 3, Name: `<b>&"`}
	got := shown(t, english(t), part.Rich("event.knock.took", "who", guest, "cards",
		part.Words([]card.Card{card.New(10, card.Hearts)})))
	if strings.Contains(got, "<b>") || !strings.Contains(got, "&lt;b&gt;&amp;") || !strings.Contains(got, "10♥") {
		t.Error(got)
	}
	if said := part.Plain(english(t), "event.knock.took", "who", guest, "cards",
		card.New(10, card.Hearts)); said != guest.Name+" took ten of hearts from the trash" {
		t.Error(said)
	}
}

func TestChart(t *testing.T) {
	people := []part.Person{{ID: 1, Name: "Ana"}, {ID: 2, Name: "Maximiliana"}}
	round := func(a, b int) engine.RoundScore { return engine.RoundScore{Totals: []int{a, b}} }
	for name, c := range map[string]part.Chart{
		"before the first round": {People: people, Target: 100},
		"below zero": {People: people, Target: 100, Rounds: []engine.RoundScore{
			round(-10, 40), round(-35, 61)}},
		"beyond the target": {People: people, Target: 50, Rounds: []engine.RoundScore{
			round(12, 40), round(60, 77)}},
		"equal": {People: people, Target: 100, Rounds: []engine.RoundScore{round(100, 100)}},
	} {
		got := shown(t, english(t), part.Figure(c))
		if strings.Contains(got, "NaN") || strings.Contains(got, "Inf") || !strings.Contains(got, "aria-label") {
			t.Errorf("%s: %s", name, got)
		}
	}
	got := shown(t, english(t),
		part.Figure(part.Chart{People: people, Target: 100, Rounds: []engine.RoundScore{round(-10, 40)}}))
	if want := "Running points over 1 round: Ana has −10, Maximiliana has 40. The limit is 100."; !strings.Contains(
		got, want) {
		t.Errorf("no summary in %s", got)
	}
}

func TestFieldTiesFaultToInput(t *testing.T) {
	got := shown(t, english(t), part.Field(part.Input{Name: "name", Label: "Name", Value: `"Ana"`, Fault: "Taken.",
		Hint: "Hint."}))
	for _, want := range []string{`aria-invalid="true"`, `aria-describedby="name-hint name-fault"`, `id="name-fault"`,
		`value="&#34;Ana&#34;"`, "required"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
	if secret := shown(t, english(t),
		part.Field(part.Input{Name: "p", Type: "password", Value: "hunter2"})); strings.Contains(secret, "hunter2") {
		t.Error("a password was written back into the page")
	}
}

func TestFaultsTakeTheFocus(t *testing.T) {
	for name, c := range map[string]templ.Component{
		"field":    part.Field(part.Input{Name: "x", Fault: "wrong"}),
		"text":     part.Field(part.Input{Name: "x", Fault: "wrong", Rows: 3}),
		"select":   part.Select("x", "X", "", "wrong", nil),
		"groups":   part.Groups("x", "X", "", "wrong", nil),
		"password": part.NewPassword("x", "X", "wrong"),
	} {
		var b strings.Builder
		if err := c.Render(i18n.With(t.Context(), i18n.English), &b); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{" autofocus", `aria-invalid="true"`, `x-fault"`,
			`<p class="fault" id="x-fault">`} {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%s has no %s: %s", name, want, b.String())
			}
		}
	}
	var b strings.Builder
	if err := part.Field(part.Input{Name: "x", Value: "y"}).Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "autofocus") {
		t.Errorf("a field without a fault takes the focus: %s", b.String())
	}
}
