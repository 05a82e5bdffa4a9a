package club

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"carteado/views/i18n"
	"carteado/views/page"
	matchpage "carteado/views/page/match"
	"carteado/views/page/results"
	"carteado/views/part"
)

// Import is an old score book that somebody has brought.
type Import struct {
	ID        int64
	Name      string // of the file
	By        part.Person
	Made      time.Time
	Draft     bool
	Kept      time.Time
	Counts    bool
	Matches   int
	TakenBack time.Time
}

// state is what has become of it.
func (i Import) state(ctx context.Context) string {
	switch {
	case i.Draft:
		return i18n.T(ctx, "imports.state.draft")
	case !i.TakenBack.IsZero():
		return i18n.T(ctx, "imports.state.back", "day", i18n.Date(ctx, i.TakenBack))
	case i.Counts:
		return i18n.T(ctx, "imports.state.counts", "n", i.Matches)
	}
	return i18n.T(ctx, "imports.state.kept", "n", i.Matches)
}

// ImportsProps is the list of a club's imports, with the form that brings another.
type ImportsProps struct {
	List      []Import
	May       bool // bring one
	Wish      ImportWish
	Games     []string
	Faults    part.Faults
	Megabytes int // that a file may have
	Lines     int
}

// ImportWish is how a file is to be read.
type ImportWish struct {
	Unit, Game, Better, Days string
	Twice                    bool
}

// The choices of a wish. An empty unit guesses.
var (
	ImportUnits   = []string{"", "matches", "rounds", "nights"}
	ImportBetters = []string{"game", "most", "least", "places"}
	importDays    = []string{"days", "months"}
)

func importChoices(ctx context.Context, family string, values []string) (choices []part.Choosable) {
	for _, v := range values {
		key := v
		if key == "" {
			key = "guess"
		}
		choices = append(choices, part.Choosable{Value: v, Label: i18n.T(ctx, "imports."+family+"."+key)})
	}
	return choices
}

func importGames(ctx context.Context, games []string) []part.Choosable {
	choices := []part.Choosable{{Value: "", Label: i18n.T(ctx, "imports.game.none")}}
	for _, g := range games {
		choices = append(choices, part.Choosable{Value: g, Label: i18n.T(ctx, "game."+g)})
	}
	return choices
}

// ImportProps is what an import has brought.
type ImportProps struct {
	Import
	May    bool // take it back
	List   []Recorded
	Paging page.Paging
}

// Recorded is a match that was played with real cards.
type Recorded struct {
	ID     int64
	Line   int
	Game   string // "": a night
	Ended  time.Time
	Timed  bool
	Label  string
	Ends   [][]int // points of each round by seat
	Seats  []results.RecordedSeat
	Counts bool

	// of a match that a table of a game night has written down
	Sheet     SheetPlace
	Corrected *matchpage.CorrectionRow // the last correction; nil where there is none
}

// SheetPlace is where a sheet is; Night is 0 for a match that comes of an old score book.
type SheetPlace struct {
	Night        int64
	Round, Table int
}

func (m Recorded) people() (list []part.Person) {
	for _, s := range m.Seats {
		list = append(list, s.Person)
	}
	return list
}

func (m Recorded) places() (list []int) {
	for _, s := range m.Seats {
		list = append(list, s.Place)
	}
	return list
}

func (m Recorded) title(ctx context.Context) string {
	if m.Game == "" {
		if m.Label != "" {
			return m.Label
		}
		return i18n.T(ctx, "imports.night")
	}
	return i18n.T(ctx, "game."+m.Game)
}

func (m Recorded) when(ctx context.Context) string {
	if m.Timed {
		return i18n.Moment(ctx, m.Ended)
	}
	return i18n.Date(ctx, m.Ended)
}

// about is when and at what it was, and that it counts.
func (m Recorded) about(ctx context.Context) string {
	parts := []string{m.when(ctx), m.title(ctx)}
	if m.Label != "" && m.Game != "" {
		parts = append(parts, m.Label)
	}
	return strings.Join(parts, " · ")
}

// DraftShows is how many matches of a draft are shown.
const DraftShows = 12

// DraftProps is what was understood of a file.
type DraftProps struct {
	Import
	Wish     ImportWish
	Games    []string
	Encoding string
	Comma    string
	Unit     string
	Columns  []ImportColumn
	Lines    int
	Found    int        // matches that would be kept
	First    []Recorded // some of them
	From     time.Time
	Until    time.Time
	People   []ImportPerson
	Members  []string
	Unread   []Unread
	Counts   bool
	Faults   part.Faults
}

// ImportColumn is a heading and what it was taken for.
type ImportColumn struct{ Heading, As string }

// ImportPerson is a name in the file, and the member who is meant; "" for nobody.
type ImportPerson struct{ Name, Who string }

// Unread is a line that was not read.
type Unread struct {
	Line   int
	Why    string
	Text   string
	Before int
}

// An unreadGroup is the lines that were not read for one reason.
type unreadGroup struct {
	why   string
	lines []Unread
	more  string // numbers of further lines
}

// unreadShown is how many lines of a group are shown with their text; the others are numbers.
const unreadShown = 30

func (p DraftProps) unread() (groups []unreadGroup) {
	further := map[string][]int{}
	for _, u := range p.Unread {
		at := slices.IndexFunc(groups, func(g unreadGroup) bool { return g.why == u.Why })
		if at < 0 {
			at = len(groups)
			groups = append(groups, unreadGroup{why: u.Why})
		}
		if len(groups[at].lines) < unreadShown {
			groups[at].lines = append(groups[at].lines, u)
		} else {
			further[u.Why] = append(further[u.Why], u.Line)
		}
	}
	for i := range groups {
		groups[i].more = spans(further[groups[i].why])
	}
	return groups
}

// spans writes rising numbers in short: 3–5, 9.
func spans(numbers []int) string {
	var parts []string
	for i := 0; i < len(numbers); {
		last := i
		for last+1 < len(numbers) && numbers[last+1] == numbers[last]+1 {
			last++
		}
		text := strconv.Itoa(numbers[i])
		if last > i {
			text += "–" + strconv.Itoa(numbers[last])
		}
		parts, i = append(parts, text), last+1
	}
	return strings.Join(parts, ", ")
}

func (u Unread) says(ctx context.Context) string {
	switch {
	case u.Before > 0:
		return i18n.T(ctx, "imports.line.before", "n", u.Line, "before", u.Before)
	case u.Text == "":
		return i18n.T(ctx, "imports.line", "n", u.Line)
	}
	return i18n.T(ctx, "imports.line.text", "n", u.Line, "text", u.Text)
}

// comma is what separates the cells, in words.
func (p DraftProps) comma(ctx context.Context) string {
	for comma, key := range map[string]string{",": "comma", ";": "semicolon", "\t": "tab"} {
		if p.Comma == comma {
			return i18n.T(ctx, "imports.between."+key)
		}
	}
	return p.Comma
}

// columnAs says what a heading was taken for.
func (c ImportColumn) says(ctx context.Context) string {
	if c.As == "" {
		return i18n.T(ctx, "imports.column.unread")
	}
	return i18n.T(ctx, "imports.column."+c.As)
}

// fileFault ties the field of the file to what is said of it.
func fileFault(fault string) templ.Attributes {
	if fault == "" {
		return templ.Attributes{"aria-describedby": "file-hint"}
	}
	return templ.Attributes{"aria-describedby": "file-hint file-fault", "aria-invalid": "true", "autofocus": true}
}
