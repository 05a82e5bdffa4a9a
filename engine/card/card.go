// Package card knows the cards of every game and how they are written: two
// letters for the French pack (7H, TD, AS), a number, J or R for Huang Di, and
// ?? for a card nobody may see. It knows no rules and no values.
package card

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A Card is one card of one pack. The zero value is Unknown, a card that lies
// face down. Cards of the French pack are ordered by rank, ace first, and
// within a rank by suit: clubs, diamonds, hearts, spades.
type Card uint8

// Suit of a French card, in the order in which cards are listed.
type Suit uint8

// The four suits; NoSuit is the suit of the cards of Huang Di.
const (
	Clubs Suit = iota
	Diamonds
	Hearts
	Spades
	NoSuit
)

// Ranks of the French pack with a name; the others are their number.
const (
	Ace   = 1
	Jack  = 11
	Queen = 12
	King  = 13
)

const (
	// Unknown is a card that lies face down; it is written ??.
	Unknown Card = 0

	french  = 52 // cards 1 to 52
	huangdi = 64 // 65 to 74 are the numbers 1 to 10

	// Joker and Reverse are the two special cards of Huang Di.
	Joker   Card = 75
	Reverse Card = 76
)

const (
	ranks = "A23456789TJQK"
	suits = "CDHS"
)

// New returns the French card of a rank (1 to 13) and a suit.
func New(rank int, suit Suit) Card { return Card(rank-1)*4 + Card(suit) + 1 }

// Number returns the Huang Di card with number n, 1 to 10.
func Number(n int) Card { return huangdi + Card(n) }

// IsFrench reports whether c belongs to the French pack.
func (c Card) IsFrench() bool { return c >= 1 && c <= french }

// Rank is 1 (ace) to 13 (king) for a French card, the number for a numbered
// card of Huang Di, and 0 for every other card.
func (c Card) Rank() int {
	switch {
	case c.IsFrench():
		return int(c-1)/4 + 1
	case c > huangdi && c < Joker:
		return int(c - huangdi)
	}
	return 0
}

// Suit of a French card; NoSuit for every other card.
func (c Card) Suit() Suit {
	if !c.IsFrench() {
		return NoSuit
	}
	return Suit((c - 1) % 4)
}

// String writes the card as it is written everywhere.
func (c Card) String() string {
	if int(c) < len(names) {
		return names[c]
	}
	return unknown
}

const unknown = "??"

// names are the cards as they are written.
var names = func() (names [Reverse + 1]string) {
	for i := range names {
		switch c := Card(i); {
		case c.IsFrench():
			names[c] = ranks[c.Rank()-1:c.Rank()] + suits[c.Suit():c.Suit()+1]
		case c.Rank() > 0:
			names[c] = strconv.Itoa(c.Rank())
		default:
			names[c] = unknown
		}
	}
	names[Joker], names[Reverse] = "J", "R"
	return names
}()

// Parse is the inverse of String. It accepts no other spelling.
func Parse(s string) (Card, error) {
	if len(s) == 2 {
		rank, suit := strings.IndexByte(ranks, s[0]), strings.IndexByte(suits, s[1])
		if rank >= 0 && suit >= 0 {
			return New(rank+1, Suit(suit)), nil
		}
	}
	switch s {
	case unknown:
		return Unknown, nil
	case "J":
		return Joker, nil
	case "R":
		return Reverse, nil
	case "10":
		return Number(10), nil
	}
	if len(s) == 1 && s[0] >= '1' && s[0] <= '9' {
		return Number(int(s[0] - '0')), nil
	}
	return Unknown, fmt.Errorf("card %q: expected a rank A23456789TJQK and a suit CDHS, a number 1 to 10, J or R", s)
}

// MarshalText writes the card as in String.
func (c Card) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads what MarshalText wrote. Its error does not quote the text,
// because the error of a stored position reaches the log.
func (c *Card) UnmarshalText(text []byte) (err error) {
	if *c, err = Parse(string(text)); err != nil {
		return errors.New("expected a card")
	}
	return nil
}

// List reads cards separated by single spaces; the empty string is no card.
func List(s string) ([]Card, error) {
	if s == "" {
		return nil, nil
	}
	words := strings.Split(s, " ")
	cards := make([]Card, len(words))
	for i, word := range words {
		c, err := Parse(word)
		if err != nil {
			return nil, err
		}
		cards[i] = c
	}
	return cards, nil
}

// Write is the inverse of List.
func Write(cards []Card) string {
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = c.String()
	}
	return strings.Join(words, " ")
}

// Same reports that two lists hold the same cards, in whatever order.
func Same(a, b []Card) bool {
	var times [256]int
	for _, c := range a {
		times[c]++
	}
	for _, c := range b {
		times[c]--
	}
	return times == [256]int{}
}

// French returns the pack of 52 in order, ace of clubs first.
func French() []Card {
	pack := make([]Card, french)
	for i := range pack {
		pack[i] = Card(i + 1)
	}
	return pack
}
