package rummy_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/rummy"
	"carteado/views/i18n"
	"carteado/views/part"
	"carteado/views/table"
	face "carteado/views/table/rummy"
	"carteado/views/table/tabletest"
)

var seats = tabletest.People()

func fragment(t *testing.T, p *table.Props) string {
	t.Helper()
	return tabletest.Fragment(t, face.Face{}, p)
}

var six = []part.Person{
	{ID: 1, Name: "Ana", Me: true}, {ID: 2, Name: "Bento"}, {ID: 3, Name: "Célia"},
	{ID: 4, Name: "Davi"}, {ID: 5, Name: "Iara"}, {Bot: "club"},
}

func moved(version int, e engine.Event) table.Entry {
	return table.Entry{Version: version, Seat: e.Seat, Events: []engine.Event{e}}
}

// happened is an event that everybody saw.
func happened(t *testing.T, seat engine.Seat, kind, text string) engine.Event {
	t.Helper()
	return engine.Event{Kind: kind, Seat: seat, Open: true, Cards: part.Words(tabletest.Cards(t, text))}
}

// rummyTable is Ana's view of a table for two: she has taken the nine of hearts
// and may meld, lay off on one of the two groups, or discard all but that card.
func rummyTable(t *testing.T, change func(*table.Props, *rummy.View)) *table.Props {
	t.Helper()
	view := rummy.View{
		Turn: 0, Phase: rummy.PhasePlay, Counts: []int{5, 6}, Opened: make([]bool, 2), Stock: 19, Renewals: 4,
		Discards: 2, Top: tabletest.Cards(t, "JC")[0], Below: tabletest.Cards(t, "3S")[0],
		Hand: tabletest.Cards(t, "7H 8H 9H QC KS"),
		Melds: []rummy.Meld{
			{By: 0, Cards: tabletest.Cards(t, "5S 6S 7S 8S"), Added: []rummy.Added{
				{Card: tabletest.Cards(t, "8S")[0], By: 1}}},
			{By: 1, Cards: tabletest.Cards(t, "QD QH QS")},
		},
		Taken: tabletest.Cards(t, "9H")[0], Drawn: tabletest.Cards(t, "9H")[0], Known: make([][]card.Card, 2),
	}
	p := &table.Props{
		Club: "quinta", Table: 9, At: "7.1.4", Match: 7, Idem: "k1", Seats: seats,
		View: engine.MatchView{Game: "rummy", Seats: 2, Target: 100, Version: 4, Number: 1, Totals: []int{0, 12},
			ToMove: []engine.Seat{0}},
		Legal: tabletest.Moves(t, "meld 7H 8H 9H", "layoff QC >meld:2", "discard 7H", "discard 8H", "discard QC",
			"discard KS"),
		Log: []table.Entry{
			moved(4, happened(t, 0, "took", "9H")), moved(3, happened(t, 1, "discarded", "9H")),
			moved(2, happened(t, 1, "laid_off", "8S")), moved(1, happened(t, 1, "drew", "")),
		},
	}
	if change != nil {
		change(p, &view)
	}
	p.View.Round = view
	return p
}

func TestRummyMarksWhatIsLegal(t *testing.T) {
	tabletest.Expect(t, fragment(t, rummyTable(t, nil)), []string{
		`<input type="checkbox" id="r-7H" name="card" value="7H" aria-label="Seven of hearts, makes a meld, playable"`,
		`aria-label="Nine of hearts, from the discard pile, may not go back in this turn, makes a meld, playable"`,
		`aria-label="Queen of clubs, can be laid off, playable"`, `aria-label="King of spades, playable"`, "is-new",
		`value="meld *"`, `value="discard *"`, `value="layoff * &gt;meld:1"`, `value="layoff * &gt;meld:2"`,
		"Meld, lay off or discard",
		`<button class="meld is-open" id="meld-2"`, `<button class="meld" id="meld-1"`,
		`aria-label="Run of Ana: five of spades, six of spades, seven of spades, eight of spades; eight of spades, laid off by Bento. Nothing in your hand fits now"`,
		`aria-label="Lay off here. Set of Bento: queen of diamonds, queen of hearts, queen of spades"`,
	}, []string{"draw @", "not playable"})
}

func TestRummyCardThatMayNotGoBack(t *testing.T) {
	p := rummyTable(t, func(p *table.Props, v *rummy.View) {
		v.Hand = tabletest.Cards(t, "7H 9H QC KS")
		p.Legal = tabletest.Moves(t, "layoff QC >meld:2", "discard 7H", "discard QC", "discard KS")
		p.Chosen, p.Refusal = []string{"9H", "KS"}, &table.Refusal{Kind: "illegal", Rule: rummy.RuleOneByOne}
	})
	page := fragment(t, p)
	tabletest.Expect(t, page, []string{
		`value="9H" aria-label="Nine of hearts, from the discard pile, may not go back in this turn, not playable now" checked`,
		`value="KS" aria-label="King of spades, playable" checked`, `role="alert"`, "Choose a single card.",
		"Lay off or discard",
	}, nil)
	if n := tabletest.Chosen(page); n != 2 {
		t.Errorf("%d cards chosen, want the two that were", n)
	}
}

func TestRummyDrawing(t *testing.T) {
	draw := func(p *table.Props, v *rummy.View) {
		v.Phase, v.Taken, v.Drawn = rummy.PhaseDraw, card.Unknown, card.Unknown
		p.Legal, p.Log = tabletest.Moves(t, "draw @stock", "draw @discard"), p.Log[1:]
	}
	tabletest.Expect(t, fragment(t, rummyTable(t, draw)), []string{
		`aria-label="Draw from the stock, 19 cards, can be renewed 4 more times"`,
		`aria-label="Take from the discard pile: jack of clubs"`,
		"Bento discarded nine of hearts. Your turn. Draw from the stock or take the discard.",
	}, []string{"is-legal", "is-open", `value="meld *"`, "layoff"})
	tabletest.Expect(t, fragment(t, rummyTable(t, func(p *table.Props, v *rummy.View) {
		draw(p, v)
		v.Stock, v.Renewals = 0, 1
	})), []string{
		`aria-label="Renew the stock from the discard pile and draw, can be renewed 1 more time"`, "Renew and draw",
		"Stock empty: drawing renews it",
	}, nil)
}

func TestRummyWaitingAndWatching(t *testing.T) {
	wait := rummyTable(t, func(p *table.Props, v *rummy.View) {
		v.Turn, v.Phase, p.View.ToMove, p.Legal = 1, rummy.PhaseDraw, []engine.Seat{1}, nil
	})
	tabletest.Expect(t, fragment(t, wait), []string{`id="r-7H"`, "You may pick your next card",
		`<span class="meld" id="meld-1" role="img"`}, []string{`name="move"`, "is-legal", "is-open"})
	watch := rummyTable(t, func(p *table.Props, v *rummy.View) {
		p.View.Seat, p.Legal, v.Seat, v.Hand = engine.Spectator, nil, engine.Spectator, nil
		p.Seats = []part.Person{{ID: 5, Name: "Iara"}, {ID: 2, Name: "Bento"}}
	})
	tabletest.Expect(t, fragment(t, watch), []string{"5 cards", "6 cards", "You are watching"},
		[]string{`name="card"`, `name="move"`})
}

func TestRummyTableForSix(t *testing.T) {
	p := rummyTable(t, func(p *table.Props, v *rummy.View) {
		v.Counts, p.Seats, p.View.Seats = []int{5, 6, 4, 1, 2, 3}, six, 6
		p.View.Totals, p.View.Left = []int{0, 12, 120, 7, 8, 0}, []bool{false, false, false, true, false, false}
	})
	page := fragment(t, p)
	tabletest.Expect(t, page, []string{"seats--row", "Club bot", "1 card<", "120 pts", `<span class="tag">left</span>`},
		[]string{"backs"})
	if n := strings.Count(page, `<li class="seat`); n != 5 {
		t.Errorf("%d seats of others, want 5", n)
	}
}

var (
	signs = regexp.MustCompile(`<span aria-hidden="true">[^<]*</span>`)
	tags  = regexp.MustCompile(`<[^>]*>`)
)

// said is the line of the newest turn.
func said(t *testing.T, log ...table.Entry) string {
	t.Helper()
	page := fragment(t, rummyTable(t, func(p *table.Props, _ *rummy.View) { p.Log = log }))
	_, rest, _ := strings.Cut(page, `<p class="lastmove">`)
	line, _, _ := strings.Cut(rest, "</p>")
	return strings.Join(strings.Fields(tags.ReplaceAllString(signs.ReplaceAllString(line, ""), "")), " ")
}

func TestRummyLastTurnInOneLine(t *testing.T) {
	drew := engine.Event{Kind: "drew", Seat: 1, Open: true}
	mine := engine.Event{Kind: "drew", Seat: 0, Open: true, Secret: tabletest.Cards(t, "4D")}
	renewed := engine.Event{Kind: "renewed", Seat: engine.Nobody, Open: true, N: 13}
	laid, discarded := happened(t, 1, "laid_off", "8S"), happened(t, 1, "discarded", "9H")
	for want, log := range map[string][]table.Entry{
		"Bento drew from the stock": {moved(1, drew)},
		"Bento laid off eight of spades and discarded nine of hearts": {
			moved(3, discarded), moved(2, laid), moved(1, drew), moved(0, happened(t, 0, "discarded", "2C")),
		},
		"Bento took four of clubs from the discard pile, laid off eight of spades nine of spades and discarded nine of hearts": {
			moved(9, mine), moved(4, discarded), moved(3, happened(t, 1, "laid_off", "9S")), moved(2, laid),
			moved(1, happened(t, 1, "took", "4C")),
		},
		"Bento drew from the stock The discard pile became the stock, 13 cards": {
			{Version: 1, Seat: 1, Events: []engine.Event{renewed, drew}}, moved(0, happened(t, 0, "discarded", "2C")),
		},
	} {
		if got := said(t, log...); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestRummyLastTurnIsMarked(t *testing.T) {
	page := fragment(t, rummyTable(t, nil))
	tabletest.Expect(t, page, []string{`<span class="card s-s is-last" id="c-8S"`}, nil)
	if n := strings.Count(page, "is-last\" id="); n != 1 {
		t.Errorf("%d cards marked, want the one laid off", n)
	}
}

func rummyEnded(t *testing.T, how string, winner engine.Seat, double bool, points int, hands ...string) rummy.View {
	t.Helper()
	end := &rummy.End{How: how, Winner: winner, Double: double, Points: make([]int, len(hands))}
	for _, text := range hands {
		sum, hand := 0, tabletest.Cards(t, text)
		for _, c := range hand {
			sum += min(c.Rank(), 10)
		}
		end.Hands, end.Values = append(end.Hands, hand), append(end.Values, sum)
	}
	if winner != engine.Nobody {
		end.Points[winner] = points
	}
	return rummy.View{Turn: engine.Nobody, Phase: rummy.PhaseOver, Counts: make([]int, len(hands)), End: end}
}

func TestRummyRoundIsAddedUp(t *testing.T) {
	for _, r := range []struct {
		view             rummy.View
		title, text, sum string
	}{
		{rummyEnded(t, "out", 1, false, 28, "KD QH 7C AS", ""), "Bento went out",
			"Everything left in the other hands counts: 28 points.", "28 points for Bento"},
		{rummyEnded(t, "out", 0, false, 27, "", "TS JC 2D", "5H"), "You went out", "counts: 27 points.",
			"22 + 5 = 27 points for Ana"},
		{rummyEnded(t, "rummy", 0, true, 82, "", "KD QH 7C AS", "6C 7H"), "You went Rummy", "82 points, doubled.",
			"(28 + 13) × 2 = 82 points for Ana"},
		{rummyEnded(t, "rummy", 0, true, 2, "", "AS"), "You went Rummy", "2 points, doubled.",
			"1 × 2 = 2 points for Ana"},
		{rummyEnded(t, "rummy", 0, false, 1, "", "AS"), "You went Rummy", "counts: 1 point.", "1 point for Ana"},
		{rummyEnded(t, "blocked", 0, false, 27, "2C TD", "KC KH", "AH TC JS KS"), "Blocked round",
			"You held the lowest hand, 12: 27 points of difference.", "(20 − 12) + (31 − 12) = 27 points for Ana"},
		{rummyEnded(t, "blocked", engine.Nobody, false, 0, "2C TD", "2D JC"), "Blocked round", "Nobody scores.",
			"Nobody scores."},
	} {
		ctx := i18n.With(t.Context(), i18n.English)
		title, text := face.Face{}.How(ctx, r.view, six)
		if title != r.title || !strings.HasSuffix(text, r.text) {
			t.Errorf("%q, %q; want %q, %q", title, text, r.title, r.text)
		}
		if page := tabletest.Shown(t, face.Face{}.End(r.view, six[:len(r.view.Counts)])); !strings.Contains(
			page, ">"+r.sum+"<") {
			t.Errorf("no %q in %s", r.sum, page)
		}
	}
}

func TestRummyReplayShowsEveryHand(t *testing.T) {
	var views []any
	for seat, hand := range []string{"AC 2D", "KH", "9S TS"} {
		v := rummy.View{Seat: engine.Seat(seat), Turn: 1, Phase: rummy.PhasePlay, Counts: []int{2, 1, 2},
			Hand: tabletest.Cards(t, hand), Top: tabletest.Cards(t, "3C")[0], Discards: 1}
		v.Melds = []rummy.Meld{{By: 2, Cards: tabletest.Cards(t, "4C 4D 4H")}}
		views = append(views, v)
	}
	tabletest.Expect(t, tabletest.Shown(t, face.Face{}.Open(views, six[:3], 0)), []string{
		"ace of clubs, two of diamonds", "king of hearts", "nine of spades, ten of spades",
		"Set of Célia: four of clubs", "Discard pile, 1 card, three of clubs on top",
	}, []string{"<button", "checkbox"})
}

func TestRummyGoingOutAtOnce(t *testing.T) {
	mine, theirs := tabletest.Cards(t, "4C 4D 4H 8S 9S TS JS AD 2D KC"),
		tabletest.Cards(t, "2C 3C 5H 6D 7S 9H TD QC QD KS")
	var pack []card.Card
	for i := range mine {
		pack = append(pack, mine[i], theirs[i])
	}
	pack = append(pack, tabletest.Cards(t, "6H 3D")...)
	for _, c := range card.French() {
		if !slices.Contains(pack, c) {
			pack = append(pack, c)
		}
	}
	for value, offered := range map[string]bool{"1_except_rummy": true, "1": false} {
		round, err := rummy.Game{}.Deal(
			engine.Setup{Seats: 2, Dealer: 1, Options: engine.Options{"melds_per_turn": value}, Pack: pack})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := engine.Play(round, 0, tabletest.Moves(t, "draw @stock")[0]); err != nil {
			t.Fatal(err)
		}
		page := fragment(t, rummyTable(t, func(p *table.Props, v *rummy.View) {
			*v, p.Legal = round.View(0).(rummy.View), round.Legal(0, nil)
		}))
		button := `id="do-rummy" name="move" value="` + "rummy AD 2D 3D | 4C 4D 4H | 8S 9S TS JS ~ KC" + `"`
		if strings.Contains(page, button) != offered {
			t.Errorf("%s: a button that goes out at once: %v, want %v", value, !offered, offered)
		}
	}
}
