package enginetest

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
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var round any
	if err := decoder.Decode(&round); err != nil {
		return nil, fmt.Errorf("relabel: %w", err)
	}
	return json.Marshal(exchange(round, names))
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
	names := map[string]string{}
	for from, other := range to {
		names[from.String()] = other.String()
	}
	other, err := engine.ParseMove(exchangeWords(m.String(), names))
	if err != nil {
		panic(err) // a move with other cards is a move
	}
	return other
}

// relabelled loads a match whose round has other cards where a viewer cannot
// look.
func relabelled(m *engine.Match, seed engine.Seed, to map[card.Card]card.Card) (*engine.Match, error) {
	data, err := json.Marshal(m)
	if err != nil {
		return nil, breach(Reload, "store: %v", err)
	}
	var parts map[string]json.RawMessage
	if err := json.Unmarshal(data, &parts); err != nil {
		return nil, breach(Reload, "stored match: %v", err)
	}
	if parts["round"], err = relabel(parts["round"], to); err != nil {
		return nil, breach(Reload, "stored round: %v", err)
	}
	if data, err = json.Marshal(parts); err != nil {
		return nil, breach(Reload, "stored match: %v", err)
	}
	other, err := engine.LoadMatch(m.Game(), seed, data)
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
