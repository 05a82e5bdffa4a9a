package palace

import "carteado/engine/card"

// A rank in the order of the game: 0 is the three, 12 the two.
type rank uint8

// Ranks that the rules name.
const (
	three rank = 0
	seven rank = 4
	eight rank = 5
	ten   rank = 7
	queen rank = 9
	two   rank = 12

	ranks = 13
	suits = 4
	kinds = ranks * suits // different cards of a pack
)

// place of a card in the order of the game, from the three of clubs on.
func place(c card.Card) uint { return uint(places[c]) }

func rankOf(c card.Card) rank { return rank(places[c] / suits) }

// places are the places of the cards; looking one up is quicker than working it out.
var places = func() (places [256]uint8) {
	for c := range places {
		places[c] = uint8((c - 1 + kinds - suits*(3-card.Ace)) % kinds)
	}
	return places
}()

var cardAt = func() (cards [64]card.Card) {
	for _, c := range card.French() {
		cards[place(c)] = c
	}
	return cards
}()

// at is the inverse of place.
func at(p uint) card.Card { return cardAt[p%64] }

// special are the two and the ten; the seven and the eight have an effect where a house rule gives them one
// (options.go).
func (k rank) special() bool { return k == two || k == ten }
