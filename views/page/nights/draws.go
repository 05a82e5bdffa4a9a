package nights

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"carteado/engine"
	"carteado/engine/pairing"
	"carteado/engine/standing"
	"carteado/views/i18n"
	"carteado/views/layout"
	"carteado/views/page"
	"carteado/views/part"
)

// A Round is a round of a night: who sits where.
type Round struct {
	Number       int
	Game         string
	Level        pairing.Level
	Lot          int64
	Minutes      int
	Screens      bool
	AtTime       string    // played, or stands
	Opened, Ends time.Time // zero: a proposal
	Over         time.Time
	Duplicates   int  // deals that all tables play; 0: each has its own
	Low          bool // fewer points are better, where they are compared
	Tables       []DrawnTable
	Out          []DrawnSeat
}

// A DrawnTable is a table of a round.
type DrawnTable struct {
	Number  int
	Table   int    // the club's table where it is played; 0: with real cards
	Paper   bool   // a host has it play with real cards
	Closed  string // "": no; stands, or void
	Held    bool   // nobody else sees it until all tables are over
	Sheet   SheetState
	Reasons []pairing.Reason
	Seats   []DrawnSeat
	Played  bool
	Begun   bool // somebody has moved there, or written a round down
	Room    bool // somebody more can be seated there
}

// A SheetState says what has become of the sheet of a table with real cards.
type SheetState int

// Tables have no sheet that play here, or whose game nobody can score on paper.
const (
	SheetNone SheetState = iota
	SheetOpen
	SheetUnconfirmed
	SheetConfirmed
)

// A DrawnSeat is somebody at a table, or who sits out.
type DrawnSeat struct {
	ID     int64 // of the arrival
	Person part.Person
	Guest  bool
	Screen bool // plays on a screen: not a guest with a name only
	Place  int  // 0: none yet
	Gone   bool // home
	Kept   bool // a bot plays on for them
	Points *int // in a round of the same deals, once its tables are shown
	Reason *pairing.Reason
}

// An EveningLine is what somebody has come to at a night.
type EveningLine struct {
	standing.EveningLine
	Person part.Person
}

// An Evening is the rounds of a night and its standings.
type Evening struct {
	Rounds []Round
	Lines  []EveningLine
}

// A Split is a way to seat those who are here.
type Split struct {
	Sizes []int
	Out   int
}

// DrawForm is how a round is to be drawn.
type DrawForm struct {
	Games   []engine.Info
	Game    string
	Rules   string // house rules, as in palace/places; "" as written
	Size    string // any, or sizes as in 3 or 3-4
	Level   string
	Deals   string // of all tables; "": each has its own
	Minutes string
	AtTime  string
	Screens bool
	Splits  []Split
	Wrong   page.WrongPlaces
	Faults  part.Faults // game, size, minutes, places
}

// DrawsProps is the page of the tables of a night.
type DrawsProps struct {
	Night
	Evening
	Here    int
	Waiting []DrawnSeat // who are here and have no table in the last round
	More    bool        // they are enough for a table of their own
	Open    bool        // people come now
	Form    DrawForm
	Now     time.Time
}

// last is the last round, nil before the first.
func (e Evening) last() *Round {
	if len(e.Rounds) == 0 {
		return nil
	}
	return &e.Rounds[len(e.Rounds)-1]
}

func (r *Round) proposed() bool { return r != nil && r.Opened.IsZero() }
func (r *Round) underway() bool { return r != nil && !r.Opened.IsZero() && r.Over.IsZero() }

// missing are tables that are to be played here and are not open yet, because the program ended in the middle.
func (r *Round) missing() bool {
	for _, t := range r.Tables {
		named := false
		for _, s := range t.Seats {
			named = named || !s.Screen
		}
		if r.Screens && !t.Paper && !named && t.Table == 0 && !t.Played && t.Closed == "" {
			return true
		}
	}
	return false
}

// played is how many tables of the round have a result, or are closed without one.
func (r *Round) played() (n int) {
	for _, t := range r.Tables {
		if t.Played || t.Closed != "" {
			n++
		}
	}
	return n
}

// begun reports that somebody has moved in the round, as far as that may be known: it cannot be undone.
func (r *Round) begun() bool {
	return slices.ContainsFunc(r.Tables, func(t DrawnTable) bool { return t.Begun || t.Played || t.Closed != "" })
}

// held reports that the round has tables of which nothing is shown, neither that somebody has moved there.
func (r *Round) held() bool {
	return slices.ContainsFunc(r.Tables, func(t DrawnTable) bool { return t.Held })
}

// seated are all people of the round, for exchanging two of them.
func (r *Round) seated(ctx context.Context) (list []part.Choosable) {
	add := func(where string, s DrawnSeat) {
		list = append(list, part.Choosable{Value: strconv.FormatInt(s.ID, 10),
			Label: part.Called(ctx, s.Person) + where})
	}
	for _, t := range r.Tables {
		for _, s := range t.Seats {
			add(" · "+i18n.T(ctx, "draws.table", "n", t.Number), s)
		}
	}
	for _, s := range r.Out {
		add(" · "+i18n.T(ctx, "draws.out"), s)
	}
	return list
}

// free are the tables where somebody more can be seated.
func (r *Round) free(ctx context.Context) (list []part.Choosable) {
	for _, t := range r.Tables {
		if t.Room {
			list = append(list, part.Choosable{Value: strconv.Itoa(t.Number),
				Label: i18n.T(ctx, "draws.table", "n", t.Number)})
		}
	}
	return list
}

// waiting are those who have no table in the last round.
func (p DrawsProps) waiting(ctx context.Context) (list []part.Choosable, names string) {
	var people []part.Person
	for _, s := range p.Waiting {
		people = append(people, s.Person)
		list = append(list, part.Choosable{Value: strconv.FormatInt(s.ID, 10), Label: part.Called(ctx, s.Person)})
	}
	return list, part.Names(ctx, people)
}

// closable reports that a host can close the table: not one where they play themselves and somebody has moved.
func (t DrawnTable) closable() bool {
	return !t.Played && !t.Held && (t.Table == 0 || !t.mine() || !t.Begun)
}

// leaves says what a host can do about somebody at a table who has gone home: "out", "bot", or "" for nothing.
func (t DrawnTable) leaves(s DrawnSeat) string {
	switch {
	case !s.Gone || s.Kept || t.Played || t.Closed != "":
		return ""
	case t.Held:
		return "bot"
	case !t.Begun:
		return "out"
	case t.Table > 0:
		return "bot"
	}
	return ""
}

// sentence says why people sit together, or why one sits out.
func (r *Round) sentence(ctx context.Context, reason pairing.Reason) string {
	var people []part.Person
	for _, id := range reason.Players {
		for _, s := range append(r.all(), r.Out...) {
			if s.ID == id {
				people = append(people, s.Person)
			}
		}
	}
	return i18n.T(ctx, "draws.reason."+reason.Key, "who", part.Names(ctx, people), "points", tenths(ctx, reason.N),
		"to", tenths(ctx, reason.To), "n", reason.N)
}

func (r *Round) all() (list []DrawnSeat) {
	for _, t := range r.Tables {
		list = append(list, t.Seats...)
	}
	return list
}

// reason joins the sentences on a table.
func (r *Round) reason(ctx context.Context, t DrawnTable) string {
	var list []string
	for _, reason := range t.Reasons {
		list = append(list, r.sentence(ctx, reason))
	}
	if len(list) == 0 {
		return i18n.T(ctx, "draws.by_hand")
	}
	return strings.Join(list, " ")
}

// tenths writes points, with a decimal where there is one.
func tenths(ctx context.Context, n int) string {
	if n%10 == 0 {
		return i18n.Signed(n / 10)
	}
	return i18n.Decimal(ctx, float64(n)/10)
}

func (s Split) value() string {
	var list []string
	for _, size := range s.Sizes {
		list = append(list, strconv.Itoa(size))
	}
	return strings.Join(list, ",")
}

func (s Split) label(ctx context.Context) string {
	text := strings.ReplaceAll(s.value(), ",", " · ")
	if s.Out > 0 {
		text += ", " + i18n.T(ctx, "draws.split.out", "n", s.Out)
	}
	return text
}

func sizeChoices(ctx context.Context) (list []part.Choosable) {
	list = append(list, part.Choosable{Value: "any", Label: i18n.T(ctx, "draws.size.any")})
	for _, size := range []string{"2", "3", "3-4", "4", "4-5", "5-6"} {
		list = append(list, part.Choosable{Value: size, Label: strings.ReplaceAll(size, "-", "–")})
	}
	return list
}

func levelChoices(ctx context.Context) (list []part.Choosable) {
	for _, l := range pairing.Levels() {
		key := "lot"
		if l != pairing.Any {
			key = string(l)
		}
		list = append(list, part.Choosable{Value: string(l), Label: i18n.T(ctx, "draws.level."+key)})
	}
	return list
}

// atTimeChoices are what happens when the time of a round is over.
func atTimeChoices(ctx context.Context) (list []part.Choosable) {
	for _, rule := range []string{"played", "stands"} {
		list = append(list, part.Choosable{Value: rule, Label: i18n.T(ctx, "draws.at_time."+rule)})
	}
	return list
}

// mine reports that the reader sits there.
func (t DrawnTable) mine() bool {
	return slices.ContainsFunc(t.Seats, func(s DrawnSeat) bool { return s.Person.Me })
}

// mayWrite reports that the reader may write the result of a table down.
func (t DrawnTable) mayWrite(ctx context.Context) bool {
	if t.Table != 0 {
		return false
	}
	return t.mine() || mayNight(ctx)
}

// TelevisionProps is a night on a big screen.
type TelevisionProps struct {
	Evening
	Club *layout.Club
	Name string
	Now  time.Time
}

// placeID names the field of a player's place: several rounds stand on one page, each with the same players.
func placeID(r *Round, t DrawnTable, s DrawnSeat) string {
	return fmt.Sprintf("place-%d-%d-%d", r.Number, t.Number, s.ID)
}
