package results

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"carteado/engine"
	"carteado/views/i18n"
	"carteado/views/part"
)

// NumbersProps are a member's numbers, at a game or, with Game "", at all.
type NumbersProps struct {
	Person        part.Person
	Game          string
	Matches, Wins int
	Places        int // their sum
	Row, Longest  int // wins one after the other: now, and at most
	Score         engine.Tally
	Luck          engine.Tally     // in hundredths of a point
	Features      []engine.Feature // of the game
	Tallies       map[string]engine.Tally
	Seats         []Group
	Months        []Group // oldest first
	Games         []Record
	Rivals        []Opponent
	First, Last   time.Time
	Rated         bool // the club has ratings, and the reader may see this one
}

// Group is how many matches of one kind there were.
type Group struct {
	Month         time.Time // or
	Seats         int
	Matches, Wins int
}

// Opponent is somebody whom a member has met.
type Opponent struct {
	Person             part.Person
	Matches, Won, Lost int
}

// since says how many matches there are, and from when on.
func (p NumbersProps) since(ctx context.Context) string {
	if p.Matches == 0 {
		return i18n.T(ctx, "numbers.none")
	}
	return i18n.T(ctx, "numbers.since", "n", p.Matches, "date", i18n.Date(ctx, p.First))
}

func (p NumbersProps) title(ctx context.Context) string {
	if p.Game == "" {
		return i18n.T(ctx, "numbers.title", "who", part.Called(ctx, p.Person))
	}
	return i18n.T(ctx, "numbers.title.game", "who", part.Called(ctx, p.Person), "game", i18n.T(ctx, "game."+p.Game))
}

// place is the mean of the places.
func (p NumbersProps) place(ctx context.Context) string {
	return i18n.Decimal(ctx, engine.Tally{Times: p.Matches, Sum: p.Places}.Mean())
}

// luckiness is the mean of what the cards gave, with its sign.
func (p NumbersProps) luckiness(ctx context.Context) string {
	const hundredths = 100
	mean := p.Luck.Mean() / hundredths
	if text := i18n.Decimal(ctx, mean); mean > 0 {
		return "+" + text
	}
	return i18n.Decimal(ctx, mean)
}

func (p NumbersProps) bars(ctx context.Context) part.Bars {
	b := part.Bars{Name: i18n.T(ctx, "numbers.months.drawn"), All: i18n.T(ctx, "member.matches"),
		Part: i18n.T(ctx, "member.wins")}
	for _, m := range p.Months {
		b.List = append(b.List, part.Bar{Label: shortMonth(ctx, m.Month), All: m.Matches, Part: m.Wins})
	}
	return b
}

// shortMonth is the beginning of a month's name.
func shortMonth(ctx context.Context, t time.Time) string {
	const letters = 3
	return string([]rune(monthName(ctx, t))[:letters])
}

func monthName(ctx context.Context, t time.Time) string {
	return i18n.T(ctx, "time.month."+strconv.Itoa(int(t.Month())))
}

// A Told is a number with what it is, and what belongs to it.
type Told struct{ Number, Name, More string }

// told are the numbers of the game's features, in its own words.
func (p NumbersProps) told(ctx context.Context) (list []Told) {
	for _, f := range p.Features {
		t, name := p.Tallies[f.Name], "feature."+p.Game+"."+f.Name
		if f.Times {
			list = append(list, Told{Number: strconv.Itoa(t.Times), Name: i18n.T(ctx, name+".times")})
		}
		if f.Mean && t.Times > 0 {
			list = append(list, Told{Number: i18n.Decimal(ctx, t.Mean()), Name: i18n.T(ctx, name+".mean")})
		}
		if f.Best != "" && t.Times > 0 {
			list = append(list, Told{Number: strconv.Itoa(t.Best(f.Best)), Name: i18n.T(ctx, name+".best")})
		}
	}
	return list
}

// VersusProps are two members against each other.
type VersusProps struct {
	One, Other part.Person
	Games      []Encounter
	Meetings   []Meeting // the last ones, oldest first
	All        string    // address of all of them, "" where the reader cannot see it
}

// Encounter is how often two members met at a game, and who was ahead.
type Encounter struct {
	Game               string
	Matches, Won, Lost int
}

// Meeting is a match of two members.
type Meeting struct {
	Match        int64
	Game         string
	Ended        time.Time
	Place, Other int
	Seats        int
	Lead         int // of the first over all matches up to this one
}

func (p VersusProps) sum() (sum Encounter) {
	for _, g := range p.Games {
		sum.Matches, sum.Won, sum.Lost = sum.Matches+g.Matches, sum.Won+g.Won, sum.Lost+g.Lost
	}
	return sum
}

func (p VersusProps) title(ctx context.Context) string {
	return i18n.T(ctx, "numbers.versus", "one", part.Called(ctx, p.One), "other", part.Called(ctx, p.Other))
}

func (p VersusProps) plot(ctx context.Context) part.Plot {
	last := p.Meetings[len(p.Meetings)-1]
	plot := part.Plot{Name: i18n.T(ctx, "numbers.lead.drawn", "one", part.Called(ctx, p.One), "other",
		part.Called(ctx, p.Other), "n", i18n.Gained(last.Lead)), Signed: true,
		Caption: i18n.T(ctx, "numbers.lead.caption", "n", len(p.Meetings)),
		First:   i18n.Date(ctx, p.Meetings[0].Ended), Last: i18n.Date(ctx, last.Ended)}
	for i, m := range p.Meetings {
		plot.Points = append(plot.Points, part.PlotPoint{N: m.Lead,
			At: float64(i) / float64(max(len(p.Meetings)-1, 1))})
	}
	return plot
}

// recent are the last meetings, the latest first.
func (p VersusProps) recent() []Meeting {
	const shown = 6
	list := slices.Clone(p.Meetings[max(0, len(p.Meetings)-shown):])
	slices.Reverse(list)
	return list
}

// ahead says who was placed before the other.
func (p VersusProps) ahead(ctx context.Context, m Meeting) string {
	switch {
	case m.Place < m.Other:
		return i18n.T(ctx, "numbers.ahead", "who", part.Called(ctx, p.One))
	case m.Place > m.Other:
		return i18n.T(ctx, "numbers.ahead", "who", part.Called(ctx, p.Other))
	}
	return i18n.T(ctx, "numbers.level")
}

func (m Meeting) about(ctx context.Context) string {
	return strings.Join([]string{i18n.T(ctx, "game."+m.Game), i18n.Date(ctx, m.Ended),
		i18n.T(ctx, "numbers.of_seats", "n", m.Seats)}, " · ")
}
