package promise

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"

	"carteado/engine"
	"carteado/engine/card"
)

// relabel exchanges cards in a stored round: wherever a string holds the name of
// a card, alone or as a word among others, it holds the other name afterwards;
// but what a wild card stands for (AD=7C) is a name and not a card.
// This is all that the checker knows about how rounds are stored; that it hit
// every card is checked by relabelled.
func relabel(data []byte, to map[card.Card]card.Card) ([]byte, error) {
	names := map[string]string{}
	for from, other := range to {
		names[from.String()] = other.String()
	}
	out := make([]byte, 0, len(data))
	for {
		begin := bytes.IndexByte(data, '"')
		if begin < 0 {
			return append(out, data...), nil
		}
		out, data = append(out, data[:begin]...), data[begin:]
		end := 1
		for ; end < len(data) && data[end] != '"'; end++ {
			if data[end] == '\\' {
				end++
			}
		}
		if end >= len(data) {
			return nil, errors.New("relabel: a string without an end")
		}
		var text string
		if bytes.IndexByte(data[:end], '\\') < 0 {
			text = `"` + exchangeWords(string(data[1:end]), names) + `"`
		} else if err := json.Unmarshal(data[:end+1], &text); err == nil {
			text = string(marshal(exchangeWords(text, names)))
		} else {
			return nil, fmt.Errorf("relabel: %w", err)
		}
		out, data = append(out, text...), data[end+1:]
	}
}

// decoded reads JSON with its numbers as they are written.
func decoded(data []byte) (value any, err error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	err = decoder.Decode(&value)
	return value, err
}

// exchangeWords exchanges the words of a text; a word is letters and digits.
func exchangeWords(text string, names map[string]string) string {
	isBreak := func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}
	var b strings.Builder
	standsFor := false
	for text != "" {
		end := strings.IndexFunc(text, isBreak)
		if end < 0 {
			end = len(text)
		}
		word := text[:end]
		if other, ok := names[word]; ok && !standsFor {
			word = other
		}
		b.WriteString(word)
		if end < len(text) {
			standsFor = text[end] == '='
			b.WriteByte(text[end])
			end++
		}
		text = text[end:]
	}
	return b.String()
}

// relabelMove exchanges the cards of a move.
func relabelMove(m engine.Move, to map[card.Card]card.Card) engine.Move {
	other := engine.Move{Verb: m.Verb, From: m.From, With: m.With, To: m.To}
	for _, word := range m.Words() {
		if c := to[word.Card]; c != card.Unknown {
			word.Card = c
		}
		other = other.Add(word)
	}
	return other
}

// A stored match can be loaded with another round in it.
type stored struct {
	match       *engine.Match
	seed        engine.Seed
	data, round []byte // all of it, and the round in it
}

func storedMatch(m *engine.Match, seed engine.Seed, data []byte) (stored, error) {
	var parts struct {
		Round json.RawMessage `json:"round"`
	}
	if err := json.Unmarshal(data, &parts); err != nil {
		return stored{}, breach(Reload, "stored match: %v", err)
	}
	return stored{m, seed, data, parts.Round}, nil
}

func (s stored) load(round []byte) (*engine.Match, error) {
	return engine.LoadMatch(s.match.Game(), s.seed, bytes.Replace(s.data, s.round, round, 1))
}

// relabelled loads a match whose round has other cards where a viewer cannot
// look.
func (s stored) relabelled(to map[card.Card]card.Card) (*engine.Match, error) {
	round, err := relabel(s.round, to)
	if err != nil {
		return nil, breach(Reload, "stored round: %v", err)
	}
	other, err := s.load(round)
	if err != nil {
		return nil, breach(Reload, "with other cards, all there and in the same places, the round is refused: %v", err)
	}
	heaps, others := s.match.Round().Cards(), other.Round().Cards()
	for i, heap := range heaps {
		want := map[card.Card]int{}
		for c, n := range count(heaps[i : i+1]) {
			if to[c] != card.Unknown {
				c = to[c]
			}
			want[c] = n
		}
		if i >= len(others) || others[i].Pile != heap.Pile || !maps.Equal(count(others[i:i+1]), want) {
			return nil, breach(Reload, "the stored round does not name the cards of %s as strings, so that nobody can be sure what it hides", heap.Pile)
		}
	}
	return other, nil
}
