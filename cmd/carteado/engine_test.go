package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/card"
	"carteado/engine/enginetest/toy"
)

// toolGames are the club's games and one that no club offers.
func toolGames() []engine.Game { return append(games(), toy.Game{}) }

// ask puts requests to a session and returns the last answer.
func ask(s *session, requests ...string) (answer string) {
	for _, request := range requests {
		answer = string(s.answer([]byte(request)))
	}
	return answer
}

// read returns the answer read into a value.
func read[T any](t *testing.T, s *session, request string, args ...any) (value T) {
	t.Helper()
	answer := ask(s, fmt.Sprintf(request, args...))
	if err := json.Unmarshal([]byte(answer), &value); err != nil || strings.HasPrefix(answer, `{"error"`) {
		t.Fatalf("%s\n%s\n%v", fmt.Sprintf(request, args...), answer, err)
	}
	return value
}

const zeros = "0000000000000000000000000000000000000000000000000000000000000000"

func dealt(game string, seats int) string {
	return fmt.Sprintf(`{"cmd":"new","game":%q,"seats":%d,"dealer":0,"seed":%q}`, game, seats, zeros)
}

// The session that the README shows is one that happens.
func TestReadmeEngineSession(t *testing.T) {
	block := regexp.MustCompile("(?s)```json\n(.*?)```").FindStringSubmatch(readFile(t, "README.md"))
	if block == nil {
		t.Fatal("the README shows no session")
	}
	s, lines := newSession(games()), strings.Split(strings.TrimSpace(block[1]), "\n")
	for i := 0; i+1 < len(lines); i += 2 {
		request, _ := strings.CutPrefix(lines[i], "> ")
		if got := ask(s, request); got != lines[i+1] {
			t.Errorf("%s\nsays\n%s\nthe README\n%s", request, got, lines[i+1])
		}
	}
	if len(lines) < 10 || len(lines)%2 != 0 {
		t.Errorf("%d lines", len(lines))
	}
}

func TestEngineAnswers(t *testing.T) {
	for _, c := range []struct {
		name, want string
		requests   []string
	}{
		{"a dealer is given", `{"round":1,"dealer":1,"to_move":[0]}`, []string{`{"cmd":"new","game":"knock","seats":2,"dealer":1,"seed":"` + zeros + `"}`}},
		{"the seed decides on the dealer", `{"round":1,"dealer":1,"to_move":[0]}`, []string{`{"cmd":"new","game":"knock","seats":2,"seed":"` + zeros + `"}`}},
		{"a spectator has no moves", `{"error":{"rule":"engine.seat","text":"no seat -1: expected 0 to 1"}}`, []string{dealt("knock", 2), `{"cmd":"legal","seat":-1}`}},
		{"who is not to move has none", `{"moves":[]}`, []string{dealt("knock", 2), `{"cmd":"legal","seat":0}`}},
		{"moves", `{"moves":["draw @stock","draw @discard"]}`, []string{dealt("knock", 2), `{"cmd":"legal","seat":1}`}},
		{"the result while playing", `{"round":{"over":false,"points":null,"how":null},"match":{"over":false,"totals":[0,0],"winner":null,"draw":false}}`, []string{dealt("knock", 2), `{"cmd":"result"}`}},
		{"next while playing", `{"error":{"rule":"match.round_on","text":"The round is still being played."}}`, []string{dealt("knock", 2), `{"cmd":"next"}`}},
		{"a language for one request", `{"error":{"rule":"match.not_your_turn","text":"Agora não é a sua vez."}}`, []string{dealt("knock", 2), `{"cmd":"play","seat":0,"move":"draw @stock","lang":"pt-BR"}`}},
		{"it does not stay", `{"error":{"rule":"match.not_your_turn","text":"It is not your turn now."}}`, []string{dealt("knock", 2), `{"cmd":"legal","seat":0,"lang":"pt-BR"}`, `{"cmd":"play","seat":0,"move":"draw @stock"}`}},
		{"that of new stays", `{"error":{"rule":"match.not_your_turn","text":"Agora não é a sua vez."}}`, []string{strings.Replace(dealt("knock", 2), `"seats"`, `"lang":"pt-BR","seats"`, 1), `{"cmd":"play","seat":0,"move":"draw @stock"}`}},
		{"who leaves has lost", `{"round":{"over":false,"points":null,"how":null},"match":{"over":true,"totals":[0,0],"winner":1,"draw":false}}`, []string{dealt("knock", 2), `{"cmd":"play","seat":0,"move":"leave"}`, `{"cmd":"result"}`}},
		{"next after the match", `{"error":{"rule":"match.over","text":"The match is over."}}`, []string{dealt("knock", 2), `{"cmd":"play","seat":0,"move":"leave"}`, `{"cmd":"next"}`}},
	} {
		if got := ask(newSession(toolGames()), c.requests...); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// Whatever is wrong with a line is answered by a rule, and the match is as it was.
func TestEngineRefuses(t *testing.T) {
	pack := func(change func([]card.Card) []card.Card) string {
		names, err := json.Marshal(change(card.French()))
		if err != nil {
			t.Fatal(err)
		}
		return `{"cmd":"new","game":"knock","seats":2,"pack":` + string(names) + `}`
	}
	for rule, lines := range map[string][]string{
		"engine.line":    {``, ` `, `x`, `null`, `[]`, `"new"`, `{"cmd":"games"`, `{"cmd":"games"}{}`, `{"cmd":"games","` + strings.Repeat("x", longestLine) + `":1}`, strings.Repeat("[", 20000)},
		"engine.command": {`{}`, `{"cmd":"fly"}`, `{"cmd":1}`, `{"cmd":null}`, `{"CMD":"games"}`, `{"cmd":"` + strings.Repeat("x", 100) + `"}`},
		"engine.field": {
			`{"cmd":"games","seat":1}`, `{"cmd":"legal"}`, `{"cmd":"legal","seat":"1"}`, `{"cmd":"legal","seat":1.5}`, `{"cmd":"legal","seat":null}`, `{"cmd":"legal","Seat":1}`,
			`{"cmd":"legal","seat":99999999999999999999}`, `{"cmd":"play","seat":1}`, `{"cmd":"play","seat":1,"move":7}`, `{"cmd":"legal","seat":1,"lang":"fr"}`, `{"cmd":"legal","seat":1,"lang":7}`,
			`{"cmd":"new"}`, `{"cmd":"new","game":"knock"}`, `{"cmd":"new","game":"knock","seats":2}`, `{"cmd":"new","game":"knock","seats":2,"seed":"00"}`, `{"cmd":"new","game":"knock","seats":2,"seed":7}`,
			`{"cmd":"new","game":"knock","seats":2,"pack":"7H"}`, `{"cmd":"new","game":"knock","seats":2,"pack":["7H","1H"]}`, `{"cmd":"new","game":"knock","seats":2,"pack":[null]}`,
			`{"cmd":"new","game":"knock","seats":2,"seed":"` + zeros + `","options":{"knock_limit":5}}`, `{"cmd":"load","game":"knock"}`, `{"cmd":"load","game":"knock","state":"x"}`,
		},
		"engine.game":   {`{"cmd":"new","game":"chess","seats":2,"seed":"` + zeros + `"}`, `{"cmd":"load","game":"","state":{}}`},
		"engine.seats":  {strings.Replace(dealt("knock", 2), `"seats":2`, `"seats":3`, 1), strings.Replace(dealt("knock", 2), `"seats":2`, `"seats":-1`, 1)},
		"engine.option": {strings.Replace(dealt("knock", 2), `"seats"`, `"options":{"knock_limit":"4"},"seats"`, 1), strings.Replace(dealt("knock", 2), `"seats"`, `"options":{"":""},"seats"`, 1)},
		"engine.seat": {
			`{"cmd":"legal","seat":2}`, `{"cmd":"view","seat":-2}`, `{"cmd":"play","seat":-1,"move":"draw @stock"}`, `{"cmd":"view","seat":300}`,
			strings.Replace(dealt("knock", 2), `"dealer":0`, `"dealer":2`, 1),
		},
		"engine.move": {`{"cmd":"play","seat":1,"move":""}`, `{"cmd":"play","seat":1,"move":"draw  @stock"}`, `{"cmd":"play","seat":1,"move":"draw @attic"}`},
		"engine.pack": {
			pack(func(all []card.Card) []card.Card { return all[1:] }), pack(func(all []card.Card) []card.Card { return append(all[:0], make([]card.Card, 52)...) }),
			pack(func(all []card.Card) []card.Card { all[0] = all[1]; return all }),
		},
		"engine.state": {
			`{"cmd":"load","game":"knock","state":{}}`, `{"cmd":"load","game":"knock","state":{"rules":1}}`, `{"cmd":"load","game":"knock","state":{"rules":1,"seed":"` + zeros + `"}}`,
			`{"cmd":"load","game":"knock","state":{"rules":1,"seed":"` + zeros + `","match":{}}}`,
		},
		"match.not_your_turn": {`{"cmd":"play","seat":0,"move":"draw @stock"}`},
		"match.round_on":      {`{"cmd":"next"}`, `{"cmd":"play","seat":1,"move":"next"}`},
		"knock.phase":         {`{"cmd":"play","seat":1,"move":"discard KD"}`, `{"cmd":"play","seat":1,"move":"fly"}`},
	} {
		for _, line := range lines {
			s := newSession(games())
			before := ask(s, dealt("knock", 2), `{"cmd":"state"}`)
			got := ask(s, line)
			if !strings.HasPrefix(got, fmt.Sprintf(`{"error":{"rule":%q,"text":"`, rule)) || len(got) > 400 {
				t.Errorf("%.200s\n%s, want %s", line, got, rule)
			}
			if after := ask(s, `{"cmd":"state"}`); after != before {
				t.Errorf("%.200s changed\n%s to\n%s", line, before, after)
			}
		}
	}
	for name := range requests {
		if name == "games" || name == "new" || name == "load" {
			continue
		}
		fields := map[string]any{"cmd": name}
		for _, field := range strings.Fields(requests[name].fields) {
			fields[field] = map[string]any{"seat": 0, "move": "draw @stock"}[field]
		}
		request, _ := json.Marshal(fields)
		if got := ask(newSession(games()), string(request)); !strings.Contains(got, `"engine.match"`) {
			t.Errorf("%s before there is a match: %s", name, got)
		}
	}
}

// The pack is dealt in the order in which it is given.
func TestEnginePack(t *testing.T) {
	s := newSession(games())
	pack := card.French()
	slices.Reverse(pack)
	names, _ := json.Marshal(pack)
	read[any](t, s, `{"cmd":"new","game":"knock","seats":2,"dealer":0,"pack":%s}`, names)
	piles := read[map[string][]string](t, s, `{"cmd":"cards"}`)
	for pile, want := range map[string]string{
		"hand:1":  card.Write([]card.Card{pack[12], pack[10], pack[8], pack[6], pack[4], pack[2], pack[0]}),
		"hand:0":  card.Write([]card.Card{pack[13], pack[11], pack[9], pack[7], pack[5], pack[3], pack[1]}),
		"discard": pack[14].String(), "stock": card.Write(pack[15:]),
	} {
		if got := strings.Join(piles[pile], " "); got != want {
			t.Errorf("%s holds %s, want %s", pile, got, want)
		}
	}
	if state := ask(s, `{"cmd":"state"}`); !strings.Contains(state, `"seed":"`+zeros+`"`) {
		t.Error("without a seed a pack does not come with zeros")
	}
}

// Every game is played to its end through the protocol. A second session that is
// loaded on the way answers the same from there on, later shuffles included.
func TestEngineWholeMatch(t *testing.T) {
	for _, game := range toolGames() {
		info := game.Info()
		for seats := info.MinSeats; seats <= info.MaxSeats; seats++ {
			t.Run(fmt.Sprintf("%s for %d", info.Key, seats), func(t *testing.T) {
				for n := range 2 {
					wholeMatch(t, game, seats, n)
				}
			})
		}
	}
}

func wholeMatch(t *testing.T, game engine.Game, seats, n int) {
	seed := engine.Seed{}.Derive("whole", n)
	chance := engine.NewChance(seed.Derive("chance", seats))
	s, twin := newSession(toolGames()), newSession(toolGames())
	// same puts a request to both sessions.
	same := func(request string, args ...any) string {
		request = fmt.Sprintf(request, args...)
		a, b := ask(s, request), ask(twin, request)
		if a != b || strings.HasPrefix(a, `{"error"`) {
			t.Fatalf("%s\n%s\nafter loading\n%s", request, a, b)
		}
		return a
	}
	same(`{"cmd":"new","game":%q,"seats":%d,"seed":%q}`, game.Info().Key, seats, seed.Hex())
	player := []bot.Player{bot.For(game, bot.Steady), bot.Random{}}[n]
	for moves := 0; ; moves++ {
		if chance.Below(20) == 0 {
			twin = newSession(toolGames())
			ask(twin, strings.Replace(ask(s, `{"cmd":"state"}`), "{", `{"cmd":"load",`, 1))
			same(`{"cmd":"view","seat":-1}`)
		}
		toMove := s.toMove()
		if len(toMove) == 0 {
			same(`{"cmd":"result"}`)
			if _, over := s.match.Outcome(); over || n == 1 && s.match.Number() == 2 {
				return
			}
			same(`{"cmd":"next"}`)
			continue
		}
		seat := toMove[chance.Below(len(toMove))]
		list := struct{ Moves []engine.Move }{}
		if err := json.Unmarshal([]byte(same(`{"cmd":"legal","seat":%d}`, seat)), &list); err != nil {
			t.Fatal(err)
		}
		move := player.Choose(bot.Sight{View: s.match.View(seat), Legal: list.Moves, Seed: seed})
		same(`{"cmd":"play","seat":%d,"move":%q}`, seat, move)
		if moves%10 == 0 {
			same(`{"cmd":"cards"}`)
			same(`{"cmd":"view","seat":%d}`, seat)
		}
	}
}

// A position whose cards do not add up is refused, and so is a round that is not
// the match's.
func TestEngineLoadRefuses(t *testing.T) {
	for _, game := range toolGames() {
		info := game.Info()
		s := newSession(toolGames())
		read[any](t, s, "%s", dealt(info.Key, info.MinSeats))
		state := ask(s, `{"cmd":"state"}`)
		one, other := s.match.Round().Cards()[0].Cards[0].String(), ""
		for _, heap := range s.match.Round().Cards() {
			for _, c := range heap.Cards {
				if c.String() != one && c != card.Unknown {
					other = c.String()
				}
			}
		}
		for name, spoilt := range map[string]string{
			"a card is there once more": strings.Replace(state, `"`+one+`"`, `"`+other+`"`, 1),
			"a total is missing":        strings.Replace(state, `"totals":[0,`, `"totals":[`, 1),
			"the round is over":         strings.Replace(state, `"totals"`, `"ready":[`+strings.Repeat("false,", info.MinSeats-1)+`false],"totals"`, 1),
			"another version":           strings.Replace(state, `"rules":`, `"rules":9`, 1),
			"a seed is short":           strings.Replace(state, zeros, zeros[1:], 1),
		} {
			if spoilt == state {
				t.Errorf("%s: %s is not spoilt", info.Key, name)
			}
			got := ask(s, strings.Replace(spoilt, "{", `{"cmd":"load",`, 1))
			if !strings.HasPrefix(got, `{"error":{"rule":"engine.state"`) {
				t.Errorf("%s, %s: %s", info.Key, name, got)
			}
		}
		if after := ask(s, `{"cmd":"state"}`); after != state {
			t.Errorf("%s: a refused state changed the match", info.Key)
		}
	}
}

// One line, one answer: also blank lines, those of other systems, those that are
// too long and a last one without an end.
func TestEngineTalk(t *testing.T) {
	var out bytes.Buffer
	in := dealt("knock", 2) + "\r\n\n" + strings.Repeat("x", 3*longestLine) + "\n" + `{"cmd":"legal","seat":1}`
	if err := newSession(games()).talk(strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	want := []string{`{"round":1`, `{"error":{"rule":"engine.line"`, `{"error":{"rule":"engine.line","text":"the line is longer`, `{"moves":["draw @stock"`, ""}
	lines := strings.Split(out.String(), "\n")
	for i := range want {
		if len(lines) != len(want) || !strings.HasPrefix(lines[i], want[i]) {
			t.Fatalf("answers\n%s", out.String())
		}
	}
}

func TestEngineListsGames(t *testing.T) {
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
	if err := json.Unmarshal([]byte(ask(newSession(games()), `{"cmd":"games"}`)), &list); err != nil {
		t.Fatal(err)
	}
	for i, game := range games() {
		info, got := game.Info(), list.Games[i]
		if got.Key != info.Key || got.Rules != info.Version || got.Min_seats != info.MinSeats || got.Max_seats != info.MaxSeats || len(got.Options) != len(info.Options) {
			t.Errorf("%+v", got)
		}
		for n, o := range got.Options {
			if o.Key != info.Options[n].Key || o.Default != o.Choices[0] || !slices.Equal(o.Choices, info.Options[n].Values) {
				t.Errorf("%+v", o)
			}
		}
	}
}

// FuzzEngine feeds a session lines: each is answered by one JSON object, and
// nothing in the engine fails.
func FuzzEngine(f *testing.F) {
	f.Add(`{"cmd":"games"}`)
	for _, game := range toolGames() {
		info := game.Info()
		s := newSession(toolGames())
		ask(s, dealt(info.Key, info.MinSeats))
		f.Add(dealt(info.Key, info.MinSeats) + "\n" + `{"cmd":"play","seat":1,"move":"draw @stock"}` + "\n" + `{"cmd":"view","seat":1}` + "\n" + `{"cmd":"result"}`)
		f.Add(strings.Replace(ask(s, `{"cmd":"state"}`), "{", `{"cmd":"load",`, 1) + "\n" + `{"cmd":"cards"}` + "\n" + `{"cmd":"next","lang":"pt-BR"}`)
	}
	f.Fuzz(func(t *testing.T, lines string) {
		s := newSession(toolGames())
		for line := range strings.SplitSeq(lines, "\n") {
			answer := s.answer([]byte(line))
			var object map[string]any
			if err := json.Unmarshal(answer, &object); err != nil || object == nil || bytes.ContainsAny(answer, "\n") || bytes.Contains(answer, []byte(`"engine.bug"`)) {
				t.Errorf("%.300q\n%s\n%v", line, answer, err)
			}
		}
	})
}
