package bot_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"carteado/cmd/carteado/games"
	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/card"
	"carteado/engine/knock"
)

func luckOf(t *testing.T, g engine.Game, deal engine.Setup, plays int) bot.Luck {
	t.Helper()
	luck, found, err := bot.LuckOf(g, deal, plays, nil)
	if err != nil || !found {
		t.Fatalf("%s: found %v, %v", g.Info().Key, found, err)
	}
	return luck
}

// The luck of all seats adds up to nothing, and the same deal has the same luck, in every game with as few and as many
// seats as it has.
func TestLuckIsOfTheDeal(t *testing.T) {
	t.Parallel()
	for _, game := range games.All() {
		info := game.Rules.Info()
		for _, seats := range []int{info.MinSeats, info.MaxSeats} {
			deal := engine.Setup{Seats: seats, Dealer: 1, Seed: engine.Seed{}.Derive("luck of "+info.Key, seats)}
			began := time.Now()
			one, again := luckOf(t, game.Rules, deal, 20), luckOf(t, game.Rules, deal, 20)
			t.Logf("%s, %d seats: %v ± %v, %v a play", info.Key, seats, one.Points, one.Errors, time.Since(began)/40)
			if !slices.Equal(one.Points, again.Points) || !slices.Equal(one.Errors, again.Errors) {
				t.Errorf("%s, %d seats: %v and then %v", info.Key, seats, one, again)
			}
			sum := 0
			for _, n := range one.Points {
				sum += n
			}
			if sum != 0 || len(one.Points) != seats {
				t.Errorf("%s, %d seats: %v adds up to %d", info.Key, seats, one.Points, sum)
			}
		}
	}
}

// A seat that is dealt melds at Knock, against cards that fit nowhere, is lucky by many points; dealt to the other
// seat, the same hands make the other one lucky.
func TestALuckyDealHasLuck(t *testing.T) {
	t.Parallel()
	const melds, odds = "2C 3C 4C 8D 8H 8S KS", "AD 3H 5S 7C 9D JH KD"
	for lucky := range engine.Seat(2) {
		deal := engine.Setup{Seats: 2, Dealer: 1, Seed: engine.Seed{}.Derive("melds", 0)}
		hands := [2][]card.Card{cards(t, melds), cards(t, odds)}
		if lucky == 1 {
			hands[0], hands[1] = hands[1], hands[0]
		}
		for i := range hands[0] { // the first card goes to the seat behind the dealer
			deal.Pack = append(deal.Pack, hands[0][i], hands[1][i])
		}
		for _, c := range card.French() {
			if !slices.Contains(deal.Pack, c) {
				deal.Pack = append(deal.Pack, c)
			}
		}
		luck := luckOf(t, knock.Game{}, deal, 50)
		t.Logf("melds in seat %d: %v ± %v", lucky, luck.Points, luck.Errors)
		if luck.Points[lucky] < 500+3*luck.Errors[lucky] {
			t.Errorf("with melds in seat %d the luck is %v ± %v", lucky, luck.Points, luck.Errors)
		}
	}
}

func cards(t *testing.T, text string) (list []card.Card) {
	t.Helper()
	for word := range strings.FieldsSeq(text) {
		c, err := card.Parse(word)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, c)
	}
	return list
}

// A luck that is told to stop has found nothing.
func TestLuckStops(t *testing.T) {
	t.Parallel()
	asked := 0
	_, found, err := bot.LuckOf(knock.Game{}, engine.Setup{Seats: 2, Seed: engine.Seed{}.Derive("stop", 0)}, 20,
		func() bool { asked++; return asked > 30 })
	if found || err != nil || asked != 31 {
		t.Errorf("asked %d times: found %v, %v", asked, found, err)
	}
}
