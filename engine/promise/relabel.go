package promise

import (
	"bytes"
	"encoding/json"
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
	round, err := decoded(data)
	if err != nil {
		return nil, fmt.Errorf("relabel: %w", err)
	}
	return json.Marshal(exchange(round, names))
}

// decoded reads JSON with its numbers as they are written.
func decoded(data []byte) (value any, err error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	err = decoder.Decode(&value)
	return value, err
}

func exchange(value any, names map[string]string) any {
	switch v := value.(type) {
	case string:
		return exchangeWords(v, names)
	case []any:
		for i := range v {
			v[i] = exchange(v[i], names)
		}
	case map[string]any:
		renamed := make(map[string]any, len(v))
		for key := range v {
			renamed[exchangeWords(key, names)] = exchange(v[key], names)
		}
		return renamed
	}
	return value
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
	game  engine.Game
	seed  engine.Seed
	parts map[string]json.RawMessage
}

func storedMatch(m *engine.Match, seed engine.Seed) (stored, error) {
	s := stored{game: m.Game(), seed: seed}
	data, err := json.Marshal(m)
	if err != nil {
		return s, breach(Reload, "store: %v", err)
	}
	if err := json.Unmarshal(data, &s.parts); err != nil {
		return s, breach(Reload, "stored match: %v", err)
	}
	return s, nil
}

func (s stored) round() []byte { return s.parts["round"] }

func (s stored) load(round []byte) (*engine.Match, error) {
	s.parts["round"] = round
	return engine.LoadMatch(s.game, s.seed, marshal(s.parts))
}

// relabelled loads a match whose round has other cards where a viewer cannot
// look.
func relabelled(m *engine.Match, seed engine.Seed, to map[card.Card]card.Card) (*engine.Match, error) {
	stored, err := storedMatch(m, seed)
	if err != nil {
		return nil, err
	}
	round, err := relabel(stored.round(), to)
	if err != nil {
		return nil, breach(Reload, "stored round: %v", err)
	}
	other, err := stored.load(round)
	if err != nil {
		return nil, breach(Reload, "with other cards, all there and in the same places, the round is refused: %v", err)
	}
	heaps, others := m.Round().Cards(), other.Round().Cards()
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
