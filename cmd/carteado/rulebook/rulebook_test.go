package rulebook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/enginetest/toy"
	"carteado/engine/knock"
)

// games are one of the club's and one that no club offers.
var games = []engine.Game{knock.Game{}, toy.Game{}}

// ask puts requests to a session and returns the last answer.
func ask(s *Session, requests ...string) (answer string) {
	for _, request := range requests {
		answer = string(s.Answer([]byte(request)))
	}
	return answer
}

// read returns the answer read into a value.
func read[T any](t *testing.T, s *Session, request string, args ...any) (value T) {
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

func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		name, want string
		requests   []string
	}{
		{"a dealer is given", `{"round":1,"dealer":1,"to_move":[0]}`,
			[]string{`{"cmd":"new","game":"knock","seats":2,"dealer":1,"seed":"` + zeros + `"}`}},
		{"the seed decides on the dealer", `{"round":1,"dealer":1,"to_move":[0]}`,
			[]string{`{"cmd":"new","game":"knock","seats":2,"seed":"` + zeros + `"}`}},
		{"a spectator has no moves", `{"error":{"rule":"engine.seat","text":"no seat -1: expected 0 to 1"}}`,
			[]string{dealt("knock", 2), `{"cmd":"legal","seat":-1}`}},
		{"who is not to move has none", `{"moves":[]}`, []string{dealt("knock", 2), `{"cmd":"legal","seat":0}`}},
		{"moves", `{"moves":["draw @stock","draw @discard"]}`, []string{dealt("knock", 2), `{"cmd":"legal","seat":1}`}},
		{"the result while playing",
			`{"round":{"over":false,"points":null,"how":null},"match":{"over":false,"totals":[0,0],"winner":null,"draw":false}}`, []string{dealt("knock", 2), `{"cmd":"result"}`}},
		{"next while playing", `{"error":{"rule":"match.round_on","text":"The round is still being played."}}`,
			[]string{dealt("knock", 2), `{"cmd":"next"}`}},
		{"a language for one request", `{"error":{"rule":"match.not_your_turn","text":"Agora não é a sua vez."}}`,
			[]string{dealt("knock", 2), `{"cmd":"play","seat":0,"move":"draw @stock","lang":"pt-BR"}`}},
		{"it does not stay", `{"error":{"rule":"match.not_your_turn","text":"It is not your turn now."}}`,
			[]string{dealt("knock", 2), `{"cmd":"legal","seat":0,"lang":"pt-BR"}`,
				`{"cmd":"play","seat":0,"move":"draw @stock"}`}},
		{"that of new stays", `{"error":{"rule":"match.not_your_turn","text":"Agora não é a sua vez."}}`,
			[]string{strings.Replace(dealt("knock", 2), `"seats"`, `"lang":"pt-BR","seats"`, 1),
				`{"cmd":"play","seat":0,"move":"draw @stock"}`}},
		{"who leaves has lost", `{"round":{"over":false,"points":null,"how":null},"match":{"over":true,"totals":[0,0],"winner":1,"draw":false}}`, []string{dealt("knock", 2), `{"cmd":"play","seat":0,"move":"leave"}`, `{"cmd":"result"}`}},
		{"next after the match", `{"error":{"rule":"match.over","text":"The match is over."}}`,
			[]string{dealt("knock", 2), `{"cmd":"play","seat":0,"move":"leave"}`, `{"cmd":"next"}`}},
	} {
		if got := ask(New(games), c.requests...); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// Whatever is wrong with a line is answered by a rule, and the match is as it was.
func TestRefuses(t *testing.T) {
	pack := func(change func([]card.Card) []card.Card) string {
		names, err := json.Marshal(change(card.French()))
		if err != nil {
			t.Fatal(err)
		}
		return `{"cmd":"new","game":"knock","seats":2,"pack":` + string(names) + `}`
	}
	for rule, lines := range map[string][]string{
		"engine.line": {``, ` `, `x`, `null`, `[]`, `"new"`, `{"cmd":"games"`, `{"cmd":"games"}{}`,
			`{"cmd":"games","` + strings.Repeat("x", maxLine) + `":1}`, strings.Repeat("[", 20000)},
		"engine.command": {`{}`, `{"cmd":"fly"}`, `{"cmd":1}`, `{"cmd":null}`, `{"CMD":"games"}`, `{"cmd":"` +
			strings.Repeat("x", 100) + `"}`},
		"engine.field": {
			`{"cmd":"games","seat":1}`, `{"cmd":"legal"}`, `{"cmd":"legal","seat":"1"}`, `{"cmd":"legal","seat":1.5}`,
			`{"cmd":"legal","seat":null}`, `{"cmd":"legal","Seat":1}`,
			`{"cmd":"legal","seat":99999999999999999999}`, `{"cmd":"play","seat":1}`,
			`{"cmd":"play","seat":1,"move":7}`, `{"cmd":"legal","seat":1,"lang":"fr"}`,
			`{"cmd":"legal","seat":1,"lang":7}`,
			`{"cmd":"new"}`, `{"cmd":"new","game":"knock"}`, `{"cmd":"new","game":"knock","seats":2}`,
			`{"cmd":"new","game":"knock","seats":2,"seed":"00"}`, `{"cmd":"new","game":"knock","seats":2,"seed":7}`,
			`{"cmd":"new","game":"knock","seats":2,"seed":"` + zeros + `","mix":{"match":"17","contributions":["a"]}}`,
			`{"cmd":"new","game":"knock","seats":2,"seed":"` + zeros +
				`","mix":{"match":"17","contributions":["a","b\nc"]}}`,
			`{"cmd":"new","game":"knock","seats":2,"pack":"7H"}`,
			`{"cmd":"new","game":"knock","seats":2,"pack":["7H","1H"]}`,
			`{"cmd":"new","game":"knock","seats":2,"pack":[null]}`,
			`{"cmd":"new","game":"knock","seats":2,"seed":"` + zeros + `","options":{"knock_limit":5}}`,
			`{"cmd":"load","game":"knock"}`, `{"cmd":"load","game":"knock","state":"x"}`,
		},
		"engine.game": {`{"cmd":"new","game":"chess","seats":2,"seed":"` + zeros + `"}`,
			`{"cmd":"load","game":"","state":{}}`},
		"engine.seats": {strings.Replace(dealt("knock", 2), `"seats":2`, `"seats":3`, 1),
			strings.Replace(dealt("knock", 2), `"seats":2`, `"seats":-1`, 1)},
		"engine.option": {strings.Replace(dealt("knock", 2), `"seats"`, `"options":{"knock_limit":"4"},"seats"`, 1),
			strings.Replace(dealt("knock", 2), `"seats"`, `"options":{"":""},"seats"`, 1)},
		"engine.seat": {
			`{"cmd":"legal","seat":2}`, `{"cmd":"view","seat":-2}`, `{"cmd":"play","seat":-1,"move":"draw @stock"}`,
			`{"cmd":"view","seat":300}`,
			strings.Replace(dealt("knock", 2), `"dealer":0`, `"dealer":2`, 1),
		},
		"engine.move": {`{"cmd":"play","seat":1,"move":""}`, `{"cmd":"play","seat":1,"move":"draw  @stock"}`,
			`{"cmd":"play","seat":1,"move":"draw @attic"}`},
		"engine.pack": {
			pack(func(all []card.Card) []card.Card { return all[1:] }), pack(func(all []card.Card) []card.Card {
				return append(all[:0], make([]card.Card, 52)...)
			}),
			pack(func(all []card.Card) []card.Card { all[0] = all[1]; return all }),
		},
		"engine.state": {
			`{"cmd":"load","game":"knock","state":{}}`, `{"cmd":"load","game":"knock","state":{"rules":1}}`,
			`{"cmd":"load","game":"knock","state":{"rules":1,"seed":"` + zeros + `"}}`,
			`{"cmd":"load","game":"knock","state":{"rules":1,"seed":"` + zeros + `","match":{}}}`,
		},
		"match.not_your_turn": {`{"cmd":"play","seat":0,"move":"draw @stock"}`},
		"match.round_on":      {`{"cmd":"next"}`, `{"cmd":"play","seat":1,"move":"next"}`},
		"knock.phase":         {`{"cmd":"play","seat":1,"move":"discard KD"}`, `{"cmd":"play","seat":1,"move":"fly"}`},
	} {
		for _, line := range lines {
			s := New(games)
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
		if got := ask(New(games), string(request)); !strings.Contains(got, `"engine.match"`) {
			t.Errorf("%s before there is a match: %s", name, got)
		}
	}
}

// The pack is dealt in the order in which it is given.
func TestPack(t *testing.T) {
	s := New(games)
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

// One line, one answer: also blank lines, those of other systems, those that are
// too long and a last one without an end.
func TestTalk(t *testing.T) {
	var out bytes.Buffer
	in := dealt("knock", 2) + "\r\n\n" + strings.Repeat("x", 3*maxLine) + "\n" + `{"cmd":"legal","seat":1}`
	if err := New(games).talk(strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	want := []string{`{"round":1`, `{"error":{"rule":"engine.line"`,
		`{"error":{"rule":"engine.line","text":"the line is longer`, `{"moves":["draw @stock"`, ""}
	lines := strings.Split(out.String(), "\n")
	for i := range want {
		if len(lines) != len(want) || !strings.HasPrefix(lines[i], want[i]) {
			t.Fatalf("answers\n%s", out.String())
		}
	}
}

// FuzzEngine feeds a session lines: each is answered by one JSON object, and
// nothing in the engine fails.
func Fuzz(f *testing.F) {
	f.Add(`{"cmd":"games"}`)
	for _, game := range games {
		info := game.Info()
		s := New(games)
		ask(s, dealt(info.Key, info.MinSeats))
		f.Add(dealt(info.Key, info.MinSeats) + "\n" + `{"cmd":"play","seat":1,"move":"draw @stock"}` + "\n" +
			`{"cmd":"view","seat":1}` + "\n" + `{"cmd":"result"}`)
		f.Add(strings.Replace(ask(s, `{"cmd":"state"}`), "{", `{"cmd":"load",`, 1) + "\n" + `{"cmd":"cards"}` + "\n" +
			`{"cmd":"next","lang":"pt-BR"}`)
	}
	f.Fuzz(func(t *testing.T, lines string) {
		s := New(games)
		for line := range strings.SplitSeq(lines, "\n") {
			answer := s.Answer([]byte(line))
			var object map[string]any
			if err := json.Unmarshal(answer, &object); err != nil || object == nil || bytes.ContainsAny(answer, "\n") ||
				bytes.Contains(answer, []byte(`"engine.bug"`)) {
				t.Errorf("%.300q\n%s\n%v", line, answer, err)
			}
		}
	})
}
