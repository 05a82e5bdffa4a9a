package results

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"carteado/engine/bot"
	"carteado/engine/rating"
	"carteado/views/i18n"
	"carteado/views/part"
)

// RatingsProps is the list of a club's ratings at a game.
type RatingsProps struct {
	Games  []string // to choose from
	Game   string
	Lines  []RatingRow // the best first
	Hidden bool        // the reader keeps theirs to themselves
	Saved  bool
}

// RatingRow is a member's rating, or that of a level of bots, without matches.
type RatingRow struct {
	rating.Rating
	Person  part.Person
	Matches int
	Place   int // 0 where too little is known, and for bots
}

// mine reports that the reader has a rating.
func (p RatingsProps) mine() bool {
	return slices.ContainsFunc(p.Lines, func(r RatingRow) bool { return r.Person.Me })
}

// rows are the members and the levels of bots, by number; members who are more than provisional have a place.
func (p RatingsProps) rows() []RatingRow {
	rows := slices.Clone(p.Lines)
	for _, level := range bot.Levels() {
		rows = append(rows, RatingRow{Rating: rating.Anchor(p.Game, level), Person: part.Person{Bot: level}})
	}
	slices.SortStableFunc(rows, func(a, b RatingRow) int { return cmp.Compare(b.Mu, a.Mu) })
	place := 0
	for i, r := range rows {
		if r.Person.Bot == "" && !r.Provisional() {
			place++
			rows[i].Place = place
		}
	}
	return rows
}

func (r RatingRow) placed() string {
	switch {
	case r.Place > 0:
		return strconv.Itoa(r.Place)
	case r.Person.Bot != "":
		return ""
	}
	return "–"
}

// The drawing in the list spans these numbers.
const (
	rangeLow, rangeHigh = 1000, 2000
	rangeWidth          = 160
)

func ratingScale() string { return fmt.Sprintf("%d – %d", rangeLow, rangeHigh) }

func rangeAt(number int) int {
	number = max(rangeLow, min(rangeHigh, number))
	return (number - rangeLow) * rangeWidth / (rangeHigh - rangeLow)
}

func (r RatingRow) at() string { return strconv.Itoa(rangeAt(r.Number())) }

func (r RatingRow) span() string {
	return fmt.Sprintf("M%d 10H%d", rangeAt(r.Number()-r.Doubt()), rangeAt(r.Number()+r.Doubt()))
}

// RatingProps is a member's rating at a game and its history.
type RatingProps struct {
	RatingRow
	Game   string
	Games  []string
	Hidden bool // from others; the reader is the member
	Points []RatingPoint
	Recent []RatingPoint // the latest first
}

// RatingPoint is a rating after one of a member's matches.
type RatingPoint struct {
	rating.Rating
	Before rating.Rating
	Number int
	Match  int64
	Ended  time.Time
}

// gained is what a match has changed of the number, with its sign.
func gained(before, after rating.Rating) string {
	return i18n.Gained(after.Number() - before.Number())
}

// inWords says the rating in a sentence, rounded as its doubt deserves.
func (p RatingProps) inWords(ctx context.Context) string {
	round := func(n int) int { return int(math.Round(float64(n)/10)) * 10 }
	n, doubt := p.Number(), p.Doubt()
	text := i18n.T(ctx, "ratings.words", "n", round(n), "low", round(n-doubt), "high", round(n+doubt))
	if p.Provisional() {
		text += " " + i18n.T(ctx, "ratings.provisional.words")
	}
	return text
}

// ratingStep is between the lines across the chart.
const ratingStep = 150

// plot is the rating and, as a band, its doubt.
func (p RatingProps) plot(ctx context.Context) part.Plot {
	plot := part.Plot{Name: p.summary(ctx), Caption: i18n.T(ctx, "ratings.chart"), Step: ratingStep, First: "1",
		Last: strconv.Itoa(p.Matches)}
	for _, at := range p.Points {
		plot.Points = append(plot.Points, part.PlotPoint{N: at.Rating.Number(), Doubt: at.Doubt(),
			At: float64(at.Number-1) / float64(max(p.Matches-1, 1))})
	}
	return plot
}

func (p RatingProps) summary(ctx context.Context) string {
	first := p.Number()
	if len(p.Points) > 0 {
		first = p.Points[0].Rating.Number()
	}
	return i18n.T(ctx, "ratings.chart.summary", "who", part.Called(ctx, p.Person), "n", p.Matches, "first", first,
		"last", p.Number(), "doubt", p.Doubt())
}

// RatingHowProps is the page that says how ratings are computed, with a match as the example; without seats none.
type RatingHowProps struct {
	Game  string
	Match int64
	Ended time.Time
	Seats []RatingSeat // by place
}

// RatingSeat is somebody in the example.
type RatingSeat struct {
	Person        part.Person
	Place         int
	Before, After rating.Rating
	Chance        float64 // of coming first
}

func (s RatingSeat) percent() int { return int(math.Round(100 * s.Chance)) }

func (p RatingHowProps) which(ctx context.Context) string {
	if len(p.Seats) == 0 {
		return ""
	}
	return i18n.T(ctx, "ratings.how.which", "date", i18n.Date(ctx, p.Ended), "game", i18n.T(ctx, "game."+p.Game), "n",
		len(p.Seats))
}

// steps tell the example in words.
func (p RatingHowProps) steps(ctx context.Context) []string {
	var chances, changes []string
	for _, s := range p.Seats {
		who := part.Called(ctx, s.Person)
		chances = append(chances, fmt.Sprintf("%s %d%%", who, s.percent()))
		if s.Before.Sigma > 0 {
			changes = append(changes, who+" "+gained(s.Before, s.After))
		}
	}
	first := p.Seats[0]
	steps := []string{i18n.T(ctx, "ratings.how.before", "list", strings.Join(chances, ", "))}
	if len(p.Seats) > 1 && p.Seats[1].Place == 1 {
		steps = append(steps, i18n.T(ctx, "ratings.how.shared"))
	} else if first.Before.Sigma == 0 {
		steps = append(steps, i18n.T(ctx, "ratings.how.bot", "who", part.Called(ctx, first.Person), "chance",
			first.percent()))
	} else {
		steps = append(steps, i18n.T(ctx, "ratings.how.first", "who", part.Called(ctx, first.Person), "chance",
			first.percent(), "rest", 100-first.percent()))
	}
	if len(p.Seats) > 2 {
		steps = append(steps, i18n.T(ctx, "ratings.how.rest"))
	}
	steps = append(steps, i18n.T(ctx, "ratings.how.sum", "list", strings.Join(changes, ", ")))
	return append(steps, i18n.T(ctx, "ratings.how.doubt"))
}
