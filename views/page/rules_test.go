package page

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/huangdi"
	"carteado/engine/knock"
	"carteado/engine/palace"
	"carteado/engine/rummy"
	"carteado/views/i18n"
)

func palaceRules(options engine.Options) RulesProps {
	return RulesProps{Club: "quinta", Table: 7, Game: palace.Game{}.Info(), Options: options, Examples: palace.Game{}.Examples()}
}

func written(t *testing.T, p RulesProps) string {
	t.Helper()
	var b strings.Builder
	if err := Rules(p).Render(i18n.With(t.Context(), i18n.English), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Every section is there with its text, and every example that is true for the
// table's house rules is shown, and no other.
func TestRulesOfATable(t *testing.T) {
	ctx := i18n.With(t.Context(), i18n.English)
	for name, options := range map[string]engine.Options{
		"as written": nil,
		"places":     {"scoring": "placement"},
		"ten":        {"ten_on_any": "off"},
	} {
		p := palaceRules(options)
		var shown []string
		for _, c := range p.chapters(ctx) {
			if c.title == "" || len(c.prose) == 0 {
				t.Errorf("%s: section %s has title %q and %d paragraphs", name, c.key, c.title, len(c.prose))
			}
			for _, d := range c.demos {
				shown = append(shown, d.key)
			}
		}
		for _, e := range p.Examples {
			if p.applies(e) != slices.Contains(shown, e.Key) {
				t.Errorf("%s: example %s applies is %v, shown %v", name, e.Key, p.applies(e), shown)
			}
		}
		if len(shown) < 5 {
			t.Errorf("%s: only %d examples", name, len(shown))
		}
	}
}

func TestRulesSayWhatATableChanges(t *testing.T) {
	plain, own := written(t, palaceRules(nil)), written(t, palaceRules(engine.Options{"ten_on_any": "off"}))
	const usual, changed = "A 10 goes on anything and burns", "A 10 keeps to the order of the cards"
	if !strings.Contains(plain, usual) || strings.Contains(plain, changed) || strings.Contains(plain, "is-changed") {
		t.Error("the rules as written are not shown as written")
	}
	if strings.Contains(own, usual) || !strings.Contains(own, changed) || strings.Count(own, "is-changed") != 1 {
		t.Error("the changed rule is not shown, or not marked")
	}
	general := palaceRules(nil)
	general.Table, general.Games = 0, []engine.Info{general.Game}
	if text := written(t, general); strings.Contains(text, "/tables/7") || !strings.Contains(text, "Shithead") {
		t.Error("the rules in general speak of a table, or of no bundle of house rules")
	}
}

// What an example shows comes from playing it.
func TestDemo(t *testing.T) {
	ctx := i18n.With(t.Context(), i18n.English)
	demos := map[string]demo{}
	for _, e := range (palace.Game{}).Examples() {
		demos[e.Key] = newDemo(ctx, "palace", e)
	}
	higher := demos["higher"]
	if higher.tried != nil || len(higher.events) == 0 || len(higher.after) != 2 || higher.after[0].spoken(ctx) != "six of clubs, seven of hearts" {
		t.Errorf("higher: %+v", higher)
	}
	if pile := higher.after[0]; pile.cards[0].moved || !pile.cards[1].moved {
		t.Errorf("higher: the card that came is not marked: %+v", pile)
	}
	lower := demos["lower"]
	if lower.tried == nil || len(lower.after) > 0 || lower.refusal.Sentence(ctx) == "" || lower.refusal.Rule != palace.RuleLower {
		t.Errorf("lower: %+v", lower)
	}
	if hand := lower.before[1]; !hand.cards[0].moved || hand.cards[1].moved {
		t.Errorf("lower: the card that was tried is not marked: %+v", hand)
	}
}

// A joker on a wall shows what it stands for, and says so.
func TestDemoOfAJoker(t *testing.T) {
	ctx := i18n.With(t.Context(), i18n.English)
	for _, e := range (huangdi.Game{}).Examples() {
		if e.Key != "joker" {
			continue
		}
		d := newDemo(ctx, "huangdi", e)
		if got := d.after[0].spoken(ctx); got != "one, two, three, joker standing for four, five" {
			t.Errorf("the wall is %q", got)
		}
		var b strings.Builder
		if err := demonstration(d).Render(ctx, &b); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(b.String(), `<b class="stands">4</b>`); n != 1 {
			t.Errorf("what the joker stands for is drawn %d times", n)
		}
		return
	}
	t.Error("no example has a joker")
}

func TestHeapsAreDrawnInShort(t *testing.T) {
	ctx := i18n.With(t.Context(), i18n.English)
	e := engine.Example{Seat: 0}
	for name, c := range map[string]struct {
		pile         engine.Pile
		drawn, backs int
	}{
		"discards":        {engine.In(engine.Discard), mostShown, 0},
		"hand":            {engine.Of(engine.Hand, 0), 9, 0},
		"stock":           {engine.In(engine.Stock), 3, 3},
		"one's stock":     {engine.Of(engine.Stock, 0), 3, 2},
		"dealt face down": {engine.Of(engine.Down, 0), mostShown, mostShown},
	} {
		h := demo{game: "huangdi"}.heap(ctx, e, engine.Heap{Pile: c.pile, Cards: card.French()[:9]}, nil)
		backs := 0
		for _, s := range h.cards {
			if s.back {
				backs++
			}
		}
		if len(h.cards) != c.drawn || backs != c.backs || h.total != 9 || h.more != 9-c.drawn {
			t.Errorf("%s: %d drawn, %d backs, %+v", name, len(h.cards), backs, h)
		}
	}
}

// gap is a key that has no text, or an argument that was not given.
var gap = regexp.MustCompile(`\[[a-z_]+(\.[a-zA-Z0-9_]+)+\]|\{[a-z_]+\}`)

// Every example of every game can be shown in every language.
func TestEveryExampleIsInWords(t *testing.T) {
	for _, game := range []engine.Game{palace.Game{}, rummy.Game{}, huangdi.Game{}, knock.Game{}} {
		key := game.Info().Key
		for _, e := range game.(engine.Exemplary).Examples() {
			for _, lang := range i18n.Languages() {
				ctx := i18n.With(t.Context(), lang)
				var b strings.Builder
				if err := demonstration(newDemo(ctx, key, e)).Render(ctx, &b); err != nil {
					t.Fatal(err)
				}
				if gap.MatchString(b.String()) {
					t.Errorf("%s, %s, %s: %v", key, e.Key, lang, gap.FindAllString(b.String(), -1))
				}
			}
		}
	}
}
