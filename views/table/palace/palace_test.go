package palace_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/palace"
	"carteado/views/i18n"
	"carteado/views/part"
	"carteado/views/table"
	face "carteado/views/table/palace"
	"carteado/views/table/tabletest"
)

var seats = tabletest.People()

func fragment(t *testing.T, p *table.Props) string {
	t.Helper()
	return tabletest.Fragment(t, face.Face{}, p)
}

type row = [palace.Places]card.Card

func inRow(t *testing.T, text string) (r row) {
	t.Helper()
	for i, word := range strings.Fields(text) {
		if word != "--" {
			r[i] = tabletest.Cards(t, word)[0]
		}
	}
	return r
}

var full = [palace.Places]bool{true, true, true}

// palaceBoard is Ana's view of a table of two where it is her turn.
func palaceBoard(t *testing.T, change func(*table.Props, *palace.View)) *table.Props {
	t.Helper()
	view := palace.View{
		Phase: palace.PhasePlay, Zone: palace.ZoneHand, Out: []int{0, 0}, Counts: []int{5, 3},
		Ready: []bool{true, true},
		Up:    []row{inRow(t, "AH TH 2D"), inRow(t, "KD TC 7S")},
		Down:  [][palace.Places]bool{full, full}, Draw: 14, Burned: 12,
		Pile: tabletest.Cards(t, "8H 9C 9D"), Hand: tabletest.Cards(t, "4D 9S JC JH 2S"),
	}
	p := &table.Props{
		Club: "quinta", Table: 12, At: "9.1.4", Match: 9, Idem: "k1", Seats: seats,
		View: engine.MatchView{Game: "palace", Seats: 2, Target: 2, Version: 31, Number: 4, Totals: []int{1, 0},
			ToMove: []engine.Seat{0}},
		Legal: plays(t, "9S JC JH 2S"),
		Log: []table.Entry{{Version: 31, Seat: 1, Events: []engine.Event{{
			Kind: "played", Seat: 1, Open: true, Cards: part.Words(tabletest.Cards(t, "9C 9D")),
			To: engine.In(engine.Discard),
		}}}},
	}
	if change != nil {
		change(p, &view)
	}
	p.View.Round = view
	return p
}

func plays(t *testing.T, text string) (moves []engine.Move) {
	t.Helper()
	for _, c := range tabletest.Cards(t, text) {
		moves = append(moves, engine.NewMove("play", c))
	}
	return moves
}

func waits(p *table.Props) { p.View.ToMove, p.Legal = []engine.Seat{1}, nil }

func TestPalaceMarksWhatFits(t *testing.T) {
	page := fragment(t, palaceBoard(t, nil))
	tabletest.Expect(t, page, []string{
		"Play 9 or higher, a 2 or a 10", `value="4D" aria-label="Four of diamonds, not playable now"`,
		`value="JH" aria-label="Jack of hearts, playable"`, `aria-label="Two of spades, resets the pile, playable"`,
		`type="checkbox"`, `value="play *"`, `value="take"`, `popovertarget="pile"`,
		`aria-label="Face up: king of diamonds, ten of clubs, seven of spades. 3 face down"`, "1 win",
	}, []string{"flip", "swap *", `value="AH @up"`})
	if n := strings.Count(page, "is-last"); n != 2 {
		t.Errorf("%d things came with the last move, want 2", n)
	}
}

func TestPalacePrompts(t *testing.T) {
	pile := func(text string) func(*table.Props, *palace.View) {
		return func(_ *table.Props, v *palace.View) { v.Pile = tabletest.Cards(t, text) }
	}
	with := func(key, value, text string) func(*table.Props, *palace.View) {
		return func(p *table.Props, v *palace.View) {
			p.View.Options, v.Pile = engine.Options{key: value}, tabletest.Cards(t, text)
		}
	}
	for want, change := range map[string]func(*table.Props, *palace.View){
		"Any card will do":              pile(""),
		"Play J or higher, a 2 or":      pile("JC"),
		"Play an ace, a 2 or a 10":      pile("AC"),
		"Play 7 or lower, a 2 or a 10":  with("seven_low", "on", "7C"),
		"Play 8 or higher, a 2 or a 10": with("seven_low", "on", "8C"),
		"Play 9 or higher, or a 2":      with("ten_on_any", "off", "9C"),
		"Play an ace or a 2":            with("ten_on_any", "off", "AC"),
		"Nothing fits: pick up the pile": func(p *table.Props, _ *palace.View) {
			p.Legal = []engine.Move{engine.NewMove("take")}
		},
		"No finish on 2 or 10: pass": func(p *table.Props, v *palace.View) {
			p.Legal, v.Pile = []engine.Move{engine.NewMove("take")}, nil
		},
		"You finished in 2nd place": func(p *table.Props, v *palace.View) {
			waits(p)
			v.Out[0] = 2
		},
	} {
		tabletest.Expect(t, fragment(t, palaceBoard(t, change)), []string{want}, nil)
	}
}

func TestPalaceTakingIsTheActionWhenNothingFits(t *testing.T) {
	tabletest.Expect(t, fragment(t, palaceBoard(t, func(p *table.Props, _ *palace.View) {
		p.Legal = []engine.Move{engine.NewMove("take")}
	})),
		[]string{`class="btn btn--turn" id="do-take"`}, []string{"is-legal"})
	p := palaceBoard(t, func(p *table.Props, v *palace.View) {
		v.Hand, v.Counts[0], v.Zone = nil, 0, palace.ZoneUp
		p.Legal = []engine.Move{engine.NewMove("take", tabletest.Cards(t, "2D")[0])}
	})
	tabletest.Expect(t, fragment(t, p), []string{`value="take *" data-needs`, `value="2D @up"`}, nil)
}

func TestPalaceExchange(t *testing.T) {
	exchange := func(p *table.Props, v *palace.View) {
		v.Phase, v.Pile, v.Turn, v.Ready, p.Log = palace.PhaseExchange, nil, engine.Nobody, []bool{false, true}, nil
		v.Hand, v.Counts[0] = tabletest.Cards(t, "3H KH 2S"), 3
	}
	page := fragment(t, palaceBoard(t, func(p *table.Props, v *palace.View) {
		exchange(p, v)
		p.Chosen = []string{"KH", "TH @up"}
	}))
	tabletest.Expect(t, page, []string{
		`type="radio" id="r-KH" name="card" value="KH"`, `type="radio" id="r-TH-up" name="reverse" value="TH @up"`,
		`value="swap *" data-needs="both"`, `value="ready"`, "Bento", "ready",
	}, []string{"not playable now", `value="play *"`})
	if n := tabletest.Chosen(page); n != 2 {
		t.Errorf("%d cards are chosen, want 2", n)
	}
	// The button that enter presses does nothing that cannot be taken back.
	if first := regexp.MustCompile(`<button[^>]*name="move"[^>]*>`).FindString(page); !strings.Contains(
		first, "swap *") {
		t.Errorf("enter presses %s", first)
	}
	tabletest.Expect(t, fragment(t, palaceBoard(t, func(p *table.Props, v *palace.View) {
		exchange(p, v)
		waits(p)
		v.Ready = []bool{true, false}
	})), []string{"exchanging", "Your swaps are done"}, []string{`name="move"`, "@up"})
}

func TestPalaceFaceUpCardsAreChosenWhenTheHandIsEmpty(t *testing.T) {
	up := func(p *table.Props, v *palace.View) {
		v.Hand, v.Counts[0], v.Zone, v.Draw = nil, 0, palace.ZoneUp, 0
		p.Legal = plays(t, "AH TH 2D")
	}
	tabletest.Expect(t, fragment(t, palaceBoard(t, up)), []string{
		`type="checkbox" id="r-AH-up" name="card" value="AH @up"`, "Empty hand",
	}, []string{"flip @down"})
	tabletest.Expect(t, fragment(t, palaceBoard(t, func(p *table.Props, v *palace.View) {
		up(p, v)
		waits(p)
	})), []string{`value="AH @up"`}, []string{`name="move"`, "is-legal"})
}

func TestPalaceFaceDownCardsAreButtonsWithoutAnyIdentity(t *testing.T) {
	down := func(p *table.Props, v *palace.View) {
		v.Hand, v.Counts[0], v.Zone, v.Draw = nil, 0, palace.ZoneDown, 0
		v.Up[0], v.Down[0] = row{}, [palace.Places]bool{true, false, true}
		p.Legal = nil
	}
	page := fragment(t, palaceBoard(t, down))
	tabletest.Expect(t, page, []string{`value="flip @down:1"`, `value="flip @down:3"`,
		`aria-label="Flip face-down card 3"`},
		[]string{`value="flip @down:2"`, `id="do-take"`, `value="play *"`})
	tabletest.Expect(t, fragment(t, palaceBoard(t, func(p *table.Props, v *palace.View) {
		down(p, v)
		waits(p)
	})), []string{"Next, flip a face-down card"}, []string{`name="move"`})
}

func TestPalaceEqualCardsOfTwoPacks(t *testing.T) {
	page := fragment(t, palaceBoard(t, func(p *table.Props, v *palace.View) {
		v.Hand, v.Pile = tabletest.Cards(t, "7H 7H 7H"), tabletest.Cards(t, "5C 7H")
		p.Legal, p.Chosen = plays(t, "7H"), []string{"7H", "7H"}
	}))
	ids := regexp.MustCompile(` id="([^"]+)"`).FindAllStringSubmatch(page, -1)
	var names []string
	for _, id := range ids {
		names = append(names, id[1])
	}
	if all := len(names); len(slices.Compact(slices.Sorted(slices.Values(names)))) != all {
		t.Errorf("an id stands twice: %q", names)
	}
	tabletest.Expect(t, page, []string{`id="r-7H"`, `id="r-7H-2"`, `id="r-7H-3"`, `id="c-7H-4"`}, nil)
	if n := tabletest.Chosen(page); n != 2 {
		t.Errorf("%d cards are chosen, want the two that were", n)
	}
}

func TestPalaceShowsWhatBurned(t *testing.T) {
	p := palaceBoard(t, func(p *table.Props, v *palace.View) {
		v.Pile = nil
		p.Log[0].Events = []engine.Event{{
			Kind: "burned", Open: true, Cards: part.Words(tabletest.Cards(t, "TS")), N: 4, To: engine.In(engine.Burned),
		}}
	})
	tabletest.Expect(t, fragment(t, p), []string{`aria-label="Burned the pile: ten of spades"`,
		"You burned the pile with"}, []string{`popovertarget="pile" aria-label="Look`})
}

func TestPalaceCountsThePlaysUntilTheRoundIsBlocked(t *testing.T) {
	last := func(n int) string {
		return fragment(t, palaceBoard(t, func(_ *table.Props, v *palace.View) { v.Draw, v.Last = 0, n }))
	}
	tabletest.Expect(t, last(12), []string{"The round is blocked after 12 more plays"}, nil)
	tabletest.Expect(t, last(120), []string{"empty"}, []string{"blocked after"})
}

func TestPalaceTableOfFive(t *testing.T) {
	people := append(slices.Clone(seats), part.Person{ID: 3, Name: "Célia"}, part.Person{ID: 4, Name: "Davi"},
		part.Person{Bot: "club"})
	five := palaceBoard(t, func(p *table.Props, v *palace.View) {
		p.Seats, p.View.Seats, p.View.Totals, p.View.Left = people, 5, make([]int, 5),
			[]bool{false, false, false, true, false}
		v.Out, v.Counts = []int{0, 0, 1, 0, 0}, []int{5, 3, 0, 12, 0}
		v.Up = append(v.Up, row{}, inRow(t, "AS 2C QH"), row{})
		v.Down = append(v.Down, [palace.Places]bool{}, full, [palace.Places]bool{true, true})
	})
	tabletest.Expect(t, fragment(t, five), []string{"seats--many", "mid--tight", "1st place", "12 in hand",
		"2 face down", `class="tag">left`}, nil)
	five.View.Seat = engine.Spectator
	view := five.View.Round.(palace.View)
	view.Seat, view.Hand, view.Zone, five.Legal, five.View.ToMove = engine.Spectator, nil, "", nil, []engine.Seat{1}
	five.View.Round = view
	tabletest.Expect(t, fragment(t, five), []string{"You are watching"}, []string{`name="card"`, `name="move"`,
		"Give up"})
}

func TestPalaceHow(t *testing.T) {
	ctx := i18n.With(t.Context(), i18n.English)
	end := func(how string, winner engine.Seat, places []int) palace.View {
		return palace.View{End: &palace.End{How: how, Winner: winner, Left: []int{0, 4}, Places: places}}
	}
	for want, v := range map[string]palace.View{
		"Bento won the blocked round. Nobody went out in time": end("blocked", 1, nil),
		"You went out first. Then the round was blocked":       end("blocked", 0, []int{1, 2}),
		"Blocked round. Nobody went out in time, and first":    end("blocked", engine.Nobody, []int{1, 1}),
		"Void round. The round was blocked with a tie for":     end("void", engine.Nobody, nil),
		"You went out first. Cards left: Bento 4":              end("out", 0, []int{1, 2}),
	} {
		title, text := face.Face{}.How(ctx, v, seats)
		if got := title + ". " + text; !strings.HasPrefix(got, want) {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}
