package nights

import (
	"context"
	"strconv"
	"strings"
	"time"

	"carteado/engine"
	"carteado/views/i18n"
	"carteado/views/link"
	"carteado/views/page"
	"carteado/views/part"
)

// SheetProps is the sheet of a table that plays with real cards.
type SheetProps struct {
	Night
	Round, Table int
	Game         engine.Info
	Options      engine.Options
	Goal         part.Goal
	Asks         engine.Sheet // what a round asks for
	Seats        []part.Person
	Rounds       []engine.RoundScore
	Number       int // of the round to be written
	Dealer       engine.Seat
	Totals       []int
	LowWins      bool
	Placing      []int // of a match that is over; nil while it goes on
	By           part.Person
	Written      time.Time // zero: nothing yet
	Match        int64
	Confirmed    time.Time
	ConfirmedBy  part.Person
	May          bool // write
	MayConfirm   bool
	Form         SheetForm
}

// SheetForm is a round as it was filled in.
type SheetForm struct {
	By, How string
	Left    []string // by seat
	Places  []string
	Also    bool
	Wrong   *engine.ErrPaper
}

// Nobody is the value of a form for a round that nobody has ended.
const Nobody = "nobody"

// word is a word of the game for its sheet.
func (p SheetProps) word(ctx context.Context, key string) string {
	return i18n.T(ctx, "sheet."+p.Game.Key+"."+key)
}

func (p SheetProps) title(ctx context.Context) string {
	return i18n.T(ctx, "sheets.title", "n", p.Table, "game", i18n.T(ctx, "game."+p.Game.Key))
}

// enders are the seats that may have ended the round, and nobody where that can be.
func (p SheetProps) enders(ctx context.Context) (list []part.Choosable) {
	for seat, person := range p.Seats {
		list = append(list, part.Choosable{Value: strconv.Itoa(seat), Label: part.Called(ctx, person)})
	}
	if p.Asks.Block != "" {
		list = append(list, part.Choosable{Value: Nobody, Label: p.word(ctx, "nobody")})
	}
	return list
}

func (p SheetProps) hows(ctx context.Context) (list []part.Choosable) {
	for _, how := range p.Asks.Hows {
		list = append(list, part.Choosable{Value: how, Label: p.word(ctx, "how."+how)})
	}
	return list
}

// typed is what stands in a field of a seat.
func typed(list []string, seat int) string {
	if seat < len(list) {
		return list[seat]
	}
	return ""
}

// wrong is the sentence on what cannot be.
func (p SheetProps) wrong(ctx context.Context) string {
	w := p.Form.Wrong
	if w == nil {
		return ""
	}
	who := ""
	if w.Seat >= 0 && int(w.Seat) < len(p.Seats) {
		who = part.Called(ctx, p.Seats[w.Seat])
	}
	return i18n.T(ctx, "sheets.wrong."+w.Key, "who", who, "least", w.Least, "most", w.Most)
}

// wrongAt reports that a seat's field is wrong.
func (p SheetProps) wrongAt(seat int) bool {
	return p.Form.Wrong != nil && int(p.Form.Wrong.Seat) == seat
}

// sum says what the last round has come to: Ana −10 → 1, Bento +32 → 116.
func (p SheetProps) sum(ctx context.Context) string {
	last := p.Rounds[len(p.Rounds)-1]
	var list []string
	for seat, points := range last.Points {
		change := i18n.Signed(points)
		if points >= 0 {
			change = "+" + change
		}
		list = append(list, i18n.T(ctx, "sheets.sum", "who", part.Called(ctx, p.Seats[seat]), "points", change, "total",
			i18n.Signed(last.Totals[seat])))
	}
	return strings.Join(list, " · ")
}

// state says who wrote, and who has confirmed.
func (p SheetProps) state(ctx context.Context) string {
	who := part.Called(ctx, p.By)
	switch {
	case p.Written.IsZero():
		return i18n.T(ctx, "sheets.blank")
	case !p.Confirmed.IsZero():
		return i18n.T(ctx, "sheets.confirmed", "who", who, "other", part.Called(ctx, p.ConfirmedBy))
	case p.Placing != nil:
		return i18n.T(ctx, "sheets.unconfirmed", "who", who)
	}
	return i18n.T(ctx, "sheets.written", "who", who, "at", i18n.Clock(ctx, p.Written))
}

func (p SheetProps) address(ctx context.Context, does string) string {
	return link.Sheet(page.Club(ctx), p.ID, p.Round, p.Table) + does
}

// result says who won.
func (p SheetProps) result(ctx context.Context) string {
	var winners []part.Person
	for seat, place := range p.Placing {
		if place == 1 {
			winners = append(winners, p.Seats[seat])
		}
	}
	if len(winners) == 1 {
		return i18n.T(ctx, "sheets.won", "who", part.Called(ctx, winners[0]))
	}
	return i18n.T(ctx, "sheets.level", "who", part.Names(ctx, winners))
}
