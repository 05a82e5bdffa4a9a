package huangdi_test

import (
	"regexp"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/huangdi"
	"carteado/views/i18n"
	"carteado/views/part"
	"carteado/views/table"
	face "carteado/views/table/huangdi"
	"carteado/views/table/tabletest"
)

var seats = tabletest.People()

func fragment(t *testing.T, p *table.Props) string {
	t.Helper()
	return tabletest.Fragment(t, face.Face{}, p)
}

// wall is a place with cards as they lie on a wall.
func wall(t *testing.T, text string, reversed, need, reverse int) huangdi.Wall {
	t.Helper()
	w := huangdi.Wall{Reversed: reversed, Down: reversed%2 == 1, Need: need, Reverse: reverse}
	if text != "" {
		m, err := engine.ParseMove("build " + text)
		if err != nil {
			t.Fatal(err)
		}
		w.Cards = m.Words()
	}
	return w
}

func event(t *testing.T, seat engine.Seat, kind, move string) engine.Event {
	t.Helper()
	m := tabletest.Moves(t, move)[0]
	return engine.Event{Kind: kind, Seat: seat, Open: true, Cards: m.Words(), From: m.From, To: m.To, N: int(m.To.N)}
}

// wallBoard is Ana's view of a table of three where it is her turn. A six fits the
// first wall, a joker all of them, and the second can be reversed with a four.
func wallBoard(t *testing.T, change func(*table.Props, *huangdi.View)) *table.Props {
	t.Helper()
	view := huangdi.View{
		Phase: huangdi.PhaseBuild, Counts: []int{5, 5, 5}, Stocks: []int{4, 6, 3}, Tops: tabletest.Cards(t, "6 2 8"),
		Discards: [][][]card.Card{{tabletest.Cards(t, "9 8"), nil}, {tabletest.Cards(t, "9"), tabletest.Cards(t, "1")},
			{tabletest.Cards(t, "2"), tabletest.Cards(t, "R")}},
		Draw: 41, Block: 80, Borrowed: []bool{false, false, true}, Hand: tabletest.Cards(t, "3 7 7 J R"),
		Walls: []huangdi.Wall{wall(t, "1 2 3 4 5", 0, 6, 4), wall(t, "1 2 3 4 5 4 J=3", 1, 2, 4), wall(t, "", 0, 1, 0)},
	}
	p := &table.Props{
		Club: "quinta", Table: 5, At: "9.1.4", Match: 9, Idem: "k1", Seats: []part.Person{seats[0], seats[1],
			{ID: 3, Name: "Lia"}},
		View: engine.MatchView{
			Game: "huangdi", Seats: 3, Target: 1, Version: 27, Number: 1, Totals: []int{0, 0, 0}, ToMove: []engine.Seat{
				0},
			Options: engine.Options{"borrow": "one_each", "match_mode": "wins"},
		},
		Legal: tabletest.Moves(t, "build J @hand >wall:1", "build J @hand >wall:2", "build J @hand >wall:3",
			"build 6 @stock >wall:1",
			"build 1 @1:b >wall:3", "reverse J @hand +@hand >wall:1", "reverse J @hand +@hand >wall:2",
			"discard 3 >a", "discard 3 >b", "discard 7 >a", "discard 7 >b"),
		Log: []table.Entry{
			{Version: 27, Seat: 2, Events: []engine.Event{event(t, 2, "discarded", "discard 2 @hand >a"),
				{Kind: "drew", Open: true, N: 2}}},
			{Version: 26, Seat: 2, Events: []engine.Event{event(t, 2, "reversed", "build R J=3 @hand >wall:2")}},
			{Version: 25, Seat: 1, Events: []engine.Event{event(t, 1, "built", "build 5 @hand >wall:1")}},
		},
	}
	if change != nil {
		change(p, &view)
	}
	p.View.Round = view
	return p
}

func TestHuangDiSources(t *testing.T) {
	page := fragment(t, wallBoard(t, nil))
	tabletest.Expect(t, page, []string{
		`<title>● Your turn · Huang Di · Carteado</title>`,
		`value="6 @stock" aria-label="Six, top of your stock, playable"`,
		`value="8 @a" aria-label="Eight, your discard 1, not playable now"`, `aria-label="your discard 2, empty"`,
		`value="1 @1:b" aria-label="One, Bento’s discard 2, playable"`,
		`value="J @hand" aria-label="Joker, playable"`, `value="7 @hand" aria-label="Seven, not playable now"`,
		`type="checkbox" id="r-R-1" name="reverse" value="R @hand" aria-label="Reverse card, played together with another card, playable"`,
		`name="reverse" value="R @2:b"`, // illegal now: the table says why
		`used`,                          // Lia's cards
		`data-fits="1 2 3" data-turns="1 2"`, `data-fits="1" data-turns=""`,
		`name="move" value="build * &gt;wall:3"`, `id="do-a" name="move" value="discard * &gt;a"`,
		`value="discard * &gt;b"`,
		`Wall 2, falling, top joker standing for three, needs 2, 1 reverse card, with a reverse card, needs 4`,
		`Wall 3, empty, needs 1`, `<b class="stands">3</b>`, `stock 6`,
		`Lia discarded two. You drew 2 from the draw pile. Your turn. Stock 4: build, then discard. Wall 1 needs 6. Wall 2 needs 2. Wall 3 needs 1.`,
	}, []string{`value="end"`, "turns without building", "0 wins"})
	if last := regexp.MustCompile(`<p class="lastmove">.*?</p>`).FindString(page); strings.Contains(last, "drew") ||
		!strings.Contains(last, "discarded") {
		t.Errorf("last move: %s", last)
	}
}

// The last player has put cards on two piles: both are marked, and no other.
// Drawing a board leaves it as it was: how the reader likes other hands sorted is theirs.
func TestHuangDiIsNotSorted(t *testing.T) {
	p := wallBoard(t, func(p *table.Props, _ *huangdi.View) { p.Sort = table.SortSuit })
	fragment(t, p)
	if p.Sort != table.SortSuit {
		t.Errorf("the hand is sorted by %q after it was drawn, and was by %q", p.Sort, table.SortSuit)
	}
}

func TestHuangDiMarksTheLastTurn(t *testing.T) {
	page := fragment(t, wallBoard(t, nil))
	if n := strings.Count(page, `is-last" id="c-`); n != 2 {
		t.Errorf("%d cards are marked as the last turn's, want 2", n)
	}
}

// A card keeps its name when it moves to a wall, and being chosen stays behind.
func TestHuangDiCardsMove(t *testing.T) {
	for _, step := range []struct{ move, id string }{
		{"build 7 @hand >wall:3", "7-3"}, {"build 7 @stock >wall:3", "stock0-5"}, {"build 7 @a >wall:3", "a0-3"},
		{"build 7 @2:b >wall:3", "b2-2"},
	} {
		page := fragment(t, wallBoard(t, func(p *table.Props, v *huangdi.View) {
			v.Walls[2] = wall(t, "6 7", 0, 8, 6)
			p.Log = append([]table.Entry{{Version: 28, Events: []engine.Event{event(t, 0, "built", step.move)}}},
				p.Log...)
		}))
		tabletest.Expect(t, page, []string{`is-last" id="c-` + step.id + `" aria-hidden="true"`,
			`id="c-7-1"><input type="radio" id="r-7-1-1"`}, nil)
	}
}

func TestHuangDiIDsAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range regexp.MustCompile(` id="([^"]+)"`).FindAllStringSubmatch(fragment(t, wallBoard(t, nil)), -1) {
		if seen[m[1]] {
			t.Errorf("id %q twice", m[1])
		}
		seen[m[1]] = true
	}
}

func TestHuangDiRefusedMoveKeepsTheChoice(t *testing.T) {
	page := fragment(t, wallBoard(t, func(p *table.Props, _ *huangdi.View) {
		p.Chosen = []string{"7 @hand", "R @hand"}
		p.Refusal = &table.Refusal{Kind: "illegal", Rule: huangdi.RuleCompanion, Args: map[string]int{
			"wall": 1, "need": 4}}
	}))
	tabletest.Expect(t, page, []string{"That move is not legal", "After a reverse card wall 1 continues with 4."}, nil)
	if n := tabletest.Chosen(page); n != 2 {
		t.Errorf("%d cards are chosen, want one of two sevens and the reverse card", n)
	}
}

func TestHuangDiEndOfTurnWithoutCards(t *testing.T) {
	tabletest.Expect(t, fragment(t, wallBoard(t, func(p *table.Props, v *huangdi.View) {
		v.Hand, v.Draw, v.Counts[0], p.Legal = nil, 0, 0, tabletest.Moves(t, "end")
	})), []string{`id="do-end" name="move" value="end"`, "No cards: end your turn", "Empty hand"},
		[]string{`value="discard`})
	tabletest.Expect(t, fragment(t, wallBoard(t, func(p *table.Props, v *huangdi.View) {
		p.Legal, v.Quiet = tabletest.Moves(t, "discard 3 >a"), 61
	})), []string{"discard a card", "61 of 80 turns without building"}, []string{"is-legal"})
}

func TestHuangDiWaitingAndWatching(t *testing.T) {
	wait := func(p *table.Props, v *huangdi.View) {
		v.Turn, p.View.ToMove, p.Legal = 1, []engine.Seat{1}, nil
		p.View.Left = []bool{false, false, true}
	}
	tabletest.Expect(t, fragment(t, wallBoard(t, wait)), []string{
		"Bento to play", `value="7 @hand" aria-label="Seven"`, `role="img" aria-label="Wall 3, empty, needs 1"`,
		"is-out",
	}, []string{`name="move"`, "is-legal"})
	tabletest.Expect(t, fragment(t, wallBoard(t, func(p *table.Props, v *huangdi.View) {
		wait(p, v)
		p.View.Seat, v.Seat, v.Hand = engine.Spectator, engine.Spectator, nil
		p.Seats = []part.Person{{ID: 8, Name: "Iara"}, seats[1], {ID: 3, Name: "Lia"}}
	})), []string{"You are watching", "Iara’s discard 1", "5 in hand"}, []string{`name="card"`, `name="move"`,
		"Give up"})
}

// The words for every end of a game, from games that ended so.
func TestHuangDiHow(t *testing.T) {
	people := []part.Person{seats[0], seats[1]}
	ctx := i18n.With(t.Context(), i18n.English)
	for _, end := range []struct {
		end         huangdi.End
		title, text string
	}{
		{
			huangdi.End{How: huangdi.HowOut, Winner: 1, Stocks: []int{4, 0}, Points: []int{0, 9},
				Hands: make([][]card.Card, 2)},
			"Bento emptied the stock", "Left in the other stocks: Ana 4.",
		},
		{
			huangdi.End{How: huangdi.HowBlocked, Winner: 0, Stocks: []int{3, 5}, Points: []int{2, 0},
				Hands: make([][]card.Card, 2)},
			"Blocked game: You won", "80 turns in a row without building: the smallest stock wins. Left: Ana 3 " +
				"and Bento 5.",
		},
		{
			huangdi.End{How: huangdi.HowBlocked, Winner: engine.Nobody, Stocks: []int{3, 3}, Points: []int{0, 0},
				Hands: make([][]card.Card, 2)},
			"Blocked game, a draw", "80 turns in a row without building, and more than one has the smallest stock: " +
				"Ana 3 and Bento 3.",
		},
	} {
		view := huangdi.View{Block: 80, Quiet: 80, Stocks: end.end.Stocks, Tops: tabletest.Cards(t, "4 5"),
			End: &end.end}
		title, text := face.Face{}.How(ctx, view, people)
		if title != end.title || text != end.text {
			t.Errorf("%q %q, want %q %q", title, text, end.title, end.text)
		}
	}
}

func TestHuangDiEndExplainsThePoints(t *testing.T) {
	view := huangdi.View{Stocks: []int{0, 4, 2}, Tops: []card.Card{card.Unknown, card.Number(4), card.Joker},
		End: &huangdi.End{
			How: huangdi.HowOut, Winner: 0, Stocks: []int{0, 4, 2}, Points: []int{11, 0, 0}, Hands: [][]card.Card{
				tabletest.Cards(t, "3"), tabletest.Cards(t, "J R"), nil},
		}}
	people := []part.Person{seats[0], seats[1], {ID: 3, Name: "Lia"}}
	tabletest.Expect(t, tabletest.Shown(t, face.Face{}.End(view, people)), []string{
		"5 points, and 1 for each card in the other stocks (6): 11.", "stock 4", "Lia’s stock: joker",
		"joker, reverse card",
	}, nil)
}

// Everybody may look through the discard piles; the top card, which counts, comes first.
func TestHuangDiPilesAreLookedThrough(t *testing.T) {
	_, list, _ := strings.Cut(fragment(t, wallBoard(t, func(*table.Props, *huangdi.View) {})),
		"The top card comes first.")
	if top, under := strings.Index(list, `>8</span>`), strings.Index(list, `>9</span>`); top < 0 || under < top {
		t.Errorf("of a pile with an 8 on a 9, the 8 stands at %d and the 9 at %d", top, under)
	}
}
