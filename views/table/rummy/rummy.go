// Package rummy is the face of Rummy: how a table, a finished round and a replay
// of it look.
package rummy

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/rummy"
	"carteado/views/i18n"
	"carteado/views/part"
	"carteado/views/table"
)

// Face is the face of Rummy. It implements table.Face.
type Face struct{}

// A board is a Rummy table and what the reader may do at it, read once from
// the legal moves.
type board struct {
	*table.Props
	view  rummy.View
	stock bool    // a card may be drawn from it
	take  bool    // the top discard may be taken
	melds cardSet // cards of the hand with which a group can be laid
	drops cardSet // cards that may be discarded
	fits  cardSet // cards that can be laid off
	open  uint64  // a bit for each group on which a card can be laid off, counted from 1
	out   string  // the move that lays the whole hand at once, where there is one
}

type cardSet uint64

func (s cardSet) has(c card.Card) bool { return s>>c&1 != 0 }
func (s *cardSet) add(c card.Card)     { *s |= 1 << c }

func boardOf(p *table.Props) *board {
	t := &board{Props: p, view: p.View.Round.(rummy.View)}
	for _, m := range p.Legal {
		switch m.Verb {
		case "draw":
			t.stock = t.stock || m.From.Kind == engine.Stock
			t.take = t.take || m.From.Kind == engine.Discard
		case "meld":
			for _, w := range m.Words() {
				t.melds.add(w.Card)
			}
		case "layoff":
			t.fits.add(m.Card())
			t.open |= 1 << m.To.N
		case "discard":
			t.drops.add(m.Card())
		}
	}
	if outs := t.view.GoOuts(); len(outs) > 0 && t.playing() {
		t.out = outs[0].String()
	}
	return t
}

func (Face) Felt(p *table.Props) templ.Component {
	return whole(boardOf(p), lastTurn(p.Log, p.View.Seat))
}

// playing reports that the reader has drawn and is to meld, lay off or discard.
func (t *board) playing() bool { return t.MyTurn() && t.view.Phase == rummy.PhasePlay }

func (t *board) playable(c card.Card) bool { return (t.drops | t.melds | t.fits).has(c) }

// row shows one other player with the backs of the hand, and several as upright
// chips.
func (t *board) row(ctx context.Context) table.SeatRow {
	row := table.SeatRow{Meta: func(s engine.Seat) []string {
		return []string{i18n.T(ctx, "table.cards", "n", t.view.Counts[s]), t.Stand(ctx, s)}
	}}
	if len(t.Seats) > 2 {
		row.Look = "seats--row"
		return row
	}
	row.Beside = func(s engine.Seat) templ.Component { return part.Backs(t.view.Counts[s]) }
	return row
}

// Hand implements table.Handed.
func (Face) Hand(p *table.Props) []card.Card { return p.Sorted(p.View.Round.(rummy.View).Hand) }

func (Face) Prompt(ctx context.Context, p *table.Props) string {
	t := boardOf(p)
	switch {
	case p.View.Seat == engine.Spectator:
		return i18n.T(ctx, "table.watching")
	case !p.MyTurn():
		return i18n.T(ctx, "table.choose_ahead")
	case !t.playing() && t.view.Stock == 0 && t.stock:
		return i18n.T(ctx, "rummy.prompt.renew")
	case !t.playing() && !t.take:
		return i18n.T(ctx, "rummy.prompt.stock")
	case !t.playing():
		return i18n.T(ctx, "rummy.prompt.draw")
	case t.out != "":
		return i18n.T(ctx, "rummy.prompt.rummy")
	case t.melds != 0 && t.fits != 0:
		return i18n.T(ctx, "rummy.prompt.both")
	case t.melds != 0:
		return i18n.T(ctx, "rummy.prompt.meld")
	case t.fits != 0:
		return i18n.T(ctx, "rummy.prompt.lay_off")
	}
	return i18n.T(ctx, "rummy.prompt.discard")
}

// cardLabel names a card of the hand and says what can be done with it.
func (t *board) cardLabel(ctx context.Context, c card.Card) string {
	notes := make([]string, 0, 4)
	switch c {
	case t.view.Taken:
		notes = append(notes, "rummy.card.taken")
	case t.view.Drawn:
		notes = append(notes, "rummy.card.new")
	}
	if t.playing() {
		if t.melds.has(c) {
			notes = append(notes, "rummy.card.melds")
		}
		if t.fits.has(c) {
			notes = append(notes, "rummy.card.fits")
		}
		if t.playable(c) {
			notes = append(notes, "card.playable")
		} else {
			notes = append(notes, "card.not_now")
		}
	}
	label := part.Sentence(part.Spoken(ctx, c))
	for _, note := range notes {
		label = i18n.T(ctx, "card.with", "card", label, "note", i18n.T(ctx, note))
	}
	return label
}

// drawsFrom is the stock, or the reader's own line of it: how many cards it has, how often it may still be renewed, and
// what a press does.
func (t *board) drawsFrom(ctx context.Context) table.Stock {
	key := "rummy.stock.label"
	switch {
	case t.stock && t.view.Stock == 0:
		key = "rummy.renew.label"
	case t.stock:
		key = "rummy.draw_stock.label"
	}
	renewals := i18n.T(ctx, "rummy.renewals.none")
	if t.view.Renewals > 0 {
		renewals = i18n.T(ctx, "rummy.renewals", "n", t.view.Renewals)
	}
	s := table.Stock{N: t.view.Stock, Name: i18n.T(ctx, "rummy.stock"), Do: i18n.T(ctx, t.drawKey()),
		Label: i18n.T(ctx, key, "n", t.view.Stock)}.Own(ctx, t.view, t.View.Seat, t.Seats, t.stock)
	s.Label = i18n.T(ctx, "card.with", "card", s.Label, "note", renewals)
	return s
}

func meldKind(m rummy.Meld) string {
	if len(m.Cards) > 1 && m.Cards[0].Rank() == m.Cards[1].Rank() {
		return "rummy.set"
	}
	return "rummy.run"
}

// meldLabel names a group with its cards, whose it is and who laid off on it.
func meldLabel(ctx context.Context, m rummy.Meld, seats []part.Person) string {
	label := i18n.T(ctx, meldKind(m), "who", part.Called(ctx, seats[m.By])) + ": " + part.SpokenList(
		ctx, part.Words(m.Cards))
	for _, a := range m.Added {
		if a.By != m.By {
			label += "; " + i18n.T(ctx, "rummy.added", "who", part.Called(ctx, seats[a.By]), "card",
				part.Spoken(ctx, a.Card))
		}
	}
	return label
}

// adder is the seat that laid a card off on another's meld; false if none did.
func adder(m rummy.Meld, c card.Card) (engine.Seat, bool) {
	i := slices.IndexFunc(m.Added, func(a rummy.Added) bool { return a.Card == c && a.By != m.By })
	if i < 0 {
		return engine.Nobody, false
	}
	return m.Added[i].By, true
}

// layoffMove is the move of the button on a meld, counted from 1.
func layoffMove(meld int) string { return "layoff * >meld:" + strconv.Itoa(meld) }

func (Face) How(ctx context.Context, view any, seats []part.Person) (title, text string) {
	end := view.(rummy.View).End
	if end == nil {
		return i18n.T(ctx, "how.rummy.blocked"), ""
	}
	key := "how.rummy." + end.How
	if end.Winner == engine.Nobody {
		return i18n.T(ctx, key), i18n.T(ctx, "how.rummy.nobody.text")
	}
	who := part.Addressed(ctx, seats[end.Winner])
	title = i18n.T(ctx, key, "who", who)
	if end.How == "rummy" && !end.Double {
		key = "how.rummy.out"
	}
	return title, i18n.T(ctx, key+".text", "who", who, "n", end.Points[end.Winner], "value", end.Values[end.Winner])
}

// valued writes what a hand counts, card by card: 10 + 4 = 14.
func valued(v rummy.View, seat int) string {
	var values []int
	for _, c := range v.End.Hands[seat] {
		values = append(values, v.Worth(c))
	}
	return table.Sum(values, v.End.Values[seat])
}

// tally explains the winner's points: (14 + 20) × 2 = 68. In a blocked round each hand
// counts what it has more than the lowest.
func tally(end *rummy.End) string {
	var terms []string
	for seat, value := range end.Values {
		switch {
		case engine.Seat(seat) == end.Winner:
		case end.How == "blocked":
			terms = append(terms, "("+strconv.Itoa(value)+" − "+strconv.Itoa(end.Values[end.Winner])+")")
		default:
			terms = append(terms, strconv.Itoa(value))
		}
	}
	sum := strings.Join(terms, " + ")
	switch {
	case end.Double && len(terms) > 1:
		sum = "(" + sum + ") × 2"
	case end.Double:
		sum += " × 2"
	case len(terms) == 1 && end.How != "blocked":
		return sum
	}
	return sum + " = " + strconv.Itoa(end.Points[end.Winner])
}

// mainMove is the move that leads on: going out at once, a meld while one can be laid,
// else a discard.
func (t *board) mainMove() string {
	switch {
	case t.out != "":
		return t.out
	case t.melds != 0:
		return "meld *"
	}
	return "discard *"
}

func (t *board) leads(move string) templ.KeyValue[string, bool] {
	return templ.KV("btn--turn", t.mainMove() == move)
}

func (t *board) stockMove() string {
	if t.stock {
		return "draw @stock"
	}
	return ""
}

func (t *board) drawKey() string {
	if t.view.Stock == 0 {
		return "rummy.renew"
	}
	return "rummy.draw"
}

func (t *board) targetLabel(ctx context.Context, i int) string {
	key := "rummy.target.none"
	if t.isOpen(i) {
		key = "rummy.target"
	}
	return i18n.T(ctx, key, "meld", meldLabel(ctx, t.view.Melds[i], t.Seats))
}

// isOpen reports that a card can be laid off on a group, counted from 0.
func (t *board) isOpen(i int) bool { return t.open>>(i+1)&1 != 0 }

// openTable is the table of a replay, at which nobody moves.
func openTable(views []any, seats []part.Person) *board {
	return &board{Props: &table.Props{View: engine.MatchView{Seat: engine.Spectator}, Seats: seats},
		view: views[0].(rummy.View)}
}

// heldBy is a seat's hand; after the round, the one that was shown to everybody.
func heldBy(v rummy.View, seat engine.Seat) []card.Card {
	if v.End != nil {
		return v.End.Hands[seat]
	}
	return v.Hand
}

// roomy is the breadth that a row of melds may have, by the number of rows: one row
// shares its width with the piles, and cards get smaller as rows get more.
var roomy = []int{18, 26, 20}

// common is the breadth of a row in cards of the usual size.
const common = 20

// meldRows are the melds on the table, row by row.
type meldRows struct {
	rows  [][]int // the groups, counted from 0
	close bool    // they lie closer together than common
}

// breadth is the width of a meld, counted in strips of a card that show its rank.
func breadth(m rummy.Meld) int { return len(m.Cards) + 3 }

// inRows divides the melds evenly into as few rows as they fit in, keeping their order.
// Four rows hold whatever can be on the table.
func inRows(melds []rummy.Meld) meldRows {
	if len(melds) == 0 {
		return meldRows{}
	}
	n, load := 1, evenly(melds, 1)
	for n <= len(roomy) && load > roomy[n-1] {
		n++
		load = evenly(melds, n)
	}
	rows, room := make([][]int, 0, n), 0
	for i, m := range melds {
		if breadth(m) > room {
			rows, room = append(rows, nil), load
		}
		row := &rows[len(rows)-1]
		*row, room = append(*row, i), room-breadth(m)
	}
	return meldRows{rows, load > common}
}

// evenly is the least breadth with which so many rows hold all melds.
func evenly(melds []rummy.Meld, rows int) int {
	load := 0
	for _, m := range melds {
		load = max(load, breadth(m))
	}
	for filled(melds, load) > rows {
		load++
	}
	return load
}

// filled is the number of rows that the melds need at a breadth.
func filled(melds []rummy.Meld, load int) int {
	rows, room := 0, 0
	for _, m := range melds {
		if breadth(m) > room {
			rows, room = rows+1, load
		}
		room -= breadth(m)
	}
	return rows
}

// Plan implements table.Planned.
func (Face) Plan(p *table.Props) table.Planning {
	plan := table.Planning{
		Moves: []string{"draw @stock", "draw @discard", "meld *"},
		Cards: table.Names(Face{}.Hand(p)), Shows: table.FrenchRanks(), Suits: true, Takes: true,
	}
	for i := range p.View.Round.(rummy.View).Melds {
		plan.Moves = append(plan.Moves, layoffMove(i+1))
	}
	plan.Moves = append(plan.Moves, "discard *")
	return plan
}
