package club

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

// RatingsChoices are what a club can choose about its ratings, on as they are or off.
func RatingsChoices(on bool) []string {
	if on {
		return []string{"on", "off", "all", "today"}
	}
	return []string{"off", "all", "today"}
}

func ratingsChoices(ctx context.Context, on bool) (choices []part.Choosable) {
	for _, choice := range RatingsChoices(on) {
		choices = append(choices, part.Choosable{Value: choice, Label: i18n.T(ctx, "ratings.club."+choice)})
	}
	return choices
}

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
		rows = append(rows, RatingRow{Rating: rating.Anchor(level), Person: part.Person{Bot: level}})
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
	n := after.Number() - before.Number()
	if n > 0 {
		return "+" + strconv.Itoa(n)
	}
	return i18n.Signed(n)
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

// The drawing of the chart, in units of its view box.
const (
	ratingLeft, ratingRight = 40.0, 328.0
	ratingTop, ratingBottom = 10.0, 165.0
	ratingStep              = 150 // between lines across
)

// bounds are the numbers between which the band lies.
func (p RatingProps) bounds() (low, high int) {
	low, high = p.Number()-p.Doubt(), p.Number()+p.Doubt()
	for _, at := range p.Points {
		low, high = min(low, at.Rating.Number()-at.Doubt()), max(high, at.Rating.Number()+at.Doubt())
	}
	return low, max(high, low+1)
}

// grid is where lines are drawn across.
func (p RatingProps) grid() (lines []int) {
	low, high := p.bounds()
	for at := (low + ratingStep - 1) / ratingStep * ratingStep; at <= high; at += ratingStep {
		lines = append(lines, at)
	}
	return lines
}

func (p RatingProps) yAt(number int) float64 {
	low, high := p.bounds()
	return ratingBottom - (ratingBottom-ratingTop)*float64(number-low)/float64(high-low)
}

func (p RatingProps) y(number int) string { return fmt.Sprintf("%.1f", p.yAt(number)) }

func (p RatingProps) yText(number int) string { return fmt.Sprintf("%.1f", p.yAt(number)+4) }

func (p RatingProps) x(number int) float64 {
	return ratingLeft + (ratingRight-ratingLeft)*float64(number-1)/float64(max(p.Matches-1, 1))
}

// path goes through the points.
func (p RatingProps) path(points []RatingPoint, number func(RatingPoint) int) string {
	corners := make([]string, len(points))
	for i, at := range points {
		corners[i] = fmt.Sprintf("%.1f %.1f", p.x(at.Number), p.yAt(number(at)))
	}
	return strings.Join(corners, "L")
}

func (p RatingProps) line() string {
	return "M" + p.path(p.Points, func(at RatingPoint) int { return at.Rating.Number() })
}

// band goes along the upper edge and back along the lower one.
func (p RatingProps) band() string {
	back := slices.Clone(p.Points)
	slices.Reverse(back)
	return "M" + p.path(p.Points, func(at RatingPoint) int { return at.Rating.Number() + at.Doubt() }) + "L" +
		p.path(back, func(at RatingPoint) int { return at.Rating.Number() - at.Doubt() }) + "Z"
}

// end is the mark at the rating of today.
func (p RatingProps) end() string {
	return fmt.Sprintf("M%.1f %.1fm-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0", p.x(p.Matches), p.yAt(p.Number()))
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
