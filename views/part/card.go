package part

import (
	"cmp"
	"context"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/views/i18n"
)

var suitLetters = [...]string{card.Clubs: "c", card.Diamonds: "d", card.Hearts: "h", card.Spades: "s"}
var suitSigns = [...]string{card.Clubs: "♣︎", card.Diamonds: "♦︎", card.Hearts: "♥︎", card.Spades: "♠︎"}
var suitNames = [...]string{card.Clubs: "clubs", card.Diamonds: "diamonds", card.Hearts: "hearts", card.Spades: "spades"}

// sprite is the name of a card's face in cards.svg.
func sprite(c card.Card) string {
	switch {
	case c == card.Joker:
		return "wj"
	case c == card.Reverse:
		return "wr"
	case !c.IsFrench() && c.Rank() > 0:
		return "w" + strconv.Itoa(c.Rank())
	case !c.IsFrench():
		return "back"
	}
	switch c.Rank() {
	case card.Ace:
		return suitLetters[c.Suit()] + "a"
	case card.Jack:
		return suitLetters[c.Suit()] + "j"
	case card.Queen:
		return suitLetters[c.Suit()] + "q"
	case card.King:
		return suitLetters[c.Suit()] + "k"
	}
	return suitLetters[c.Suit()] + strconv.Itoa(c.Rank())
}

func suitClass(c card.Card) string {
	switch {
	case c == card.Unknown:
		return "card--back"
	case c == card.Joker:
		return "s-w s-wj"
	case c == card.Reverse:
		return "s-w s-wr"
	case !c.IsFrench():
		return "s-w"
	}
	return "s-" + suitLetters[c.Suit()]
}

// Spoken is the name of a card: seven of hearts.
func Spoken(ctx context.Context, c card.Card) string {
	switch {
	case c == card.Joker:
		return i18n.T(ctx, "card.joker")
	case c == card.Reverse:
		return i18n.T(ctx, "card.reverse")
	case !c.IsFrench() && c.Rank() > 0:
		return i18n.T(ctx, "card.number."+strconv.Itoa(c.Rank()))
	case !c.IsFrench():
		return i18n.T(ctx, "card.hidden")
	}
	return i18n.T(ctx, "card.name",
		"rank", i18n.T(ctx, "card.rank."+strconv.Itoa(c.Rank())),
		"suit", i18n.T(ctx, "card.suit."+suitNames[c.Suit()]))
}

// Sentence makes a name the beginning of a label: Seven of hearts.
func Sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// SpokenWord is the name of a card in a combination: a wild card also says what
// it stands for.
func SpokenWord(ctx context.Context, w engine.Word) string {
	if w.As == card.Unknown || w.As == w.Card {
		return Spoken(ctx, w.Card)
	}
	return i18n.T(ctx, "card.as", "card", Spoken(ctx, w.Card), "as", Spoken(ctx, w.As))
}

// SpokenList names cards one after the other.
func SpokenList(ctx context.Context, words []engine.Word) string {
	names := make([]string, len(words))
	for i, w := range words {
		names[i] = SpokenWord(ctx, w)
	}
	return strings.Join(names, ", ")
}

// Words are plain cards as words of a combination.
func Words(cards []card.Card) []engine.Word {
	words := make([]engine.Word, len(cards))
	for i, c := range cards {
		words[i] = engine.Word{Card: c}
	}
	return words
}

// short is a card in running text: 10♥, and 7, ★ or ⇅ of Huang Di.
func short(c card.Card) string {
	switch {
	case c == card.Joker:
		return "★"
	case c == card.Reverse:
		return "⇅"
	case !c.IsFrench() && c.Rank() > 0:
		return strconv.Itoa(c.Rank())
	case !c.IsFrench():
		return "?"
	}
	rank := c.String()[:1]
	if rank == "T" {
		rank = "10"
	}
	return rank + suitSigns[c.Suit()]
}

// shortWord is the same for a card of a combination: a wild card also says what it
// stands for.
func shortWord(w engine.Word) string {
	if w.As == card.Unknown || w.As == w.Card {
		return short(w.Card)
	}
	return short(w.Card) + "=" + short(w.As)
}

func shortClass(c card.Card) string {
	if c.IsFrench() && (c.Suit() == card.Hearts || c.Suit() == card.Diamonds) {
		return "c c-r"
	}
	return "c"
}

// ChoiceOptions say how a card that can be chosen looks and is called.
type ChoiceOptions struct {
	Label   string
	Several bool   // others may be chosen beside it
	Field   string // of the form, "card" where not given
	Value   string // the card where not given
	ID      string // what it is known by when it moves, the card where not given: equal cards of two packs need one each
	Place   string // the pile it lies in, "" for the hand: when a card goes elsewhere, its being chosen stays behind
	Checked bool
	Legal   bool // it may be played now
	Marked  bool // and with more effect than the others
	New     bool // it came to the hand in this turn
	Last    bool // it came there by the last move
}

// input is the id of the control on the card.
func (o ChoiceOptions) input(c card.Card) string {
	id := "r-" + cmp.Or(o.ID, c.String())
	if o.Place != "" {
		id += "-" + o.Place
	}
	return id
}

func (o ChoiceOptions) kind() string {
	if o.Several {
		return "checkbox"
	}
	return "radio"
}
