package rulebook_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"carteado/cmd/carteado/games"
	"carteado/cmd/carteado/rulebook"
	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/card"
	"carteado/engine/enginetest/toy"
	"carteado/engine/shuffle"
)

// toolGames are the club's games and one that no club offers.
func toolGames() []engine.Game { return append(games.Rules(), toy.Game{}) }

// ask puts a request to a session.
func ask(s *rulebook.Session, request string, args ...any) string {
	if len(args) > 0 {
		request = fmt.Sprintf(request, args...)
	}
	return string(s.Answer([]byte(request)))
}

// Every game is played to its end through the protocol. A second session that is
// loaded on the way answers the same from there on, later shuffles included.
func TestRulebookPlaysWholeMatches(t *testing.T) {
	for _, game := range toolGames() {
		info := game.Info()
		for seats := info.MinSeats; seats <= info.MaxSeats; seats++ {
			t.Run(fmt.Sprintf("%s for %d", info.Key, seats), func(t *testing.T) {
				t.Parallel()
				for n := range 2 {
					wholeMatch(t, game, seats, n)
				}
			})
		}
	}
}

func wholeMatch(t *testing.T, game engine.Game, seats, n int) {
	seed := engine.Seed{}.Derive("whole", n)
	chance := shuffle.NewChance(seed.Derive("chance", seats))
	s, twin := rulebook.New(toolGames()), rulebook.New(toolGames())
	// same puts a request to both sessions.
	same := func(request string, args ...any) string {
		a, b := ask(s, request, args...), ask(twin, request, args...)
		if a != b || strings.HasPrefix(a, `{"error"`) {
			t.Fatalf("%s %v\n%s\nafter loading\n%s", request, args, a, b)
		}
		return a
	}
	var from engine.Source = seed
	if n == 0 { // as a club deals
		mix := shuffle.Mix{Secret: seed, Match: "17", Contributions: slices.Repeat([]string{"jabuticaba"}, seats)}
		contributions, _ := json.Marshal(mix.Contributions)
		same(`{"cmd":"new","game":%q,"seats":%d,"seed":%q,"mix":{"match":"17","contributions":%s}}`, game.Info().Key,
			seats, seed.Hex(), contributions)
		from = mix
	} else {
		same(`{"cmd":"new","game":%q,"seats":%d,"seed":%q}`, game.Info().Key, seats, seed.Hex())
	}
	m, err := engine.NewMatch(game, seats, nil, from)
	if err != nil {
		t.Fatal(err)
	}
	player := []bot.Player{bot.Plain(game), bot.Random{}}[n]
	for moves := 0; ; moves++ {
		if chance.Below(20) == 0 {
			twin = rulebook.New(toolGames())
			ask(twin, loading(ask(s, `{"cmd":"state"}`)))
			same(`{"cmd":"view","seat":-1}`)
		}
		if len(m.Round().ToMove()) == 0 {
			same(`{"cmd":"result"}`)
			if _, over := m.Outcome(); over || n == 1 && m.Number() == 2 {
				return
			}
			same(`{"cmd":"next"}`)
			next(t, m)
			continue
		}
		seat := m.ToMove()[chance.Below(len(m.ToMove()))]
		list := struct{ Moves []engine.Move }{}
		if err := json.Unmarshal([]byte(same(`{"cmd":"legal","seat":%d}`, seat)), &list); err != nil {
			t.Fatal(err)
		}
		move := player.Choose(bot.Sight{View: m.View(seat), Legal: list.Moves, Seed: seed})
		same(`{"cmd":"play","seat":%d,"move":%q}`, seat, move)
		play(t, m, seat, move)
		if moves%10 == 0 {
			same(`{"cmd":"cards"}`)
			same(`{"cmd":"view","seat":%d}`, seat)
		}
	}
}

// loading is a saved state as the request that loads it.
func loading(state string) string { return strings.Replace(state, "{", `{"cmd":"load",`, 1) }

// play makes a move in a match that is played beside a session.
func play(t *testing.T, m *engine.Match, s engine.Seat, move engine.Move) {
	t.Helper()
	if _, err := m.Play(s, move); err != nil {
		t.Fatal(err)
	}
}

// next lets all seats go on.
func next(t *testing.T, m *engine.Match) {
	t.Helper()
	if m.Between() {
		for _, s := range m.ToMove() {
			play(t, m, s, engine.Move{Verb: engine.VerbNext})
		}
	}
}

// A position whose cards do not add up is refused, and so is a round that is not
// the match's.
func TestRulebookRefusesStates(t *testing.T) {
	for _, game := range toolGames() {
		info := game.Info()
		s, zeros := rulebook.New(toolGames()), engine.Seed{}.Hex()
		ask(s, `{"cmd":"new","game":%q,"seats":%d,"dealer":0,"seed":%q}`, info.Key, info.MinSeats, zeros)
		m, err := engine.NewMatchDealt(game, engine.Setup{Seats: info.MinSeats})
		if err != nil {
			t.Fatal(err)
		}
		state := ask(s, `{"cmd":"state"}`)
		one, other := m.Round().Piles(nil)[0].Cards[0].String(), ""
		for _, pile := range m.Round().Piles(nil) {
			for _, c := range pile.Cards {
				if c.String() != one && c != card.Unknown {
					other = c.String()
				}
			}
		}
		for name, spoilt := range map[string]string{
			"a card is there once more": strings.Replace(state, `"`+one+`"`, `"`+other+`"`, 1),
			"a total is missing":        strings.Replace(state, `"totals":[0,`, `"totals":[`, 1),
			"the round is over": strings.Replace(state, `"totals"`, `"ready":[`+
				strings.Repeat("false,", info.MinSeats-1)+`false],"totals"`, 1),
			"another version": strings.Replace(state, `"rules":`, `"rules":9`, 1),
			"a seed is short": strings.Replace(state, zeros, zeros[1:], 1),
		} {
			if spoilt == state {
				t.Errorf("%s: %s is not spoilt", info.Key, name)
			}
			if got := ask(s, loading(spoilt)); !strings.HasPrefix(got, `{"error":{"rule":"engine.state"`) {
				t.Errorf("%s, %s: %s", info.Key, name, got)
			}
		}
		if after := ask(s, `{"cmd":"state"}`); after != state {
			t.Errorf("%s: a refused state changed the match", info.Key)
		}
	}
}

func TestRulebookListsGames(t *testing.T) {
	var list struct {
		Games []struct {
			Key                         string
			Rules, Min_seats, Max_seats int
			Options                     []struct {
				Key, Default string
				Choices      []string
			}
		}
	}
	if err := json.Unmarshal([]byte(ask(rulebook.New(games.Rules()), `{"cmd":"games"}`)), &list); err != nil {
		t.Fatal(err)
	}
	for i, game := range games.Rules() {
		info, got := game.Info(), list.Games[i]
		if got.Key != info.Key || got.Rules != info.Version || got.Min_seats != info.MinSeats ||
			got.Max_seats != info.MaxSeats || len(got.Options) != len(info.Options) {
			t.Errorf("%+v", got)
		}
		for n, o := range got.Options {
			if o.Key != info.Options[n].Key || o.Default != o.Choices[0] ||
				!slices.Equal(o.Choices, info.Options[n].Values) {
				t.Errorf("%+v", o)
			}
		}
	}
}

// edits is how many states of each game are edited.
const edits = 80

// A state that somebody edited is refused or played on; whatever it says, nothing
// in the engine fails.
func TestRulebookSurvivesEditedStates(t *testing.T) {
	for _, game := range toolGames() {
		info := game.Info()
		t.Run(info.Key, func(t *testing.T) {
			t.Parallel()
			chance := shuffle.NewChance(engine.Seed{}.Derive("edits", 0))
			loaded := 0
			for n := range edits {
				s, seed := rulebook.New(toolGames()), engine.Seed{}.Derive("edit", n)
				seats := info.MinSeats + n%(info.MaxSeats-info.MinSeats+1)
				ask(s, `{"cmd":"new","game":%q,"seats":%d,"seed":%q}`, info.Key, seats, seed.Hex())
				m, err := engine.NewMatch(game, seats, nil, seed)
				if err != nil {
					t.Fatal(err)
				}
				playOn(t, s, m, chance, chance.Below(40))
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
				s = rulebook.New(toolGames())
				answer := ask(s, string(request))
				if strings.Contains(answer, `"engine.bug"`) {
					t.Fatalf("%s\n%s", request, answer)
				}
				if !strings.HasPrefix(answer, `{"error"`) {
					loaded++
					data, err := json.Marshal(match)
					if err != nil {
						t.Fatal(err)
					}
					if m, err = engine.LoadMatch(game, seed, data); err != nil {
						t.Fatal(err)
					}
					playOn(t, s, m, chance, 20)
				}
			}
			if loaded == 0 {
				t.Error("no edited state is ever loaded")
			}
		})
	}
}

// playOn makes moves at random, in a session and in the same match beside it, and
// asks the session for everything.
func playOn(t *testing.T, s *rulebook.Session, m *engine.Match, chance engine.Chance, moves int) {
	t.Helper()
	state := ask(s, `{"cmd":"state"}`)
	try := func(request string, args ...any) {
		if answer := ask(s, request, args...); strings.Contains(answer, `"engine.bug"`) {
			t.Fatalf("%s %v\n%s\nin a match that began with\n%s", request, args, answer, state)
		}
	}
	for range moves {
		for _, request := range []string{`{"cmd":"cards"}`, `{"cmd":"result"}`, `{"cmd":"view","seat":-1}`,
			`{"cmd":"view","seat":1}`} {
			try(request)
		}
		toMove := m.ToMove()
		if m.Between() || len(toMove) == 0 {
			try(`{"cmd":"next"}`)
			next(t, m)
			continue
		}
		seat := toMove[chance.Below(len(toMove))]
		legal := m.Legal(seat, nil)
		if len(legal) == 0 {
			t.Fatalf("seat %d is to move and has no moves, in a match that began with\n%s", seat, state)
		}
		move := legal[chance.Below(len(legal))]
		try(`{"cmd":"play","seat":%d,"move":%q}`, seat, move)
		play(t, m, seat, move)
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
