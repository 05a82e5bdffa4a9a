package conform

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/knowledge"
)

// relabel exchanges cards in a stored round: wherever a string holds the name of
// a card, alone or as a word among others, it holds the other name afterwards;
// but what a wild card stands for (AD=7C) is a name and not a card.
// This is all that the checker knows about how rounds are stored; that it hit
// every card is checked by relabelled.
func relabel(data []byte, to knowledge.Names) ([]byte, error) {
	out := make([]byte, 0, len(data)+16)
	for {
		begin := bytes.IndexByte(data, '"') + 1
		if begin == 0 {
			return append(out, data...), nil
		}
		out, data = append(out, data[:begin]...), data[begin:]
		end := 0
		for ; end < len(data) && data[end] != '"'; end++ {
			if data[end] == '\\' {
				end++
			}
		}
		if end >= len(data) {
			return nil, errors.New("relabel: a string without an end")
		}
		text := data[:end]
		if bytes.IndexByte(text, '\\') < 0 {
			out = exchangeWords(out, text, to)
		} else {
			var plain string
			if err := json.Unmarshal(slices.Concat([]byte{'"'}, text, []byte{'"'}), &plain); err != nil {
				return nil, fmt.Errorf("relabel: %w", err)
			}
			quoted := marshal(string(exchangeWords(nil, []byte(plain), to)))
			out = append(out, quoted[1:len(quoted)-1]...)
		}
		out, data = append(out, '"'), data[end+1:]
	}
}

// exchangeWords appends a text with its words exchanged; a word is letters and
// digits.
func exchangeWords(out, text []byte, to knowledge.Names) []byte {
	standsFor := false
	for len(text) > 0 {
		end := 0
		for end < len(text) && inWord(text[end]) {
			end++
		}
		word := text[:end]
		if c := named(word); c != card.Unknown && to[c] != card.Unknown && !standsFor {
			out = append(out, to[c].String()...)
		} else {
			out = append(out, word...)
		}
		if end < len(text) {
			standsFor = text[end] == '='
			out = append(out, text[end])
			end++
		}
		text = text[end:]
	}
	return out
}

func inWord(b byte) bool { return b >= '0' && b <= '9' || b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z' }

// named is the card of a name, Unknown where it is none.
func named(word []byte) card.Card {
	if len(word) == 0 || len(word) > 2 {
		return card.Unknown
	}
	c, err := card.Parse(string(word))
	if err != nil {
		return card.Unknown
	}
	return c
}

// relabelMove exchanges the cards of a move.
func relabelMove(m engine.Move, to knowledge.Names) engine.Move {
	for i, word := range m.Words() {
		m.Words()[i].Card = to.Of(word.Card)
	}
	return m
}

// A stored round can be loaded with other cards and put into its match. What a match
// stores beside its round is the same then, as it is where all of it is loaded.
type stored struct {
	match *engine.Match
	round []byte
}

func storedRound(m *engine.Match) (stored, error) {
	data, err := engine.StoreRound(m.Round())
	if err != nil {
		return stored{}, violated(Reload, "store: %v", err)
	}
	return stored{m, data}, nil
}

func (s stored) load(round []byte) (*engine.Match, error) {
	r, err := s.match.Game().Load(round)
	if err != nil {
		return nil, err
	}
	return s.match.With(r), nil
}

// relabelled loads a match whose round has other cards where a viewer cannot
// look.
func (s stored) relabelled(to knowledge.Names) (*engine.Match, error) {
	round, err := relabel(s.round, to)
	if err != nil {
		return nil, violated(Reload, "stored round: %v", err)
	}
	other, err := s.load(round)
	if err != nil {
		return nil, violated(Reload, "with other cards, all there and in the same places, the round is refused: %v",
			err)
	}
	piles, others := s.match.Round().Piles(nil), other.Round().Piles(nil)
	for i, pile := range piles {
		var want, got knowledge.Tally
		for _, c := range pile.Cards {
			want[to.Of(c)]++
		}
		if i < len(others) {
			got = knowledge.Count(others[i].Cards)
		}
		if i >= len(others) || others[i].Place != pile.Place || got != want {
			return nil, violated(Reload, "the stored round does not name the cards of %s as strings, so that nobody "+
				"can be sure what it hides", pile.Place)
		}
	}
	return other, nil
}
