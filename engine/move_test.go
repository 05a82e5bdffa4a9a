package engine_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/card"

	"pgregory.net/rapid"
)

// The examples of the notation, game by game.
var written = map[string][]string{
	"palace": {"swap 3H KD", "ready", "play 9S 9D", "flip @down:2", "take", "take 4S"},
	"rummy": {
		"draw @stock", "draw @discard", "meld 5H 6H 7H", "layoff JS >meld:1", "discard KD",
		"rummy 4C 4D 4H | 8S 9S TS JS | AD 2D 3D",
		"rummy 4C 4D 4H | 8S 9S TS JS | AD 2D 3D ~ KC",
		"rummy 4C 4D 4H | QH>meld:1 KH>meld:1 ~ KC",
	},
	"huangdi": {
		"build 5 @hand >wall:1", "build 4 @stock >wall:2", "build 4 @a >wall:1", "build 4 @2:a >wall:1",
		"reverse 7 @a +@hand >wall:1", "discard 5 >a", "end", "build J @hand >wall:1", "build 10 @hand >wall:4",
	},
	"knock": {
		"draw @stock", "draw @discard", "discard 4C", "knock KD",
		"knock KD | 4H 5H 6H | 9C 9D AD=9S", "knock KD | AD=AD 2D 3D",
	},
	"match": {"next", "leave"},
}

func TestMoveNotation(t *testing.T) {
	for game, moves := range written {
		t.Run(game, func(t *testing.T) {
			for _, text := range moves {
				m, err := engine.ParseMove(text)
				if err != nil {
					t.Errorf("ParseMove(%q): %v", text, err)
				} else if m.String() != text {
					t.Errorf("ParseMove(%q).String() = %q", text, m)
				}
			}
		})
	}
}

func TestMoveParts(t *testing.T) {
	m, err := engine.ParseMove("reverse J=6 @2:a +@hand >wall:3")
	if err != nil {
		t.Fatal(err)
	}
	want := engine.Move{Verb: "reverse", With: engine.In(engine.Hand)}.
		Add(engine.Word{Card: card.Joker, As: card.Number(6)}).
		At(engine.Of(engine.A, 2)).On(engine.Nth(engine.Wall, 3))
	if m != want {
		t.Errorf("got %v, want %v", m, want)
	}
	if m.Card() != card.Joker || (&engine.Move{}).Card() != card.Unknown {
		t.Errorf("first card is %v, of no card %v", m.Card(), (&engine.Move{}).Card())
	}
	knock, err := engine.ParseMove("knock KD | 4H 5H 6H | 9C 9D AD=9S")
	if err != nil {
		t.Fatal(err)
	}
	groups := knock.Groups()
	if len(groups) != 3 || len(groups[0]) != 1 || len(groups[1]) != 3 || groups[2][2].As != card.New(9, card.Spades) {
		t.Errorf("groups are %v", groups)
	}
}

func TestParseMoveIsStrict(t *testing.T) {
	for _, text := range []string{
		"", " ", "Draw", "draw ", " draw", "draw  @stock", "draw\t@stock", "draw @stock\n", "draw @Stock", "draw @",
		"draw @nowhere",
		"draw @stock @discard", "draw >meld:1 @stock", "draw @stock 4C", "draw +@hand @a", "4C", "play-9", "jogar9",
		"discard 10C", "discard 4c", "discard c4", "discard ??", "discard 0", "discard 11", "discard 04", "discard 4C=",
		"discard =4C",
		"discard 4C=??", "discard ??=4C", "discard 4C=5C=6C", "layoff ??>meld:1",
		"discard ~~", "discard ||", "discard |4C",
		"layoff JS >meld:0", "layoff JS >meld:01", "layoff JS >meld:-1", "layoff JS >meld:128", "layoff JS >meld:",
		"layoff JS >meld:1:1",
		"layoff JS >meld", "rummy QH>meld:0", "rummy QH>meld:256", "rummy QH>meld:01", "rummy AD=QH>meld:1",
		"rummy QH>meld:1=AD", "rummy QH>wall:1",
		"flip @down:0", "build 4 @a:2 >wall:1", "build 4 @hand:0 >wall:1", "build 4 @10:a >wall:1", "build 4 @-1:a",
		"build 4 @2:2:a", "build 4 @2:a:2",
		"build 4 @stock:0", "take @discard:1",
		"play" + strings.Repeat(" 4C", 21),
	} {
		if m, err := engine.ParseMove(text); err == nil {
			t.Errorf("ParseMove(%q) = %q, want an error", text, m)
		}
	}
}

func TestMoveTooLongPanics(t *testing.T) {
	m := engine.NewMove("play")
	for range 20 {
		m = m.Add(engine.Word{Card: card.Joker})
	}
	defer func() {
		if recover() == nil {
			t.Error("a 21st word was dropped silently")
		}
	}()
	m.Add(engine.Word{Card: card.Joker})
}

func genCard() *rapid.Generator[card.Card] {
	all := card.French()
	for n := 1; n <= 10; n++ {
		all = append(all, card.Number(n))
	}
	return rapid.SampledFrom(append(all, card.Joker, card.Reverse))
}

func genPile() *rapid.Generator[engine.Place] {
	return rapid.Custom(func(t *rapid.T) engine.Place {
		switch kind := engine.PileKind(rapid.IntRange(int(engine.Hand), int(engine.Left)).Draw(t, "kind")); kind {
		case engine.Meld, engine.Wall, engine.Reversed, engine.Down:
			return engine.Nth(kind, rapid.IntRange(1, 127).Draw(t, "n"))
		case engine.A, engine.B, engine.C, engine.D, engine.Hand, engine.Up, engine.Stock:
			if rapid.Bool().Draw(t, "owned") {
				return engine.Of(kind, engine.Seat(rapid.IntRange(0, 9).Draw(t, "seat")))
			}
			return engine.In(kind)
		default:
			return engine.In(kind)
		}
	})
}

func genWord() *rapid.Generator[engine.Word] {
	return rapid.Custom(func(t *rapid.T) engine.Word {
		w := engine.Word{Card: genCard().Draw(t, "card")}
		switch rapid.IntRange(0, 9).Draw(t, "sort") {
		case 0:
			return engine.Bar
		case 1:
			return engine.Tilde
		case 2:
			w.As = genCard().Draw(t, "as")
		case 3:
			w.Meld = rapid.Uint8Min(1).Draw(t, "meld")
		}
		return w
	})
}

func genMove() *rapid.Generator[engine.Move] {
	return rapid.Custom(func(t *rapid.T) engine.Move {
		m := engine.NewMove(rapid.StringMatching(`[a-z][a-z_]{0,11}`).Draw(t, "verb"))
		m = m.Add(rapid.SliceOfN(genWord(), 0, 20).Draw(t, "words")...)
		for _, p := range []*engine.Place{&m.From, &m.With, &m.To} {
			if rapid.Bool().Draw(t, "pile?") {
				*p = genPile().Draw(t, "pile")
			}
		}
		return m
	})
}

func TestMoveStringAndParseMoveAreInverses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := genMove().Draw(t, "move")
		back, err := engine.ParseMove(m.String())
		if err != nil || back != m {
			t.Fatalf("%q is read as %q, %v", m, back, err)
		}
		data, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		var loaded engine.Move
		if err := json.Unmarshal(data, &loaded); err != nil || loaded != m {
			t.Fatalf("%s is loaded as %q, %v", data, loaded, err)
		}
	})
}

// Whatever moves a list held before, nothing of them is left.
func TestExtendIsAppendOfNewMove(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := rapid.SliceOfN(genMove(), 0, 6).Draw(t, "before")
		moves, want := before[:0], []engine.Move(nil)
		for range 4 {
			c, pile := genCard().Draw(t, "card"), genPile().Draw(t, "pile")
			var m *engine.Move
			moves, m = engine.Extend(moves, "build", c)
			m.From = pile
			want = append(want, engine.NewMove("build", c).At(pile))
		}
		some := rapid.SliceOfN(genCard(), 0, 4).Draw(t, "some")
		few := engine.FewOf(some...)
		moves, _ = engine.ExtendBy(moves, "lay", &few)
		want = append(want, engine.NewMove("lay", some...))
		if !slices.Equal(moves, want) {
			t.Fatalf("got %v, want %v", moves, want)
		}
	})
}

// Whatever is read is written the same way: there is one spelling.
func TestParseMoveHasOneSpelling(t *testing.T) {
	alphabet := []rune("aehknowrdtup_ @+>:|~=?0123456789ACDHSTJQKR")
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom(alphabet), 0, 24, -1).Draw(t, "text")
		if rapid.Bool().Draw(t, "mutate") { // one letter of a true move, changed
			runes := []rune(genMove().Draw(t, "move").String())
			runes[rapid.IntRange(0, len(runes)-1).Draw(t, "at")] = rapid.SampledFrom(alphabet).Draw(t, "letter")
			text = string(runes)
		}
		if m, err := engine.ParseMove(text); err == nil && m.String() != text {
			t.Fatalf("%q is written %q", text, m)
		}
	})
}

func TestWordAndEventSurviveStorage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		event := engine.Event{
			Kind: "drew", Seat: engine.Seat(rapid.IntRange(-1, 5).Draw(t, "seat")), Open: rapid.Bool().Draw(t, "open"),
			Cards:  rapid.SliceOfN(genWord(), 1, 8).Draw(t, "cards"),
			Secret: rapid.SliceOfN(genCard(), 1, 3).Draw(t, "secret"),
			From:   genPile().Draw(t, "from"), N: rapid.Int().Draw(t, "n"),
		}
		event.Cards[0] = rapid.SampledFrom([]engine.Word{event.Cards[0], {}}).Draw(t, "face down")
		data, err := json.Marshal(event)
		if err != nil {
			t.Fatal(err)
		}
		var loaded engine.Event
		if err := json.Unmarshal(data, &loaded); err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		if again, _ := json.Marshal(loaded); string(again) != string(data) || loaded.From != event.From {
			t.Fatalf("%s came back as %s", data, again)
		}
	})
}

// FuzzParseMove: the words of a move are read in one spelling, that which they are written in.
func FuzzParseMove(f *testing.F) {
	for _, moves := range written {
		for _, text := range moves {
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := engine.ParseMove(text)
		if err == nil && m.String() != text {
			t.Errorf("ParseMove(%q).String() = %q", text, m)
		}
	})
}
