package rummy_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/enginetest"
	"carteado/engine/meld"
	"carteado/engine/rummy"
	"carteado/engine/shuffle"

	"pgregory.net/rapid"
)

// drawnOptions are house rules that matter within a turn.
func drawnOptions(t *rapid.T) engine.Options {
	options := engine.Options{}
	for _, o := range (rummy.Game{}).Info().Options {
		switch o.Group {
		case "turn", "cards", "end":
			options[o.Key] = rapid.SampledFrom(o.Values).Draw(t, o.Key)
		}
	}
	return options
}

var acesOf = map[string]meld.Aces{"low": meld.AcesLow, "low_or_high": meld.AcesBoth, "high": meld.AcesHigh}

// §6: what holds at any time, in rounds played at random that meld and lay off
// when they can.
func TestAnyTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seats := rapid.IntRange(2, 6).Draw(t, "seats")
		options := drawnOptions(t)
		resolved, err := rummy.Game{}.Info().Resolve(options)
		if err != nil {
			t.Fatal(err)
		}
		r, err := rummy.Game{}.Deal(engine.Setup{
			Seats: seats, Options: resolved, Seed: engine.Seed{}.Derive("any", rapid.IntRange(0, 1<<20).
				Draw(t, "seed")),
		})
		if err != nil {
			t.Fatal(err)
		}
		aces := acesOf[resolved["ace"]]
		chance := shuffle.NewChance(engine.Seed{}.Derive("moves", rapid.IntRange(0, 1<<20).Draw(t, "moves")))
		before := 0 // cards in the hand before the turn
		for len(r.ToMove()) > 0 {
			s := r.ToMove()[0]
			view := look(r, s)
			legal := r.Legal(s, nil)
			if view.Phase == rummy.PhaseDraw {
				before = len(view.Hand)
			}
			if view.Taken != card.Unknown && slices.Contains(legal, engine.NewMove("discard", view.Taken)) {
				t.Fatalf("%s may go back", view.Taken)
			}
			m := legal[chance.Below(len(legal))]
			if last := legal[0]; (last.Verb == "meld" || last.Verb == "layoff") && chance.Below(2) == 0 {
				m = last
			}
			if _, err := engine.Play(r, s, m); err != nil {
				t.Fatalf("%s: %v", m, err)
			}
			after := len(look(r, s).Hand)
			change := map[string]int{"draw": 1, "meld": -len(m.Words()), "layoff": -1, "discard": -1}[m.Verb]
			if after != len(view.Hand)+change {
				t.Fatalf("%s changed a hand of %d to %d", m, len(view.Hand), after)
			}
			if m.Verb == "discard" && after > before {
				t.Fatalf("a turn made %d cards of %d", after, before)
			}
			whole(t, r, aces)
		}
	})
}

// whole checks that all cards are there, and every meld on the table is one.
func whole(t *rapid.T, r engine.Round, aces meld.Aces) {
	var all meld.Hand
	n := 0
	for _, pile := range r.Piles(nil) {
		h := meld.Of(pile.Cards...)
		all |= h
		n += len(pile.Cards)
		if pile.Place.Kind == engine.Meld && (!aces.Valid(h) || !slices.Equal(meld.InOrder(h), pile.Cards)) {
			t.Fatalf("on the table is %s", card.Write(pile.Cards))
		}
	}
	if n != 52 || all.Len() != 52 {
		t.Fatalf("%d cards, %d of them different", n, all.Len())
	}
}

// fitting is a position in which P1 has drawn, and is near going out, under one of
// some rules for melds. What play cannot lead to is drawn again.
func fitting(t *rapid.T, perTurn ...string) (position string, r engine.Round) {
	position = rapid.Custom(func(t *rapid.T) string { return near(t, perTurn) }).Filter(func(p string) bool {
		_, err := engine.Set(rummy.Game{}, p, nil)
		return err == nil
	}).Draw(t, "position")
	return position, at(t, position).Round
}

func near(t *rapid.T, perTurn []string) string {
	options := drawnOptions(t)
	options["melds_per_turn"] = rapid.SampledFrom(perTurn).Draw(t, "melds_per_turn")
	text, laid := "", "laid"
	for key, value := range options {
		text += key + "=" + value + "; "
	}
	aces := acesOf[options["ace"]]
	left := meld.Of(card.French()...)
	some := func(label string, from meld.Hand) meld.Hand {
		all := aces.Melds(nil, from)
		all = slices.DeleteFunc(all, func(m meld.Hand) bool { return m.Len() > 5 })
		return rapid.SampledFrom(all).Draw(t, label)
	}
	var fits meld.Hand
	for i := range rapid.IntRange(0, 3).Draw(t, "melds") {
		m := some("on the table", left)
		left &^= m
		text += fmt.Sprintf("meld:%d %s; ", i+1, card.Write(meld.InOrder(m)))
		laid += rapid.SampledFrom([]string{" 1", " 1", " 0"}).Draw(t, "by")
		next := aces.Fits(m) & left
		fits |= next
		for c := range next.All() {
			fits |= aces.Fits(m.With(c)) & left
		}
	}
	var hand meld.Hand
	for range rapid.IntRange(0, 2).Draw(t, "in the hand") {
		hand |= some("held", left&^hand)
	}
	more := rapid.Permutation((fits &^ hand & left).Cards()).Draw(t, "fits")
	hand |= meld.Of(more[:min(len(more), rapid.IntRange(0, 4).Draw(t, "so many"))]...)
	loose := rapid.Permutation((left &^ hand).Cards()).Draw(t, "loose")
	hand |= meld.Of(loose[:max(1-hand.Len(), rapid.SampledFrom([]int{0, 0, 1, 1, 2}).Draw(t, "loose cards"))]...)
	held := hand.Cards()
	if len(held) > 11 {
		held = held[:11]
	}
	taken := rapid.SampledFrom([]string{"", "; taken"}).Draw(t, "taken")
	return fmt.Sprintf("%s%s; hand:0 %s; drawn %s%s", text, laid, card.Write(held), rapid.SampledFrom(held).
		Draw(t, "drawn"), taken)
}

// TestGoOutsAreAll: the whole hand is offered in one move exactly where some
// sequence of moves empties it, were melds not limited.
func TestGoOutsAreAll(t *testing.T) {
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		p, r := fitting(t, "1_except_rummy")
		offered := look(r, p1).GoOuts()
		possible := false
		if !look(r, p1).Opened[p1] {
			possible = empties(at(t, p+"; melds_per_turn=unlimited"), map[string]bool{})
		}
		if possible != (len(offered) > 0) {
			t.Fatalf("offered %v, possible %v", offered, possible)
		}
		for _, m := range offered {
			found++
			enginetest.Play(t, r, p1, m.String())
			equal(t, "how", look(r, p1).End.How, rummy.HowRummy)
		}
	})
	if found == 0 {
		t.Error("nobody can go out: the test sees nothing")
	}
}

// empties tries every way to play a turn to its end.
func empties(r engine.Round, tried map[string]bool) bool {
	v := look(r, p1)
	if len(v.Hand) == 0 {
		return true
	}
	at := fmt.Sprint(v.Hand, v.Melds)
	if tried[at] || v.Turn != p1 {
		return false
	}
	tried[at] = true
	for _, m := range r.Legal(p1, nil) {
		if m.Verb == "discard" && len(v.Hand) > 1 {
			continue
		}
		c := engine.Clone(r)
		if _, err := engine.Play(c, p1, m); err == nil && empties(c, tried) {
			return true
		}
	}
	return false
}

// TestFitsAreTheLayOffs: what a view says of a card is what may be played.
func TestFitsAreTheLayOffs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, r := fitting(t, "1_except_rummy", "unlimited")
		want := map[string]bool{}
		for _, m := range r.Legal(p1, nil) {
			if m.Verb == "layoff" {
				want[m.String()] = true
			}
		}
		for _, c := range card.French() {
			for _, n := range look(r, p1).Fits(c) {
				text := fmt.Sprintf("layoff %s >meld:%d", c, n)
				if !want[text] {
					t.Fatalf("%s is no move", text)
				}
				delete(want, text)
			}
		}
		if len(want) > 0 {
			t.Fatalf("the view does not tell of %v", want)
		}
	})
}

// TestLegalIsWhatIsAccepted tries every meld, lay-off and discard that can be
// written.
func TestLegalIsWhatIsAccepted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, r := fitting(t, "1_except_rummy", "unlimited")
		legal := r.Legal(p1, nil)
		try := func(m engine.Move) {
			_, err := engine.Play(engine.Clone(r), p1, m)
			if accepted := err == nil; accepted != slices.Contains(legal, m) {
				t.Fatalf("%s is accepted: %v", m, accepted)
			}
		}
		hand := look(r, p1).Hand
		for mask := 1; mask < 1<<len(hand); mask++ {
			m := engine.Move{Verb: "meld"}
			var h meld.Hand
			for i, c := range hand {
				if mask>>i&1 != 0 {
					h = h.With(c)
				}
			}
			for _, c := range meld.InOrder(h) {
				m = m.Add(engine.Word{Card: c})
			}
			try(m)
		}
		for _, c := range card.French() {
			try(engine.NewMove("discard", c))
			for n := range len(look(r, p1).Melds) + 1 {
				try(engine.NewMove("layoff", c).On(engine.Nth(engine.Meld, n+1)))
			}
		}
		verbs := ""
		for _, m := range legal {
			if !strings.HasSuffix(verbs, m.Verb+" ") {
				verbs += m.Verb + " "
			}
		}
		if !strings.Contains("meld layoff discard ", verbs) && verbs != "meld discard " {
			t.Fatalf("verbs in the order %s", verbs)
		}
	})
}
