package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"carteado/engine"
)

// edits is how many states of each game are edited.
const edits = 80

// A state that somebody edited is refused or played on; whatever it says, nothing
// in the engine fails.
func TestEngineSurvivesEditedStates(t *testing.T) {
	for _, game := range toolGames() {
		info := game.Info()
		t.Run(info.Key, func(t *testing.T) {
			chance := engine.NewChance(engine.Seed{}.Derive("edits", 0))
			loaded := 0
			for n := range edits {
				s := newSession(toolGames())
				seats := info.MinSeats + n%(info.MaxSeats-info.MinSeats+1)
				ask(s, fmt.Sprintf(`{"cmd":"new","game":%q,"seats":%d,"seed":%q}`, info.Key, seats, engine.Seed{}.Derive("edit", n).Hex()))
				playOn(t, s, chance, chance.Below(40))
				var state map[string]any
				if err := json.Unmarshal([]byte(ask(s, `{"cmd":"state"}`)), &state); err != nil {
					t.Fatal(err)
				}
				match := state["state"].(map[string]any)["match"].(map[string]any)
				for range 1 + chance.Below(2) {
					edit(match, chance)
				}
				state["cmd"] = "load"
				request, err := json.Marshal(state)
				if err != nil {
					t.Fatal(err)
				}
				answer := ask(newSession(toolGames()), string(request))
				if strings.Contains(answer, `"engine.bug"`) {
					t.Fatalf("%s\n%s", request, answer)
				}
				if !strings.HasPrefix(answer, `{"error"`) {
					loaded++
					s = newSession(toolGames())
					ask(s, string(request))
					playOn(t, s, chance, 20)
				}
			}
			if loaded == 0 {
				t.Error("no edited state is ever loaded")
			}
		})
	}
}

// playOn makes moves at random and looks at everything.
func playOn(t *testing.T, s *session, chance engine.Chance, moves int) {
	t.Helper()
	state := ask(s, `{"cmd":"state"}`)
	try := func(request string) {
		if answer := ask(s, request); strings.Contains(answer, `"engine.bug"`) {
			t.Fatalf("%s\n%s\nin a match that began with\n%s", request, answer, state)
		}
	}
	for range moves {
		for _, request := range []string{`{"cmd":"cards"}`, `{"cmd":"result"}`, `{"cmd":"view","seat":-1}`, `{"cmd":"view","seat":1}`} {
			try(request)
		}
		toMove := s.toMove()
		if len(toMove) == 0 {
			try(`{"cmd":"next"}`)
			continue
		}
		seat := toMove[chance.Below(len(toMove))]
		legal := s.match.Legal(seat, nil)
		if len(legal) == 0 {
			t.Fatalf("seat %d is to move and has no moves, in a match that began with\n%s", seat, state)
		}
		try(fmt.Sprintf(`{"cmd":"play","seat":%d,"move":%q}`, seat, legal[chance.Below(len(legal))]))
	}
}

// edit changes one thing in a value that was read from JSON.
func edit(value any, chance engine.Chance) {
	switch v := value.(type) {
	case map[string]any:
		if len(v) == 0 {
			return
		}
		keys := slices.Sorted(maps.Keys(v))
		key := keys[chance.Below(len(keys))]
		if inner(v[key]) && chance.Below(8) > 0 {
			edit(v[key], chance)
			return
		}
		if v[key] = other(v[key], keys, chance); v[key] == nil {
			delete(v, key)
		}
	case []any:
		if len(v) == 0 {
			return
		}
		i, j := chance.Below(len(v)), chance.Below(len(v))
		switch {
		case inner(v[i]) && chance.Below(8) > 0:
			edit(v[i], chance)
		case chance.Below(2) == 0:
			v[i], v[j] = v[j], v[i]
		default:
			v[i] = other(v[i], nil, chance)
		}
	}
}

func inner(value any) bool {
	switch value.(type) {
	case map[string]any, []any:
		return true
	}
	return false
}

// other is another value of the same sort, more often than not.
func other(value any, words []string, chance engine.Chance) any {
	switch v := value.(type) {
	case float64:
		return []any{v + 1, v - 1, -v, 0.0, 1.0, 100.0, 255.0, "1"}[chance.Below(8)]
	case bool:
		return !v
	case string:
		words = append(slices.Clone(words), "", "7H", "AD", "J", "10", "??", "over", "draw", "play", "on", "AD=7C")
		return words[chance.Below(len(words))]
	case []any:
		return [][]any{nil, {}, v[:len(v)/2], append(slices.Clone(v), v...)}[chance.Below(4)]
	}
	return nil
}
