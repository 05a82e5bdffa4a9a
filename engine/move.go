package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"carteado/engine/card"
)

// A Move is one thing a player does in a turn, for every game: a verb, cards,
// and the piles they come from and go to. It is comparable and written
//
//	verb [card…] [@from] [+@with] [>to]
//
// The words of a move are its cards in order, with | between combinations and
// ~ before a last discard.
type Move struct {
	Verb           string
	From, With, To Place
	words          [maxWords]Word
	n              uint8
}

// maxWords is the longest move there can be: Rummy's eleven cards laid in three
// melds and five lay-offs, with the marks between them, and some room.
const maxWords = 20

// A Word is one word of a move's card list: a card, a wild card with what it
// stands for, a card with the meld it is laid on, or a mark.
type Word struct {
	Card card.Card // Unknown for a mark
	As   card.Card // the card for which a wild card stands, else Unknown
	Meld uint8     // the meld a card of a long move is laid off on, else 0
	Mark byte      // '|' or '~', else 0
}

// The marks of a card list.
var (
	Bar   = Word{Mark: '|'}
	Tilde = Word{Mark: '~'}
)

// Moves that belong to the match and not to a game: going on to the next round,
// leaving for good, taking back the move before, and, by no seat, closing the match for all.
const (
	VerbNext  = "next"
	VerbLeave = "leave"
	VerbUndo  = "undo"
	VerbClose = "close"
)

// NewMove returns a move of a verb and cards. It panics beyond the longest move.
func NewMove(verb string, cards ...card.Card) Move {
	if len(cards) > maxWords {
		panic("engine: move too long")
	}
	m := Move{Verb: verb, n: uint8(len(cards))}
	for i, c := range cards {
		m.words[i].Card = c
	}
	return m
}

// Extend appends NewMove(verb, c) to a list and returns a pointer to it, to set its
// places. Appends in place: Move is large, and copying dominates Legal. A move that lay in
// that room is cleared as far as it was long: behind its words every move is empty.
func Extend(moves []Move, verb string, c card.Card) ([]Move, *Move) {
	moves, m := room(moves)
	if m.n > 1 {
		m.words = [maxWords]Word{}
	}
	m.Verb, m.From, m.With, m.To, m.words[0], m.n = verb, Place{}, Place{}, Place{}, Word{Card: c}, 1
	return moves, m
}

// ExtendBy appends a move of a verb and a few cards in the same way.
func ExtendBy(moves []Move, verb string, cards *Few) ([]Move, *Move) {
	moves, m := room(moves)
	if m.n > few {
		m.words = [maxWords]Word{}
	}
	m.Verb, m.From, m.With, m.To, m.n = verb, Place{}, Place{}, Place{}, cards.n
	*(*[few]Word)(m.words[:]) = cards.words
	return moves, m
}

// room makes a list longer by what lay there.
func room(moves []Move) ([]Move, *Move) {
	if len(moves) == cap(moves) {
		moves = append(moves, Move{})
	} else {
		moves = moves[:len(moves)+1]
	}
	return moves, &moves[len(moves)-1]
}

// few is the number of words that nearly all moves do with.
const few = 4

// Few are up to four cards, for a move.
type Few struct {
	words [few]Word
	n     uint8
}

// FewOf returns few cards. It panics beyond four.
func FewOf(cards ...card.Card) (f Few) {
	for i, c := range cards {
		f.words[i].Card = c
	}
	f.n = uint8(len(cards))
	return f
}

// Len returns the number of cards.
func (f *Few) Len() int { return int(f.n) }

// Put adds a card in place. It panics beyond the longest move.
func (m *Move) Put(c card.Card) {
	m.words[m.n].Card = c
	m.n++
}

// Add returns the move with more words. It panics beyond the longest move.
func (m Move) Add(words ...Word) Move {
	if int(m.n)+len(words) > maxWords {
		panic("engine: move too long")
	}
	m.n += uint8(copy(m.words[m.n:], words))
	return m
}

// At returns the move with the pile it takes from.
func (m Move) At(from Place) Move { m.From = from; return m }

// On returns the move with the pile it goes to.
func (m Move) On(to Place) Move { m.To = to; return m }

// Is reports that two moves are the same. It looks at the words that are there, and == at
// the room for all of them.
func (m *Move) Is(other *Move) bool {
	return m.n == other.n && m.From == other.From && m.With == other.With && m.To == other.To &&
		m.Verb == other.Verb && slices.Equal(m.Words(), other.Words())
}

// Words returns the words of the card list.
func (m *Move) Words() []Word { return m.words[:m.n] }

// Card returns the first card, Unknown when there is none.
func (m *Move) Card() card.Card { return m.words[0].Card }

// Groups splits the words at the bars: the knock card first, then each meld.
func (m *Move) Groups() [][]Word {
	groups := [][]Word{nil}
	for _, w := range m.Words() {
		if w == Bar {
			groups = append(groups, nil)
			continue
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], w)
	}
	return groups
}

// String writes the word: 7H, AD=7C, QH>meld:1, | or ~.
func (w Word) String() string {
	switch {
	case w.Mark != 0:
		return string(rune(w.Mark))
	case w.As != card.Unknown:
		return w.Card.String() + "=" + w.As.String()
	case w.Meld != 0:
		return w.Card.String() + ">meld:" + strconv.Itoa(int(w.Meld))
	}
	return w.Card.String()
}

// MarshalText writes the word as in String.
func (w Word) MarshalText() ([]byte, error) { return []byte(w.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (w *Word) UnmarshalText(text []byte) (err error) {
	*w, err = parseWord(string(text))
	return err
}

func parseWord(s string) (w Word, err error) {
	if s == "|" || s == "~" {
		return Word{Mark: s[0]}, nil
	}
	name, as, wild := strings.Cut(s, "=")
	name, meld, laid := strings.Cut(name, ">meld:")
	if w.Card, err = card.Parse(name); err != nil {
		return w, err
	}
	if w.Card == card.Unknown && (wild || laid) {
		return w, fmt.Errorf("word %q: expected a card that is not face down", s)
	}
	if wild {
		if w.As, err = card.Parse(as); err == nil && w.As == card.Unknown {
			err = fmt.Errorf("word %q: expected the card that is stood for", s)
		}
	}
	if laid && err == nil {
		n, bad := strconv.ParseUint(meld, 10, 8)
		if w.Meld = uint8(n); bad != nil || n == 0 || w.String() != s {
			err = fmt.Errorf("word %q: expected the number of a meld", s)
		}
	}
	return w, err
}

// String writes the move; ParseMove is its inverse.
func (m Move) String() string {
	var b strings.Builder
	b.WriteString(m.Verb)
	for _, w := range m.Words() {
		b.WriteString(" " + w.String())
	}
	for _, part := range []struct {
		sign  string
		place Place
	}{{" @", m.From}, {" +@", m.With}, {" >", m.To}} {
		if part.place != (Place{}) {
			b.WriteString(part.sign + part.place.inMove())
		}
	}
	return b.String()
}

// ParseMove reads a move. It is strict: one space between words and no other
// spelling than String writes. Whether the move is legal is another question.
func ParseMove(s string) (Move, error) {
	var m Move
	words := strings.Split(s, " ")
	m.Verb = words[0]
	if m.Verb == "" || strings.Trim(m.Verb, "abcdefghijklmnopqrstuvwxyz_") != "" {
		return Move{}, fmt.Errorf("move %q: expected a verb in small letters", s)
	}
	for _, text := range words[1:] {
		var err error
		switch {
		case strings.HasPrefix(text, "@"):
			m.From, err = parsePlace(text[1:])
		case strings.HasPrefix(text, "+@"):
			m.With, err = parsePlace(text[2:])
		case strings.HasPrefix(text, ">"):
			m.To, err = parsePlace(text[1:])
		case int(m.n) == maxWords:
			err = fmt.Errorf("at most %d cards and marks", maxWords)
		default:
			var w Word
			if w, err = parseWord(text); err == nil && w == (Word{}) {
				err = fmt.Errorf("card %q: a move names its cards", text)
			}
			m = m.Add(w)
		}
		if err != nil {
			return Move{}, fmt.Errorf("move %q: %w", s, err)
		}
	}
	if m.String() != s {
		return Move{}, fmt.Errorf("move %q: expected %q", s, m.String())
	}
	return m, nil
}

// MarshalText writes the move as in String.
func (m Move) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (m *Move) UnmarshalText(text []byte) (err error) {
	*m, err = ParseMove(string(text))
	return err
}
