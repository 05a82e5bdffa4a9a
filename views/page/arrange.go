package page

import (
	"slices"

	"github.com/a-h/templ"

	"carteado/engine"
	"carteado/engine/card"
)

// cardOf reads a card as forms write it; anything else is an unknown card.
func cardOf(text string) card.Card {
	c, err := card.Parse(text)
	if err != nil {
		return card.Unknown
	}
	return c
}

// leftOver are the cards of the hand that a declared knock neither lays down
// nor puts in combinations.
func leftOver(p ArrangeProps, move engine.Move) []card.Card {
	var left []card.Card
	for _, c := range p.Hand {
		if !slices.ContainsFunc(move.Words(), func(w engine.Word) bool { return w.Card == c }) {
			left = append(left, c)
		}
	}
	return left
}

func currentTab(is bool) templ.Attributes {
	if !is {
		return nil
	}
	return templ.Attributes{"aria-current": "true"}
}

// ArrangeProps is the page for knocking with combinations of one's own choice.
type ArrangeProps struct {
	Table   int
	Match   int64
	Version int
	Idem    string
	Card    string        // the card to knock with, empty before it is chosen
	Cards   []string      // cards with which one may knock
	Moves   []engine.Move // declared knocks with Card, best first
	Hand    []card.Card   // of the reader, eight cards
}
