package knock_test

import (
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/knock"
	"carteado/views/i18n"
	"carteado/views/part"
	"carteado/views/table"
	face "carteado/views/table/knock"
	"carteado/views/table/tabletest"
)

var seats = tabletest.People()

func fragment(t *testing.T, p *table.Props) string {
	t.Helper()
	return tabletest.Fragment(t, face.Face{}, p)
}

// board is Ana's view of a table where it is her turn; she holds seven cards
// and three of a kind.
func board(t *testing.T, change func(*table.Props, *knock.View)) *table.Props {
	t.Helper()
	view := knock.View{
		Turn: 0, Phase: knock.PhaseDraw, Counts: [2]int{7, 7}, Stock: 30, Discards: 2,
		Top: tabletest.Cards(t, "KC")[0], Below: tabletest.Cards(t, "9H")[0],
		Hand:  tabletest.Cards(t, "2C 3D 5S 7H 8C 8D 8H"),
		Melds: [][]engine.Word{part.Words(tabletest.Cards(t, "8C 8D 8H"))}, Rest: tabletest.Cards(t, "2C 3D 5S 7H"),
		Deadwood: 17, Limit: 3,
	}
	p := &table.Props{
		Club: "quinta", Table: 21, At: "9.1.4", Match: 9, Idem: "k1", Seats: seats,
		View: engine.MatchView{Game: "knock", Seats: 2, Target: 100, Version: 4, Number: 1, Totals: []int{-10, 12},
			ToMove: []engine.Seat{0}},
		Legal: []engine.Move{engine.NewMove("draw").At(engine.In(engine.Stock)), engine.NewMove("draw").
			At(engine.In(engine.Discard))},
		Log: []table.Entry{{Version: 4, Seat: 1, Events: []engine.Event{
			{Kind: "discarded", Seat: 1, Open: true, Cards: part.Words(tabletest.Cards(t, "KC"))}}}},
	}
	if change != nil {
		change(p, &view)
	}
	p.View.Round = view
	return p
}

func decide(t *testing.T) func(*table.Props, *knock.View) {
	return func(p *table.Props, v *knock.View) {
		v.Phase, v.Counts[0] = knock.PhaseDecide, 8
		v.Hand, v.Rest = tabletest.Cards(t, "2C 3D 5S 7H 8C 8D 8H KC"), tabletest.Cards(t, "2C 3D 5S 7H KC")
		v.Taken, v.Drawn = tabletest.Cards(t, "KC")[0], tabletest.Cards(t, "KC")[0]
		p.Legal = nil
		for _, c := range v.Hand[:7] {
			p.Legal = append(p.Legal, engine.NewMove("discard", c))
		}
	}
}

func TestDrawing(t *testing.T) {
	tabletest.Expect(t, fragment(t, board(t, nil)), []string{
		`<title>● Your turn · Knock · Carteado</title>`, `aria-label="Draw from the stock, 30 cards"`,
		`aria-label="Take from the trash: king of clubs"`, `name="version" value="4"`, `name="idem" value="k1"`,
		`Bento discarded king of clubs. Your turn. Draw a card.`, `−10 of 100`,
	}, []string{"is-legal", `value="discard *"`, "knock *"})
}

func TestDecidingMarksWhatIsLegal(t *testing.T) {
	tabletest.Expect(t, fragment(t, board(t, decide(t))), []string{
		`value="discard *"`, `aria-label="Two of clubs, playable"`, `aria-label="King of clubs, not playable now"`,
		`value="knock *" disabled`,
	}, []string{`value="draw @stock"`, "is-knock", "choices"})
	may := board(t, func(p *table.Props, v *knock.View) {
		decide(t)(p, v)
		v.Knocks, v.Deadwood = tabletest.Cards(t, "7H"), 2
	})
	tabletest.Expect(t, fragment(t, may), []string{
		`aria-label="Seven of hearts, playable, you may knock with it"`, "is-knock",
	}, []string{"disabled"})
}

func TestWaitingKeepsTheHandLive(t *testing.T) {
	p := board(t, func(p *table.Props, v *knock.View) {
		v.Turn, p.View.ToMove, p.Legal = 1, []engine.Seat{1}, nil
	})
	tabletest.Expect(t, fragment(t, p), []string{
		`<title>Bento to play · Knock · Carteado</title>`, `id="c-2C"`, `You may pick your next card`,
		`aria-current="true"`,
	}, []string{`name="move"`, "●"})
}

func TestRefusedMoveKeepsTheChoice(t *testing.T) {
	p := board(t, func(p *table.Props, v *knock.View) {
		decide(t)(p, v)
		p.Chosen = []string{"7H"}
		p.Refusal = &table.Refusal{Kind: "illegal", Rule: "knock.limit", Args: map[string]int{
			"limit": 3, "deadwood": 23}}
	})
	tabletest.Expect(t, fragment(t, p), []string{
		`value="7H" aria-label="Seven of hearts, playable" checked`, "That move is not legal",
		"your deadwood would be 23. At this table you knock with deadwood up to 3.",
	}, nil)
}

// The log is open for the round that is played, and folded for those before it.
func TestLogIsFoldedByRound(t *testing.T) {
	said := func(version int, kind string, n int) table.Entry {
		return table.Entry{Version: version, Seat: 1, Events: []engine.Event{
			{Kind: kind, Seat: 1, Open: true, N: n, Cards: part.Words(tabletest.Cards(t, "KC"))}}}
	}
	page := fragment(t, board(t, func(p *table.Props, _ *knock.View) {
		p.View.Number, p.View.Version = 3, 40
		p.Log = []table.Entry{said(40, "discarded", 0), said(38, "dealt", 3), said(30, "took", 0), said(20, "dealt", 2),
			said(10, "knocked", 0)}
	}))
	_, log, _ := strings.Cut(page, `id="log"`)
	tabletest.Expect(t, log, []string{`id="turns-2"`, "Round 2", `id="turns-1"`},
		[]string{`id="turns-3"`, `id="turns-0"`})
	rounds := strings.Split(log, `<details class="fold"`)
	if len(rounds) != 3 {
		t.Fatalf("%d rounds", len(rounds))
	}
	tabletest.Expect(t, rounds[0], []string{"discarded", "dealt"}, []string{"took"})
	tabletest.Expect(t, rounds[1], []string{"took", "dealt"}, []string{"knocked", "log--now"})
	tabletest.Expect(t, rounds[2], []string{"knocked"}, []string{"dealt"})
}

func TestSpectatorSeesCountsOnly(t *testing.T) {
	p := board(t, func(p *table.Props, v *knock.View) {
		p.View.Seat, p.Legal = engine.Spectator, nil
		p.Seats = []part.Person{{ID: 5, Name: "Iara"}, {ID: 2, Name: "Bento"}}
		v.Seat, v.Hand, v.Melds, v.Rest = engine.Spectator, nil, nil, nil
	})
	tabletest.Expect(t, fragment(t, p), []string{"7 cards", "You are watching"}, []string{`name="card"`, `name="move"`,
		"Give up", `<meter`})
}

func TestOthersDrawnCardIsToldToItsOwnSeatOnly(t *testing.T) {
	mine := engine.Event{Kind: "drew", Seat: 0, Open: true, Secret: tabletest.Cards(t, "5S")}
	ctx := i18n.With(t.Context(), i18n.English)
	got := table.Sentences(ctx, "knock", []engine.Event{mine}, seats)
	if got != "You drew five of spades from the stock." {
		t.Error(got)
	}
	theirs, _ := mine.For(1)
	if got := table.Sentences(ctx, "knock", []engine.Event{theirs}, seats); got != "You drew from the stock." {
		t.Error(got)
	}
}

func TestFragmentHasAllPartsOnce(t *testing.T) {
	page := fragment(t, board(t, nil))
	for _, id := range []string{"poll", "table", "log", "menu", "announce", "offers", "watchers"} {
		if n := strings.Count(page, ` id="`+id+`"`); n != 1 {
			t.Errorf("%d elements #%s", n, id)
		}
	}
	if n := strings.Count(page, `data-hx-swap-oob="morph"`); n != 6 {
		t.Errorf("%d parts beside the poll, want 6", n)
	}
}

// A laid-off card is shown where it went: at its end of a run, and marked.
func TestLaidOffCardsLieOnTheirMelds(t *testing.T) {
	word := func(text string) engine.Word { return engine.Word{Card: tabletest.Cards(t, text)[0]} }
	end := &knock.End{How: "knock", Knocker: 0, KnockCard: tabletest.Cards(t, "KC")[0], Hands: [2]knock.Shown{
		{Melds: [][]engine.Word{part.Words(tabletest.Cards(t, "5C 6C 7C")), part.Words(tabletest.Cards(t, "9C 9D 9H"))},
			Left: tabletest.Cards(t, "2H")},
		{LaidOff: []knock.LayOff{{Card: word("8C")}, {Card: word("4C")}, {Card: word("9S"), Meld: 1}}},
	}}
	ctx, shown := i18n.With(t.Context(), i18n.English), strings.Builder{}
	if err := (face.Face{}).End(knock.View{End: end}, seats).Render(ctx, &shown); err != nil {
		t.Fatal(err)
	}
	tabletest.Expect(t, shown.String(), []string{
		"four of clubs, five of clubs, six of clubs, seven of clubs, eight of clubs", "nine of hearts, nine of spades",
	}, nil)
	if n := strings.Count(shown.String(), `class="came"`); n != 3 {
		t.Errorf("%d cards are marked as laid off, want 3", n)
	}
}

// The wild card says in its hand what it stands for, beside the index of the card.
func TestWildCardShowsWhatItIs(t *testing.T) {
	p := board(t, func(_ *table.Props, v *knock.View) {
		ace := engine.Word{Card: tabletest.Cards(t, "AD")[0], As: tabletest.Cards(t, "8S")[0]}
		v.Melds = [][]engine.Word{append(part.Words(tabletest.Cards(t, "8C 8D")), ace)}
	})
	tabletest.Expect(t, fragment(t, p), []string{
		`is-wild" id="c-AD"`, `<span class="as s-s" aria-hidden="true">8♠︎</span>`,
		"Ace of diamonds standing for eight of spades",
	}, nil)
}
