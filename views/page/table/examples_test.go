package table

import (
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/huangdi"
	"carteado/engine/palace"
	"carteado/views/i18n"
)

// Everything that an example shows comes from playing it.
func TestDemo(t *testing.T) {
	ctx := i18n.With(t.Context(), i18n.English)
	demos := map[string]demo{}
	for _, e := range engine.Examples(palace.Game{}) {
		demos[e.Key] = newDemo(ctx, "palace", e)
	}
	higher := demos["higher"]
	if higher.tried != nil || len(higher.events) == 0 || len(higher.after) != 2 ||
		higher.after[0].spoken(ctx) != "six of clubs, seven of hearts" {
		t.Errorf("higher: %+v", higher)
	}
	if pile := higher.after[0]; pile.cards[0].moved || !pile.cards[1].moved {
		t.Errorf("higher: the card that came is not marked: %+v", pile)
	}
	lower := demos["lower"]
	if lower.tried == nil || len(lower.after) > 0 || lower.refusal.Sentence(ctx) == "" ||
		lower.refusal.Rule != palace.RuleLower {
		t.Errorf("lower: %+v", lower)
	}
	if hand := lower.before[1]; !hand.cards[0].moved || hand.cards[1].moved {
		t.Errorf("lower: the card that was tried is not marked: %+v", hand)
	}
}

// A joker on a wall shows what it stands for, and says so.
func TestDemoOfAJoker(t *testing.T) {
	ctx := i18n.With(t.Context(), i18n.English)
	for _, e := range engine.Examples(huangdi.Game{}) {
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
		pile         engine.Place
		drawn, backs int
	}{
		"discards":        {engine.In(engine.Discard), maxShown, 0},
		"hand":            {engine.Of(engine.Hand, 0), 9, 0},
		"stock":           {engine.In(engine.Stock), 3, 3},
		"one's stock":     {engine.Of(engine.Stock, 0), 3, 2},
		"dealt face down": {engine.Of(engine.Down, 0), maxShown, maxShown},
	} {
		h := demo{game: "huangdi"}.heap(ctx, e, engine.Pile{Place: c.pile, Cards: card.French()[:9]}, nil, false)
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
