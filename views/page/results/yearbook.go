package results

import (
	"context"
	"slices"
	"strings"
	"time"

	"carteado/engine/standing"
	"carteado/views/i18n"
	"carteado/views/part"
)

// YearbooksProps is the page on which hosts have yearbooks written.
type YearbooksProps struct {
	List    []Yearbook
	Seasons []part.Choosable
	Busy    bool // one is being written
	Stale   bool // another was asked for meanwhile
}

// Yearbook is one of them.
type Yearbook struct {
	ID     int64
	Season string // "": all of the club
	By     part.Person
	Asked  time.Time
	Done   int
	Total  int
	Size   int64
	Ready  time.Time
	Failed bool
}

func (y Yearbook) title(ctx context.Context) string {
	if y.Season == "" {
		return i18n.T(ctx, "yearbook.all")
	}
	return y.Season
}

// State is how far it is.
func (y Yearbook) State(ctx context.Context) string {
	switch {
	case y.Failed:
		return i18n.T(ctx, "yearbook.failed")
	case !y.Ready.IsZero():
		const kilobyte = 1 << 10
		return i18n.T(ctx, "yearbook.ready", "kb", int(max(1, y.Size/kilobyte)))
	case y.Total == 0:
		return i18n.T(ctx, "yearbook.waits")
	}
	return i18n.T(ctx, "yearbook.under_way", "part", y.Done*100/y.Total)
}

// YearbookProps are the facts of a yearbook's front page.
type YearbookProps struct {
	Club      string
	Lang      string
	Up        string // to the folder with the style
	Other     string // the other language
	OtherPage string // the folder with its pages
	Written   time.Time
	Matches   int
	Chapters  []YearbookChapter
	Records   string // the page of records, "" where there is none
	Members   []YearbookMember
}

// YearbookMember is somebody who lets their name leave the club, with a page of their own.
type YearbookMember struct {
	Person  part.Person
	Page    string
	Games   []Record
	Seasons []YearbookPlace
}

// YearbookPlace is how somebody did in a season.
type YearbookPlace struct {
	Season string
	standing.Line
}

func (p YearbookPlace) placed() string { return StandingRow{Line: p.Line}.placed() }

// YearbookChapter is a season, or what was played in none.
type YearbookChapter struct {
	Name    string
	Page    string
	Others  bool // played in no season
	From    time.Time
	Until   time.Time
	Ended   bool
	Matches int
	Games   map[string]int
	Lines   []StandingRow
	Files   []YearbookFile
	Lists   []string // pages with results
	Picture string   // of the table; "" for none
}

// YearbookFile is a table with its SHA-256.
type YearbookFile struct{ Name, Digest string }

func (c YearbookChapter) title(ctx context.Context) string {
	if c.Others {
		return i18n.T(ctx, "yearbook.others")
	}
	return c.Name
}

// span is from when to when, and how much was played.
func (c YearbookChapter) span(ctx context.Context) string {
	matches := i18n.T(ctx, "yearbook.matches", "n", c.Matches)
	if c.Others {
		return matches
	}
	return i18n.T(ctx, "imports.span", "from", i18n.Date(ctx, c.From), "until", i18n.Date(ctx, c.Until)) + " " + matches
}

// first names who leads, or has won.
func (c YearbookChapter) first(ctx context.Context) string {
	var names []string
	for _, l := range c.Lines {
		if l.Place == 1 {
			names = append(names, part.Called(ctx, l.Person))
		}
	}
	return strings.Join(names, ", ")
}

// lead says in a sentence how the season went; "" where nobody has a place.
func (c YearbookChapter) lead(ctx context.Context) string {
	first := c.first(ctx)
	switch {
	case first == "":
		return ""
	case c.Ended:
		return i18n.T(ctx, "yearbook.won", "who", first, "n", c.Lines[0].Points)
	}
	return i18n.T(ctx, "yearbook.leads", "who", first, "n", c.Lines[0].Points)
}

// games are the games with how often each was played, most first.
func (c YearbookChapter) games(ctx context.Context) (list []string) {
	keys := make([]string, 0, len(c.Games))
	for key := range c.Games {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b string) int {
		if n := c.Games[b] - c.Games[a]; n != 0 {
			return n
		}
		return strings.Compare(a, b)
	})
	for _, key := range keys {
		list = append(list, i18n.T(ctx, "yearbook.game", "game", gameOrNight(ctx, key), "n", c.Games[key]))
	}
	return list
}

func gameOrNight(ctx context.Context, key string) string {
	if key == "" {
		return i18n.T(ctx, "imports.night")
	}
	return i18n.T(ctx, "game."+key)
}

// YearbookList is a page of results.
type YearbookList struct {
	Number, Of int
	Matches    []YearbookMatch
	Chapter    string // its page
	Before     string
	After      string
}

// YearbookMatch is a result.
type YearbookMatch struct {
	Ended    time.Time
	Game     string
	Recorded bool
	Result   string // played, corrected, void or closed
	Seats    []RecordedSeat
}

// note says what is not as usual about it.
func (m YearbookMatch) note(ctx context.Context) string {
	var notes []string
	if m.Recorded {
		notes = append(notes, i18n.T(ctx, "imports.real"))
	}
	if m.Result != "played" {
		notes = append(notes, i18n.T(ctx, "yearbook.result."+m.Result))
	}
	return strings.Join(notes, " · ")
}
