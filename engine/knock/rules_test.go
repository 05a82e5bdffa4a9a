package knock_test

import (
	"fmt"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/enginetest"
	"carteado/engine/knock"
)

// The hands, settlements and matches are the tables of §3.3 to §3.5.
func TestRules(t *testing.T) {
	last := map[string]string{"clarification": "11", "scenario": "30", "hand": "r", "settlement": "15", "match": "7"}
	enginetest.Rules(t, knock.Game{}, last, map[string]func(*testing.T){
		"rule 1": testDeal, "rule 10": testRenewal, "rule 18": testFirstDealer, "rule 19": testSecrets,
	})
}

func testDeal(t *testing.T) {
	pack := card.French()
	r, err := knock.Game{}.Deal(engine.Setup{Seats: 2, Dealer: p2, Pack: pack})
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "P1", card.Write(look(r, p1).Hand), "AC AH 2C 2H 3C 3H 4C")
	equal(t, "P2", card.Write(look(r, p2).Hand), "AD AS 2D 2S 3D 3S 4D")
	view := look(r, engine.Spectator)
	equal(t, "up-card", view.Top, pack[14])
	equal(t, "stock", view.Stock, 37)
	equal(t, "to move", r.ToMove(), []engine.Seat{p1})
	enginetest.Play(t, r, p1, "draw @stock")
	equal(t, "next card", look(r, p1).Drawn, pack[15])

	for name, setup := range map[string]engine.Setup{
		"three seats":  {Seats: 3},
		"no dealer":    {Seats: 2, Dealer: 2},
		"short pack":   {Seats: 2, Pack: pack[1:]},
		"a card twice": {Seats: 2, Pack: append(pack[1:52:52], pack[1])},
		"no such rule": {Seats: 2, Options: engine.Options{"knock_limit": "4"}},
	} {
		if _, err := (knock.Game{}).Deal(setup); err == nil {
			t.Errorf("%s: dealt", name)
		}
	}
}

func testRenewal(t *testing.T) {
	b := at(t, "rest discard; discard 2C KD 5H 9S")
	before := card.Write(b.Piles(nil)[1].Cards)
	b.Run("draw @stock")
	if stock := card.Write(b.Piles(nil)[0].Cards); strings.Contains(before, stock) {
		t.Error("the new stock is not shuffled")
	}
}

func testFirstDealer(t *testing.T) {
	var deals [2]int
	for n := range 200 {
		m, err := engine.NewMatch(knock.Game{}, 2, nil, engine.Seed{}.Derive("dealer", n))
		if err != nil {
			t.Fatal(err)
		}
		deals[m.Dealer()]++
	}
	if min(deals[0], deals[1]) < 70 {
		t.Errorf("the first dealers of 200 matches: %v", deals)
	}
}

func testSecrets(t *testing.T) {
	const handA = "4H 5H 6H 9C 9D 9S 2C"
	r := at(t, "hand:0 "+handA+" KD; hand:1 2D 4S 6C 8D TH QC KS; discard 3H")
	for _, s := range []engine.Seat{p2, engine.Spectator} {
		view := look(r, s)
		equal(t, "counts", view.Counts, [2]int{8, 7})
		equal(t, "deadwood", view.Deadwood, map[engine.Seat]int{p2: 55, engine.Spectator: 0}[s])
		equal(t, "drawn, taken, knocks", view.Drawn.String()+view.Taken.String()+card.Write(view.Knocks), "????")
		equal(t, "known", card.Write(view.Known[p1]), "")
		text := strings.Join([]string{card.Write(view.Hand), card.Write(view.Rest), fmt.Sprint(view.Melds)}, " ")
		for _, c := range enginetest.Cards(t, handA+" KD") {
			if strings.Contains(text, c.String()) {
				t.Errorf("seat %d sees %s", s, c)
			}
		}
	}
	equal(t, "end", look(r, p1).End == nil, true)

	r.Run("knock KD")
	for _, s := range []engine.Seat{p1, p2, engine.Spectator} {
		view := look(r, s)
		equal(t, "knock card", view.End.KnockCard.String(), "KD")
		equal(t, "left over", card.Write(view.End.Hands[p2].Left), "2D 4S 6C 8D TH QC KS")
		equal(t, "counts", view.Counts, [2]int{})
	}
	var names []string
	for _, pile := range r.Piles(nil) {
		names = append(names, pile.Place.String())
	}
	equal(t, "piles", names, strings.Fields("stock discard hand:0 hand:1 knock shown:0 shown:1 left:0 left:1"))
	equal(t, "hand", len(r.Piles(nil)[2].Cards)+len(r.Piles(nil)[3].Cards), 0)
}
