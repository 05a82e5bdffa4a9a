package conform

import (
	"bytes"
	"slices"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/knowledge"
)

// rearranged loads a match in which the piles hold other cards. A pile is found
// in the stored round by its cards: a list of their names, in the same order
// where that matters. Of several such lists the right one is found by trying.
func (s stored) rearranged(want []engine.Pile) (*engine.Match, error) {
	a := arrangement{piles: s.match.Round().Piles(nil), want: want, lists: cardLists(s.round)}
	var other *engine.Match
	var err error
	a.try = func() bool {
		other, err = s.load(a.text(s.round))
		return err == nil && knowledge.SamePiles(other.Round().Piles(nil), want)
	}
	if !a.put(0) {
		return nil, violated(Reload, "with other cards, all there and in the same places, the round is refused, "+
			"or it does not name a pile's cards in a list of strings, so that nobody can be sure what it hides: %v",
			err)
	}
	return other, nil
}

// A cardList is a list of cards in a stored round; a place without a card is ""
// or ??.
type cardList struct {
	begin, end int // of its elements in the text
	cards      []card.Card
	sorted     []card.Card
	blank      string      // how a place without a card is written
	to         []card.Card // the cards that lie there instead; nil: the same
}

// An arrangement puts other cards into the lists of a stored round.
type arrangement struct {
	piles, want []engine.Pile
	lists       []cardList
	try         func() bool // whether the round is now as wanted
}

// put finds lists for the hth pile and those behind it.
func (a *arrangement) put(h int) bool {
	for h < len(a.piles) && slices.Equal(a.piles[h].Cards, a.want[h].Cards) {
		h++
	}
	if h == len(a.piles) {
		return a.try()
	}
	for n := range a.lists {
		if list := &a.lists[n]; list.to == nil && list.holds(a.piles[h]) {
			if list.to = a.want[h].Cards; a.put(h + 1) {
				return true
			}
			list.to = nil
		}
	}
	return false
}

// holds reports that a list names the cards of a pile.
func (l *cardList) holds(pile engine.Pile) bool {
	if pile.Place.Kind.Loose() {
		return slices.Equal(l.sorted, knowledge.Sorted(pile))
	}
	return slices.Equal(l.cards, pile.Cards)
}

// text is the stored round as it is arranged now.
func (a *arrangement) text(round []byte) []byte {
	out, from := make([]byte, 0, len(round)+16), 0
	for _, list := range a.lists {
		if list.to == nil {
			continue
		}
		out = append(out, round[from:list.begin]...)
		for i, c := range list.to {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(out, '"')
			if c == card.Unknown {
				out = append(out, list.blank...)
			} else {
				out = append(out, c.String()...)
			}
			out = append(out, '"')
		}
		from = list.end
	}
	return append(out, round[from:]...)
}

// cardLists finds the lists of cards in a stored round.
func cardLists(round []byte) (lists []cardList) {
	for begin := 0; ; {
		at := bytes.Index(round[begin:], []byte(`["`))
		if at < 0 {
			return lists
		}
		begin += at + 1
		length := bytes.IndexByte(round[begin:], ']')
		if length < 0 {
			return lists
		}
		list := cardList{begin: begin, end: begin + length}
		if list.read(round[begin:list.end]) {
			lists = append(lists, list)
		}
	}
}

// read reads the elements, if they are cards.
func (l *cardList) read(text []byte) bool {
	for element := range bytes.SplitSeq(text, []byte{','}) {
		n := len(element) - 1
		if n < 1 || element[0] != '"' || element[n] != '"' {
			return false
		}
		c, name := card.Unknown, string(element[1:n])
		if name != "" {
			var err error
			if c, err = card.Parse(name); err != nil {
				return false
			}
		}
		if c == card.Unknown {
			l.blank = name
		}
		l.cards = append(l.cards, c)
	}
	l.sorted = slices.Sorted(slices.Values(l.cards))
	return true
}
