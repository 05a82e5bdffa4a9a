package enginetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"pgregory.net/rapid"

	"carteado/engine"
)

// A Board is a position of a game in a test: a round, or a match in its first
// round.
type Board struct {
	engine.Round
	Match *engine.Match // nil for a single round
	Last  []engine.Event

	t    rapid.TB
	game engine.Game
}

// On is At for a game.
func On(g engine.Game) func(rapid.TB, string) *Board {
	return func(t rapid.TB, position string) *Board {
		t.Helper()
		return At(t, g, position)
	}
}

// At sets up a round, or a match where the position says "totals 62 95".
func At(t rapid.TB, g engine.Game, position string) *Board {
	t.Helper()
	b := &Board{t: t, game: g}
	var totals []int
	round := steps(position)
	for i, item := range round {
		if text, is := strings.CutPrefix(item, "totals "); is {
			for n := range strings.FieldsSeq(text) {
				total, _ := strconv.Atoi(n)
				totals = append(totals, total)
			}
			round = slices.Delete(round, i, i+1)
			break
		}
	}
	r, err := engine.Set(g, strings.Join(round, "; "), nil)
	if err != nil {
		t.Fatal(err)
	}
	if b.Round = r; totals == nil {
		return b
	}
	p, _ := engine.ParsePosition(position)
	b.Match, err = engine.LoadMatch(g, engine.Seed{}, Encode(t, map[string]any{
		"number": 1, "dealer": p.Number("dealer"), "totals": totals, "since": make([]int, len(totals)),
		"options": p.Options, "round": json.RawMessage(Encode(t, r)),
	}))
	if err != nil {
		t.Fatal(err)
	}
	b.Round = b.Match.Round()
	return b
}

// Deal deals a round. A setup whose deal comes of engine.Seed{}.Derive(name, n) deals the same cards in every run.
func Deal(t rapid.TB, g engine.Game, s engine.Setup) *Board {
	t.Helper()
	r, err := g.Deal(s)
	if err != nil {
		t.Fatal(err)
	}
	return &Board{Round: r, t: t, game: g}
}

// steps splits what is separated by semicolons or line ends.
func steps(text string) (list []string) {
	for step := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ';' || r == '\n' }) {
		if step = strings.TrimSpace(step); step != "" {
			list = append(list, step)
		}
	}
	return list
}

// MarshalJSON writes what is stored of the round.
func (b *Board) MarshalJSON() ([]byte, error) { return json.Marshal(b.Round) }

// Play makes a move in the round.
func (b *Board) Play(s engine.Seat, m engine.Move) ([]engine.Event, error) {
	return engine.Play(b.Round, s, m)
}

// playing is the round or the match that moves are made in.
func (b *Board) playing() Playable {
	if b.Match != nil {
		return b.Match
	}
	return b.Round
}

// Run does what a script says, step by step, separated by semicolons or line ends.
//
//	draw @stock                          a move that must be accepted
//	try play 7C 7D                       also, but it is taken back
//	listed knock KD                      it is among the legal moves
//	discard 9S ! taken                   it is refused by this rule of the game and changes nothing
//	knock KD ! limit limit=3 deadwood=4  … with these numbers
//	hand:0 = 4C 9S KD                    what a pile holds
//	moves = play 7C, take                all that is legal; "moves play" are those of a verb
//	turn = 1                             who is to move
//	events = discarded drew              what happened in the last move; events.1.N is a field
//	told:1.0.Secret =                    the same as a seat was told it
//	result.Points = 1 0                  a field of the result; "result =" while the round goes on
//	view:1.Known.0 = 9H                  a field of a seat's view, seat 0 if none is said; watch.Top is a spectator's
//	view.Fits(4H) = 1                    what a method says of cards; view.GoOuts.len is the length of a list
//	auto = draw @stock                   the automatic move
//	load                                 the round or match is stored, loaded, and goes on
//	totals = 62 107                      also round, dealer, winner and outcome.How of a match
//
// The seat that moves stands in front, as in 1 draw @stock, unless it is the
// first that is to move.
func (b *Board) Run(script string) *Board {
	b.t.Helper()
	for _, step := range steps(script) {
		b.step(step)
	}
	return b
}

func (b *Board) step(step string) {
	b.t.Helper()
	s, rest := b.seat(step)
	if what, want, is := strings.Cut(rest+" ", " = "); is {
		if got := b.value(s, what); got != strings.TrimSpace(want) {
			b.t.Errorf("%s: got %s", step, got)
		}
		return
	}
	text, rule, refused := strings.Cut(rest, " ! ")
	text, tried := strings.CutPrefix(text, "try ")
	text, listed := strings.CutPrefix(text, "listed ")
	switch {
	case step == "load":
		b.load()
	case listed:
		if !Listed(b.t, b.playing(), s, text) {
			b.t.Errorf("%s: it is not", step)
		}
	case refused:
		b.refused(s, text, strings.Fields(rule))
	case tried:
		Play(b.t, engine.Clone(b.Round), s, text)
	default:
		b.Last = Play(b.t, b.playing(), s, text)
		if b.Match != nil {
			b.Round = b.Match.Round()
		}
	}
}

// seat splits the seat off a step.
func (b *Board) seat(step string) (engine.Seat, string) {
	if seat, rest, split := strings.Cut(step, " "); split {
		if n, err := strconv.Atoi(seat); err == nil {
			return engine.Seat(n), rest
		}
	}
	moving := b.playing().ToMove()
	if len(moving) == 0 {
		return 0, step
	}
	return moving[0], step
}

// load stores the round or the match and goes on with the loaded one.
func (b *Board) load() {
	b.t.Helper()
	var err error
	if b.Match == nil {
		b.Round, err = b.game.Load(Encode(b.t, b.Round))
	} else if b.Match, err = engine.LoadMatch(b.game, engine.Seed{}, Encode(b.t, b.Match)); err == nil {
		b.Round = b.Match.Round()
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

// refused makes a move that must break a rule, not be listed and change nothing.
func (b *Board) refused(s engine.Seat, text string, rule []string) {
	b.t.Helper()
	key := rule[0]
	if !strings.Contains(key, ".") {
		key = b.game.Info().Key + "." + key
	}
	before := Encode(b.t, b.playing())
	_, err := play(b.playing(), s, Move(b.t, text))
	var illegal *engine.Illegal
	if !errors.As(err, &illegal) || illegal.Rule != key {
		b.t.Fatalf("seat %d: %s: got %v, want refused by %s", s, text, err, key)
	}
	if string(Encode(b.t, b.playing())) != string(before) {
		b.t.Fatalf("seat %d: %s was refused and has changed the position", s, text)
	}
	if Listed(b.t, b.playing(), s, text) {
		b.t.Fatalf("seat %d: %s is listed and refused", s, text)
	}
	for _, arg := range rule[1:] {
		name, value, _ := strings.Cut(arg, "=")
		if fmt.Sprint(illegal.Args[name]) != value || len(illegal.Args) != len(rule)-1 {
			b.t.Errorf("%s: refused with %v, want %s", text, illegal.Args, rule[1:])
		}
	}
}

// value writes the value that a step names.
func (b *Board) value(s engine.Seat, what string) string {
	b.t.Helper()
	if verb, is := strings.CutPrefix(what, "moves"); is {
		return b.moves(s, strings.TrimSpace(verb))
	}
	head, path, _ := strings.Cut(what, ".")
	var root any
	switch name, viewer, _ := strings.Cut(head, ":"); {
	case name == "view":
		n, _ := strconv.Atoi(viewer)
		root = b.View(engine.Seat(n))
	case what == "turn":
		root = b.playing().ToMove()
	case name == "told":
		n, _ := strconv.Atoi(viewer)
		var told []engine.Event
		for _, e := range b.Last {
			if seen, ok := e.For(engine.Seat(n)); ok {
				told = append(told, seen)
			}
		}
		root = kinds(told, path)
	case head == "watch":
		root = b.View(engine.Spectator)
	case head == "events":
		root = kinds(b.Last, path)
	case head == "result":
		result, over := b.Result()
		if !over {
			return ""
		}
		root = result
	case what == "autoon":
		return b.playing().(engine.Continuer).AutoOn(s).String()
	case what == "auto":
		return b.playing().(engine.Absent).Auto(s).String()
	case b.Match != nil && b.ofMatch(head) != nil:
		root = b.ofMatch(head)
	default:
		return b.Pile(what)
	}
	return written(b.t, reflect.ValueOf(root), path)
}

// kinds are those of events, unless a path leads into them.
func kinds(events []engine.Event, path string) any {
	if path != "" {
		return events
	}
	var list []string
	for _, e := range events {
		list = append(list, e.Kind)
	}
	return list
}

func (b *Board) ofMatch(what string) any {
	outcome, _ := b.Match.Outcome()
	return map[string]any{
		"totals": b.Match.Totals(), "round": b.Match.Number(), "dealer": b.Match.Dealer(), "outcome": outcome,
		"winner": outcome.Winner(),
	}[what]
}

// moves are the legal ones, those of a verb without it.
func (b *Board) moves(s engine.Seat, verb string) string {
	var list []string
	for _, m := range b.playing().Legal(s, nil) {
		if text, of := strings.CutPrefix(m.String(), verb+" "); of || verb == "" {
			list = append(list, strings.TrimSpace(text))
		}
	}
	return strings.Join(list, ", ")
}

// Pile writes what a pile holds, with what wild cards stand for.
func (b *Board) Pile(name string) string {
	b.t.Helper()
	piles := b.Piles(nil)
	at := slices.IndexFunc(piles, func(p engine.Pile) bool { return p.Place.String() == name })
	if at < 0 {
		b.t.Errorf("there is no pile %s", name)
		return ""
	}
	var words []string
	for i, c := range piles[at].Cards {
		w := engine.Word{Card: c}
		if piles[at].As != nil {
			w.As = piles[at].As[i]
		}
		words = append(words, w.String())
	}
	return strings.Join(words, " ")
}

// written follows a path of fields and numbers and prints what is there.
func written(t rapid.TB, v reflect.Value, path string) string {
	t.Helper()
	for name := range strings.FieldsFuncSeq(path, func(r rune) bool { return r == '.' }) {
		for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
			v = v.Elem()
		}
		n, err := strconv.Atoi(name)
		method, arg, _ := strings.Cut(strings.TrimSuffix(name, ")"), "(")
		switch {
		case v.Kind() == reflect.Slice && name == "len":
			v = reflect.ValueOf(v.Len())
		case v.Kind() == reflect.Struct && v.FieldByName(name).IsValid():
			v = v.FieldByName(name)
		case v.MethodByName(method).IsValid():
			var args []reflect.Value
			for _, c := range Cards(t, arg) {
				args = append(args, reflect.ValueOf(c))
			}
			v = v.MethodByName(method).Call(args)[0]
		case err == nil && (v.Kind() == reflect.Slice || v.Kind() == reflect.Array) && n < v.Len():
			v = v.Index(n)
		default:
			v = reflect.Value{}
		}
		if !v.IsValid() {
			t.Errorf("there is no %s in %s", name, path)
			return ""
		}
	}
	text := fmt.Sprint(v.Interface())
	if v.Kind() == reflect.Slice || v.Kind() == reflect.Array {
		text = strings.TrimSuffix(strings.TrimPrefix(text, "["), "]")
	}
	return text
}
