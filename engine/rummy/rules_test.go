package rummy_test

import (
	"fmt"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/enginetest"
	"carteado/engine/rummy"
)

// The settlements are the rows of §3.5.
func TestRules(t *testing.T) {
	last := map[string]string{"clarification": "7", "scenario": "28", "settlement": "i"}
	enginetest.Rules(t, rummy.Game{}, last, map[string]func(*testing.T){
		"rule 1": testDeal, "rule 3": testFirstDraw, "rule 11": testShuffle, "rule 18": testFirstDealer,
		"rule 19": testSecrets, "rule 20": testPlayedOn,
		"option deals": testDeals, "option recycle": testFlip, "option max_reshuffles": testRenewals,
		"scenario 1": testFourHands,
	})
}

// Every option stands in a group and needs what can be.
func TestOptions(t *testing.T) {
	for _, o := range (rummy.Game{}).Info().Options {
		if !strings.Contains("match turn cards end", o.Group) || o.Group == "" {
			t.Errorf("%s stands in the group %q", o.Key, o.Group)
		}
		if _, err := (rummy.Game{}).Info().Resolve(o.Needs); err != nil {
			t.Errorf("%s needs %v", o.Key, err)
		}
	}
}

func TestPresets(t *testing.T) {
	presets := (rummy.Game{}).Info().Presets
	for _, p := range presets {
		resolved, err := rummy.Game{}.Info().Resolve(p.Options)
		if err != nil || len(p.Options) == 0 {
			t.Errorf("%s: %v, %v", p.Key, p.Options, err)
		}
		plain, _ := rummy.Game{}.Info().Resolve(nil)
		for key := range p.Options {
			if plain[key] == resolved[key] {
				t.Errorf("%s names %s as it is anyway", p.Key, key)
			}
		}
	}
}

func testDeal(t *testing.T) {
	pack := card.French()
	for seats, want := range map[int][2]int{2: {10, 31}, 3: {7, 30}, 4: {7, 23}, 5: {6, 21}, 6: {6, 15}} {
		r, err := rummy.Game{}.Deal(engine.Setup{Seats: seats, Dealer: p1, Pack: pack})
		if err != nil {
			t.Fatal(err)
		}
		view := look(r, p2)
		for s, n := range view.Counts {
			equal(t, "cards", n, want[0])
			// The seat on the dealer's left has the first card, the dealer the last
			// of each turn.
			first := (s + seats - 1) % seats
			equal(t, "dealt one at a time", look(r, engine.Seat(s)).Hand[1], pack[first+seats])
		}
		equal(t, "stock", view.Stock, want[1])
		equal(t, "up-card", view.Top, pack[seats*want[0]])
		equal(t, "discards", view.Discards, 1)
		equal(t, "to move", r.ToMove(), []engine.Seat{p2})
		enginetest.Play(t, r, p2, "draw @stock")
		equal(t, "next card", look(r, p2).Drawn, pack[seats*want[0]+1])
	}
	for name, setup := range map[string]engine.Setup{
		"one seat":     {Seats: 1},
		"seven seats":  {Seats: 7},
		"no dealer":    {Seats: 2, Dealer: 2},
		"short pack":   {Seats: 2, Pack: pack[1:]},
		"a card twice": {Seats: 2, Pack: append(pack[1:52:52], pack[1])},
		"no such rule": {Seats: 2, Options: engine.Options{"ace": "wild"}},
	} {
		if _, err := (rummy.Game{}).Deal(setup); err == nil {
			t.Errorf("%s: dealt", name)
		}
	}
}

func testFourHands(t *testing.T) {
	enginetest.Deal(t, rummy.Game{}, engine.Setup{Seats: 4, Dealer: p1, Pack: card.French()}).
		Run("view.Counts = 7 7 7 7; view.Discards = 1; view.Stock = 23; turn = 1; view.Phase = draw")
}

// The up-card may be taken in the first turn; the discard pile is empty then.
func testFirstDraw(t *testing.T) {
	enginetest.Deal(t, rummy.Game{}, engine.Setup{Seats: 2, Dealer: p2, Pack: card.French()}).
		Run("draw @discard; view:1.Top = ??")
}

// A renewed stock is shuffled, and the shuffle follows from the seed and the number.
func testShuffle(t *testing.T) {
	const start = "hand:0 2S 5H 8S TS QD; discard 2C 5D 9H JC; rest discard"
	first, same, other := at(t, start).Run("draw @stock"), at(t, start).Run("draw @stock"), at(t, start+"; renewed 1").
		Run("draw @stock")
	equal(t, "the same renewal", first.Pile("stock"), same.Pile("stock"))
	if first.Pile("stock") == other.Pile("stock") {
		t.Error("the second renewal shuffles like the first")
	}
}

// Turned over, the oldest discard is drawn first.
func testFlip(t *testing.T) {
	r := at(t, "recycle=flip; hand:0 2S 5H 8S TS QD; discard 2C 5D 9H JC; rest discard")
	old := strings.Fields(r.Pile("discard"))
	r.Run("draw @stock; discard = JC; view.Drawn = " + old[0] + "; stock = " + strings.Join(old[1:len(old)-1], " "))
}

func testRenewals(t *testing.T) {
	for _, times := range []int{0, 1, 2, 3, 5, 10} {
		for renewed := range times + 1 {
			how := "result ="
			if renewed == times {
				how = "result.How = blocked"
			}
			at(t, fmt.Sprintf("max_reshuffles=%d; renewed %d; stock 9C; rest discard; hand:0 2H TH; hand:1 QC TD",
				times, renewed)).
				Run("draw @stock; discard 9C; " + how)
		}
	}
}

func testDeals(t *testing.T) {
	for deals := range 12 {
		scoring := rummy.Game{}.Scoring(engine.Options{"match_mode": "deals", "deals": fmt.Sprint(deals + 1)})
		equal(t, "rounds", scoring.Rounds, deals+1)
		equal(t, "target", scoring.Target, 0)
	}
}

func testFirstDealer(t *testing.T) {
	seen := map[engine.Seat]bool{}
	for n := range 40 {
		m, err := engine.NewMatch(rummy.Game{}, 4, nil, engine.Seed{}.Derive("dealer", n))
		if err != nil {
			t.Fatal(err)
		}
		seen[m.Dealer()] = true
	}
	equal(t, "first dealers", len(seen), 4)
}

// A player who has left is played on in later rounds, too: the program discards the card it draws.
func testPlayedOn(t *testing.T) {
	b := at(t, "hand:0 9S; hand:1 KD; hand:2 QC; meld:1 AC AD AH; stock AS; totals 0 0 0").
		Run("1 leave; 0 draw @stock; 0 layoff AS >meld:1; 0 discard 9S; 0 next; 2 next; round = 2; load")
	for range 9 {
		for b.Match.ToMove()[0] != 1 {
			s := b.Match.ToMove()[0]
			enginetest.Play(t, b.Match, s, b.Match.Auto(s).String())
		}
		b.Run("1 draw @stock; load")
		drawn := look(b.Match.Round(), 1).Drawn.String()
		b.Run("1 auto = discard " + drawn + "; 1 discard " + drawn)
	}
}

func testSecrets(t *testing.T) {
	r := at(t, "hand:0 4H KD 2C; hand:1 5C 6D 7H; hand:2 8S 9S TS; discard 3C 4C JC; stock 6C")
	events := r.Run("draw @stock").Last
	for _, viewer := range []engine.Seat{p2, p3, engine.Spectator} {
		view := look(r, viewer)
		if strings.Contains(string(enginetest.Encode(t, view)), "6C") {
			t.Errorf("seat %d sees the card drawn: %s", viewer, enginetest.Encode(t, view))
		}
		for _, e := range events {
			if seen, open := e.For(viewer); open && strings.Contains(string(enginetest.Encode(t, seen)), "6C") {
				t.Errorf("seat %d is told the card drawn: %s", viewer, enginetest.Encode(t, seen))
			}
		}
		equal(t, "counts", view.Counts, []int{4, 3, 3})
		equal(t, "drawn", view.Drawn, card.Unknown)
		equal(t, "top", view.Top.String(), "JC")
		equal(t, "what opens when it is taken", view.Below.String(), "4C")
		equal(t, "fits", len(view.Fits(card.New(6, card.Clubs)))+len(view.GoOuts()), 0)
	}
	equal(t, "a spectator's hand", len(look(r, engine.Spectator).Hand)+look(r, engine.Spectator).Value, 0)
	r.Run("view:1.Hand = 5C 6D 7H")

	// At the end everybody sees the hands, and nobody the stock.
	r = at(t, "hand:0 9S; hand:1 KD; hand:2 QD JH; meld:1 AC AD AH; stock AS").
		Run("draw @stock; layoff AS >meld:1; discard 9S")
	view := look(r, engine.Spectator)
	equal(t, "hands", fmt.Sprint(view.End.Hands), "[[] [KD] [JH QD]]")
	for _, c := range strings.Fields(r.Pile("stock")) {
		if strings.Contains(string(enginetest.Encode(t, view)), c) {
			t.Errorf("%s of the stock is seen at the end", c)
		}
	}
}
